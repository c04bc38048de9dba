//! Cases as plain files: the numbers are those of `show`, and the comparison beside them fails where one is off.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{say, wrong};

const CASE: &str = "oblique/dynamic-friction";

/// The folder of the case, in a new suite.
fn written(place: &Path) -> std::path::PathBuf {
    let said =
        say(place, &["suite", CASE, "normal/elastic/glass-head-on", "loading-path/regularised-creep", "-o", "suite"]);
    assert_eq!(said.code, 0, "{}", said.err);
    said.prints([
        "oblique-dynamic-friction: 12 scenes",
        "left out, without a collision: loading-path/regularised-creep",
    ]);
    place.join("suite/oblique-dynamic-friction")
}

fn rows(path: &Path) -> Vec<Vec<String>> {
    let mut table = csv::Reader::from_path(path).unwrap();
    table.records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect()
}

/// `check.py` with a result: exit code and text.
fn checked(case: &Path, result: &str) -> (i32, String) {
    fs::write(case.join("result.csv"), result).unwrap();
    let suite = case.parent().unwrap();
    let run = Command::new("python3")
        .arg(suite.join("check.py"))
        .args([case.join("expected.csv"), case.join("result.csv")])
        .output()
        .unwrap();
    (run.status.code().unwrap(), String::from_utf8_lossy(&run.stdout).into_owned())
}

#[test]
fn a_suite_has_the_numbers_of_its_cases() {
    let place = TempDir::new().unwrap();
    let case = written(place.path());
    let expected = rows(&case.join("expected.csv"));
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(case.join("case.json")).unwrap()).unwrap();
    let scenes = json["scenes"].as_array().unwrap();
    assert_eq!((json["case"].as_str(), scenes.len()), (Some(CASE), 12));
    let show = say(place.path(), &["show", CASE, "--scene", "3", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&show.out).unwrap();
    let name = shown["scene"].as_str().unwrap();
    let scene = scenes.iter().find(|scene| scene["scene"] == name).unwrap();
    assert!(scene["bodies"][0]["mass"].as_f64().unwrap() > 0.0 && scene["bodies"][1]["mass"].is_null(), "{scene}");
    let numbers = shown["collisions"][0]["numbers"].as_array().unwrap();
    let mut compared = 0;
    for row in expected.iter().filter(|row| row[0] == name) {
        let number = numbers.iter().find(|number| number["observable"] == row[1].as_str()).unwrap();
        let (value, tolerance) = (row[3].parse::<f64>().unwrap(), row[4].parse::<f64>().unwrap());
        assert_eq!(Some(value), number["value"].as_f64(), "{row:?}");
        let uncertainty = number["uncertainty"].as_f64().unwrap();
        assert!((tolerance - 0.01 * value.abs() - uncertainty).abs() <= 1e-12 * tolerance, "{row:?}");
        compared += 1;
    }
    assert!(compared >= 6, "{compared}");
}

#[test]
fn the_comparison_of_a_suite_fails_where_a_number_is_off() {
    let place = TempDir::new().unwrap();
    let case = written(place.path());
    let quoted = |text: &str| format!("\"{text}\"");
    let result = |factor: f64| {
        let rows = rows(&case.join("expected.csv"));
        let lines = rows
            .iter()
            .map(|row| format!("{},{},{:e}", quoted(&row[0]), row[1], row[3].parse::<f64>().unwrap() * factor));
        format!("scene,observable,value\n{}\n", lines.collect::<Vec<_>>().join("\n"))
    };
    let (code, said) = checked(&case, &result(1.005));
    assert!(code == 0 && said.contains("96 compared, 0 off"), "{said}");
    // A slip that is gone is 0 in both.
    let beyond = |row: &&Vec<String>| 0.02 * row[3].parse::<f64>().unwrap().abs() > row[4].parse().unwrap();
    let off = rows(&case.join("expected.csv")).iter().filter(beyond).count();
    let (code, said) = checked(&case, &result(1.02));
    assert!(off > 80 && code == 1 && said.contains(&format!("96 compared, {off} off")), "{off}: {said}");
    let (code, said) = checked(&case, "scene,observable,value\n");
    assert!(code == 1 && said.contains("0 compared"), "{said}");
    // Not a number is off.
    let first = &rows(&case.join("expected.csv"))[0];
    let (code, _) = checked(&case, &format!("scene,observable,value\n{},{},nan\n", quoted(&first[0]), first[1]));
    assert_eq!(code, 1);
    // It is never written over.
    let again = say(place.path(), &["suite", CASE, "-o", "suite"]);
    assert_eq!((again.code, again.out.as_str()), (5, ""), "{}", again.err);
}

#[test]
fn what_has_no_collision_is_refused() {
    assert!(
        wrong(&["suite", "loading-path/regularised-creep", "-o", "suite"])
            .contains("none of the cases has a collision")
    );
    assert!(wrong(&["suite", CASE, "-o", "suite", "--within", "2"]).contains("--within: `2` is not a tolerance"));
}
