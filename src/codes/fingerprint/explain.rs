//! Attributes the difference between two codes to the lines of their contracts.
//!
//! The same six numbers are predicted with the conventions of the one and of the other, and with every mixture of both. What
//! a line explains is its mean effect over all orders in which the lines can be exchanged (Shapley 1953), so that the shares
//! add up to the gap and do not depend on an order.

use super::measured::predicted;
use super::probes::{ContactRequest, POISSON, like_spheres, on_wall, request, scene};
use crate::codes::restitution::ratio;
use crate::collide::stepper::undamped_duration;
use crate::law::Contract;
use crate::law::achieved::{damping_ratio, restitution_of_ratio};
use crate::law::contract::lever_by_place;
use crate::law::rolling::Free;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, ShearForce, SpringRotation};
use crate::law::tangential::Mindlin;
use crate::law::{Ends, Friction, Rolling, Tangential};

/// Requested restitution of the damped impacts.
pub const REQUESTED: f64 = 0.5;

const FRICTION: f64 = 0.4;

/// Steps of the oblique impacts in the undamped duration.
const STEPS: f64 = 2000.0;

const DAMPING: &str = "damping normalisation";

/// Names of the predicted numbers.
pub const SEEN: [&str; 6] = [
    "e of two spheres",
    "e at a wall",
    "duration at a wall, over Hertz",
    "e_t at a wall, 12 deg",
    "e_t at a wall, 30 deg",
    "e_t at a wall, damped, 80 deg",
];

/// One number for each of [`SEEN`].
pub type SeenNumbers = [f64; SEEN.len()];

/// A convention as a number or a law; `None` if its text does not determine one.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Meaning {
    Ends(Ends),
    /// Damping ratio of the request.
    Ratio(f64),
    /// Effective radius at a wall over the radius.
    WallRadius(f64),
    /// Effective mass at a wall over the mass.
    WallMass(f64),
    /// Effective modulus at a wall of the sphere's material over that of `1/E* = 2 (1 - nu^2)/E`.
    WallModulus(f64),
    Limit(FrictionLimit),
    Levers(Levers),
    /// Form of the tangential spring, and its stiffness over `8 G* a`.
    Spring(Form, f64),
}

/// A line in which two contracts differ, and its effect on each number.
#[derive(Debug, Clone, PartialEq)]
pub struct Share {
    pub convention: &'static str,
    pub numbers: SeenNumbers,
}

/// The predictions of two contracts and the contributions of their lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Explained {
    pub one: SeenNumbers,
    pub other: SeenNumbers,
    /// The differing lines with their contributions, whose sum is `other - one`.
    pub shares: Vec<Share>,
    /// Lines that differ, or may differ, and whose text does not determine a number.
    pub unresolved: Vec<&'static str>,
}

/// One convention of a code, in words and in numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Convention {
    pub title: &'static str,
    pub text: String,
    meaning: Option<Meaning>,
}

/// The conventions a system documents.
pub fn documented(contract: &Contract, system: &str) -> Vec<Convention> {
    let ratio = || {
        let scene = request(&like_spheres(), system, REQUESTED).into_iter().next()?;
        ratio(&scene.force?, scene.pair.m_star)
    };
    let line = |(title, text): (&'static str, &str)| Convention {
        title,
        text: text.to_string(),
        meaning: if title == DAMPING { ratio().map(Meaning::Ratio) } else { meaning(title, text) },
    };
    contract.lines().into_iter().map(line).collect()
}

/// The contributions of the lines to the difference between two codes with the same lines.
pub fn explain(one: &[Convention], other: &[Convention]) -> Explained {
    let (mut common, mut parted, mut unresolved) = (Vec::new(), Vec::new(), Vec::new());
    for (a, b) in one.iter().zip(other) {
        let (title, same) = (a.title, a.text == b.text);
        match (a.meaning, b.meaning) {
            (Some(x), Some(y)) if x == y => common.push(x),
            (Some(x), Some(y)) => parted.push((title, x, y)),
            // Where one is silent the other stands for both.
            (Some(x), None) | (None, Some(x)) => {
                common.push(x);
                unresolved.push(title);
            }
            (None, None) if !same => unresolved.push(title),
            (None, None) => {}
        }
    }
    let count = parted.len();
    // Bit `i` of a mixture takes line `i` from the other.
    let mixtures: Vec<SeenNumbers> = (0..1usize << count)
        .map(|mixture| {
            let chosen = parted.iter().enumerate().map(|(i, (_, x, y))| if mixture >> i & 1 == 1 { *y } else { *x });
            predict(&common.iter().copied().chain(chosen).collect::<Vec<_>>())
        })
        .collect();
    let shares = parted.iter().enumerate().map(|(i, (convention, ..))| {
        let mut numbers = [0.0; SEEN.len()];
        for without in (0..mixtures.len()).filter(|mixture| mixture >> i & 1 == 0) {
            let weight = weight(without.count_ones() as usize, count);
            let (before, after) = (mixtures[without], mixtures[without | 1 << i]);
            for (sum, (b, a)) in numbers.iter_mut().zip(before.iter().zip(after)) {
                *sum += weight * (a - b);
            }
        }
        Share { convention, numbers }
    });
    let shares = shares.collect();
    Explained { one: mixtures[0], other: mixtures[mixtures.len() - 1], shares, unresolved }
}

/// `s! (n - s - 1)!/n!`: of all orders, the part in which exactly `s` given lines stand before one.
fn weight(s: usize, n: usize) -> f64 {
    let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
    factorial(s) * factorial(n - s - 1) / factorial(n)
}

/// The number or law that a line of a contract means.
fn meaning(title: &str, text: &str) -> Option<Meaning> {
    let has = |part: &str| text.contains(part);
    match title {
        "end of contact" => Ends::ALL.into_iter().find(|ends| text.starts_with(ends.word())).map(Meaning::Ends),
        "effective radius" => {
            let lower = text.to_lowercase();
            let (_, value) = lower.split_once("at a wall")?.1.split_once("r* = ")?;
            let factor = if value.starts_with("r/2") {
                0.5
            } else if value.starts_with("2r") {
                2.0
            } else {
                1.0
            };
            Some(Meaning::WallRadius(factor))
        }
        "mass at walls" if has("half") => Some(Meaning::WallMass(0.5)),
        "mass at walls" if has("twice") => Some(Meaning::WallMass(2.0)),
        "mass at walls" => has("free mass").then_some(Meaning::WallMass(1.0)),
        "modulus at walls" if has("1 - nu instead") => Some(Meaning::WallModulus(1.0 + POISSON)),
        "modulus at walls" if has("does not deform") => Some(Meaning::WallModulus(2.0)),
        "modulus at walls" => (has("its own") || has("of the sphere")).then_some(Meaning::WallModulus(1.0)),
        "Coulomb limit" if has("magnitude") => Some(Meaning::Limit(FrictionLimit::Absolute)),
        "Coulomb limit" if has("elastic part") => Some(Meaning::Limit(FrictionLimit::Elastic)),
        "Coulomb limit" => has("total normal").then_some(Meaning::Limit(FrictionLimit::Total)),
        // At a wall, where the numbers are.
        "lever" => {
            let all = || Arm::ALL.into_iter().flat_map(|slip| Arm::ALL.map(|torque| Levers { slip, torque }));
            let first = text.split_once("; between").map_or(text, |(first, _)| first);
            let means = |&wall: &Levers| all().any(|spheres| lever_by_place([spheres, wall]) == first);
            all().find(means).map(Meaning::Levers)
        }
        "history rule" => {
            let factor = if has("16/3") { 2.0 / 3.0 } else { 1.0 };
            let form = match text {
                _ if has("total spring") => Form::Total,
                _ if has("rescaled") || has("on unloading") => Form::Rescaled,
                _ if has("incremental") => Form::Incremental,
                _ => return None,
            };
            Some(Meaning::Spring(form, factor))
        }
        _ => None,
    }
}

/// The numbers of [`SEEN`] with some conventions, and default ones otherwise.
fn predict(conventions: &[Meaning]) -> SeenNumbers {
    let (mut ends, mut z) = (Ends::ForceClamped, damping_ratio(REQUESTED, Ends::ForceClamped));
    let (mut radius, mut mass, mut modulus) = (1.0, 1.0, 1.0);
    let (mut limit, mut levers, mut spring) = (FrictionLimit::Total, Levers::both(Arm::Radius), (Form::Total, 1.0));
    for convention in conventions {
        match *convention {
            Meaning::Ends(said) => ends = said,
            Meaning::Ratio(said) => z = said,
            Meaning::WallRadius(said) => radius = said,
            Meaning::WallMass(said) => mass = said,
            Meaning::WallModulus(said) => modulus = said,
            Meaning::Limit(said) => limit = said,
            Meaning::Levers(said) => levers = said,
            Meaning::Spring(form, factor) => spring = (form, factor),
        }
    }
    let stiffness: f64 = modulus * f64::sqrt(radius);
    let z_wall = z * f64::sqrt(mass);
    let oblique = |angle: f64, z: f64| -> f64 {
        let mindlin = Tangential::Mindlin(Mindlin { form: spring.0, friction: FRICTION, dashpot: None });
        // No probe spins about the normal.
        let rotation = SpringRotation::NormalAndSpin;
        let friction = Friction { tangential: mindlin, rolling: Rolling::Free(Free), limit, levers, rotation };
        let asked = ContactRequest { damping: None, friction: Some(friction) };
        let Some(mut scene) = scene(&on_wall(), &asked, angle.to_radians()) else { return f64::NAN };
        let (Some(mut force), Some(shear)) = (scene.force, scene.shear) else { return f64::NAN };
        force.K *= stiffness;
        force.ends = ends;
        force.beta = 0.25;
        force.C = z * (5.0 * scene.pair.m_star * force.K).sqrt();
        scene.force = Some(force);
        let shear = ShearForce { S: shear.S * spring.1 * f64::sqrt(radius), ..shear };
        let dt = undamped_duration(&force, scene.pair.m_star, scene.speed) / STEPS;
        predicted(&scene, shear, dt).map_or(f64::NAN, |[along, ..]| along)
    };
    [
        restitution_of_ratio(z, ends),
        restitution_of_ratio(z_wall, ends),
        // tau ~ K^(-2/5)
        stiffness.powf(-0.4),
        oblique(12.0, 0.0),
        oblique(30.0, 0.0),
        oblique(80.0, z_wall),
    ]
}
