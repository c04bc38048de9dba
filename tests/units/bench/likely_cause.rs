use collisionbench::bench::verdict::*;
use collisionbench::bench::{Plan, find};
use collisionbench::collide::observe::Observable;
use collisionbench::law::scene::Scene;

fn scene(case: &str) -> Scene {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::new(find(&[format!("cases/{case}.toml").into()], here).unwrap()).unwrap();
    plan.cases[0].case.scenes[0].clone()
}

#[test]
fn factors_name_their_cause_and_others_name_none() {
    // nu = 0.23
    let wall = scene("engines/chung-ooi-3");
    let say = |scene: &Scene, observable, ratio: f64| likely_cause(scene, observable, 2.0, 2.0 * ratio);
    let unsquared = say(&wall, Observable::MaxOverlap, 0.92053).unwrap();
    assert!(unsquared.contains("1 - nu instead of 1 - nu^2"), "{unsquared}");
    assert!(say(&wall, Observable::Duration, 1.1487).unwrap().contains("R* = r/2"));
    for ratio in [1.0, 0.93, 0.91, 1.14, 1.23f64.powf(0.4)] {
        assert_eq!(say(&wall, Observable::Duration, ratio), None, "{ratio}");
    }
    // Spheres have no wall to be wrong about.
    assert_eq!(say(&scene("engines/elastic-ladder"), Observable::Duration, 0.92053), None);
}

#[test]
fn what_is_lost_or_gained_without_damping_is_recognised() {
    let pair = scene("engines/elastic-ladder");
    let say = |observed: f64| likely_cause(&pair, Observable::Restitution, 1.0, observed);
    // YADE with its default was measured at 0.8165, Kratos' forward Euler gains 77 % of the energy at tau/20.
    assert!(say(0.8165).unwrap().contains("NewtonIntegrator"));
    assert!(say(1.77f64.sqrt()).unwrap().contains("gains energy"));
    assert_eq!([say(0.9), say(1.0 - 1e-6)], [None, None]);
}

#[test]
fn the_fit_of_the_clamped_contact_is_recognised() {
    // The last of its sweep is 0.999, which YADE and Kratos were measured to answer with 0.9841.
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::new(find(&["cases/engines/yade-en.toml".into()], here).unwrap()).unwrap();
    let last = plan.cases[0].case.scenes.last().unwrap();
    let said = likely_cause(last, Observable::Restitution, 0.999, 0.9841).unwrap();
    assert!(said.contains("Thornton's fit"), "{said}");
    assert_eq!(likely_cause(last, Observable::Restitution, 0.999, 0.97), None);
}

#[test]
fn the_coefficient_of_a_whole_particle_is_recognised() {
    // Asked for 0.1: LAMMPS was measured at 0.2348.
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::new(find(&["cases/engines/lammps-tsuji.toml".into()], here).unwrap()).unwrap();
    let asked = |scene: &&Scene| scene.restitution_requested() == Some(0.1);
    let pair = plan.cases[0].case.scenes.iter().find(asked).unwrap().clone();
    let said = likely_cause(&pair, Observable::Restitution, 0.1, 0.2348).unwrap();
    assert!(said.contains("sqrt(2)"), "{said}");
    assert_eq!(likely_cause(&pair, Observable::Restitution, 0.1, 0.2526), None);
}
