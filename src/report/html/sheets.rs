//! Validity, conventions and dialects of a case, as the page shows them.

use std::io;

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use crate::distinct::grouped;
use crate::record::{CaseRecord, ContractRecord, CriterionRecord, PartingRecord, Record};

use super::super::quantity::shown;
use super::super::sheet;
use super::page;
use super::site::Site;

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
    /// Of the criterion, whose formula and source are on a page of their own.
    word: &'a str,
    assumes: &'a str,
    value: String,
    /// Where it stands worst.
    scene: &'a str,
    limits: String,
    counts: String,
    note: String,
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
            word: &row.criterion.word,
            assumes: &row.criterion.assumes,
            value: sheet::value(row.worst),
            scene: &row.scene.name,
            limits: sheet::limits(row.criterion),
            counts: row.scenes.words(),
            note: sheet::note(row.worst),
        }
    }
}

const TEMPLATE: &str = include_str!("validity.html");

/// Where the formulas and sources of all criteria are.
pub(super) const PAGE: &str = "validity.html";

/// A criterion with its limits in words.
#[derive(Serialize)]
struct Assumption<'a> {
    word: &'a str,
    assumes: &'a str,
    formula: &'a str,
    source: &'a str,
    limits: String,
}

impl<'a> Assumption<'a> {
    fn new(criterion: &'a CriterionRecord) -> Self {
        let CriterionRecord { word, assumes, formula, source, .. } = criterion;
        Self { word, assumes, formula, source, limits: sheet::limits(criterion) }
    }
}

/// `validity.html`: what the laws assume, each criterion once.
pub(super) fn text(site: &Site<'_>) -> io::Result<String> {
    let criteria: Vec<Assumption<'_>> = site.record.criteria.iter().map(Assumption::new).collect();
    let title = format!("{}: assumptions", site.record.program);
    page(site, PAGE, TEMPLATE, &title, context! { criteria => Value::from(Serde(&criteria)) })
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
    notes: &'a [String],
    /// `2 scenes, the first is speed=1 m/s`
    scenes: String,
}

/// The dialects of a case: scenes with the same notes together.
pub(super) fn dialects(case: &CaseRecord) -> Vec<SystemSheet<'_>> {
    let spoken = case.scenes.iter().filter_map(|scene| {
        let dialect = scene.dialect.as_ref()?;
        Some(((&dialect.system, &dialect.reading, &dialect.notes), (&dialect.derived, &scene.name)))
    });
    let sheets = grouped(spoken).into_iter().map(|((system, reading, notes), scenes)| SystemSheet {
        system,
        reading,
        derived: scenes[0].0.iter().map(|d| [d.name.to_string(), shown(d.value, &d.unit, 6)]).collect(),
        notes,
        scenes: match scenes[..] {
            [(_, only)] => format!("scene {only}"),
            _ => format!("{} scenes, the first is {}", scenes.len(), scenes[0].1),
        },
    });
    sheets.collect()
}

/// Where engines part: scene, who, from whom, when and at which event.
pub(super) fn partings(case: &CaseRecord) -> Vec<[String; 4]> {
    let row = |parting: &PartingRecord| {
        let when = format!("{} after first touch, {}", shown(parting.time, "s", 4), parting.at);
        [parting.scene.clone(), parting.who.clone(), parting.from.clone(), when]
    };
    case.partings.iter().map(row).collect()
}
