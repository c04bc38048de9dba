//! The seven branches with the last edge outside the contact: the law then has `theta = 1`, which no rings have.

use super::super::Spent;
use super::Branches;
use crate::ode::smooth;

impl Branches {
    /// One phase with `theta = 1` and the last edge outside the contact, or with the full slip that follows.
    pub(super) fn outside(&mut self, delta: f64, du: f64) -> (Spent, f64) {
        let (from, rise) = (self.delta, delta - self.delta);
        let (T, limit) = (self.pulled(from, &self.edges), self.limit(from));
        // Forces and their changes along the piece, in terms of the integral of the contact radius.
        let grow = self.limit(delta) - limit;
        let gain = self.stuck(rise, du, 1.0);
        let side = if T == 0.0 { gain.signum() } else { T.signum() };
        let room = limit - T.abs();
        let full = room <= 1e-13 * limit && grow < side * gain;
        let gain = if full { side * grow } else { gain };
        let first = limit - self.limit(self.edges[0]);
        let ends = |now: f64, change: f64| if change < 0.0 { (now.max(0.0) / -change).min(1.0) } else { 1.0 };
        // An end that is already reached to rounding is not approached again.
        let through = |now: f64, change: f64| {
            if now * change < -1e-13 * change * change { ends(now.abs(), -change.abs()) } else { 1.0 }
        };
        // Fractions at which the edge returns, the loop closes, or other rings have the force.
        let (back, closed, other) = match self.edges.len() {
            1 => (ends(-T, -gain), 1.0, 1.0),
            2 => (ends(T - first, gain - grow), ends(T + first, gain + grow), through(T, gain)),
            _ => {
                let second = first - 2.0 * (limit - self.limit(self.edges[1]));
                (ends(second - T, -grow - gain), ends(first - T, grow - gain), through(T + first, gain + grow))
            }
        };
        let held = if full { 1.0 } else { ends(room, grow - side * gain) };
        let share = back.min(closed).min(other).min(held);
        let way = Way { from, rise, share, T, gain };
        let spent = self.beyond(&way, du, full);
        let part = way.part(1.0);
        self.delta = if part >= 1.0 { delta } else { way.delta(1.0) };
        let closes = if self.edges.len() == 2 { -1.0 } else { 1.0 };
        let end = if share == closed && share < 1.0 {
            closes * (self.limit(self.delta) - self.limit(self.edges[0]))
        } else if full {
            side * self.limit(self.delta)
        } else {
            way.force(1.0)
        };
        self.hold(end);
        if share == back && share < 1.0 {
            let last = self.edges.len() - 1;
            self.edges[last] = if last == 0 { self.delta } else { self.delta.max(self.edges[last - 1]) };
        }
        self.settle(end);
        self.sticks = !full;
        (spent, 1.0 - part)
    }

    /// The energies of this phase, from rings with the same force: they slide by `du_e`, given by their edge, and not by `du`.
    fn beyond(&self, way: &Way, du: f64, full: bool) -> Spent {
        let eta = self.spheres.slide_per_overlap();
        let part = way.part(1.0);
        let here = |share: f64| {
            let mut here = self.clone();
            here.delta = way.delta(share);
            let limit = here.limit(here.delta);
            let T = if full { limit.copysign(way.T) } else { way.force(share) };
            (here, T)
        };
        let [mean] = smooth(|x| [here(way.share_at(part * x)).1]);
        let work = mean * du * part;
        if full {
            let [limit] = smooth(|x| [here(way.share_at(part * x)).1.abs()]);
            let slide = du * way.T.signum() - eta * way.rise;
            return Spent { work, slip: limit * slide * part, created: 0.0 };
        }
        let rings = {
            let (mut mid, T) = here(0.5);
            mid.hold(T);
            mid.apparent()
        };
        let inner = rings.edges.len() - 1;
        let (twice, sign) = if inner == 0 { (1.0, rings.side) } else { (2.0, 1.0) };
        let edge = |share: f64| {
            let (here, T) = here(share);
            let mut edges = rings.edges.clone();
            here.refit(&mut edges, sign * T);
            edges[inner].min(here.delta)
        };
        // The edge to the power 3/2 is linear in the share; all integrands are smooth in the root of the edge.
        let (low, high) = (edge(0.0).sqrt(), edge(1.0).sqrt());
        let [drawn, friction] = smooth(|y| {
            let root = low + (high - low) * y;
            let share = (root.powi(3) - low.powi(3)) / (high.powi(3) - low.powi(3));
            let (here, T) = here(if share.is_finite() { share } else { 0.5 });
            let step = 2.0 * root * (high - low);
            [T * step, self.friction(here.delta, (root * root).min(here.delta)) * step]
        });
        let slid = rings.side * eta * (mean * way.rise * part - twice * drawn);
        let slip = -twice * eta * friction;
        // Rings that would have to slip backwards stick under the law.
        Spent { work, slip: slip.max(0.0), created: slid - work - slip.min(0.0) }
    }
}

/// A fraction of a straight piece, measured by the integral of the contact radius along it.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// Overlap at its beginning, and change of overlap over the whole piece, m
    from: f64,
    rise: f64,
    /// The fraction that is completed.
    share: f64,
    /// Force at its beginning, and change of force over the whole piece, N
    T: f64,
    gain: f64,
}

impl Way {
    /// Overlap after a fraction `part` of this share, m
    fn delta(&self, part: f64) -> f64 {
        let [from, to] = [self.from, self.from + self.rise].map(|delta| delta.max(0.0).powf(1.5));
        if self.rise == 0.0 { self.from } else { (from + (to - from) * self.share * part).max(0.0).powf(2.0 / 3.0) }
    }

    /// Force after a fraction `part` of this share, N
    fn force(&self, part: f64) -> f64 {
        self.T + self.gain * self.share * part
    }

    /// Position along the piece after a fraction `part` of this share.
    fn part(&self, part: f64) -> f64 {
        let share = self.share * part;
        if share >= 1.0 || self.rise == 0.0 {
            return share;
        }
        ((self.delta(part) - self.from) / self.rise).clamp(0.0, 1.0)
    }

    /// Fraction of this share completed at the position `x` along the piece.
    fn share_at(&self, x: f64) -> f64 {
        if self.share <= 0.0 {
            return 0.0;
        }
        if self.rise == 0.0 {
            return x / self.share;
        }
        let [from, at, to] = [0.0, x, 1.0].map(|x| (self.from + self.rise * x).max(0.0).powf(1.5));
        (at - from) / (to - from) / self.share
    }
}
