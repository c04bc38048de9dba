//! Scenes in space drawn at random, of six families: the reference against the judge, which shares no code with it.

use std::fmt::Write;

use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::reference::solve;
use collisionbench::collide::trajectory::Trajectory;

use super::judge::motion::{World, Wrong};
use super::judge::steps::stepped;
use super::judge::{COUNT, Judged, NAMES, judge};
use super::random::scene;
use crate::random::Random;

/// A constant stiffness; Hertz and Mindlin; spin about the normal alone; laws that pull; laws that yield; two free spheres.
const FAMILIES: usize = 6;

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.of(of.len())]
}

/// Between two numbers, evenly in their logarithm.
fn between(random: &mut Random, least: f64, most: f64) -> f64 {
    random.decades(least.log10(), most.log10())
}

/// The size of an impact, SI.
struct Size {
    radius: f64,
    density: f64,
    mass: f64,
    speed: f64,
    /// What a spring of `stiffness`, or spheres of `modulus`, are pressed in.
    overlap: f64,
    stiffness: f64,
    modulus: f64,
}

impl Size {
    fn drawn(random: &mut Random, pair: bool) -> Self {
        let (radius, density) = (between(random, 1e-4, 2e-2), between(random, 500.0, 8000.0));
        let speed = between(random, 0.05, 5.0);
        let depth = if pair { between(random, 3e-3, 0.1) } else { between(random, 1e-3, 0.03) };
        let mass = density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        let overlap = depth * radius;
        let modulus = mass * speed * speed / (radius.powi(3) * depth.powf(2.5)) * between(random, 0.7, 1.5);
        Self { radius, density, mass, speed, overlap, stiffness: mass * (speed / overlap).powi(2), modulus }
    }
}

/// The keys of a normal law, and the limits of friction that it knows.
fn normal(law: &str, size: &Size, random: &mut Random) -> (String, &'static [&'static str]) {
    const PLAIN: &[&str] = &["total", "elastic", "absolute"];
    const PULL_OFF: &[&str] = &["total", "absolute", "pull-off"];
    const NO_PULL: &[&str] = &["total", "elastic"];
    let Size { radius, mass, speed, overlap, stiffness, modulus, .. } = *size;
    let energy = 0.5 * mass * speed * speed;
    let loading = format!("loading_stiffness = \"{stiffness} N/m\"\nunloading_stiffness");
    match law {
        "hooke" => (format!("stiffness = \"{stiffness} N/m\""), PLAIN),
        "hertz" => (String::new(), PLAIN),
        "jkr" => {
            // What separating costs is 7.1 (w^5 R^4/E^2)^(1/3).
            let lost = energy * between(random, 1e-3, 0.1);
            let w = (lost / 7.1).powf(0.6) * (0.5 * modulus).powf(0.4) / radius.powf(0.8);
            let breaks = one(random, &["displacement", "force"]);
            (format!("work_of_adhesion = \"{w} J/m2\"\nbreaks_at = \"{breaks}\""), PULL_OFF)
        }
        "dmt" => {
            let w = energy * between(random, 0.01, 0.3) / overlap / (6.3 * radius);
            (format!("work_of_adhesion = \"{w} J/m2\""), PULL_OFF)
        }
        "sjkr" => {
            let k = energy * between(random, 0.01, 0.3) / overlap.powi(2) / (6.3 * radius);
            (format!("cohesion_energy_density = \"{k} J/m3\""), &["total"])
        }
        "walton-braun" => {
            let k2 = stiffness * between(random, 1.05, 5.0);
            let stiffens = [0.0, between(random, 0.1, 2.0) / overlap][random.of(2)];
            (format!("{loading} = \"{k2} N/m\"\nstiffening = \"{stiffens} 1/m\""), NO_PULL)
        }
        "luding" => {
            let [k2, pull] = [(1.05, 4.0), (0.005, 0.1)].map(|(least, most)| stiffness * between(random, least, most));
            (format!("{loading} = \"{k2} N/m\"\nadhesion_stiffness = \"{pull} N/m\""), &["total"])
        }
        _ => {
            let pressure = modulus * (overlap / radius).sqrt() * between(random, 0.05, 0.5);
            (format!("yield_pressure = \"{pressure} Pa\""), NO_PULL)
        }
    }
}

fn damping(which: &str, plain: bool, size: &Size, random: &mut Random) -> String {
    let part = if plain { between(random, 0.01, 0.5) } else { between(random, 0.01, 0.1) };
    let critical = 2.0 * (size.mass * size.stiffness).sqrt();
    match which {
        "none" => String::new(),
        "tsuji" => format!("[contact.damping.tsuji]\nalpha = {}\n", 2.0 * part),
        "linear" => format!("[contact.damping.linear-dashpot]\ncoefficient = \"{} N s/m\"\n", critical * part),
        _ => format!("[contact.damping.hunt-crossley]\nlambda = \"{} s/m\"\n", part / size.speed),
    }
}

/// A spring with a slider: of constant stiffness, or Mindlin's; one in four has a dashpot.
fn tangential(constant: bool, turn: usize, size: &Size, random: &mut Random) -> String {
    let sliding = match turn % 8 {
        1 => "added",
        5 => "capped",
        _ => "",
    };
    let ratio = between(random, 0.01, 0.2);
    let beside = if sliding.is_empty() {
        String::new()
    } else {
        format!("dashpot_ratio = {ratio}\nwhile_sliding = \"{sliding}\"\n")
    };
    let friction = between(random, 0.05, 0.8);
    if constant {
        let stiffness = size.stiffness * between(random, 0.2, 1.5);
        return format!(
            "[contact.tangential.cundall-strack]\nstiffness = \"{stiffness} N/m\"\nfriction = {friction}\n{beside}"
        );
    }
    let form = ["total-spring", "incremental", "rescaled"][turn % 3];
    format!("[contact.tangential.mindlin]\nform = \"{form}\"\nfriction = {friction}\n{beside}")
}

/// A scene, as the text of a case.
fn drawn(number: usize) -> String {
    let random = &mut Random(0x5ace + number as u64);
    let (family, turn) = (number % FAMILIES, number / FAMILIES);
    let pair = family == 5 || (family > 2 && turn % 4 == 3);
    let size = Size::drawn(random, family == 5);
    let laws: &[&str] = match family {
        0 => &["hooke"],
        1 => &["hertz"],
        3 => &["jkr", "dmt", "sjkr"],
        4 => &["walton-braun", "luding", "thornton"],
        _ => &["hooke", "hertz"],
    };
    let law = laws[turn % laws.len()];
    let plain = law == "hooke" || law == "hertz";
    let (keys, limits) = normal(law, &size, random);
    let damps = one(random, &["none", "none", "tsuji", "linear", "hunt-crossley"]);
    let damping = damping(damps, plain, &size, random);
    let constant = law == "hooke" || (family != 1 && random.of(2) == 0);
    let tangential = tangential(constant, turn, &size, random);
    let mut spin = || {
        let most = size.speed / size.radius * between(random, 0.1, 10.0);
        let [x, y, z] = [0, 1, 2].map(|_| most * (2.0 * random.next() - 1.0));
        // The normal is z.
        if family == 2 {
            format!("0 rad/s\", \"0 rad/s\", \"{z} rad/s")
        } else {
            format!("{x} rad/s\", \"{y} rad/s\", \"{z} rad/s")
        }
    };
    let (first, second) = (spin(), spin());
    let other = if pair {
        format!("sphere = {{ radius = \"{} m\" }}\nspin = [\"{second}\"]", size.radius * between(random, 0.3, 3.0))
    } else {
        "wall = { normal = \"+z\" }".to_string()
    };
    let mut text = format!(
        "title = \"drawn\"\n[material.one]\ndensity = \"{} kg/m3\"\nyoung_modulus = \"{} Pa\"\npoisson_ratio = {}\n\
         [body.one]\nsphere = {{ radius = \"{} m\" }}\nmaterial = \"one\"\nspin = [\"{first}\"]\n\
         [body.two]\n{other}\nmaterial = \"one\"\n\
         [impact]\nnormal_speed = \"{} m/s\"\ntangential_speed = \"{} m/s\"\n[contact]\n",
        size.density,
        size.modulus,
        0.05 + 0.4 * random.next(),
        size.radius,
        size.speed,
        size.speed * between(random, 0.02, 3.0),
    );
    if plain && damps != "none" {
        let _ = writeln!(text, "ends = \"{}\"", one(random, &["zero-overlap", "force-clamped", "zero-force"]));
    }
    if !plain || damps != "none" {
        let _ = writeln!(text, "friction_limit = \"{}\"", one(random, limits));
    }
    let lever = one(random, &["radius", "half-overlap", "overlap", "proportional", "plane"]);
    let rotation = one(random, &["normal-and-spin", "normal-and-spin", "normal"]);
    let _ = write!(text, "lever = \"{lever}\"\nspring_rotation = \"{rotation}\"\n");
    let _ = write!(text, "[contact.normal.{law}]\n{keys}\n{damping}{tangential}[run.reference]\n[[expect]]\n");
    text + "that = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-6 absolute\" }\n"
}

/// The numbers of the judge as the reference has them; `None` where the bodies stay together.
fn numbers(trajectory: &Trajectory) -> Option<[Estimate; COUNT]> {
    let found = trajectory.tangential.as_ref()?;
    let ([v_n, v_t, v_b], [[a, b, c], [d, e, f]]) = (found.velocity, found.spin);
    // All that the tangential force does, whichever part of it a law makes or destroys.
    let parts = [
        (1.0, found.energy_slip),
        (1.0, found.energy_shear_dashpot),
        (1.0, found.energy_shear_strain),
        (-1.0, found.energy_created),
    ];
    let work = parts.iter().fold(Estimate::new(0.0, 0.0), |sum, (sign, part)| {
        Estimate::new(sum.value + sign * part.value, sum.uncertainty + part.uncertainty)
    });
    let (end, turning) = (trajectory.end?, trajectory.turning?);
    Some([v_n, v_t, v_b, a, b, c, d, e, f, end.time, turning.overlap, trajectory.energy_dashpot, work])
}

/// The number that is farthest off, over what reference and judge say that it may be.
fn farthest(found: &[Estimate; COUNT], judged: &Judged) -> (f64, usize) {
    let off = |i: usize| (found[i].value - judged.value[i]).abs() / (found[i].uncertainty + judged.off[i]);
    (0..COUNT).map(|i| (off(i), i)).fold((0.0, 0), |most, next| if next.0 > most.0 { next } else { most })
}

/// The largest uncertainty of the reference, over the scale of its number.
fn bar(found: &[Estimate; COUNT], judged: &Judged) -> f64 {
    (0..COUNT).map(|i| found[i].uncertainty / judged.scale[i]).fold(0.0, f64::max)
}

/// The tolerance of the reference.
const TOLERANCE: f64 = 1e-12;
/// The judge decides where its own two answers are closer than this part of the scale.
const DECIDES: f64 = 1e-8;

/// Holds the reference against the judge in the first `count` scenes.
fn compared(count: usize) {
    let (mut decided, mut wrong, mut bars) = (0, Vec::new(), Vec::new());
    for number in 0..count {
        let text = drawn(number);
        let scene = scene(&text);
        let judged = judge(&World::of(&scene)).ok().filter(|judged| judged.bar() < DECIDES);
        decided += usize::from(judged.is_some());
        let found = match solve(&scene, TOLERANCE) {
            Ok(trajectory) => numbers(&trajectory),
            Err(error) => {
                wrong.push(format!("scene {number} is given up: {error}\n{text}"));
                continue;
            }
        };
        let Some((judged, found)) = judged.zip(found) else { continue };
        bars.push(bar(&found, &judged));
        let (times, which) = farthest(&found, &judged);
        if times > 1.0 {
            let (value, off) = (judged.value[which], judged.off[which]);
            wrong.push(format!(
                "scene {number}: {} is {:?}, the judge has {value:e} +- {off:e}: {times:.1} times what the two may differ\n{text}",
                NAMES[which], found[which]
            ));
        }
    }
    assert!(decided * 10 >= count * 9, "the judge decides {decided} of {count}");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
    bars.sort_by(f64::total_cmp);
    let (middle, worst) = (bars[bars.len() / 2], bars[bars.len() - 1]);
    assert!(middle < 1e-8 && worst < 1e-6, "relative uncertainty of the reference: median {middle:e}, worst {worst:e}");
}

#[test]
fn the_reference_is_what_an_independent_judge_says() {
    compared(5 * FAMILIES);
}

#[test]
#[ignore = "nightly: 300 scenes"]
fn nightly_the_reference_is_what_an_independent_judge_says_in_300_scenes() {
    compared(50 * FAMILIES);
}

/// Numbers of another integrator in extended precision, from event to event in a chart of its own, at 1e-15 and 1e-17; and of equal steps.
#[test]
fn the_judge_knows_what_another_integrator_found() {
    // A ball and a spring of constant stiffness; spins about all axes.
    let hooke = "title = \"x\"\n[material.a]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"10 MPa\"\npoisson_ratio = 0.3\n\
        [body.one]\nsphere = { radius = \"10 mm\" }\nmaterial = \"a\"\nspin = [\"29 rad/s\", \"-2.69 rad/s\", \"77.3 rad/s\"]\n\
        [body.two]\nwall = { normal = \"+z\" }\nmaterial = \"a\"\n\
        [impact]\nnormal_speed = \"1 m/s\"\ntangential_speed = \"0.051 m/s\"\n\
        [contact.normal.hooke]\nstiffness = \"19800 N/m\"\n\
        [contact.tangential.cundall-strack]\nstiffness = \"19800 N/m\"\nfriction = 0.35\n\
        [run.reference]\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-6 absolute\" }\n";
    let judged = judge(&World::of(&scene(hooke))).unwrap();
    let ratio = judged.value[1] / 0.051;
    assert!((ratio - 0.822_181_248_479_2).abs() < 4e-12, "{ratio}");
    let lost = judged.value[12];
    assert!((lost - 6.421_810_802_910_3e-5).abs() < 1e-15, "{lost:e}");

    // A ball that yields, with a spin about the normal alone.
    let yields = "title = \"x\"\n[material.a]\ndensity = \"5835.37 kg/m3\"\nyoung_modulus = \"3236300000 Pa\"\npoisson_ratio = 0\n\
        [material.b]\ndensity = \"3188.52 kg/m3\"\nyoung_modulus = \"3237660000 Pa\"\npoisson_ratio = 0.11312\n\
        [body.one]\nsphere = { radius = \"2.08772e-05 m\" }\nmaterial = \"a\"\nspin = [\"0 rad/s\", \"0 rad/s\", \"534.602 rad/s\"]\n\
        [body.two]\nwall = { normal = \"+z\" }\nmaterial = \"b\"\n\
        [impact]\nnormal_speed = \"0.00550924 m/s\"\ntangential_speed = \"0.00290138 m/s\"\n\
        [contact]\nfriction_limit = \"total\"\nlever = \"plane\"\n[contact.normal.thornton]\nyield_pressure = \"13022600 Pa\"\n\
        [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.492546\n\
        [run.reference]\n[[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = { within = \"1e-6 absolute\" }\n";
    let judged = judge(&World::of(&scene(yields))).unwrap();
    let restitution = judged.value[0] / 0.005_509_24;
    assert!((restitution - 0.994_846_090_972).abs() < 2e-12, "{restitution}");
    assert!((judged.value[5] - 15.823_638_348_3).abs() < 1e-9, "{}", judged.value[5]);
}

/// The second way: equal steps, a return mapping in each. They are of first order, so that two numbers of them say what a third leaves.
#[test]
fn equal_steps_come_to_the_judge() {
    let mut seen = 0;
    for number in 0..3 * FAMILIES {
        let world = World::of(&scene(&drawn(number)));
        let Ok(judged) = judge(&world) else { continue };
        let [Some(rough), Some(fine)] = [10_000, 40_000].map(|count| stepped(&world, count)) else { continue };
        let flat = |parts: [super::judge::motion::Vector; 3]| -> Vec<f64> {
            parts.iter().flat_map(|part| part.iter().copied().collect::<Vec<f64>>()).collect()
        };
        seen += 1;
        for (i, (rough, fine)) in flat(rough).into_iter().zip(flat(fine)).enumerate() {
            let known = (rough - fine).abs() + 1e-7 * judged.scale[i];
            assert!(known < 1e-2 * judged.scale[i], "scene {number}, {}: steps that say nothing", NAMES[i]);
            let off = (fine - judged.value[i]).abs();
            assert!(off < known, "scene {number}, {}: {fine:e} in steps, {:e}", NAMES[i], judged.value[i]);
        }
    }
    assert!(seen > 2 * FAMILIES, "{seen}");
}

/// A judge that makes a mistake says something else, by more than the reference may be off: the direction of slip stands still at small
/// overlaps, the spring does not turn with the bodies, friction is against the slip where it should carry on what the spring held. Bodies
/// that stick as they touch and slip straight as they part do not meet the first.
#[test]
#[ignore = "slow"]
fn a_wrong_rule_is_seen() {
    for wrong in [Wrong::Freezes, Wrong::Stays, Wrong::AlongSlip] {
        let mut seen = 0;
        for number in (0..6).map(|turn| turn * FAMILIES) {
            let world = World::of(&scene(&drawn(number)));
            let right = judge(&world).unwrap();
            let Ok(other) = judge(&World { wrong, ..world }) else { continue };
            let off = |i: usize| ((right.value[i] - other.value[i]).abs() - other.off[i]) / right.scale[i];
            seen += usize::from((0..COUNT).any(|i| off(i) > DECIDES));
        }
        assert!(seen >= 3, "{wrong:?} is seen in {seen} of 6");
    }
}
