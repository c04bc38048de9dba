//! The checks of a case as its reader knows them: one `[[expect]]` at a time.

use crate::distinct::{distinct, grouped};
use crate::judge::Verdict;
use crate::record::{CaseRecord, Check, Comparison, Tally};

/// One `[[expect]]`, and who was judged by it against whom.
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

    /// Of the checks that were met, the one nearest to its limit.
    pub fn tightest(&self) -> Option<&'a Check> {
        worst(self.checks.iter().copied().filter(|c| c.outcome == Verdict::Pass))
    }
}

/// The most serious check; among equals the one nearest to its limit or furthest beyond it, and of those the first.
pub fn worst<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<&'a Check> {
    let key = |check: &Check| (SEVERITY.iter().position(|v| *v == check.outcome), used(check));
    checks.into_iter().reduce(|best, next| {
        let ((severity, part), (other, further)) = (key(best), key(next));
        if severity < other || (severity == other && part >= further) { best } else { next }
    })
}

/// Verdicts, the most serious first. A case with nothing worse than a skip and a pass has passed.
const SEVERITY: [Verdict; 6] =
    [Verdict::Error, Verdict::Fail, Verdict::Closed, Verdict::Pass, Verdict::Gap, Verdict::Skip];

/// Deviation over what is allowed: 1 is the limit. What cannot be said is beyond every limit.
pub fn used(check: &Check) -> f64 {
    match (check.deviation, check.allowed) {
        (Some(0.0), _) => 0.0,
        (Some(deviation), Some(allowed)) => deviation / allowed,
        _ => f64::INFINITY,
    }
}

/// What several checks come to: the most serious of them.
pub fn verdict(tally: &Tally) -> Verdict {
    SEVERITY.into_iter().find(|verdict| tally.count(*verdict) > 0).unwrap_or(Verdict::Skip)
}

/// `92 pass, 2 fail, 22 skipped, 2 known gaps`: only what there is.
pub fn counts(tally: &Tally) -> String {
    let parts = [
        (tally.pass, "pass"),
        (tally.fail, "fail"),
        (tally.error, if tally.error == 1 { "error" } else { "errors" }),
        (tally.skip, "skipped"),
        (tally.gap, if tally.gap == 1 { "known gap" } else { "known gaps" }),
        (tally.closed, "closed"),
    ];
    let shown: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if shown.is_empty() { "no check was made".to_string() } else { shown.join(", ") }
}

/// Reasons with how often each is given, in the order they come.
pub fn reasons<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Vec<(&'a str, usize)> {
    let given = checks.into_iter().map(|check| (check.reason.as_deref().unwrap_or("no reason given"), ()));
    grouped(given).into_iter().map(|(reason, all)| (reason, all.len())).collect()
}
