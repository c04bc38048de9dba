//! Theory never calls the code it checks: what an oracle may use of the rest of the crate is listed, and nothing else may be used.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What may be imported, with what is in it.
const MAY_IMPORT: &str = "
    law::Card law::Contact law::Damping law::Ends law::Normal law::Rolling law::Tangential
    law::damping::DampedAlong law::damping::LinearDashpot law::damping::LocalDamping law::damping::Strength law::normal::BreaksAt law::normal::OverlapArea
    law::normal::Unloading law::shear::Arm law::shear::Form law::shear::FrictionLimit
    law::shear::Levers law::shear::DynamicFriction law::shear::SmoothOf law::shear::SmoothStep
    law::tangential::Regularised law::tangential::Tangential law::scene::Body law::scene::Scene law::scene::Shape
    law::scene::path::Leg law::scene::path::LoadingPath law::scene::path::Press law::scene::path::Shear
    collide::observe::Observable collide::estimate::Estimate theory
";

/// What may be called of laws, scenes and collisions: parameters as given, never a force or an effective quantity. The last six
/// are methods of the standard library that have namesakes there.
const MAY_CALL: &str = "
    at_speed both card depends_on_speed driven exact friction has_dashpot is_head_on is_planar is_wall lambda of_engine pulls ratio
    relaxation_time restitution restitution_requested radius word from get lines next push sum
";

/// What may be read of a scene.
const MAY_READ: &[&str] =
    &["before", "bodies", "contact", "kinematics", "path", "restitution_requested", "shear", "speed", "system"];

/// A scene taken apart or under another name, and what ends the program.
const NEVER: &[&str] = &[".pair", "Scene {", "todo!", ".unwrap()", ".expect(", "panic!"];

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    super::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut files);
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
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

/// The words after each `start`, with the letter that follows each.
fn words<'a>(code: &'a str, start: &'a str) -> impl Iterator<Item = (&'a str, Option<char>)> {
    code.match_indices(start).map(move |(at, _)| {
        let rest = &code[at + start.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (&rest[..end], rest[end..].chars().next())
    })
}

/// Functions of the code that is checked.
fn checked() -> BTreeSet<String> {
    let folders = ["core/law", "core/collide/reference", "core/collide/trajectory", "core/collide/observe"].map(texts);
    let all = folders.iter().flatten().map(|(_, text)| code(text));
    all.flat_map(|code| words(&code, "fn ").map(|(name, _)| name.to_string()).collect::<Vec<_>>()).collect()
}

/// The first thing that a source uses and may not; `own` are the functions of the oracles.
fn offence(source: &str, checked: &BTreeSet<String>, own: &BTreeSet<String>) -> Option<String> {
    let code = code(source);
    let within =
        |path: &str, may: &str| path.strip_prefix(may).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    for path in super::paths(&code).iter().filter(|path| !path.ends_with("::")) {
        let inside =
            path.strip_prefix("crate::").filter(|path| MAY_IMPORT.split_whitespace().any(|may| within(path, may)));
        let beside = path.strip_prefix("super::").filter(|path| !path.starts_with("super"));
        let other = ["crate", "super", "self"].iter().all(|root| !within(path, root));
        if inside.or(beside).is_none() && !other {
            return Some(path.clone());
        }
    }
    if let Some(name) = words(&code, "scene.").map(|(name, _)| name).find(|name| !MAY_READ.contains(name)) {
        return Some(format!("scene.{name}"));
    }
    let called = words(&code, ".").chain(words(&code, "::")).filter(|(_, next)| *next == Some('('));
    let known = |name: &str| {
        MAY_CALL.split_whitespace().any(|may| may == name) || own.contains(name) || !checked.contains(name)
    };
    if let Some((name, _)) = called.into_iter().find(|(name, _)| !known(name)) {
        return Some(format!("{name}("));
    }
    NEVER.iter().find(|word| code.contains(**word)).map(ToString::to_string)
}

#[test]
fn no_theory_calls_a_force_or_an_integrator() {
    let (sources, checked) = (texts("theory"), checked());
    let own: BTreeSet<String> = sources
        .iter()
        .flat_map(|(_, text)| words(text, "fn ").map(|(name, _)| name.to_string()).collect::<Vec<_>>())
        .collect();
    assert!(!sources.is_empty() && checked.len() > 100, "{} {}", sources.len(), checked.len());
    for (file, text) in &sources {
        assert_eq!(offence(text, &checked, &own), None, "{}", file.display());
    }
    // Beside an oracle that is sound: the last five in the names that oracles give to functions of their own.
    for (broken, seen) in [
        ("use crate::collide::ode::Flow;", "crate::collide::ode::Flow"),
        ("use crate::{collide, law};", "crate::collide"),
        ("use crate::law::Pair;", "crate::law::Pair"),
        ("use crate::law::{Card, Pair};", "crate::law::Pair"),
        ("use crate::law::*;", "crate::law::*"),
        ("use crate::law::achieved::damping_ratio;", "crate::law::achieved::damping_ratio"),
        ("use super::super::collide;", "super::super::collide"),
        ("let m = scene.pair.m_star;", "scene.pair"),
        ("let m = s.pair.m_star;", ".pair"),
        ("let F = s.power()?.unclamped(delta, v);", "power("),
        ("let F = Scene::power(s);", "power("),
        ("let F = law.branches(x);", "branches("),
        ("let k = law.dashpot(x)?.C;", "dashpot("),
        ("let E0 = scene.impact_energy();", "scene.impact_energy"),
        ("let Scene { pair, .. } = scene;", "Scene {"),
        ("let x = y.unwrap();", ".unwrap()"),
        ("let F = scene.power()?.force(delta, v);", "scene.power"),
        ("let F = scene.force?.elastic(delta);", "scene.force"),
        ("let end = crate::law::undamped::collide(&law, v);", "crate::law::undamped::collide"),
        ("use crate::law::undamped::collide;", "crate::law::undamped::collide"),
        ("use crate::law::{self, Card};", "crate::law::self"),
    ] {
        assert_eq!(offence(broken, &checked, &own).as_deref(), Some(seen), "{broken}");
    }
    for sound in [
        "// scene.pair\nlet text = \"scene.pair\";",
        "let x = law.force / law.at_overlap;",
        "use super::scales::Effective;",
    ] {
        assert_eq!(offence(sound, &checked, &own), None, "{sound}");
    }
}
