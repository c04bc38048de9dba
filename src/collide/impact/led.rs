//! A led force: its direction is taken from the rate at which the force would grow if the surfaces stuck.
//!
//! While the surfaces slip the direction `e` of the force turns towards that rate, `R`, by `|R|/(mu N)` times the sine
//! of the angle between them. With a dashpot within the limit `R` stays finite as `mu N` goes to zero, at touch and at
//! the end, and no explicit method can follow `e`. It need not: `e` lags behind `R` by the turning rate of `R` over
//! `|R|/(mu N)`, with an error of second order in the inverse of a rate above [`SWIFT`].

use super::contact_state::{FRICTION, ROLLING, SliderState, Tangent, across, direction};
use super::held::{difference, reach};
use super::motion::ImpactMotion;
use super::normal::LEAST;
use super::normal::NormalMotion;
use super::problem::Rolling;
use super::state::MotionState;

/// Turning rate, by `s`, of a direction above which the force is led.
const SWIFT: f64 = 1e4;

/// Factor on [`SWIFT`] for a force to become led; a led one stays led down to [`SWIFT`].
const AGAIN: f64 = 4.0;

/// Iterations for the direction of a rate that depends on the direction itself, by a ten-thousandth.
const ROUNDS: usize = 4;

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// Whether a force may be led: its limit goes to zero while its rate `R` stays finite, with a dashpot, or where the normal
    /// force is zero before the overlap is; the limit of a rolling spring always goes to zero faster than its rate.
    pub fn may_be_led(&self, which: usize) -> bool {
        let problem = self.problem;
        let rolls = matches!(problem.rolling, Rolling::Between { spring: true, .. });
        D > 1
            && match which {
                // Not both sliders: their directions depend on each other. With a dropped dashpot the spring is held instead.
                FRICTION => {
                    let fades = problem.limit_bends() && problem.ending.fades && !rolls && !problem.drops();
                    problem.capped() || (fades && problem.shear.form.is_spring())
                }
                _ => rolls,
            }
    }

    /// Rate of a slider's force with the direction `along` if the slider stuck, and its limit over the same factor. Without the
    /// rate parallel to the force, due to a stiffness that grows on a stored stretch: that part does not turn the force.
    fn turning_rate(&self, m: &MotionState<D>, which: usize, along: Tangent<D>) -> (Tangent<D>, f64) {
        // In a chart both are zero at touch.
        let m = &MotionState { q: if M::PIECES { self.problem.normal.off_touch(m.q, LEAST) } else { m.q }, ..*m };
        if which == FRICTION {
            let at = self.towards(m, [along, self.pointing(m, ROLLING)], 0.0);
            return (self.stuck_rate(m, &at, Tangent::zeros()), self.limit_over(m, &at));
        }
        let at = self.towards(m, [self.pointing(m, FRICTION), along], 0.0);
        // Both over the time scaling `dt/ds`, which is zero at touch.
        (self.roll_rate(&at), at.rolling.limit / self.problem.normal.clock(self.problem.normal.off_touch(m.q, LEAST)))
    }

    /// Inverse of the turning rate, by `s`, of the direction.
    fn slowness(&self, m: &MotionState<D>, which: usize, along: Tangent<D>) -> f64 {
        let (rate, limit) = self.turning_rate(m, which, along);
        limit / rate.norm().max(f64::MIN_POSITIVE)
    }

    /// Positive while the direction turns fast enough to be led; a led force stays led down to a lower rate.
    ///
    /// A direction at more than 90 degrees to its rate does not lag behind it: an exactly opposite one stays, any other
    /// first turns round, and a led direction would not describe that.
    pub fn swiftness(&self, m: &MotionState<D>, which: usize) -> f64 {
        let along = direction(m.angle(which));
        if self.branch.slider(which) == SliderState::Led {
            return 1.0 - SWIFT * self.slowness(m, which, along);
        }
        let (rate, limit) = self.turning_rate(m, which, along);
        let behind = rate.try_normalize(0.0).map_or(0.0, |rate| rate.dot(&along));
        (1.0 - AGAIN * SWIFT * limit / rate.norm().max(f64::MIN_POSITIVE)).min(behind)
    }

    /// The direction of the rate `R`, by iteration.
    fn ahead(&self, m: &MotionState<D>, which: usize) -> Tangent<D> {
        let mut along = direction(m.angle(which));
        for _ in 0..ROUNDS {
            along = self.turning_rate(m, which, along).0.try_normalize(0.0).unwrap_or(along);
        }
        along
    }

    /// The direction of a led force: that of `R` minus the lag.
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
