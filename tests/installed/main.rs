//! What real programs do, where they are installed: LAMMPS, LIGGGHTS, YADE and Kratos on the path, and those of the file
//! that `COLLISIONBENCH_ENGINES` names. A test whose program does not answer is reported as ignored, never as passed.

mod check;
#[path = "../common/mod.rs"]
mod common;
mod deck;
mod fingerprint;
mod ladder;
mod recorded;
mod worlds;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// A test with the installations it needs, each `NAME VERSION`; `NAME` alone is any version.
#[derive(Clone, Copy)]
struct Needs {
    name: &'static str,
    engines: &'static [&'static str],
    test: fn(),
}

fn main() -> ExitCode {
    let here = installed();
    let answers = |engine: &&str| {
        let (name, version) = engine.split_once(' ').unwrap_or((engine, ""));
        here.iter().any(|(known, line)| known == name && line.contains(version))
    };
    let tests = [check::TESTS, deck::TESTS, ladder::TESTS, fingerprint::TESTS, recorded::TESTS, worlds::TESTS].concat();
    let trials = tests.into_iter().map(|needs| {
        let absent = !needs.engines.iter().all(answers);
        let run = move || {
            (needs.test)();
            Ok(())
        };
        Trial::test(needs.name, run).with_ignored_flag(absent)
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// The file that `COLLISIONBENCH_ENGINES` names, where there is one.
fn engines_file() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("COLLISIONBENCH_ENGINES").map(|file| root.join(file));
    named.or_else(|| Some(root.join("target/engines/engines.toml"))).filter(|file| file.is_file())
}

/// Name and line of each engine that `doctor` calls ready.
fn installed() -> Vec<(String, String)> {
    let file = engines_file().map(|file| file.display().to_string());
    let mut arguments = vec!["doctor"];
    arguments.extend(file.iter().flat_map(|file| ["--engines", file.as_str()]));
    let (_, out, _) = bench(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments);
    let lines = out.lines().filter(|line| line.starts_with("  ") && !line.contains("not "));
    lines.map(|line| (line.split_whitespace().next().unwrap_or("").to_string(), line.to_string())).collect()
}

/// How the program ended in `folder`.
fn bench(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let ended = common::run(folder, arguments);
    (ended.code, ended.out, ended.err)
}

/// Rows of a table of a report, by column.
fn rows(folder: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("reports/latest").join(table)).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// The numbers of the report.
fn observations(folder: &Path) -> Vec<BTreeMap<String, String>> {
    common::observations(&fs::read(folder.join("reports/latest/observations.csv")).unwrap())
}

/// The text of a shipped case.
fn shipped(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/{name}.toml"))).unwrap()
}
