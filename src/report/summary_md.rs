//! `summary.md`: for a CI job's summary page.

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, Light, Record, Tally};
use crate::number::counted;
use crate::report::findings::CaseOutcome;

use super::block::{Block, markdown};
use super::expectation::{counts, reasons, verdict};
use super::{Reporter, files, sheet};

/// Failing checks listed; the others are in `summary.csv`.
const ROWS: usize = 30;

/// Writes `summary.md`.
pub const SUMMARY_MD: Reporter = Reporter {
    name: "summary.md",
    about: "for the summary page of a CI job: one line per case, then the failed checks",
    write: |context, folder| Ok(vec![files::write(folder, "summary.md", text(context.record).as_bytes())?]),
};

/// The file's text.
pub fn text(record: &Record) -> String {
    markdown(&blocks(record))
}

/// The run: its counts, its cases, assumptions that are broken, what was not met, and why other checks were not made.
fn blocks(record: &Record) -> Vec<Block> {
    let tally = record.tally();
    let scenes: usize = record.cases.iter().map(|case| case.scenes.len()).sum();
    let partial = record.partial.as_ref().map_or(String::new(), |partial| format!(": {}", partial.line()));
    let (checks, cases) = (counted(tally.total(), "check"), counted(record.cases.len(), "case"));
    let mut blocks = vec![
        Block::heading(1, format!("{}{partial}", record.program)),
        Block::text(format!("{checks}: {} ({cases}, {})", counts(&tally), counted(scenes, "scene"))),
    ];
    let of_case = |case: &CaseRecord| {
        let tally = Tally::of(&case.checks);
        vec![recorded(&tally), case.name.clone(), case.title.clone(), case.scenes.len().to_string(), counts(&tally)]
    };
    let head = ["", "case", "title", "scenes", "checks"];
    blocks.extend(Block::table("cases", &head, record.cases.iter().map(of_case).collect()));
    blocks.extend(validity(record));
    blocks.extend(not_met(record));
    for (outcome, title) in
        [(Verdict::Closed, "Known gaps that have closed"), (Verdict::Gap, "Known gaps"), (Verdict::Skip, "Skipped")]
    {
        let of = |case: &CaseRecord| -> Vec<String> {
            let given = reasons(case.checks.iter().filter(|c| c.outcome == outcome)).into_iter();
            given.map(|(reason, count)| format!("{}: {reason} ({count})", case.name)).collect()
        };
        blocks.extend(section(title, record.cases.iter().flat_map(of).collect()));
    }
    let unchecked = record.cases.iter().flat_map(|case| case.unchecked.iter().map(move |note| (case, note)));
    blocks.extend(section("Not checked", unchecked.map(|(case, note)| format!("{}: {note}", case.name)).collect()));
    let open = record.cases.iter().filter_map(|case| Some(format!("{}: {}", case.name, sheet::not_judged(case)?)));
    blocks.extend(section("Not judged", open.collect()));
    blocks
}

/// The first checks that are not met, the furthest off first.
fn not_met(record: &Record) -> Vec<Block> {
    let failing = |check: &&Check| matches!(check.outcome, Verdict::Fail | Verdict::Error);
    let all = record.cases.iter().flat_map(|case| case.checks.iter().map(move |check| (case, check)));
    let mut bad: Vec<(&CaseRecord, &Check)> = all.filter(|(_, check)| failing(check)).collect();
    bad.sort_by(|a, b| b.1.tolerance_share().total_cmp(&a.1.tolerance_share()));
    let row = |(case, check): &(&CaseRecord, &Check)| {
        let about = [word(check.outcome), &case.name, &check.place(), &check.who, &check.against, &check.observable];
        let amounts = check.amounts(6, "");
        let place = format!("{}:{}", case.file, check.line);
        about.map(String::from).into_iter().chain(amounts).chain([place]).collect()
    };
    let head =
        ["", "case", "scene", "who", "against", "observable", "expected", "observed", "deviation", "allowed", "where"];
    let Some(table) = Block::table("checks that are not met", &head, bad.iter().take(ROWS).map(row).collect()) else {
        return Vec::new();
    };
    let more = (bad.len() > ROWS).then(|| Block::text(format!("and {} more in summary.csv", bad.len() - ROWS)));
    [Block::heading(2, "Not met"), table].into_iter().chain(more).collect()
}

/// A list under its heading; nothing where there is none.
fn section(title: &str, lines: Vec<String>) -> Vec<Block> {
    if lines.is_empty() { Vec::new() } else { vec![Block::heading(2, title), Block::List { lines }] }
}

/// How many scenes are out of the range of their theory, and which assumptions they break.
fn validity(record: &Record) -> Vec<Block> {
    let lights = sheet::scenes(record.cases.iter().flat_map(|case| &case.scenes));
    if lights == sheet::Lights::default() {
        return Vec::new();
    }
    let about = format!(
        "Scenes by the worst of their assumptions: {}. A passed check means that the equations were solved correctly, not that they are valid \
         for these bodies at these speeds.",
        lights.words()
    );
    let of = |case: &CaseRecord| -> Vec<String> {
        let rows = sheet::rows(&record.criteria, case);
        let broken = rows.iter().filter(|row| row.worst.light == Some(Light::Red)).map(|row| {
            let (value, limits) = (sheet::value(row.worst), sheet::limits(row.criterion));
            let (red, all) = (row.scenes.red, case.scenes.len());
            format!("{}: {} red in {red} of {all} scenes, at worst {value} ({limits})", case.name, row.criterion.word)
        });
        broken.collect()
    };
    let broken: Vec<String> = record.cases.iter().flat_map(of).collect();
    let list = (!broken.is_empty()).then_some(Block::List { lines: broken });
    [Block::heading(2, "Validity"), Block::text(about)].into_iter().chain(list).collect()
}

/// The outcome of a case: one with known gaps has not simply passed.
fn recorded(tally: &Tally) -> String {
    match CaseOutcome::of(tally) {
        CaseOutcome::Fail => word(verdict(tally)).to_string(),
        other => other.word().to_string(),
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fail => "FAIL",
        Verdict::Error => "ERROR",
        Verdict::Closed => "closed",
        other => other.word(),
    }
}
