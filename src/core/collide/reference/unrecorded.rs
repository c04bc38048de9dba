//! Single results of an impact without uncertainties, at the lowest cost: the same events as those of a collision, without its records.

use super::events::{Finish, TimeSeries, run_events};
use super::normal::PowerMotion;
use super::pass::control;
use super::problem::{Approach, Problem};
use super::scaled::States;
use super::state::{BARE, DRAINED, HEAD_ON, LEAN, MotionState, SPINLESS};
use crate::collide::error::CollisionError;
use crate::collide::ode::{Control, Method};
use crate::law::scene::Scene;
use crate::law::shear::{Levers, ShearForce};
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
/// use collisionbench_core::collide::restitution;
/// use collisionbench_core::law::{Ends, PowerForce};
///
/// // A linear dashpot of ratio 0.1 that may pull: e = exp(-pi z/sqrt(1-z^2)).
/// let law = PowerForce { K: 1e5, alpha: 1.0, C: 0.2 * (1e5f64 * 1e-3).sqrt(), beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let e = restitution(&law, 1e-3, 2.0, 1e-12)?;
/// assert!((e - (-std::f64::consts::PI * 0.1 / 0.99f64.sqrt()).exp()).abs() < 1e-12);
/// # Ok::<(), collisionbench_core::collide::CollisionError>(())
/// ```
///
/// # Errors
/// When a parameter is invalid, the clamped force never stops the approach, or the integrator fails.
pub fn restitution(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, CollisionError> {
    let control = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let problem = Problem::head_on(law, m_star, States::Motion, [speed, 0.0])?;
    if problem.holds {
        return Ok(0.0);
    }
    let Finish { y, problem, stays, .. } = ended::<BARE>(&problem, speed, &control)?;
    Ok(if stays { 0.0 } else { -y[1] * problem.scale.speed / speed })
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
    let first = Problem::head_on(law, m_star, States::Motion, [speed, 0.0])?;
    let Finish { y, problem, stays, .. } = ended::<DRAINED>(&first, speed, &control)?;
    if stays || problem.scale != first.scale {
        return Err(CollisionError::NoEnd);
    }
    let PowerMotion { g, flow, .. } = &problem.normal;
    Ok(2.0 * (g * y[BARE] + flow.energy(y[0], 0.0)))
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
/// restitution and duration of the law. A force that ends within 1e-9 of touch, as under a dashpot of 1e-9 in units of the impact, ends at touch:
/// the duration lacks that part, 3e-10 of it, and the restitution 2e-11 under a weight of 0.02. A force that has been clamped to zero is assumed zero until the overlap is zero.
///
/// # Errors
/// When a parameter is invalid, the contact adds energy and is clamped, the integrator fails, or the bodies come to rest on
/// each other.
pub fn weighed(law: &PowerForce, m_star: f64, speed: f64, acceleration: f64) -> Result<Weighed, CollisionError> {
    let control = control(Method::Dop853, 1e-12, LONGEST_TIMED_STEP)?;
    let first = Problem::head_on(law, m_star, States::All, [speed, acceleration])?;
    let Finish { y, problem, stays, .. } = ended::<HEAD_ON>(&first, speed, &control)?;
    if stays {
        return Err(CollisionError::NoEnd);
    }
    let scale = &problem.scale;
    let (overlap, parting) = (problem.normal.flow.overlap(y[0]) * scale.length, -y[1] * scale.speed);
    let duration = y[MotionState::<0>::TIME] * scale.time;
    if overlap == 0.0 || law.ends == Ends::ZeroForce {
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

/// The end of a head-on impact at `speed`, m/s.
fn ended<const N: usize>(
    problem: &Problem,
    speed: f64,
    control: &Control,
) -> Result<Finish<PowerMotion, 0, N>, CollisionError> {
    let start = problem.at_touch::<0>(&Approach::head_on(problem.bodies.m_star, speed));
    run_events(problem, start, control, &mut TimeSeries::default())
}

/// Longest step of a pass that integrates only the motion.
const LEAN_STEP: f64 = 0.4;

/// First step of such a pass, over the eighth root of the tolerance.
const FIRST_STEP: f64 = 3.0;

/// Only the end of a planar collision: rate of separation, tangential velocity (both in the axes that have turned with
/// the contact), m/s, and the spins along `b`, rad/s.
///
/// One pass of Dop853 without an uncertainty, with `tolerance` relative to the speed of approach also where a velocity
/// passes through zero; 0 for the rate of separation when the bodies stay in contact.
///
/// # Errors
/// When a number is not valid for a collision, the scene is not planar or its law has slip annuli, the clamped force
/// never reverses the approach, or the integrator fails.
pub fn rebound(scene: &Scene, shear: &ShearForce, tolerance: f64) -> Result<[f64; 4], CollisionError> {
    if !scene.kinematics.is_planar() || shear.form.is_planar() {
        return Err(CollisionError::Number { name: "spin out of the plane, or rings of slip", value: f64::NAN });
    }
    let first_step = FIRST_STEP * libm::pow(tolerance, 0.125);
    let control = Control { absolute: 1.0, first_step, ..control(Method::Dop853, tolerance, LEAN_STEP)? };
    let approach = Approach::of(scene);
    let problem = Problem::new(&scene.power()?, shear, &approach)?;
    let before = problem.at_touch::<1>(&approach);
    let [w, v, spins @ ..] = match problem.without_spins() {
        None => end_speeds::<LEAN>(&problem, &before, &control)?,
        Some((still, compliance)) => {
            let (Levers { slip, torque }, speed) = (problem.shear.levers, problem.scale.speed);
            let (arms, torque_arms) = (problem.arms(slip, 0.0), problem.arms(torque, 0.0));
            let spins = before.spin.map(|spin| spin[0]);
            let slip = before.v[0] - spins[0] * arms[0] - spins[1] * arms[1];
            let start = MotionState { v: [slip].into(), spin: Default::default(), ..before };
            let [w, left, ..] = end_speeds::<SPINLESS>(&still, &start, &control)?;
            let change = (left - slip * speed) / compliance;
            let spin = |i: usize| spins[i] * speed - problem.inertia_ratio[i] * torque_arms[i] * change;
            [w, before.v[0] * speed + change, spin(0), spin(1)]
        }
    };
    let spin =
        |i: usize| if problem.bodies.radius[i].is_infinite() { 0.0 } else { spins[i] / problem.bodies.radius[i] };
    Ok([w, v, spin(0), spin(1)])
}

/// Speeds at the end of an impact, m/s: rate of separation, tangential velocity, and the surface speeds of the spins.
fn end_speeds<const N: usize>(
    problem: &Problem,
    start: &MotionState<1>,
    control: &Control,
) -> Result<[f64; 4], CollisionError> {
    let finish = run_events::<PowerMotion, 1, N>(problem, *start, control, &mut TimeSeries::default())?;
    let m = MotionState::<1>::of(&finish.y);
    let w = if finish.stays { 0.0 } else { -m.w };
    Ok([w, m.v[0], m.spin[0][0], m.spin[1][0]].map(|x| x * finish.problem.scale.speed))
}
