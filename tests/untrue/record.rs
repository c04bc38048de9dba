//! Ways 13 to 23: accepted numbers and records that were changed by hand.

use std::fs;
use std::path::Path;

use collisionbench::record::Record;
use collisionbench::report::run_json;
use tempfile::TempDir;

use crate::common::{Ended, run as program};

const CASE: &str = r#"title = "A ball falls on a plate"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[body.plate]
wall  = { normal = "+z" }
rigid = true

[impact]
speed = { sweep = "1 2 3 m/s" }

[contact]
ends = "zero-overlap"

[contact.normal.hertz]

[contact.damping.tsuji]
restitution = 0.9

[run.reference]

[[expect]]
that        = "reference"
agrees_with = "requested-restitution"
restitution = { within = "50 %" }
"#;

const BASELINE: &str = "reference-data/baselines/ball.toml";

/// A case with accepted numbers that the gate finds unchanged.
fn accepted(words: &[&str]) -> TempDir {
    let here = TempDir::new().unwrap();
    fs::create_dir(here.path().join("cases")).unwrap();
    fs::write(here.path().join("cases/ball.toml"), CASE).unwrap();
    let ended = program(here.path(), &[&["accept", "cases", "--why", "they agree with Tsuji"], words].concat());
    assert_eq!(ended.code, 0, "{}", ended.text());
    let ended = program(here.path(), &["gate"]);
    assert_eq!(ended.code, 0, "{}", ended.text());
    here
}

/// Changes the baseline of `here`; the gate refuses it by name, says how to get a good one, and compares nothing.
fn refused(here: &TempDir, change: impl Fn(&str) -> String) {
    let path = here.path().join(BASELINE);
    let whole = fs::read_to_string(&path).unwrap();
    let changed = change(&whole);
    assert_ne!(changed, whole);
    fs::write(&path, &changed).unwrap();
    let ended = program(here.path(), &["gate"]);
    assert_eq!(ended.code, 2, "{}", ended.text());
    assert!(ended.text().contains("ball.toml") && ended.text().contains("collisionbench accept"), "{}", ended.text());
    assert!(!ended.text().contains("unchanged"), "{}", ended.text());
    // Whole again, it passes: the change alone was refused.
    fs::write(&path, &whole).unwrap();
    assert_eq!(program(here.path(), &["gate"]).code, 0);
}

/// The text without what lies from `from` to the next `to`, both searched after `after`.
fn without(text: &str, after: &str, from: &str, to: &str) -> String {
    let start = text.find(after).unwrap();
    let start = start + text[start..].find(from).unwrap();
    let end = text[start + 1..].find(to).map_or(text.len(), |at| start + 1 + at);
    [&text[..start], &text[end..]].concat()
}

/// The line that begins with `key` replaced.
fn with_line(text: &str, key: &str, line: &str) -> String {
    let old = text.lines().find(|line| line.starts_with(key)).unwrap();
    text.replacen(old, line, 1)
}

#[test]
fn way_13_accepted_uncertainty_edited() {
    refused(&accepted(&[]), |text| with_line(text, "restitution = ", "restitution = \"0.5 +- 1e0\""));
}

#[test]
fn way_14_accepted_scene_deleted() {
    refused(&accepted(&[]), |text| without(text, "[inputs]", "[[collision]]", "\n[[c"));
    // One number of a scene, and the last scene.
    refused(&accepted(&[]), |text| with_line(text, "restitution = ", ""));
    refused(&accepted(&[]), |text| without(text, "scene = \"speed=2 m/s\"", "[[collision]]", "\n[[c"));
}

#[test]
fn way_15_accepted_drift_edited() {
    refused(&accepted(&[]), |text| with_line(text, "drift ", "drift   = 0.9"));
}

#[test]
fn way_16_every_edited() {
    refused(&accepted(&[]), |text| text.replacen("\n[inputs]", "every   = 1000\n\n[inputs]", 1));
    refused(&accepted(&["--every", "2"]), |text| with_line(text, "every ", "every   = 1000"));
}

/// A report of the case, and its record changed and put elsewhere, as JSON, so that its manifest plays no part.
fn changed_record(change: impl Fn(&mut serde_json::Value)) -> (TempDir, Ended) {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("ball.toml"), CASE).unwrap();
    let ended = program(here.path(), &["run", "ball.toml", "--pictures", "none"]);
    assert_eq!(ended.code, 0, "{}", ended.text());
    let text = fs::read_to_string(here.path().join("reports/latest/run.json")).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    fs::write(here.path().join("same.json"), record.to_string()).unwrap();
    let same = program(here.path(), &["verify", "same.json"]);
    assert_eq!((same.code, same.text().contains("  identical: ")), (0, true), "{}", same.text());
    change(&mut record);
    fs::write(here.path().join("other.json"), record.to_string()).unwrap();
    let ended = program(here.path(), &["verify", "other.json"]);
    (here, ended)
}

/// Refused by name, and no word of agreement.
fn refused_record(change: impl Fn(&mut serde_json::Value)) {
    let (_here, ended) = changed_record(change);
    assert_eq!(ended.code, 2, "{}", ended.text());
    assert!(ended.text().contains("other.json") && !ended.text().contains("identical"), "{}", ended.text());
    assert!(!ended.text().contains("within uncertainty"), "{}", ended.text());
}

#[test]
fn way_17_record_without_cases() {
    refused_record(|record| record["cases"] = serde_json::json!([]));
    // Consistent in itself, it still proves nothing.
    let (here, _) = changed_record(|_| {});
    let whole = fs::File::open(here.path().join("reports/latest/run.json")).unwrap();
    let whole = run_json::read(whole).unwrap();
    let without_cases = Record { cases: Vec::new(), ..whole.clone() };
    let mut hollow = whole;
    (hollow.cases[0].observations, hollow.cases[0].checks) = Default::default();
    for record in [without_cases, hollow] {
        fs::write(here.path().join("empty.json"), run_json::text(&record).unwrap()).unwrap();
        let ended = program(here.path(), &["verify", "empty.json"]);
        assert_eq!((ended.code, ended.text().contains("nothing to verify")), (2, true), "{}", ended.text());
    }
}

#[test]
fn way_18_record_without_curves() {
    refused_record(|record| record["cases"][0]["curves"] = serde_json::json!([]));
}

#[test]
fn way_19_record_without_a_scene_s_numbers() {
    refused_record(|record| {
        for table in ["observations", "checks"] {
            let rows = record["cases"][0][table]["rows"].as_array_mut().unwrap();
            let all = rows.len();
            rows.retain(|row| row[0] != 1);
            assert!(rows.len() < all);
        }
    });
}

#[test]
fn way_20_report_that_is_not_as_its_manifest_says() {
    let (here, _) = changed_record(|_| {});
    let record = "reports/latest/run.json";
    assert_eq!(program(here.path(), &["verify", record]).code, 0);
    for name in ["summary.csv", "run.json"] {
        let path = here.path().join("reports/latest").join(name);
        let whole = fs::read(&path).unwrap();
        // A space at the end: nothing else would notice.
        fs::write(&path, [&whole[..], b" "].concat()).unwrap();
        let ended = program(here.path(), &["verify", record]);
        assert_eq!((ended.code, ended.text().contains(name)), (2, true), "{}", ended.text());
        assert!(ended.text().contains("manifest.txt"), "{}", ended.text());
        fs::write(&path, &whole).unwrap();
        assert_eq!(program(here.path(), &["verify", record]).code, 0);
    }
    fs::remove_file(here.path().join("reports/latest/summary.csv")).unwrap();
    let ended = program(here.path(), &["verify", record]);
    assert_eq!((ended.code, ended.text().contains("summary.csv")), (2, true), "{}", ended.text());
}

#[test]
fn way_21_record_of_an_engine_that_is_not_here() {
    let here = TempDir::new().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/gated-code");
    for name in ["engines.toml", "my_dem.py", "cases/glass-ball.toml"] {
        let there = here.path().join(name.rsplit('/').next().unwrap());
        fs::copy(example.join(name), there).unwrap();
    }
    let words = ["run", "glass-ball.toml", "--engines", "engines.toml", "--pictures", "none"];
    assert_eq!(program(here.path(), &words).code, 0);
    let verify = ["verify", "reports/latest/run.json", "--engines", "engines.toml"];
    assert_eq!(program(here.path(), &verify).code, 0);
    fs::remove_file(here.path().join("my_dem.py")).unwrap();
    let ended = program(here.path(), &verify);
    assert_eq!(ended.code, 3, "{}", ended.text());
    assert!(ended.text().contains("not computed") && ended.text().contains("my-dem"), "{}", ended.text());
    assert!(!ended.text().contains("identical") && !ended.text().contains("  within uncertainty"), "{}", ended.text());
}

#[test]
fn way_22_record_with_large_uncertainties() {
    refused_record(|record| {
        for row in record["cases"][0]["observations"]["rows"].as_array_mut().unwrap() {
            row[3] = serde_json::json!(1e9);
        }
    });
}

#[test]
fn way_23_accepted_curve_deleted() {
    refused(&accepted(&[]), |text| without(text, "[inputs]", "[[curve]]", "\n[[c"));
}
