//! Large runs and runs that end early: cost grows with the number of scenes, and what was finished is kept.

mod ended;
mod hostile;
mod linear;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{alone, heap};

const PROGRAM: &str = env!("CARGO_BIN_EXE_collisionbench");

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

/// The program in a folder, its output kept.
pub fn program(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(root).args(words).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Unfinished work beside a report.
pub fn hidden(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join("reports")).map(|all| all.map(|entry| entry.unwrap().path()).collect());
    let all: Vec<PathBuf> = entries.unwrap_or_default();
    all.into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
        .collect()
}
