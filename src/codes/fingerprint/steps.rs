//! The time integrator and its order, inferred from its errors.

use super::damping::{HALF, Law, ask};
use super::probes::{Bench, ContactRequest, like_spheres, scene};
use super::{Hypothesis, Inference, Place, Trust, choose};
use crate::collide::bounce::Bounce;
use crate::collide::schemes::{SCHEMES, Scheme};
use crate::collide::stepper::{Encounter, StepSize, Stepper, onset_phases, undamped_duration};
use crate::law::scene::Scene;

const INTEGRATOR: &str = "integrator";
const ORDER: &str = "order";

/// Steps in a contact, coarse enough to err.
const COARSE: [f64; 4] = [40.0, 80.0, 160.0, 320.0];

/// Onset phases.
const PHASES: usize = 4;

/// Largest relative difference of the errors of two equal schemes.
const FITS: f64 = 0.05;

/// Mean errors over the onset phases: duration, relative to the exact one, and restitution.
type Errors = [f64; 2];

fn errors(durations: &[Option<f64>], restitutions: &[f64], exact: f64) -> Option<Errors> {
    let durations: Vec<f64> = durations.iter().copied().collect::<Option<_>>()?;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    Some([mean(&durations) / exact - 1.0, mean(restitutions) - 1.0])
}

fn measured(bounces: &[Vec<Bounce>], exact: f64) -> Option<Errors> {
    let bounces = bounces.first()?;
    let durations: Vec<Option<f64>> =
        bounces.iter().map(|bounce| bounce.seen.measured.duration_to_zero_overlap).collect();
    let restitutions: Vec<f64> = bounces.iter().map(|bounce| bounce.seen.restitution).collect();
    errors(&durations, &restitutions, exact)
}

/// An impact with coarse time steps: the engine's results, and the input for our own schemes.
struct Coarse {
    encounter: Encounter,
    speed: f64,
    dt: f64,
    exact: f64,
    seen: Errors,
}

impl Coarse {
    fn run(bench: &Bench<'_>, scene: &Scene, encounter: Encounter, steps: f64) -> Result<Self, String> {
        let phases: Vec<f64> = onset_phases(PHASES).collect();
        let name = format!("{}-{steps}", if encounter.force.C == 0.0 { "steps" } else { "steps-damped" });
        let (dt, bounces) = bench.run(&name, std::slice::from_ref(scene), steps, &phases)?;
        let exact = undamped_duration(&encounter.force, encounter.m_star, scene.speed);
        let seen = measured(&bounces, exact).ok_or("a pair did not part")?;
        Ok(Self { encounter, speed: scene.speed, dt, exact, seen })
    }

    fn predict(&self, scheme: &dyn Scheme) -> Option<Errors> {
        let stepper = Stepper { scheme, step: StepSize::Time(self.dt), phases: PHASES };
        let phases = stepper.run(&self.encounter, self.speed, None).ok()?;
        let durations: Vec<Option<f64>> = phases.runs.iter().map(|run| run.measured.duration_to_zero_overlap).collect();
        let restitutions: Vec<f64> = phases.runs.iter().map(|run| run.restitution).collect();
        errors(&durations, &restitutions, self.exact)
    }
}

pub(super) fn find(bench: &Bench<'_>, stiffness: Option<f64>, law: Option<Law>) -> Vec<Inference> {
    let unknown =
        |why: String| [INTEGRATOR, ORDER].map(|line| Inference::unknown(line, Place::Pairs, why.clone())).into();
    let Some(scene) = scene(&like_spheres(), &ContactRequest::ELASTIC, 0.0) else { return unknown(String::new()) };
    let Some(stiffness) = stiffness else {
        return unknown("the force of two spheres is not Hertz's, or not known".to_string());
    };
    // The engine's own law, whatever its conventions are.
    let Ok(mut encounter) = Encounter::of(&scene) else { return unknown(String::new()) };
    encounter.force.K *= stiffness;
    let mut seen = Vec::new();
    for steps in COARSE {
        match Coarse::run(bench, &scene, encounter, steps) {
            Ok(coarse) => seen.push(coarse),
            Err(why) => return unknown(why),
        }
    }
    let Some(first) = seen.first() else { return unknown(String::new()) };
    let errors: Vec<Errors> = seen.iter().map(|coarse| coarse.seen).collect();
    let of = |i: usize| errors.iter().map(|errors| format!("{:+.2e}", errors[i])).collect::<Vec<_>>().join(", ");
    let steps = COARSE.map(|steps| format!("tau/{steps}")).join(", ");
    let evidence = format!("mean of {PHASES} onset phases at {steps}: duration {}; restitution {}", of(0), of(1));
    let damped = law.and_then(|law| {
        let scene = ask(bench, &like_spheres(), HALF).ok()?;
        let mut encounter = encounter;
        let force = &mut encounter.force;
        (force.C, force.beta, force.ends) = (law.ratio * (5.0 * encounter.m_star * force.K).sqrt(), 0.25, law.ends);
        Coarse::run(bench, &scene, encounter, COARSE[0]).ok()
    });
    let single = bench.engine.epsilon() > f64::EPSILON;
    vec![integrator(first, damped.as_ref(), &evidence), order(&errors, evidence, single)]
}

/// Names of a scheme with the schemes that give the same positions.
fn named(scheme: &dyn Scheme) -> Vec<&'static str> {
    match scheme.name() {
        "forward-euler" => vec!["forward-euler", "a force that is one step late"],
        name => vec![name],
    }
}

/// Schemes that make the same motion are named together, and then none of them is certain.
fn integrator(elastic: &Coarse, damped: Option<&Coarse>, evidence: &str) -> Inference {
    let runs: Vec<&Coarse> = [elastic].into_iter().chain(damped).collect();
    let predicted: Vec<(&dyn Scheme, Option<Vec<Errors>>)> = SCHEMES
        .iter()
        .map(|scheme| (*scheme, runs.iter().map(|run| run.predict(*scheme)).collect::<Option<Vec<_>>>()))
        .collect();
    let mut groups: Vec<(Vec<&str>, Vec<Errors>)> = Vec::new();
    let mut all: Vec<Hypothesis> = Vec::new();
    // What an error may be off: a part of the largest that this scheme makes. With damping the errors are counted from
    // those of the undamped impact, and schemes differ by less.
    let scale = |run: usize| {
        let errors: Vec<Errors> = predicted.iter().filter_map(|(_, errors)| Some(errors.as_ref()?[run])).collect();
        let spread = |i: usize| {
            let values = errors.iter().map(|e| e[i]);
            values.clone().fold(f64::NEG_INFINITY, f64::max) - values.fold(f64::INFINITY, f64::min)
        };
        spread(0).max(spread(1))
    };
    let distance = |one: &[Errors], other: &[Errors]| {
        let mut far = 0.0f64;
        for (run, (a, b)) in one.iter().zip(other).enumerate() {
            let size = if run == 0 { b[0].abs().max(b[1].abs()) } else { 0.2 * scale(run) };
            far = far.max((a[0] - b[0]).abs().max((a[1] - b[1]).abs()) / (FITS * size + 1e-9));
        }
        far
    };
    for (scheme, errors) in &predicted {
        let Some(errors) = errors else {
            all.push(Hypothesis { says: scheme.name().to_string(), off: f64::NAN });
            continue;
        };
        match groups.iter_mut().find(|(_, known)| distance(known, errors) < 0.3) {
            Some((names, _)) => names.extend(named(*scheme)),
            None => groups.push((named(*scheme), errors.clone())),
        }
    }
    let seen: Vec<Errors> = runs.iter().map(|run| run.seen).collect();
    all.extend(
        groups.iter().map(|(names, errors)| Hypothesis { says: names.join(" or "), off: distance(&seen, errors) }),
    );
    let mut finding = choose(INTEGRATOR, Place::Pairs, &all, evidence);
    if finding.strength == Trust::Certain && finding.says.contains(" or ") {
        finding.strength = Trust::Likely;
        finding.evidence += "; these schemes give the same motion, so an impact cannot distinguish them";
    }
    finding
}

/// The order from the differences between step sizes, without the exact duration.
fn order(seen: &[Errors], evidence: String, single: bool) -> Inference {
    let falls: Vec<f64> = seen.windows(2).map(|two| (two[0][0] - two[1][0]).abs()).collect();
    let orders: Vec<f64> = falls.windows(2).map(|two| libm::log2(two[0] / two[1])).collect();
    let &[one, two] = &orders[..] else { return Inference::unknown(ORDER, Place::Pairs, evidence) };
    let orders = [one, two];
    let evidence = format!("{evidence}; order {:.2}, then {:.2} in the duration", orders[0], orders[1]);
    if !orders.iter().all(|order| order.is_finite()) {
        return Inference::unknown(ORDER, Place::Pairs, evidence);
    }
    let nearest = orders[0].round();
    let gains = if seen[0][1] > 1e-2 { "; it gains energy" } else { "" };
    if orders.iter().all(|order| (order - nearest).abs() < 0.1) {
        let says = format!("{nearest}{gains}");
        return Inference { convention: ORDER, place: Place::Pairs, strength: Trust::Certain, says, evidence };
    }
    // An error that has stopped falling, of an engine that states its precision.
    let floor =
        if single && orders[1] < orders[0] { ": the finest errors are rounding in single precision" } else { "" };
    let says = format!("{:.2}, then {:.2} in the duration{gains}{floor}", orders[0], orders[1]);
    Inference::number(ORDER, Place::Pairs, says, evidence)
}
