//! The time integrator and its order, inferred from its errors.

use super::damping::{HALF, Law, ask};
use super::elastic::Loss;
use super::normal::Stiffness;
use super::oblique::{ANGLES, seen as along};
use super::probes::{Bench, ContactRequest, like_spheres, on_wall, scene};
use super::tangential::Along;
use super::{Hypothesis, Inference, Place, Trust, choose};
use crate::collide::bounce::Bounce;
use crate::collide::schemes::{SCHEMES, Scheme};
use crate::collide::stepper::{Encounter, StepSize, Stepper, onset_phases, undamped_duration};
use crate::law::scene::Scene;

const INTEGRATOR: &str = "integrator";
pub(super) const ORDER: &str = "order";
pub(super) const DAMPED: &str = "order of a damped impact";
pub(super) const TANGENTIAL: &str = "tangential order";

/// Steps in a contact, coarse enough to err.
const COARSE: [f64; 4] = [40.0, 80.0, 160.0, 320.0];

/// Onset phases.
const PHASES: usize = 4;

/// Difference between two step sizes that is none.
const STILL: f64 = 1e-7;

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
    /// Error of these by the digits that the engine prints.
    blur: f64,
}

impl Coarse {
    fn run(bench: &Bench<'_>, scene: &Scene, encounter: Encounter, steps: f64) -> Result<Self, String> {
        let phases: Vec<f64> = onset_phases(PHASES).collect();
        let name = format!("{}-{steps}", if encounter.force.C == 0.0 { "steps" } else { "steps-damped" });
        let (dt, bounces) = bench.run(&name, std::slice::from_ref(scene), steps, &phases)?;
        let exact = undamped_duration(&encounter.force, encounter.m_star, scene.speed);
        let seen = measured(&bounces, exact).ok_or("a pair did not part")?;
        let known = |bounce: &Bounce| -> f64 {
            let place: f64 = bounce.known.iter().map(|known| known.position).sum();
            let pace: f64 = bounce.known.iter().map(|known| known.velocity).sum();
            place / (bounce.seen.restitution.max(1e-3) * scene.speed * exact) + pace / scene.speed
        };
        let blur = bounces.iter().flatten().map(known).fold(0.0, f64::max);
        Ok(Self { encounter, speed: scene.speed, dt, exact, seen, blur })
    }

    fn predict(&self, scheme: &dyn Scheme) -> Option<Errors> {
        let stepper = Stepper { scheme, step: StepSize::Time(self.dt), phases: PHASES };
        let phases = stepper.run(&self.encounter, self.speed, None).ok()?;
        let durations: Vec<Option<f64>> = phases.runs.iter().map(|run| run.measured.duration_to_zero_overlap).collect();
        let restitutions: Vec<f64> = phases.runs.iter().map(|run| run.restitution).collect();
        errors(&durations, &restitutions, self.exact)
    }
}

pub(super) fn find(bench: &Bench<'_>, normal: &Stiffness, along: &Along, law: Option<Law>) -> Vec<Inference> {
    let [integrator, order, damped] = of_normal(bench, normal, law);
    vec![integrator, order, damped, tangential(bench, along)]
}

/// Integrator and order of the undamped impacts, and the order of the damped ones.
fn of_normal(bench: &Bench<'_>, normal: &Stiffness, law: Option<Law>) -> [Inference; 3] {
    let unknown =
        |why: String| [INTEGRATOR, ORDER, DAMPED].map(|line| Inference::unknown(line, Place::Pairs, why.clone()));
    let Some(scene) = scene(&like_spheres(), &ContactRequest::ELASTIC, 0.0) else { return unknown(String::new()) };
    // The engine's own law, whatever its conventions are.
    let Ok(mut encounter) = Encounter::of(&scene) else { return unknown(String::new()) };
    encounter.force.K *= normal.like.unwrap_or(1.0);
    let runs = |scene: &Scene, encounter: Encounter| -> Result<Vec<Coarse>, String> {
        COARSE.into_iter().map(|steps| Coarse::run(bench, scene, encounter, steps)).collect()
    };
    let elastic = match runs(&scene, encounter) {
        Ok(elastic) => elastic,
        Err(why) => return unknown(why),
    };
    let errors = |runs: &[Coarse]| runs.iter().map(|coarse| coarse.seen).collect::<Vec<Errors>>();
    let seen = errors(&elastic);
    let of = |seen: &[Errors], i: usize| seen.iter().map(|e| format!("{:+.2e}", e[i])).collect::<Vec<_>>().join(", ");
    let steps = COARSE.map(|steps| format!("tau/{steps}")).join(", ");
    let evidence_of = |seen: &[Errors]| {
        format!("mean of {PHASES} onset phases at {steps}: duration {}; restitution {}", of(seen, 0), of(seen, 1))
    };
    let single = rounding(bench);
    let evidence = evidence_of(&seen);
    let blur = |runs: &[Coarse]| runs.iter().map(|coarse| coarse.blur).fold(0.0, f64::max);
    let durations: Vec<f64> = seen.iter().map(|e| e[0]).collect();
    let order = order((ORDER, "duration", 0.1), &durations, seen[0][1], &evidence, [single, blur(&elastic)]);
    let asked = ask(bench, &like_spheres(), HALF);
    let damped = asked.as_ref().map_err(Clone::clone).and_then(|scene| {
        let mut encounter = encounter;
        if let Some(law) = law {
            let force = &mut encounter.force;
            (force.C, force.beta, force.ends) = (law.ratio * (5.0 * encounter.m_star * force.K).sqrt(), 0.25, law.ends);
        }
        runs(scene, encounter)
    });
    let of_damped = match &damped {
        Ok(runs) => {
            let seen = errors(runs);
            // The error of a restitution changes its sign with the onset phase; that of a duration does not.
            let durations: Vec<f64> = seen.iter().map(|e| e[0]).collect();
            self::order((DAMPED, "duration", 0.2), &durations, 0.0, &evidence_of(&seen), [single, blur(runs)])
        }
        Err(why) => Inference::unknown(DAMPED, Place::Pairs, why.clone()),
    };
    let integrator = match (normal.like, &elastic[..]) {
        (Some(_), [first, ..]) if normal.loss[0] == Loss::Nothing => {
            let damped = damped.as_ref().ok().and_then(|runs| runs.first()).filter(|_| law.is_some());
            integrator(first, damped, &evidence)
        }
        (None, _) => {
            Inference::unknown(INTEGRATOR, Place::Pairs, "the force of two spheres is not Hertz's, or not known")
        }
        _ => Inference::unknown(INTEGRATOR, Place::Pairs, "energy is lost without a dashpot"),
    };
    [integrator, order, of_damped]
}

/// The order of the speed along a wall after an impact that sticks and slides.
fn tangential(bench: &Bench<'_>, along_contact: &Along) -> Inference {
    let unknown = |why: &str| Inference::unknown(TANGENTIAL, Place::Walls, why);
    let Some(friction) = &along_contact.friction else {
        return unknown("the engine covers no oblique impact with friction");
    };
    let asked = ContactRequest { damping: None, friction: Some(friction.clone()) };
    let Some(scene) = scene(&on_wall(), &asked, ANGLES[1].to_radians()) else { return unknown("") };
    let phases: Vec<f64> = onset_phases(PHASES).collect();
    let (mut seen, mut blur) = (Vec::new(), 0.0f64);
    for steps in COARSE {
        let ran = bench.run(&format!("steps-along-{steps}"), std::slice::from_ref(&scene), steps, &phases);
        let bounces = match ran {
            Ok((_, bounces)) => bounces,
            Err(why) => return unknown(&why),
        };
        let Some(bounces) = bounces.first().filter(|all| all.iter().all(Bounce::separated)) else {
            return unknown("a pair did not part");
        };
        let known = bounces.iter().flat_map(|bounce| &bounce.known).map(|known| known.velocity).fold(0.0, f64::max);
        blur = blur.max(2.0 * known / scene.kinematics.tangential_speed);
        seen.push(bounces.iter().map(|bounce| along(&scene, bounce)[0]).sum::<f64>() / bounces.len() as f64);
    }
    let said: Vec<String> = COARSE.iter().zip(&seen).map(|(steps, v)| format!("tau/{steps} {v:.6}")).collect();
    let evidence = format!(
        "tangential velocity after over before at {} deg on a wall, mean of {PHASES} onset phases: {}",
        ANGLES[1],
        said.join(", ")
    );
    let single = rounding(bench);
    let found = order((TANGENTIAL, "speed along the wall", 0.1), &seen, 0.0, &evidence, [single, blur]);
    Inference { place: Place::Walls, ..found }
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
            far = far.max((a[0] - b[0]).abs().max((a[1] - b[1]).abs()) / (FITS * size + 1e-9 + runs[run].blur));
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

/// Error of a duration or a speed, in parts of it, of an engine of single precision; 0 of others.
fn rounding(bench: &Bench<'_>) -> f64 {
    if bench.epsilon() > f64::EPSILON { 2e-5 } else { 0.0 }
}

/// The order from the differences between step sizes, without the exact number; `near` is how close to a
/// whole number they are, and `gain` what the coarsest steps gain of a restitution.
fn order(
    (line, of, near): (&'static str, &str, f64),
    seen: &[f64],
    gain: f64,
    evidence: &str,
    [single, printed]: [f64; 2],
) -> Inference {
    let falls: Vec<f64> = seen.windows(2).map(|two| (two[0] - two[1]).abs()).collect();
    let orders: Vec<f64> = falls.windows(2).map(|two| libm::log2(two[0] / two[1])).collect();
    let &[one, two] = &orders[..] else { return Inference::unknown(line, Place::Pairs, evidence) };
    let evidence = format!("{evidence}; order {one:.2}, then {two:.2} in the {of}");
    // What does not change with the step has no order.
    if ![one, two].iter().all(|order| order.is_finite()) || falls[0] < STILL {
        return Inference::unknown(line, Place::Pairs, evidence);
    }
    let number = |says: String| Inference::number(line, Place::Pairs, says, evidence.clone());
    let gains = if gain > 1e-2 { "; it gains energy" } else { "" };
    // An error that has stopped falling: by the precision that the engine has, or by the digits that it prints.
    let last = falls[falls.len() - 1];
    for (floor, what) in [(single, "rounding in single precision"), (printed, "the digits that are printed")] {
        if last < 4.0 * floor {
            return number(format!("{one:.2}, then {two:.2} in the {of}{gains}: the finest errors are {what}"));
        }
    }
    if one < 0.4 && two < 0.4 {
        let grows = libm::pow(2.0, -0.5 * (one + two));
        return number(match grows {
            _ if (1.7..2.3).contains(&grows) => {
                "does not converge: the error doubles when the step is halved".to_string()
            }
            _ if grows > 1.1 => format!("does not converge: the error grows by {grows:.2} when the step is halved"),
            _ => format!("does not converge: half the step leaves {grows:.2} of the error of the {of}"),
        });
    }
    let nearest = one.round();
    if [one, two].iter().all(|order| (order - nearest).abs() < near) {
        let says = format!("{nearest}{gains}");
        return Inference { convention: line, place: Place::Pairs, strength: Trust::Certain, says, evidence };
    }
    number(format!("{one:.2}, then {two:.2} in the {of}{gains}"))
}
