//! Groups the checks of a case by `[[expect]]`, with verdicts and sentences for readers.

use crate::distinct::{distinct, grouped};
use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Comparison, Tally};

use super::quantity::{Scale, deviation, scale_for, scale_of_both};
use crate::number::significant;

/// One `[[expect]]` with its checks.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation<'a> {
    /// Line in the case file.
    pub line: usize,
    pub who: &'a str,
    pub against: &'a str,
    pub comparison: Comparison,
    pub checks: Vec<&'a Check>,
}

/// The expectations of a case, in the order of the file.
pub fn expectations(case: &CaseRecord) -> Vec<Expectation<'_>> {
    let keyed = case.checks.iter().map(|check| ((check.line, check.who.as_str(), check.against.as_str()), check));
    let grouped = grouped(keyed).into_iter();
    grouped
        .map(|((line, who, against), checks)| {
            let comparison = checks[0].comparison;
            Expectation { line, who, against, comparison, checks }
        })
        .collect()
}

impl<'a> Expectation<'a> {
    /// The observables judged, in order.
    pub fn observables(&self) -> Vec<&'a str> {
        distinct(self.checks.iter().map(|check| check.observable.as_str()))
    }

    /// The passed check that is closest to its tolerance.
    pub fn tightest(&self) -> Option<&'a Check> {
        worst(self.checks.iter().copied().filter(|c| c.outcome == Verdict::Pass))
    }
}

/// The failed checks of a case, grouped by what fails in the same way, the worst first: one observable of one pair, or all
/// that an engine which stops leaves without a result.
pub fn failures(case: &CaseRecord) -> Vec<Vec<&Check>> {
    let bad = |check: &&Check| matches!(check.outcome, Verdict::Fail | Verdict::Error | Verdict::Closed);
    let alike = case.checks.iter().filter(bad).map(|check| {
        let observable = (check.outcome != Verdict::Error).then_some(&check.observable);
        ((check.line, check.outcome.word(), &check.who, &check.against, observable), check)
    });
    let mut failures: Vec<Vec<&Check>> = grouped(alike).into_iter().map(|(_, checks)| checks).collect();
    failures.iter_mut().for_each(|checks| checks.sort_by(|a, b| tolerance_share(b).total_cmp(&tolerance_share(a))));
    failures
}

/// The most serious check; among equals the one nearest to its limit or furthest beyond it, and of those the first.
pub fn worst<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<&'a Check> {
    let key = |check: &Check| (severity(check.outcome), tolerance_share(check));
    checks.into_iter().reduce(|best, next| {
        let ((severity, part), (other, further)) = (key(best), key(next));
        if severity < other || (severity == other && part >= further) { best } else { next }
    })
}

/// Verdicts, the most serious first. A case with nothing worse than a skip and a pass has passed.
const SEVERITY: [Verdict; 6] =
    [Verdict::Error, Verdict::Fail, Verdict::Closed, Verdict::Pass, Verdict::Gap, Verdict::Skip];

/// Rank of a verdict, the most serious first.
pub fn severity(verdict: Verdict) -> Option<usize> {
    SEVERITY.iter().position(|known| *known == verdict)
}

/// Share of the tolerance that is used: deviation over tolerance; infinite if unknown.
pub fn tolerance_share(check: &Check) -> f64 {
    match (check.deviation, check.allowed) {
        (Some(0.0), _) => 0.0,
        (Some(deviation), Some(allowed)) => deviation / allowed,
        _ => f64::INFINITY,
    }
}

/// The most serious verdict of several checks.
pub fn verdict(tally: &Tally) -> Verdict {
    SEVERITY.into_iter().find(|verdict| tally.count(*verdict) > 0).unwrap_or(Verdict::Skip)
}

/// `92 pass, 2 fail, 22 skipped, 2 known gaps`: only what there is.
pub fn counts(tally: &Tally) -> String {
    let words = tally.words(&[
        (Verdict::Pass, "pass", "pass"),
        (Verdict::Fail, "fail", "fail"),
        (Verdict::Error, "error", "errors"),
        (Verdict::Skip, "skipped", "skipped"),
        (Verdict::Gap, "known gap", "known gaps"),
        (Verdict::Closed, "closed", "closed"),
    ]);
    words.unwrap_or("no check was made".to_string())
}

/// Reasons with their counts, in order of first appearance.
pub fn reasons<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Vec<(&'a str, usize)> {
    let given = checks.into_iter().map(|check| (check.reason.as_deref().unwrap_or("no reason given"), ()));
    grouped(given).into_iter().map(|(reason, all)| (reason, all.len())).collect()
}

/// The result of a check as a sentence: expected and observed number, deviation and tolerance, or why it was not made.
pub fn sentence(check: &Check) -> String {
    let reason = |otherwise: &str| check.reason.as_deref().unwrap_or(otherwise).to_string();
    let measured = || {
        let [expected, observed, deviation, allowed] = amounts(check, digits(check), "unknown");
        let shifted = shifted(check, digits(check)).map_or(String::new(), |text| format!(" ({text})"));
        format!("expected {expected}, observed {observed}{shifted}, off {deviation}, allowed {allowed}")
    };
    match (check.outcome, &check.reason) {
        (Verdict::Pass, _) | (Verdict::Fail, None) => measured(),
        (Verdict::Fail, Some(reason)) => format!("{}: {reason}", measured()),
        (Verdict::Error, _) => reason("the check could not be made"),
        (Verdict::Skip, _) => reason("skipped"),
        (Verdict::Gap, _) => format!("known gap: {}; {}", reason("as noted"), measured()),
        (Verdict::Closed, _) => format!("the known gap has closed: {}", reason("no reason is given")),
    }
}

/// `0.967 within the uncertainty of the abscissa`: the computed value that the deviation is taken from, where it is not the
/// observed one.
pub fn shifted(check: &Check, digits: usize) -> Option<String> {
    let scale = scale_of(check);
    check.shifted.map(|value| format!("{} within the uncertainty of the abscissa", scale.show(value, digits)))
}

/// Expected, observed, deviation and tolerance in one scale with this many digits; `unknown` if missing.
pub fn amounts(check: &Check, digits: usize, unknown: &str) -> [String; 4] {
    let scale = scale_of(check);
    let value = |v: Option<f64>| v.map_or(unknown.to_string(), |v| scale.show(v, digits));
    let [off, allowed] = off_and_allowed(check, unknown);
    let at_least = if check.is_at_least() { "at least " } else { "" };
    [format!("{at_least}{}", value(check.expected)), value(check.observed), off, allowed]
}

/// The scale in which the numbers of a check are shown.
pub fn scale_of(check: &Check) -> Scale {
    scale_of_both(check.expected, check.observed, &check.unit)
}

/// Deviation and tolerance; of a failure that rounds to its tolerance a digit more: 3.02 % of 3 %.
pub fn off_and_allowed(check: &Check, unknown: &str) -> [String; 2] {
    let text = |v: Option<f64>| v.map_or(unknown.to_string(), |v| deviation(v, &check.deviation_unit));
    let [off, allowed] = [check.deviation, check.allowed].map(text);
    let more = |v: f64| match check.deviation_unit.as_str() {
        "relative" => significant(100.0 * v, 3) + " %",
        unit => scale_for(v, unit).show(v, 3),
    };
    let more = check.deviation.filter(|_| check.outcome == Verdict::Fail && off == allowed).map(more);
    [more.unwrap_or(off), allowed]
}

/// The number of digits, from four to nine, at which the deviation is visible.
pub fn digits(check: &Check) -> usize {
    let part = match (check.deviation, check.deviation_unit.as_str(), check.expected) {
        (Some(part), "relative", _) => part,
        (Some(off), _, Some(expected)) if expected != 0.0 => off / expected.abs(),
        _ => return 6,
    };
    if part > 0.0 { (2.0 - part.log10()).ceil().clamp(4.0, 9.0) as usize } else { 6 }
}
