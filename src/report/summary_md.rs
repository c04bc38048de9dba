//! `summary.md`: for a CI job's summary page.

use crate::bench::Verdict;
use crate::bench::record::{Check, Light, Record, Tally};
use crate::error::cut;
use crate::report::findings::CaseOutcome;

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
    let tally = record.tally();
    let scenes: usize = record.cases.iter().map(|case| case.scenes.len()).sum();
    let partial = record.partial.as_ref().map(|partial| format!(": {}", escaped(&partial.line())));
    let mut out = format!("# {}{}\n\n", escaped(&record.program), partial.unwrap_or_default());
    out.push_str(&format!(
        "**{} checks: {}** ({} cases, {scenes} scenes)\n\n",
        tally.total(),
        counts(&tally),
        record.cases.len()
    ));
    out.push_str("| | case | title | scenes | checks |\n|---|---|---|--:|---|\n");
    for case in &record.cases {
        let tally = Tally::of(&case.checks);
        let scenes = case.scenes.len().to_string();
        let cells = row([&case.name, &case.title, &scenes, &counts(&tally)]);
        out.push_str(&format!("| {} {cells}", recorded(&tally)));
    }
    out.push_str(&validity(record));
    let mut bad: Vec<(&str, String, &Check)> = Vec::new();
    for case in &record.cases {
        let failing = case.checks.iter().filter(|c| matches!(c.outcome, Verdict::Fail | Verdict::Error));
        bad.extend(failing.map(|c| (case.name.as_str(), format!("{}:{}", case.file, c.line), c)));
    }
    if !bad.is_empty() {
        bad.sort_by(|a, b| b.2.tolerance_share().total_cmp(&a.2.tolerance_share()));
        out.push_str("\n## Not met\n\n");
        out.push_str(
            "| | case | scene | who | against | observable | expected | observed | deviation | allowed | where |\n",
        );
        out.push_str("|---|---|---|---|---|---|--:|--:|--:|--:|---|\n");
        for (case, place, check) in bad.iter().take(ROWS) {
            let [expected, observed, deviation, allowed] = check.amounts(6, "");
            let scene = check.place();
            let [who, against, observable] = [&*check.who, &*check.against, &*check.observable];
            let cells =
                [case, scene.as_str(), who, against, observable, &expected, &observed, &deviation, &allowed, place];
            out.push_str(&format!("| {} {}", word(check.outcome), row(cells)));
        }
        if bad.len() > ROWS {
            out.push_str(&format!("\nand {} more in `summary.csv`\n", bad.len() - ROWS));
        }
    }
    for (outcome, title) in
        [(Verdict::Closed, "Known gaps that have closed"), (Verdict::Gap, "Known gaps"), (Verdict::Skip, "Skipped")]
    {
        let mut lines = Vec::new();
        for case in &record.cases {
            for (reason, count) in reasons(case.checks.iter().filter(|c| c.outcome == outcome)) {
                lines.push(format!("- {}: {} ({count})\n", escaped(&case.name), escaped(reason)));
            }
        }
        out.push_str(&section(title, &lines));
    }
    let unchecked = record.cases.iter().flat_map(|case| case.unchecked.iter().map(move |note| (case, note)));
    let unchecked = unchecked.map(|(case, note)| format!("- {}: {}\n", escaped(&case.name), escaped(note)));
    out.push_str(&section("Not checked", &unchecked.collect::<Vec<_>>()));
    let open = record.cases.iter().filter_map(|case| Some((case, sheet::not_judged(case)?)));
    let open = open.map(|(case, note)| format!("- {}: {}\n", escaped(&case.name), escaped(&note)));
    out + &section("Not judged", &open.collect::<Vec<_>>())
}

/// A list under its heading; nothing where there is none.
fn section(title: &str, lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!("\n## {title}\n\n{}", lines.concat()) }
}

/// How many scenes are out of the range of their theory, and which assumptions they break.
fn validity(record: &Record) -> String {
    let lights = sheet::scenes(record.cases.iter().flat_map(|case| &case.scenes));
    let mut out =
        format!("\n## Validity\n\nScenes by their worst light: {}. A passed check means that ", lights.words());
    out.push_str("the equations were solved correctly, not that they are valid for these bodies at these speeds.\n");
    let mut broken = String::new();
    for case in &record.cases {
        for row in sheet::rows(&record.criteria, case).iter().filter(|row| row.worst.light == Some(Light::Red)) {
            broken.push_str(&format!(
                "- {}: {} red in {} of {} scenes, at worst {} ({})\n",
                escaped(&case.name),
                row.criterion.word,
                row.scenes.red,
                case.scenes.len(),
                sheet::value(row.worst),
                sheet::limits(row.criterion)
            ));
        }
    }
    if !broken.is_empty() {
        out.push_str(&format!("\n{broken}"));
    }
    if lights == sheet::Lights::default() { String::new() } else { out }
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
        Verdict::Fail => "**FAIL**",
        Verdict::Error => "**ERROR**",
        Verdict::Closed => "**closed**",
        other => other.word(),
    }
}

/// A row of a table, of cells as they are.
pub(super) fn row<const N: usize>(cells: [&str; N]) -> String {
    format!("| {} |\n", cells.map(escaped).join(" | "))
}

/// Text that Markdown and HTML leave as it is, on one line.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in cut(text, 200).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
