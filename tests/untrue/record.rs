//! Ways 13 to 23: accepted numbers and records that were changed by hand.

use std::fs;
use std::path::Path;

use collisionbench::bench::record::{Record, file};
use tempfile::TempDir;

use crate::common::run as program;

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

/// How a file is edited.
type Edit = fn(&str) -> String;

/// The way of the list, how the numbers are accepted, and what is edited of them.
const ACCEPTED: &[(u32, &[&str], Edit)] = &[
    (13, &[], |text| with(text, "\"restitution\",\"value\":", "0.5,\"uncertainty\":1.0")),
    // The first scene, one number of a scene, another scene, and the end of the file.
    (14, &[], |text| without(text, &["{\"collisions\""])),
    (14, &[], |text| with(text, "{\"observable\":\"restitution\"", ",\"observable\":\"restitutions\"")),
    (14, &[], |text| without(text, &["{\"collisions\"", "speed=2 m/s"])),
    (14, &[], |text| without(text, &["{\"end\""])),
    (15, &[], |text| with(text, "\"drift\":", "0.9")),
    (16, &[], |text| text.replacen("\"drift\":", "\"every\":1000,\"drift\":", 1)),
    (16, &["--every", "2"], |text| with(text, "\"every\":", "1000")),
    (23, &[], |text| without(text, &["{\"curves\""])),
];

/// The way of the list, and what is edited of the record of a run.
const RECORDED: &[(u32, Edit)] = &[
    (17, |text| {
        let other = |line: &&str| !line.starts_with("{\"c") && !line.starts_with("{\"scenes");
        text.lines().filter(other).map(|line| format!("{line}\n")).collect()
    }),
    (18, |text| without(text, &["{\"curves\""])),
    (19, |text| without(text, &["{\"collisions\""])),
    (19, |text| without(text, &["{\"checks\""])),
    (22, |text| with(text, "\"uncertainty\":", "1e9")),
];

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

/// The gate refuses what was edited by name, says how to get a good one, and compares nothing.
#[test]
fn accepted_numbers_that_were_edited_are_refused() {
    for words in [&[][..], &["--every", "2"]] {
        let here = accepted(words);
        let path = here.path().join(BASELINE);
        let whole = fs::read_to_string(&path).unwrap();
        for (way, _, edit) in ACCEPTED.iter().filter(|(_, of, _)| *of == words) {
            let edited = edit(&whole);
            assert_ne!(edited, whole, "way {way}");
            fs::write(&path, edited).unwrap();
            let ended = program(here.path(), &["gate"]);
            let text = ended.text();
            assert_eq!(ended.code, 2, "way {way}: {text}");
            assert!(text.contains("ball.jsonl:") && text.contains("collisionbench accept"), "way {way}: {text}");
            assert!(!text.contains("unchanged"), "way {way}: {text}");
        }
        // Whole again, it passes: the edits alone were refused.
        fs::write(&path, &whole).unwrap();
        assert_eq!(program(here.path(), &["gate"]).code, 0);
    }
}

/// A report of the case; its record, put elsewhere so that its manifest plays no part, is that of this machine.
fn reported() -> (TempDir, String) {
    let here = TempDir::new().unwrap();
    fs::write(here.path().join("ball.toml"), CASE).unwrap();
    let ended = program(here.path(), &["run", "ball.toml", "--pictures", "none"]);
    assert_eq!(ended.code, 0, "{}", ended.text());
    let text = fs::read_to_string(here.path().join("reports/latest/run.jsonl")).unwrap();
    fs::write(here.path().join("same.jsonl"), &text).unwrap();
    let same = program(here.path(), &["verify", "same.jsonl"]);
    assert_eq!((same.code, same.text().contains("  identical: ")), (0, true), "{}", same.text());
    (here, text)
}

/// Refused by name, and no word of agreement.
#[test]
fn a_record_that_was_edited_is_refused() {
    let (here, whole) = reported();
    for (way, edit) in RECORDED {
        let edited = edit(&whole);
        assert_ne!(edited, whole, "way {way}");
        fs::write(here.path().join("other.jsonl"), edited).unwrap();
        let ended = program(here.path(), &["verify", "other.jsonl"]);
        let text = ended.text();
        assert_eq!((ended.code, text.contains("other.jsonl:")), (2, true), "way {way}: {text}");
        assert!(!text.contains("identical") && !text.contains("within uncertainty"), "way {way}: {text}");
    }
}

/// Consistent in itself, it still proves nothing.
#[test]
fn way_17_record_without_cases() {
    let (here, text) = reported();
    let whole = file::read(text.as_bytes(), "run.jsonl").unwrap();
    let without_cases = Record { cases: Vec::new(), ..whole.clone() };
    let mut hollow = whole;
    (hollow.cases[0].collisions, hollow.cases[0].checks) = Default::default();
    for record in [without_cases, hollow] {
        fs::write(here.path().join("empty.jsonl"), file::text(&record).unwrap()).unwrap();
        let ended = program(here.path(), &["verify", "empty.jsonl"]);
        assert_eq!((ended.code, ended.text().contains("nothing to verify")), (2, true), "{}", ended.text());
    }
}

#[test]
fn way_20_report_that_is_not_as_its_manifest_says() {
    let (here, _) = reported();
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
