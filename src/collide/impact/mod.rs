//! Collisions, head-on and oblique: the law's own equations, integrated from event to event.
//!
//! Scaled and regularised as the head-on flow, `delta = L q^p` and `dt = p q^(p-1) ds`, with the tangential motion, the
//! spins, the memory of the spring and the works as further states. Between two events one branch of the equations is
//! valid: the surfaces stick or slip, the normal force acts or is clamped, the rolling resistance sticks or slips.
//! After an event the rates of the law determine the next branch; they are divided by the lowest power of `q` in them,
//! so that they can be compared at touch too.

mod chart;
mod contact_forces;
mod contact_state;
mod crossings;
mod estimate;
mod event_loop;
mod held;
mod ledger;
mod marched;
mod motion;
mod normal;
mod onset;
mod pass;
mod point;
mod problem;
mod rates;
mod rolling;
mod state;
mod tangential;
mod transitions;
mod turning;

pub(super) use estimate::combine;
pub use pass::rebound;

use pass::{Pass, pass, pass_branched};
use problem::{Problem, nothing_along};
use state::{HEAD_ON, PLANAR, SPATIAL};

use super::SolveError;
use crate::collide::flow::{CollisionError, control};
use crate::collide::ode::{Control, Method, OdeError};
use crate::collide::trajectory::{TangentialResult, Trajectory};
use crate::law::scene::{Bodies, ImpactKinematics, Scene};
use crate::law::shear::{Form, RollingForce, ShearForce, WhileSliding};
use crate::law::{Branched, PowerForce};

/// Longest step in `s`: see the head-on reference.
const LONGEST_STEP: f64 = 0.05;

/// Longest step where the bodies slip in two directions: three places within it are searched for short branches.
const LONGEST_TURN: f64 = 0.2;

/// To which it is shortened where the two integrators find different branches.
const SHORTEST_TURN: f64 = 0.05;

/// First step of a branch there: surfaces that start to stick at the limit may reach it again soon.
const FIRST_TURN: f64 = 1e-3;

/// The collision of a scene, its tangential half in [`Trajectory::tangential`], to a relative tolerance between 1e-14 and
/// 1e-3.
///
/// A scene without a tangential law is taken as frictionless. Uncertainties are those of
/// [`collide`](crate::collide::reference::collide).
///
/// # Errors
/// When a number is not valid for a collision, the clamped force never reverses the approach, an integrator fails, or
/// the two integrators find different events.
pub fn collide(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    collide_under(scene, None, tolerance)
}

/// As [`collide`] under a normal law with branches.
///
/// # Errors
/// As [`collide`].
pub fn collide_under(scene: &Scene, branched: Option<&Branched>, tolerance: f64) -> Result<Trajectory, SolveError> {
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
    let tangential =
        (!best.stays).then(|| tangential::tangential_result(scene, &best, &other, before, mixed, tolerance));
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
/// As [`restitution`](crate::collide::flow::restitution).
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
