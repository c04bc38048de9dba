//! Programs outside this one as engines: good ones pass, bad ones are named, and nothing of them is left running.

mod adhesive;
mod adhesive_zoo;
mod bad;
use crate::common;
mod config;
mod covers;
mod drivers;
mod fingerprint;
mod gaps;
mod impulse;
mod outcomes;
mod own_law;
mod ports;
mod protocol;
mod small;
mod systems;
mod thirty;

use std::path::Path;

/// An elastic head-on impact, with one more solver and what is expected of it.
pub const GLASS: &str = r#"
title = "Two glass spheres"

[material.glass]
density       = "2800 kg/m3"
young_modulus = "48 GPa"
poisson_ratio = 0.20

[body.left]
sphere   = { radius = "10 mm" }
material = "glass"

[body.right]
sphere   = { radius = "10 mm" }
material = "glass"

[impact]
speed = "20 m/s"

[contact.normal.hertz]

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "hertz-impact"
max_overlap = { within = "1e-12 relative" }
"#;

/// How the program ended in `folder`.
pub fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let ended = common::run(folder, arguments);
    (ended.code, ended.out, ended.err)
}

/// Rows of a report's `summary.csv`, by column.
pub fn checks(folder: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("reports/latest/summary.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| header.iter().map(String::from).zip(row.iter().map(String::from)).collect()).collect()
}

/// Writes files into a folder.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        common::write(folder, name, text);
    }
}
