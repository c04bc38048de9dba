//! Finding cases, trials, verdicts and likely causes.

use collisionbench::bench::find::*;
use collisionbench::bench::observed::*;
use collisionbench::bench::trial::*;
use collisionbench::bench::verdict::*;
use collisionbench::bench::{Check, Comparison, Verdict};
use collisionbench::bench::{NoResult, Plan, find};
use collisionbench::case::{KnownGap, Seen};
use collisionbench::collide::observe::Observable;
use collisionbench::law::scene::Scene;
use collisionbench::law::{Ends, damping, normal};

// src/bench/find.rs
#[test]
fn a_case_is_called_by_its_path_under_cases() {
    assert_eq!(name_under("cases", "cases/normal/glass.toml"), "normal/glass");
    assert_eq!(name_in_tree("/x/y/cases/normal/glass.toml"), "normal/glass");
    assert_eq!(name_in_tree("cases/glass.toml"), "glass");
    assert_eq!(name_in_tree("/tmp/showcases/glass.toml"), "glass");
}

// src/bench/index.rs
fn collision(run: usize, scene: usize) -> Collision {
    Collision { run, scene, installation: String::new(), result: Err(NoResult::Failed("a test".to_string())) }
}

#[test]
fn each_is_found_among_gaps_and_several_installations() {
    let all = [collision(0, 1), collision(0, 1), collision(0, 3), collision(2, 0)];
    let index = CollisionIndex::new(&all, 3, 4);
    let counts = |run| [0, 1, 2, 3, 4].map(|scene| index.all(run, scene).len());
    assert_eq!([counts(0), counts(1), counts(2), counts(3)], [[0, 2, 0, 1, 0], [0; 5], [1, 0, 0, 0, 0], [0; 5]]);
    assert_eq!(index.first(2, 0).map(|c| (c.run, c.scene)), Some((2, 0)));
}

// src/bench/likely_cause.rs
fn first_scene(case: &str) -> Scene {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let plan = Plan::new(find(&[format!("cases/{case}.toml").into()], here).unwrap()).unwrap();
    plan.cases[0].case.scenes[0].clone()
}

#[test]
fn factors_name_their_cause_and_others_name_none() {
    // nu = 0.23
    let wall = first_scene("engines/chung-ooi-3");
    let say = |scene: &Scene, observable, ratio: f64| likely_cause(scene, observable, 2.0, 2.0 * ratio);
    let unsquared = say(&wall, Observable::MaxOverlap, 0.92053).unwrap();
    assert!(unsquared.contains("1 - nu instead of 1 - nu^2"), "{unsquared}");
    assert!(say(&wall, Observable::Duration, 1.1487).unwrap().contains("R* = r/2"));
    for ratio in [1.0, 0.93, 0.91, 1.14, 1.23f64.powf(0.4)] {
        assert_eq!(say(&wall, Observable::Duration, ratio), None, "{ratio}");
    }
    // Spheres have no wall to be wrong about.
    assert_eq!(say(&first_scene("engines/elastic-ladder"), Observable::Duration, 0.92053), None);
}

#[test]
fn what_is_lost_or_gained_without_damping_is_recognised() {
    let pair = first_scene("engines/elastic-ladder");
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

// src/bench/trial.rs
/// Whatever laws an engine declares, one of the scenes has them.
#[test]
fn there_is_a_scene_of_every_law() {
    let wanted =
        |test: &dyn Fn(&Scene) -> bool| scene(|scene| if test(scene) { Ok(()) } else { Err(String::new()) }).is_ok();
    // A law with branches is not handed to an engine.
    for kind in normal::KINDS.iter().filter(|kind| !normal::ends_by_itself(kind.card.name)) {
        assert!(wanted(&|scene| scene.contact.normal.card().name == kind.card.name), "{}", kind.card.name);
    }
    // Nor is the bending of a plate, nor damping that is no dashpot of the contact.
    for kind in damping::KINDS.iter().filter(|kind| !kind.marked && kind.card.name != "zener-plate") {
        for ends in Ends::ALL {
            for wall in [false, true] {
                let undamped = kind.card.name == "none";
                let found = wanted(&|scene: &Scene| {
                    scene.contact.damping.card().name == kind.card.name
                        && (undamped || scene.contact.ends == ends)
                        && scene.bodies[1].is_wall() == wall
                });
                assert!(found, "{} {}", kind.card.name, ends.word());
            }
        }
    }
}

/// A law that is in no list of test scenes is written with the examples of its keys, together and one at a time.
#[test]
fn a_new_law_has_a_scene_by_its_examples() {
    let tables = with_examples("normal", normal::KINDS, &["[contact.normal.hertz]\n"]);
    let starting = |head: &str| tables.iter().filter(|table| table.starts_with(head)).collect::<Vec<_>>();
    assert!(starting("[contact.normal.hertz]").is_empty(), "it is in the list");
    assert_eq!(starting("[contact.normal.hooke]")[0], "[contact.normal.hooke]\nstiffness = \"1000 N/m\"\n");
    let power = starting("[contact.normal.power-law]");
    let [all, one] = [power[0], power[1]].map(|table| table.lines().count());
    assert!(all > 2 && one == 2, "{power:?}");
}

// src/bench/verdict.rs
fn check(outcome: Verdict) -> Check {
    Check {
        outcome,
        comparison: Comparison::Comparison,
        observable: "duration".into(),
        unit: "s".into(),
        ..Check::blank("-", "lammps", "reference")
    }
}

/// A gap of which so much was seen.
fn gap(off: Option<f64>, engine: Option<&str>) -> KnownGap {
    let seen = Seen { observable: "duration".into(), text: "as seen".into(), off };
    KnownGap { reason: "nu unsquared".into(), seen: vec![seen], engine: engine.map(String::from) }
}

/// One installation fails as noted, the other passes: only the noted one is a gap, and nothing has closed.
#[test]
fn a_gap_is_one_of_each_installation_for_itself() {
    let whose = ["lammps 29Sep2021", "lammps 22Jul2025", "lammps 29Sep2021", "lammps 22Jul2025"];
    let of = |outcomes: [Verdict; 4], engine: Option<&str>| {
        let mut checks: Vec<Check> = outcomes.into_iter().map(check).collect();
        note_gaps(&mut checks, &whose, &gap(None, engine), true);
        checks.iter().map(|check| check.outcome).collect::<Vec<_>>()
    };
    use Verdict::{Closed, Fail, Gap, Pass};
    let old = Some("lammps 29Sep2021");
    assert_eq!(of([Fail, Pass, Pass, Pass], old), [Gap, Pass, Pass, Pass]);
    // The same failure of another installation stays one, and a gap that has closed is heard of.
    assert_eq!(of([Fail, Fail, Pass, Pass], old), [Gap, Fail, Pass, Pass]);
    assert_eq!(of([Pass, Pass, Pass, Pass], old), [Closed, Pass, Closed, Pass]);
    // Without an installation it is known of everybody, each judged for itself.
    assert_eq!(of([Fail, Pass, Pass, Pass], None), [Gap, Closed, Pass, Closed]);
}

/// What is a tenth worse than was seen is another failure, and so is what nobody has seen.
#[test]
fn a_gap_is_as_large_as_it_was_seen_to_be() {
    let of = |deviation: Option<f64>, gap: &KnownGap| {
        let mut checks = [Check { deviation, ..check(Verdict::Fail) }];
        note_gaps(&mut checks, &[""], gap, true);
        let [check] = checks;
        (check.outcome, check.reason.unwrap().to_string())
    };
    let seen = gap(Some(0.12), None);
    for off in [0.01, 0.12, 0.131] {
        assert_eq!(of(Some(off), &seen), (Verdict::Gap, "nu unsquared".to_string()), "{off}");
    }
    let more = "more than the known gap, of which as seen was seen: nu unsquared".to_string();
    for off in [Some(0.133), Some(0.24), Some(f64::INFINITY), Some(f64::NAN), None] {
        assert_eq!(of(off, &seen), (Verdict::Fail, more.clone()), "{off:?}");
    }
    // Where no value was seen there is nothing to be worse.
    assert_eq!(of(None, &gap(None, None)).0, Verdict::Gap);
    let other = KnownGap { seen: Vec::new(), ..seen };
    assert_eq!(of(Some(0.01), &other), (Verdict::Fail, "the known gap has no `seen` of duration: nu unsquared".into()));
}
