//! What is said of mistakes that are made on purpose.

use std::path::Path;
use std::process::{Command, Output};

fn mutants(arguments: &[&str]) -> (Output, String) {
    let reports = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_collisionbench"));
    command.arg("mutants").args(arguments).arg("--reports").arg(reports.path().join("m"));
    let output = command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, said)
}

/// Two spheres have no wall whose radius could be halved: nothing is known of that mistake, and nothing is said of it.
#[test]
fn way_40_a_mutant_that_no_case_reaches_is_not_called_equivalent() {
    let (output, said) = mutants(&["--only", "wall-half-radius", "normal/elastic/glass-head-on"]);
    assert_eq!(output.status.code(), Some(3), "{said}");
    let row = said.lines().find(|line| line.contains("wall-half-radius")).unwrap();
    assert!(row.trim_start().starts_with("not reached"), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.contains("0 missed, 1 not reached, 0 equivalent (proved): score 0 %"), "{said}");
    // A case with a wall reaches and catches it.
    let (output, said) = mutants(&["--only", "wall-half-radius", "normal/elastic/steel-on-glass-plate"]);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.lines().last().unwrap().contains("0 not reached"), "{said}");
}
