//! Normal stiffness: exponent of the overlap, prefactor, effective radius and effective modulus.
//!
//! An undamped Hertz collision lasts `tau ~ (K/m*)^(-2/5)`, so a duration over the expected one gives the stiffness that was
//! used over that of our conventions, whatever else the engine reports.

use super::elastic::{self, Loss};
use super::probes::{
    self, Bench, ContactRequest, POISSON, RADIUS, Reading, YOUNG, material, reading, scene, slower, sphere,
    unlike_spheres, wall,
};
use super::{Hypothesis, Inference, Place, Trust, choose, grouped, largest};
use crate::collide::bounce::Bounce;
use crate::collide::stepper::undamped_duration;
use crate::law::contract::line;
use crate::law::scene::{Body, Scene};

const FORCE: &str = "normal force";

pub(super) const HERTZ: &str = "4/3 E* sqrt(R*) delta^(3/2)";
pub(super) const HARMONIC: &str = "1/R* = 1/R1 + 1/R2";
pub(super) const WALL_RADIUS: &str = "R* = R";
pub(super) const OWN_MODULI: &str = "1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2";

/// Steps in a contact, and twice as many: a second-order scheme is off by 1.3e-5 in the duration.
const STEPS: f64 = 200.0;

/// Relative error of a stiffness that is read from free flight.
const FLOOR: f64 = 2e-4;

/// Speeds from which the exponent is inferred, relative to that of the probes.
pub(super) const SPEEDS: [f64; 3] = [1.0, 0.25, 0.0625];

/// Runs of impacts that do not part are made longer by these factors. Spheres that hardly resist have not passed through each other then.
const LONGER: [f64; 3] = [1.0, 2.0, 4.0];

/// The results of the elastic impacts.
pub(super) struct Stiffness {
    /// What they lose, of pairs and at walls.
    pub losses: [Inference; 2],
    pub loss: [Loss; 2],
    pub findings: Vec<Inference>,
    /// `K` over ours, where the force is Hertz's: of like spheres, of radii 1 : 2, of a sphere on a wall of its material.
    pub like: Option<f64>,
    pub unlike: Option<f64>,
    pub wall: Option<f64>,
    /// The line of a contact of two spheres that does not end, where it does not.
    pub held: Option<Inference>,
}

/// `K/m*` relative to the declared contact, from the durations.
fn stiffness(scene: &Scene, twice: &probes::StepPair, loss: Loss) -> Option<Reading> {
    let hertz = undamped_duration(&scene.force?, scene.pair.m_star, scene.speed);
    let k = |bounce: &Bounce| {
        loss.stiffness(hertz, bounce.seen.measured.duration_to_zero_overlap?, bounce.seen.restitution)
    };
    // With the error of the steps in what is lost.
    let lost = if loss == Loss::Nothing { 0.0 } else { reading(twice, 0.0, |b| Some(b.seen.restitution))?.value };
    let floor = if loss == Loss::Nothing { 0.0 } else { 0.02 * (1.0 - lost).abs() };
    let k = reading(twice, FLOOR, k)?;
    Some(Reading { off: k.off + floor * k.value, ..k })
}

/// Scenes without damping, and their runs.
struct Runs {
    scenes: Vec<Scene>,
    twice: Vec<probes::StepPair>,
}

impl Runs {
    fn new(bench: &Bench<'_>, name: &str, scenes: Vec<Scene>) -> Result<Self, String> {
        let twice = bench.twice(name, &scenes, STEPS, &[0.25, 0.75])?;
        Ok(Self { scenes, twice })
    }

    fn parted(&self) -> bool {
        self.twice.iter().flatten().flatten().all(Bounce::separated)
    }

    /// `K/m*` of each.
    fn stiffness(&self, loss: Loss) -> Result<Vec<Reading>, String> {
        let all: Option<Vec<Reading>> =
            self.scenes.iter().zip(&self.twice).map(|(scene, twice)| stiffness(scene, twice, loss)).collect();
        all.ok_or_else(|| match loss {
            Loss::Unknown if self.parted() => {
                "energy is lost: the stiffness cannot be derived from the duration".to_string()
            }
            _ => "a pair without damping did not part".to_string(),
        })
    }

    fn lossy(&self, place: Place, which: &[usize], pairs: Option<Loss>) -> (Inference, Loss) {
        let of: Vec<_> = which.iter().map(|&i| (&self.scenes[i], &self.twice[i])).collect();
        elastic::judge(place, &of, pairs)
    }
}

/// Runs the spheres, as long as it takes them to part; all later runs are as much longer then.
fn spheres(bench: &Bench<'_>, scenes: &[Scene]) -> Result<Runs, String> {
    let mut last = Err(String::new());
    for longer in LONGER {
        bench.lasts.set(longer);
        let name = if longer == 1.0 { "spheres".to_string() } else { format!("spheres-{longer}") };
        let ran = Runs::new(bench, &name, scenes.to_vec());
        if longer > 1.0 && ran.is_err() {
            break;
        }
        let over = ran.as_ref().map_or(true, Runs::parted);
        last = ran;
        if over {
            break;
        }
    }
    let Ok(runs) = &last else { return last };
    let seen = runs.twice[0][1].iter().find_map(|bounce| bounce.seen.measured.duration_to_zero_overlap);
    let hertz = scenes[0].force.map(|force| undamped_duration(&force, scenes[0].pair.m_star, scenes[0].speed));
    let longer = seen.zip(hertz).map_or(1.0, |(seen, hertz)| seen / hertz);
    bench.lasts.set(if longer > LASTS_AS_ASKED { longer } else { 1.0 });
    last
}

/// A contact that takes longer, over what was asked for, is softer than asked.
const LASTS_AS_ASKED: f64 = 1.6;

/// What is known of a force whose contact did not end.
fn never_parts(place: Place) -> Inference {
    let [most, lasts] = [LONGER[2], probes::LASTS];
    let steps = 2.0 * lasts * STEPS;
    let least = libm::pow(most * lasts, 2.5);
    let says = format!(
        "softer than asked by at least a factor of {least:.1e}, or it holds the bodies: the contact is longer than {steps} steps, {} times as long as Hertz'",
        most * lasts
    );
    Inference::number(FORCE, place, says, "an impact without damping does not part")
}

fn elastic_scenes(bodies: &[[Body; 2]]) -> Vec<Scene> {
    bodies.iter().filter_map(|bodies| scene(bodies, &ContactRequest::ELASTIC, 0.0)).collect()
}

pub(super) fn find(bench: &Bench<'_>) -> Stiffness {
    let ball = |young: f64, nu: f64| sphere("ball", RADIUS, material("ball", young, nu));
    let [small, large] = unlike_spheres();
    // Like spheres at three speeds; radii 1 : 2 in both orders.
    let bodies = [probes::like_spheres(), [small.clone(), large.clone()], [large, small]];
    let mut scenes = elastic_scenes(&bodies);
    scenes.extend(
        SPEEDS[1..].iter().flat_map(|&part| elastic_scenes(&bodies[..1]).into_iter().map(move |s| slower(s, part))),
    );
    let spheres = spheres(bench, &scenes);
    // A Poisson ratio of 0 hides how the ratio enters; moduli 1 : 10 in both orders show whose is taken.
    let stiff = |nu: f64| ball(10.0 * YOUNG, nu);
    let soft = |nu: f64| ball(YOUNG, nu);
    let bodies = [[soft(0.0), soft(0.0)], [soft(POISSON), stiff(POISSON)], [stiff(POISSON), soft(POISSON)]];
    let moduli = Runs::new(bench, "moduli", elastic_scenes(&bodies));
    let plate = |young: f64, nu: f64| wall(material("plate", young, nu));
    let bodies = [
        [soft(0.0), plate(YOUNG, 0.0)],
        [soft(POISSON), plate(YOUNG, POISSON)],
        [soft(POISSON), plate(10.0 * YOUNG, POISSON)],
    ];
    let walls = Runs::new(bench, "walls", elastic_scenes(&bodies));
    judged_together(bench, spheres, moduli, walls)
}

/// What a batch loses, at the scenes of these numbers.
fn lossy(runs: &Result<Runs, String>, place: Place, which: &[usize], pairs: Option<Loss>) -> (Inference, Loss) {
    match runs {
        Ok(runs) => runs.lossy(place, which, pairs),
        Err(why) => (Inference::unknown(elastic::ELASTIC, place, why.clone()), Loss::Unknown),
    }
}

fn judged_together(
    bench: &Bench<'_>,
    spheres: Result<Runs, String>,
    moduli: Result<Runs, String>,
    walls: Result<Runs, String>,
) -> Stiffness {
    let (lost, loss) = lossy(&spheres, Place::Pairs, &[0, 3, 4], None);
    let (lost_at_walls, loss_at_walls) = lossy(&walls, Place::Walls, &[0, 1], Some(loss));
    let stays = |runs: &Result<Runs, String>| runs.as_ref().is_ok_and(|runs| !runs.parted());
    let held = [stays(&spheres), stays(&walls)];
    let of = |runs: Result<Runs, String>, loss| runs.and_then(|runs| runs.stiffness(loss));
    let (spheres, moduli, walls) = (of(spheres, loss), of(moduli, loss), of(walls, loss_at_walls));
    let power = spheres.as_ref().ok().map(|k| power(&[k[0], k[3], k[4]]));
    let hertz = power.as_ref().is_some_and(Result::is_ok);
    let other = |lines: &Lines, place: Place, why: &str| {
        [lines.force, lines.radius, lines.modulus].map(|line| Inference::unknown(line, place, why)).to_vec()
    };
    let mut findings = match (&spheres, power) {
        (Err(why), _) => {
            let mut lines = other(&PAIRS, Place::Pairs, why);
            if held[0] {
                lines[0] = never_parts(Place::Pairs);
            }
            lines
        }
        (Ok(_), Some(Err(finding))) => {
            let mut lines = other(&PAIRS, Place::Pairs, "the force is not Hertz's");
            lines[0] = finding;
            lines
        }
        (Ok(k), _) => pairs(k, &moduli),
    };
    findings.extend(match &walls {
        Err(why) => {
            let mut lines = other(&WALLS, Place::Walls, why);
            if held[1] && held[0] {
                lines[0] = never_parts(Place::Walls);
            }
            lines
        }
        Ok(_) if !hertz => other(&WALLS, Place::Walls, "the force of two spheres is not Hertz's, or not known"),
        // A factor of every pair that no rule explains is not explained by a rule for walls.
        Ok(k) => judged(&WALLS, Place::Walls, k, WALL_EVIDENCE, usize::from(findings[0].strength != Trust::Number)),
    });
    let longer = bench.lasts.get();
    if longer > 1.0 && hertz {
        let like = spheres.as_ref().map_or(f64::NAN, |k| k[0].value);
        findings[0] = softer(&findings[0], like, longer);
    }
    let of = |all: &Result<Vec<Reading>, String>, i: usize| all.as_ref().ok().filter(|_| hertz).map(|k| k[i].value);
    Stiffness {
        losses: [lost, lost_at_walls],
        loss: [loss, loss_at_walls],
        findings,
        like: of(&spheres, 0),
        unlike: of(&spheres, 1),
        wall: of(&walls, 1),
        held: held[0].then(|| never_parts(Place::Pairs)),
    }
}

/// The normal force of two spheres whose contact lasts longer than that of Hertz.
fn softer(found: &Inference, like: f64, longer: f64) -> Inference {
    let says = format!(
        "softer than asked: stiffness over mass {like:.4} of Hertz between two like spheres, so that the contact is {longer:.2} times as long"
    );
    match found.strength {
        Trust::Certain | Trust::Likely => found.clone(),
        _ => Inference::number(FORCE, Place::Pairs, says, found.evidence.clone()),
    }
}

/// Whether `K` is the same at every speed; a duration `~ v^(-s)` belongs to a force `delta^((1+s)/(1-s))`.
fn power(k: &[Reading; 3]) -> Result<(), Inference> {
    let slope = |i: usize| {
        // tau over the expected tau is k^(-2/5), and what is expected goes with v^(-1/5).
        let steeper = libm::log(libm::pow(k[i].value / k[i - 1].value, -0.4)) / libm::log(4f64);
        let s = 0.2 + steeper;
        ((1.0 + s) / (1.0 - s), 4.0 * (k[i].off / k[i].value + k[i - 1].off / k[i - 1].value))
    };
    let [(one, off), (two, other)] = [slope(1), slope(2)];
    let evidence =
        format!("two equal spheres at 4, 1 and 0.25 m/s: the force grows with overlap to the {one:.4}, {two:.4}");
    if (one - 1.5).abs() <= off && (two - 1.5).abs() <= other {
        return Ok(());
    }
    Err(match (one - two).abs() <= 2.0 * (off + other) && one.is_finite() {
        true => {
            Inference::number(FORCE, Place::Pairs, format!("proportional to delta^{:.3}", 0.5 * (one + two)), evidence)
        }
        false => Inference::unknown(FORCE, Place::Pairs, evidence),
    })
}

/// A combination rule, and the relative stiffness it gives for each probe.
type Rule<const N: usize> = (&'static str, [f64; N]);

/// The combination rules for pairs or for walls.
struct Lines {
    force: &'static str,
    radius: &'static str,
    modulus: &'static str,
    radii: &'static [Rule<6>],
    moduli: &'static [Rule<6>],
}

/// Squares of what `sqrt(R*)` is over ours: like spheres, 1 : 2, 2 : 1; then the three of the moduli, all alike.
const PAIRS: Lines = Lines {
    force: FORCE,
    radius: "effective radius",
    modulus: "effective modulus",
    radii: &[
        (HARMONIC, [1.0; 6]),
        ("R* = 2 R1 R2/(R1 + R2)", [2.0; 6]),
        ("R* = sqrt(R1 R2)/2", [1.0, 1.060_660_171_779_821_4, 1.060_660_171_779_821_4, 1.0, 1.0, 1.0]),
        ("R* = sqrt(R1 R2)", [2.0, 2.121_320_343_559_643, 2.121_320_343_559_643, 2.0, 2.0, 2.0]),
        ("R* = (R1 + R2)/4", [1.0, 1.125, 1.125, 1.0, 1.0, 1.0]),
        ("R* = (R1 + R2)/2", [2.0, 2.25, 2.25, 2.0, 2.0, 2.0]),
        ("R* = R1 + R2", [4.0, 4.5, 4.5, 4.0, 4.0, 4.0]),
        ("R* = the smaller radius", [2.0, 1.5, 1.5, 2.0, 2.0, 2.0]),
        ("R* = half the smaller radius", [1.0, 0.75, 0.75, 1.0, 1.0, 1.0]),
        ("R* = the larger radius", [2.0, 3.0, 3.0, 2.0, 2.0, 2.0]),
        ("R* = R1", [2.0, 1.5, 3.0, 2.0, 2.0, 2.0]),
        ("R* = R2", [2.0, 3.0, 1.5, 2.0, 2.0, 2.0]),
        ("R* = R1/2", [1.0, 0.75, 1.5, 1.0, 1.0, 1.0]),
    ],
    // Like, 1 : 2, 2 : 1, nu = 0, moduli 1 : 10, 10 : 1; ours has 10/11 E/(1 - nu^2) at 1 : 10.
    moduli: &[
        (OWN_MODULI, [1.0; 6]),
        ("1 - nu for 1 - nu^2: E* too large by 1 + nu", [1.3, 1.3, 1.3, 1.0, 1.3, 1.3]),
        ("1 for 1 - nu^2: E* too small", [0.91, 0.91, 0.91, 1.0, 0.91, 0.91]),
        ("E* = E1/(2 (1 - nu1^2)): body 1 for both", [1.0, 1.0, 1.0, 1.0, 0.55, 5.5]),
        ("E* = E2/(2 (1 - nu2^2)): body 2 for both", [1.0, 1.0, 1.0, 1.0, 5.5, 0.55]),
        ("the softer modulus for both", [1.0, 1.0, 1.0, 1.0, 0.55, 0.55]),
        ("the stiffer modulus for both", [1.0, 1.0, 1.0, 1.0, 5.5, 5.5]),
        ("half the mean modulus", [1.0, 1.0, 1.0, 1.0, 3.025, 3.025]),
        ("E* = E1/(1 - nu1^2): body 2 does not deform", [2.0, 2.0, 2.0, 2.0, 1.1, 11.0]),
        ("E* = E2/(1 - nu2^2): body 1 does not deform", [2.0, 2.0, 2.0, 2.0, 11.0, 1.1]),
        ("twice that of 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2", [2.0; 6]),
    ],
};

/// nu = 0, the sphere's material, ten times as stiff.
const WALLS: Lines = Lines {
    force: FORCE,
    radius: "radius at walls",
    modulus: "modulus at walls",
    radii: &[(WALL_RADIUS, [1.0; 6]), ("R* = R/2", [0.5; 6]), ("R* = 2R", [2.0; 6])],
    moduli: &[
        (line::OWN_MODULUS, [1.0; 6]),
        (line::SAME_MODULUS, [1.0, 1.0, 0.55, 1.0, 1.0, 1.0]),
        ("the wall does not deform, whatever its material", [2.0, 2.0, 1.1, 1.0, 1.0, 1.0]),
        (
            "as for two spheres, but with 1 - nu instead of 1 - nu^2: E* too large by 1 + nu",
            [1.0, 1.0 + POISSON, 1.0 + POISSON, 1.0, 1.0, 1.0],
        ),
    ],
};

/// The constant before `E* sqrt(R*) delta^(3/2)`.
const CONSTANTS: [(&str, f64); 4] = [
    (HERTZ, 1.0),
    ("2 E* sqrt(R*) delta^(3/2): 3/2 of Hertz, as the tangent stiffness times the overlap", 1.5),
    ("E* sqrt(R*) delta^(3/2): 4/3 is missing", 0.75),
    ("2/3 E* sqrt(R*) delta^(3/2): half of Hertz", 0.5),
];

const WALL_EVIDENCE: &str = "stiffness over that of Hertz at a wall with nu = 0, of the sphere's material (nu = 0.3), ten \
                             times as stiff";

fn pairs(spheres: &[Reading], moduli: &Result<Vec<Reading>, String>) -> Vec<Inference> {
    let evidence = "stiffness over that of Hertz: radii 1:1, 1:2, 2:1";
    let Ok(others) = moduli else {
        let mut findings = judged(&PAIRS, Place::Pairs, &spheres[..3], evidence, 1);
        // Like moduli do not show whose is taken.
        findings[2] =
            Inference::unknown(PAIRS.modulus, Place::Pairs, moduli.as_ref().err().cloned().unwrap_or_default());
        return findings;
    };
    let all: Vec<Reading> = spheres[..3].iter().chain(others).copied().collect();
    judged(&PAIRS, Place::Pairs, &all, &format!("{evidence}, nu = 0, moduli 1:10, 10:1"), 1)
}

/// The three lines of a place: every combination of a constant, a radius and a modulus is held against all probes.
///
/// A ratio that is the same for all probes has no unique factors: it is explained by at most `of_uniform` departures from
/// Hertz, or else is a number.
fn judged(lines: &Lines, place: Place, k: &[Reading], what: &str, of_uniform: usize) -> Vec<Inference> {
    let values: Vec<String> = k.iter().map(|k| format!("{:.5}", k.value)).collect();
    let evidence = format!("{what}: {}", values.join(", "));
    let mut all = Vec::new();
    for (constant, factor) in CONSTANTS {
        for (radius, squares) in lines.radii {
            for (modulus, moduli) in lines.moduli {
                let predicted = squares.iter().zip(moduli).map(|(square, modulus)| factor * square.sqrt() * modulus);
                // The error of a reading is relative to it.
                let off = |(k, p): (&Reading, f64)| (k.value / p - 1.0).abs() / (k.off / k.value).max(FLOOR);
                let departs = [constant != HERTZ, *radius != lines.radii[0].0, *modulus != lines.moduli[0].0];
                let departures = departs.iter().filter(|departs| **departs).count();
                all.push(([constant, radius, modulus], largest(k.iter().zip(predicted).map(off)), departures));
            }
        }
    }
    // Of combinations that fit, one that needs more departures from Hertz is no rival of one that needs fewer; a single
    // departure always is.
    let fewest = all.iter().filter(|(_, off, _)| *off <= super::FITS).map(|(.., departures)| *departures).min();
    let explained = |fewest: &usize| *fewest <= of_uniform || mean_of_uniform(k).is_none();
    let Some(fewest) = fewest.filter(explained) else { return constant(lines, place, k, &evidence) };
    let kept = || all.iter().filter(|(.., departures)| *departures <= fewest.max(1));
    let by = |i: usize, title| {
        let hypotheses: Vec<Hypothesis> = grouped(kept().map(|(says, off, _)| (says[i], *off)));
        choose(title, place, &hypotheses, &evidence)
    };
    vec![by(0, lines.force), by(1, lines.radius), by(2, lines.modulus)]
}

/// The mean of ratios that are the same for all probes.
fn mean_of_uniform(k: &[Reading]) -> Option<f64> {
    let mean = k.iter().map(|k| k.value).sum::<f64>() / k.len() as f64;
    k.iter().all(|k| (k.value - mean).abs() <= 2.0 * k.off.max(FLOOR)).then_some(mean)
}

/// If no combination explains the ratios but they are the same for all probes, that number is the result.
fn constant(lines: &Lines, place: Place, k: &[Reading], evidence: &str) -> Vec<Inference> {
    let unknown = |title, why: String| Inference::unknown(title, place, why);
    let Some(mean) = mean_of_uniform(k) else {
        return [lines.force, lines.radius, lines.modulus].map(|title| unknown(title, evidence.to_string())).to_vec();
    };
    let says = format!("stiffness over mass {mean:.4} of Hertz in every impact");
    let why = format!("{evidence}: the same ratio in every impact, so its cause is unknown");
    let radius = unknown(lines.radius, why.clone());
    vec![Inference::number(lines.force, place, says, evidence), radius, unknown(lines.modulus, why)]
}
