//! Tables and records: exact texts, and numbers that read back to the same bits.

use collisionbench::record::Record;
use collisionbench::report::{Environment, observations_csv, run_json, scenes_csv, summary_csv};

use crate::fixture::{environment, record};

fn rows(bytes: &[u8]) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(bytes).records().map(Result::unwrap).collect()
}

fn same(cell: &str, value: Option<f64>) {
    match value {
        Some(value) => assert_eq!(cell.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{cell}"),
        None => assert_eq!(cell, ""),
    }
}

#[test]
fn columns_are_the_ones_promised() {
    let first = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().lines().next().unwrap().to_string();
    let record = record();
    assert_eq!(
        first(summary_csv::text(&record).unwrap()),
        "case,scene,who,variant,against,observable,unit,expected,expected_uncertainty,observed,observed_uncertainty,\
         deviation,allowed,deviation_unit,outcome"
    );
    assert_eq!(
        first(observations_csv::text(&record).unwrap()),
        "case,scene,by,variant,observable,value,unit,uncertainty"
    );
    assert_eq!(first(scenes_csv::text(&record).unwrap()), "case,scene,parameter,value,unit");
}

#[test]
fn a_summary_row_is_exact() {
    let text = String::from_utf8(summary_csv::text(&record()).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Its deviation is unknown: an empty cell, not 0.
    assert_eq!(
        lines[5],
        "normal/tsuji-restitution,\"material=aluminium-oxide, restitution=0.4\",reference,,requested-restitution,\
         restitution,,0.4,,,,,0.01,relative,skip"
    );
    assert_eq!(lines.len(), 1 + record().tally().total());
}

#[test]
fn every_number_reads_back_to_the_same_bits() {
    let record = record();
    let checks: Vec<_> = record.cases.iter().flat_map(|case| &case.checks).collect();
    for (row, check) in rows(&summary_csv::text(&record).unwrap()).iter().zip(&checks) {
        same(&row[7], check.expected);
        same(&row[8], check.expected_uncertainty);
        same(&row[9], check.observed);
        same(&row[10], check.observed_uncertainty);
        same(&row[11], check.deviation);
        same(&row[12], check.allowed);
    }
    let seen: Vec<_> = record.cases.iter().flat_map(|case| &case.observations).collect();
    for (row, observation) in rows(&observations_csv::text(&record).unwrap()).iter().zip(&seen) {
        same(&row[5], observation.value);
        same(&row[7], observation.uncertainty);
    }
}

#[test]
fn a_choice_stands_as_its_word() {
    let text = String::from_utf8(scenes_csv::text(&record()).unwrap()).unwrap();
    let row = "normal/tsuji-restitution,\"material=cast-iron, restitution=0.8\",body.ball.material,cast-iron,";
    assert!(text.lines().any(|line| line == row), "{text}");
    let row = "normal/kuwabara-kono,speed=0.01 m/s,impact.speed,0.01,m/s";
    assert!(text.lines().any(|line| line == row), "{text}");
}

#[test]
fn the_record_reads_back_whole() {
    let record = record();
    let text = run_json::text(&record).unwrap();
    let back: Record = serde_json::from_str(&text).unwrap();
    assert_eq!(back, record);
    assert_eq!(run_json::text(&back).unwrap(), text);
}

#[test]
fn the_schema_accepts_the_record_and_nothing_less() {
    let schema = serde_json::to_value(run_json::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut value = serde_json::to_value(record()).unwrap();
    assert!(validator.is_valid(&value), "{:?}", validator.iter_errors(&value).next());
    value["cases"][0]["checks"][0]["outcome"] = "maybe".into();
    assert!(!validator.is_valid(&value));
}

#[test]
fn the_environment_reads_back() {
    let text = toml::to_string_pretty(&environment()).unwrap();
    assert_eq!(toml::from_str::<Environment>(&text).unwrap(), environment());
    insta::assert_snapshot!(text);
}
