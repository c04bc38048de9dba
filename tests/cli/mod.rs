//! The command line as a user meets it: what every verb prints, and with which code it ends.
#![allow(non_snake_case, clippy::excessive_precision, reason = "formulas and numbers stand as they are printed")]

mod advise;
mod check;
mod design;
mod export;
mod figure;
mod files;
mod fit;
mod help;
mod readme;
mod run;
mod suite;
mod system;
mod verbs;

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::common::{self, Ended};

/// The program, started in `folder`.
pub fn bench(folder: &Path) -> Command {
    common::program(folder)
}

/// Runs the program in `folder` with words.
pub fn say(folder: &Path, words: &[&str]) -> Ended {
    common::run(folder, words)
}

/// Runs in an empty folder; must end well.
pub fn good(words: &[&str]) -> String {
    let empty = TempDir::new().unwrap();
    let said = say(empty.path(), words);
    assert_eq!(said.code, 0, "{words:?}: {}", said.err);
    assert_eq!(said.err, "", "{words:?}");
    said.out
}

/// Runs in an empty folder; the request must be wrong.
pub fn wrong(words: &[&str]) -> String {
    let empty = TempDir::new().unwrap();
    let said = say(empty.path(), words);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{words:?}: {}", said.err);
    assert!(!said.err.contains("panicked"), "{}", said.err);
    said.err
}

/// A small case that meets what it expects when `within` allows it.
pub fn case(restitution: &str, extra: &str) -> String {
    format!(
        r#"title = "A ball falls on a plate"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = {{ radius = "5 mm" }}
material = "glass"

[body.plate]
wall  = {{ normal = "+z" }}
rigid = true

[impact]
speed = "1 m/s"

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[contact.damping.tsuji]
restitution = {restitution}

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "antypov-elliott"
restitution = {{ within = "1e-9 relative" }}
{extra}
"#
    )
}
