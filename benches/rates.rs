#![allow(non_snake_case, reason = "a formula in code reads like the paper")]
//! Collisions a second on one thread with their errors, and error against cost of every scheme, as CSV: `benches/rates.py` puts other
//! integrators beside them, and docs/rates.md shows both.
//!
//! One impact for all that is head-on: Hertz and Tsuji until the overlap is zero, `e = exp(-pi z/sqrt(1 - z^2))`, at `z` from 0.03 to 0.28.

use std::f64::consts::PI;
use std::hint::black_box;
use std::time::Instant;

use collisionbench::collide::reference::{Approach, collide, solve};
use collisionbench::collide::schemes::SCHEMES;
use collisionbench::collide::stepper::{Encounter, Impact, onset_phases};
use collisionbench::collide::{rebound, restitution, restitutions};
use collisionbench::law::damping::{Strength, Tsuji};
use collisionbench::law::normal::Hertz;
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::{Form, ShearForce};
use collisionbench::law::{Contact, Damping, Ends, Normal, Pair, PowerForce};

const M_STAR: f64 = 1e-3;
const STIFFNESS: f64 = 1e9;

/// So many laws, with the restitutions in closed form.
fn laws(beta: f64, count: usize) -> Vec<(PowerForce, f64)> {
    let of = |k: usize| {
        let ratio = 0.03 + 0.25 * k as f64 / (count - 1) as f64;
        let C = 5f64.sqrt() * ratio * (M_STAR * STIFFNESS).sqrt();
        let law = PowerForce { K: STIFFNESS, alpha: 1.5, C, beta, reference_gap: 0.0, ends: Ends::ZeroOverlap };
        (law, (-PI * ratio / (1.0 - ratio * ratio).sqrt()).exp())
    };
    (0..count).map(of).collect()
}

/// Median seconds of a call.
fn seconds(mut call: impl FnMut()) -> f64 {
    let mut once = |calls: u32| {
        let began = Instant::now();
        (0..calls).for_each(|_| call());
        began.elapsed().as_secs_f64() / f64::from(calls)
    };
    let calls = (0.05 / once(1)).clamp(1.0, 1e4) as u32;
    let mut all: Vec<f64> = (0..25).map(|_| once(calls)).collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn row(what: &str, who: &str, how: &str, seconds: f64, error: f64) {
    println!("{what},{who},\"{how}\",{:.5},{error:.3e}", 1e6 * seconds);
}

fn worst(all: impl Iterator<Item = (f64, f64)>) -> f64 {
    // Of what was not computed the error is not a number, and nothing is larger.
    let errors = all.map(|(found, right)| (found / right - 1.0).abs());
    errors.fold(0.0, |worst, error| if worst.is_nan() || error <= worst { worst } else { error })
}

fn head_on() {
    let all = laws(0.25, 50);
    let count = all.len() as f64;
    let alone = |law: &PowerForce| restitution(law, M_STAR, 1.0, 1e-12).unwrap_or(f64::NAN);
    let time = seconds(|| all.iter().for_each(|(law, _)| _ = black_box(alone(black_box(law)))));
    row(
        "restitution",
        "here",
        "alone, DOP853, 1e-12",
        time / count,
        worst(all.iter().map(|(law, e)| (alone(law), *e))),
    );
    let speeds: Vec<f64> = (0..1000).map(|k| 0.5 + 0.001 * f64::from(k)).collect();
    let side_by_side = |law: &PowerForce| restitutions(law, M_STAR, &speeds, 1e-12);
    let time = seconds(|| all.iter().for_each(|(law, _)| drop(black_box(side_by_side(black_box(law))))));
    let right = |(law, e): &(PowerForce, f64)| {
        side_by_side(law).into_iter().map(|found| (found.unwrap_or(f64::NAN), *e)).collect::<Vec<_>>()
    };
    let error = worst(all.iter().flat_map(right));
    row("restitution", "here", "a thousand speeds, Taylor series, 1e-12", time / (1000.0 * count), error);
    // Kuwabara and Kono's dashpot has no closed form: against the pair of order 8.
    let viscous = PowerForce { beta: 0.5, C: 4.8e3, ..all[20].0 };
    let time = seconds(|| drop(black_box(side_by_side(black_box(&viscous)))));
    let right = |speed: &f64| restitution(&viscous, M_STAR, *speed, 1e-14).unwrap_or(f64::NAN);
    let found = side_by_side(&viscous).into_iter().map(|e| e.unwrap_or(f64::NAN)).zip(speeds.iter().map(right));
    row("restitution", "here", "the same, Kuwabara-Kono", time / 1000.0, worst(found));
    let whole = |law: &PowerForce| collide(law, None, &Approach::head_on(M_STAR, 1.0), 1e-13);
    let time = seconds(|| all.iter().for_each(|(law, _)| drop(black_box(whole(black_box(law))))));
    let parting = |law: &PowerForce| whole(law).ok().and_then(|t| t.end).map_or(f64::NAN, |end| -end.speed.value);
    let error = worst(all.iter().map(|(law, e)| (parting(law), *e)));
    row("head-on", "here", "everything, with uncertainty, 1e-13", time / count, error);
}

/// A sphere of 2.5 mm on a wall of its own material at 3.9 m/s, 10 degrees from the normal: it sticks and slips.
fn scene(spin: [f64; 3]) -> Option<Scene> {
    let solid = Material {
        name: "solid".into(),
        density: Some(4000.0),
        young_modulus: Some(380e9),
        poisson_ratio: Some(0.23),
        yield_stress: None,
    };
    let radius: f64 = 2.5e-3;
    let ball = Body {
        name: "ball".into(),
        shape: Shape::Sphere { radius, inertia_factor: 0.4 },
        mass: 4000.0 * 4.0 / 3.0 * PI * radius.powi(3),
        material: Some(solid.clone()),
        rigid: false,
        held: false,
    };
    let wall = Body {
        name: "wall".into(),
        shape: Shape::Wall { normal: [0.0, 0.0, 1.0] },
        mass: f64::INFINITY,
        material: Some(solid),
        rigid: false,
        held: true,
    };
    let pair = Pair::new(&ball.side(), &wall.side());
    let damping = Damping::Tsuji(Tsuji(Strength::Restitution(0.7)));
    let contact =
        Contact { normal: Normal::Hertz(Hertz::default()), damping, ends: Ends::ForceClamped, friction: None };
    let force = contact.force(&pair).ok()?;
    let stiffness = 8.0 * pair.G_star? * pair.R_star.sqrt();
    let (sin, cos) = 10f64.to_radians().sin_cos();
    Some(Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies: [ball, wall],
        speed: 3.9 * cos,
        kinematics: ImpactKinematics {
            tangential_speed: 3.9 * sin,
            spin: [spin, [0.0; 3]],
            ..ImpactKinematics::HEAD_ON
        },
        contact,
        pair,
        force: Some(force),
        shear: Some(ShearForce { S: stiffness, gamma: 0.5, ..ShearForce::new(Form::Total, 0.092) }),
        path: None,
        rows: Vec::new(),
        system: None,
    })
}

/// The stated uncertainty of the tangential velocity, over the speed: no closed form is known.
fn oblique() {
    for (what, spin) in [("oblique", [0.0; 3]), ("in space", [300.0, 400.0, 0.0])] {
        let Some(scene) = scene(spin) else { continue };
        let stated = || solve(&scene, 1e-13).ok()?.tangential.map(|end| end.velocity[1].uncertainty / 3.9);
        let time = seconds(|| drop(black_box(solve(black_box(&scene), 1e-13))));
        row(what, "here", "everything, with uncertainty, 1e-13", time, stated().unwrap_or(f64::NAN));
    }
    let Some(scene) = scene([0.0; 3]) else { return };
    let Some(shear) = scene.shear else { return };
    let time = seconds(|| drop(black_box(rebound(black_box(&scene), &shear, 1e-12))));
    let exact = solve(&scene, 1e-14).ok().and_then(|t| t.tangential).map_or(f64::NAN, |end| end.velocity[1].value);
    let found = rebound(&scene, &shear, 1e-12).map_or(f64::NAN, |[_, v, ..]| v);
    row("oblique", "here", "the rebound alone, 1e-12", time, (found - exact).abs() / 3.9);
}

/// Eight side by side, all onset phases; the error is the worst of them.
fn schemes() {
    let (law, e) = laws(0.25, 50)[20];
    let encounter = Encounter { force: law, m_star: M_STAR };
    for scheme in SCHEMES {
        for power in 4..12 {
            let steps = f64::from(1 << power) + 0.37;
            let dt = encounter.undamped_duration(1.0) / steps;
            let impacts: Vec<Impact> = onset_phases(64).map(|phase| Impact { phase, speed: 1.0, dt }).collect();
            let time = seconds(|| drop(black_box(scheme.collide_many(&encounter, &impacts))));
            let all = scheme.collide_many(&encounter, &impacts);
            let how = format!("{} steps", 1 << power);
            row("scheme", scheme.name(), &how, time / 64.0, worst(all.iter().map(|one| (one.restitution, e))));
        }
    }
}

fn main() {
    println!("what,who,how,us,error");
    head_on();
    oblique();
    schemes();
}
