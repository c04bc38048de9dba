//! What stands first on the page: the totals, what needs attention, every case by its folder; and what can be chosen.
//!
//! Choosing runs no script: two groups of radio buttons and, for each pair of them, a rule that hides what does not fit.
//! Where a browser does not know `:has` the choice is not offered, and everything is shown.

use std::fmt::Write;

use serde::Serialize;

use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Record, Tally};

use super::super::expectation::{counts, verdict};

/// Lines of what needs attention; the cases below have the rest.
const MOST_LINES: usize = 30;

/// Outcomes as they are offered and counted, the most serious first.
const OUTCOMES: [Verdict; 6] =
    [Verdict::Fail, Verdict::Error, Verdict::Closed, Verdict::Gap, Verdict::Skip, Verdict::Pass];

#[derive(Serialize)]
pub(super) struct Overview<'a> {
    tiles: Vec<Tile>,
    attention: Vec<Line<'a>>,
    /// Lines of the kind above that are not shown.
    left: usize,
    folders: Vec<Folder<'a>>,
    /// Who computed something, in the order of the record.
    engines: Vec<&'a str>,
    /// Rules that hide what was not chosen.
    pub(super) rules: String,
}

/// How many checks came out in one way.
#[derive(Serialize)]
struct Tile {
    verdict: &'static str,
    name: &'static str,
    count: usize,
}

/// A check that did not come out as its case says.
#[derive(Serialize)]
struct Line<'a> {
    verdict: &'static str,
    id: String,
    case: &'a str,
    text: String,
    classes: String,
}

#[derive(Serialize)]
struct Folder<'a> {
    name: &'a str,
    cases: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    verdict: &'static str,
    name: &'a str,
    title: String,
    scenes: usize,
    counts: String,
    classes: String,
}

/// The words of a page for outcomes.
fn named(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Gap => "known gap",
        Verdict::Closed => "gap closed",
        other => other.word(),
    }
}

/// Everybody whose results were judged, in the order of the record.
pub(super) fn engines(record: &Record) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for check in record.cases.iter().flat_map(|case| &case.checks) {
        if !found.contains(&check.who.as_str()) {
            found.push(&check.who);
        }
    }
    found
}

/// What something can be chosen by: every outcome, everybody, and every pair of them among its checks.
pub(super) fn classes<'c>(checks: impl IntoIterator<Item = &'c Check>, engines: &[&str]) -> String {
    let mut found: Vec<String> = Vec::new();
    for check in checks {
        let Some(by) = engines.iter().position(|engine| *engine == check.who) else { continue };
        let outcome = check.outcome.word();
        for class in [format!("o-{outcome}"), format!("by-{by}"), format!("{outcome}-{by}")] {
            if !found.contains(&class) {
                found.push(class);
            }
        }
    }
    found.join(" ")
}

impl<'a> Overview<'a> {
    pub(super) fn new(record: &'a Record, id: impl Fn(usize) -> String) -> Self {
        let engines = engines(record);
        let tally = record.tally();
        let count = |verdict: Verdict| match verdict {
            Verdict::Pass => tally.pass,
            Verdict::Fail => tally.fail,
            Verdict::Error => tally.error,
            Verdict::Skip => tally.skip,
            Verdict::Gap => tally.gap,
            Verdict::Closed => tally.closed,
        };
        let tiles: Vec<Tile> = OUTCOMES
            .into_iter()
            .filter(|verdict| count(*verdict) > 0)
            .map(|verdict| Tile { verdict: verdict.word(), name: named(verdict), count: count(verdict) })
            .collect();
        let mut attention = Vec::new();
        let mut folders: Vec<Folder<'a>> = Vec::new();
        for (at, case) in record.cases.iter().enumerate() {
            let off = |check: &&Check| matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Closed);
            let lines = case.checks.iter().filter(off);
            attention.extend(lines.map(|check| Line::new(check, case, id(at), &engines)));
            let folder = case.name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let entry = Entry::new(case, id(at), &engines);
            match folders.iter_mut().find(|known| known.name == folder) {
                Some(known) => known.cases.push(entry),
                None => folders.push(Folder { name: folder, cases: vec![entry] }),
            }
        }
        let left = attention.len().saturating_sub(MOST_LINES);
        attention.truncate(MOST_LINES);
        let rules = rules(&tiles, engines.len());
        Self { tiles, attention, left, folders, engines, rules }
    }
}

impl<'a> Line<'a> {
    fn new(check: &Check, case: &'a CaseRecord, id: String, engines: &[&str]) -> Self {
        let scene = if &*check.scene == "-" { String::new() } else { format!(" at {}", check.scene) };
        let reason = check.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
        let observable = check.observable.replace('_', " ");
        Self {
            verdict: check.outcome.word(),
            id,
            case: &case.name,
            text: format!("{observable} of {} against {}{scene}{reason}", check.who, check.against),
            classes: classes([check], engines),
        }
    }
}

impl<'a> Entry<'a> {
    fn new(case: &'a CaseRecord, id: String, engines: &[&str]) -> Self {
        let tally = Tally::of(&case.checks);
        Self {
            id,
            verdict: verdict(&tally).word(),
            name: &case.name,
            title: crate::error::cut(&case.title, 400),
            scenes: case.scenes.len(),
            counts: counts(&tally),
            classes: classes(&case.checks, engines),
        }
    }
}

/// `main:has(#o-gap:checked):has(#by-2:checked) .f:not(.gap-2)`: names made here, so that no word of a case gets in.
fn rules(tiles: &[Tile], engines: usize) -> String {
    let mut text = String::new();
    let mut hide = |chosen: String, fits: String| {
        let _ = writeln!(text, "main{chosen} .f:not(.{fits}) {{ display: none; }}");
    };
    for tile in tiles {
        let outcome = tile.verdict;
        hide(format!(":has(#o-{outcome}:checked)"), format!("o-{outcome}"));
        for by in 0..engines {
            hide(format!(":has(#o-{outcome}:checked):has(#by-{by}:checked)"), format!("{outcome}-{by}"));
        }
    }
    for by in 0..engines {
        hide(format!(":has(#by-{by}:checked)"), format!("by-{by}"));
    }
    text
}
