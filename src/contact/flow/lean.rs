//! Restitution and nothing else, as fast as it goes.

use super::{CollisionError, Leg, MOST_LEGS, STUCK, States, control};
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
    if let Some(g) = leg.creeps() {
        return Ok(if g * g * STUCK > 1.0 { 0.0 } else { 1.0 / g });
    }
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

/// A weakly damped leg with the work of the dashpot over its coefficient: as exact for a loss of 1e-12 as for one of 0.1.
struct Draining<'a>(Lean<'a>);

impl Flow<3, 3> for Draining<'_> {
    fn derivative(&self, y: &State<3>, dy: &mut State<3>) {
        let (flow, q, w) = (&self.0.leg.flow, y[0], y[1]);
        *dy = State::from([w, flow.pull(q, w), flow.drained(q, w)]);
    }

    fn switches(&self, y: &State<3>) -> [f64; 3] {
        self.0.switches(&State::from([y[0], y[1]]))
    }

    fn stops(&self, _: usize) -> bool {
        true
    }
}

/// Part of the energy that an impact at `speed` (m/s) of an effective mass `m_star` (kg) loses, `1 - e^2`, for
/// restitutions above 0.5: from the work of the dashpot and what is left in the spring, not from the speed of parting,
/// whose rounding a small loss would drown in. Relative error of the order of `tolerance`.
///
/// # Errors
/// As [`restitution`]; also where more is lost.
pub fn loss(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let leg = Leg::first(law, m_star, speed, States::Motion)?;
    let flow = Draining(Lean { leg: &leg, by_force: leg.ends_by_force(), may_never_turn: leg.may_never_turn() });
    let run = integrate(&flow, State::from([leg.q, leg.w, 0.0]), &control)?;
    let Some(crossing) = run.stopped.filter(|crossing| crossing.switch == END) else {
        return Err(CollisionError::NoEnd);
    };
    let end = match flow.0.by_force {
        true => locate(&flow, &run, crossing, &control)?,
        false => onto_plane(&flow, run.states[crossing.before], 0, 0.0, &control)?,
    };
    Ok(2.0 * (leg.flow.damping() * end[2] + leg.flow.energy(end[0], 0.0)))
}
