//! A held spring: its force follows the friction limit without slip.
//!
//! With a dashpot that is dropped while the surfaces slide the force jumps where sliding starts. Take a contact that
//! unloads while the slip velocity reverses: the surfaces slide as long as `k_t v_s` exceeds the rate of the limit.
//! During sliding, without the dashpot, friction soon makes `k_t v_s` smaller; during sticking, with the dashpot, it is
//! soon larger again. A time-stepping code alternates with every step. In the limit of short steps the spring follows
//! the limit, `k_t v_s = d(mu N)/dt`, under a mean force with that share of the dashpot which keeps it there: Filippov
//! 1988, Differential Equations with Discontinuous Righthand Sides, section 4.

use super::contact_state::SliderState;
use super::motion::ImpactMotion;
use super::normal::NormalMotion;
use super::state::MotionState;

/// Step of the finite differences along the motion, over the distance `q` to touch.
const STEP: f64 = 1e-3;

/// Central difference of four values at a step of `h`; of fourth order.
fn difference(at: impl Fn(f64) -> f64, h: f64) -> f64 {
    (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h)
}

/// Decay rate of a deviation from the limit where the overlap is `q^p`: as the 30th power of `q`. Without decay, the
/// small deviation within the tolerance would become large relative to an ever softer spring.
fn decay(q: f64) -> f64 {
    30.0 / q.abs().max(1e-9)
}

/// Step of a finite difference where the overlap is `q^p`.
fn reach(q: f64) -> f64 {
    STEP * q.abs().clamp(1e-9, 1.0)
}

impl<M: NormalMotion, const D: usize> ImpactMotion<'_, M, D> {
    /// The share of the dashpot that keeps the spring at its limit; 0.5 where the dashpot has no effect, as at touch.
    pub fn share(&self, m: &MotionState<D>) -> f64 {
        let [without, with] = [0.0, 1.0].map(|share| self.excess_rate(m, share));
        if without == with { 0.5 } else { without / (without - with) }
    }

    /// Rate of [`slip_excess`](Self::slip_excess) along the motion, with this share of the dashpot, minus the rate of its decay.
    pub fn excess_rate(&self, m: &MotionState<D>, share: f64) -> f64 {
        let held = self.sliding(match self.branch.slide {
            SliderState::Slip(along) => SliderState::Held(along),
            other => other,
        });
        let rate = held.rates(m, &held.sharing(m, share), self.problem.normal.clock(m.q));
        let excess = |h: f64| {
            let there = m.after(&rate, h);
            held.slip_excess(&there, &held.sharing(&there, 0.0))
        };
        difference(excess, reach(m.q)) + decay(m.q) * excess(0.0)
    }

    /// Whether surfaces that stick at the limit would slip again at once: the spring is held then.
    pub fn returns(&self, m: &MotionState<D>) -> bool {
        self.problem.drops() && self.excess_rate(m, 1.0) > 0.0
    }
}
