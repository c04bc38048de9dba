//! A force that is led: its direction is that of the rate at which it would grow if the surfaces stuck.
//!
//! While they slip the direction `e` of the force turns towards the rate `R` at `|R|/(mu N)` times the sine between the
//! two. Beside a dashpot within the limit `R` stays as friction fades, at touch and at the end, and no explicit method
//! follows a direction that fast. It need not: `e` is behind `R` by the turning of `R` over that rate, and what that
//! leaves out is of second order in a rate above [`SWIFT`].

use super::contact_state::{FRICTION, ROLLING, SliderState, Tangent, across, direction};
use super::held::{difference, reach};
use super::motion::ImpactMotion;
use super::normal::LEAST;
use super::normal::NormalMotion;
use super::problem::Rolling;
use super::state::MotionState;

/// How fast, by `s`, a direction follows its rate that is taken as led.
const SWIFT: f64 = 1e4;

/// How much faster it has to be to be led again.
const AGAIN: f64 = 4.0;

/// Turns towards a rate that itself depends on the direction, by a ten-thousandth.
const ROUNDS: usize = 4;

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// Whether a force may be led: friction fades beside a rate that stays where that is a dashpot's, or where the force that
    /// bounds it is zero before the overlap is; what a rolling spring can hold always fades faster than its rate.
    pub fn may_be_led(&self, which: usize) -> bool {
        let problem = self.problem;
        let rolls = matches!(problem.rolling, Rolling::Between { spring: true, .. });
        D > 1
            && match which {
                // Not both: where one points depends on where the other does. A dashpot that is dropped holds the spring instead.
                FRICTION => {
                    let fades = problem.limit_bends() && problem.ending.fades && !rolls && !problem.drops();
                    problem.capped() || (fades && problem.shear.form.is_spring())
                }
                _ => rolls,
            }
    }

    /// The rate of a slider's force if it stuck while it points along this, and what it can hold over the same factor. Without
    /// the part along the force itself, by which a stiffness that grows pulls the remembered stretch: that part turns nothing.
    fn turning_rate(&self, m: &MotionState<D>, which: usize, along: Tangent<D>) -> (Tangent<D>, f64) {
        // Along a chart both are nothing at touch.
        let m = &MotionState { q: if M::PIECES { self.problem.normal.off_touch(m.q, LEAST) } else { m.q }, ..*m };
        if which == FRICTION {
            let at = self.towards(m, [along, self.pointing(m, ROLLING)], 0.0);
            return (self.stuck_rate(m, &at, Tangent::zeros()), self.limit_over(m, &at));
        }
        let at = self.towards(m, [self.pointing(m, FRICTION), along], 0.0);
        // Over the clock, which is zero at touch, both.
        (self.roll_rate(&at), at.rolling.limit / self.problem.normal.clock(self.problem.normal.off_touch(m.q, LEAST)))
    }

    /// One over how fast the direction follows, by `s`.
    fn slowness(&self, m: &MotionState<D>, which: usize, along: Tangent<D>) -> f64 {
        let (rate, limit) = self.turning_rate(m, which, along);
        limit / rate.norm().max(f64::MIN_POSITIVE)
    }

    /// Positive while the direction is swift enough to be led; a led one is let go later than it is taken.
    ///
    /// A direction that points away from its rate is not behind it: exactly opposite it stays, and otherwise first turns
    /// round, away from where it was and not towards where it would be led.
    pub fn swiftness(&self, m: &MotionState<D>, which: usize) -> f64 {
        let along = direction(m.angle(which));
        if self.branch.slider(which) == SliderState::Led {
            return 1.0 - SWIFT * self.slowness(m, which, along);
        }
        let (rate, limit) = self.turning_rate(m, which, along);
        let behind = rate.try_normalize(0.0).map_or(0.0, |rate| rate.dot(&along));
        (1.0 - AGAIN * SWIFT * limit / rate.norm().max(f64::MIN_POSITIVE)).min(behind)
    }

    /// The direction of the rate.
    fn ahead(&self, m: &MotionState<D>, which: usize) -> Tangent<D> {
        let mut along = direction(m.angle(which));
        for _ in 0..ROUNDS {
            along = self.turning_rate(m, which, along).0.try_normalize(0.0).unwrap_or(along);
        }
        along
    }

    /// The direction of a led force.
    pub fn led(&self, m: &MotionState<D>, which: usize) -> Tangent<D> {
        let ahead = self.ahead(m, which);
        let e = match which {
            FRICTION => [ahead, self.pointing(m, ROLLING)],
            _ => [self.pointing(m, FRICTION), ahead],
        };
        let rate = self.rates(m, &self.towards(m, e, 0.0), self.problem.normal.clock(m.q));
        let aside = -across(&ahead);
        let turns = difference(|h| self.ahead(&m.after(&rate, h), which).dot(&aside), reach(m.q));
        (ahead - aside * (turns * self.slowness(m, which, ahead))).normalize()
    }
}
