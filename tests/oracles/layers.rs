//! Theory never calls the code it checks.

use std::fs;
use std::path::Path;

/// What a theory may name from the rest of the crate.
const MAY: &[&str] = &["contact", "observe", "oracle", "scene", "trajectory"];

/// What it must not touch in what it may name: forces, effective quantities, the map from restitution to coefficient.
const MUST_NOT: &[&str] = &[
    ".pair",
    "Pair",
    "pair::",
    "scene.force",
    "PowerForce",
    "power::",
    "achieved",
    "flow::",
    "Dashpot,",
    ".dashpot(",
    ".elastic(",
    ".unclamped(",
    ".energy(&",
    "impact_energy",
    ".side(",
    "Scene {",
    "contact::*",
    "scene::*",
    "ode",
    "solve",
    "todo!",
    "unwrap()",
    "expect(",
    "panic!",
];

fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/oracle");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// The program text: no comments, no texts.
fn code(source: &str) -> String {
    let mut code = String::new();
    let mut quoted = false;
    for line in source.lines() {
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if quoted => drop(chars.next()),
                '"' => quoted = !quoted,
                '/' if !quoted && chars.peek() == Some(&'/') => break,
                c if !quoted => code.push(c),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

/// The first forbidden thing in a source, if any.
fn offence(source: &str) -> Option<String> {
    let code = code(source);
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + 7..];
        let root: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if !MAY.contains(&root.as_str()) {
            return Some(format!("crate::{root}"));
        }
    }
    MUST_NOT
        .iter()
        .find(|word| {
            code.match_indices(*word).any(|(at, _)| {
                let part_of_a_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                let before = word.starts_with(char::is_alphabetic) && part_of_a_word(code[..at].chars().next_back());
                let after =
                    word.ends_with(char::is_alphabetic) && part_of_a_word(code[at + word.len()..].chars().next());
                !before && !after
            })
        })
        .map(ToString::to_string)
}

#[test]
fn no_theory_calls_a_force_or_an_integrator() {
    let sources = sources();
    assert!(sources.len() > 10);
    for (file, text) in sources {
        assert_eq!(offence(&text), None, "src/oracle/{file}");
    }
}

#[test]
fn the_guard_sees_what_it_guards_against() {
    for broken in [
        "use crate::ode::Flow;",
        "use crate::{solve, scene};",
        "use crate::contact::Pair;",
        "use crate::contact::achieved::damping_ratio;",
        "let m = scene.pair.m_star;",
        "let F = scene.power().unwrap().force(delta, v);",
        "let k = law.elastic(x)?.K;",
        "let E0 = scene.impact_energy();",
        "let Scene { pair, .. } = scene;",
    ] {
        assert!(offence(broken).is_some(), "{broken}");
    }
    assert_eq!(offence("// scene.pair\nlet text = \"scene.pair\";"), None);
    assert_eq!(offence("let x = law.force / law.at_overlap;"), None);
}
