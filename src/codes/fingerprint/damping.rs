//! Damped impacts: requested and achieved restitution, the end of contact, the normalisation of damping and its effective mass.
//!
//! What is seen is a damping ratio, `z = f(e) sqrt(m_used/m*)`: a formula times the root of a mass. Formula and masses are
//! chosen together, and of combinations that fit the one with the fewest departures from the plain one is taken. If none
//! fits, the masses follow from the ratios over those of like spheres at the same request, whatever the formula is.

use super::normal::{SPEEDS, Stiffness};
use super::probes::{
    Bench, ContactRequest, Reading, SPEED, StepPair, like_spheres, on_wall, reading, request, scene, slower,
};
use super::{FITS, Hypothesis, Inference, Place, Trust, choose, grouped, largest};
use crate::codes::restitution::{full_force_ratio, lammps_tsuji_alpha, thornton_gamma};
use crate::collide::reference::{Approach, collide};
use crate::law::achieved::damping_ratio;
use crate::law::contract::line;
use crate::law::scene::{Body, Scene};
use crate::law::{Ends, PowerForce};

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
    let promise = match &normal.held {
        Some(held) => Inference { convention: PROMISE, ..held.clone() },
        None => promise(bench, &like),
    };
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
    let mut stay = Vec::new();
    for (asked, [_, fine]) in like {
        match fine.first() {
            Some(bounce) if bounce.separated() => got.push((*asked, bounce.seen.restitution)),
            _ => stay.push(*asked),
        }
    }
    let mut refused = Vec::new();
    let asked: Vec<(f64, Result<Scene, String>)> = BESIDES.map(|e| (e, ask(bench, &like_spheres(), e))).into();
    let run = |name: &str, scenes: &[Scene]| bench.run(name, scenes, STEPS, &[0.5]).ok().map(|(_, all)| all);
    let all: Vec<Scene> = asked.iter().filter_map(|(_, scene)| scene.clone().ok()).collect();
    let mut together = run("restitution-besides", &all).map(|all| all.into_iter().flatten());
    for (asked, scene) in asked {
        // One that sticks must not take the others with it: then each is run alone.
        let bounce = scene.ok().and_then(|scene| match &mut together {
            Some(bounces) => bounces.next(),
            None => run(&format!("restitution-{asked}"), &[scene])?.into_iter().flatten().next(),
        });
        match bounce {
            Some(bounce) if bounce.separated() => got.push((asked, bounce.seen.restitution)),
            Some(_) => stay.push(asked),
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
    stay.sort_by(f64::total_cmp);
    if !stay.is_empty() {
        let stay: Vec<String> = stay.iter().map(ToString::to_string).collect();
        says += &format!("; the bodies do not part at {}", stay.join(", "));
    }
    let mut evidence = format!("{} impacts of two equal spheres at {} m/s", got.len() + stay.len(), SPEED);
    if !refused.is_empty() {
        evidence += &format!("; not run: {}", refused.join(", "));
    }
    Inference::number(PROMISE, Place::Pairs, says, evidence)
}

const END: &str = "end of contact";

/// Error of a restitution that is read from free flight.
const FLOOR: f64 = 1e-4;

/// The end of contact, and the damping ratio for a requested restitution of one half.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law {
    pub ends: Ends,
    pub ratio: f64,
}

/// The damping ratio `z` of a restitution, with its error.
fn ratio(e: Reading, ends: Ends) -> Reading {
    let within = |e: f64| e.clamp(1e-9, 1.0);
    let z = |e: f64| damping_ratio(within(e), ends);
    let off = 0.5 * (z(e.value - e.off) - z(e.value + e.off)).abs();
    Reading { value: z(e.value), off }
}

pub(super) fn restitution(twice: &StepPair) -> Option<Reading> {
    reading(twice, FLOOR, |bounce| Some(bounce.seen.restitution))
}

/// Whether a restitution is the same at every speed; with Hertz only a dashpot `delta^(1/4) v` makes it so.
fn same_at_every_speed(of: &[Reading; 3]) -> Result<(), String> {
    let differ = |a: &Reading, b: &Reading| (a.value - b.value).abs() > 2.0 * (a.off + b.off);
    if !of[1..].iter().any(|other| differ(&of[0], other)) {
        return Ok(());
    }
    let said: Vec<String> =
        of.iter().zip(SPEEDS).map(|(e, part)| format!("{:.4} at {} m/s", e.value, part * SPEED)).collect();
    Err(format!("restitution depends on the speed: requested 0.5, {}", said.join(", ")))
}

/// Determines the end of contact from duration and largest overlap, since a restitution does not determine it.
fn end(scene: &Scene, twice: &StepPair, stiffness: f64) -> (Inference, Option<Law>) {
    let unknown = |why: String| (Inference::unknown(END, Place::Pairs, why), None);
    let m_star = scene.pair.m_star;
    let e = restitution(twice);
    let Some(e) = e.filter(|e| e.value > 1e-3 && e.value < 0.99) else {
        return unknown(format!(
            "requested 0.5, achieved {:.4}: no damping to examine",
            e.map_or(f64::NAN, |e| e.value)
        ));
    };
    let Some(duration) = reading(twice, 0.0, |bounce| bounce.seen.measured.duration_to_zero_overlap) else {
        return unknown("requested 0.5, the bodies do not separate".to_string());
    };
    let overlap = reading(twice, 0.0, |bounce| bounce.seen.measured.max_overlap_interpolated);
    let predict = |ends| {
        let K = stiffness * scene.force?.K;
        let z = damping_ratio(e.value, ends);
        let law = PowerForce { K, alpha: 1.5, C: z * (5.0 * m_star * K).sqrt(), beta: 0.25, reference_gap: 0.0, ends };
        let exact = collide(&law, None, &Approach::head_on(m_star, scene.speed), 1e-10).ok()?;
        Some((exact.zero_overlap?.time.value, exact.turning?.overlap.value))
    };
    // Relative, as far as the two step sizes differ.
    let off = |seen: Reading, exact: f64| (seen.value / exact - 1.0).abs() / (seen.off / seen.value.abs() + 1e-3);
    let mut evidence =
        format!("requested 0.5, e = {:.5}, and the bodies separate after {:.6e} s", e.value, duration.value);
    let mut all = Vec::new();
    for (ends, says) in [
        (Ends::ZeroOverlap, "zero-overlap: may pull until the overlap is zero"),
        (
            Ends::ForceClamped,
            "force-clamped: never pulls (a head-on impact is the same when it is deleted at zero force)",
        ),
    ] {
        let predicted = predict(ends);
        let off = predicted.map_or(f64::NAN, |(time, deep)| {
            evidence += &format!("; {} would take {time:.6e} s", ends.word());
            off(duration, time).max(overlap.map_or(0.0, |seen| off(seen, deep)))
        });
        all.push((ends, Hypothesis { says: says.to_string(), off }));
    }
    let least = twice[1].iter().flat_map(|bounce| &bounce.course).map(|seen| seen.force).reduce(f64::min);
    if let Some(least) = least {
        let largest = twice[1].first().and_then(|bounce| bounce.seen.measured.max_force).unwrap_or(f64::NAN);
        evidence += &format!("; its least force is {:.1e} of its largest", least / largest);
    }
    let hypotheses: Vec<Hypothesis> = all.iter().map(|(_, hypothesis)| hypothesis.clone()).collect();
    let finding = choose(END, Place::Pairs, &hypotheses, &evidence);
    let found = all.into_iter().find(|(_, hypothesis)| hypothesis.says == finding.says);
    let law = found.map(|(ends, _)| Law { ends, ratio: ratio(e, ends).value });
    (finding, law)
}

const NORMALISATION: &str = "damping normalisation";
const PAIRS: &str = "effective mass";
const WALLS: &str = "mass at walls";
pub(super) const REDUCED: &str = "m* = m1 m2/(m1 + m2)";

const FULL: &str = "2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force, -ln e/sqrt(ln^2 e + pi^2)";

/// The density of body 2 over that of body 1, and the reverse, in the pairs of unlike masses.
const DENSITIES: [[f64; 2]; 2] = [[1.0, 4.0], [4.0, 1.0]];

/// `m_used/m*` of like masses, of 1 : 4, of 4 : 1.
const MASSES: [(&str, [f64; 3]); 11] = [
    (REDUCED, [1.0; 3]),
    ("m* = 2 m1 m2/(m1 + m2)", [2.0; 3]),
    ("m* = m1 m2/(m1 + m2)/2", [0.5; 3]),
    ("m* = m1", [2.0, 1.25, 5.0]),
    ("m* = m2", [2.0, 5.0, 1.25]),
    ("m* = (m1 + m2)/2", [2.0, 3.125, 3.125]),
    ("m* = m1 + m2", [4.0, 6.25, 6.25]),
    ("m* = the smaller mass", [2.0, 1.25, 1.25]),
    ("m* = the larger mass", [2.0, 5.0, 5.0]),
    ("m* = sqrt(m1 m2)", [2.0, 2.5, 2.5]),
    ("m* = (m1 + m2)/4", [1.0, 1.5625, 1.5625]),
];

/// `m_used` over the free mass.
const WALL_MASSES: [(&str, f64); 4] = [
    (line::FREE_MASS, 1.0),
    ("m* is half the free mass", 0.5),
    ("m* is twice the free mass", 2.0),
    ("no damping at a wall", 0.0),
];

/// A formula in words, and the damping ratio it gives for a requested restitution.
type Formula = (&'static str, fn(f64) -> f64);

/// The ratio `z` of what was requested, as one code or another makes it.
fn formulas(ends: Ends) -> Vec<Formula> {
    let mut all: Vec<Formula> = vec![
        (FULL, full_force_ratio),
        ("2 beta sqrt(m* k_tangent): sqrt(5/6) is missing", |e| (6.0f64 / 5.0).sqrt() * full_force_ratio(e)),
        ("2 sqrt(5/6) beta sqrt(m* k_secant): the secant stiffness instead of the tangent", |e| {
            (2.0f64 / 3.0).sqrt() * full_force_ratio(e)
        }),
        ("2 beta sqrt(m* k_secant): the secant stiffness instead of the tangent, and sqrt(5/6) is missing", |e| {
            2.0 / 5f64.sqrt() * full_force_ratio(e)
        }),
        ("sqrt 2 below that of the full force: Tsuji's polynomial for the mass of a whole particle", |e| {
            lammps_tsuji_alpha(e) / 5f64.sqrt()
        }),
        ("Thornton's fit of the clamped contact, F_d = 2 gamma sqrt(m* k_tangent) v", |e| {
            thornton_gamma(e).map_or(f64::NAN, |gamma| 1.2f64.sqrt() * gamma)
        }),
        ("that of the full force, for the square of the requested restitution", |e| full_force_ratio(e * e)),
        ("that of the full force, for the square root of the requested restitution", |e| full_force_ratio(e.sqrt())),
        ("none: the requested restitution is not used", |_| 0.0),
    ];
    all.push(match ends {
        Ends::ForceClamped => (CLAMPED, clamped),
        _ => ("the ratio that meets the request in a contact that never pulls, but this one pulls", clamped),
    });
    all
}

const CLAMPED: &str = "the ratio that meets the request exactly, for a contact that never pulls";

fn clamped(e: f64) -> f64 {
    damping_ratio(e, Ends::ForceClamped)
}

/// Requested restitutions with the runs.
type DampedRuns = Vec<(f64, StepPair)>;

/// The impacts from which masses are inferred.
struct Impacts<'a> {
    /// Of like spheres, at several requests.
    pub like: &'a DampedRuns,
    /// Of unlike masses, in the order of [`DENSITIES`].
    pub unlike: Result<DampedRuns, String>,
    pub wall: Result<DampedRuns, String>,
}

/// One measured ratio, its request, and which of [`MASSES`] it belongs to.
struct Ratio {
    asked: f64,
    z: Reading,
    probe: usize,
    /// The bodies do not part: the ratio is `z` or any above it.
    sticks: bool,
}

impl Ratio {
    fn distance(&self, predicted: f64) -> f64 {
        if self.sticks && predicted > self.z.value { 0.0 } else { self.z.distance(predicted) }
    }

    /// The ratio over that of like spheres at the same request.
    fn over(&self, like: &[Self]) -> Option<Reading> {
        let like = like.iter().find(|like| like.asked == self.asked && !like.sticks && !self.sticks)?;
        let value = self.z.value / like.z.value;
        Some(Reading { value, off: value * (self.z.off / self.z.value + like.z.off / like.z.value) })
    }
}

fn ratios(ran: &DampedRuns, ends: Ends, probe: impl Fn(usize) -> usize) -> Option<Vec<Ratio>> {
    let one = |(i, (asked, twice)): (usize, &(f64, StepPair))| {
        let e = restitution(twice)?;
        let z = ratio(e, ends);
        let sticks = e.value <= e.off;
        Some(Ratio { asked: *asked, z: Reading { off: z.off + 5e-5, ..z }, probe: probe(i), sticks })
    };
    ran.iter().enumerate().map(one).collect()
}

/// Normalisation, effective mass of pairs, mass at walls.
fn judge(impacts: &Impacts<'_>, law: Law) -> Vec<Inference> {
    let ends = law.ends;
    let place = |title| if title == WALLS { Place::Walls } else { Place::Pairs };
    let unknown = |title, why: &str| Inference::unknown(title, place(title), why);
    let Some(like) = ratios(impacts.like, ends, |_| 0) else {
        return [NORMALISATION, PAIRS, WALLS].map(|title| unknown(title, "a pair was lost")).to_vec();
    };
    let missing =
        |ran: &Result<DampedRuns, String>| ran.as_ref().err().cloned().unwrap_or_else(|| "a pair was lost".into());
    let unlike = impacts.unlike.as_ref().ok().and_then(|ran| ratios(ran, ends, |i| i + 1));
    let wall = impacts.wall.as_ref().ok().and_then(|ran| ratios(ran, ends, |_| 0));
    let pairs: Vec<&Ratio> = like.iter().chain(unlike.iter().flatten()).collect();
    let asked: Vec<String> = impacts
        .like
        .iter()
        .map(|(e, twice)| format!("{e} gives {:.5}", restitution(twice).map_or(f64::NAN, |e| e.value)))
        .collect();
    let of = |ratios: &Option<Vec<Ratio>>| {
        let said = ratios.iter().flatten().map(|r| format!("{:.4}", r.z.value / full_force_ratio(r.asked)));
        said.collect::<Vec<_>>().join(", ")
    };
    let evidence = [
        format!("asked for {}", asked.join(", ")),
        format!("damping ratio over that of the full force, masses 1:4, 4:1: {}", of(&unlike)),
        format!("damping ratio over that of the full force, at a wall: {}", of(&wall)),
    ];
    let off = |ratios: &[&Ratio], z: fn(f64) -> f64, masses: [f64; 3]| {
        largest(ratios.iter().map(|r| r.distance(z(r.asked) * masses[r.probe].sqrt())))
    };
    let mut all = Vec::new();
    for (formula, z) in formulas(ends) {
        let walls = WALL_MASSES.map(|(says, mass)| {
            (says, wall.as_ref().map_or(0.0, |wall| off(&wall.iter().collect::<Vec<_>>(), z, [mass; 3])))
        });
        for (mass, factors) in MASSES {
            let pair = off(&pairs, z, factors);
            for (at_wall, off) in walls {
                let departures = [formula != FULL, mass != REDUCED, at_wall != line::FREE_MASS];
                let departures = departures.into_iter().filter(|departs| *departs).count();
                all.push(([formula, mass, at_wall], largest([pair, off]), departures));
            }
        }
    }
    let fewest = all.iter().filter(|(_, off, _)| *off <= FITS).map(|(.., departures)| *departures).min();
    let kept = || all.iter().filter(|(.., departures)| fewest.is_some_and(|fewest| *departures <= fewest.max(1)));
    let by = |i: usize, title: &'static str| {
        let hypotheses: Vec<Hypothesis> = grouped(kept().map(|(says, off, _)| (says[i], *off)));
        choose(title, place(title), &hypotheses, &evidence[i])
    };
    let mut findings = match fewest {
        Some(_) => [by(0, NORMALISATION), by(1, PAIRS), by(2, WALLS)],
        None => apart(&like, unlike.iter().flatten(), wall.iter().flatten(), ends, &evidence),
    };
    if unlike.is_none() {
        findings[1] = unknown(PAIRS, &missing(&impacts.unlike));
    }
    if wall.is_none() {
        findings[2] = unknown(WALLS, &missing(&impacts.wall));
    }
    findings.to_vec()
}

/// Each line apart, where no combination fits: the normalisation from like spheres, the masses from the ratios over theirs.
/// No mass is certain then, since a factor of it and one of the formula make the same motion.
fn apart<'a>(
    like: &[Ratio],
    unlike: impl Iterator<Item = &'a Ratio>,
    wall: impl Iterator<Item = &'a Ratio>,
    ends: Ends,
    evidence: &[String; 3],
) -> [Inference; 3] {
    let formula = |(says, z): (&str, fn(f64) -> f64)| Hypothesis {
        says: says.to_string(),
        off: largest(like.iter().map(|r| r.distance(z(r.asked)))),
    };
    let formulas: Vec<Hypothesis> = formulas(ends).into_iter().map(formula).collect();
    let listed = choose(NORMALISATION, Place::Pairs, &formulas, &evidence[0]);
    let over = |ratio: &Ratio| (ratio.probe, ratio.over(like));
    let (unlike, wall): (Vec<_>, Vec<_>) = (unlike.map(over).collect(), wall.map(over).collect());
    let off = |seen: &[(usize, Option<Reading>)], factor: &dyn Fn(usize) -> f64| {
        largest(seen.iter().map(|(probe, z)| z.map_or(f64::NAN, |z| z.distance(factor(*probe).sqrt()))))
    };
    let mut masses: Vec<(Hypothesis, [f64; 2])> = Vec::new();
    for (mass, [same, light, heavy]) in MASSES {
        let shape = [light / same, heavy / same];
        // Those that differ by a factor are one.
        if masses.iter().all(|(_, known)| *known != shape) {
            let says = if mass == REDUCED { mass.to_string() } else { format!("{mass}, times a constant") };
            masses.push((Hypothesis { says, off: off(&unlike, &|probe| shape[probe - 1]) }, shape));
        }
    }
    let masses: Vec<Hypothesis> = masses.into_iter().map(|(mass, _)| mass).collect();
    let walls = WALL_MASSES.map(|(says, factor)| Hypothesis { says: says.to_string(), off: off(&wall, &|_| factor) });
    let mut found =
        [choose(PAIRS, Place::Pairs, &masses, &evidence[1]), choose(WALLS, Place::Walls, &walls, &evidence[2])];
    if found[0].says != REDUCED || (found[1].says.is_empty() && listed.says.is_empty()) {
        let why = format!("{}; the damping of two spheres follows no listed formula and mass", evidence[2]);
        found[1] = Inference::unknown(WALLS, Place::Walls, why);
    }
    let [pairs, walls] = found.map(|found| match found.strength {
        Trust::Certain => Inference { strength: Trust::Likely, ..found },
        _ => found,
    });
    let normalisation = if listed.says.is_empty() { number(like, &evidence[0]).unwrap_or(listed) } else { listed };
    [normalisation, pairs, walls]
}

/// One ratio to the formula of the full force, or of the clamped one, at every request.
fn number(like: &[Ratio], evidence: &str) -> Option<Inference> {
    let shapes: [Formula; 2] = [("2 sqrt(5/6) beta sqrt(m* k_tangent)", full_force_ratio), (CLAMPED, clamped)];
    let separated = || like.iter().filter(|ratio| !ratio.sticks);
    shapes.into_iter().find_map(|(formula, z)| {
        let over = |r: &Ratio| (r.z.value / z(r.asked), r.z.off / z(r.asked));
        let mean = separated().map(|r| over(r).0).sum::<f64>() / separated().count() as f64;
        let one = separated().count() > 1 && separated().all(|r| (over(r).0 - mean).abs() <= 2.0 * over(r).1);
        let says = format!("{mean:.4} of {formula}, at every request");
        one.then(|| Inference::number(NORMALISATION, Place::Pairs, says, evidence))
    })
}
