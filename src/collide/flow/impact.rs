//! Single results of an impact without uncertainties, at the lowest cost: restitution, energy loss, and the effect of a weight.

use super::motion::{Ended, follow};
use super::{CollisionError, Segment, States, control};
use crate::collide::ode::Method;
use crate::law::{Ends, PowerForce};

/// Longest step without time among the states: the error estimate then covers all states, and steps may be long.
const LONGEST_STEP: f64 = 0.5;

/// Longest step with time among the states.
const LONGEST_TIMED_STEP: f64 = 0.05;

/// Restitution of an impact at `speed` (m/s) of an effective mass `m_star` (kg): rate of separation over rate of
/// approach, 0 when the contact may pull and the bodies never separate.
///
/// One integration with Dop853, without an uncertainty; the relative error is of the order of `tolerance`, and a few times
/// that for the smallest restitutions.
///
/// ```
/// use collisionbench::collide::flow::restitution;
/// use collisionbench::law::{Ends, PowerForce};
///
/// // A linear dashpot of ratio 0.1 that may pull: e = exp(-pi z/sqrt(1-z^2)).
/// let law = PowerForce { K: 1e5, alpha: 1.0, C: 0.2 * (1e5f64 * 1e-3).sqrt(), beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let e = restitution(&law, 1e-3, 2.0, 1e-12)?;
/// assert!((e - (-std::f64::consts::PI * 0.1 / 0.99f64.sqrt()).exp()).abs() < 1e-12);
/// # Ok::<(), collisionbench::collide::flow::CollisionError>(())
/// ```
///
/// # Errors
/// When a parameter is invalid, the clamped force never stops the approach, or the integrator fails.
pub fn restitution(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let first = Segment::first(law, m_star, speed, States::Motion, 0.0)?;
    if first.holds() {
        return Ok(0.0);
    }
    let (leg, end, ended) = follow::<2>(first, &control, |_, _| ())?;
    Ok(if ended == Ended::Holds { 0.0 } else { -end[1] * leg.scale.speed / speed })
}

/// Fraction of the energy that an impact at `speed` (m/s) of an effective mass `m_star` (kg) loses, `1 - e^2`, for
/// restitutions above 0.5: from the work of the dashpot and the energy remaining in the spring, not from the speed of
/// separation, whose rounding error exceeds a small loss. The dashpot's work is integrated divided by its coefficient, so that
/// a loss of 1e-12 is as exact as one of 0.1. Relative error of the order of `tolerance`.
///
/// # Errors
/// As [`restitution`]; also where the loss is larger.
pub fn loss(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let first = Segment::first(law, m_star, speed, States::Motion, 0.0)?;
    let (leg, end, ended) = follow::<3>(first, &control, |_, _| ())?;
    if ended == Ended::Holds || leg.scale != first.scale {
        return Err(CollisionError::NoEnd);
    }
    Ok(2.0 * (leg.flow.damping() * end[2] + leg.flow.energy(end[0], 0.0)))
}

/// Result of an impact under a constant force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed {
    /// Rate of separation at the end over rate of approach at first touch.
    pub restitution: f64,
    /// From first touch to the end, s.
    pub duration: f64,
}

/// The impact of an effective mass `m_star` (kg) at `speed` (m/s) under a constant `acceleration` (m/s2) towards each other:
/// `m* d2(delta)/dt2 = m* a - F`, integrated to the end of contact of the law.
///
/// Relative error of the order of 1e-11 while the impact, not the weight, determines the force; with `acceleration` 0 it is the
/// restitution and duration of the law. A force that has been clamped to zero is assumed zero until the overlap is zero.
///
/// # Errors
/// When a parameter is invalid, the contact adds energy and is clamped, the integrator fails, or the bodies come to rest on
/// each other.
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
    // Free flight after the force is zero: u^2 falls by 2 a delta on separation.
    let left = parting * parting - 2.0 * acceleration * overlap;
    if left.is_nan() || left <= 0.0 {
        return Err(CollisionError::NoEnd);
    }
    let free = 2.0 * overlap / (parting + left.sqrt());
    Ok(Weighed { restitution: left.sqrt() / speed, duration: duration + free })
}
