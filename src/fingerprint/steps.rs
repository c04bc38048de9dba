//! The integrator, by the fingerprint of its errors, and its order.

use super::probes::{Asked, Bench, like_spheres, scene};
use super::{Finding, Hypothesis, Strength, choose};
use crate::engine::Bounce;
use crate::scene::Scene;
use crate::solve::schemes::SCHEMES;
use crate::solve::stepper::{Encounter, Step, Stepper, onset_phases, undamped_duration};

const INTEGRATOR: &str = "integrator";
const ORDER: &str = "order";

/// Steps in a contact, coarse enough to err.
const COARSE: [f64; 2] = [40.0, 80.0];

/// Onset phases.
const PHASES: usize = 4;

/// Mean errors over the onset phases: duration, relative to the exact one, and restitution.
fn errors(durations: &[Option<f64>], restitutions: &[f64], exact: f64) -> Option<[f64; 2]> {
    let durations: Vec<f64> = durations.iter().copied().collect::<Option<_>>()?;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    Some([mean(&durations) / exact - 1.0, mean(restitutions) - 1.0])
}

pub(super) fn find(bench: &Bench<'_>, stiffness: Option<f64>) -> Vec<Finding> {
    let unknown = |why: String| vec![Finding::unknown(INTEGRATOR, why.clone()), Finding::unknown(ORDER, why)];
    let Some(scene) = scene(&like_spheres(), &Asked::ELASTIC, 0.0) else { return unknown(String::new()) };
    let Some(stiffness) = stiffness else { return unknown("elastic spheres were not run".to_string()) };
    // The engine's own law, whatever its conventions are.
    let mut encounter = Encounter::of(&scene);
    encounter.force.K *= stiffness;
    let exact = undamped_duration(&encounter.force, encounter.m_star, scene.speed);
    let phases: Vec<f64> = onset_phases(PHASES).collect();
    let mut seen = Vec::new();
    for steps in COARSE {
        let run = bench.run(&format!("steps-{steps}"), std::slice::from_ref(&scene), steps, &phases);
        match run.map(|(dt, bounces)| (dt, measured(&bounces, exact))) {
            Ok((dt, Some(errors))) => seen.push((dt, errors)),
            Ok((_, None)) => return unknown("a pair without damping did not part".to_string()),
            Err(why) => return unknown(why),
        }
    }
    let [(dt, first), (_, second)] = seen[..] else { return unknown(String::new()) };
    let evidence = format!(
        "mean of {PHASES} onset phases at tau/{} and tau/{}: duration {:+.2e}, {:+.2e}; restitution {:+.2e}, {:+.2e}",
        COARSE[0], COARSE[1], first[0], second[0], first[1], second[1]
    );
    vec![integrator(&scene, &encounter, dt, exact, first, &evidence), order(first, second, &evidence)]
}

fn measured(bounces: &[Vec<Bounce>], exact: f64) -> Option<[f64; 2]> {
    let bounces = bounces.first()?;
    let durations: Vec<Option<f64>> = bounces.iter().map(|bounce| bounce.duration_to_zero_overlap).collect();
    let restitutions: Vec<f64> = bounces.iter().map(|bounce| bounce.restitution).collect();
    errors(&durations, &restitutions, exact)
}

/// Schemes that make the same errors in an elastic impact are named together.
fn integrator(scene: &Scene, encounter: &Encounter, dt: f64, exact: f64, seen: [f64; 2], evidence: &str) -> Finding {
    let mut groups: Vec<(Vec<&str>, [f64; 2])> = Vec::new();
    for scheme in SCHEMES {
        let stepper = Stepper { scheme: *scheme, step: Step::Time(dt), phases: PHASES };
        let Ok(phases) = stepper.run(encounter, scene.speed, None) else { continue };
        let durations: Vec<Option<f64>> = phases.runs.iter().map(|run| run.duration_to_zero_overlap).collect();
        let restitutions: Vec<f64> = phases.runs.iter().map(|run| run.restitution).collect();
        let Some(predicted) = errors(&durations, &restitutions, exact) else { continue };
        match groups.iter_mut().find(|(_, known)| (known[0] - predicted[0]).abs() < 1e-2 * predicted[0].abs()) {
            Some((names, _)) => names.push(scheme.card().name),
            None => groups.push((vec![scheme.card().name], predicted)),
        }
    }
    let all: Vec<Hypothesis> = groups
        .into_iter()
        .map(|(names, predicted)| {
            let off = |i: usize| (seen[i] - predicted[i]).abs() / predicted[0].abs().max(predicted[1].abs());
            Hypothesis { says: names.join(" or "), off: off(0).max(off(1)) }
        })
        .collect();
    choose(INTEGRATOR, &all, 0.05, 3.0, evidence)
}

fn order(first: [f64; 2], second: [f64; 2], evidence: &str) -> Finding {
    let ratio = (first[0] / second[0]).abs();
    let order = ratio.log2() / (COARSE[1] / COARSE[0]).log2();
    let evidence = format!("{evidence}; order {order:.2} in the duration");
    if !order.is_finite() {
        return Finding::unknown(ORDER, evidence);
    }
    let nearest = order.round();
    let gains = if first[1] > 1e-2 { "; it gains energy" } else { "" };
    let (strength, says) = match (order - nearest).abs() {
        off if off < 0.1 => (Strength::Certain, format!("{nearest}{gains}")),
        off if off < 0.25 => (Strength::Likely, format!("{nearest}{gains}")),
        _ => return Finding::unknown(ORDER, evidence),
    };
    Finding { convention: ORDER, strength, says, evidence }
}
