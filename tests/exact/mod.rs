//! Every observable of random head-on impacts, over 18 decades of mass, against an integration in 32 digits that shares no
//! code with the program: none is off by more than its printed uncertainty. Effective mass, radius, modulus and stiffness are made here;
//! the program's dashpot is where the search for one that reaches a restitution begins, no more.
//!
//! Covered: hertz, hooke and power-law springs, every dashpot by its coefficient and by a restitution, every end of
//! contact. Oblique impacts: `oblique.rs`. Not covered: exponents that are no eighths, contacts that never part.

#![allow(non_snake_case, reason = "as in the library: a formula reads like the paper")]

mod double;
mod impacts;
mod oblique;
mod slide;
mod taylor;

use std::f64::consts::PI;

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::{How, Solution, collide};
use collisionbench::law::damping::{
    HuntCrossley, KuwabaraKono, LinearDashpot, StiffnessDashpot, Strength, Tsuji, Undamped,
};
use collisionbench::law::normal::{Hertz, Hooke, PowerLaw};
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::{Contact, Damping, Ends, Normal, Numbers, Pair};

use crate::random::Random;
use double::Double;
use taylor::{Impact, Law, impact};

/// The seeds, one a case.
const SEEDS: std::ops::Range<u64> = 0..200;
/// Of which CI computes one in so many with every push.
const ONE_IN: usize = 5;

/// A restitution in decimals: `1 - j 10^-k` or `j/100`, and its 32 digits.
fn restitution(random: &mut Random) -> (f64, Double) {
    let (above, below) = if random.next() < 0.7 {
        let power = 10u32.pow(1 + random.of(8) as u32);
        (power - 1 - random.of(9.min(power as usize - 2)) as u32, power)
    } else {
        (10 + random.of(89) as u32, 100)
    };
    let exact = Double::new(f64::from(above)) / Double::new(f64::from(below));
    (f64::from(above) / f64::from(below), exact)
}

struct Case {
    scene: Scene,
    law: Law,
    /// Effective mass, radius and modulus, and the stiffness: not the program's.
    own: [f64; 4],
    /// The dashpot as given, in the units of the scaled problem; or the restitution it is to reach and by how much the
    /// dashpot at the speed of the impact is stronger than at the speed the restitution is meant at.
    strength: Result<f64, (Double, f64)>,
}

fn built<T>(law: Result<T, collisionbench::law::LawError>) -> T {
    law.unwrap_or_else(|error| panic!("{error:?}"))
}

fn case(seed: u64) -> Case {
    let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
    let radius = random.decades(-6.0, 0.0);
    let density = random.decades(2.0, 4.3);
    let (young_modulus, poisson_ratio) = (random.decades(4.0, 12.0), 0.45 * random.next());
    let speed = random.decades(-5.0, 2.0);
    let material = Material {
        name: "solid".into(),
        density: Some(density),
        young_modulus: Some(young_modulus),
        poisson_ratio: Some(poisson_ratio),
        yield_stress: None,
    };
    let mass = density * 4.0 / 3.0 * PI * radius.powi(3);
    let shape = Shape::Sphere { radius, inertia_factor: 0.4 };
    let ball = Body { name: "ball".into(), shape, mass, material: Some(material), rigid: false, held: false };
    let pair = Pair::new(&ball.side(), &ball.side());
    let (m, R) = (0.5 * mass, 0.5 * radius);
    let E = 0.5 * young_modulus / (1.0 - poisson_ratio * poisson_ratio);
    let (normal, alpha, K) = match random.of(4) {
        0 => {
            let stiffness = E * R;
            (Normal::Hooke(Hooke { stiffness }), 1.0, stiffness)
        }
        1 => {
            let alpha = [1.25, 1.75, 2.0][random.of(3)];
            let (force, at_overlap) = (E * R * R, 0.1 * R);
            let law = PowerLaw { exponent: alpha, force, at_overlap, reference_gap: 0.0 };
            (Normal::PowerLaw(law), alpha, force / at_overlap.powf(alpha))
        }
        _ => (Normal::Hertz(Hertz::default()), 1.5, 4.0 / 3.0 * E * R.sqrt()),
    };
    let L = (m * speed * speed / K).powf(1.0 / (alpha + 1.0));
    let T = L / speed;
    let g = random.decades(-9.0, 0.3);
    let at = speed * random.decades(-1.0, 1.0);
    let (e, exact) = restitution(&mut random);
    let by_restitution = random.next() < 0.5;
    let numbers = |list: &[(&'static str, f64)]| Numbers::new(list.to_vec());
    let asked = |growth: f64| Err((exact, (speed / at).powf(growth)));
    let (damping, beta, strength) = match random.of(6) {
        0 => (Damping::Undamped(Undamped), 0.0, Ok(0.0)),
        1 if alpha == 1.0 && by_restitution => {
            (Damping::LinearDashpot(LinearDashpot::Restitution(e)), 0.0, Err((exact, 1.0)))
        }
        1 => (Damping::LinearDashpot(LinearDashpot::Coefficient(g * m / T)), 0.0, Ok(g)),
        2 if by_restitution => {
            (Damping::Tsuji(Tsuji(Strength::Restitution(e))), 0.5 * (alpha - 1.0), Err((exact, 1.0)))
        }
        2 => (Damping::Tsuji(Tsuji(Strength::Coefficient(g))), 0.5 * (alpha - 1.0), Ok(g)),
        3 if by_restitution => {
            let law = built(KuwabaraKono::build(&numbers(&[("restitution", e), ("at_speed", at)])));
            (Damping::KuwabaraKono(law), alpha - 1.0, asked((alpha - 1.0) / (alpha + 1.0)))
        }
        3 => {
            let law = built(KuwabaraKono::build(&numbers(&[("relaxation_time", g * T / alpha)])));
            (Damping::KuwabaraKono(law), alpha - 1.0, Ok(g))
        }
        4 if by_restitution => {
            let law = built(HuntCrossley::build(&numbers(&[("restitution", e), ("at_speed", at)])));
            (Damping::HuntCrossley(law), alpha, asked(1.0))
        }
        4 => {
            let law = built(HuntCrossley::build(&numbers(&[("lambda", g / speed)])));
            (Damping::HuntCrossley(law), alpha, Ok(g))
        }
        _ => {
            let exponent = [0.0, 0.5][random.of(2)];
            let ratio = g / (2.0 * alpha.sqrt());
            let law = StiffnessDashpot { ratio, exponent, reference_length: L };
            (Damping::StiffnessDashpot(law), 0.5 * (alpha - 1.0) + exponent, Ok(g))
        }
    };
    let ends = Ends::ALL[random.of(3)];
    let contact = Contact { normal, damping, ends, friction: None };
    let force = built(contact.force(&pair));
    let whole = |x: f64| x.fract() == 0.0;
    let r = [1.0, 2.0, 4.0, 8.0].into_iter().find(|r| whole(r * alpha) && whole(r * beta)).expect("eighths");
    let law = Law { a: (r * alpha) as u32, b: (r * beta) as u32, r: r as u32, pulls: ends.pulls() };
    let scene = Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies: [ball.clone(), ball],
        speed,
        contact,
        pair,
        force: Some(force),
        kinematics: ImpactKinematics::HEAD_ON,
        path: None,
        shear: None,
        rows: Vec::new(),
        system: None,
    };
    Case { scene, law, own: [m, R, E, K], strength }
}

/// The dashpot that reaches a restitution, by the secant method from the program's.
fn inverted(law: &Law, e: Double, start: f64) -> Option<Double> {
    let miss = |g: Double| Some(-impact(law, g)?.end.w - e);
    let (mut a, mut b) = (Double::new(start * (1.0 + 1e-7)), Double::new(start));
    let (mut fa, mut fb) = (miss(a)?, miss(b)?);
    for _ in 0..6 {
        if fb.value().abs() < 1e-29 || (fb - fa).hi == 0.0 {
            break;
        }
        let next = b - fb * (b - a) / (fb - fa);
        (a, fa) = (b, fb);
        (b, fb) = (next, miss(next)?);
    }
    assert!(fb.value().abs() < 1e-25, "{law:?}: the restitution is missed by {:e}", fb.value());
    Some(b)
}

/// What is observed, in SI.
fn truth(case: &Case) -> Option<Vec<(Observable, f64)>> {
    let Case { scene, law, own: [m, R, E, K], strength } = case;
    let (m, v, force) = (*m, scene.speed, &scene.power().unwrap());
    let alpha = f64::from(law.a) / f64::from(law.r);
    let L = (m * v * v / K).powf(1.0 / (alpha + 1.0));
    let T = L / v;
    let g = match *strength {
        Ok(g) => Double::new(g),
        Err((e, stronger)) => {
            let start = force.C * L.powf(force.beta) * T / m / stronger;
            inverted(law, e, start)? * Double::new(stronger)
        }
    };
    let Impact { turning, peak, end } = impact(law, g)?;
    // Where the force falls to zero first, and the overlap after it.
    let jumps = g.hi > 0.0 && law.b < law.a;
    let zero = if law.pulls && jumps { impact(&Law { pulls: false, ..*law }, g)?.end } else { end };
    let left = zero.q.powi(law.r);
    let strain = left.powi(1) * zero.q.powi(law.a) / Double::new(alpha + 1.0);
    let apart = if law.pulls || !jumps { end.time } else { zero.time + left / -zero.w };
    let lost = (Double::ONE - end.w * end.w) / Double::new(2.0);
    let deleted = jumps && force.ends == Ends::ZeroForce;
    let kept = if deleted { strain } else { Double::ZERO };
    let named = if deleted { zero.time } else { apart };
    let depth = turning.q.powi(law.r);
    let energy = m * v * v;
    let mut list = vec![
        (Observable::Restitution, -end.w.value()),
        (Observable::Duration, named.value() * T),
        (Observable::DurationToZeroForce, zero.time.value() * T),
        (Observable::DurationToZeroOverlap, apart.value() * T),
        (Observable::MaxOverlap, depth.value() * L),
        (Observable::TimeOfMaxOverlap, turning.time.value() * T),
        (Observable::MaxForce, peak.force.value() * energy / L),
        (Observable::MaxForceElastic, turning.q.powi(law.a).value() * energy / L),
        (Observable::EnergyStrain, kept.value() * energy),
        (Observable::EnergyDashpot, (lost - kept).value() * energy),
        (Observable::EnergyLost, lost.value() * energy),
        (Observable::MomentumResidual, 0.0),
        (Observable::EnergyResidual, 0.0),
    ];
    if let Normal::Hertz(_) = scene.contact.normal {
        let radius = (R * depth.value() * L).sqrt();
        list.push((Observable::ContactRadius, radius));
        list.push((Observable::PeakPressure, 2.0 * E * radius / (PI * R)));
    }
    Some(list)
}

/// Observables that are off by more than was printed; `None` where the contact does not part.
fn off(seed: u64) -> Option<Vec<String>> {
    let case = case(seed);
    let about = format!("seed {seed}: {:?} {:?}", case.scene.contact, case.scene.force);
    let expected = truth(&case)?;
    let found = match collide(&case.scene, &How::Exact { tolerance: 1e-13 }) {
        Ok(Solution::Exact(found)) => found,
        Ok(_) => panic!("{about}"),
        Err(error) => return Some(vec![format!("{about}: {error}")]),
    };
    let observed = observe(&case.scene, &found.collision(&case.scene));
    let mut wrong = Vec::new();
    for (observable, truth) in expected {
        let Some((_, said)) = observed.iter().find(|(known, _)| *known == observable) else {
            // A force that jumps at the end never falls to zero there.
            if observable != Observable::DurationToZeroForce {
                wrong.push(format!("{about}: no {}", observable.word()));
            }
            continue;
        };
        let (off, allowed) = ((said.value - truth).abs(), said.uncertainty);
        if off > allowed || !off.is_finite() {
            let times = off / allowed;
            wrong.push(format!(
                "{about}: {} {:e} +- {allowed:e}, not {truth:e}: {times:.1} times",
                observable.word(),
                said.value
            ));
        }
    }
    Some(wrong)
}

fn none_is_off(seeds: impl Iterator<Item = u64>, least: usize) {
    let results: Vec<Vec<String>> = seeds.filter_map(off).collect();
    assert!(results.len() >= least, "{} parted", results.len());
    let wrong: Vec<String> = results.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} off:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "slow"]
fn no_observable_is_off_by_more_than_was_printed() {
    none_is_off(SEEDS.step_by(ONE_IN), 36);
}

#[test]
#[ignore = "nightly: all 200 cases"]
fn nightly_no_observable_of_any_case_is_off_by_more_than_was_printed() {
    none_is_off(SEEDS, 180);
}

/// The integration in 32 digits against the tables of 40: Tsuji's contact that never pulls, and viscoelastic spheres.
#[test]
fn the_integration_has_the_digits_it_claims() {
    // alpha = 0.57081367878199015: restitution 0.5; elastic spheres: tau = 3.2180654597190430845... T.
    let law = Law { a: 6, b: 1, r: 4, pulls: false };
    let elastic = impact(&law, Double::ZERO).expect("it parts");
    let tau = Double { hi: 3.218_065_459_719_043, lo: 8.45e-17 };
    assert!((elastic.end.time - tau).value().abs() < 1e-15, "{:e}", elastic.end.time.value());
    assert!((elastic.end.w + Double::ONE).value().abs() < 1e-28);
    let depth = elastic.turning.q.powi(4) - Double { hi: 1.25, lo: 0.0 }.power(2, 5);
    assert!(depth.value().abs() < 1e-28, "{:e}", depth.value());
    // e (full) = exp(-pi z/sqrt(1-z^2)), z = 1/2, alpha = sqrt(5)/2: exp(-pi/sqrt 3) = 0.163033534821580...
    let g = Double::new(5.0).power(1, 2) / Double::new(2.0);
    let full = impact(&Law { pulls: true, ..law }, g).expect("it parts");
    let half = impact(&Law { a: 2, b: 0, r: 2, pulls: true }, Double::ONE).expect("it parts");
    assert!((full.end.w - half.end.w).value().abs() < 1e-27, "Tsuji's is that of the linear dashpot");
    assert!((-full.end.w.value() - (-PI / 3f64.sqrt()).exp()).abs() < 1e-16);
}
