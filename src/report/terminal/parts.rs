//! A table of the parts of a run: the folders its cases are in.

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Record, Tally};
use crate::error::cut;

use super::Terminal;

/// Rows a table may have before the smallest parts are put together.
const ROWS: usize = 14;

/// The verdicts, each with its column; a column of nothing is left out.
const COLUMNS: [(&str, Verdict); 6] = [
    ("pass", Verdict::Pass),
    ("known gap", Verdict::Gap),
    ("skipped", Verdict::Skip),
    ("closed", Verdict::Closed),
    ("error", Verdict::Error),
    ("fail", Verdict::Fail),
];

struct Part {
    name: String,
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
    let columns: Vec<_> = COLUMNS.iter().filter(|(_, verdict)| all.tally.count(*verdict) > 0).collect();
    out.push_str(&format!("  {:<wide$}{:>7}{:>8}{:>8}", "part", "cases", "scenes", "checks"));
    let room = |name: &str| name.len().max(5) + 2;
    for (name, _) in &columns {
        out.push_str(&format!("{name:>0$}", room(name)));
    }
    out.push('\n');
    for part in parts.iter().chain([&all]) {
        let Part { name, cases, scenes, tally } = part;
        out.push_str(&format!("  {:<wide$}{cases:>7}{scenes:>8}{:>8}", cut(name, 29), tally.total()));
        for (name, verdict) in &columns {
            let count = tally.count(*verdict);
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
fn parts(cases: &[CaseRecord]) -> Vec<Part> {
    let depth =
        (0..8).find(|&depth| cases.iter().any(|case| folder(&case.name, depth) != folder(&cases[0].name, depth)));
    let name = |case: &'_ CaseRecord| folder(&case.name, depth.unwrap_or(0)).to_string();
    let part = |cases: &[CaseRecord]| Part {
        name: name(&cases[0]),
        cases: cases.len(),
        scenes: cases.iter().map(|case| case.scenes.len()).sum(),
        tally: Tally::of(cases.iter().flat_map(|case| &case.checks)),
    };
    cases.chunk_by(|one, next| name(one) == name(next)).map(part).collect()
}

/// `normal` of `normal/damped/tsuji` at depth 0, `normal/damped` at 1.
fn folder(name: &str, depth: usize) -> &str {
    name.match_indices('/').nth(depth).map_or(name, |(at, _)| &name[..at])
}

fn sum(name: &str, parts: &[Part]) -> Part {
    let mut all = Part { name: name.to_string(), cases: 0, scenes: 0, tally: Tally::default() };
    for part in parts {
        all.cases += part.cases;
        all.scenes += part.scenes;
        all.tally.add(&part.tally);
    }
    all
}
