//! The command line as a user meets it: what every verb prints, and with which code it ends.
#![allow(non_snake_case, clippy::excessive_precision, reason = "formulas and numbers stand as they are printed")]

mod cli {
    mod advise;
    mod export;
    mod files;
    mod fit;
    mod system;
    mod verbs;
}

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// The program, started in `folder`.
pub fn bench(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collisionbench"));
    // A caller's own settings must not change what is printed.
    command.current_dir(folder).env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1").env("COLUMNS", "120");
    command
}

/// How a command ended.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in `folder` with words.
pub fn say(folder: &Path, words: &[&str]) -> Said {
    let output = bench(folder).args(words).output().unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
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
