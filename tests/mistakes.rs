//! Wrong case files and exactly what is said about them.
//!
//! Each `mistakes/NAME.toml` is wrong in the way its name says; `NAME.txt` beside it is the message. After a wording
//! has changed, `UPDATE=1 cargo test --test mistakes` writes the messages anew: read every one as its reader would.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
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
    let file = Arc::new(SourceFile { name: format!("{name}.toml"), text });
    match Case::read(file, name, &Files::Folder(folder())) {
        Ok(_) => panic!("{name}.toml is read without complaint"),
        Err(error) => {
            assert_eq!(error.exit_code(), 2, "{name}");
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
    assert!(names(".toml").len() >= 32, "mistakes have gone missing");
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
