//! A force that is led: its direction is that of the rate at which it would grow if the surfaces stuck.
//!
//! While they slip the direction `e` of the force turns towards the rate `R` at `|R|/(mu N)` times the sine between the
//! two. Beside a dashpot within the limit `R` stays as friction fades, at touch and at the end, and no explicit method
//! follows a direction that fast. It need not: `e` is behind `R` by the turning of `R` over that rate, and what that
//! leaves out is of second order in a rate above [`SWIFT`].

use super::branch::{Slide, Tangent, across, direction};
use super::held::{difference, reach};
use super::motion::{Acting, Motion};
use super::state::Moving;
use crate::contact::shear::WhileSliding;

/// How fast, by `s`, a direction follows its rate that is taken as led.
const SWIFT: f64 = 1e4;

/// How much faster it has to be to be led again.
const AGAIN: f64 = 4.0;

/// Turns towards a rate that itself depends on the direction, by a ten-thousandth.
const ROUNDS: usize = 4;

impl<const D: usize> Motion<'_, D> {
    /// Whether friction may be led: only a dashpot leaves a rate where friction fades.
    pub fn may_be_led(&self) -> bool {
        D > 1 && self.problem.c > 0.0 && self.problem.shear.dashpot.sliding == WhileSliding::Capped
    }

    /// The rate without the part along the force itself, by which a stiffness that grows pulls the remembered stretch:
    /// that part turns nothing.
    fn turning_rate(&self, m: &Moving<D>, at: &Acting<D>) -> Tangent<D> {
        self.stuck_rate(m, at, Tangent::zeros())
    }

    /// One over how fast the direction follows, by `s`.
    fn slowness(&self, m: &Moving<D>, along: Tangent<D>) -> f64 {
        let at = self.towards(m, along, 0.0);
        self.limit_over(m, &at) / self.turning_rate(m, &at).norm().max(f64::MIN_POSITIVE)
    }

    /// Positive while the direction is swift enough to be led; a led one is let go later than it is taken.
    ///
    /// A direction that points away from its rate is not behind it: exactly opposite it stays, and otherwise first turns
    /// round, away from where it was and not towards where it would be led.
    pub fn swiftness(&self, m: &Moving<D>) -> f64 {
        let along = direction(m.memory[0]);
        if self.branch.slide == Slide::Led {
            return 1.0 - SWIFT * self.slowness(m, along);
        }
        let rate = self.turning_rate(m, &self.towards(m, along, 0.0));
        let behind = rate.try_normalize(0.0).map_or(0.0, |rate| rate.dot(&along));
        (1.0 - AGAIN * SWIFT * self.slowness(m, along)).min(behind)
    }

    /// The direction of the rate.
    fn ahead(&self, m: &Moving<D>) -> Tangent<D> {
        let mut along = direction(m.memory[0]);
        for _ in 0..ROUNDS {
            let at = self.towards(m, along, 0.0);
            along = self.turning_rate(m, &at).try_normalize(0.0).unwrap_or(along);
        }
        along
    }

    /// The direction of a led force.
    pub fn led(&self, m: &Moving<D>) -> Tangent<D> {
        let ahead = self.ahead(m);
        let clock = self.problem.normal.clock(m.q);
        let rate = self.rates(m, &self.towards(m, ahead, 0.0), clock);
        let aside = -across(&ahead);
        let turns = difference(|h| self.ahead(&m.after(&rate, h)).dot(&aside), reach(m.q));
        (ahead - aside * (turns * self.slowness(m, ahead))).normalize()
    }
}
