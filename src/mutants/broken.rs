//! A collision as a mutant computes it.

use std::sync::Arc;

use super::{Hook, Mutant};
use crate::bench::{NoResult, Observed, Readings};
use crate::case::Settings;
use crate::contact::Card;
use crate::scene::Scene;
use crate::solve::production::Production;
use crate::solve::reference::solve_branched;
use crate::solve::schemes::{Part, Scheme, State, Touch};
use crate::solve::{Solution, Solver};

/// The solver that integrates the law as written.
const REFERENCE: &str = "reference";

/// A scheme that answers to the name of a true one and steps wrongly.
pub struct BrokenScheme {
    pub of: &'static dyn Scheme,
    pub step: fn(&mut Touch<f64>, &mut State<f64>, f64),
}

impl Scheme for BrokenScheme {
    fn card(&self) -> &'static Card {
        self.of.card()
    }

    fn force_at(&self) -> f64 {
        self.of.force_at()
    }

    fn parts(&self) -> &'static [Part] {
        self.of.parts()
    }

    fn start(&self, state: &mut State<f64>, dt: f64) {
        self.of.start(state, dt);
    }

    fn step(&self, touch: &mut Touch<f64>, state: &mut State<f64>, dt: f64) {
        (self.step)(touch, state, dt);
    }
}

impl Mutant {
    /// What becomes of a collision that came out as `truth` without the mistake; `None` where the mistake cannot be made.
    ///
    /// The truth is not computed again where the mistake is in what is read off it.
    pub fn collide(
        &self,
        solver: &dyn Solver,
        scene: &Scene,
        settings: &Settings,
        truth: &Observed,
    ) -> Option<Result<Observed, NoResult>> {
        let reference = solver.name() == REFERENCE;
        let failed = |error: crate::solve::SolveError| NoResult::Failed(error.to_string());
        let stepped = matches!(settings, Settings::Stepper { .. });
        let observed = |solution| Observed::new(scene, solution);
        let solved = |bent: &Scene| (bent != scene).then(|| solver.solve(bent, settings).map(observed).map_err(failed));
        let changed = |change: fn(&mut Scene)| {
            let mut bent = scene.clone();
            change(&mut bent);
            bent
        };
        let phases = |mut bent: Observed, change: fn(&Scene, &mut Readings)| {
            let all = bent.variants.iter_mut().flat_map(|variant| &mut variant.phases);
            all.for_each(|readings| change(scene, Arc::make_mut(readings)));
            (bent != *truth).then_some(Ok(bent))
        };
        match self.hook {
            Hook::Scene(change) if reference => solved(&changed(change)),
            Hook::Force(change) if reference => {
                let mut force = scene.force?;
                change(scene, &mut force);
                solved(&Scene { force: Some(force), ..scene.clone() })
            }
            Hook::Law(change) if reference => {
                let bent = change(scene, &scene.branches().ok()??)?;
                let Settings::Reference { tolerance } = *settings else { return None };
                Some(solve_branched(scene, &bent, tolerance).map(observed).map_err(failed))
            }
            Hook::Course(change) if reference => match solver.solve(scene, settings) {
                Ok(Solution::Exact(mut trajectory)) => {
                    let before = trajectory.clone();
                    change(scene, &mut trajectory);
                    (trajectory != before).then(|| Ok(observed(Solution::Exact(trajectory))))
                }
                Ok(Solution::Stepped(_) | Solution::Path(_)) | Err(_) => None,
            },
            Hook::Reading(change) if reference => {
                let mut bent = truth.clone();
                change(scene, Arc::make_mut(&mut bent.exact));
                phases(bent, change)
            }
            Hook::Handed(change) if stepped => {
                let own = |observed| Observed { exact: truth.exact.clone(), ..observed };
                solved(&changed(change)).map(|found| found.map(own))
            }
            Hook::Step(scheme) if solver.name() == scheme.name() => {
                Some(Production(scheme).solve(scene, settings).map(observed).map_err(failed))
            }
            Hook::Stepped(change) if stepped => phases(truth.clone(), change),
            _ => None,
        }
    }
}
