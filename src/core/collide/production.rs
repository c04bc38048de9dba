//! A production code: one scheme, a sequence of time steps, every onset phase.

use super::how::{Rung, StepSize, Steps};
use super::reference::{self, Approach, collide_branched};
use super::schemes::Scheme;
use super::stepper::{BranchedBodies, Encounter, ErrorMeasure, Exact, Oblique, Phases, Steppable, Stepper};
use super::trajectory::Trajectory;
use super::{SolveError, SteppedRung, SteppedRuns};
use crate::law::damping::MotionDamping;
use crate::law::scene::Scene;
use crate::law::{Branched, Dashpot, PowerForce};

/// Relative tolerance of the exact collision with which the runs are compared.
const TOLERANCE: f64 = 1e-13;

/// The runs of a scene with one scheme.
///
/// # Errors
/// When the scene has no collision, or a step cannot be run and is the only one.
pub(super) fn solve(scene: &Scene, scheme: &dyn Scheme, steps: &Steps) -> Result<SteppedRuns, SolveError> {
    if scene.kinematics.gravity != 0.0 {
        return Err(SolveError::Refused("`gravity` during the contact is computed by the reference only".to_string()));
    }
    let exact = reference::solve(scene, TOLERANCE)?;
    let branches = scene.branches()?;
    let natural = natural_duration(scene)?;
    let bodies: Box<dyn Steppable + '_> = match &branches {
        Some(contact) if let Some(motion) = contact.law.motion() => {
            let force = PowerForce::new(motion.elastic, contact.dashpot, motion.ends);
            let encounter = Encounter { force, m_star: scene.pair.m_star };
            Box::new(Oblique::damped(encounter, scene, *motion))
        }
        Some(contact) => {
            let bodies = BranchedBodies::of(scene, contact, natural);
            Box::new(Oblique::with(bodies, scene).unwrap_or_else(|| Oblique::head_on(bodies)))
        }
        None => match Oblique::of(scene) {
            Some(oblique) => Box::new(oblique),
            None => Box::new(Encounter::of(scene)?),
        },
    };
    let own = if branches.is_some() { exact.end } else { exact.zero_overlap }.map(|end| end.time.value);
    let one = steps.ladder.len() == 1;
    let rungs = steps.ladder.iter().map(|step| {
        match climb(scheme, scene, &*bodies, (step, steps.onset_phases), (&exact, own)) {
            // One step that cannot be run does not take the others with it.
            Err(SolveError::Step(why)) if !one => Ok(lost(step, natural, &why.to_string())),
            run => run,
        }
    });
    let rungs = rungs.collect::<Result<_, _>>()?;
    Ok(SteppedRuns { exact: Box::new(exact), rungs })
}

/// The runs of one time step, with the time series of the collision that has the largest error in restitution. `own`: the exact
/// duration, s.
fn climb(
    scheme: &dyn Scheme,
    scene: &Scene,
    bodies: &dyn Steppable,
    (rung, phases): (&Rung, usize),
    (exact, own): (&Trajectory, Option<f64>),
) -> Result<SteppedRung, SolveError> {
    let mut phases = Stepper { scheme, step: rung.step, phases }.run(bodies, scene.speed, own)?;
    let exact = Exact::of(exact, scene.speed);
    let worst = exact.map_or(0, |exact| phases.errors(ErrorMeasure::Restitution, &exact).worst_phase);
    let worst = phases.impacts.get(worst).map(|impact| bodies.curve(scheme, impact)).transpose()?;
    let mut course = worst.map_or_else(Vec::new, |(_, course)| course);
    // As the reference: on a plate the scheme evaluates the force of the contact coordinate, and the real one is its elastic part.
    if scene.contact.on_plate() {
        course.iter_mut().for_each(|sample| sample.force = sample.force_elastic);
        for run in &mut phases.runs {
            (run.measured.max_force, run.measured.duration_to_zero_force) = (None, None);
        }
    }
    let count = match rung.step {
        StepSize::PerOwnContact(count) => count,
        StepSize::PerContact(_) | StepSize::Time(_) => phases.steps_per_contact,
    };
    for (run, impact) in phases.runs.iter_mut().zip(&phases.impacts) {
        run.measured.energy_in_contact = bodies.energy_in_contact(scheme, impact);
    }
    Ok(SteppedRung { text: rung.text.clone(), count, phases, course, lost: None })
}

/// A time step that is not run, with the reason; `undamped`: the duration without damping, s.
fn lost(rung: &Rung, undamped: f64, why: &str) -> SteppedRung {
    let count = rung.step.count(undamped);
    let phases = Phases { dt: undamped / count, steps_per_contact: count, impacts: Vec::new(), runs: Vec::new() };
    let (text, why) = (rung.text.clone(), Some(why.to_string()));
    SteppedRung { text, count, phases, course: Vec::new(), lost: why }
}

/// Duration of the impact of a scene without its dashpot, s; of bodies that stick, twice the time to the largest overlap.
///
/// # Errors
/// When the law lacks input, or the collision does not end.
pub fn natural_duration(scene: &Scene) -> Result<f64, SolveError> {
    let Some(contact) = scene.branches()? else { return Ok(Encounter::of(scene)?.undamped_duration(scene.speed)) };
    if let Some(MotionDamping { elastic, ends, .. }) = contact.law.motion() {
        let force = PowerForce::new(*elastic, Dashpot { C: 0.0, beta: 0.0 }, *ends);
        return Ok(Encounter { force, m_star: scene.pair.m_star }.undamped_duration(scene.speed));
    }
    let undamped = Branched { dashpot: Dashpot { C: 0.0, beta: 0.0 }, ..contact };
    let exact = collide_branched(&undamped, None, &Approach::normal(scene), TOLERANCE)?;
    let turning = exact.turning.map_or(f64::NAN, |turning| 2.0 * turning.time.value);
    Ok(exact.end.map_or(turning, |end| end.time.value))
}
