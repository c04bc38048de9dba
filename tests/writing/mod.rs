//! Programs that end before their work is done: killed, interrupted, on a full disk. What was written before stays whole.

mod interrupted;
#[cfg(unix)]
mod kills;
#[cfg(unix)]
mod large;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use collisionbench::output::manifest;

use crate::alone;
use crate::common::{Ended, run as say};

/// Two glass beads head-on: so many radii, so many speeds.
pub fn beads(radii: usize, speeds: usize, run: &str) -> String {
    format!(
        r#"title = "Two glass beads meet head-on"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "65 GPa"
poisson_ratio = 0.22

[body.left]
sphere   = {{ radius = {{ sweep = {{ from = "1 mm", to = "9 mm", steps = {radii} }} }} }}
material = "glass"

[body.right]
sphere   = {{ radius = "2.5 mm" }}
material = "glass"

[impact]
speed = {{ sweep = {{ from = "0.1 m/s", to = "3 m/s", steps = {speeds} }} }}

[contact.normal.hertz]

{run}
"#
    )
}

/// The reference, held against closed forms.
pub const REFERENCE: &str = r#"[run.reference]
tolerance = 1e-13

[[expect]]
that        = "reference"
agrees_with = "hertz-impact"
max_overlap = { within = "1e-11 relative" }
duration    = { within = "1e-11 relative" }

[[expect]]
that            = "reference"
agrees_with     = "conserved"
energy_residual = { within = "1e-11 absolute" }
"#;

/// A folder of cases.
pub fn folder(cases: &[(&str, String)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("cases")).unwrap();
    for (name, text) in cases {
        fs::write(root.path().join("cases").join(format!("{name}.toml")), text).unwrap();
    }
    root
}

/// Every file below a folder, hidden ones too, with what is in it.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Every file that the manifest of a report lists is there with its hash, and no other.
fn is_whole(report: &Path) -> bool {
    let listed = manifest::read(report).unwrap().unwrap_or_default();
    manifest::differs(report).unwrap().is_none() && listed.len() > 2 && listed.len() == contents(report).len()
}

/// Names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const GLASS: &str = "shipped:normal/elastic/glass-head-on";

fn is_code(said: &Ended, code: i32) {
    assert_eq!(said.code, code, "{}{}", said.out, said.err);
}

#[test]
fn a_foreign_file_is_never_deleted() {
    let here = folder(&[]);
    let reports = here.path().join("reports/latest");
    is_code(&say(here.path(), &["run", GLASS, "--pictures", "none"]), 0);
    fs::write(reports.join("notes.txt"), "mine").unwrap();
    let before = contents(&reports);
    let said = say(here.path(), &["run", GLASS, "--pictures", "none"]);
    is_code(&said, 5);
    assert!(said.err.contains("notes.txt") && said.out.is_empty(), "{}{}", said.out, said.err);
    assert_eq!(contents(&reports), before);
    assert_eq!(names(&here.path().join("reports")), ["latest"]);
}

/// A limit on the size of files stands in for a full disk: neither the record nor the observations fit.
#[cfg(unix)]
#[test]
fn a_full_disk_is_exit_5_and_leaves_the_old_report() {
    let _alone = alone();
    let here = folder(&[("beads", beads(10, 50, REFERENCE))]);
    let reports = here.path().join("reports/latest");
    is_code(&say(here.path(), &["run", GLASS, "--pictures", "none"]), 0);
    let before = contents(&reports);
    // Where the signal is ignored, the write fails.
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" run cases/beads.toml --pictures none";
    let program = env!("CARGO_BIN_EXE_collisionbench");
    let output = Command::new("sh").args(["-c", script, program]).current_dir(here.path()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{err}");
    assert!(err.contains("failed to write"), "{err}");
    assert_eq!(contents(&reports), before);
    // What was finished is kept, and gone on from when there is room.
    assert_eq!(names(&here.path().join("reports")), ["latest", "latest.journal"]);
    is_code(&say(here.path(), &["run", "cases/beads.toml", "--pictures", "none", "--resume"]), 0);
    assert!(is_whole(&reports) && contents(&reports) != before);
    assert_eq!(names(&here.path().join("reports")), ["latest"]);
}
