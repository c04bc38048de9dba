//! The flow runs one way: a module imports only from modules to its left.

use std::fs;
use std::path::{Path, PathBuf};

/// Left to right, as `src/lib.rs` draws it.
const ORDER: &[&[&str]] = &[
    &["halt"],
    &["memory"],
    &["error", "number", "units"],
    &["data"],
    &["ode"],
    &["contact"],
    &["scene", "trajectory"],
    &["system"],
    &["case"],
    &["solve"],
    &["observe"],
    &["oracle"],
    &["judge"],
    &["fit"],
    &["bench"],
    &["fingerprint"],
    &["record"],
    &["findings"],
    &["mutants", "shrink", "budget"],
    &["report"],
    &["cli"],
];

/// Theory that calls the code it checks checks nothing.
const BANNED_IN_ORACLES: &[&str] =
    &["ode::", "solve::", "contact::flow", "contact::achieved", "contact::pair", ".pair", "scene.force", ".unclamped("];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn module_of(path: &Path, src: &Path) -> String {
    let inside = path.strip_prefix(src).unwrap();
    inside.components().next().unwrap().as_os_str().to_string_lossy().trim_end_matches(".rs").to_string()
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|stage| stage.contains(&module))
}

/// Every `crate::module` of a file, comments left out.
fn imports(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        if let Some(group) = after.strip_prefix('{') {
            let inner = group.split("};").next().unwrap_or("");
            found.extend(inner.split(',').map(|part| part.trim().split("::").next().unwrap_or("").to_string()));
        } else {
            found.push(after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn a_module_imports_only_from_its_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    let mut followed = 0;
    for file in files {
        let module = module_of(&file, &src);
        let Some(own) = rank(&module) else {
            assert!(["lib", "main"].contains(&module.as_str()), "{module} has no place in the flow");
            continue;
        };
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            if let Some(other) = rank(&import) {
                followed += 1;
                if other > own || (other == own && import != module) {
                    wrong.push(format!("{}: {module} imports {import}", file.display()));
                }
            }
        }
    }
    assert!(followed > 50, "only {followed} imports were found: the test looks at nothing");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_against_the_flow_is_seen() {
    assert_eq!(
        imports("use crate::solve::Solver;\nuse crate::{ode::X, units::Y};\n// crate::report"),
        ["solve", "ode", "units"]
    );
    assert!(rank("report") > rank("judge"));
}

#[test]
fn an_oracle_does_not_call_what_it_judges() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/oracle"), &mut files);
    for file in files {
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            for banned in BANNED_IN_ORACLES {
                assert!(!code.contains(banned), "{}:{}: `{banned}`", file.display(), number + 1);
            }
        }
    }
}

#[test]
fn no_file_is_longer_than_500_lines() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "benches"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines", file.display());
    }
}
