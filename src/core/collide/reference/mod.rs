//! The exact solution: the law's own equations, integrated from event to event, head-on and oblique, with an uncertainty on every number.
//!
//! Scaled and regularised as the head-on flow, `delta = L q^p` and `dt = p q^(p-1) ds`, with the tangential motion, the
//! spins, the memory of the spring and the works as further states. Between two events one branch of the equations is
//! valid: the surfaces stick or slip, the normal force acts or is clamped, the rolling resistance sticks or slips.
//! After an event the rates of the law determine the next branch; they are divided by the lowest power of `q` in them,
//! so that they can be compared at touch too.

mod chart;
mod damped;
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

pub use problem::Approach;
pub use unrecorded::{Weighed, loss, rebound, restitution, weighed};

use events::{TimeSeries, run_events};
use pass::{Ended, Pass, Passes, control, second};
use problem::{Problem, nothing_along};
use state::{HEAD_ON, PLANAR, SPATIAL};
use uncertainty::combine;

use super::SolveError;
use crate::collide::error::CollisionError;
use crate::collide::estimate::Estimate;
use crate::collide::ode::{Control, Method, OdeError};
use crate::collide::trajectory::{ShearChange, Trajectory};
use crate::law::scene::Scene;
use crate::law::shear::{RollingForce, ShearForce, WhileSliding};
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

/// The impact of a scene, for all laws, to a relative tolerance between 1e-14 and 1e-3. The tangential half is in
/// [`Trajectory::tangential`]; a scene without a tangential law is taken as frictionless.
///
/// Uncertainties are those of [`collide`], with what the rounding of the input adds.
///
/// # Errors
/// As [`collide`], and where the tangential law is not computed for these spins.
pub fn solve(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    solved(scene, tolerance, Method::Dop853)
}

/// The same by the pair of order 5(4) of `ode_solvers`: it shares no coefficient and no code of its steps with the methods of [`solve`], and
/// detects short branches by short steps. Some ten times slower: a check. A motion out of the plane is that of [`solve`].
///
/// # Errors
/// As [`solve`].
pub fn solve_by_dopri5(scene: &Scene, tolerance: f64) -> Result<Trajectory, SolveError> {
    solved(scene, tolerance, Method::Dopri5)
}

fn solved(scene: &Scene, tolerance: f64, method: Method) -> Result<Trajectory, SolveError> {
    let shear = scene.shear.as_ref();
    // A head-on impact without a tangential law has no tangential motion.
    let branches = scene.branches()?;
    // Local damping along the axes may turn the motion off the normal.
    let damped = branches.as_ref().is_some_and(|contact| contact.law.motion().is_some());
    let alone = shear.is_none() && scene.kinematics.is_head_on() && !damped;
    let approach = if alone { Approach::normal(scene) } else { Approach::of(scene) };
    let trajectory = match branches {
        Some(contact) => collided_branched(&contact, shear, &approach, tolerance, method)?,
        None => collided(&scene.power()?, shear, &approach, tolerance, method)?,
    };
    Ok(informed(scene, if scene.contact.on_plate() { with_real_force(trajectory) } else { trajectory }))
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

/// The impact of two bodies under a power of the overlap, and a tangential law, to a relative tolerance between 1e-14 and 1e-3.
///
/// Every number has an uncertainty that covers its true error: the largest of the tolerance, three times the
/// difference to an integration by another method, and the effect of rounding.
///
/// ```
/// use collisionbench_core::law::{Ends, PowerForce};
/// use collisionbench_core::collide::reference::{Approach, collide};
///
/// // A 1 g ball meets an elastic half-space at 1 m/s: delta_max = (5 m v^2/(4 K))^(2/5).
/// let law = PowerForce { K: 1e9, alpha: 1.5, C: 0.0, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
/// let trajectory = collide(&law, None, &Approach::head_on(1e-3, 1.0), 1e-13)?;
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
pub fn collide(
    law: &PowerForce,
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    collided(law, shear, approach, tolerance, Method::Dop853)
}

/// As [`collide`], by the method of [`solve_by_dopri5`].
///
/// # Errors
/// As [`collide`].
pub fn collide_by_dopri5(
    law: &PowerForce,
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    collided(law, shear, approach, tolerance, Method::Dopri5)
}

fn collided(
    law: &PowerForce,
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
    method: Method,
) -> Result<Trajectory, SolveError> {
    let begin = |approach: &Approach, shear: &ShearForce, _| Problem::new(law, shear, approach);
    let mut found = passes(approach, shear, (tolerance, method), begin)?;
    if let Some(shear) = shear.filter(|shear| shear.form.is_planar()) {
        [found.best, found.other] = marched::march((law, shear), approach, &found.best, tolerance)?;
    }
    combine(&found, approach, shear, tolerance)
}

/// As [`collide`] under a law with branches; after an earlier impact, if the law remembers it, the second one.
///
/// # Errors
/// As [`collide`]; when the bodies stick in the first of two impacts.
pub fn collide_branched(
    contact: &Branched,
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
) -> Result<Trajectory, SolveError> {
    collided_branched(contact, shear, approach, tolerance, Method::Dop853)
}

fn collided_branched(
    contact: &Branched,
    shear: Option<&ShearForce>,
    approach: &Approach,
    tolerance: f64,
    method: Method,
) -> Result<Trajectory, SolveError> {
    if shear.is_some_and(|shear| shear.form.is_planar()) {
        return Err(SolveError::Rings("the normal force is no power of the overlap"));
    }
    if let Some(motion) = contact.law.motion() {
        return damped::collide((motion, contact.dashpot), shear, approach, tolerance);
    }
    let begin = |approach: &Approach, shear: &ShearForce, largest| Problem::branched(contact, shear, approach, largest);
    combine(&passes(approach, shear, (tolerance, method), begin)?, approach, shear, tolerance)
}

/// An impact by two methods, the first of which is given for motions in a plane; where they differ a third decides. `begin` sets it up
/// under a tangential law, for a contact that remembers a largest overlap, m; slip annuli are not among the states and are left out.
fn passes<M: Ended>(
    approach: &Approach,
    shear: Option<&ShearForce>,
    (tolerance, method): (f64, Method),
    begin: impl Fn(&Approach, &ShearForce, f64) -> Result<Problem<M>, CollisionError>,
) -> Result<Passes, SolveError> {
    let Approach { kinematics, .. } = approach;
    let directions = match (shear, kinematics) {
        (None, kinematics) if kinematics.is_head_on() => 0,
        (_, kinematics) if kinematics.is_planar() => 1,
        _ => 2,
    };
    let flowing = shear.filter(|shear| !shear.form.is_planar()).copied().unwrap_or_else(nothing_along);
    if directions == 2 {
        refused(&flowing)?;
    }
    let problem = begin(approach, &flowing, 0.0)?;
    let run = |control: &Control, is_second: bool| -> Result<Pass, SolveError> {
        let Some(before) = approach.earlier().filter(|_| M::PIECES) else {
            return Ok(pass_in(directions, &problem, approach, control, is_second)?);
        };
        let first = pass_in(directions, &begin(&before, &flowing, 0.0)?, &before, control, is_second)?;
        if first.stays {
            return Err(SolveError::Refused("the bodies stick in the first of the two impacts".to_string()));
        }
        let largest = first.losses.map_or(0.0, |losses| losses.largest);
        Ok(pass_in(directions, &begin(approach, &flowing, largest)?, approach, control, is_second)?)
    };
    let both = |longest: f64| -> Result<[Pass; 2], SolveError> {
        let [first, second] = methods::<M>(directions, tolerance, longest, method)?;
        let short = Control { method: Method::Dopri5, ..first };
        let best = match run(&first, false) {
            // Friction that chatters has more events the better they are resolved.
            Err(SolveError::Collision(CollisionError::NoEnd)) if directions == 1 => run(&short, false)?,
            found => found?,
        };
        match run(&second, true) {
            Err(_) if directions == 1 => Ok([best, run(&short, true)?]),
            other => Ok([best, other?]),
        }
    };
    let both = |longest| both(longest).map_err(|error| if shear.is_some() { reason(directions, error) } else { error });
    let mut longest = if directions < 2 { LONGEST_STEP } else { LONGEST_TURN };
    let [mut best, mut other] = loop {
        match both(longest) {
            // A branch that a long step passes over may be met again and again.
            Err(SolveError::SlipInSpace(_)) if longest > SHORTEST_TURN => longest *= 0.25,
            found => break found?,
        }
    };
    if directions == 1
        && method != Method::Dopri5
        && (!same_events(&best, &other) || apart(&best, &other) > DISAGREE * tolerance)
    {
        let [first, second] = methods::<M>(directions, tolerance, longest, method)?;
        // Where it fails the difference of the first two is the uncertainty.
        if let Ok(third) = run(&Control { method: Method::Dopri5, ..first }, true) {
            let off = |pass: &Pass| if same_events(&third, pass) { apart(&third, pass) } else { f64::INFINITY };
            if off(&other) < 0.1 * off(&best) {
                best = run(&second, false)?;
            }
            other = third;
        }
    }
    // One of them has missed a short branch.
    while directions == 2 && changes(&best).ne(changes(&other)) && longest > SHORTEST_TURN {
        longest *= 0.25;
        // The retry may fail at the end of a contact; the first two passes are kept then, and their difference is the uncertainty.
        let Ok(found) = both(longest) else { break };
        [best, other] = found;
    }
    let mixed = flowing.dashpot.C > 0.0 || problem.lumps();
    Ok(Passes { best, other, along: directions > 0, mixed, separable: !problem.pulls_spring() })
}

/// The difference of two passes over the tolerance from which on a third one, in short steps, takes the place of the one that is further off.
const DISAGREE: f64 = 30.0;

/// The changes of friction in a pass.
fn changes(pass: &Pass) -> impl Iterator<Item = ShearChange> {
    pass.events.iter().map(|(change, _)| *change)
}

/// Whether two passes have the same events.
fn same_events(a: &Pass, b: &Pass) -> bool {
    let has = |pass: &Pass| [pass.turning, pass.zero_force, pass.zero_overlap].map(|point| point.is_some());
    a.stays == b.stays && has(a) == has(b) && changes(a).eq(changes(b))
}

/// How far the velocities, the slip and the times of two passes are apart, relative to the speed and the duration.
fn apart(a: &Pass, b: &Pass) -> f64 {
    let speed = a.points.first().map_or(f64::NAN, |first| first.velocity.iter().map(|v| v * v).sum::<f64>().sqrt());
    let velocities = |pass: &Pass| pass.end.velocity.into_iter().chain(pass.end.slip);
    let velocity = velocities(a).zip(velocities(b)).map(|(a, b)| (a - b).abs() / speed);
    let times = |pass: &Pass| {
        [pass.turning, pass.zero_force, Some(pass.end)].map(|point| point.map_or(0.0, |point| point.time))
    };
    let late = times(a).into_iter().zip(times(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / a.end.time;
    velocity.fold(late, f64::max)
}

/// Both methods, with the settings of the first and of the second.
fn methods<M: Ended>(
    directions: usize,
    tolerance: f64,
    longest: f64,
    method: Method,
) -> Result<[Control; 2], CollisionError> {
    // Near the speed at which bodies stick, the remaining energy is a small part of the initial energy.
    let tight = if M::PIECES { (0.1 * tolerance).max(1e-14) } else { tolerance };
    Ok(match directions {
        0 | 1 => {
            let first = control(method, tight, longest)?;
            [first, second(&first)]
        }
        _ => {
            let tight = (0.1 * tight).max(1e-14);
            let first = Control { first_step: FIRST_TURN, ..control(Method::Extrapolation, tight, longest)? };
            [first, Control { method: Method::Bulirsch, tolerance: 10.0 * tight, ..first }]
        }
    })
}

/// One pass with so many tangential directions; `second` for that which provides the uncertainty.
fn pass_in<M: Ended>(
    directions: usize,
    problem: &Problem<M>,
    approach: &Approach,
    control: &Control,
    second: bool,
) -> Result<Pass, CollisionError> {
    let course = TimeSeries { second, ..TimeSeries::default() };
    match directions {
        0 => pass::<M, 0, HEAD_ON>(problem, approach, control, course),
        1 => pass::<M, 1, PLANAR>(problem, approach, control, course),
        _ => pass::<M, 2, SPATIAL>(problem, approach, control, course),
    }
}

/// One pass with `D` tangential directions, and `N` states.
fn pass<M: Ended, const D: usize, const N: usize>(
    problem: &Problem<M>,
    approach: &Approach,
    control: &Control,
    mut course: TimeSeries,
) -> Result<Pass, CollisionError> {
    let finish = run_events::<M, D, N>(problem, problem.at_touch(approach), control, &mut course)?;
    M::ended(&finish, course, control)
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
fn reason(directions: usize, error: SolveError) -> SolveError {
    let long = match &error {
        SolveError::Collision(CollisionError::NoEnd) => true,
        SolveError::Collision(CollisionError::Ode(ode)) => {
            matches!(ode, OdeError::TooManySteps { .. } | OdeError::Stiff { .. } | OdeError::StepUnderflow { .. })
        }
        _ => false,
    };
    if long && directions == 2 { SolveError::SlipInSpace(error.to_string()) } else { error }
}
