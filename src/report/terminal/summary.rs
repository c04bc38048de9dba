//! Summary of a run of many cases: reasons of failed or skipped checks, checks closest to their limit, changes since
//! the previous run, and cases left out.

use serde_json::{Value, json};

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Change, Check, Differences, Record};
use crate::error::cut;
use crate::number::counted;

use super::super::expectation::reasons;
use super::super::numbers;
use super::super::pictures::Pictures;
use super::super::pictures::entity::maker_name;
use super::super::pictures::plan::left_out;
use super::{Terminal, off, wrapped};

/// Reasons that are shown of each kind.
const REASONS: usize = 5;

/// Checks that are shown as nearest to their limit.
const NEAREST: usize = 3;

/// Share of the tolerance that is used, from which on a check is named.
pub(super) const NEAR: f64 = 0.5;

/// Writes reasons and nearest checks.
pub(super) fn write(out: &mut String, record: &Record, how: &Terminal<'_>) {
    why(out, record, Verdict::Gap, "known gap", "all of them: collisionbench list --gaps", how);
    why(out, record, Verdict::Skip, "skipped check", "all of them: -v", how);
    let mut met: Vec<(&str, &Check)> = Vec::new();
    for case in &record.cases {
        let passed = case.checks.iter().filter(|check| check.outcome == Verdict::Pass);
        met.extend(
            passed
                .max_by(|a, b| a.tolerance_share().total_cmp(&b.tolerance_share()))
                .map(|check| (case.name.as_str(), check)),
        );
    }
    // Data scatter by their own sigma: near its limit is where a third of them is.
    met.retain(|(_, check)| check.tolerance_share() >= NEAR && check.deviation_unit != "sigma");
    met.sort_by(|a, b| b.1.tolerance_share().total_cmp(&a.1.tolerance_share()));
    if !met.is_empty() {
        out.push_str("\n  pass, closest to the limit (share of the tolerance used)\n");
    }
    for (case, check) in met.into_iter().take(NEAREST) {
        let text = format!(
            "{case}  {} = {}: {} off {}, allowed {}",
            check.who,
            maker_name(&check.against),
            check.observable,
            off(check.deviation, check),
            off(check.allowed, check)
        );
        out.push_str(&format!(
            "{:>7} %  {}\n",
            (100.0 * check.tolerance_share()).floor(),
            cut(&text, how.width.max(40) - 12)
        ));
    }
    out.push('\n');
}

/// The reasons given for one verdict, the most frequent first.
fn why(out: &mut String, record: &Record, verdict: Verdict, what: &str, more: &str, how: &Terminal<'_>) {
    let checks = record.cases.iter().flat_map(|case| &case.checks).filter(|check| check.outcome == verdict);
    let mut all = reasons(checks);
    if all.is_empty() {
        return;
    }
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let sum: usize = all.iter().map(|(_, count)| count).sum();
    let rest = if all.len() > REASONS { format!("; {more}") } else { String::new() };
    out.push_str(&format!("\n  {}, {}{rest}\n", counted(sum, what), counted(all.len(), "reason")));
    for (reason, count) in all.iter().take(REASONS) {
        wrapped(out, &format!("{count:>7}  "), 9, reason, how.width);
    }
}

/// Writes what was computed and compared with nothing.
pub(super) fn unchecked(out: &mut String, record: &Record, how: &Terminal<'_>) {
    let all: Vec<(&str, &String)> =
        record.cases.iter().flat_map(|case| case.unchecked.iter().map(|note| (case.name.as_str(), note))).collect();
    for (case, note) in all.iter().take(REASONS) {
        wrapped(out, "  ", 4, &format!("not checked: {case}: {note}"), how.width);
    }
    if all.len() > REASONS {
        out.push_str(&format!("  not checked: {} more, see summary.md\n", all.len() - REASONS));
    }
}

/// Writes what was left out and what moved since the previous run.
pub(super) fn changes(out: &mut String, record: &Record, how: &Terminal<'_>) {
    if how.shown == super::Shown::Counts {
        return;
    }
    if let Some(left) = &record.not_run {
        let cases = counted(left.cases, "case");
        let text = format!("left out: {cases} with {} (collisionbench run --all)", left.engines.join(", "));
        wrapped(out, "  ", 4, &text, how.width);
    }
    let figures = if how.pictures == Pictures::Default && record.partial.is_none() { left_out(record) } else { 0 };
    if figures > 0 {
        let text = format!("not drawn: {} (--pictures all)", counted(figures, "picture"));
        wrapped(out, "  ", 4, &text, how.width);
    }
    // A run of other cases has nothing in common with the one before it.
    let comparable = |before: &&Differences| record.partial.is_none() && before.compared > 0;
    let Some(before) = how.before.filter(comparable) else { return };
    let [moved, gone, new, within] = Change::REPORTED.map(|change| before.count(change));
    let unmatched = gone + new;
    let mut parts = Vec::new();
    if moved > 0 {
        parts.push(format!("{moved} of {} moved", before.compared));
    }
    if unmatched > 0 {
        parts.push(format!("{unmatched} new or gone"));
    }
    if within > 0 && moved == 0 {
        parts.push(format!("{within} of {} moved within their uncertainty", before.compared));
    }
    if parts.is_empty() {
        parts.push(format!("the same {} numbers, verdicts and curves", before.compared));
    }
    let first = before.described.iter().find(|(change, _)| *change == Change::Moved);
    parts.extend(first.map(|(_, difference)| format!("first: {difference}")));
    let text = format!("since the previous run: {}", parts.join("; "));
    wrapped(out, "  ", 4, &text, how.width);
}

/// The run in one JSON object, for programs: counts, what failed, why checks were not met or not made.
pub fn json(record: &Record, how: &Terminal<'_>) -> String {
    let tally = record.tally();
    let bad = |check: &&Check| matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Closed);
    let mut failures: Vec<Value> = Vec::new();
    for case in &record.cases {
        failures.extend(case.checks.iter().filter(bad).map(|check| {
            json!({
                "case": case.name, "file": case.file, "line": check.line, "scene": &*check.scene,
                "who": check.who, "variant": check.variant, "against": check.against, "observable": check.observable,
                "outcome": check.outcome.word(), "unit": check.unit,
                "expected": check.expected, "observed": check.observed, "shifted": check.shifted,
                "deviation": check.deviation, "allowed": check.allowed, "deviation_unit": check.deviation_unit,
                "reason": check.reason.as_deref(),
            })
        }));
    }
    let why = |verdict: Verdict| -> Vec<Value> {
        let checks = record.cases.iter().flat_map(|case| &case.checks).filter(|check| check.outcome == verdict);
        reasons(checks).into_iter().map(|(reason, count)| json!({ "reason": reason, "checks": count })).collect()
    };
    let before = how.before.map(|before| {
        json!({
            "compared": before.compared,
            "moved": before.count(Change::Moved),
            "new_or_gone": before.count(Change::Gone) + before.count(Change::New),
            "moved_within_uncertainty": before.count(Change::Within),
        })
    });
    let notes = |case: &CaseRecord| -> Vec<Value> {
        case.unchecked.iter().map(|note| json!({ "case": case.name, "what": note })).collect()
    };
    let unchecked: Vec<Value> = record.cases.iter().flat_map(notes).collect();
    // Of one case, for of many the file run.jsonl has them.
    let one = if let [case] = &record.cases[..] { Some(case) } else { None };
    let scenes: Option<Vec<Value>> =
        one.map(|case| case.scenes.iter().map(|scene| numbers::json(case, scene)).collect());
    let whole = json!({
        "program": record.program,
        "cases_from": record.cases_from,
        "partial": record.partial.as_ref().map(|partial| partial.line()),
        "cases": record.cases.len(),
        "checks": {
            "total": tally.total(), "pass": tally.pass, "fail": tally.fail, "error": tally.error,
            "skip": tally.skip, "known_gap": tally.gap, "closed": tally.closed,
        },
        "failures": failures,
        "known_gaps": why(Verdict::Gap),
        "skipped": why(Verdict::Skip),
        "not_checked": unchecked,
        "left_out": record.not_run,
        "since_the_run_before": before,
        "scenes": scenes,
        "seconds": how.seconds,
        "report": how.place,
    });
    format!("{whole:#}\n")
}
