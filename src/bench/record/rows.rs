//! The tables of a large case: every collision and every check of a block of its scenes, as rows of CSV.

use std::collections::{BTreeMap, HashMap};

use csv::{ByteRecord, Writer, WriterBuilder};

use super::{CaseRecord, ParameterRecord};
use crate::bench::check::Check;
use crate::collide::observe::Observable;
use crate::number::{exact, label};

/// Columns of the table of checks.
pub const OF_CHECKS: [&str; 15] = [
    "scene",
    "who",
    "variant",
    "against",
    "observable",
    "unit",
    "expected",
    "expected_uncertainty",
    "observed",
    "observed_uncertainty",
    "shifted",
    "deviation",
    "allowed",
    "deviation_unit",
    "outcome",
];

/// The observables of some collisions, as columns: each and its uncertainty.
pub fn columns(case: &CaseRecord) -> Vec<String> {
    let seen = case.collisions.iter().flat_map(|collision| &collision.numbers);
    let mut all: BTreeMap<usize, [String; 2]> = BTreeMap::new();
    for number in seen {
        let place = Observable::ALL.iter().position(|observable| observable.word() == number.observable);
        let unit = if number.unit.is_empty() { String::new() } else { format!(" ({})", number.unit) };
        all.entry(place.unwrap_or(usize::MAX)).or_insert_with(|| {
            [format!("{}{unit}", number.observable), format!("{} uncertainty{unit}", number.observable)]
        });
    }
    all.into_values().flatten().collect()
}

/// Header of the table of collisions: the scene, the values swept over, who computed, and the observables.
pub fn header(case: &CaseRecord, columns: &[String]) -> Vec<String> {
    let unit = |path: &String| {
        let unit = case.scenes.first().and_then(|scene| scene.parameter(path)).map_or("", |known| known.unit.as_str());
        if unit.is_empty() { path.clone() } else { format!("{path} ({unit})") }
    };
    let scene = std::iter::once("scene".to_string()).chain(case.swept.iter().map(unit));
    scene.chain(["by", "variant"].map(String::from)).chain(columns.iter().cloned()).collect()
}

/// A row of a table; what is written into memory cannot fail.
#[derive(Default)]
struct Row(ByteRecord);

impl Row {
    fn word(&mut self, word: &str) {
        self.0.push_field(label(word).as_bytes());
    }

    fn number(&mut self, value: Option<f64>) {
        self.0.push_field(value.map(exact).unwrap_or_default().as_bytes());
    }

    fn write(&mut self, table: &mut Writer<Vec<u8>>) {
        let _ = table.write_byte_record(&self.0);
        self.0.clear();
    }
}

fn table() -> Writer<Vec<u8>> {
    // With rows of any length none is refused.
    WriterBuilder::new().has_headers(false).flexible(true).from_writer(Vec::new())
}

fn text(table: Writer<Vec<u8>>) -> String {
    table.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Rows of the table of collisions of some scenes with their numbers in the case.
pub fn of_collisions(case: &CaseRecord, numbered: &HashMap<&str, usize>, columns: &[String]) -> String {
    let first = numbered.values().min().copied().unwrap_or(0);
    let words: Vec<&str> = columns.iter().step_by(2).map(|column| column.split(' ').next().unwrap_or("")).collect();
    let (mut table, mut row) = (table(), Row::default());
    for collision in &case.collisions {
        let Some(&place) = numbered.get(&*collision.scene) else { continue };
        let scene = &case.scenes[place - first];
        row.word(&(place + 1).to_string());
        for path in &case.swept {
            match scene.parameter(path) {
                Some(ParameterRecord { word: Some(word), .. }) => row.word(word),
                known => row.number(known.and_then(|known| known.value)),
            }
        }
        row.word(&collision.by);
        row.word(&collision.variant);
        for word in &words {
            let found = collision.numbers.iter().find(|number| number.observable == *word);
            row.number(found.and_then(|number| number.value));
            row.number(found.and_then(|number| number.uncertainty));
        }
        row.write(&mut table);
    }
    text(table)
}

/// Rows of the table of checks.
pub fn of_checks(case: &CaseRecord, numbered: &HashMap<&str, usize>) -> String {
    let (mut table, mut row) = (table(), Row::default());
    for check in &case.checks {
        row.word(&numbered.get(&*check.scene).map_or(String::new(), |place| (place + 1).to_string()));
        let Check { who, variant, against, observable, unit, .. } = check;
        [&**who, variant, against, observable, unit].into_iter().for_each(|word| row.word(word));
        let Check { expected, expected_uncertainty, observed, observed_uncertainty, .. } = check;
        let of = [expected, expected_uncertainty, observed, observed_uncertainty, &check.shifted, &check.deviation];
        of.into_iter().for_each(|value| row.number(*value));
        row.number(check.allowed);
        row.word(&check.deviation_unit);
        row.word(check.outcome.word());
        row.write(&mut table);
    }
    text(table)
}
