//! A production code: one scheme, a sequence of time steps, every onset phase.

use super::how::{Rung, StepSize, Steps};
use super::reference::{collide_branched, impact};
use super::schemes::Scheme;
use super::stepper::{
    Encounter, ErrorMeasure, Exact, Impact, Oblique, Phases, Stepper, branched, curve, energy_in_contact, oblique_curve,
};
use super::{SolveError, SteppedRung, SteppedRuns};
use crate::collide::trajectory::{Sample, Trajectory};
use crate::law::scene::Scene;
use crate::law::{Branched, Dashpot};

/// Relative tolerance of the exact collision with which the runs are compared.
const TOLERANCE: f64 = 1e-13;

/// The runs of a scene with one scheme.
///
/// # Errors
/// When the scene has no collision, or a step cannot be run and is the only one.
pub(super) fn solve(scene: &Scene, scheme: &dyn Scheme, steps: &Steps) -> Result<SteppedRuns, SolveError> {
    let exact = impact(scene, TOLERANCE)?;
    let branches = scene.branches()?;
    let natural = branches.as_ref().map(|contact| natural(contact, scene)).transpose()?;
    let rung = |rung| match branches.as_ref().zip(natural) {
        Some((contact, natural)) => {
            let bodies = branched::BranchedBodies {
                contact,
                m_star: scene.pair.m_star,
                before: scene.before,
                largest: 0.0,
                natural,
            };
            climb_branched(scheme, scene, rung, steps.onset_phases, &exact, &bodies)
        }
        None => climb(scheme, scene, rung, steps.onset_phases, &exact),
    };
    let undamped = natural.map_or_else(|| natural_duration(scene), Ok)?;
    let one = steps.ladder.len() == 1;
    let rungs = steps.ladder.iter().map(|step| match rung(step) {
        // One step that cannot be run does not take the others with it.
        Err(SolveError::Step(why)) if !one => Ok(lost(step, undamped, &why.to_string())),
        run => run,
    });
    let rungs = rungs.collect::<Result<_, _>>()?;
    Ok(SteppedRuns { exact: Box::new(exact), rungs })
}

fn climb(
    scheme: &dyn Scheme,
    scene: &Scene,
    rung: &Rung,
    phases: usize,
    exact: &Trajectory,
) -> Result<SteppedRung, SolveError> {
    let encounter = Encounter::of(scene)?;
    let own = exact.zero_overlap.map(|end| end.time.value);
    let stepper = Stepper { scheme, step: rung.step, phases };
    if let Some(oblique) = Oblique::of(scene) {
        let phases = stepper.run_oblique(&oblique, scene.speed, own)?;
        return climbed(scene, rung, phases, exact, |impact| Ok(oblique_curve(scheme, &oblique, impact)?));
    }
    let phases = stepper.run(&encounter, scene.speed, own)?;
    // Only head-on: an oblique collision also has energy in its spins and its tangential spring.
    let energies = phases.impacts.iter().map(|impact| energy_in_contact(scheme, &encounter, impact)).collect();
    let rung = climbed(scene, rung, phases, exact, |impact| Ok(curve(scheme, &encounter, impact).1))?;
    Ok(SteppedRung { energy_in_contact: energies, ..rung })
}

fn climb_branched(
    scheme: &dyn Scheme,
    scene: &Scene,
    rung: &Rung,
    phases: usize,
    exact: &Trajectory,
    bodies: &branched::BranchedBodies,
) -> Result<SteppedRung, SolveError> {
    let own = exact.end.map(|end| end.time.value);
    let dt = rung.step.dt(bodies.natural, own)?;
    let along = Oblique::with(*bodies, scene);
    // Head-on without friction there is only normal motion, and the time series begins with the first step.
    let skipped = usize::from(along.is_none());
    let oblique = along.unwrap_or_else(|| Oblique::head_on(*bodies));
    let phases = branched::collide_many(scheme, &oblique, scene.speed, dt, phases)?;
    let course = |impact: &Impact| {
        let course = oblique_curve(scheme, &oblique.remembering(scheme, impact)?, impact)?;
        Ok(course.into_iter().skip(skipped).collect())
    };
    climbed(scene, rung, phases, exact, course)
}

/// The runs of one time step, with the time series of the collision that has the largest error in restitution.
fn climbed(
    scene: &Scene,
    rung: &Rung,
    phases: Phases,
    exact: &Trajectory,
    course: impl Fn(&Impact) -> Result<Vec<Sample>, SolveError>,
) -> Result<SteppedRung, SolveError> {
    let exact = Exact::of(exact, scene.speed);
    let worst = exact.map_or(0, |exact| phases.errors(ErrorMeasure::Restitution, &exact).worst_phase);
    let mut course = phases.impacts.get(worst).map(course).transpose()?.unwrap_or_default();
    // As the reference: on a plate the scheme evaluates the force of the contact coordinate, and the real one is its elastic part.
    for sample in course.iter_mut().filter(|_| scene.contact.on_plate()) {
        sample.force = sample.force_elastic;
    }
    let count = match rung.step {
        StepSize::PerOwnContact(count) => count,
        StepSize::PerContact(_) | StepSize::Time(_) => phases.steps_per_contact,
    };
    Ok(SteppedRung { text: rung.text.clone(), count, phases, energy_in_contact: None, course, lost: None })
}

/// A time step that is not run, with the reason; `undamped`: the duration without damping, s.
fn lost(rung: &Rung, undamped: f64, why: &str) -> SteppedRung {
    let count = rung.step.count(undamped);
    let phases = Phases { dt: undamped / count, steps_per_contact: count, impacts: Vec::new(), runs: Vec::new() };
    let (text, why) = (rung.text.clone(), Some(why.to_string()));
    SteppedRung { text, count, phases, energy_in_contact: None, course: Vec::new(), lost: why }
}

/// Duration of the impact of a scene without its dashpot, s.
///
/// # Errors
/// When the law lacks input, or the collision does not end.
pub fn natural_duration(scene: &Scene) -> Result<f64, SolveError> {
    match scene.branches()? {
        Some(contact) => natural(&contact, scene),
        None => Ok(Encounter::of(scene)?.undamped_duration(scene.speed)),
    }
}

/// Duration of a collision without its dashpot, s; of bodies that stick, twice the time to the largest overlap.
fn natural(contact: &Branched, scene: &Scene) -> Result<f64, SolveError> {
    let undamped = Branched { law: contact.law.clone(), dashpot: Dashpot { C: 0.0, beta: 0.0 } };
    let exact = collide_branched(&undamped, scene.pair.m_star, scene.speed, scene.before, TOLERANCE)?;
    let turning = exact.turning.map_or(f64::NAN, |turning| 2.0 * turning.time.value);
    Ok(exact.end.map_or(turning, |end| end.time.value))
}
