//! The seven branches along a straight piece of path, in closed form.

mod beyond;

use super::{Driven, Spent};
use crate::contact::history::{Spheres, rings};
use crate::ode::smooth;

/// Largest number of phases of one piece: an edge returns, a loop closes, full slip begins, each once or twice.
const MOST_PHASES: usize = 16;

/// Ratio of edge to overlap that counts as zero (full slip): larger than the rounding error of a force, to the power 2/3.
const NARROW: f64 = 1e-9;

/// The incremental law of Mindlin & Deresiewicz in the limit of infinitely small increments.
///
/// With `N_g` the load at the overlap `g`, a loop is `T = mu (N - N_c) - 2 mu (N - N_b) + 2 mu (N - N_d)`: loading with
/// slip from the edge to `c`, unloading from the edge to `b`, reloading to `d`. Each branch moves its own edge, the last one,
/// and `theta` is the root of edge over overlap: on a straight piece the edges move at constant rates,
///
/// | branch | edge moves by |
/// |---|---|
/// | loading | `rise - du/eta` |
/// | unloading | `(rise + du/eta)/2` |
/// | reloading | `(rise - du/eta)/2` |
///
/// and the loop closes where an edge meets the previous one. In the seventh branch `T` grows by `int k_t du`, and the
/// last edge is set to the edge that gives this `T` by slip. Where the load decreases faster than the shear changes, the
/// last edge moves outside the contact: the law then has `theta = 1` until the edge returns.
///
/// A loop has the rings of partial slip; their elastic energy and friction are those of the law; with an edge outside the
/// contact, those of the rings that have the same `T` without it. The spurious energy of the law is the energy of rings
/// lost from its memory (the rim that stuck in the seventh branch, the loop outside a reversal that replaces another),
/// and, while `theta = 1` differs from the rings, the work of `T` on the difference of the slides.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Branches {
    spheres: Spheres,
    delta: f64,
    /// Direction of the first loading, 1 or -1
    sign: f64,
    /// Overlaps at which the points on the edges of slip came into contact, m: one on loading, two on unloading, then three.
    edges: Vec<f64>,
    /// Whether no point slips: the seventh branch.
    sticks: bool,
}

/// Rings of partial slip with the tangential force of a loop.
struct Apparent {
    edges: Vec<f64>,
    /// Direction in which the outermost ring slips, relative to the first loading.
    side: f64,
}

impl Branches {
    pub fn new(spheres: Spheres) -> Self {
        Self { spheres, delta: 0.0, sign: 1.0, edges: vec![0.0], sticks: false }
    }

    /// `mu N` at an overlap, N
    fn limit(&self, delta: f64) -> f64 {
        self.spheres.pressed(delta).limit
    }

    /// The overlap with the friction limit `limit`, m
    fn overlap(&self, limit: f64) -> f64 {
        let hertz = self.spheres.friction * 4.0 / 3.0 * self.spheres.E_star * self.spheres.R_star.sqrt();
        (limit.max(0.0) / hertz).cbrt().powi(2)
    }

    /// 1 where the last edge belongs to a slide in the direction of the first loading, else -1.
    fn along(edges: usize) -> f64 {
        if edges % 2 == 1 { 1.0 } else { -1.0 }
    }

    /// Force of the loop with these edges, in the direction of the first loading, N
    fn pulled(&self, delta: f64, edges: &[f64]) -> f64 {
        let limit = self.limit(delta);
        let of = |(i, &edge): (usize, &f64)| {
            Self::along(i + 1) * if i == 0 { 1.0 } else { 2.0 } * (limit - self.limit(edge))
        };
        edges.iter().enumerate().map(of).sum()
    }

    /// Elastic energy of the rings between the edges, and of a rim outside them that stuck while the surfaces slid by `rim` per
    /// width of the rim; J.
    fn stored(&self, outermost: f64, edges: &[f64], delta: f64, rim: f64) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let mut shear = 0.0;
        let mut sum = 0.0;
        let mut ring = |from: f64, to: f64, slope: f64| {
            let inner = shear + slope * (to - from);
            sum += rings::square(from.sqrt(), to.sqrt(), inner, shear);
            shear = inner;
        };
        if delta > outermost {
            ring(outermost, delta, rim);
        }
        let mut outside = outermost;
        for (i, &edge) in edges.iter().enumerate().rev() {
            ring(edge, outside, eta * Self::along(i + 1));
            outside = edge;
        }
        ring(0.0, outside, 0.0);
        4.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * sum
    }

    fn energy(&self) -> f64 {
        let edges = self.apparent().edges;
        self.stored(self.delta, &edges, self.delta, 0.0)
    }

    /// The rings with the same force: those of the loop if all its edges are within the contact and in order.
    fn apparent(&self) -> Apparent {
        let mut edges = self.edges.clone();
        let T = self.pulled(self.delta, &edges);
        while edges.len() > 1 && edges.last().is_some_and(|edge| *edge > self.delta) {
            edges.pop();
            self.refit(&mut edges, T);
        }
        if edges.len() == 2 && edges[1] < edges[0] {
            edges.pop();
            self.refit(&mut edges, -T);
            return Apparent { edges, side: -1.0 };
        }
        if edges.len() == 1 && edges[0] > self.delta {
            self.refit(&mut edges, -T);
            return Apparent { edges, side: -1.0 };
        }
        let side = Self::along(edges.len());
        Apparent { edges, side }
    }

    /// Sets the last edge so that the loop has the force `T`.
    fn refit(&self, edges: &mut [f64], T: f64) {
        let Some((edge, before)) = edges.split_last_mut() else { return };
        let part = if before.is_empty() { 1.0 } else { 2.0 };
        let held = Self::along(before.len() + 1) * (T - self.pulled(self.delta, before)) / part;
        *edge = self.overlap(self.limit(self.delta) - held);
    }

    fn hold(&mut self, T: f64) {
        let mut edges = std::mem::take(&mut self.edges);
        self.refit(&mut edges, T);
        self.edges = edges;
    }

    /// Closes a completed loop, given the force after a slide.
    fn settle(&mut self, T: f64) {
        let first = self.limit(self.delta) - self.limit(self.edges[0]);
        match self.edges.len() {
            2 if T <= -first => {
                self.sign = -self.sign;
                self.edges.pop();
                self.hold(-T);
            }
            3 if T >= first => {
                self.edges.truncate(1);
                self.hold(T);
            }
            _ => {}
        }
    }

    /// Changes to the branch of a slide `du` in the direction of the first loading; returns the spurious energy, J.
    fn turn(&mut self, du: f64) -> f64 {
        let count = self.edges.len();
        if du == 0.0 || Self::along(count) == du.signum() {
            return 0.0;
        }
        let (before, T) = (self.energy(), self.pulled(self.delta, &self.edges));
        let mut edges = vec![self.edges[0]];
        match count {
            // The new reversal replaces the first one; the loop outside it is lost from the memory.
            3 => self.refit(&mut edges, T),
            _ => edges.clone_from(&self.edges),
        }
        edges.push(self.delta);
        self.edges = edges;
        self.settle(T);
        self.energy() - before
    }

    /// Advances on the seventh branch.
    fn stick(&mut self, delta: f64, du: f64) -> Spent {
        let (from, rise) = (self.delta, delta - self.delta);
        let start = self.pulled(from, &self.edges);
        let gained = |x: f64| self.stuck(rise, du, x);
        let [gain_work] = smooth(|x| [gained(x)]);
        let work = (start + gain_work) * du;
        let rings = self.apparent();
        // The energy does not depend on the direction in which the rings were loaded, but that of the rim does.
        let way = if rings.edges.len() == 1 { rings.side } else { 1.0 };
        let kept = self.stored(from, &rings.edges, delta, way * du / rise);
        let T = start + gained(1.0);
        self.delta = delta;
        self.hold(T);
        self.sticks = true;
        Spent { work, slip: 0.0, created: self.energy() - kept }
    }

    /// `int k_t du` over a fraction `x` of a piece, N
    fn stuck(&self, rise: f64, du: f64, x: f64) -> f64 {
        // int sqrt(delta) from 0 to x, without cancellation.
        let (a, b) = (self.delta.sqrt(), (self.delta + rise * x).max(0.0).sqrt());
        let mean = if a + b > 0.0 { 2.0 / 3.0 * (a * a + a * b + b * b) / (a + b) } else { 0.0 };
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * mean * du * x
    }

    /// One phase of the other six branches; also returns the remaining fraction of the piece.
    fn slide(&mut self, delta: f64, du: f64) -> (Spent, f64) {
        let eta = self.spheres.slide_per_overlap();
        let (from, rise) = (self.delta, delta - self.delta);
        let count = self.edges.len();
        let along = Self::along(count);
        let edge = self.edges[count - 1];
        let rate = (rise - along * du / eta) / if count == 1 { 1.0 } else { 2.0 };
        if edge > from || (edge == from && rate > rise) {
            self.settle(self.pulled(from, &self.edges));
            return if self.edges.len() < count { (Spent::default(), 1.0) } else { self.outside(delta, du) };
        }
        let inner = if count == 1 { 0.0 } else { self.edges[count - 2] };
        // Finite steps, however small, lag behind a decreasing limit: a loop as wide as the limit stays open meanwhile. (Where
        // the loop also opened under a decreasing load, the two lags decide, and the law does not define the result.)
        let open = count == 1 || (rise < 0.0 && inner <= NARROW * from);
        let inner = if open { 0.0 } else { inner };
        let met = if rate < 0.0 { (inner - edge) / rate } else { f64::INFINITY };
        let lost = if rate > rise { (from - edge) / (rate - rise) } else { f64::INFINITY };
        let slips = open && edge <= 0.0;
        let part = if slips { 1.0 } else { met.min(lost).min(1.0) };
        let at = |x: f64| {
            let delta = if part == 1.0 && x == 1.0 { delta } else { from + rise * part * x };
            let mut edges = self.edges.clone();
            edges[count - 1] = (edge + rate * part * x).max(inner).min(delta.max(inner));
            (delta.max(0.0), edges)
        };
        let power = |x: f64| {
            let (delta, edges) = at(x);
            [self.pulled(delta, &edges) * du, self.friction(delta, edges[count - 1]) * (along * du - eta * rise)]
        };
        let [work, slip] = smooth(power);
        let spent = Spent { work: work * part, slip: slip * part, created: 0.0 };
        (self.delta, self.edges) = at(1.0);
        if !slips && lost <= part {
            self.edges[count - 1] = self.delta;
        } else if met <= part && open {
            self.edges[count - 1] = 0.0;
        } else if met <= part {
            // The loop is closed: unloading becomes loading in the other direction, reloading the loading before the loop.
            self.edges.truncate(1);
            self.sign *= if count == 2 { -1.0 } else { 1.0 };
        }
        self.sticks = false;
        (spent, 1.0 - part)
    }

    /// Friction limit of the points outside an edge, N
    fn friction(&self, delta: f64, edge: f64) -> f64 {
        let held = rings::held(edge.max(0.0).sqrt(), delta.sqrt());
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * self.spheres.slide_per_overlap() * held
    }
}

impl Driven for Branches {
    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let delta = delta.max(0.0);
        if self.delta == 0.0 {
            *self = Self::new(self.spheres);
        }
        if du != 0.0 && self.edges.len() == 1 && self.force() == 0.0 {
            self.sign = du.signum();
        }
        let mut spent = Spent { created: self.turn(self.sign * du), ..Spent::default() };
        let rise = delta - self.delta;
        if rise > 0.0 && du.abs() < self.spheres.slide_per_overlap() * rise {
            spent += self.stick(delta, self.sign * du);
            return spent;
        }
        let mut left = 1.0;
        for _ in 0..MOST_PHASES {
            let (some, rest) = self.slide(delta, self.sign * du * left);
            spent += some;
            left *= rest;
            if left <= 0.0 {
                break;
            }
        }
        // A remainder after the last phase appears as a residual of the ledger.
        self.delta = delta;
        if delta == 0.0 {
            *self = Self::new(self.spheres);
        }
        spent
    }

    fn force(&self) -> f64 {
        self.sign * self.pulled(self.delta, &self.edges)
    }

    fn strain(&self) -> f64 {
        self.energy()
    }

    fn stick_radius(&self) -> Option<f64> {
        let edge = if self.sticks { self.delta } else { *self.edges.last()? };
        Some((self.spheres.R_star * edge).sqrt())
    }
}
