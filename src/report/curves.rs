//! `<case>/trajectory.<solver>.csv`: the curves of a case that its pages draw.

use crate::bench::record::{CaseRecord, Curve};
use crate::distinct::{distinct, grouped};

use super::pictures::entity::maker_name;
use super::pictures::plan::drawn_scenes;
use super::table::{Cell, Table, cells};
use super::{Pictures, Reporter, files, html};

/// Writes one file a case and maker.
pub const CURVES: Reporter = Reporter {
    name: "trajectory.<who>.csv",
    about: "one folder per case: overlap, speed and force against time of the scenes that are drawn, as many points as a line within 0.05 % needs, six digits",
    write: |context, folder| {
        let mut written = Vec::new();
        for case in &context.record.cases {
            for (name, curves) in by_maker(case, context.pictures) {
                written.push(table(&curves).write(folder, &format!("{}/{name}", case.name))?);
            }
        }
        Ok(written)
    },
};

/// The curves of the scenes of a case that its pictures and the page of its collision draw, by the file they go to. Two
/// makers whose names read the same in a file name are told apart by a number.
pub fn by_maker(case: &CaseRecord, pictures: Pictures) -> Vec<(String, Vec<&Curve>)> {
    let scenes: Vec<&str> = drawn_scenes(case, pictures).into_iter().chain(html::collision_scene(case)).collect();
    let drawn = case.curves.iter().filter(|curve| scenes.contains(&curve.scene.as_str()));
    let mut named: Vec<(String, Vec<&Curve>)> = Vec::new();
    for (by, curves) in grouped(drawn.map(|curve| (&curve.by, curve))) {
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
    let mut words = distinct(curves.iter().flat_map(|curve| &curve.columns).map(String::as_str));
    // No figure has it; it is in the record.
    words.retain(|word| *word != "force_elastic");
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
