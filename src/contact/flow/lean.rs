//! Restitution and nothing else, as fast as it goes.

use super::{CollisionError, Leg, MOST_LEGS, States, control};
use crate::contact::PowerForce;
use crate::ode::{Flow, Method, State, integrate, locate, onto_plane};

/// The two numbers that decide a collision, `q` and `w`.
struct Lean<'a> {
    leg: &'a Leg,
    /// Whether the end is where the force is zero.
    by_force: bool,
    may_never_turn: bool,
}

const END: usize = 0;
const LOST: usize = 1;

/// Without time among the states the error estimate sees everything, and steps may be long.
const LONGEST_STEP: f64 = 0.5;

impl Flow<2, 3> for Lean<'_> {
    #[inline]
    fn derivative(&self, y: &State<2>, dy: &mut State<2>) {
        let (q, w) = (y[0], y[1]);
        *dy = State::from([w, self.leg.flow.pull(q, w)]);
    }

    fn switches(&self, y: &State<2>) -> [f64; 3] {
        let (q, w) = (y[0], y[1]);
        let end = if self.by_force { self.leg.flow.divided_force(q, w) } else { q };
        let lost = if self.may_never_turn { self.leg.flow.divided_force(q, w) } else { 1.0 };
        [end, lost, self.leg.spent(q, w)]
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

/// Restitution of an impact at `speed` (m/s) of an effective mass `m_star` (kg): rate of separation over rate of
/// approach, 0 when the contact may pull and never lets go.
///
/// One pass of Dop853 without an uncertainty; its relative error is of the order of `tolerance`,
/// a few times that for the smallest restitutions.
///
/// ```
/// use collisionbench::contact::flow::restitution;
/// use collisionbench::contact::{Ends, PowerForce};
///
/// // A linear dashpot of ratio 0.1 that may pull: e = exp(-pi z/sqrt(1-z^2)).
/// let law = PowerForce { K: 1e5, alpha: 1.0, C: 0.2 * (1e5f64 * 1e-3).sqrt(), beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let e = restitution(&law, 1e-3, 2.0, 1e-12)?;
/// assert!((e - (-std::f64::consts::PI * 0.1 / 0.99f64.sqrt()).exp()).abs() < 1e-12);
/// # Ok::<(), collisionbench::contact::flow::CollisionError>(())
/// ```
///
/// # Errors
/// When a number does not make a collision, the clamped force never turns the bodies round, or the integrator gives up.
pub fn restitution(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let mut leg = Leg::first(law, m_star, speed, States::Motion)?;
    for _ in 0..MOST_LEGS {
        if leg.holds() {
            return Ok(0.0);
        }
        let flow = Lean { leg: &leg, by_force: leg.ends_by_force(), may_never_turn: leg.may_never_turn() };
        let run = integrate(&flow, State::from([leg.q, leg.w]), &control)?;
        let Some(crossing) = run.stopped else { return Err(CollisionError::NoEnd) };
        match crossing.switch {
            END if flow.by_force => return Ok(-locate(&flow, &run, crossing, &control)?[1] * leg.scale.speed / speed),
            END => {
                let end = onto_plane(&flow, run.states[crossing.before], 0, 0.0, &control)?;
                return Ok(-end[1] * leg.scale.speed / speed);
            }
            LOST => return Err(CollisionError::NeverTurns),
            _ => {}
        }
        let Some(last) = run.last() else { return Err(CollisionError::NoEnd) };
        match leg.next(last[0], last[1]) {
            Some(next) => leg = next,
            None => return Ok(0.0),
        }
    }
    Err(CollisionError::NoEnd)
}
