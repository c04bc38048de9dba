//! Damped impacts: requested and achieved restitution.

use super::contact_end::{END, Law, end, restitution, same_at_every_speed};
use super::mass::{DENSITIES, DampedRuns, Impacts, NORMALISATION, PAIRS, WALLS, judge};
use super::normal::{SPEEDS, Stiffness};
use super::probes::{Bench, ContactRequest, like_spheres, on_wall, request, scene, slower};
use super::{Inference, Place};
use crate::law::Ends;
use crate::law::scene::{Body, Scene};

const PROMISE: &str = "requested restitution";

/// What the normalisation is read from.
const READ: [f64; 4] = [0.98, 0.9, 0.5, 0.1];

/// Further requested restitutions.
const BESIDES: [f64; 7] = [0.999, 0.95, 0.7, 0.3, 0.05, 0.02, 0.01];

/// Requested restitution at which the end of contact is visible.
pub(super) const HALF: f64 = 0.5;

/// Steps in a contact, and twice as many.
const STEPS: f64 = 1000.0;

/// Tolerance for an achieved restitution to equal the requested one.
const MET: f64 = 2e-3;

pub(super) struct Damped {
    /// Normalisation, end of contact, masses.
    pub findings: Vec<Inference>,
    pub promise: Inference,
    /// The dashpot and end of contact, if they were determined.
    pub law: Option<Law>,
}

/// A scene with a requested restitution: in the engine's own parameters if possible, or else with a law of ours.
pub(super) fn ask(bench: &Bench<'_>, bodies: &[Body; 2], e: f64) -> Result<Scene, String> {
    let ours = [Ends::ForceClamped, Ends::ZeroOverlap, Ends::ZeroForce];
    let ours = ours.into_iter().filter_map(|ends| scene(bodies, &ContactRequest::restitution(e, ends), 0.0));
    bench.first(request(bodies, bench.engine.name(), e).into_iter().chain(ours))
}

/// Runs the requests for some bodies at two step sizes.
fn ran(bench: &Bench<'_>, name: &str, asked: &[(f64, [Body; 2])]) -> Result<(Vec<Scene>, DampedRuns), String> {
    let scenes: Vec<Scene> = asked.iter().map(|(e, bodies)| ask(bench, bodies, *e)).collect::<Result<_, _>>()?;
    let twice = bench.twice(name, &scenes, STEPS, &[0.5])?;
    Ok((scenes, asked.iter().map(|(e, _)| *e).zip(twice).collect()))
}

fn masses(density: [f64; 2]) -> [Body; 2] {
    let mut bodies = like_spheres();
    for (body, factor) in bodies.iter_mut().zip(density) {
        body.mass *= factor;
        if let Some(material) = &mut body.material {
            // Materials of two densities need two names.
            material.name = format!("{}-{factor}", material.name);
            material.density = material.density.map(|density| density * factor);
        }
    }
    bodies
}

pub(super) fn find(bench: &Bench<'_>, normal: &Stiffness) -> Damped {
    let asked = READ.map(|e| (e, like_spheres()));
    let like = ran(bench, "restitution", &asked);
    let unknown = |why: &str| {
        let line = |title, place| Inference::unknown(title, place, why);
        let [pairs, walls] = [Place::Pairs, Place::Walls];
        vec![line(NORMALISATION, pairs), line(END, pairs), line(PAIRS, pairs), line(WALLS, walls)]
    };
    let (scenes, like) = match like {
        Ok(like) => like,
        Err(why) => {
            let promise = Inference::unknown(PROMISE, Place::Pairs, why.clone());
            return Damped { findings: unknown(&why), promise, law: None };
        }
    };
    let promise = promise(bench, &like);
    let found = |why: &str| Damped { findings: unknown(why), promise: promise.clone(), law: None };
    let Some(stiffness) = normal.like else { return found("the force of two spheres is not Hertz's, or not known") };
    let undamped = like.iter().all(|(_, twice)| restitution(twice).is_some_and(|e| (e.value - 1.0).abs() < MET));
    if undamped {
        let mut damped = found("the contact is not damped");
        let says = "no damping: the requested restitution is not used".to_string();
        damped.findings[0] = Inference::number(NORMALISATION, Place::Pairs, says, "");
        return damped;
    }
    let Some((scene, half)) = scenes.iter().zip(&like).find(|(_, (e, _))| *e == HALF) else { return found("") };
    let slow: Vec<Scene> = SPEEDS[1..].iter().map(|&part| slower(scene.clone(), part)).collect();
    let speeds = bench.twice("restitution-slower", &slow, STEPS, &[0.5]).and_then(|slow| {
        let all: Option<Vec<_>> = [&half.1].into_iter().chain(&slow).map(restitution).collect();
        let all = all.and_then(|all| <[_; 3]>::try_from(all).ok());
        same_at_every_speed(&all.ok_or("the engine lost a pair")?)
    });
    if let Err(why) = speeds {
        let mut damped = found(&why);
        if why.starts_with("restitution depends") {
            damped.findings[0] = Inference::number(NORMALISATION, Place::Pairs, why, "not a dashpot delta^(1/4) v");
        }
        return damped;
    }
    let (end, law) = end(scene, &half.1, stiffness);
    let Some(law) = law else {
        let mut damped = found("the end of contact is not known");
        damped.findings[1] = end;
        return damped;
    };
    let unlike = ran(bench, "unlike-masses", &DENSITIES.map(|density| (HALF, masses(density))));
    let wall = ran(bench, "damped-wall", &[0.9, HALF].map(|e| (e, on_wall())));
    let impacts = Impacts { like: &like, unlike: unlike.map(|(_, ran)| ran), wall: wall.map(|(_, ran)| ran) };
    let mut findings = judge(&impacts, law);
    let known = !end.says.is_empty();
    findings.insert(1, end);
    Damped { findings, promise, law: known.then_some(law) }
}

/// The inference on where the requested restitution is achieved.
fn promise(bench: &Bench<'_>, like: &DampedRuns) -> Inference {
    let mut got: Vec<(f64, f64)> = Vec::new();
    got.extend(like.iter().filter_map(|(asked, [_, fine])| Some((*asked, fine.first()?.restitution))));
    let mut refused = Vec::new();
    let asked: Vec<(f64, Result<Scene, String>)> = BESIDES.map(|e| (e, ask(bench, &like_spheres(), e))).into();
    let run = |name: &str, scenes: &[Scene]| bench.run(name, scenes, 2.0 * STEPS, &[0.5]).ok().map(|(_, all)| all);
    let all: Vec<Scene> = asked.iter().filter_map(|(_, scene)| scene.clone().ok()).collect();
    let mut together = run("restitution-besides", &all).map(|all| all.into_iter().flatten());
    for (asked, scene) in asked {
        // One that sticks must not take the others with it: then each is run alone.
        let bounce = scene.ok().and_then(|scene| match &mut together {
            Some(bounces) => bounces.next(),
            None => run(&format!("restitution-{asked}"), &[scene])?.into_iter().flatten().next(),
        });
        match bounce {
            Some(bounce) => got.push((asked, bounce.restitution)),
            None => refused.push(asked.to_string()),
        }
    }
    got.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Asked, achieved.
    type Achieved = Vec<(f64, f64)>;
    let (met, missed): (Achieved, Achieved) = got.iter().partition(|(asked, e)| (asked - e).abs() <= MET);
    let mut says = match (met.last(), met.first()) {
        (Some((low, _)), Some((high, _))) if met.len() > 1 => format!("met within {MET} from {low} to {high}"),
        (Some((only, _)), _) => format!("met within {MET} at {only} alone"),
        _ => "never met".to_string(),
    };
    let missed: Vec<String> = missed.iter().map(|(asked, e)| format!("{asked} gives {e:.4}")).collect();
    if !missed.is_empty() {
        says += &format!("; {}", missed.join(", "));
    }
    let mut evidence = format!("{} impacts of two equal spheres at {} m/s", got.len(), super::probes::SPEED);
    if !refused.is_empty() {
        evidence += &format!("; not run: {}", refused.join(", "));
    }
    Inference::number(PROMISE, Place::Pairs, says, evidence)
}
