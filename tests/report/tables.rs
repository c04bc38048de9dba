//! Tables and records: exact texts, and numbers that read back to the same bits.

use collisionbench::bench::record::file;
use collisionbench::bench::record::{Check, Maker, Observation, Record};
use collisionbench::report::tables::OBSERVATIONS_CSV;
use collisionbench::report::tables::SCENES_CSV;
use collisionbench::report::tables::SUMMARY_CSV;
use collisionbench::report::{Context, Environment, Pictures, Reporter};
use tempfile::TempDir;

use crate::report::fixture::{environment, record, seen};

/// The file that a report gets.
fn text(table: &Reporter, record: &Record) -> String {
    let folder = TempDir::new().unwrap();
    let environment = environment();
    (table.write)(&Context::new(record, &environment, Pictures::None), folder.path()).unwrap();
    std::fs::read_to_string(folder.path().join(table.name)).unwrap()
}

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

fn same(cell: &str, value: Option<f64>) {
    match value {
        Some(value) => assert_eq!(cell.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{cell}"),
        None => assert_eq!(cell, ""),
    }
}

#[test]
fn columns_are_the_ones_promised() {
    let first = |table| text(table, &record()).lines().next().unwrap().to_string();
    assert_eq!(
        first(&SUMMARY_CSV),
        "case,scene,who,variant,against,observable,unit,expected,expected_uncertainty,observed,observed_uncertainty,\
         shifted,deviation,allowed,deviation_unit,outcome"
    );
    assert_eq!(
        first(&OBSERVATIONS_CSV),
        "case,scene,by,variant,restitution,restitution uncertainty,duration (s),duration uncertainty (s),\
         max_overlap,max_overlap uncertainty,max_force (N),max_force uncertainty (N),peak_pressure (Pa),peak_pressure uncertainty (Pa)"
    );
    assert_eq!(first(&SCENES_CSV), "case,scene,parameter,value,unit");
}

#[test]
fn a_summary_row_is_exact() {
    let text = text(&SUMMARY_CSV, &record());
    let lines: Vec<&str> = text.lines().collect();
    // Its deviation is unknown: an empty cell, not 0.
    assert_eq!(
        lines[5],
        "normal/tsuji-restitution,\"material=aluminium-oxide, restitution=0.4\",reference,,requested-restitution,\
         restitution,,0.4,,,,,,0.01,relative,skip"
    );
    assert_eq!(lines.len(), 1 + record().tally().total());
}

#[test]
fn every_number_reads_back_to_the_same_bits() {
    let record = record();
    let checks: Vec<_> = record.cases.iter().flat_map(|case| &case.checks).collect();
    for (row, check) in rows(&text(&SUMMARY_CSV, &record)).iter().zip(&checks) {
        same(&row[7], check.expected);
        same(&row[8], check.expected_uncertainty);
        same(&row[9], check.observed);
        same(&row[10], check.observed_uncertainty);
        same(&row[11], check.shifted);
        same(&row[12], check.deviation);
        same(&row[13], check.allowed);
    }
    let seen: Vec<_> = record.cases.iter().flat_map(|case| case.observations()).collect();
    let written = crate::common::observations(text(&OBSERVATIONS_CSV, &record).as_bytes());
    for observation in &seen {
        let keys = ["scene", "by", "variant", "observable"];
        let of = [observation.scene, observation.by, observation.variant, observation.observable];
        let row = written.iter().find(|row| keys.iter().zip(of).all(|(key, word)| row[*key] == word));
        let Some(row) = row.filter(|_| observation.value.is_some()) else {
            assert_eq!((row, observation.value), (None, None));
            continue;
        };
        same(&row["value"], observation.value);
        same(&row["uncertainty"], observation.uncertainty);
        assert_eq!(row["unit"], observation.unit);
    }
    assert_eq!(written.len(), seen.iter().filter(|observation| observation.value.is_some()).count());
}

#[test]
fn a_choice_stands_as_its_word() {
    let text = text(&SCENES_CSV, &record());
    let row = "normal/tsuji-restitution,\"material=cast-iron, restitution=0.8\",body.ball.material,cast-iron,";
    assert!(text.lines().any(|line| line == row), "{text}");
    let row = "normal/kuwabara-kono,speed=0.01 m/s,impact.speed,0.01,m/s";
    assert!(text.lines().any(|line| line == row), "{text}");
}

#[test]
fn the_record_reads_back_whole() {
    let mut record = record();
    // Notes and reasons that change from row to row, of scenes that come and go.
    for (scene, note) in [("a", None), ("b", Some("far")), ("a", Some("near")), ("b", None), ("b", Some("near"))] {
        let seen = Observation { note, ..seen(scene, "cauchy", Maker::Oracle, "duration", Some(1.5), "s", None) };
        record.cases[0].observe(seen);
        let check = record.cases[0].checks[0].clone();
        record.cases[0].checks.push(Check { scene: scene.into(), reason: note.map(Into::into), ..check });
    }
    let text = file::text(&record).unwrap();
    let back = file::read(text.as_bytes(), "run.jsonl").unwrap();
    assert_eq!(back, record);
    assert_eq!(file::text(&back).unwrap(), text);
    // The line ends of another system are no change.
    assert_eq!(file::read(text.replace('\n', "\r\n").as_bytes(), "run.jsonl").unwrap(), record);
    // A line is missing, or they are in another order.
    for at in 0..text.lines().count() {
        let without: Vec<&str> =
            text.lines().enumerate().filter(|(line, _)| *line != at).map(|(_, line)| line).collect();
        let said = file::read(format!("{}\n", without.join("\n")).as_bytes(), "run.jsonl").unwrap_err().to_string();
        assert!(said.contains("run.jsonl:"), "{said}");
    }
}

/// Every number, text and truth value of a record, changed one after the other: none is read.
#[test]
fn a_record_that_was_changed_is_refused() {
    fn leaves(value: &mut serde_json::Value, change: &mut dyn FnMut(&mut serde_json::Value)) {
        match value {
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| leaves(item, change)),
            serde_json::Value::Object(items) => items.values_mut().for_each(|item| leaves(item, change)),
            serde_json::Value::Null => {}
            leaf => change(leaf),
        }
    }
    let mut small = record();
    small.cases.truncate(1);
    small.cases[0].curves.truncate(1);
    small.cases[0].curves[0].values.iter_mut().for_each(|column| column.truncate(3));
    let text = file::text(&small).unwrap();
    let whole: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut count = 0;
    whole.clone().iter_mut().for_each(|line| leaves(line, &mut |_| count += 1));
    assert!(count > 100, "{count}");
    for place in 0..count {
        let mut changed = whole.clone();
        let mut at = 0;
        let mut change = |leaf: &mut serde_json::Value| {
            if at == place {
                *leaf = match &*leaf {
                    serde_json::Value::Number(number) => match number.as_u64() {
                        Some(whole) => (whole + 1).into(),
                        None => (number.as_f64().unwrap() + 1.0).into(),
                    },
                    serde_json::Value::String(text) => format!("{text}0").into(),
                    other => (!other.as_bool().unwrap()).into(),
                };
            }
            at += 1;
        };
        changed.iter_mut().for_each(|line| leaves(line, &mut change));
        let changed: String = changed.iter().map(|line| format!("{line}\n")).collect();
        assert!(file::read(changed.as_bytes(), "run.jsonl").is_err(), "{place}: {changed}");
    }
}

#[test]
fn the_format_of_a_record_and_what_is_wrong_with_it_are_named() {
    let text = file::text(&record()).unwrap();
    for (from, to, says) in [
        ("\"format\":5", "\"format\":2", "run.jsonl:1: record format 2 is not supported"),
        ("\"format\":5", "\"format\":2", "collisionbench run CASE"),
        ("10696.889012", "10696.889013", "it was changed after it was written"),
        ("\"sha256\"", "\"sha265\"", "missing field `sha256`"),
        ("{\"run\"", "{\"case\"", "run.jsonl:1: not the record of a run"),
        ("{\"run\"", "{", "run.jsonl:1: not the record of a run"),
        ("{\"end\"", "{\"and\"", "unknown variant `and`"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let said = file::read(wrong.as_bytes(), "run.jsonl").unwrap_err().to_string();
        assert!(said.contains(says), "{said}");
    }
    let said = file::read(format!("{text}{text}").as_bytes(), "run.jsonl").unwrap_err().to_string();
    assert!(said.contains("lines after its end"), "{said}");
    let said = file::read(&b""[..], "run.jsonl").unwrap_err().to_string();
    assert!(said.contains("run.jsonl:1: not the record of a run: it is empty"), "{said}");
}

#[test]
fn the_schema_accepts_the_record_and_nothing_less() {
    let schema = serde_json::to_value(file::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let text = file::text(&record()).unwrap();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(validator.is_valid(&value), "{:?}", validator.iter_errors(&value).next());
    }
    let checks = text.lines().find(|line| line.starts_with("{\"checks\"")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(checks).unwrap();
    value["checks"][0]["outcome"] = "maybe".into();
    assert!(!validator.is_valid(&value));
}

#[test]
fn the_environment_reads_back() {
    let text = toml::to_string_pretty(&environment()).unwrap();
    assert_eq!(toml::from_str::<Environment>(&text).unwrap(), environment());
    insta::assert_snapshot!(text);
}
