//! What is said of fits when the program itself is wrong.

use collisionbench::bench::record::accepted::{LARGEST, numbers as numbers_of, read};
use collisionbench::bench::record::{CaseRecord, Change, GatedCase, Number, Record, TUBE, gate, gate_exit};
use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::case::Calibration;
use collisionbench::case::experiment::DRAG_FACTOR;
use collisionbench::collide::collide;
use collisionbench::data::Files;
use collisionbench::error::Exit;

use crate::common::root;

/// The gate of one shipped case, with a mistake in its fit and in the numbers that come of it.
fn gated(case: &str, fit: &dyn Fn(&mut Calibration), numbers: &dyn Fn(&mut CaseRecord)) -> GatedCase {
    let mut plan = Plan::new(find(&[format!("cases/{case}.toml").into()], root()).unwrap()).unwrap();
    fit(plan.cases[0].case.calibration.as_mut().unwrap());
    let mut run = execute(&plan, &collide, &Silent).unwrap();
    let record = Record::new(&plan, &mut run);
    let mut today = numbers_of(&plan, &run, &record, "", None).remove(0);
    numbers(&mut today.record.cases[0]);
    let files = Files::Folder(root().join("reference-data/baselines"));
    let accepted = read(&files.text(&format!("{case}.jsonl"), LARGEST).unwrap()).unwrap();
    gate(&today, Some(&accepted), None, TUBE)
}

/// An accepted number and what it is now.
fn moved(gated: &GatedCase, scene: &str, observable: &str) -> (f64, f64) {
    let row = gated.rows.iter().find(|row| &*row.scene == scene && row.what == observable).unwrap();
    assert_eq!(row.change, Change::Moved, "{observable}");
    let [then, now] = row.numbers().map(|number| number.unwrap().value);
    (then, now)
}

/// To first order the correction for the air is in proportion to its drag, and what is not put down to the air is put down
/// to the impact: 8 % of some 0.0097 for a table-tennis ball. A normal interval has 1.960 standard errors, whatever the number
/// of heights, where Student's of six heights has 2.571 (Abramowitz & Stegun 26.10).
#[test]
fn way_33_drag_or_student_s_t_is_wrong_in_the_program_itself() {
    let (ball, drops) = ("calibration/ping-pong-on-parquet", "calibration/synthetic-drops");
    for case in [ball, drops] {
        assert_eq!(gate_exit(&[gated(case, &|_| {}, &|_| {})], true, true), Exit::AsExpected, "{case}");
    }
    let less = |of: &mut Calibration| of.experiment.quantity_mut(&DRAG_FACTOR).unwrap().value = 0.92;
    let drag = gated(ball, &less, &|_| {});
    let (then, now) = moved(&drag, "-", "restitution");
    let (correction, less) = moved(&drag, "corrections", "mean");
    assert!((less / correction - 0.92).abs() < 0.01, "{correction} {less}");
    assert!(((then - now) / (0.08 * correction) - 1.0).abs() < 0.2, "{then} {now}");
    assert_eq!(gate_exit(&[drag], false, false), Exit::Failing);

    let normal = gated(drops, &|_| {}, &|today| {
        let numbers: &mut [Number] = &mut today.collisions[0].numbers;
        let at = |name: &str| numbers.iter().position(|number| number.observable == name).unwrap();
        let [value, error, low, high] =
            ["", "_standard_error", "_low", "_high"].map(|of| at(&format!("restitution{of}")));
        let (e, error) = (numbers[value].value.unwrap(), numbers[error].value.unwrap());
        for (place, z) in [(low, -1.960), (high, 1.960)] {
            numbers[place].value = Some(e + z * error);
        }
    });
    let (low, high) = (moved(&normal, "-", "restitution_low"), moved(&normal, "-", "restitution_high"));
    let ratio = (high.0 - low.0) / (high.1 - low.1);
    assert!((ratio - 2.571 / 1.960).abs() < 1e-3, "a normal interval is narrower: {low:?} {high:?}");
    assert_eq!(gate_exit(&[normal], false, false), Exit::Failing);
}
