use std::path::Path;

use collisionbench::bench::{self, Plan, Silent};
use collisionbench::collide::collide;
use collisionbench::law::Ends;
use collisionbench::record::Record;

/// Two conventions in turn are two contracts, and each scene names its own.
#[test]
fn the_contracts_of_many_scenes_are_told_apart() {
    let found = bench::find(&["shipped:normal/elastic/unequal-radii".into()], Path::new(".")).unwrap();
    let mut plan = Plan::new(found).unwrap();
    for (at, scene) in plan.cases[0].case.scenes.iter_mut().enumerate() {
        scene.contact.ends = if at % 2 == 0 { Ends::ZeroOverlap } else { Ends::ZeroForce };
    }
    let mut run = bench::execute(&plan, &collide, &Silent).unwrap();
    let record = Record::new(&plan, &mut run);
    let places: Vec<usize> = record.cases[0].scenes.iter().map(|scene| scene.contract).collect();
    assert_eq!(record.cases[0].contracts.len(), 2);
    assert!(places.len() > 10 && places.iter().enumerate().all(|(at, place)| *place == at % 2), "{places:?}");
}
