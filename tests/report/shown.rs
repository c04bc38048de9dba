//! What is said of checks and over figures is of the numbers that were computed and are shown.

use std::collections::BTreeMap;

use collisionbench::bench::record::Comparison;
use collisionbench::number::brief;
use collisionbench::report::pictures::all_cases;

use crate::report::laws::{number, record, rows};

/// What a check calls observed is the number of `observations.csv`, also where the angle of a measured point may be wrong: the
/// value within that uncertainty, from which the deviation is, is beside it. Kharaz' point at 4.2 degrees is at 0.7463 measured,
/// and the total spring has 1.0025 there (a second integration, `oblique_dem_models_vs_mdr.csv`, is above 1 near the normal).
#[test]
fn what_is_observed_is_what_was_computed() {
    let mut shifted = 0;
    for case in &record().cases {
        let seen: BTreeMap<_, _> = case
            .observations()
            .filter(|o| o.variant.is_empty())
            .map(|o| ((o.scene, o.by, o.observable), o.value))
            .collect();
        let data = case.checks.iter().filter(|c| c.comparison == Comparison::Validation && c.variant.is_empty());
        for check in data.filter(|check| check.observed.is_some()) {
            let computed = seen.get(&(&*check.scene, &*check.who, &*check.observable));
            if let Some(computed) = computed {
                assert_eq!(check.observed, *computed, "{}, {}", case.name, check.scene);
            }
            let (Some(compared), Some(observed), Some(expected)) = (check.shifted, check.observed, check.expected)
            else {
                continue;
            };
            shifted += 1;
            assert!(compared != observed, "{}, {}", case.name, check.scene);
            let between = (observed.min(expected)..=observed.max(expected)).contains(&compared);
            assert!(between, "{}, {}: {observed} {compared} {expected}", case.name, check.scene);
        }
    }
    assert!(shifted > 20, "{shifted}");
    let case = record().cases.iter().find(|case| case.name == "oblique/kharaz-kratos-total-spring").unwrap();
    let near =
        |check: &&collisionbench::bench::record::Check| check.expected.is_some_and(|e| (e - 0.7463).abs() < 1e-3);
    let check = case.checks.iter().filter(|c| c.observable == "tangential_restitution").find(near).unwrap();
    assert!(check.observed.unwrap() > 1.0 && check.shifted.unwrap() < 0.97, "{check:?}");
}

/// The sentence over a figure is of the numbers in it: the largest difference of each law from what was measured.
#[test]
fn the_sentence_over_a_figure_is_of_what_it_shows() {
    let mut largest: BTreeMap<String, f64> = BTreeMap::new();
    for row in rows("near-normal-kharaz-2001-kratos.csv") {
        let off = largest.entry(row["law"].clone()).or_default();
        *off = off.max(number(&row, "difference").abs());
    }
    let by = |a: &(&String, &f64), b: &(&String, &f64)| a.1.total_cmp(b.1);
    let (best, worst) = (largest.iter().min_by(by).unwrap(), largest.iter().max_by(by).unwrap());
    let figures = all_cases::figures(record());
    let sentence = |name: &str| figures.iter().find(|f| f.name == name).unwrap().sentence.clone().unwrap();
    let near = sentence("near-normal-kharaz-2001-kratos");
    let expected =
        format!("is {}, within {}; {} is off by up to {}.", best.0, brief(*best.1), worst.0, brief(*worst.1));
    assert!(near.ends_with(&expected), "{near}\n{expected}");

    // Every law that is said to create none is in the figure, and has none.
    let created = rows("energy-created.csv");
    let text = sentence("energy-created");
    let (_, none) = text.split_once("; ").unwrap();
    for law in none.split_once(" none").unwrap().0.split(", ") {
        let own: Vec<f64> =
            created.iter().filter(|row| row["law"] == law).map(|row| number(row, "created_over_kinetic")).collect();
        assert!(!own.is_empty() && own.iter().all(|share| share.abs() <= 1e-9), "{law}: {text}");
    }
}
