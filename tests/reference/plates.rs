//! A ball on a plate that bends: the plate follows the whole normal force, and only that force bounds friction.

use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::{How, Rung, Solution, StepSize, Steps, collide};
use collisionbench::law::scene::{Bodies, Scene};

use super::{scenes, seen};

/// A steel ball on glass of a thickness.
fn on_glass(thickness: &str, impact: &str, contact: &str) -> Result<Vec<Scene>, String> {
    scenes(&format!(
        "material.steel = {{ density = \"7800 kg/m3\", young_modulus = \"210 GPa\", poisson_ratio = 0.3 }}\n\
         material.glass = {{ density = \"2500 kg/m3\", young_modulus = \"70 GPa\", poisson_ratio = 0.22 }}\n\
         body.ball = {{ sphere = {{ radius = \"5 mm\" }}, material = \"steel\" }}\n\
         body.plate = {{ plate = {{ normal = \"+z\", thickness = \"{thickness}\" }}, material = \"glass\" }}\n\
         impact = {{ {impact} }}\n[contact]\n{contact}"
    ))
}

/// Rates of separation, tangential velocity (m/s) and spin (rad/s) of a ball and a plate that are integrated separately: the spot of
/// the plate moves at `Y F`, the ball at its own speed; an incremental spring within `mu F`.
fn separately(scene: &Scene, mobility: f64, steps_per_contact: f64) -> [f64; 3] {
    let (bodies, shear, law) = (Bodies::of(scene), scene.shear.unwrap(), scene.force.unwrap());
    let (m, inertia, r) = (bodies.m_star, bodies.inertia[0], bodies.radius[0]);
    let dt = 1e-4 / steps_per_contact;
    let (mut delta, mut force, mut spring) = (0.0f64, 0.0f64, 0.0f64);
    let [mut u, mut v, mut spin] = [scene.speed, scene.kinematics.tangential_speed, 0.0];
    loop {
        // Overlap and force at the middle of the step, by one iteration of the rate of the overlap.
        let half = delta + 0.5 * dt * (u - mobility * force);
        force = law.K * half.max(0.0).powf(law.alpha);
        let middle = u - 0.5 * dt * force / m;
        let slip = v - r * spin;
        let free = spring + shear.stiffness(half) * slip * dt;
        spring = free.clamp(-shear.friction * force, shear.friction * force);
        delta += dt * (middle - mobility * force);
        u -= dt * force / m;
        v -= dt * spring / m;
        spin += dt * spring * r / inertia;
        if delta <= 0.0 {
            return [-u, v, spin];
        }
    }
}

/// Whatever `friction_limit` says: the force of a plate is `K delta^n` and never pulls. The dashpot of the contact coordinate, which is
/// the motion of the plate, in the friction limit gave a tangential restitution of 0.609 for 0.689.
#[test]
fn friction_is_bounded_by_the_real_force() {
    let impact = "normal_speed = \"1 m/s\", tangential_speed = \"0.5 m/s\"";
    let mindlin = "normal.hertz = {}\ntangential.mindlin = { form = \"incremental\", friction = 0.3 }";
    let (D, mass) = (70e9 * 5e-3f64.powi(3) / (12.0 * (1.0 - 0.22 * 0.22)), 2500.0 * 5e-3);
    let mobility = 1.0 / (8.0 * (D * mass).sqrt());
    for limit in ["", "friction_limit = \"total\"", "friction_limit = \"elastic\"", "friction_limit = \"absolute\""] {
        let scene = &on_glass("5 mm", impact, &format!("{limit}\n{mindlin}")).unwrap()[0];
        // First order: extrapolated to short steps.
        let [coarse, fine] = [20_000.0, 40_000.0].map(|steps| separately(scene, mobility, steps));
        let [e, along, spin] = [0, 1, 2].map(|k| 2.0 * fine[k] - coarse[k]);
        let near = |wanted, expected: f64| {
            let found = seen(scene, wanted).unwrap().value;
            assert!((found - expected).abs() < 1e-5 * expected.abs(), "{limit}: {wanted:?} {found} {expected}");
        };
        near(Observable::Restitution, e);
        near(Observable::TangentialRestitution, along / 0.5);
        near(Observable::ReboundSpin, spin);
    }
}

/// The real force is zero at zero overlap only, and largest at the largest overlap.
#[test]
fn the_force_of_a_plate_never_pulls() {
    let scene = &on_glass("8 mm", "speed = \"1 m/s\"", "normal.hertz = {}").unwrap()[0];
    let of = |wanted| seen(scene, wanted).unwrap().value;
    assert_eq!(of(Observable::DurationToZeroForce), of(Observable::DurationToZeroOverlap));
    let law = scene.force.unwrap();
    let largest = law.K * of(Observable::MaxOverlap).powf(1.5);
    assert!((of(Observable::MaxForce) - largest).abs() < 1e-11 * largest);
    let course = collisionbench::collide::reference::solve(scene, 1e-12).unwrap();
    assert!(course.samples.iter().all(|sample| sample.force >= 0.0 && sample.force == sample.force_elastic));
}

/// A scheme evaluates the force of the contact coordinate; its course has the real one too, and no largest force is read off it.
#[test]
fn a_scheme_on_a_plate_has_the_real_force() {
    let scene = &on_glass("8 mm", "speed = \"1 m/s\"", "normal.hertz = {}").unwrap()[0];
    let ladder = vec![Rung { text: "200.37".to_string(), step: StepSize::PerContact(200.37) }];
    let how = How::Stepped { scheme: &VelocityVerlet, steps: Steps { ladder, onset_phases: 1 } };
    let Ok(Solution::Stepped(runs)) = collide(scene, &how) else { panic!("a scheme steps it") };
    let (rung, law) = (&runs.rungs[0], scene.force.unwrap());
    assert!(rung.course.iter().all(|sample| sample.force == law.elastic(sample.overlap)));
    let seen = observe(scene, &rung.phases.runs[0].estimates());
    let absent = [Observable::MaxForce, Observable::DurationToZeroForce];
    assert!(seen.iter().all(|(observable, _)| !absent.contains(observable)) && !seen.is_empty());
}

/// The plate follows the force of the branch that acts, which is no power of the overlap: it is not computed.
#[test]
fn a_plate_is_refused_beside_every_law_that_is_no_spring() {
    for normal in [
        "walton-braun = { loading_stiffness = \"1e7 N/m\", unloading_stiffness = \"2e7 N/m\" }",
        "luding = { loading_stiffness = \"1e7 N/m\", unloading_stiffness = \"2e7 N/m\", adhesion_stiffness = \"1e6 N/m\" }",
        "thornton = { yield_pressure = \"1 GPa\" }",
        "eepa = { slope = \"hertz\", plasticity_ratio = 0.5, adhesion_ratio = 0.1 }",
        "jkr = { work_of_adhesion = \"1 J/m2\", breaks_at = \"displacement\" }",
        "jkr-hertz-radius = { work_of_adhesion = \"1 J/m2\" }",
        "popov-jkr = { work_of_adhesion = \"1 J/m2\" }",
        "dmt = { work_of_adhesion = \"1 J/m2\" }",
        "sjkr = { cohesion_energy_density = \"2e7 J/m3\" }",
        "thornton-ning = { work_of_adhesion = \"1 J/m2\", yield_pressure = \"1 GPa\", breaks_at = \"displacement\" }",
    ] {
        let error = on_glass("5 mm", "speed = \"1 m/s\"", &format!("normal.{normal}")).unwrap_err();
        assert!(error.contains("cannot be combined with"), "{error}");
    }
    for spring in ["hooke = { stiffness = \"1e7 N/m\" }", "hertz = {}"] {
        on_glass("5 mm", "speed = \"1 m/s\"", &format!("normal.{spring}")).unwrap();
    }
}
