//! `<case>/trajectory.<solver>.csv`: the recorded curves of a case.

use crate::distinct::{distinct, grouped};
use crate::record::{CaseRecord, Curve};

use super::pictures::entity::maker_name;
use super::table::{Cell, Table, cells};
use super::{Reporter, files};

/// Writes one file a case and maker.
pub const CURVES: Reporter = Reporter {
    name: "trajectory.<who>.csv",
    about: "one folder per case: overlap, speed and force against time, as many points as a line within 0.05 % needs, six digits",
    write: |context, folder| {
        let mut written = Vec::new();
        let packed = files::are_packed(context.record);
        for case in &context.record.cases {
            for (name, curves) in by_maker(case) {
                written.push(table(&curves).write(folder, &format!("{}/{name}", case.name), packed)?);
            }
        }
        Ok(written)
    },
};

/// The curves of a case by the file they go to. Two makers whose names read the same in a file name are told apart
/// by a number.
pub fn by_maker(case: &CaseRecord) -> Vec<(String, Vec<&Curve>)> {
    let mut named: Vec<(String, Vec<&Curve>)> = Vec::new();
    for (by, curves) in grouped(case.curves.iter().map(|curve| (&curve.by, curve))) {
        let base = files::slug(maker_name(by));
        let mut name = format!("trajectory.{base}.csv");
        let mut number = 2;
        while named.iter().any(|(taken, _)| *taken == name) {
            name = format!("trajectory.{base}-{number}.csv");
            number += 1;
        }
        named.push((name, curves));
    }
    named
}

/// One file: scene, variant, then every column any of the curves has, in SI.
fn table(curves: &[&Curve]) -> Table {
    let words = distinct(curves.iter().flat_map(|curve| &curve.columns).map(String::as_str));
    let mut table = Table::of(["scene", "variant"].iter().chain(&words).copied());
    for curve in curves {
        let columns: Vec<&[f64]> = words.iter().map(|word| curve.column(word).unwrap_or_default()).collect();
        for row in 0..columns.iter().map(|values| values.len()).max().unwrap_or(0) {
            let numbers = columns.iter().map(|values| Cell::from(values.get(row).copied()));
            table.row(cells![&curve.scene, &curve.variant].into_iter().chain(numbers));
        }
    }
    table
}
