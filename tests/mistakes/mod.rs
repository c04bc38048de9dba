//! Wrong case files and what must be named to their writers: a table for each kind of mistake, read by `rows.rs`.
//!
//! The message comes of planning the case: some mistakes are seen when the file is read, some only where its words meet theories, data and
//! solvers. A few messages are in `layout/` as they are printed, whole; after the layout has changed, `UPDATE=1` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};

use collisionbench::bench::{CaseFiles, Plan};
use collisionbench::data::Files;
use collisionbench::error::{Error, Exit, SourceFile};

use rows::{Row, rows};

mod rows;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

fn plan(name: &str, text: &str, data: &Path) -> Result<Plan, Error> {
    let file = SourceFile { name: name.to_string(), text: text.to_string() };
    let cases = vec![(name.to_string(), file)];
    Plan::new(CaseFiles { from: name.to_string(), cases, data: Files::Folder(data.to_path_buf()), judged: true })
}

/// What is said about a wrong case.
fn message(name: &str, text: &str) -> String {
    let Err(error) = plan(&format!("{name}.toml"), text, &folder()) else {
        panic!("{name} is planned without complaint:\n{text}")
    };
    assert_eq!(error.exit(), Exit::Wrong, "{name}");
    error.to_string()
}

#[test]
fn every_message_names_the_place_what_is_wrong_and_what_to_write() {
    let layout = folder().join("layout");
    let (mut red, mut whole, mut names) = (Vec::new(), 0, Vec::new());
    for row in rows(&folder()) {
        let Row { name, text, .. } = &row;
        if row.right {
            plan(name, text, &folder()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            continue;
        }
        names.push(name.clone());
        let message = message(name, text);
        let path = layout.join(format!("{name}.txt"));
        if path.exists() && std::env::var_os("UPDATE").is_some() {
            fs::write(&path, format!("{message}\n")).unwrap();
        }
        match fs::read_to_string(&path) {
            Ok(expected) if expected != format!("{message}\n") => red.push(format!("== {name}: expected\n{expected}")),
            Ok(_) => whole += 1,
            Err(_) if row.mistakes.is_empty() => red.push(format!("== {name}: no answer, and none in layout/")),
            Err(_) => {}
        }
        if !row.mistakes.is_empty()
            && let Err(why) = row.judge(&message)
        {
            red.push(format!("== {name}: {why}\n{message}"));
        }
    }
    assert!(red.is_empty(), "{}", red.join("\n\n"));
    assert_eq!(whole, rows::files(&layout, "txt").len(), "a message in layout/ without its row");
    assert!(names.len() >= 350, "rows have gone missing");
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two rows of one name");
}

/// A message fits on a screen however long the line is that it is about.
#[test]
fn no_message_is_wide() {
    for row in rows(&folder()).iter().filter(|row| !row.right) {
        let message = message(&row.name, &row.text);
        assert!(message.len() < 8_000, "{}: {} bytes", row.name, message.len());
        for line in message.lines() {
            assert!(line.chars().count() <= 200, "{}: {line}", row.name);
        }
    }
}

/// The first twenty are shown, in order of place, and the others counted.
#[test]
fn of_many_mistakes_the_first_twenty_are_shown() {
    let right = fs::read_to_string(folder().join("spheres.toml")).unwrap();
    let wrong: String = (0..100).map(|number| format!("a{number} = 1\n")).collect();
    let message = message("many", &right.replace("[impact]\n", &format!("[impact]\n{wrong}")));
    let parts: Vec<&str> = message.split("\n\n").collect();
    assert_eq!(parts.len(), 21);
    for (number, part) in parts[..20].iter().enumerate() {
        let headline = format!("many.toml:{}:1: unknown key `a{number}`\n", number + 17);
        assert!(part.starts_with(&headline), "{part}");
    }
    assert_eq!(parts[20], "many.toml: 80 more errors; fix these first");
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
        let bare = &whole[..whole.find("\n[[expect]]").unwrap()];
        let said = plan(path, bare, root).err().unwrap().to_string();
        let proposal = said.split_once("add:").unwrap_or_else(|| panic!("{path}: {said}")).1;
        plan(path, &format!("{bare}\n{proposal}\n"), root)
            .unwrap_or_else(|error| panic!("{path}: {proposal}\n{error}"));
    }
}
