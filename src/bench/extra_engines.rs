//! `run --engine`: adds engines to every case, with the time steps of the case, and compares them with its reference.

use super::planned::{CheckedQuantity, Expected, ExtraEngines, PlannedCase, PlannedCheck, PlannedExpect};
use crate::case::{ENGINE_PHASES, Run, Rung, Settings, StepSize, Word};
use crate::error::Origin;
use crate::judge::{Allowed, Comparison};
use crate::observe::Observable;

/// Observables that every engine reports.
const ASKED: [Observable; 3] = [Observable::Restitution, Observable::DurationToZeroOverlap, Observable::MaxOverlap];

/// Steps per contact for a case without a time step.
const STEPS: f64 = 100.37;

/// Adds the engines, the reference they are compared with, and their expectations.
pub(super) fn add(planned: &mut PlannedCase, also: &ExtraEngines) {
    let origin = Origin::new(&planned.case.file, 0..0);
    let word = |text: &str| Word { text: text.to_string(), origin: origin.clone() };
    let Some(within) = &also.within else { return };
    let stepped = planned.case.runs.iter().map(|run| run.settings.ladder()).find(|ladder| !ladder.is_empty());
    let usual = || vec![Rung { text: format!("steps={STEPS}"), step: StepSize::PerContact(STEPS) }];
    let ladder = stepped.map_or_else(usual, <[Rung]>::to_vec);
    let runs = &mut planned.case.runs;
    for name in &also.engines {
        if runs.iter().any(|run| run.solver.text == *name) {
            continue;
        }
        let reference = runs.iter().position(|run| run.solver.text == "reference").unwrap_or_else(|| {
            let settings = Settings::Reference { tolerance: 1e-13 };
            runs.push(Run { solver: word("reference"), settings, engine: false, variant: None });
            runs.len() - 1
        });
        let settings = Settings::Stepper { ladder: ladder.clone(), onset_phases: ENGINE_PHASES };
        runs.push(Run { solver: word(name), settings, engine: true, variant: None });
        let mut checks = Vec::new();
        for scene in 0..planned.case.scenes.len() {
            for observable in ASKED {
                let Ok(allowed) = Allowed::new(within, observable.dimension()) else { continue };
                let (asked, expected) = (CheckedQuantity::Number(observable), Expected::Solver(reference));
                checks.push(PlannedCheck::new(scene, asked, expected, allowed));
            }
        }
        planned.expects.push(PlannedExpect {
            run: runs.len() - 1,
            against: "reference".to_string(),
            comparison: Comparison::Comparison,
            known_gap: None,
            line: origin.line(),
            checks,
        });
    }
}
