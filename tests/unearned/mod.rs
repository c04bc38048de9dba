//! Ways to a green that nothing has earned (`ways.toml`), and findings of that kind (`findings.toml`): none is green.
//!
//! `COLLISIONBENCH_PROGRAM` names another program to try them on; `was_green` says how 8f6b2324 took them.

mod more;

use std::collections::BTreeMap;
use std::fs;

use crate::common;

#[derive(serde::Deserialize)]
struct Table {
    #[serde(default)]
    case: BTreeMap<String, String>,
    way: Vec<Way>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    number: u32,
    how: String,
    was_green: bool,
    /// A text of `case`, what is changed in it, and what stands behind it.
    case: Option<String>,
    #[serde(default)]
    change: Vec<[String; 2]>,
    #[serde(default)]
    expect: String,
    /// The same with another end, as a second case.
    other: Option<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    links: Vec<[String; 2]>,
    quirk: Option<String>,
    /// Of the engine's declaration, beside what every one has.
    #[serde(default)]
    declared: String,
    steps: Vec<String>,
    /// What the terminal and the files say.
    #[serde(default)]
    says: BTreeMap<String, String>,
    /// Exit codes of the last step that are not green; any but 0 unless given.
    exit: Option<i32>,
    /// A file for CI that has to count a failure or an error whatever the exit code.
    junit: Option<String>,
}

const ENGINES: &str = r#"
[engine.kernel]
command = ["python3", "{here}/kernel.py"]
version = ["python3", "{here}/kernel.py", "--version"]
covers  = { normal = ["hertz"], damping = ["none", "tsuji"], ends = ["zero-overlap"], tangential = ["mindlin"] }
"#;

fn table(name: &str) -> Table {
    let text = fs::read_to_string(common::root().join("tests/unearned").join(name)).unwrap();
    toml::from_str(&text).unwrap()
}

/// The words of a command; a blank inside single quotes is part of one.
fn words(step: &str) -> Vec<String> {
    let parts = step.split('\'').enumerate();
    parts.fold(vec![String::new()], |mut words, (at, part)| {
        for (i, piece) in part.split(if at % 2 == 0 { ' ' } else { '\n' }).enumerate() {
            if i > 0 {
                words.push(String::new());
            }
            words.last_mut().unwrap().push_str(piece);
        }
        words
    })
}

/// Whether the last step is green, with all that was printed.
fn is_green(way: &Way, cases: &BTreeMap<String, String>) -> (bool, String) {
    let here = tempfile::tempdir().unwrap();
    let here = here.path();
    if let Some(case) = &way.case {
        let mut text = cases[case].clone();
        for [from, to] in &way.change {
            assert!(text.contains(from.as_str()), "{}: the case has no `{from}`", way.number);
            text = text.replace(from.as_str(), to);
        }
        common::write(here, "cases/case.toml", format!("{text}{}", way.expect));
        if let Some(other) = &way.other {
            common::write(here, "cases/other.toml", format!("{text}{other}"));
        }
    }
    way.files.iter().for_each(|(name, text)| common::write(here, name, text));
    #[cfg(unix)]
    for [to, name] in &way.links {
        std::os::unix::fs::symlink(here.join(to), here.join(name)).unwrap();
    }
    common::write(here, "kernel.py", include_str!("kernel.py"));
    common::write(here, "hidden_common.py", include_str!("../engines/hidden_common.py"));
    common::write(here, "engines.toml", format!("{ENGINES}{}\n", way.declared));
    common::write(here, "quirk", way.quirk.as_deref().unwrap_or("right"));

    let mut text = String::new();
    let mut code = 0;
    for step in &way.steps {
        if let Some(quirk) = step.strip_prefix("quirk ") {
            common::write(here, "quirk", quirk);
            continue;
        }
        if let Some(what) = step.strip_prefix("remove ") {
            fs::remove_file(here.join(what)).unwrap();
            continue;
        }
        assert_eq!(code, 0, "{}: {text}", way.number);
        let (folder, step) = match step.strip_prefix("in cases ") {
            Some(step) => (here.join("cases"), step),
            None => (here.to_path_buf(), step.as_str()),
        };
        let words = words(step);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = common::run_with(&folder, &words, &[("MUSEN", "no-such-cmusen")]);
        (code, text) = (ended.code, ended.text());
    }
    let said = |(file, what): (&String, &String)| {
        let shown =
            if file == "terminal" { text.clone() } else { fs::read_to_string(here.join(file)).unwrap_or_default() };
        shown.contains(what.as_str())
    };
    let is_said = !way.says.is_empty() && way.says.iter().all(said);
    let is_red = way.exit.map_or(code != 0, |exit| code == exit);
    let counted = way.junit.as_ref().is_none_or(|file| {
        let text = fs::read_to_string(here.join(file)).unwrap();
        let all = text.lines().find(|line| line.starts_with("<testsuites")).unwrap();
        !(all.contains("failures=\"0\"") && all.contains("errors=\"0\""))
    });
    ((!is_red && !is_said) || !counted, format!("exit {code}\n{text}"))
}

/// All ways of a table that come out otherwise than `expected` says.
fn otherwise(name: &str, expected: impl Fn(&Way) -> bool) -> Vec<String> {
    let Table { case, way } = table(name);
    let case = if case.is_empty() { table("ways.toml").case } else { case };
    let tried = way.iter().filter_map(|way| {
        let (green, text) = is_green(way, &case);
        (green != expected(way)).then(|| format!("{} {}: {text}", way.number, way.how))
    });
    tried.collect()
}

fn is_base() -> bool {
    std::env::var("COLLISIONBENCH_PROGRAM_IS_BASE").is_ok()
}

#[test]
#[ignore = "slow"]
fn no_way_is_green() {
    let wrong = otherwise("ways.toml", |way| is_base() && way.was_green);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "slow"]
fn no_finding_is_green() {
    let wrong = otherwise("findings.toml", |way| is_base() && way.was_green);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_has_24_ways_and_half_of_them_were_green() {
    let ways = table("ways.toml").way;
    assert!(ways.len() >= 24, "{}", ways.len());
    assert!(ways.iter().filter(|way| way.was_green).count() >= 12);
    assert!(ways.iter().enumerate().all(|(i, way)| way.number as usize == i + 1));
}
