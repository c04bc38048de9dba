//! The record of a run.

use std::path::Path;

use collisionbench::bench;
use collisionbench::bench::record::Record;
use collisionbench::bench::record::curves::*;
use collisionbench::bench::{Plan, Silent};
use collisionbench::collide::collide;
use collisionbench::law::Ends;

// src/record/curves.rs
#[test]
fn a_column_with_an_unknown_value_is_left_out() {
    let columns = vec![("time", vec![0.0, 1.0]), ("force_elastic", vec![0.0, f64::NAN])];
    assert_eq!(known(columns), [("time", vec![0.0, 1.0])]);
}

#[test]
fn a_line_keeps_what_any_of_its_columns_needs() {
    let time: Vec<f64> = (0..1000).map(f64::from).collect();
    let mut force: Vec<f64> = time.iter().map(|t| 2.0 * t).collect();
    assert_eq!(needed(&[("time", time.clone()), ("force", force.clone())]), [0, 999]);
    force[500] += 10.0;
    assert_eq!(needed(&[("time", time.clone()), ("force", force)]), [0, 499, 500, 501, 999]);
    let noise: Vec<f64> = time.iter().map(|t| (t * t * 0.7).sin()).collect();
    assert!(needed(&[("time", time), ("force", noise)]).len() <= MOST_POINTS);
}

// src/record/sheet.rs
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
