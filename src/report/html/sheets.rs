//! Validity, conventions and parameters of codes on the page of a case.

use std::io;

use minijinja::{Value, context};

use crate::bench::record::{CaseRecord, CriterionRecord, PartingRecord, Record};
use crate::distinct::grouped;

use super::super::fit_text::table;
use super::super::quantity::shown;
use super::super::sheet;
use super::page;
use super::site::Site;

/// The validity sheets of a case.
pub(super) fn validity(record: &Record, case: &CaseRecord) -> Value {
    let rows = sheet::rows(&record.criteria, case);
    context! {
        // Of the worst line; empty when nothing is known.
        light => sheet::word(rows.iter().filter_map(|row| row.worst.light).max()),
        // `2 red, 3 amber`: scenes by their worst light.
        counts => sheet::scenes([case]).words(),
        rows => rows.iter().map(row).collect::<Value>(),
    }
}

/// One assumption over the scenes.
fn row(row: &sheet::SheetRow<'_>) -> Value {
    context! {
        light => sheet::word(row.worst.light),
        // Of the criterion, whose formula and source are on a page of their own.
        word => &row.criterion.word,
        assumes => &row.criterion.assumes,
        value => sheet::value(row.worst),
        // Where it stands worst.
        scene => row.scene,
        limits => sheet::limits(row.criterion),
        counts => row.scenes.words(),
        note => sheet::note(row.worst),
    }
}

const TEMPLATE: &str = include_str!("validity.html");

/// Where the formulas and sources of all criteria are.
pub(super) const PAGE: &str = "validity.html";

/// `validity.html`: what the laws assume, each criterion once.
pub(super) fn text(site: &Site<'_>) -> io::Result<String> {
    let one = |criterion: &CriterionRecord| {
        let CriterionRecord { word, assumes, formula, source, .. } = criterion;
        context! { word, assumes, formula, source, limits => sheet::limits(criterion) }
    };
    let title = format!("{}: assumptions", site.record.program);
    let criteria = site.record.criteria.iter().map(one).collect::<Value>();
    page(site, PAGE, TEMPLATE, &title, context! { criteria })
}

/// The notes on each code's parameters in a case, with scenes of equal notes grouped.
pub(super) fn dialects(case: &CaseRecord) -> Value {
    let spoken = case.scenes.iter().filter_map(|scene| {
        let dialect = scene.dialect.as_ref()?;
        Some(((&dialect.system, &dialect.reading, &dialect.notes), (&dialect.derived, &scene.name)))
    });
    let sheets = grouped(spoken).into_iter().map(|((system, reading, notes), scenes)| {
        // Name and value in the first of these scenes.
        let derived = scenes[0].0.iter().map(|d| [d.name.to_string(), shown(d.value, &d.unit, 6)]);
        let scenes = match scenes[..] {
            [(_, only)] => format!("scene {only}"),
            _ => format!("{} scenes, the first is {}", scenes.len(), scenes[0].1),
        };
        context! { system, reading, derived => derived.collect::<Value>(), notes => notes.clone(), scenes }
    });
    sheets.collect()
}

/// First divergences: scene, engine, reference, time and event.
pub(super) fn partings(case: &CaseRecord) -> Option<Vec<Vec<String>>> {
    let row = |parting: &PartingRecord| {
        let when = format!("{} after first touch, {}", shown(parting.time, "s", 4), parting.at);
        vec![parting.scene.clone(), parting.who.clone(), parting.from.clone(), when]
    };
    let rows = case.partings.iter().map(row);
    (!case.partings.is_empty()).then(|| table(&["scene", "who", "from", "when"], rows))
}
