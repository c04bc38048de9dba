use collisionbench::bench::trial::*;
use collisionbench::law::scene::Scene;
use collisionbench::law::{Ends, damping, normal};

/// Whatever laws an engine declares, one of the scenes has them.
#[test]
fn there_is_a_scene_of_every_law() {
    let wanted =
        |test: &dyn Fn(&Scene) -> bool| scene(|scene| if test(scene) { Ok(()) } else { Err(String::new()) }).is_ok();
    // A law with branches is not handed to an engine.
    for kind in normal::KINDS.iter().filter(|kind| !normal::ends_by_itself(kind.card.name)) {
        assert!(wanted(&|scene| scene.contact.normal.card().name == kind.card.name), "{}", kind.card.name);
    }
    // Nor is the bending of a plate.
    for kind in damping::KINDS.iter().filter(|kind| kind.card.name != "zener-plate") {
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
