//! Known defects of production codes, from what they were recorded to leave: each is noted, and fails with a likely cause
//! where it is not.

use std::fs;
use std::path::Path;

use super::common::{run_with, script};
use super::{checks, write};

/// Folder of a recording, engine, version, and what has to be said of it.
const RECORDED: [(&str, &str, &str, &str); 8] = [
    ("lammps-2021-wall", "lammps", "29Sep2021", "(1 + nu)^-0.4"),
    ("lammps-tsuji", "lammps", "22Jul2025", "too small by sqrt(2)"),
    ("kratos-forward-euler", "kratos", "10.4.4", "gains energy"),
    ("kratos-taylor-scheme", "kratos", "10.4.4", "gains energy"),
    ("kratos-restitution", "kratos", "10.4.4", "Thornton's fit of the clamped contact for 0.999"),
    ("yade-en", "yade", "2023.02a", "Thornton's fit of the clamped contact for 0.999"),
    ("yade-default-damping", "yade", "2023.02a", "default of YADE's NewtonIntegrator"),
    ("yade-default-wall", "yade", "2023.02a", "R* = r/2"),
];

/// Runs a recorded case, each line of it changed, against a program that leaves what was recorded: exit code, outcomes of
/// the engine and the record.
fn replay(folder: &str, engine: &str, version: &str, change: fn(&str) -> String) -> (i32, Vec<String>, String) {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/recorded/gaps").join(folder);
    let place = tempfile::tempdir().unwrap();
    let said = recorded.display();
    // LAMMPS says its version as its help does, a package when its interpreter is asked.
    let day = version.trim_end_matches(char::is_numeric).trim_start_matches(char::is_numeric);
    let date = version.split(day).collect::<Vec<_>>().join(&format!(" {day} "));
    let lines = format!(
        "case \"$1\" in\n\
         -h) echo 'Large-scale Atomic/Molecular Massively Parallel Simulator - {date}'; echo granular; exit 0 ;;\n\
         -c) echo '{engine} {version}'; exit 0 ;;\nesac\n\
         for file in dump.txt trajectory.csv; do [ -e '{said}'/$file ] && /bin/cp '{said}'/$file $file; done\nexit 0"
    );
    script(place.path(), "program", &lines);
    let case = fs::read_to_string(recorded.join("case.toml")).unwrap();
    let case: String = case.split_inclusive('\n').map(change).collect();
    let lines = format!("[installed]\n{engine} = [\"{{here}}/program\"]\n");
    write(place.path(), &[("case.toml", &case), ("engines.toml", &lines)]);
    let nowhere = place.path().display().to_string();
    let words = ["run", "case.toml", "--engines", "engines.toml", "--pictures", "none"];
    let ended = run_with(place.path(), &words, &[("PATH", &nowhere)]);
    let rows = checks(place.path());
    // What the case asks for; what every engine is held to is judged beside it.
    let asked = rows.iter().filter(|row| row["who"] == engine && row["against"] != "conserved");
    let outcomes = asked.map(|row| row["outcome"].clone()).collect();
    let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
    (ended.code, outcomes, record)
}

fn as_it_is(line: &str) -> String {
    line.to_string()
}

fn without_gaps(line: &str) -> String {
    if line.starts_with("known_gap") { String::new() } else { line.to_string() }
}

#[test]
#[ignore = "slow"]
fn a_defect_is_a_known_gap_and_fails_with_its_cause_where_it_is_not_noted() {
    for (folder, engine, version, cause) in RECORDED {
        let (code, outcomes, _) = replay(folder, engine, version, as_it_is);
        assert_eq!(code, 0, "{folder}: {outcomes:?}");
        assert!(!outcomes.is_empty() && outcomes.iter().all(|outcome| outcome == "gap"), "{folder}: {outcomes:?}");
        let (code, outcomes, record) = replay(folder, engine, version, without_gaps);
        assert_eq!(code, 1, "{folder}: {outcomes:?}");
        assert!(outcomes.iter().all(|outcome| outcome == "fail"), "{folder}: {outcomes:?}");
        assert!(record.contains(cause), "{folder}: `{cause}` is not named");
    }
}

/// A scheme that gains energy fails unasked as well; where its restitution is a known gap, so is its energy.
#[test]
#[ignore = "slow"]
fn energy_from_nothing_is_seen_unasked() {
    for (folder, engine, version, noted) in [
        ("kratos-forward-euler", "kratos", "10.4.4", true),
        ("yade-default-damping", "yade", "2023.02a", true),
        ("kratos-restitution", "kratos", "10.4.4", false),
    ] {
        for (change, outcome) in [(as_it_is as fn(&str) -> String, "gap"), (without_gaps, "fail")] {
            let (_, _, record) = replay(folder, engine, version, change);
            let record = collisionbench::bench::record::file::read(record.as_bytes(), "run.jsonl").unwrap();
            let checks = record.cases[0].checks.iter();
            let energy = checks.filter(|c| &*c.against == "conserved" && c.observable == "energy_lost");
            let outcomes: Vec<&str> = energy.map(|check| check.outcome.word()).collect();
            assert!(!outcomes.is_empty(), "{folder}");
            // The fits for a restitution are wrong, and lose energy all the same.
            let expected = if noted { outcome } else { "pass" };
            assert!(outcomes.iter().all(|found| *found == expected), "{folder}: {outcomes:?}");
        }
    }
}

/// The wall of the later version passes, and closes the gap where it is said to fail.
#[test]
fn a_version_that_is_mended_passes_and_closes_the_gap() {
    let (code, outcomes, record) = replay("lammps-2025-wall", "lammps", "22Jul2025", as_it_is);
    assert_eq!((code, outcomes), (0, vec!["pass".to_string(); 2]), "{record}");
    let noted = |line: &str| match line.starts_with("max_overlap") {
        true => format!("{line}known_gap = {{ reason = \"its wall was said to be too stiff\", seen = {{}} }}\n"),
        false => line.to_string(),
    };
    let (code, outcomes, record) = replay("lammps-2025-wall", "lammps", "22Jul2025", noted);
    assert_eq!((code, outcomes), (1, vec!["closed".to_string(); 2]), "{record}");
}
