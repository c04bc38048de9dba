//! Damping: its normalisation, the end of contact, the mass at a wall, and where the requested restitution is met.

use super::normal::Stiffness;
use super::probes::{Asked, Bench, like_spheres, on_wall, scene, told};
use super::{Finding, Hypothesis, Strength, choose};
use crate::contact::achieved::damping_ratio;
use crate::contact::{Ends, PowerForce};
use crate::dialect::restitution::{full_force_ratio, thornton_gamma};
use crate::engine::Bounce;
use crate::scene::{Body, Scene};
use crate::solve::reference::collide;

const NORMALISATION: &str = "damping normalisation";
const END: &str = "end of contact";
const MASS: &str = "mass at walls";
const PROMISE: &str = "requested restitution";

/// What is asked for.
const ASKED: [f64; 11] = [0.999, 0.98, 0.95, 0.9, 0.7, 0.5, 0.3, 0.1, 0.05, 0.02, 0.01];

/// Of those, what the normalisation is read from.
const READ: [f64; 4] = [0.98, 0.9, 0.5, 0.1];

/// Where its end of contact shows.
const HALF: f64 = 0.5;

/// Steps in a contact; a damped run is of first order.
const STEPS: f64 = 2000.0;

/// A restitution that is nearer to what was asked for is met.
const MET: f64 = 2e-3;

pub(super) struct Damped {
    /// Damping normalisation and end of contact.
    pub findings: Vec<Finding>,
    pub wall_mass: Finding,
    pub promise: Finding,
    /// Whether the contact pulls, where that is known.
    pub ends: Option<Ends>,
}

/// What was asked for and what came of it.
struct Answer {
    asked: f64,
    scene: Scene,
    /// `Err` when the engine did not run it.
    bounce: Result<Bounce, String>,
}

/// Asks for one restitution: in the engine's own words where it has some, or else in ours, with any end it covers.
pub(super) fn ask(bench: &Bench<'_>, bodies: &[Body; 2], e: f64) -> Result<Scene, String> {
    let ours = [Ends::ForceClamped, Ends::ZeroOverlap, Ends::ZeroForce];
    let ours = ours.into_iter().filter_map(|ends| scene(bodies, &Asked::restitution(e, ends), 0.0));
    bench.first(told(bodies, bench.engine.name(), e).into_iter().chain(ours))
}

fn answers(bench: &Bench<'_>) -> Result<Vec<Answer>, String> {
    let scenes: Vec<(f64, Result<Scene, String>)> = ASKED.map(|e| (e, ask(bench, &like_spheres(), e))).into();
    let run: Vec<Scene> = scenes.iter().filter_map(|(_, scene)| scene.clone().ok()).collect();
    if run.is_empty() {
        return Err(scenes.into_iter().find_map(|(_, scene)| scene.err()).unwrap_or_default());
    }
    let (_, bounces) = bench.run("restitution", &run, STEPS, &[0.5])?;
    let mut bounces = bounces.into_iter().flatten();
    let answer = |(asked, scene): (f64, Result<Scene, String>)| {
        let scene = scene.ok()?;
        let bounce = bounces.next().ok_or_else(|| "it lost a pair".to_string());
        Some(Answer { asked, scene, bounce })
    };
    Ok(scenes.into_iter().filter_map(answer).collect())
}

pub(super) fn find(bench: &Bench<'_>, normal: &Stiffness) -> Damped {
    let answers = match answers(bench) {
        Ok(answers) => answers,
        Err(why) => {
            let unknown = |line| Finding::unknown(line, why.clone());
            let findings = vec![unknown(NORMALISATION), unknown(END)];
            return Damped { findings, wall_mass: unknown(MASS), promise: unknown(PROMISE), ends: None };
        }
    };
    let (end, found) = end(&answers, normal.stiffness.unwrap_or(1.0));
    let findings = vec![normalisation(&answers, found), end];
    Damped { findings, wall_mass: wall_mass(bench, &answers, found), promise: promise(&answers), ends: found }
}

fn achieved(answers: &[Answer], asked: f64) -> Option<(&Answer, &Bounce)> {
    let answer = answers.iter().find(|answer| answer.asked == asked)?;
    answer.bounce.as_ref().ok().map(|bounce| (answer, bounce))
}

/// A restitution leaves open which damping gave it; the duration and the largest overlap do not.
fn end(answers: &[Answer], stiffness: f64) -> (Finding, Option<Ends>) {
    let Some((answer, bounce)) = achieved(answers, HALF) else {
        return (Finding::unknown(END, "a restitution of 0.5 was not run"), None);
    };
    let (e, m_star) = (bounce.restitution, answer.scene.pair.m_star);
    let Some(duration) = bounce.duration_to_zero_overlap.filter(|_| e > 0.0 && e < 0.99) else {
        return (Finding::unknown(END, format!("asked for 0.5, it gave {e:.4}: nothing is damped to look at")), None);
    };
    let predict = |ends| {
        let K = stiffness * answer.scene.force.K;
        let z = damping_ratio(e, ends);
        let law = PowerForce { K, alpha: 1.5, C: z * (5.0 * m_star * K).sqrt(), beta: 0.25, reference_gap: 0.0, ends };
        let exact = collide(&law, m_star, answer.scene.speed, 1e-10).ok()?;
        Some((exact.zero_overlap?.time.value, exact.turning?.overlap.value))
    };
    let mut evidence = format!("asked for 0.5, e = {e:.5}, and the bodies part after {duration:.6e} s");
    let mut all = Vec::new();
    for (ends, says) in [
        (Ends::ZeroOverlap, "zero-overlap: may pull until the overlap is zero"),
        (
            Ends::ForceClamped,
            "force-clamped: never pulls (a head-on impact is the same when it is deleted at zero force)",
        ),
    ] {
        let Some((time, overlap)) = predict(ends) else { continue };
        evidence += &format!("; {} would take {time:.6e} s", ends.word());
        let seen = bounce.max_overlap_interpolated.map_or(0.0, |seen| (seen / overlap - 1.0).abs());
        all.push((ends, Hypothesis { says: says.to_string(), off: (duration / time - 1.0).abs().max(seen) }));
    }
    if let Some(least) = bounce.course.iter().map(|seen| seen.force).reduce(f64::min) {
        evidence +=
            &format!("; its least force is {:.1e} of its largest", least / bounce.max_force.unwrap_or(f64::NAN));
    }
    let hypotheses: Vec<Hypothesis> = all.iter().map(|(_, hypothesis)| hypothesis.clone()).collect();
    let finding = choose(END, &hypotheses, 5e-3, 5.0, &evidence);
    let found = all.into_iter().find(|(_, hypothesis)| hypothesis.says == finding.says).map(|(ends, _)| ends);
    (finding, found)
}

/// What a formula says of itself, and the ratio it makes of a request.
type Formula = (&'static str, Box<dyn Fn(f64) -> f64>);

/// The ratio `z` of what was requested, as one code or another makes it.
fn formulas(ends: Ends) -> Vec<Formula> {
    let of_full = |factor: f64| Box::new(move |e: f64| factor * full_force_ratio(e)) as Box<dyn Fn(f64) -> f64>;
    let mut all: Vec<Formula> = vec![
        (
            "2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force, -ln e/sqrt(ln^2 e + pi^2)",
            of_full(1.0),
        ),
        ("2 beta sqrt(m* k_tangent): sqrt(5/6) is missing", of_full((6.0f64 / 5.0).sqrt())),
        ("2 sqrt(5/6) beta sqrt(m* k_secant): the secant stands for the tangent", of_full((2.0f64 / 3.0).sqrt())),
        (
            "2 beta sqrt(m* k_secant): the secant stands for the tangent, and sqrt(5/6) is missing",
            of_full(2.0 / 5f64.sqrt()),
        ),
        ("sqrt 2 above that of the full force: the mass of one sphere", of_full(2f64.sqrt())),
        (
            "sqrt 2 below that of the full force: Tsuji's polynomial for the mass of a whole particle",
            of_full(0.5f64.sqrt()),
        ),
        ("Thornton's fit of the clamped contact, F_d = 2 gamma sqrt(m* k_tangent) v", {
            Box::new(|e| thornton_gamma(e).map_or(f64::NAN, |gamma| 1.2f64.sqrt() * gamma))
        }),
        ("none: what is asked for is not used", Box::new(|_| 0.0)),
    ];
    if ends == Ends::ForceClamped {
        all.push((
            "the ratio that meets the request exactly, for a contact that never pulls",
            Box::new(|e| damping_ratio(e, Ends::ForceClamped)),
        ));
    }
    all
}

/// The ratio `z` that a formula, named as a finding names it, makes of a request.
pub(super) fn requested_ratio(says: &str, ends: Ends, e: f64) -> Option<f64> {
    formulas(ends).into_iter().find(|(known, _)| *known == says).map(|(_, z)| z(e))
}

fn normalisation(answers: &[Answer], ends: Option<Ends>) -> Finding {
    let read: Vec<(f64, f64)> =
        READ.iter().filter_map(|&e| achieved(answers, e).map(|(_, bounce)| (e, bounce.restitution))).collect();
    let said: Vec<String> = read.iter().map(|(asked, got)| format!("{asked} gives {got:.5}")).collect();
    let evidence = format!("asked for {}", said.join(", "));
    let Some(ends) = ends.filter(|_| read.len() == READ.len()) else {
        let undamped = read.iter().all(|(_, e)| (e - 1.0).abs() < MET) && !read.is_empty();
        if undamped {
            let says = "none: what is asked for is not used".to_string();
            return Finding { convention: NORMALISATION, strength: Strength::Certain, says, evidence };
        }
        return Finding::unknown(NORMALISATION, format!("{evidence}; that is not enough to tell"));
    };
    let all: Vec<Hypothesis> = formulas(ends)
        .into_iter()
        .map(|(says, z)| {
            let off = |(asked, got): &(f64, f64)| {
                let predicted = crate::contact::achieved::restitution_of_ratio(z(*asked), ends);
                (got - predicted).abs()
            };
            let worst = read.iter().map(off).fold(0.0, |a: f64, b| if b.is_nan() { f64::NAN } else { a.max(b) });
            Hypothesis { says: says.to_string(), off: worst }
        })
        .collect();
    // A first-order scheme is off by 2.5e-3; Thornton's fit and the exact ratio part by 8e-3 at 0.98.
    choose(NORMALISATION, &all, 4e-3, 3.0, &evidence)
}

/// The same request at a wall: the ratio is that of the spheres times the root of the mass used over the free mass.
fn wall_mass(bench: &Bench<'_>, answers: &[Answer], ends: Option<Ends>) -> Finding {
    let (Some(ends), Some((_, pair))) = (ends, achieved(answers, HALF)) else {
        return Finding::unknown(MASS, "the end of contact is not known");
    };
    let wall = ask(bench, &on_wall(), HALF)
        .and_then(|scene| bench.run("damped-wall", &[scene], STEPS, &[0.5]))
        .and_then(|(_, bounces)| bounces.into_iter().flatten().next().ok_or_else(|| "it lost a pair".to_string()));
    let wall = match wall {
        Ok(wall) => wall,
        Err(why) => return Finding::unknown(MASS, why),
    };
    let (z, z_wall) = (damping_ratio(pair.restitution, ends), damping_ratio(wall.restitution, ends));
    let all = [
        ("m* is the free mass", 1.0),
        ("m* is half the free mass", 0.5f64.sqrt()),
        ("m* is twice the free mass", 2f64.sqrt()),
        ("nothing is damped at a wall", 0.0),
    ];
    let all: Vec<Hypothesis> = all
        .iter()
        .map(|(says, factor)| Hypothesis { says: (*says).to_string(), off: (z_wall / z - factor).abs() })
        .collect();
    let evidence = format!(
        "asked for 0.5, two spheres give {:.5}, a wall {:.5}: damping ratio {:.4} times as large",
        pair.restitution,
        wall.restitution,
        z_wall / z
    );
    choose(MASS, &all, 1e-2, 5.0, &evidence)
}

/// Where the requested restitution stops being true.
fn promise(answers: &[Answer]) -> Finding {
    let ran: Vec<(f64, f64)> =
        answers.iter().filter_map(|a| a.bounce.as_ref().ok().map(|bounce| (a.asked, bounce.restitution))).collect();
    let refused: Vec<String> =
        ASKED.iter().filter(|&&e| achieved(answers, e).is_none()).map(|e| e.to_string()).collect();
    let met: Vec<f64> = ran.iter().filter(|(asked, got)| (asked - got).abs() <= MET).map(|(asked, _)| *asked).collect();
    let missed: Vec<String> = ran
        .iter()
        .filter(|(asked, got)| (asked - got).abs() > MET)
        .map(|(asked, got)| format!("{asked} gives {got:.4}"))
        .collect();
    if ran.is_empty() {
        return Finding::unknown(PROMISE, "none was run");
    }
    let mut says = match (met.last(), met.first()) {
        (Some(low), Some(high)) if met.len() > 1 => format!("met within {MET} from {low} to {high}"),
        (Some(only), _) => format!("met within {MET} at {only} alone"),
        _ => "never met".to_string(),
    };
    if !missed.is_empty() {
        says += &format!("; {}", missed.join(", "));
    }
    let mut evidence = format!("{} impacts of two like spheres", ran.len());
    if !refused.is_empty() {
        evidence += &format!("; not run: {}", refused.join(", "));
    }
    Finding { convention: PROMISE, strength: Strength::Certain, says, evidence }
}
