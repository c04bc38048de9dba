//! Engines that are run in addition to those of each case: in the conventions of the case, or in their own.

use nalgebra::Vector3;

use super::check::{Allowed, Comparison};
use super::planned::{CheckedQuantity, Expected, PlannedCase, PlannedCheck, PlannedExpect};
use crate::case::{Case, ENGINE_PHASES, Run, Settings, Word};
use crate::codes::engine::{Engine, Engines, in_its_own};
use crate::collide::observe::{Observable, ends_at_zero_overlap};
use crate::collide::{How, Rung, StepSize, Steps};
use crate::error::Origin;
use crate::law::scene::Scene;

/// Engines that are run in addition to those of each case, and compared with its reference.
#[derive(Debug, Clone, Default)]
pub struct ExtraEngines {
    /// Names of engines.
    pub engines: Vec<String>,
    /// Relative tolerance of the comparison.
    pub within: f64,
}

/// Observables that every engine reports, compared relative to their value.
const ASKED: [Observable; 3] = [Observable::Restitution, Observable::DurationToZeroOverlap, Observable::MaxOverlap];

/// Steps per contact for a case without a time step.
const STEPS: f64 = 100.37;

/// The engine of that name that is asked for its conventions: of several installations the first.
fn asked<'a>(engines: &'a Engines, name: &str) -> Option<&'a dyn Engine> {
    engines.installations(name).into_iter().next()
}

/// The case once more for each added engine that does not compute some of its scenes as they are: these in the engine's own conventions.
pub(super) fn in_their_own(planned: &PlannedCase, also: &ExtraEngines, engines: &Engines) -> Vec<PlannedCase> {
    let case = &planned.case;
    let added = also.engines.iter().filter(|name| !case.runs.iter().any(|run| run.solver.text == **name));
    let moves = |name: &&String| {
        let engine = asked(engines, name);
        engine.is_some_and(|engine| case.scenes.iter().any(|scene| in_its_own(scene, engine).is_some()))
    };
    let renamed = |name: &String| {
        let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
        let (own, title) = (letters.collect::<String>(), format!("{}, in the conventions of {name}", case.title));
        Case { name: format!("{}-as-{own}", case.name), title, runs: Vec::new(), expects: Vec::new(), ..case.clone() }
    };
    added.filter(moves).map(|name| in_those_of(renamed(name), name, also, engines)).collect()
}

/// The scenes of a case that an engine has in its own conventions only, with the reference of these conventions.
pub(super) fn in_those_of(mut case: Case, name: &str, also: &ExtraEngines, engines: &Engines) -> PlannedCase {
    let own = |scene: &Scene| asked(engines, name).and_then(|engine| in_its_own(scene, engine));
    // Of a large case the places of its scenes stay what they are.
    case.scenes = if case.sweeps.is_some() {
        case.scenes.iter().map(|scene| own(scene).unwrap_or_else(|| scene.clone())).collect()
    } else {
        case.scenes.iter().filter_map(own).collect()
    };
    let mut planned = PlannedCase { in_conventions_of: Some(name.to_string()), ..PlannedCase::of(case) };
    let only = ExtraEngines { engines: vec![name.to_string()], within: also.within };
    add_engines(&mut planned, &only, engines);
    planned
}

/// Adds the engines, the reference they are compared with, and their expectations. What an engine has in its own conventions only is compared
/// there.
pub(super) fn add_engines(planned: &mut PlannedCase, also: &ExtraEngines, engines: &Engines) {
    let origin = Origin::new(&planned.case.file, 0..0);
    let word = |text: &str| Word { text: text.to_string(), origin: origin.clone() };
    let stepped = planned.case.runs.iter().map(|run| run.settings.ladder()).find(|ladder| !ladder.is_empty());
    let usual = || vec![Rung { text: format!("steps={STEPS}"), step: StepSize::PerContact(STEPS) }];
    let ladder = stepped.map_or_else(usual, <[Rung]>::to_vec);
    // There is nothing here to compare a law with that only its engine has.
    let of_engine = planned.case.scenes.iter().any(|scene| scene.contact.normal.of_engine().is_some());
    let runs = &mut planned.case.runs;
    for name in &also.engines {
        if runs.iter().any(|run| run.solver.text == *name) {
            continue;
        }
        if of_engine {
            let settings = Settings::Engine(Steps { ladder: ladder.clone(), onset_phases: ENGINE_PHASES });
            runs.push(Run { solver: word(name), settings, variant: None });
            continue;
        }
        let engine = asked(engines, name);
        let there = |scene: &Scene| engine.is_some_and(|engine| in_its_own(scene, engine).is_some());
        let scenes = planned.case.scenes.iter().enumerate();
        let here: Vec<usize> = scenes.filter(|(_, scene)| !there(scene)).map(|(index, _)| index).collect();
        if here.is_empty() && planned.is_all {
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
        for &index in &here {
            let scene = &planned.case.scenes[index];
            let timed = ends_at_zero_overlap(scene);
            let known = |asked: &Observable| timed || *asked != Observable::DurationToZeroOverlap;
            let relative = ASKED.into_iter().filter(known).map(|asked| (asked, Allowed::Relative(also.within)));
            let tangential =
                tangential(scene).map(|(observable, size)| (observable, Allowed::Absolute(also.within * size)));
            for (observable, allowed) in relative.chain(tangential) {
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
