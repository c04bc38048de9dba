//! What is said of fits when the program itself is wrong.

use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::case::{Mistakes, NO_MISTAKES};
use collisionbench::data::Files;
use collisionbench::error::Exit;
use collisionbench::judge::baseline::{Change, LARGEST_BASELINE, TUBE, read};
use collisionbench::record::{GatedCase, Record, baselines, gate, gate_exit};
use collisionbench::solve::SOLVERS;

use crate::common::root;

/// The gate of one shipped case, fitted with a mistake.
fn gated(case: &str, mistakes: &'static Mistakes) -> GatedCase {
    let mut plan = Plan::new(find(&[format!("cases/{case}.toml").into()], root()).unwrap()).unwrap();
    plan.cases[0].case.calibration.as_mut().unwrap().mistakes = mistakes;
    let mut run = execute(&plan, SOLVERS, &Silent).unwrap();
    let record = Record::new(&plan, &mut run);
    let today = baselines(&plan, &run, &record, "", None).remove(0);
    let files = Files::Folder(root().join("reference-data/baselines"));
    let accepted = read(files.text(&format!("{case}.toml"), LARGEST_BASELINE).unwrap()).unwrap();
    gate(&today, Some(&accepted), None, TUBE)
}

/// An accepted number and what it is now.
fn moved(gated: &GatedCase, scene: &str, observable: &str) -> (f64, f64) {
    let row = gated.rows.iter().find(|row| row.of.scene == scene && row.observable == observable).unwrap();
    assert_eq!(row.change, Change::Moved, "{observable}");
    (row.accepted.unwrap().value, row.now.unwrap().value)
}

/// To first order the correction for the air is in proportion to its drag, and what is not put down to the air is put down
/// to the impact: 8 % of some 0.0097 for a table-tennis ball. A normal interval of a mean of
/// five heights has 1.960 standard errors where Student's with 4 degrees of freedom has 2.776 (Abramowitz & Stegun 26.10).
#[test]
fn way_33_drag_or_student_s_t_is_wrong_in_the_program_itself() {
    static DRAG: Mistakes = Mistakes { drag: |drag| 0.92 * drag, ..Mistakes::NONE };
    static NORMAL: Mistakes = Mistakes { dof: |_| f64::INFINITY, ..Mistakes::NONE };
    let (ball, drops) = ("calibration/ping-pong-on-parquet", "calibration/synthetic-drops");
    for case in [ball, drops] {
        assert_eq!(gate_exit(&[gated(case, &NO_MISTAKES)], true, true), Exit::AsExpected, "{case}");
    }
    let drag = gated(ball, &DRAG);
    let (then, now) = moved(&drag, "-", "restitution");
    let (correction, less) = moved(&drag, "corrections", "mean");
    assert!((less / correction - 0.92).abs() < 0.01, "{correction} {less}");
    assert!(((then - now) / (0.08 * correction) - 1.0).abs() < 0.2, "{then} {now}");
    assert_eq!(gate_exit(&[drag], false, false), Exit::Failing);

    let normal = gated(drops, &NORMAL);
    let (low, high) = (moved(&normal, "-", "restitution_low"), moved(&normal, "-", "restitution_high"));
    assert!(low.0 < low.1 && high.1 < high.0, "a normal interval is narrower: {low:?} {high:?}");
    let (t, z) = moved(&normal, "-", "student_t");
    assert!((t - 2.571).abs() < 5e-4 && (z - 1.960).abs() < 5e-4, "{t} {z}");
    assert_eq!(gate_exit(&[normal], false, false), Exit::Failing);
}
