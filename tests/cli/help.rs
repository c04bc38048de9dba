//! The help: verbs in groups, examples that work, lines of 80 columns, and a meaning for every word.

use std::collections::BTreeSet;

use clap::CommandFactory;
use collisionbench::case;
use collisionbench::cli::Cli;
use collisionbench::codes::CODES;
use collisionbench::collide::observe::Observable;
use collisionbench::keys::{Key, Spec, Takes};
use collisionbench::law::{damping, normal, rolling, tangential};
use collisionbench::report::pictures::figure_file;
use tempfile::TempDir;

use crate::cli::{case as small_case, good, say, wrong};
use crate::common::{self, Ended, write};
use crate::functions;

/// What stands beside the examples: a code of one's own, and a case that fails.
fn folder(verb: &str) -> TempDir {
    let here = TempDir::new().unwrap();
    if ["doctor", "fingerprint", "gate", "accept"].contains(&verb) {
        say(here.path(), &["init", "my-dem"]).well();
    }
    if verb == "check" {
        write(here.path(), "in.lmp", crate::cli::check::DRUM);
    }
    if verb == "check-law" {
        let library = functions::built(here.path(), "none");
        std::fs::rename(library, here.path().join("libhertz.so")).unwrap();
    }
    let coarse = "[run.velocity-verlet]\nsteps_per_contact = 20.37\n[[expect]]\nthat = \"velocity-verlet\"\n\
                  agrees_with = \"reference\"\nrestitution = { within = \"1e-9 relative\" }\n";
    write(here.path(), "failing.toml", small_case("0.5", coarse));
    here
}

/// The words of a command as a shell splits them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// Runs a command as it is where no terminal is: lines have 80 columns.
fn narrow(here: &std::path::Path, words: &[&str]) -> Ended {
    let mut process = common::process(here);
    let output = process.env_remove("COLUMNS").args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ended { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Lines that are wider than 80 columns and could be broken: neither commands nor single words.
fn too_wide(out: &str) -> Vec<&str> {
    let longest = |line: &str| line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let wide = |line: &&str| line.chars().count() > 80;
    let copied = |line: &str| line.starts_with("collisionbench ") || line.contains("  collisionbench ");
    out.lines().filter(wide).filter(|line| !copied(line) && longest(line) < 60).collect()
}

#[test]
fn every_verb_is_in_one_group_of_the_help() {
    let help = good(&["--help"]);
    let listed: Vec<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    for verb in Cli::command().get_subcommands().map(|verb| verb.get_name().to_string()) {
        assert_eq!(listed.iter().filter(|word| **word == verb).count(), 1, "{verb}\n{help}");
        let own = good(&[&verb, "--help"]);
        assert_eq!(own, good(&["help", &verb]));
        assert!(own.contains(&format!("Usage: collisionbench {verb}")) && own.contains("Examples:"), "{own}");
    }
    for group in ["Start:", "Codes:", "Your code:", "Measure:", "Paper:", "Examples:"] {
        assert!(help.lines().any(|line| line == group), "{group}\n{help}");
    }
    assert!(help.contains(env!("CARGO_PKG_REPOSITORY")), "{help}");
    assert!(wrong(&["rnu"]).contains("'run'") && wrong(&["fingreprint"]).contains("'fingerprint'"));
}

/// The examples below the help of each verb, in the order they stand in; and their lines where there is no terminal.
#[test]
#[ignore = "slow"]
fn every_verb_at_80_columns() {
    for verb in Cli::command().get_subcommands().map(|verb| verb.get_name().to_string()) {
        let here = folder(&verb);
        let help = narrow(here.path(), &[&verb, "--help"]).well().out;
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        let examples: Vec<&str> = examples.lines().filter_map(|line| line.strip_prefix("  collisionbench ")).collect();
        assert!(examples.len() >= 2, "{help}");
        for example in examples {
            // A fingerprint takes seconds.
            if example.starts_with("fingerprint") && example.ends_with("--json") {
                continue;
            }
            let words = words(example);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ended = narrow(here.path(), &words);
            assert_eq!(ended.code, 0, "{example}: {}", ended.text());
            let copied = ["--json", "--header"].iter().any(|word| words.contains(word)) || words[0] == "completions";
            // Input lines of a code are copied, comments in them are read.
            let input = ["export", "convert", "shrink"].contains(&words[0]);
            let read = |line: &str| line.starts_with(['#', ';']) || line.starts_with("//");
            let wide: Vec<&str> = too_wide(&ended.out).into_iter().filter(|line| !input || read(line)).collect();
            assert!(copied || wide.is_empty(), "{example}:\n{}", wide.join("\n"));
        }
    }
}

/// What the examples do not show: everything of a fit, every list, every code, what fails and what differs.
#[test]
#[ignore = "slow"]
fn long_texts_at_80_columns() {
    let here = folder("gate");
    let mut all: Vec<Vec<&str>> = ["cases", "laws", "codes", "theories", "observables", "datasets", "words", "engines"]
        .into_iter()
        .map(|kind| vec!["list", kind])
        .collect();
    all.extend(CODES.iter().map(|code| vec!["explain", code.name()]));
    all.push(vec!["list", "--gaps", "shipped:dialects"]);
    all.push(vec!["advise", "shipped:normal/adhesive/jkr"]);
    all.push(vec!["advise", "shipped:oblique/kharaz-kratos-total-spring", "--scheme", "leapfrog"]);
    all.push(vec!["fit", "shipped:calibration/golf-on-marble-heights", "--pictures", "none", "-v"]);
    all.push(vec!["fit", "shipped:calibration", "--pictures", "none"]);
    all.push(vec!["run", "failing.toml", "--pictures", "none", "--out", "a"]);
    all.push(vec!["run", "failing.toml", "--pictures", "none", "--failed"]);
    all.push(vec!["run", "shipped:dialects", "--pictures", "none", "--out", "b"]);
    all.push(vec!["diff", "a", "b"]);
    for words in all {
        let ended = narrow(here.path(), &words);
        assert!(ended.code < 2 && !ended.out.is_empty(), "{words:?}: {}", ended.text());
        let input = words[0] == "fit";
        let code = |line: &&str| input && !line.starts_with([' ', '#', '/']);
        let wide: Vec<&str> = too_wide(&ended.out).into_iter().filter(|line| !code(line)).collect();
        assert!(wide.is_empty(), "{words:?}:\n{}", wide.join("\n"));
    }
}

/// The words that may stand under a key.
fn choices(takes: Takes) -> Vec<&'static str> {
    match takes {
        Takes::Word(words) | Takes::Value(Spec::Words(words) | Spec::Choice(words)) => words.to_vec(),
        Takes::Value(Spec::Inertia) => vec!["solid", "thin-shell"],
        Takes::Either(several) => several.iter().flat_map(|one| choices(*one)).collect(),
        _ => Vec::new(),
    }
}

/// A word that a key asks for, a message prints or a table has for a heading is explained in a sentence of its own.
#[test]
fn every_word_is_explained() {
    let laws: [Vec<&'static Key>; 4] = [
        normal::KINDS.iter().flat_map(|law| law.keys).collect(),
        damping::KINDS.iter().flat_map(|law| law.keys).collect(),
        tangential::KINDS.iter().flat_map(|law| law.keys).collect(),
        rolling::KINDS.iter().flat_map(|law| law.keys).collect(),
    ];
    let keys = [case::explained(), case::explained_of(&figure_file::TABLES)].concat();
    let keys = keys.into_iter().map(|of| of.key).chain(laws.concat());
    let mut words: BTreeSet<&str> = keys.flat_map(|key| choices(key.takes)).collect();
    assert!(words.len() > 30, "{words:?}");
    words.extend([
        "known gap",
        "gap",
        "pass",
        "fail",
        "error",
        "skip",
        "closed",
        "amber",
        "red",
        "green",
        "hold-out",
        "Birge ratio",
        "phases",
        "unchecked",
        "left out",
        "scene",
        "check",
        "moved",
        "gone",
        "new",
        "unchanged",
        "within uncertainty",
        "violated",
        "drift",
        "tube",
        "baseline",
        "record",
        "certain",
        "likely",
        "number",
        "no match",
        "cannot tell",
        "example",
        "question",
        "suspicious",
        "residuals",
        "interval",
        "sensitivity",
        "misfit",
        "at a bound",
        "sigma",
        "relative",
        "absolute",
        "Rayleigh time",
        "omega dt",
        "Bond number",
        "faithful",
        "partial",
        "order",
        "reference",
        "requested restitution",
        "profile likelihood",
        "Student's t",
        "held out",
        "engine",
        "variant",
        "observable",
    ]);
    for word in words {
        let text: serde_json::Value = serde_json::from_str(&good(&["explain", word, "--json"])).unwrap();
        let kinds: Vec<&str> =
            text["explanations"].as_array().unwrap().iter().filter_map(|of| of["kind"].as_str()).collect();
        assert!(kinds.iter().any(|kind| *kind != "parameter"), "{word}: {text:#}");
    }
    // Blanks need no quotes, capitals and hyphens are forgiven, and what is misspelt is asked about.
    assert!(good(&["explain", "Known-Gap"]).contains(&good(&["explain", "known", "gap"])));
    assert!(wrong(&["explain", "knwon gap"]).contains("did you mean `known gap`?"));
    // A word of a code's own parameters.
    assert!(good(&["explain", "coeff_restitution"]).contains("of lammps"));
}

/// The keys of an object, those inside of it included.
fn keys_of(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            // The titles of conventions are words.
            if !["conventions", "parameters"].contains(&key.as_str()) || value.is_array() {
                keys_of(value, found);
            }
        }),
        serde_json::Value::Array(all) => all.iter().for_each(|value| keys_of(value, found)),
        _ => {}
    }
}

/// docs/json.md has every key of every object that a verb prints.
#[test]
fn every_key_of_an_object_is_documented() {
    let page = include_str!("../../docs/json.md");
    let mut seen = 0;
    for (verb, words) in [
        ("advise", &["advise", "normal/elastic/glass-head-on", "--json"][..]),
        ("advise", &["advise", "normal/adhesive/jkr", "--scheme", "leapfrog", "--json"]),
        ("show", &["show", "oblique/kharaz-kratos-total-spring", "--scene", "3", "--json"]),
        ("compare", &["compare", "lammps", "damping=tsuji", "e=0.5", "--", "yade", "en=0.5", "--json"]),
        ("convert", &["convert", "--from", "lammps", "damping=tsuji", "e=0.5", "--to", "liggghts", "--json"]),
        ("convert", &["convert", "--from", "yade", "en=0.5", "--to", "ours", "--json"]),
        ("convert", &["convert", "--from", "ours", "--pair", "normal/elastic/glass-head-on", "--to", "pfc", "--json"]),
        ("explain", &["explain", "tsuji", "--json"]),
        ("explain", &["explain", "pfc", "--json"]),
        ("list", &["list", "laws", "--json"]),
        ("list", &["list", "--gaps", "oblique", "--json"]),
        ("run", &["run", "normal/elastic/glass-head-on", "--pictures", "none", "--json"]),
    ] {
        let of = |verb: &str| {
            let (_, part) = page.split_once(&format!("## `{verb}`")).unwrap_or_else(|| panic!("{verb}"));
            part.split("\n## ").next().unwrap()
        };
        // What several objects have is described at the first of them.
        let part = [of(verb), if ["run", "compare"].contains(&verb) { of("show") } else { "" }].concat();
        let mut keys = BTreeSet::new();
        keys_of(&serde_json::from_str(&good(words)).unwrap(), &mut keys);
        for key in keys {
            seen += 1;
            // The numbers of a share have the names of observables.
            let is_observable = Observable::ALL.iter().any(|observable| observable.word() == key);
            assert!(
                is_observable || part.contains(&format!("`{key}`")),
                "{words:?}: docs/json.md has no `{key}` under {verb}"
            );
        }
    }
    assert!(seen > 80, "{seen}");
}

/// What `init` writes runs as it prints it, and nothing is overwritten or left half.
#[test]
#[ignore = "slow"]
fn a_code_of_ones_own_is_set_up_in_one_step() {
    let here = TempDir::new().unwrap();
    let said = say(here.path(), &["init", "my-dem"]).well();
    for file in ["cases/my-dem.toml", "engines.toml", "my-dem.py", ".github/workflows/gate.yml"] {
        assert!(here.path().join(file).is_file() && said.out.contains(file), "{file}: {}", said.out);
    }
    let commands: Vec<&str> = said.out.lines().filter_map(|line| line.strip_prefix("  collisionbench ")).collect();
    assert_eq!(commands.len(), 4, "{}", said.out);
    for command in commands {
        let words = words(command);
        say(here.path(), &words.iter().map(String::as_str).collect::<Vec<_>>()).ends(0);
    }
    assert!(here.path().join("reference-data/baselines/my-dem.jsonl").is_file());
    say(here.path(), &["init", "other"]).refused(2).complains(["engines.toml already exists"]);
    assert!(!here.path().join("cases/other.toml").exists());
    for name in ["../mine", "My DEM", "", "lammps"] {
        let empty = TempDir::new().unwrap();
        say(empty.path(), &["init", name]).refused(2);
        assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0, "{name}");
    }
    let lab = say(here.path(), &["init", "mine", "--out", "lab", "--ci", "gitlab"]).well();
    assert!(lab.out.contains("  cd lab\n") && here.path().join("lab/.gitlab-ci.yml").is_file(), "{}", lab.out);
}
