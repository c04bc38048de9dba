//! A law with branches as the normal half of an oblique motion.

use super::normal::{Ending, NormalMotion, TOUCH};
use crate::contact::branches::{Branch, Branched, Exit, Spot};
use crate::contact::flow::{LawUnits, STUCK};
use crate::contact::shear::FrictionLimit;
use crate::solve::branched::{AT_REST, Units};

/// A branch, one way between two turning points, and what was lost before it.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    contact: &'a Branched,
    branch: Branch,
    /// 1 as the bodies approach, -1 as they part.
    way: f64,
    exit: Option<Exit>,
    /// Of the chart.
    unit: f64,
    scale: LawUnits,
    /// Powers of the tangential stiffness and of the tangential dashpot.
    gamma: f64,
    beta_t: f64,
    pub lost: Lost,
}

/// Energy that the law has lost so far, J, and the overlap that it leaves, m.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lost {
    pub plastic: f64,
    pub adhesive: f64,
    pub residual: Option<f64>,
}

impl<'a> Chart<'a> {
    /// Bodies that touch and remember `largest` (m), with the place in the chart, in its unit.
    pub fn new(
        contact: &'a Branched,
        largest: f64,
        units: &Units,
        scale: LawUnits,
        [gamma, beta_t]: [f64; 2],
    ) -> (Self, f64) {
        let (branch, touch) = contact.law.touch(largest);
        let (unit, exit) = (units.q, contact.law.above(&branch));
        (Self { contact, branch, way: 1.0, exit, unit, scale, gamma, beta_t, lost: Lost::default() }, touch / unit)
    }

    /// What the law remembers, m.
    pub fn largest(&self) -> f64 {
        self.branch.largest
    }

    fn spot(&self, q: f64) -> Spot {
        self.contact.law.spot(&self.branch, q * self.unit)
    }

    /// Damping coefficient without units, and its change with `q`.
    fn damping(&self, q: f64) -> [f64; 2] {
        let unit = self.scale.speed / self.scale.force;
        let [c, change] = self.contact.damping(&self.branch, q * self.unit);
        [c * unit, change * unit * self.unit]
    }

    /// The overlap of a Hertz contact of the same radius, and its change with `q`, without units.
    fn width(&self, q: f64) -> [f64; 2] {
        let [width, rate] = self.contact.law.hertz_overlap(&self.branch, q * self.unit);
        [width / self.scale.length, rate * self.unit / self.scale.length]
    }

    fn power(&self, q: f64, exponent: f64) -> f64 {
        if exponent == 0.0 { 1.0 } else { self.width(q)[0].max(0.0).powf(exponent) }
    }

    /// `d ln(width^exponent)/ds`
    fn growth(&self, q: f64, w: f64, exponent: f64) -> f64 {
        let [width, rate] = self.width(q);
        if exponent != 0.0 && width > 0.0 { exponent * rate / width * w } else { 0.0 }
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        self.contact.law.energy(branch, q * self.unit)
    }

    /// Goes over to a branch at a place in SI; what it lacks is lost to plasticity.
    fn enter(&mut self, q: &mut f64, (next, at): (Branch, f64)) {
        self.lost.plastic += self.energy(&self.branch, *q) - self.contact.law.energy(&next, at);
        let law = &self.contact.law;
        self.exit = if self.way > 0.0 { law.above(&next) } else { Some(law.below(&next)) };
        (self.branch, *q) = (next, at / self.unit);
    }
}

impl NormalMotion for Chart<'_> {
    const PIECES: bool = true;

    fn overlap(&self, q: f64) -> f64 {
        self.spot(q).overlap / self.scale.length
    }

    fn off_touch(&self, q: f64, least: f64) -> f64 {
        if self.width(q)[0] > 0.0 { q } else { q.abs().max(least) }
    }

    fn clock(&self, q: f64) -> f64 {
        self.spot(q).rate * self.unit / self.scale.length
    }

    fn force(&self, q: f64, w: f64) -> [f64; 2] {
        let spot = self.spot(q);
        let drag = self.damping(q)[0] * w;
        [spot.force / self.scale.force + drag, drag]
    }

    /// Beyond its end the chart may turn back: what the law says there is no event.
    fn divided_force(&self, q: f64, w: f64) -> f64 {
        let end = self.exit.map(|exit| exit.at / self.unit);
        let within = end.map_or(q, |end| if self.way > 0.0 { q.min(end) } else { q.max(end) });
        self.force(within, w)[0]
    }

    fn spring(&self, q: f64) -> f64 {
        self.power(q, self.gamma)
    }

    fn dashpot(&self, q: f64) -> f64 {
        self.power(q, self.beta_t)
    }

    fn over(&self, _: f64) -> f64 {
        1.0
    }

    fn elastic_rate(&self, q: f64, w: f64) -> f64 {
        self.spot(q).slope * self.unit / self.scale.force * w
    }

    fn drag_rate(&self, q: f64, w: f64, approach: f64) -> f64 {
        let [c, change] = self.damping(q);
        change * w * w + c * self.clock(q) * approach
    }

    fn spring_rate(&self, q: f64) -> f64 {
        self.spring(q) * self.clock(q)
    }

    fn dashpot_rates(&self, q: f64, w: f64) -> [f64; 2] {
        let dashpot = self.dashpot(q);
        [dashpot * self.growth(q, w, self.beta_t), dashpot * self.clock(q)]
    }

    fn softens(&self, q: f64, w: f64) -> f64 {
        self.growth(q, w, self.gamma)
    }

    fn held(&self, q: f64, w: f64, total: bool) -> f64 {
        let [force, drag] = self.force(q, w);
        if total { force } else { force - drag }
    }

    fn added_to_limit(&self, limit: FrictionLimit, q: f64, w: f64) -> [f64; 2] {
        let [added, rate] = self.contact.law.added_to_limit(limit, &self.branch, q * self.unit);
        [added / self.scale.force, rate * self.unit / self.scale.force * w]
    }

    fn held_dashpot(&self, q: f64) -> f64 {
        self.dashpot(q)
    }

    fn softened(&self, energy: f64, q: f64, w: f64) -> f64 {
        energy * self.growth(q, w, self.gamma)
    }

    fn rates_by_s(&self, q: f64, w: f64, _: [f64; 2], approach: f64) -> [f64; 2] {
        [self.elastic_rate(q, w), self.drag_rate(q, w, approach)]
    }

    fn ending(&self) -> Ending {
        let (branch, touch) = self.contact.law.touch(self.branch.largest);
        let [width, _] = self.contact.law.hertz_overlap(&branch, touch);
        let leaves_force = self.gamma > 0.0 && width == 0.0 && self.contact.law.spot(&branch, touch).force < 0.0;
        Ending {
            pulls: true,
            may_turn_to_pull: true,
            deleted_by_force: false,
            may_never_turn: false,
            stays_clamped: false,
            force_ends_first: true,
            leaves_force,
            mixes: leaves_force,
        }
    }

    fn left(&self, q: f64) -> f64 {
        self.exit.map_or(1.0, |exit| self.way * (exit.at / self.unit - q))
    }

    fn peak(&self, rate: f64) -> f64 {
        self.way * rate
    }

    /// Above zero while a damped contact has the energy to end as the bodies part; as they approach, while it has any.
    fn unspent(&self, q: f64, w: f64, _: f64) -> f64 {
        if self.contact.dashpot.C == 0.0 {
            return 1.0;
        }
        let (unit, law) = (0.5 * self.scale.energy, &self.contact.law);
        let energy = self.energy(&self.branch, q) / unit + w * w;
        if self.way < 0.0 {
            return energy - self.contact.barrier(&self.branch) / unit - STUCK;
        }
        energy + law.well() / unit - AT_REST
    }

    fn necked(&self, q: f64) -> f64 {
        if self.way < 0.0 { self.overlap(q) } else { 1.0 }
    }

    fn spent(&self, _: f64, _: f64) -> f64 {
        0.0
    }

    fn coasts(&self, q: f64) -> bool {
        let Spot { force, slope, .. } = self.spot(q);
        force == 0.0 && slope == 0.0 && self.contact.dashpot.C == 0.0
    }

    /// Where overlap and force go to nothing together, rounding makes events of nothing just before.
    fn is_over(&mut self, q: &mut f64, w: f64, ended: bool) -> bool {
        let Some(exit) = self.exit else { return false };
        let end = exit.at / self.unit;
        let fades = || w < 0.0 && exit.next.is_none() && self.left(*q) <= TOUCH && self.clock(end) == 0.0;
        if !(ended || fades()) {
            return false;
        }
        if let Some(next) = exit.next {
            self.enter(q, next);
            return false;
        }
        *q = end;
        self.lost.adhesive = self.energy(&self.branch, *q);
        self.lost.residual = self.contact.law.residual(&self.branch);
        true
    }

    /// Bodies that part and turn back stay together: a passive contact lacks the energy to end then, but for what their spins
    /// may still give.
    fn turns(&mut self, q: &mut f64) -> bool {
        if self.way < 0.0 {
            return true;
        }
        let next = self.contact.law.turned(&self.branch, *q * self.unit);
        self.way = -1.0;
        self.enter(q, next);
        false
    }
}
