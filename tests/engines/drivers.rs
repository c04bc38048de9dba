//! LAMMPS and LIGGGHTS: from what they were recorded to leave, and live where they are installed.

use std::collections::BTreeMap;
use std::fs;

use super::common::{root as here, run_with, script};
use super::{checks, write};

/// Folder of a recording, engine, version.
const RECORDED: [(&str, &str, &str); 3] =
    [("lammps-2021", "lammps", "29Sep2021"), ("lammps-2025", "lammps", "22Jul2025"), ("liggghts", "liggghts", "3.8.0")];

/// Runs the recorded case against a program that leaves what was recorded, with `change` made to its dump; the exit
/// code, all that was printed, the rows and the input that was written.
fn replay(of: (&str, &str, &str), change: &str) -> (i32, String, Vec<BTreeMap<String, String>>, String) {
    let (folder, engine, version) = of;
    let recorded = here().join("tests/engines/recorded").join(folder);
    let place = tempfile::tempdir().unwrap();
    let said = recorded.display();
    let lines = format!(
        "if [ \"$1\" = -h ]; then /bin/cat '{said}/help.txt'; exit 0; fi\n/usr/bin/sed '{change}' '{said}/dump.txt' > dump.txt"
    );
    script(place.path(), "program", &lines);
    let other = if engine == "lammps" { "liggghts" } else { "lammps" };
    let case = fs::read_to_string(here().join("tests/engines/recorded/case.toml")).unwrap();
    let lines = format!("[installed]\n{engine} = [\"{{here}}/program\"]\n");
    write(place.path(), &[("small.toml", &case), ("engines.toml", &lines)]);
    // Nothing is on the path: no program but the recorded one is found.
    let nowhere = place.path().display().to_string();
    let ended = run_with(place.path(), &["run", "small.toml", "--engines", "engines.toml"], &[("PATH", &nowhere)]);
    let text = ended.text();
    let input = place.path().join(format!("reports/latest.engines/small/{engine}_{version}/run-1/input.txt"));
    let mut rows = checks(place.path());
    rows.retain(|row| row["who"] == engine && row["against"] != "conserved");
    assert!(text.contains(&format!("{other} is not installed")), "{text}");
    (ended.code, text, rows, fs::read_to_string(input).unwrap())
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
        ("4s/4/3/", "bodies, but 4"),
        ("1,$d", "it is empty"),
    ] {
        let (code, text, rows, _) = replay(RECORDED[1], change);
        assert_eq!(code, 3, "{change}: {text}");
        assert!(rows.iter().all(|row| row["outcome"] == "error"), "{change}: {rows:?}");
        let all = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(all.contains(wanted) && all.contains("lammps 22Jul2025 in small"), "{change}: {all}");
    }
}
