//! One number of an impact, or two, as fast as it goes: restitution, loss, and what a weight does to it.

use super::motion::{Ended, follow};
use super::{CollisionError, STUCK, Segment, States, control};
use crate::contact::{Ends, PowerForce};
use crate::ode::Method;

/// Without time among the states the error estimate sees everything, and steps may be long.
const LONGEST_STEP: f64 = 0.5;

/// Longest step with time among the states.
const LONGEST_TIMED_STEP: f64 = 0.05;

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
    let first = Segment::first(law, m_star, speed, States::Motion, 0.0)?;
    if let Some(g) = first.creeps() {
        return Ok(if g * g * STUCK > 1.0 { 0.0 } else { 1.0 / g });
    }
    if first.holds() {
        return Ok(0.0);
    }
    let (leg, end, ended) = follow::<2>(first, &control, |_, _| ())?;
    Ok(if ended == Ended::Holds { 0.0 } else { -end[1] * leg.scale.speed / speed })
}

/// Part of the energy that an impact at `speed` (m/s) of an effective mass `m_star` (kg) loses, `1 - e^2`, for
/// restitutions above 0.5: from the work of the dashpot and what is left in the spring, not from the speed of parting,
/// whose rounding a small loss would drown in. The dashpot's work is integrated over its coefficient: as exact for a loss
/// of 1e-12 as for one of 0.1. Relative error of the order of `tolerance`.
///
/// # Errors
/// As [`restitution`]; also where more is lost.
pub fn loss(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let first = Segment::first(law, m_star, speed, States::Motion, 0.0)?;
    let (leg, end, ended) = follow::<3>(first, &control, |_, _| ())?;
    if ended == Ended::Holds || leg.scale != first.scale {
        return Err(CollisionError::NoEnd);
    }
    Ok(2.0 * (leg.flow.damping() * end[2] + leg.flow.energy(end[0], 0.0)))
}

/// What comes of an impact under a constant force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed {
    /// Rate of separation at the end over rate of approach at first touch.
    pub restitution: f64,
    /// From first touch to the end, s.
    pub duration: f64,
}

/// The impact of an effective mass `m_star` (kg) at `speed` (m/s) that is pressed on by `acceleration` (m/s2) all the
/// while: `m* d2(delta)/dt2 = m* a - F`, to the end that the law names.
///
/// Relative error of the order of 1e-11 while the impact, not the weight, makes the force; with `acceleration` 0 the law's
/// own restitution and duration. A force that has been clamped to zero is taken to stay zero until the overlap is.
///
/// # Errors
/// When a number does not make a collision, the contact feeds energy and is clamped, the integrator gives up, or the bodies
/// come to rest on each other.
pub fn weighed(law: &PowerForce, m_star: f64, speed: f64, acceleration: f64) -> Result<Weighed, CollisionError> {
    let control = control(Method::Dop853, 1e-12, LONGEST_TIMED_STEP)?;
    let first = Segment::first(law, m_star, speed, States::All, acceleration)?;
    let mut duration = 0.0;
    let (leg, end, ended) = follow::<4>(first, &control, |leg, end| duration += end[3] * leg.scale.time)?;
    let (overlap, parting) = (leg.flow.overlap(end[0]) * leg.scale.length, -end[1] * leg.scale.speed);
    if ended == Ended::Holds {
        return Err(CollisionError::NoEnd);
    }
    if ended == Ended::ByOverlap || law.ends == Ends::ZeroForce {
        return Ok(Weighed { restitution: parting / speed, duration });
    }
    // Free of the force: u^2 falls by 2 a delta on the way out.
    let left = parting * parting - 2.0 * acceleration * overlap;
    if left.is_nan() || left <= 0.0 {
        return Err(CollisionError::NoEnd);
    }
    let free = 2.0 * overlap / (parting + left.sqrt());
    Ok(Weighed { restitution: left.sqrt() / speed, duration: duration + free })
}
