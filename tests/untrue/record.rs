//! Ways 13 to 23: accepted numbers and records that were changed by hand.

use std::fs;
use std::path::Path;

use collisionbench::bench::record::Record;
use collisionbench::bench::record::file;
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

const BASELINE: &str = "reference-data/baselines/ball.jsonl";

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
    assert!(ended.text().contains("ball.jsonl") && ended.text().contains("collisionbench accept"), "{}", ended.text());
    assert!(!ended.text().contains("unchanged"), "{}", ended.text());
    // Whole again, it passes: the change alone was refused.
    fs::write(&path, &whole).unwrap();
    assert_eq!(program(here.path(), &["gate"]).code, 0);
}

/// The text without the first line that has all of these.
fn without(text: &str, having: &[&str]) -> String {
    let gone = text.lines().position(|line| having.iter().all(|part| line.contains(part))).unwrap();
    text.lines().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| format!("{line}\n")).collect()
}

/// What follows the first `key`, up to a comma or brace, replaced.
fn with(text: &str, key: &str, value: &str) -> String {
    let start = text.find(key).unwrap() + key.len();
    let end = start + text[start..].find([',', '}']).unwrap();
    [&text[..start], value, &text[end..]].concat()
}

#[test]
fn way_13_accepted_uncertainty_edited() {
    refused(&accepted(&[]), |text| with(text, "\"restitution\",\"value\":", "0.5,\"uncertainty\":1.0"));
}

#[test]
fn way_14_accepted_scene_deleted() {
    refused(&accepted(&[]), |text| without(text, &["{\"collisions\""]));
    // One number of a scene, the last scene, and the end of the file.
    refused(&accepted(&[]), |text| with(text, "{\"observable\":\"restitution\"", ",\"observable\":\"restitutions\""));
    refused(&accepted(&[]), |text| without(text, &["{\"collisions\"", "speed=2 m/s"]));
    refused(&accepted(&[]), |text| without(text, &["{\"end\""]));
}

#[test]
fn way_15_accepted_drift_edited() {
    refused(&accepted(&[]), |text| with(text, "\"drift\":", "0.9"));
}

#[test]
fn way_16_every_edited() {
    refused(&accepted(&[]), |text| text.replacen("\"drift\":", "\"every\":1000,\"drift\":", 1));
    refused(&accepted(&["--every", "2"]), |text| with(text, "\"every\":", "1000"));
}

/// A report of the case, and its record changed and put elsewhere, so that its manifest plays no part.
fn changed_record(change: impl Fn(&str) -> String) -> (TempDir, Ended) {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("ball.toml"), CASE).unwrap();
    let ended = program(here.path(), &["run", "ball.toml", "--pictures", "none"]);
    assert_eq!(ended.code, 0, "{}", ended.text());
    let text = fs::read_to_string(here.path().join("reports/latest/run.jsonl")).unwrap();
    fs::write(here.path().join("same.json"), &text).unwrap();
    let same = program(here.path(), &["verify", "same.json"]);
    assert_eq!((same.code, same.text().contains("  identical: ")), (0, true), "{}", same.text());
    let changed = change(&text);
    fs::write(here.path().join("other.json"), changed).unwrap();
    let ended = program(here.path(), &["verify", "other.json"]);
    (here, ended)
}

/// Refused by name, and no word of agreement.
fn refused_record(change: impl Fn(&str) -> String) {
    let differ = |text: &str| {
        let changed = change(text);
        assert_ne!(changed, text);
        changed
    };
    let (_here, ended) = changed_record(differ);
    assert_eq!(ended.code, 2, "{}", ended.text());
    assert!(ended.text().contains("other.json") && !ended.text().contains("identical"), "{}", ended.text());
    assert!(!ended.text().contains("within uncertainty"), "{}", ended.text());
}

#[test]
fn way_17_record_without_cases() {
    refused_record(|text| {
        text.lines()
            .filter(|line| !line.starts_with("{\"c") && !line.starts_with("{\"scenes"))
            .map(|line| format!("{line}\n"))
            .collect()
    });
    // Consistent in itself, it still proves nothing.
    let (here, _) = changed_record(str::to_string);
    let whole = fs::File::open(here.path().join("reports/latest/run.jsonl")).unwrap();
    let whole = file::read(whole, "run.jsonl").unwrap();
    let without_cases = Record { cases: Vec::new(), ..whole.clone() };
    let mut hollow = whole;
    (hollow.cases[0].collisions, hollow.cases[0].checks) = Default::default();
    for record in [without_cases, hollow] {
        fs::write(here.path().join("empty.json"), file::text(&record).unwrap()).unwrap();
        let ended = program(here.path(), &["verify", "empty.json"]);
        assert_eq!((ended.code, ended.text().contains("nothing to verify")), (2, true), "{}", ended.text());
    }
}

#[test]
fn way_18_record_without_curves() {
    refused_record(|text| without(text, &["{\"curves\""]));
}

#[test]
fn way_19_record_without_a_scene_s_numbers() {
    refused_record(|text| without(text, &["{\"collisions\""]));
    refused_record(|text| without(text, &["{\"checks\""]));
}

#[test]
fn way_20_report_that_is_not_as_its_manifest_says() {
    let (here, _) = changed_record(str::to_string);
    let record = "reports/latest/run.jsonl";
    assert_eq!(program(here.path(), &["verify", record]).code, 0);
    for name in ["summary.csv", "run.jsonl"] {
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
    let verify = ["verify", "reports/latest/run.jsonl", "--engines", "engines.toml"];
    assert_eq!(program(here.path(), &verify).code, 0);
    fs::remove_file(here.path().join("my_dem.py")).unwrap();
    let ended = program(here.path(), &verify);
    assert_eq!(ended.code, 3, "{}", ended.text());
    assert!(ended.text().contains("not computed") && ended.text().contains("my-dem"), "{}", ended.text());
    assert!(!ended.text().contains("identical") && !ended.text().contains("  within uncertainty"), "{}", ended.text());
}

#[test]
fn way_22_record_with_large_uncertainties() {
    refused_record(|text| with(text, "\"uncertainty\":", "1e9"));
}

#[test]
fn way_23_accepted_curve_deleted() {
    refused(&accepted(&[]), |text| without(text, &["{\"curves\""]));
}
