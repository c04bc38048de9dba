//! A piece of the motion along one branch, one way, with its switches.

use super::super::passage::Point;
use crate::contact::branches::{Branch, Branched, Exit, Spot};
use crate::contact::flow::STUCK;
use crate::ode::{Flow, Vector};

/// Part of the first energy at which bodies that creep towards each other are at rest: rounding of the well.
pub(in crate::solve) const AT_REST: f64 = 1e-14;

/// Units of a collision.
#[derive(Debug, Clone, Copy)]
pub(in crate::solve) struct Units {
    /// Of the chart.
    pub q: f64,
    /// m/s
    pub speed: f64,
    /// s
    pub time: f64,
    /// J
    pub energy: f64,
    /// N s
    pub impulse: f64,
}

/// A piece of the motion along one branch, one way: `q`, `v`, time, work of the dashpot, impulse, each in its unit.
pub(super) struct Piece<'a> {
    pub contact: &'a Branched,
    pub branch: Branch,
    pub m_star: f64,
    pub units: Units,
    /// 1 as the bodies approach, -1 as they part.
    pub way: f64,
    pub exit: Option<Exit>,
}

pub(super) const TURNING: usize = 0;
const EXIT: usize = 1;
pub(super) const MAX_FORCE: usize = 2;
pub(super) const ZERO_FORCE: usize = 3;
pub(super) const ZERO_OVERLAP: usize = 4;
pub(super) const SPENT: usize = 5;
pub(super) const LARGEST_PULL: usize = 6;
pub(super) const SWITCHES: usize = 7;

impl Piece<'_> {
    /// The contact at a state: its place, damping coefficient (N s/m) and rate of approach (m/s).
    fn at(&self, y: &Vector<5>) -> (Spot, f64, f64) {
        let q = self.q(y);
        (self.contact.law.spot(&self.branch, q), self.contact.damping(&self.branch, q)[0], y[1] * self.units.speed)
    }

    pub fn q(&self, y: &Vector<5>) -> f64 {
        y[0] * self.units.q
    }

    pub fn point(&self, y: &Vector<5>) -> Point {
        let (spot, c, v) = self.at(y);
        let Units { time, energy, impulse, .. } = self.units;
        Point {
            time: y[2] * time,
            overlap: spot.overlap,
            speed: v,
            force: spot.force + c * v,
            force_elastic: spot.force,
            work: y[3] * energy,
            impulse: y[4] * impulse,
        }
    }

    /// `dF/ds` of the whole force, up to a positive factor.
    fn force_rate(&self, y: &Vector<5>) -> f64 {
        let (spot, c, v) = self.at(y);
        let beta = self.contact.dashpot.beta;
        let [width, rate] = self.contact.law.hertz_overlap(&self.branch, self.q(y));
        // d(C delta^beta)/dq, times the overlap that keeps it finite at touch.
        let [kept, steep] = if beta > 0.0 { [width.max(0.0), beta * c * rate] } else { [1.0, 0.0] };
        let slowing = (spot.force + c * v) * spot.rate / self.m_star;
        kept * (spot.slope * v - c * slowing) + steep * v * v
    }
}

impl Piece<'_> {
    /// Above zero while a damped contact has the energy to end as the bodies part; as they approach, while it has any: a
    /// strong dashpot lets them creep to rest without an end.
    fn unspent(&self, y: &Vector<5>) -> f64 {
        if self.contact.dashpot.C == 0.0 {
            return 1.0;
        }
        let law = &*self.contact.law;
        let energy = law.energy(&self.branch, self.q(y)) / self.units.energy + y[1] * y[1];
        if self.way < 0.0 {
            return energy - self.contact.barrier(&self.branch) / self.units.energy - STUCK;
        }
        energy + law.well() / self.units.energy - AT_REST
    }
}

impl Flow<5, SWITCHES> for Piece<'_> {
    fn derivative(&self, y: &Vector<5>, dy: &mut Vector<5>) {
        let (spot, c, v) = self.at(y);
        let Units { q, speed, time, energy, impulse } = self.units;
        let force = spot.force + c * v;
        let ds = q / speed;
        *dy = Vector::from([
            y[1],
            -force * spot.rate / self.m_star * ds / speed,
            spot.rate * ds / time,
            c * v * v * spot.rate * ds / energy,
            force * spot.rate * ds / impulse,
        ]);
    }

    fn switches(&self, y: &Vector<5>) -> [f64; SWITCHES] {
        let left = self.exit.map_or(1.0, |exit| self.way * (exit.at / self.units.q - y[0]));
        // Beyond its end the chart may turn back: what the law says there is no event.
        let mut within = *y;
        if let (Some(exit), true) = (self.exit, left < 0.0) {
            within[0] = exit.at / self.units.q;
        }
        let (spot, c, v) = self.at(&within);
        let parting = |value: f64| if self.way < 0.0 { value } else { 1.0 };
        let (force, overlap) = (parting(spot.force + c * v), parting(spot.overlap));
        let rate = self.force_rate(y);
        [self.way * y[1], left, rate, force, overlap, self.unspent(y), parting(-rate)]
    }

    fn stops(&self, switch: usize) -> bool {
        matches!(switch, TURNING | EXIT | SPENT)
    }
}
