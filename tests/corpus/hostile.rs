//! Records that are made to cost much: what stands once in a file is kept once.

use std::sync::Arc;

use collisionbench::bench::{self, CaseFiles, Plan, Silent};
use collisionbench::collide::collide;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::record::{Record, verify};
use collisionbench::report::run_json;

use crate::writing::{REFERENCE, beads};
use crate::{alone, heap};

/// The record of 200 scenes, 600 checks.
fn record() -> Record {
    let file = SourceFile { name: "beads.toml".to_string(), text: beads(2, 100, REFERENCE) };
    let found = CaseFiles { from: "here".to_string(), cases: vec![("beads".to_string(), file)], data: Files::Embedded };
    let plan = Plan::new(found).unwrap();
    Record::new(&plan, &mut bench::execute(&plan, &collide, &Silent).unwrap())
}

/// A megabyte.
fn long() -> String {
    "because ".repeat(1 << 17)
}

/// Once a check it would be 600 MB.
#[test]
fn a_long_reason_of_many_checks_is_kept_once() {
    let _alone = alone();
    let mut made = record();
    let reason: Arc<str> = long().into();
    assert_eq!(made.cases[0].checks.len(), 600);
    made.cases[0].checks.iter_mut().for_each(|check| check.reason = Some(Arc::clone(&reason)));
    let text = run_json::text(&made).unwrap();
    let mut read = None;
    let peak = heap::peak(|| read = Some(run_json::read(text.as_bytes()).unwrap()));
    assert!(peak < 20_000_000, "{peak} bytes to read a file of {}", text.len());
    let read = read.unwrap();
    assert_eq!(read, made);
    assert!(verify(&made, &read).differences.is_empty());
}

/// Two reasons in turn: written back as they are read, they would stand there 600 times.
#[test]
fn reasons_out_of_order_are_refused_before_they_are_written_back() {
    let _alone = alone();
    let mut made = record();
    let reasons: [Arc<str>; 2] = [long().into(), format!("{}.", long()).into()];
    let checks = &mut made.cases[0].checks;
    checks[1].reason = Some(Arc::clone(&reasons[0]));
    checks[2].reason = Some(Arc::clone(&reasons[1]));
    let mut file: serde_json::Value = serde_json::from_str(&run_json::text(&made).unwrap()).unwrap();
    for (at, row) in file["cases"][0]["checks"]["rows"].as_array_mut().unwrap().iter_mut().enumerate() {
        row[3] = (at % 2 + 1).into();
    }
    let text = file.to_string();
    let mut said = String::new();
    let peak = heap::peak(|| said = run_json::read(text.as_bytes()).unwrap_err().to_string());
    assert!(said.contains("not in order"), "{said}");
    assert!(peak < 20_000_000, "{peak} bytes to read a file of {}", text.len());
}

/// Names are compared with each other: no run writes one of this length.
#[test]
fn a_long_name_is_refused() {
    let _alone = alone();
    let made = record();
    for place in ["/cases/0/checks/scenes/3", "/cases/0/checks/kinds/0/who", "/cases/0/observations/scenes/7"] {
        let mut file: serde_json::Value = serde_json::from_str(&run_json::text(&made).unwrap()).unwrap();
        *file.pointer_mut(place).unwrap() = long().into();
        let said = run_json::read(file.to_string().as_bytes()).unwrap_err().to_string();
        assert!(said.contains("has 1048576 bytes, and at most 16384 are read"), "{place}: {said}");
        assert!(said.len() < 400, "{said}");
    }
}
