//! What is said of mistakes that are made on purpose.

use tempfile::TempDir;

use crate::common::{Ended, root, run};

/// Over the shipped cases.
fn mutants(arguments: &[&str]) -> Ended {
    let reports = TempDir::new().unwrap();
    let folder = reports.path().join("m").display().to_string();
    run(root(), &[&["mutants"], arguments, &["--reports", &folder]].concat())
}

/// Two spheres have no wall whose radius could be halved: nothing is known of that mistake, and nothing is said of it.
#[test]
fn way_40_a_mutant_that_no_case_reaches_is_not_called_equivalent() {
    let said = mutants(&["--only", "wall-half-radius", "normal/elastic/glass-head-on"]);
    assert_eq!(said.code, 3, "{}", said.out);
    let row = said.out.lines().find(|line| line.contains("wall-half-radius")).unwrap();
    assert!(row.trim_start().starts_with("not reached"), "{}", said.out);
    let last = said.out.lines().last().unwrap();
    assert!(last.contains("0 missed, 1 not reached: score 0 %"), "{}", said.out);
    // A case with a wall reaches and catches it.
    let said = mutants(&["--only", "wall-half-radius", "normal/elastic/steel-on-glass-plate"]);
    assert_eq!(said.code, 0, "{}", said.out);
    assert!(said.out.lines().last().unwrap().contains("0 not reached"), "{}", said.out);
}
