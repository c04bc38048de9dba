//! The exact solution: the law's own equations, integrated from event to event, head-on and oblique, with an uncertainty on every number.
//!
//! Scaled and regularised as the head-on flow, `delta = L q^p` and `dt = p q^(p-1) ds`, with the tangential motion, the
//! spins, the memory of the spring and the works as further states. Between two events one branch of the equations is
//! valid: the surfaces stick or slip, the normal force acts or is clamped, the rolling resistance sticks or slips.
//! After an event the rates of the law determine the next branch; they are divided by the lowest power of `q` in them,
//! so that they can be compared at touch too.

mod chart;
mod events;
mod forces;
mod marched;
mod normal;
mod pass;
mod problem;
pub mod scaled;
mod state;
mod transitions;
mod turning;
mod uncertainty;
mod unrecorded;

pub use unrecorded::{Weighed, loss, rebound, restitution, weighed};

use pass::{Pass, control, pass, pass_branched, second};
use problem::{Problem, nothing_along};
use state::{HEAD_ON, PLANAR, SPATIAL};
use uncertainty::{combine, tangential_result};

use super::SolveError;
use crate::collide::error::CollisionError;
use crate::collide::estimate::Estimate;
use crate::collide::ode::{Control, Method, OdeError};
use crate::collide::trajectory::{TangentialResult, Trajectory};
use crate::law::scene::{Bodies, ImpactKinematics, Scene};
use crate::law::shear::{Form, RollingForce, ShearForce, WhileSliding};
use crate::law::{Branched, PowerForce};

/// Longest step in `s`, where `dq/ds` is the speed and a collision is about 3 long.
///
/// With time and work among the states, Dop853 underestimates the error of long steps: see the canary tests of `ode`.
const LONGEST_STEP: f64 = 0.05;

/// Longest step where the bodies slip in two directions: three places within it are searched for short branches.
const LONGEST_TURN: f64 = 0.2;

/// To which it is shortened where the two integrators find different branches.
const SHORTEST_TURN: f64 = 0.05;

/// First step of a branch there: surfaces that start to stick at the limit may reach it again soon.
const FIRST_TURN: f64 = 1e-3;

/// The impact of a scene, with what the rounding of its input adds to each uncertainty.
///
/// # Errors
/// As [`impact`].
pub fn solve(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    Ok(informed(scene, impact(scene, tolerance)?))
}

/// The impact of a scene, for all laws.
///
/// # Errors
/// As [`collide`], [`collide_branched`] and [`oblique`].
pub fn impact(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    let (m_star, speed) = (scene.pair.m_star, scene.speed);
    // A head-on impact without a tangential law has no tangential motion.
    let along = scene.shear.is_some() || !scene.kinematics.is_head_on();
    let trajectory = match scene.branches()? {
        branched if along => oblique_under(scene, branched.as_ref(), tolerance)?,
        Some(contact) => collide_branched(&contact, m_star, speed, scene.before, tolerance)?,
        None => collide(&scene.power()?, m_star, speed, tolerance)?,
    };
    Ok(if scene.contact.on_plate() { with_real_force(trajectory) } else { trajectory })
}

/// On a plate that bends: the dashpot of the contact coordinate is the motion of the plate, the real force is the elastic part
/// `K delta^n`. It is largest at the largest overlap and zero at zero overlap only.
fn with_real_force(mut trajectory: Trajectory) -> Trajectory {
    for sample in &mut trajectory.samples {
        sample.force = sample.force_elastic;
    }
    let Trajectory { turning, zero_overlap, end, .. } = &mut trajectory;
    for moment in [turning, zero_overlap, end].into_iter().flatten() {
        moment.force = moment.force_elastic;
    }
    (trajectory.max_force, trajectory.zero_force) = (trajectory.turning, None);
    trajectory
}

/// Relative effect of rounding on a coefficient derived from a restitution: the absolute rounding error of `1 - e` is that
/// of `e`. Every result proportional to the energy loss inherits it.
fn informed(scene: &Scene, mut trajectory: Trajectory) -> Trajectory {
    let Some(e) = scene.restitution_requested().filter(|e| *e > 0.0 && *e < 1.0) else { return trajectory };
    let part = 2.0 * f64::EPSILON / (1.0 - e);
    let widen = |number: &mut Estimate, power: f64| number.uncertainty += power * part * number.value.abs();
    widen(&mut trajectory.energy_dashpot, 1.0);
    if let Some(tangential) = &mut trajectory.tangential {
        widen(&mut tangential.energy_shear_dashpot, 1.0);
    }
    // Overlap at zero force: K delta^alpha = C delta^beta v.
    let Some(PowerForce { alpha, beta, .. }) = scene.force else { return trajectory };
    let power = if alpha > beta { 1.0 / (alpha - beta) } else { 0.0 };
    widen(&mut trajectory.energy_strain, power * (alpha + 1.0));
    let deleted = trajectory.end.as_mut().filter(|end| end.overlap.value > 0.0);
    for moment in [trajectory.zero_force.as_mut(), deleted].into_iter().flatten() {
        widen(&mut moment.overlap, power);
        widen(&mut moment.force_elastic, power * alpha);
    }
    trajectory
}

/// The collision of an effective mass `m_star` (kg) at `speed` (m/s) under one force, to a relative tolerance between
/// 1e-14 and 1e-3.
///
/// Every number has an uncertainty that covers its true error: the largest of the tolerance, three times the
/// difference to an integration by extrapolation, and the effect of rounding.
///
/// ```
/// use collisionbench::law::{Ends, PowerForce};
/// use collisionbench::collide::reference::collide;
///
/// // A 1 g ball meets an elastic half-space at 1 m/s: delta_max = (5 m v^2/(4 K))^(2/5).
/// let law = PowerForce { K: 1e9, alpha: 1.5, C: 0.0, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let trajectory = collide(&law, 1e-3, 1.0, 1e-13)?;
/// let deepest = trajectory.turning.ok_or("it turns round")?.overlap;
/// let exact = (5.0 * 1e-3 / (4.0 * 1e9_f64)).powf(0.4);
/// assert!((deepest.value - exact).abs() <= deepest.uncertainty);
/// assert!(deepest.uncertainty < 1e-12 * exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a parameter is invalid, the clamped force never stops the approach, an integrator fails, or the two integrators
/// disagree on which events occur.
pub fn collide(law: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<Trajectory, SolveError> {
    let first = control(Method::Dop853, tolerance, LONGEST_STEP)?;
    let [best, other] = [first, second(&first)].map(|control| head_on(law, m_star, speed, &control));
    combine(&best?, &other?, tolerance, m_star, speed)
}

/// The head-on impact of an effective mass `m_star` (kg) at `speed` (m/s) under a law with branches; after an earlier impact at
/// the speed `before` (m/s), if the law remembers it, the second impact.
///
/// # Errors
/// As [`collide`]; when the bodies stick in the first of two impacts.
pub fn collide_branched(
    contact: &Branched,
    m_star: f64,
    speed: f64,
    before: Option<f64>,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    let first = control(Method::Dop853, (0.1 * tolerance).max(1e-14), LONGEST_STEP)?;
    let [best, other] =
        [first, second(&first)].map(|control| head_on_branched(contact, m_star, speed, before, &control));
    combine(&best?, &other?, tolerance, m_star, speed)
}

/// The collision of a scene, its tangential half in [`Trajectory::tangential`], to a relative tolerance between 1e-14 and
/// 1e-3.
///
/// A scene without a tangential law is taken as frictionless. Uncertainties are those of
/// [`collide`].
///
/// # Errors
/// When a number is not valid for a collision, the clamped force never reverses the approach, an integrator fails, or
/// the two integrators find different events.
pub fn oblique(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    oblique_under(scene, None, tolerance)
}

/// As [`oblique`] under a normal law with branches.
///
/// # Errors
/// As [`oblique`].
pub fn oblique_under(scene: &Scene, branched: Option<&Branched>, tolerance: f64) -> Result<Trajectory, SolveError> {
    let shear = scene.shear.unwrap_or(ShearForce::new(Form::Frictionless, 0.0));
    let rings = shear.form.is_planar();
    let flowing = if rings { ShearForce::new(Form::Frictionless, 0.0) } else { shear };
    let planar = scene.kinematics.is_planar();
    if !planar {
        refused(&flowing)?;
    }
    let run = |control: &Control| -> Result<Pass, SolveError> {
        if let Some(contact) = branched {
            let once = |scene: &Scene, largest| {
                let (problem, touch) = Problem::branched(scene, contact, &flowing, largest)?;
                let kinematics = &scene.kinematics;
                Ok(if planar {
                    pass_branched::<1, PLANAR>(&problem, touch, scene.speed, kinematics, control)?
                } else {
                    pass_branched::<2, SPATIAL>(&problem, touch, scene.speed, kinematics, control)?
                })
            };
            return after_first(scene.first().as_ref(), scene, once);
        }
        let problem = Problem::new(scene, &flowing)?;
        Ok(if planar {
            pass::<1, PLANAR>(&problem, scene.speed, &scene.kinematics, control)?
        } else {
            pass::<2, SPATIAL>(&problem, scene.speed, &scene.kinematics, control)?
        })
    };
    let run = |control: &Control| run(control).map_err(|error| reason(scene, error));
    // Near the speed at which bodies stick, the remaining energy is a small part of the initial energy.
    let tight = if branched.is_some() { (0.1 * tolerance).max(1e-14) } else { tolerance };
    let both = |longest: f64| -> Result<[Pass; 2], SolveError> {
        let [first, second] = if planar {
            let first = control(Method::Dop853, tight, longest)?;
            // A method of low order takes short steps, which detect the short branches that long steps skip.
            [first, Control { method: Method::Dopri5, ..first }]
        } else {
            let tight = (0.1 * tight).max(1e-14);
            let first = Control { first_step: FIRST_TURN, ..control(Method::Extrapolation, tight, longest)? };
            [first, Control { method: Method::Bulirsch, tolerance: 10.0 * tight, ..first }]
        };
        Ok([run(&first)?, run(&second)?])
    };
    let changes = |pass: &Pass| pass.events.iter().map(|(change, _)| *change).collect::<Vec<_>>();
    let mut longest = if planar { LONGEST_STEP } else { LONGEST_TURN };
    let [mut best, mut other] = both(longest)?;
    // One of them has missed a short branch.
    while !planar && changes(&best) != changes(&other) && longest > SHORTEST_TURN {
        longest *= 0.25;
        // The retry may fail at the end of a contact; the first two passes are kept then, and their difference is the uncertainty.
        let Ok(found) = both(longest) else { break };
        [best, other] = found;
    }
    if rings {
        let marched = marched::march(scene, &shear, &best, tolerance)?;
        (best, other) = (marched.best, marched.other);
    }
    let trajectory = combine(&best, &other, tolerance, scene.pair.m_star, scene.speed)?;
    let [lumps, one_work] = match branched {
        Some(contact) => Problem::branched(scene, contact, &flowing, 0.0)?.0.works(),
        None => Problem::new(scene, &flowing)?.works(),
    };
    let mixed = flowing.dashpot.C > 0.0 || lumps;
    let before = Bodies::of(scene).slip(shear.levers.slip, &scene.kinematics);
    let tangential = (!best.stays).then(|| tangential_result(scene, &best, &other, before, mixed, tolerance));
    let tangential = tangential.map(|found| TangentialResult { separable: !one_work, ..found });
    Ok(Trajectory { tangential, ..trajectory })
}

/// An impact, after an earlier one of the same pair if there is one; `once` computes one impact from the largest
/// overlap (m) that the law remembers.
fn after_first<T: Copy>(
    before: Option<T>,
    impact: T,
    once: impl Fn(T, f64) -> Result<(Pass, f64), SolveError>,
) -> Result<Pass, SolveError> {
    let largest = match before {
        None => 0.0,
        Some(before) => match once(before, 0.0)? {
            (first, _) if first.stays => {
                return Err(SolveError::Refused("the bodies stick in the first of the two impacts".to_string()));
            }
            (_, largest) => largest,
        },
    };
    Ok(once(impact, largest)?.0)
}

/// One head-on pass of an effective mass `m_star` (kg) at `speed` (m/s).
///
/// # Errors
/// As [`restitution`](crate::collide::restitution).
pub(super) fn head_on(law: &PowerForce, m_star: f64, speed: f64, control: &Control) -> Result<Pass, CollisionError> {
    let problem = Problem::between(law, &nothing_along(), Bodies::head_on(m_star), speed)?;
    pass::<0, HEAD_ON>(&problem, speed, &ImpactKinematics::HEAD_ON, control)
}

/// As [`head_on`] under a law with branches; with `before`, the speed (m/s) of an earlier impact of the pair, the second impact.
///
/// # Errors
/// As [`head_on`]; when the bodies stick in the first of two impacts.
pub(super) fn head_on_branched(
    contact: &Branched,
    m_star: f64,
    speed: f64,
    before: Option<f64>,
    control: &Control,
) -> Result<Pass, SolveError> {
    let once = |speed, largest| {
        let bodies = Bodies::head_on(m_star);
        let (problem, touch) = Problem::with_branches(contact, &nothing_along(), bodies, [speed, largest])?;
        Ok(pass_branched::<0, HEAD_ON>(&problem, touch, speed, &ImpactKinematics::HEAD_ON, control)?)
    };
    after_first(before, speed, once)
}

/// Refuses the laws that are not implemented for spins about arbitrary axes.
fn refused(shear: &ShearForce) -> Result<(), SolveError> {
    let capped = shear.dashpot.C > 0.0 && shear.dashpot.sliding == WhileSliding::Capped;
    match shear.rolling {
        RollingForce::OwnSpin { .. } => Err(SolveError::RollingOutOfPlane("against a body's own spin")),
        RollingForce::SpringDashpot { .. } if capped => {
            Err(SolveError::RollingOutOfPlane("of a spring beside a tangential dashpot within the limit of friction"))
        }
        _ => Ok(()),
    }
}

/// Replaces an error about too many steps by its cause, where the bodies slip in two directions.
fn reason(scene: &Scene, error: SolveError) -> SolveError {
    let long = match &error {
        SolveError::Collision(CollisionError::NoEnd) => true,
        SolveError::Collision(CollisionError::Ode(ode)) => {
            matches!(ode, OdeError::TooManySteps { .. } | OdeError::Stiff { .. } | OdeError::StepUnderflow { .. })
        }
        _ => false,
    };
    let in_space = scene.shear.is_some() && !scene.kinematics.is_planar();
    if long && in_space { SolveError::SlipInSpace(error.to_string()) } else { error }
}
