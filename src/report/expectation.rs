//! Groups the checks of a case by `[[expect]]`, with verdicts and sentences for readers.

use crate::bench::Verdict;
use crate::bench::check::{SEVERITY, severity};
use crate::bench::record::{CaseRecord, Check, Comparison, Tally};
use crate::distinct::{distinct, grouped};

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
    let keyed = case.checks.iter().map(|check| ((check.line, &*check.who, &*check.against), check));
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
        distinct(self.checks.iter().map(|check| &*check.observable))
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
    failures.iter_mut().for_each(|checks| checks.sort_by(|a, b| b.rank().total_cmp(&a.rank())));
    failures
}

/// The most serious check; among equals the one nearest to its limit or furthest beyond it, and of those the first.
pub fn worst<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<&'a Check> {
    let key = |check: &Check| (severity(check.outcome), check.rank());
    checks.into_iter().reduce(|best, next| {
        let ((severity, part), (other, further)) = (key(best), key(next));
        if severity < other || (severity == other && part >= further) { best } else { next }
    })
}

/// The most serious verdict of several checks.
pub fn verdict(tally: &Tally) -> Verdict {
    SEVERITY.into_iter().find(|verdict| tally.count(*verdict) > 0).unwrap_or(Verdict::Skip)
}

/// Verdicts as they are counted, of one check and of several.
pub const COUNTED: [(Verdict, &str, &str); 6] = [
    (Verdict::Pass, "pass", "pass"),
    (Verdict::Fail, "fail", "fail"),
    (Verdict::Error, "error", "errors"),
    (Verdict::Skip, "skipped", "skipped"),
    (Verdict::Gap, "known gap", "known gaps"),
    (Verdict::Closed, "closed", "closed"),
];

/// `92 pass, 2 fail, 22 skipped, 2 known gaps`: only what there is.
pub fn counts(tally: &Tally) -> String {
    tally.words(&COUNTED).unwrap_or("no check was made".to_string())
}

/// Why a check has its outcome.
pub fn reason(check: &Check) -> &str {
    check.reason.as_deref().unwrap_or("no reason given")
}

/// Reasons with their counts, in order of first appearance.
pub fn reasons<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Vec<(&'a str, usize)> {
    let given = checks.into_iter().map(|check| (reason(check), ()));
    grouped(given).into_iter().map(|(reason, all)| (reason, all.len())).collect()
}
