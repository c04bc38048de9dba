//! Friction where its limit and the tangential stiffness fade: at touch, at the end, and where the normal force changes sign.

use std::fs;

use collisionbench::bench::{Plan, find};
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::observe::{Observable, observe};
use collisionbench::collide::reference::solve;
use collisionbench::collide::schemes::VelocityVerlet;
use collisionbench::collide::stepper::{Impact, Oblique, strike};
use collisionbench::law::scene::Scene;

use crate::oblique::TOLERANCE;

const BALL: &str = "5 mm";

/// A glass ball of this radius on a wall, with `[impact]` and `[contact]`.
fn scenes(radius: &str, impact: &str, contact: &str) -> Vec<Scene> {
    let folder = tempfile::TempDir::new().unwrap();
    let text = format!(
        "title = \"Fading\"\n\
         material.glass = {{ density = \"2500 kg/m3\", young_modulus = \"60 GPa\", poisson_ratio = 0.25 }}\n\
         body.ball = {{ sphere = {{ radius = \"{radius}\" }}, material = \"glass\" }}\n\
         body.plate = {{ wall = {{ normal = \"+z\" }}, material = \"glass\" }}\n\
         impact = {{ {impact} }}\n\
         [contact]\n{contact}\n[run.reference]\n\
         [[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nenergy_residual = {{ within = \"1e-9 absolute\" }}\n"
    );
    fs::write(folder.path().join("fading.toml"), text).unwrap();
    let plan = Plan::new(find(&["fading.toml".into()], folder.path()).unwrap()).unwrap();
    plan.cases[0].case.scenes.clone()
}

fn seen(scene: &Scene, wanted: Observable) -> Estimate {
    let trajectory = solve(scene, TOLERANCE).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    let all = observe(scene, &trajectory.collision(scene));
    all.into_iter().find(|(observable, _)| *observable == wanted).unwrap_or_else(|| panic!("{}", scene.name)).1
}

/// Tangential restitution by velocity Verlet at a step and an onset phase.
fn stepped(scene: &Scene, steps: f64, phase: f64) -> f64 {
    let oblique = Oblique::of(scene).unwrap();
    let dt = oblique.encounter.undamped_duration(scene.speed) / steps;
    let found = strike(&VelocityVerlet, &oblique, &Impact { phase, speed: scene.speed, dt }).unwrap();
    found.rebound.unwrap().velocity[1] / scene.kinematics.tangential_speed
}

/// The limit `delta^n` falls faster than the root of the stiffness, so that a spring keeps no energy at the end, whatever rounding
/// leaves of its force.
#[test]
fn no_energy_is_left_in_a_spring_whose_limit_falls_faster_than_the_root_of_its_stiffness() {
    let speed = r#"speed = "1 m/s", angle = { sweep = "20 40 deg" }"#;
    let mindlin = "tangential.mindlin = { form = \"incremental\", friction = { sweep = [0.1, 0.3, 0.6] } }";
    let exponent = "normal.power-law = { exponent = { sweep = [1.5, 1.51, 1.515, 1.52, 1.53] }, force = \"100 N\", at_overlap = \"5 um\" }";
    let adhesive = "friction_limit = \"repulsive\"\nnormal.jkr-hertz-radius = { work_of_adhesion = \"50 J/m2\" }";
    for normal in [exponent, adhesive] {
        for scene in scenes(BALL, speed, &format!("{normal}\n{mindlin}")) {
            let left = seen(&scene, Observable::EnergyStrain).value / scene.impact_energy();
            let residual = seen(&scene, Observable::EnergyResidual).value;
            assert!(left.abs() < 1e-9 && residual.abs() < 1e-9, "{}: {left:e} {residual:e}", scene.name);
        }
    }
}

/// Surfaces that slide throughout: `v_t' = v_t - 2 mu v_n` without damping.
#[test]
fn sliding_throughout_is_computed_under_a_linear_normal_force() {
    let impact = r#"speed = "1 m/s", angle = { sweep = "30 60 80 deg" }"#;
    let contact = "normal.hooke = { stiffness = { sweep = \"1 3 10 MN/m\" } }\n\
                   tangential.mindlin = { form = \"incremental\", friction = { sweep = [0.01, 0.02] } }";
    for scene in scenes(BALL, impact, contact) {
        let friction = scene.shear.unwrap().friction;
        let expected = 1.0 - 2.0 * friction * scene.speed / scene.kinematics.tangential_speed;
        let found = seen(&scene, Observable::TangentialRestitution).value;
        assert!((found - expected).abs() < 2e-4, "{}: {found} {expected}", scene.name);
    }
}

/// A dashpot within the limit beside a spring of constant stiffness: they carry opposite forces far above the limit at the end.
#[test]
fn a_constant_spring_with_a_dashpot_within_the_limit_comes_to_an_end() {
    let impact = r#"speed = "1 m/s", angle = { sweep = "3 4 7 12 30 deg" }"#;
    let contact = "normal.hertz = {}\n\
                   tangential.cundall-strack = { stiffness = { sweep=\"2 3 MN/m\" }, friction = { sweep = [0.2, 0.5] }, \
                   dashpot_ratio = 0.1, while_sliding = \"capped\" }";
    for scene in scenes(BALL, impact, contact) {
        let found = seen(&scene, Observable::TangentialRestitution).value;
        let [coarse, fine] = [2000.37, 32_000.37].map(|steps| (stepped(&scene, steps, 0.3) - found).abs());
        assert!(
            fine < 0.2 * coarse.max(1e-5) && fine < 1e-4,
            "{}: {found}, off by {coarse:e} and {fine:e}",
            scene.name
        );
    }
}

/// A dashpot that is dropped while the surfaces slide, and a normal force that pulls before the end: friction alternates between
/// sticking and sliding until its limit passes zero, and there the motion branches into two. The reference takes the one of most steps
/// and phases, and its uncertainty has the other.
#[test]
fn the_uncertainty_has_both_courses_after_friction_has_alternated() {
    let impact = r#"speed = "0.23309 m/s", angle = "41.3481 deg""#;
    let contact = "lever = \"half-overlap\"\nends = \"zero-overlap\"\nfriction_limit = \"absolute\"\n\
                   normal.hooke = { stiffness = \"6460.6 N/m\" }\n\
                   damping.linear-dashpot = { coefficient = \"0.0018544 N s/m\" }\n\
                   tangential.cundall-strack = { stiffness = \"2715.1 N/m\", friction = 0.3821, \
                   dashpot_coefficient = \"0.0062433 N s/m\", while_sliding = \"dropped\" }";
    // Of the mass of the scene in which LIGGGHTS and the reference disagreed.
    let [scene] = &mut scenes("0.183103 mm", impact, contact)[..] else { panic!("one scene") };
    scene.kinematics.spin[0][2] = -780.68 * 0.21146 / 0.183103;
    let found = seen(scene, Observable::TangentialRestitution);
    let off: Vec<f64> =
        (0..16).map(|k| (stepped(scene, 20_000.37 + f64::from(k), f64::from(k) / 16.0) - found.value).abs()).collect();
    let near = off.iter().filter(|off| **off < 2e-3).count();
    assert!(near > 8, "{found:?}: {off:?}");
    assert!(found.uncertainty > 2e-3 && off.iter().all(|off| *off < 1.2 * found.uncertainty), "{found:?}: {off:?}");
}
