//! `run --engine`: adds engines to every case, with the time steps of the case, and compares them with its reference.

use nalgebra::Vector3;

use super::planned::{CheckedQuantity, Expected, ExtraEngines, PlannedCase, PlannedCheck, PlannedExpect};
use crate::case::{ENGINE_PHASES, Run, Settings, Word};
use crate::collide::observe::Observable;
use crate::collide::{How, Rung, StepSize, Steps};
use crate::error::Origin;
use crate::judge::{Allowed, Comparison};
use crate::law::scene::Scene;

/// Observables that every engine reports, compared relative to their value.
const ASKED: [Observable; 3] = [Observable::Restitution, Observable::DurationToZeroOverlap, Observable::MaxOverlap];

/// Steps per contact for a case without a time step.
const STEPS: f64 = 100.37;

/// Adds the engines, the reference they are compared with, and their expectations.
pub(super) fn add(planned: &mut PlannedCase, also: &ExtraEngines) {
    let origin = Origin::new(&planned.case.file, 0..0);
    let word = |text: &str| Word { text: text.to_string(), origin: origin.clone() };
    let stepped = planned.case.runs.iter().map(|run| run.settings.ladder()).find(|ladder| !ladder.is_empty());
    let usual = || vec![Rung { text: format!("steps={STEPS}"), step: StepSize::PerContact(STEPS) }];
    let ladder = stepped.map_or_else(usual, <[Rung]>::to_vec);
    let runs = &mut planned.case.runs;
    for name in &also.engines {
        if runs.iter().any(|run| run.solver.text == *name) {
            continue;
        }
        let reference = runs.iter().position(|run| run.solver.text == "reference").unwrap_or_else(|| {
            let settings = Settings::Computed(How::Exact { tolerance: 1e-13 });
            runs.push(Run { solver: word("reference"), settings, variant: None });
            runs.len() - 1
        });
        let settings = Settings::Engine(Steps { ladder: ladder.clone(), onset_phases: ENGINE_PHASES });
        runs.push(Run { solver: word(name), settings, variant: None });
        let mut checks = Vec::new();
        for (index, scene) in planned.case.scenes.iter().enumerate() {
            let relative = ASKED.map(|observable| (observable, Allowed::Relative(also.within)));
            let tangential =
                tangential(scene).map(|(observable, size)| (observable, Allowed::Absolute(also.within * size)));
            for (observable, allowed) in relative.into_iter().chain(tangential) {
                let (asked, expected) = (CheckedQuantity::Number(observable), Expected::Solver(reference));
                checks.push(PlannedCheck { beside_steps: true, ..PlannedCheck::new(index, asked, expected, allowed) });
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

/// The tangential observables, which may be near zero, with the size to which their tolerance is relative: their change where
/// the slip velocity changes by the speed of the fastest surface. None for a head-on impact.
fn tangential(scene: &Scene) -> impl Iterator<Item = (Observable, f64)> {
    let kinematics = &scene.kinematics;
    let spheres = scene.bodies.iter().zip(&kinematics.spin).filter(|(body, _)| !body.is_wall());
    let turning = spheres.map(|(body, spin)| body.radius() * Vector3::from(*spin).norm());
    let fastest = turning.fold(kinematics.tangential_speed, f64::max);
    let one = &scene.bodies[0];
    let arm = one.inertia() / (one.mass * one.radius());
    let units = [(Observable::TangentialRestitution, kinematics.tangential_speed), (Observable::ReboundSpin, arm)];
    let defined = move |&(_, unit): &(Observable, f64)| fastest > 0.0 && unit > 0.0;
    units.into_iter().filter(defined).map(move |(observable, unit)| (observable, fastest / unit))
}
