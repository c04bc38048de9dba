use std::collections::BTreeMap;

use collisionbench::collide::estimate::Estimate;
use collisionbench::judge::baseline::compare::*;
use collisionbench::judge::baseline::{BaseValue, Baseline, CollisionId};

fn kept(observable: &str, unit: &str, value: f64, uncertainty: f64) -> BaseValue {
    BaseValue {
        of: CollisionId { scene: "-".into(), by: "reference".into(), variant: String::new() },
        observable: observable.into(),
        unit: unit.into(),
        value: Estimate::new(value, uncertainty),
    }
}

fn baseline(values: Vec<BaseValue>) -> Baseline {
    Baseline {
        case: "a".into(),
        why: "w".into(),
        program: "p".into(),
        date: None,
        drift: 1e-12,
        every: 1,
        inputs: BTreeMap::new(),
        values,
        curves: Vec::new(),
    }
}

fn change(then: BaseValue, now: BaseValue) -> Change {
    compare(&baseline(vec![then]), &baseline(vec![now]), 1e-12, 1e-3)[0].change
}

#[test]
fn a_change_exceeds_drift_and_noise() {
    let force = |value, uncertainty| kept("max_force", "N", value, uncertainty);
    assert_eq!(change(force(100.0, 0.0), force(100.0, 0.0)), Change::Unchanged);
    // 1e-9 of 100 N, known well and known badly.
    assert_eq!(change(force(100.0, 1e-11), force(100.000_000_1, 1e-11)), Change::Moved);
    assert_eq!(change(force(100.0, 6e-8), force(100.000_000_1, 6e-8)), Change::Unchanged);
    // Inside the drift, and known to the last bit.
    assert_eq!(change(force(100.0, 0.0), force(100.0 + 5e-11, 0.0)), Change::Unchanged);
    assert_eq!(change(force(100.0, 0.0), force(f64::NAN, 0.0)), Change::Moved);
    assert_eq!(change(force(100.0, 0.0), kept("max_force", "kN", 100.0, 0.0)), Change::Moved);
}

#[test]
fn nobody_passes_by_being_sure_of_nothing() {
    let force = |value, uncertainty| kept("max_force", "N", value, uncertainty);
    assert_eq!(change(force(100.0, 1e-11), force(150.0, 1e3)), Change::Moved);
    assert_eq!(change(force(100.0, 1e-11), force(100.0, f64::NAN)), Change::Moved);
    assert_eq!(change(force(100.0, 1e-11), force(100.0, 9e-10)), Change::Unchanged);
    // Nor by having been accepted so: 0.5 +- 1 is not 0.9.
    let restitution = |value, uncertainty| kept("restitution", "", value, uncertainty);
    assert_eq!(change(restitution(0.5, 1.0), restitution(0.9, 1e-13)), Change::Moved);
    assert_eq!(change(force(100.0, f64::NAN), force(100.0, 1e-11)), Change::Moved);
}

#[test]
fn what_is_left_over_is_measured_by_what_it_is_left_over_from() {
    // A residual of rounding is no number to a relative 1e-12.
    assert_eq!(change(kept("r", "", 1e-16, 0.0), kept("r", "", -3e-16, 0.0)), Change::Unchanged);
    let then = baseline(vec![kept("energy_lost", "J", 1.0, 0.0), kept("energy_strain", "J", 1e-17, 0.0)]);
    let now = baseline(vec![kept("energy_lost", "J", 1.0, 0.0), kept("energy_strain", "J", 9e-17, 0.0)]);
    let rows = compare(&then, &now, 1e-12, 1e-3);
    assert_eq!(rows.iter().filter(|row| row.change == Change::Unchanged).count(), 2);
}

#[test]
fn new_and_gone_are_told_apart() {
    let rows = compare(&baseline(vec![kept("a", "", 1.0, 0.0)]), &baseline(vec![kept("b", "", 1.0, 0.0)]), 1e-12, 1e-3);
    let told: Vec<(&str, Change)> = rows.iter().map(|row| (row.observable.as_str(), row.change)).collect();
    assert_eq!(told, [("a", Change::Gone), ("b", Change::New)]);
}
