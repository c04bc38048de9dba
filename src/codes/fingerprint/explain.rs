//! Attributes the difference between two codes to the lines of their contracts.
//!
//! The same six numbers are predicted with the conventions of the one and of the other, and with every mixture of both. What
//! a line explains is its mean effect over all orders in which the lines can be exchanged (Shapley 1953), so that the shares
//! add up to the gap and do not depend on an order.

use super::probes::{ContactRequest, like_spheres, on_wall, request, scene};
use super::tangential::predicted;
use crate::codes::Code;
use crate::codes::restitution::ratio;
use crate::collide::stepper::undamped_duration;
use crate::law::achieved::{damping_ratio, restitution_of_ratio};
use crate::law::contract::{Contract, Convention};
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

/// What the numbers of [`SEEN`] know of a line.
#[derive(Debug, Clone, PartialEq)]
enum Known {
    Means(Convention),
    /// Damping ratio of the request.
    Ratio(f64),
}

/// What is known of each line of the contract that a system documents.
fn known(system: &Code, contract: &Contract) -> Vec<Option<Known>> {
    let requested = || {
        let scene = request(&like_spheres(), system.name(), REQUESTED).into_iter().next()?;
        ratio(&scene.force?, scene.pair.m_star).map(Known::Ratio)
    };
    // The probes meet at a wall of their own material, and spin about nothing.
    let seen = |meaning: &Convention| match *meaning {
        Convention::SphereModulus => Some(Known::Means(Convention::OwnModulus)),
        Convention::Levers { wall, .. } => Some(Known::Means(Convention::Levers { spheres: wall, wall })),
        Convention::Rotation(_) => None,
        _ => Some(Known::Means(meaning.clone())),
    };
    let all = contract.conventions().into_iter();
    all.map(|(title, line)| if title == DAMPING { requested() } else { line.meaning().and_then(seen) }).collect()
}

/// The contributions of the lines of their contracts to the difference between two codes.
pub fn explain(one: &Code, other: &Code) -> Explained {
    let (here, there) = (one.contract(), other.contract());
    let (mut common, mut parted, mut unresolved) = (Vec::new(), Vec::new(), Vec::new());
    let lines = here.conventions().into_iter().zip(there.conventions());
    for (((title, a), (_, b)), meanings) in lines.zip(known(one, &here).into_iter().zip(known(other, &there))) {
        match meanings {
            (Some(x), Some(y)) if x == y => common.push(x),
            (Some(x), Some(y)) => parted.push((title, x, y)),
            // Where one is silent the other stands for both.
            (Some(x), None) | (None, Some(x)) => {
                common.push(x);
                unresolved.push(title);
            }
            (None, None) if a != b => unresolved.push(title),
            (None, None) => {}
        }
    }
    let count = parted.len();
    // Bit `i` of a mixture takes line `i` from the other.
    let mixtures: Vec<SeenNumbers> = (0..1usize << count)
        .map(|mixture| {
            let chosen = parted.iter().enumerate().map(|(i, (_, x, y))| if mixture >> i & 1 == 1 { y } else { x });
            predict(common.iter().chain(chosen))
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

/// The numbers of [`SEEN`] with some conventions, and default ones otherwise.
fn predict<'a>(conventions: impl Iterator<Item = &'a Known>) -> SeenNumbers {
    let (mut ends, mut z) = (Ends::ForceClamped, damping_ratio(REQUESTED, Ends::ForceClamped));
    let (mut radius, mut limit, mut levers) = (1.0, FrictionLimit::Total, Levers::both(Arm::Radius));
    let mut spring = (Form::Total, 1.0);
    for convention in conventions {
        match *convention {
            Known::Ratio(ratio) => z = ratio,
            Known::Means(Convention::Ends(given)) => ends = given,
            Known::Means(Convention::WallRadius(part)) => radius = part,
            Known::Means(Convention::Limit(given)) => limit = given,
            Known::Means(Convention::Levers { wall, .. }) => levers = wall,
            Known::Means(Convention::Spring { form, stiffness }) => spring = (form, stiffness),
            Known::Means(_) => {}
        }
    }
    let stiffness = f64::sqrt(radius);
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
        let shear = ShearForce { S: shear.S * spring.1 * stiffness, ..shear };
        let dt = undamped_duration(&force, scene.pair.m_star, scene.speed) / STEPS;
        predicted(&scene, shear, dt).map_or(f64::NAN, |[along, ..]| along)
    };
    [
        restitution_of_ratio(z, ends),
        restitution_of_ratio(z, ends),
        // tau ~ K^(-2/5)
        stiffness.powf(-0.4),
        oblique(12.0, 0.0),
        oblique(30.0, 0.0),
        oblique(80.0, z),
    ]
}
