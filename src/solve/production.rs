//! A production code as a solver: a scheme, a ladder of time steps, every onset phase.

use super::reference::collide;
use super::schemes::Scheme;
use super::stepper::{Encounter, Exact, Oblique, Quantity, Step, Stepper, curve, energy_in_contact, oblique_curve};
use super::{Solution, SolveError, Solver, SteppedRung, Stepping};
use crate::case::{Rung, Settings, StepSize};
use crate::scene::Scene;
use crate::trajectory::Trajectory;

/// Relative tolerance of the exact collision that the runs are held against.
const TOLERANCE: f64 = 1e-13;

/// A production code that steps with one scheme.
pub struct Production(pub &'static dyn Scheme);

impl Solver for Production {
    fn name(&self) -> &'static str {
        self.0.card().name
    }

    fn title(&self) -> &'static str {
        self.0.card().title
    }

    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError> {
        let Settings::Stepper { ladder, onset_phases } = settings else {
            return Err(SolveError::Settings(self.name()));
        };
        if scene.path.is_some() {
            let why = "a loading path is no matter of time steps: use [run.reference] or [run.mdr]";
            return Err(SolveError::Refused(why.to_string()));
        }
        let exact = exact(scene)?;
        let rungs =
            ladder.iter().map(|rung| self.climb(scene, rung, *onset_phases, &exact)).collect::<Result<_, _>>()?;
        Ok(Solution::Stepped(Stepping { exact: Box::new(exact), rungs }))
    }
}

impl Production {
    fn climb(&self, scene: &Scene, rung: &Rung, phases: usize, exact: &Trajectory) -> Result<SteppedRung, SolveError> {
        let Self(scheme) = *self;
        let encounter = Encounter::of(scene);
        let own = exact.zero_overlap.map(|end| end.time.value);
        let step = match rung.step {
            StepSize::PerContact(count) => Step::PerContact(count),
            StepSize::PerOwnContact(count) => Step::PerOwnContact(count),
            StepSize::Time(dt) => Step::Time(dt),
        };
        let stepper = Stepper { scheme, step, phases };
        let oblique = Oblique::of(scene);
        let phases = match &oblique {
            Some(oblique) => stepper.run_oblique(oblique, scene.speed, own)?,
            None => stepper.run(&encounter, scene.speed, own)?,
        };
        let count = match rung.step {
            StepSize::PerOwnContact(count) => count,
            StepSize::PerContact(_) | StepSize::Time(_) => phases.steps_per_contact,
        };
        // An oblique collision keeps energy in its spins and its tangential spring as well.
        let energy_in_contact = match oblique {
            Some(_) => None,
            None => phases.impacts.iter().map(|impact| energy_in_contact(scheme, &encounter, impact)).collect(),
        };
        let worst =
            Exact::of(exact, scene.speed).map_or(0, |exact| phases.errors(Quantity::Restitution, &exact).worst_phase);
        let course = match (phases.impacts.get(worst), &oblique) {
            (None, _) => Vec::new(),
            (Some(impact), Some(oblique)) => oblique_curve(scheme, oblique, impact)?.1,
            (Some(impact), None) => curve(scheme, &encounter, impact).1,
        };
        Ok(SteppedRung { text: rung.text.clone(), count, phases, energy_in_contact, course })
    }
}

/// The law itself, integrated exactly: what the runs are held against.
fn exact(scene: &Scene) -> Result<Trajectory, SolveError> {
    match Oblique::of(scene) {
        Some(_) => super::oblique::collide(scene, TOLERANCE),
        None => collide(&scene.force, scene.pair.m_star, scene.speed, TOLERANCE),
    }
}
