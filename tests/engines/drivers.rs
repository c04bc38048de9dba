//! LAMMPS and LIGGGHTS: from what they were recorded to leave, and live where they are installed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::Command;

use super::{checks, run, write};

/// Folder of a recording, engine, version.
const RECORDED: [(&str, &str, &str); 3] =
    [("lammps-2021", "lammps", "29Sep2021"), ("lammps-2025", "lammps", "22Jul2025"), ("liggghts", "liggghts", "3.8.0")];

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the recorded case against a program that leaves what was recorded, with `change` made to its dump; the exit
/// code, all that was printed, the rows and the input that was written.
fn replay(of: (&str, &str, &str), change: &str) -> (i32, String, Vec<BTreeMap<String, String>>, String) {
    let (folder, engine, version) = of;
    let recorded = here().join("tests/engines/recorded").join(folder);
    let place = tempfile::tempdir().unwrap();
    let said = recorded.display();
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = -h ]; then /bin/cat '{said}/help.txt'; exit 0; fi\n/usr/bin/sed '{change}' '{said}/dump.txt' > dump.txt\n"
    );
    let program = place.path().join("program");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let other = if engine == "lammps" { "liggghts" } else { "lammps" };
    let case = fs::read_to_string(here().join("tests/engines/recorded/case.toml")).unwrap();
    let lines = format!("[installed]\n{engine} = [\"{}\"]\n", program.display());
    write(place.path(), &[("small.toml", &case), ("engines.toml", &lines)]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_collisionbench"));
    // Nothing is on the path: no program but the recorded one is found.
    command
        .current_dir(place.path())
        .env("NO_COLOR", "1")
        .env("XDG_CONFIG_HOME", place.path())
        .env("PATH", place.path());
    let output = command.args(["run", "small.toml", "--engines", "engines.toml"]).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let input = place.path().join(format!("reports/latest.engines/small/{engine}_{version}/run-1/input.txt"));
    let mut rows = checks(place.path());
    rows.retain(|row| row["who"] == engine);
    assert!(text.contains(&format!("{other} is not installed")), "{text}");
    (output.status.code().unwrap(), text, rows, fs::read_to_string(input).unwrap())
}

/// The deviation of the duration at tau/20 is -1.28e-3 in every code that steps like these.
#[test]
fn what_was_recorded_is_read_and_the_input_is_as_it_was() {
    for of in RECORDED {
        let (code, text, rows, input) = replay(of, "");
        assert_eq!(code, 0, "{text}");
        assert_eq!(rows.len(), 1, "{text}");
        let value = |column: &str| rows[0][column].parse::<f64>().unwrap();
        let off = value("observed") / value("expected") - 1.0;
        assert!((off / -1.28e-3 - 1.0).abs() < 0.1, "{}: {off:e}", of.0);
        let recorded = here().join("tests/engines/recorded").join(of.0).join("input.txt");
        assert_eq!(input, fs::read_to_string(recorded).unwrap());
    }
}

#[test]
fn a_dump_that_lies_is_an_error_that_names_engine_and_folder() {
    for (change, wanted) in [
        ("10s/ [^ ]*$/ nan/;10s/ [^ ]* *$/ nan/", "not a number"),
        ("60,$d", "cut off"),
        ("$d", "cut off"),
        ("4s/4/3/", "bodies where 4"),
        ("1,$d", "it is empty"),
    ] {
        let (code, text, rows, _) = replay(RECORDED[1], change);
        assert_eq!(code, 3, "{change}: {text}");
        assert!(rows.iter().all(|row| row["outcome"] == "error"), "{change}: {rows:?}");
        let all = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(all.contains(wanted) && all.contains("lammps 22Jul2025 in small"), "{change}: {all}");
    }
}

/// Whether an engine answers here; says so loudly when not.
fn installed(engine: &str, version: &str) -> bool {
    let (_, out, _) = run(here(), &["doctor"]);
    let there = out.lines().any(|line| line.contains(engine) && line.contains(version));
    if !there {
        eprintln!("NOT TESTED: {engine} {version} is not installed here");
    }
    there
}

/// The deviations of the elastic ladder, mean over 16 onset phases.
#[test]
fn the_ladder_of_installed_codes_is_the_one_that_was_measured() {
    if !installed("lammps", "29Sep2021") || !installed("liggghts", "3.8.0") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let case = fs::read_to_string(here().join("cases/engines/elastic-ladder.toml")).unwrap();
    write(place.path(), &[("ladder.toml", &case)]);
    let (code, out, _) = run(place.path(), &["run", "ladder.toml", "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    let mut reader = csv::Reader::from_path(place.path().join("reports/latest/observations.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let value = |by: &str, variant: &str, observable: &str| {
        let row = rows.iter().find(|r| r["by"] == by && r["variant"] == variant && r["observable"] == observable);
        row.unwrap()["value"].parse::<f64>().unwrap()
    };
    for (by, version) in [("lammps", "29Sep2021"), ("liggghts", "3.8.0")] {
        for (steps, duration, overlap) in
            [(20, -1.28e-3, 1.13e-3), (50, -2.04e-4, 1.80e-4), (100, -5.10e-5, 4.51e-5), (400, -3.19e-6, 2.82e-6)]
        {
            let variant = format!("{version}, steps={steps}, mean of 16 phases");
            for (observable, of, expected) in
                [("duration", "duration", duration), ("max_overlap_interpolated", "max_overlap", overlap)]
            {
                let off = value(by, &variant, observable) / value("reference", "", of) - 1.0;
                assert!((off / expected - 1.0).abs() < 5e-3, "{by} {observable} at tau/{steps}: {off:e}");
            }
        }
    }
}

/// With the line of its known gap taken out a defect fails, and its likely cause is named.
#[test]
fn a_known_gap_taken_out_fails_and_names_its_cause() {
    if !installed("lammps", "29Sep2021") {
        return;
    }
    for (name, causes) in [
        ("walls-over-poisson-ratio", ["nu unsquared", "parts from the reference"]),
        ("chung-ooi-2-al-alloy", ["nu unsquared", "at first touch"]),
        ("lammps-tsuji", ["sqrt(2)", "effective mass"]),
    ] {
        let place = tempfile::tempdir().unwrap();
        let case = fs::read_to_string(here().join(format!("cases/engines/{name}.toml"))).unwrap();
        let without: Vec<&str> = case.lines().filter(|line| !line.starts_with("known_gap")).collect();
        assert!(without.len() < case.lines().count(), "{name} has no known gap");
        write(place.path(), &[("open.toml", &without.join("\n"))]);
        let (code, out, _) = run(place.path(), &["run", "open.toml", "--pictures", "none"]);
        assert_eq!(code, 1, "{name}: {out}");
        let record = fs::read_to_string(place.path().join("reports/latest/run.json")).unwrap();
        assert!(causes.iter().all(|cause| record.contains(cause)), "{name}: {out}");
    }
    // The ratio itself: (1 + nu)^-0.4.
    let place = tempfile::tempdir().unwrap();
    let case = fs::read_to_string(here().join("cases/engines/walls-over-poisson-ratio.toml")).unwrap();
    write(place.path(), &[("walls.toml", &case)]);
    let (code, out, _) = run(place.path(), &["run", "walls.toml", "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    let rows = checks(place.path());
    let rows: Vec<_> = rows.iter().filter(|row| row["variant"].starts_with("29Sep2021")).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let nu: f64 = row["scene"].split('=').next_back().unwrap().parse().unwrap();
        let ratio = row["observed"].parse::<f64>().unwrap() / row["expected"].parse::<f64>().unwrap();
        assert!((ratio * (1.0 + nu).powf(0.4) - 1.0).abs() < 1e-4, "{nu}: {ratio}");
        assert_eq!(row["outcome"], "gap");
    }
}
