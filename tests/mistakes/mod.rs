//! Wrong case files and exactly what is said about them.
//!
//! Each `mistakes/NAME.toml` is wrong in the way its name says; `NAME.txt` beside it is the message. It comes of planning
//! the case: some mistakes are seen when the file is read, some only where its words meet theories, data and solvers.
//! After a wording has changed, `UPDATE=1 cargo test --test files mistakes` writes the messages anew: read every one as its reader would.

use std::fs;
use std::path::{Path, PathBuf};

use collisionbench::bench::{CaseFiles, Plan};
use collisionbench::data::Files;
use collisionbench::error::{Exit, SourceFile};

/// Where the datasets of the mistakes are, as seen from the package: a message may name it.
const DATA: &str = "tests/mistakes";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(DATA)
}

fn names(ending: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().unwrap().strip_suffix(ending).map(String::from))
        .collect();
    names.sort();
    names
}

fn message(name: &str) -> String {
    let text = fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
    let file = SourceFile { name: format!("{name}.toml"), text };
    let found =
        CaseFiles { from: name.to_string(), cases: vec![(name.to_string(), file)], data: Files::Folder(DATA.into()) };
    match Plan::new(found) {
        Ok(_) => panic!("{name}.toml is planned without complaint"),
        Err(error) => {
            assert_eq!(error.exit(), Exit::Wrong, "{name}");
            format!("{error}\n")
        }
    }
}

#[test]
fn every_mistake_gets_its_message() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut different = Vec::new();
    for name in names(".toml") {
        let path = folder().join(format!("{name}.txt"));
        let now = message(&name);
        if update {
            fs::write(&path, &now).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if now != expected {
            different.push(format!("== {name}: expected\n{expected}== now\n{now}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert_eq!(names(".toml"), names(".txt"), "a message without its mistake");
    assert!(names(".toml").len() >= 220, "mistakes have gone missing");
}

/// A message fits on a screen however long the line is that it is about.
#[test]
fn no_message_is_wide() {
    for name in names(".toml") {
        let message = message(&name);
        assert!(message.len() < 8_000, "{name}: {} bytes", message.len());
        for line in message.lines() {
            assert!(line.chars().count() <= 200, "{name}: {line}");
        }
    }
}

/// A case without checks is told one that it may make: as it stands it is planned, whatever the laws are.
#[test]
fn a_proposed_check_is_taken() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = [
        "cases/normal/damped/viscoelastic-speed.toml",
        "cases/normal/plastic/walton-braun.toml",
        "cases/normal/adhesive/jkr.toml",
        "cases/calibration/synthetic-contact-times.toml",
        "cases/calibration/golf-on-marble-phyphox.toml",
    ];
    for path in cases {
        let whole = fs::read_to_string(root.join(path)).unwrap();
        let start = whole.find("\n[[expect]]").unwrap();
        let planned = |text: &str| {
            let file = SourceFile { name: path.to_string(), text: text.to_string() };
            let data = Files::Folder(root.to_path_buf());
            Plan::new(CaseFiles { from: path.to_string(), cases: vec![(path.to_string(), file)], data })
        };
        let bare = &whole[..start];
        let said = planned(bare).err().unwrap().to_string();
        let proposal = said.split_once("add:").unwrap_or_else(|| panic!("{path}: {said}")).1;
        planned(&format!("{bare}\n{proposal}\n")).unwrap_or_else(|error| panic!("{path}: {proposal}\n{error}"));
    }
}
