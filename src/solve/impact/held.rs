//! A spring that goes with its limit without slipping.
//!
//! A dashpot that is dropped while the surfaces slide makes the force jump where they begin to. Let the contact unload
//! with the slip velocity on its way back: the limit takes the spring along as long as `k_t v_s` is more than the limit
//! changes. Slipping, without the dashpot, friction soon makes it less; sticking, with the dashpot, it is soon more again.
//! A code that steps goes back and forth with every step. In the limit of short steps the surfaces follow the limit,
//! `k_t v_s = d(mu N)/dt`, under a mean force with a share of the dashpot, which is what keeps them there: Filippov 1988,
//! Differential Equations with Discontinuous Righthand Sides, section 4.

use super::contact_state::SliderState;
use super::motion::ImpactMotion;
use super::normal::NormalMotion;
use super::state::MotionState;

/// Length of the differences along the motion, over what it takes to come to touch.
const STEP: f64 = 1e-3;

/// A derivative by four values about the middle, a step of `h` apart; of fourth order.
pub fn difference(at: impl Fn(f64) -> f64, h: f64) -> f64 {
    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
}

/// How fast a deviation from the limit dies away where the overlap is `q^p`: as the 30th power of `q`. Kept as it is, the
/// little that a tolerance leaves of it would stand against an ever softer spring.
fn decay(q: f64) -> f64 {
    30.0 / q.abs().max(1e-9)
}

/// Length of a difference where the overlap is `q^p`.
pub fn reach(q: f64) -> f64 {
    STEP * q.abs().clamp(1e-9, 1.0)
}

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// The share of the dashpot that keeps the spring at its limit; half of it where the dashpot does nothing, as at touch.
    pub fn share(&self, m: &MotionState<D>) -> f64 {
        let [without, with] = [0.0, 1.0].map(|share| self.excess_rate(m, share));
        if without == with { 0.5 } else { without / (without - with) }
    }

    /// How much faster the excess of [`slip_excess`](Self::slip_excess) changes along the motion, with a share of the
    /// dashpot, than it should to die away.
    pub fn excess_rate(&self, m: &MotionState<D>, share: f64) -> f64 {
        let held = self.sliding(match self.branch.slide {
            SliderState::Slip(along, _) => SliderState::Held(along),
            other => other,
        });
        let rate = held.rates(m, &held.sharing(m, share), self.problem.normal.clock(m.q));
        let excess = |h: f64| {
            let there = m.after(&rate, h);
            held.slip_excess(&there, &held.sharing(&there, 0.0))
        };
        difference(excess, reach(m.q)) + decay(m.q) * excess(0.0)
    }

    /// Whether sticking at the limit leads back to slipping at once.
    pub fn returns(&self, m: &MotionState<D>) -> bool {
        self.problem.drops() && self.excess_rate(m, 1.0) > 0.0
    }
}
