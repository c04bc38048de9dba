//! Validity, conventions and dialects of a case, as the page shows them.

use std::collections::HashMap;

use serde::Serialize;

use crate::record::{CaseRecord, ContractRecord, DialectRecord, PartingRecord, Record};

use super::super::quantity::shown;
use super::super::sheet;

/// The validity sheets of a case.
#[derive(Serialize)]
pub(super) struct Validity<'a> {
    /// Of the worst line; empty when nothing is known.
    light: &'static str,
    /// `2 red, 3 amber`: scenes by their worst light.
    counts: String,
    rows: Vec<Row<'a>>,
}

/// One assumption over the scenes.
#[derive(Serialize)]
struct Row<'a> {
    light: &'static str,
    assumes: &'a str,
    formula: &'a str,
    value: String,
    /// Where it stands worst.
    scene: &'a str,
    limits: String,
    counts: String,
    note: String,
    source: &'a str,
}

impl<'a> Validity<'a> {
    pub(super) fn new(record: &'a Record, case: &'a CaseRecord) -> Self {
        let rows = sheet::rows(&record.criteria, case);
        Self {
            light: sheet::word(rows.iter().filter_map(|row| row.worst.light).max()),
            counts: sheet::scenes(&case.scenes).words(),
            rows: rows.iter().map(Row::new).collect(),
        }
    }
}

impl<'a> Row<'a> {
    fn new(row: &sheet::Row<'a>) -> Self {
        Self {
            light: sheet::word(row.worst.light),
            assumes: &row.criterion.assumes,
            formula: &row.criterion.formula,
            value: sheet::value(row.worst),
            scene: &row.scene.name,
            limits: sheet::limits(row.criterion),
            counts: row.scenes.words(),
            note: sheet::note(row.worst),
            source: &row.criterion.source,
        }
    }
}

/// The conventions of a case, each once.
pub(super) fn conventions(case: &CaseRecord) -> Vec<&ContractRecord> {
    case.contracts.iter().collect()
}

/// What a system's words came to, for the scenes that share it.
#[derive(Serialize)]
pub(super) struct SystemSheet<'a> {
    system: &'a str,
    reading: &'a str,
    /// Name and value in the first of these scenes.
    derived: Vec<[String; 2]>,
    notes: Vec<&'a str>,
    /// `2 scenes, the first is speed=1 m/s`
    scenes: String,
}

/// The dialects of a case: scenes with the same notes together.
pub(super) fn dialects(case: &CaseRecord) -> Vec<SystemSheet<'_>> {
    let mut groups: Vec<(&DialectRecord, &str, usize)> = Vec::new();
    let mut places = HashMap::new();
    for scene in &case.scenes {
        let Some(dialect) = &scene.dialect else { continue };
        let at = *places.entry((&dialect.system, &dialect.reading, &dialect.notes)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((.., count)) => *count += 1,
            None => groups.push((dialect, &scene.name, 1)),
        }
    }
    let spoken = groups.into_iter().map(|(dialect, scene, count)| SystemSheet {
        system: &dialect.system,
        reading: &dialect.reading,
        derived: dialect.derived.iter().map(|d| [d.name.to_string(), shown(d.value, &d.unit, 6)]).collect(),
        notes: dialect.notes.iter().map(String::as_str).collect(),
        scenes: if count == 1 { format!("scene {scene}") } else { format!("{count} scenes, the first is {scene}") },
    });
    spoken.collect()
}

/// Where engines part: scene, who, from whom, when and at which event.
pub(super) fn partings(case: &CaseRecord) -> Vec<[String; 4]> {
    let row = |parting: &PartingRecord| {
        let when = format!("{} after first touch, {}", shown(parting.time, "s", 4), parting.at);
        [parting.scene.clone(), parting.who.clone(), parting.from.clone(), when]
    };
    case.partings.iter().map(row).collect()
}
