//! A table of the parts of a run: the folders its cases are in.

use crate::error::cut;
use crate::judge::Verdict;
use crate::record::{CaseRecord, Record, Tally};

use super::Terminal;

/// Rows a table may have before the smallest parts are put together.
const ROWS: usize = 14;

/// What a column counts.
type Count = fn(&Tally) -> usize;

/// The verdicts, each with its column; a column of nothing is left out.
const COLUMNS: [(&str, Verdict, Count); 6] = [
    ("pass", Verdict::Pass, |tally| tally.pass),
    ("known gap", Verdict::Gap, |tally| tally.gap),
    ("skipped", Verdict::Skip, |tally| tally.skip),
    ("closed", Verdict::Closed, |tally| tally.closed),
    ("error", Verdict::Error, |tally| tally.error),
    ("fail", Verdict::Fail, |tally| tally.fail),
];

struct Part<'a> {
    name: &'a str,
    cases: usize,
    scenes: usize,
    tally: Tally,
}

/// Writes a row a part and one for all.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>) {
    let mut parts = parts(&record.cases);
    let rest = parts.split_off(parts.len().min(ROWS));
    if !rest.is_empty() {
        parts.push(sum("others", &rest));
    }
    let all = sum("all", &parts);
    let wide = parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0).clamp(4, 30);
    let columns: Vec<_> = COLUMNS.iter().filter(|(_, _, count)| count(&all.tally) > 0).collect();
    out.push_str(&format!("  {:<wide$}{:>7}{:>8}{:>8}", "part", "cases", "scenes", "checks"));
    let room = |name: &str| name.len().max(5) + 2;
    for (name, ..) in &columns {
        out.push_str(&format!("{name:>0$}", room(name)));
    }
    out.push('\n');
    for part in parts.iter().chain([&all]) {
        let Part { name, cases, scenes, tally } = part;
        out.push_str(&format!("  {:<wide$}{cases:>7}{scenes:>8}{:>8}", cut(name, 29), tally.total()));
        for (name, verdict, count) in &columns {
            let count = count(tally);
            let shown = if count == 0 { String::new() } else { count.to_string() };
            let blank = " ".repeat(room(name).saturating_sub(shown.len()));
            out.push_str(&if count == 0 { blank } else { format!("{blank}{}", how.paint(&shown, *verdict)) });
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
}

/// By the first folder in which the cases differ.
fn parts(cases: &[CaseRecord]) -> Vec<Part<'_>> {
    let depth =
        (0..8).find(|&depth| cases.iter().any(|case| folder(&case.name, depth) != folder(&cases[0].name, depth)));
    let mut parts: Vec<Part<'_>> = Vec::new();
    for case in cases {
        let name = folder(&case.name, depth.unwrap_or(0));
        if parts.last().is_none_or(|part| part.name != name) {
            parts.push(Part { name, cases: 0, scenes: 0, tally: Tally::default() });
        }
        if let Some(part) = parts.last_mut() {
            part.cases += 1;
            part.scenes += case.scenes.len();
            part.tally.add(&Tally::of(&case.checks));
        }
    }
    parts
}

/// `normal` of `normal/damped/tsuji` at depth 0, `normal/damped` at 1.
fn folder(name: &str, depth: usize) -> &str {
    name.match_indices('/').nth(depth).map_or(name, |(at, _)| &name[..at])
}

fn sum<'a>(name: &'a str, parts: &[Part<'_>]) -> Part<'a> {
    let mut all = Part { name, cases: 0, scenes: 0, tally: Tally::default() };
    for part in parts {
        all.cases += part.cases;
        all.scenes += part.scenes;
        all.tally.add(&part.tally);
    }
    all
}
