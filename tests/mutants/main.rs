//! A bench that passes a broken law is worse than none: deliberately broken twins of the laws and of the reference run
//! against the shipped cases, and each must be caught.

mod twins;

use std::collections::BTreeMap;
use std::path::Path;

use collisionbench::bench::{Plan, Run, Silent, execute, find};
use collisionbench::judge::Verdict;
use collisionbench::solve::{SOLVERS, Solver};

use twins::{TWINS, Twin};

fn shipped() -> Plan {
    let found = find(&[], Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    Plan::new(found).unwrap()
}

fn reference() -> &'static dyn Solver {
    *SOLVERS.iter().find(|s| s.name() == "reference").unwrap()
}

/// Checks that hold with the true law and not with the twin, by case.
fn caught(plan: &Plan, truth: &Run, twin: &Twin) -> BTreeMap<String, usize> {
    let others = SOLVERS.iter().copied().filter(|solver| solver.name() != twin.name());
    let solvers: Vec<&dyn Solver> = std::iter::once(twin as &dyn Solver).chain(others).collect();
    let broken = execute(plan, &solvers, &Silent).unwrap();
    let mut caught = BTreeMap::new();
    for ((planned, truth), broken) in plan.cases.iter().zip(&truth.cases).zip(&broken.cases) {
        let seen = truth.checks.iter().zip(&broken.checks).filter(|(truth, broken)| {
            truth.outcome == Verdict::Pass && matches!(broken.outcome, Verdict::Fail | Verdict::Error | Verdict::Gap)
        });
        let count = seen.count();
        if count > 0 {
            caught.insert(planned.case.name.clone(), count);
        }
    }
    caught
}

#[test]
fn every_broken_twin_is_caught_by_a_shipped_case() {
    let plan = shipped();
    let truth = execute(&plan, SOLVERS, &Silent).unwrap();
    assert!(TWINS.len() >= 12);
    let mut missed = Vec::new();
    for &(what, bend) in TWINS {
        let twin = Twin { reference: reference(), bend };
        let caught = caught(&plan, &truth, &twin);
        let cases: Vec<String> = caught.iter().map(|(case, count)| format!("{case} ({count})")).collect();
        println!("{what}\n    caught by {} cases: {}", cases.len(), cases.join(", "));
        if caught.is_empty() {
            missed.push(what);
        }
    }
    assert!(missed.is_empty(), "not caught: {missed:?}");
}

#[test]
fn the_unbroken_twin_is_not_caught() {
    let plan = shipped();
    let truth = execute(&plan, SOLVERS, &Silent).unwrap();
    let twin = Twin { reference: reference(), bend: |scene, solve| solve(scene) };
    assert_eq!(caught(&plan, &truth, &twin), BTreeMap::new());
}
