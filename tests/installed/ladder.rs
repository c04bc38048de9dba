//! The ladder of step sizes and the known gaps of LAMMPS and LIGGGHTS.

use std::fs;

use super::{Needs, bench, observations, rows, shipped};

pub const TESTS: &[Needs] = &[
    Needs {
        name: "the_ladder_of_installed_codes_is_the_one_that_was_measured",
        engines: &["lammps 29Sep2021", "liggghts 3.8.0"],
        test: the_ladder_of_installed_codes_is_the_one_that_was_measured,
    },
    Needs {
        name: "a_known_gap_taken_out_fails_and_names_its_cause",
        engines: &["lammps 29Sep2021"],
        test: a_known_gap_taken_out_fails_and_names_its_cause,
    },
];

/// The deviations of the elastic ladder, mean over 16 onset phases.
fn the_ladder_of_installed_codes_is_the_one_that_was_measured() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("engines/elastic-ladder");
    fs::write(place.path().join("ladder.toml"), &case).unwrap();
    let (code, out, _) = bench(place.path(), &["run", "ladder.toml", "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    let rows = observations(place.path());
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
fn a_known_gap_taken_out_fails_and_names_its_cause() {
    for (name, causes) in [
        ("walls-over-poisson-ratio", ["1 - nu instead of 1 - nu^2", "diverges from the reference"]),
        ("chung-ooi-2-al-alloy", ["1 - nu instead of 1 - nu^2", "at first touch"]),
        ("lammps-tsuji", ["sqrt(2)", "effective mass"]),
    ] {
        let place = tempfile::tempdir().unwrap();
        let case = shipped(&format!("engines/{name}"));
        let without: Vec<&str> = case.lines().filter(|line| !line.starts_with("known_gap")).collect();
        assert!(without.len() < case.lines().count(), "{name} has no known gap");
        fs::write(place.path().join("open.toml"), without.join("\n")).unwrap();
        let (code, out, _) = bench(place.path(), &["run", "open.toml", "--pictures", "none"]);
        assert_eq!(code, 1, "{name}: {out}");
        let record = fs::read_to_string(place.path().join("reports/latest/run.jsonl")).unwrap();
        assert!(causes.iter().all(|cause| record.contains(cause)), "{name}: {out}");
    }
    // The ratio itself: (1 + nu)^-0.4.
    let place = tempfile::tempdir().unwrap();
    let case = shipped("engines/walls-over-poisson-ratio");
    fs::write(place.path().join("walls.toml"), &case).unwrap();
    let (code, out, _) = bench(place.path(), &["run", "walls.toml", "--pictures", "none"]);
    assert_eq!(code, 0, "{out}");
    let rows = rows(place.path(), "summary.csv");
    let rows: Vec<_> = rows
        .iter()
        .filter(|row| row["variant"].starts_with("29Sep2021") && !row["unit"].is_empty() && row["unit"] != "J")
        .collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let nu: f64 = row["scene"].split('=').next_back().unwrap().parse().unwrap();
        let ratio = row["observed"].parse::<f64>().unwrap() / row["expected"].parse::<f64>().unwrap();
        assert!((ratio * (1.0 + nu).powf(0.4) - 1.0).abs() < 1e-4, "{nu}: {ratio}");
        assert_eq!(row["outcome"], "gap");
    }
}
