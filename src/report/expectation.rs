//! The checks of a case as its reader knows them: one `[[expect]]` at a time.

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
    let mut found: Vec<Expectation<'_>> = Vec::new();
    for check in &case.checks {
        let same = |e: &&mut Expectation<'_>| e.line == check.line && e.who == check.who && e.against == check.against;
        match found.iter_mut().find(same) {
            Some(expectation) => expectation.checks.push(check),
            None => found.push(Expectation {
                line: check.line,
                who: &check.who,
                against: &check.against,
                comparison: check.comparison,
                checks: vec![check],
            }),
        }
    }
    found
}

impl<'a> Expectation<'a> {
    /// The observables judged, in order.
    pub fn observables(&self) -> Vec<&'a str> {
        let mut words: Vec<&str> = Vec::new();
        for check in &self.checks {
            if !words.contains(&check.observable.as_str()) {
                words.push(&check.observable);
            }
        }
        words
    }

    /// The check nearest to its limit, or furthest beyond it, of those with an outcome.
    pub fn tightest(&self, outcome: Verdict) -> Option<&'a Check> {
        let fitting = self.checks.iter().copied().filter(|c| c.outcome == outcome);
        fitting.fold(None, |best, next| match best {
            Some(best) if used(best) >= used(next) => Some(best),
            _ => Some(next),
        })
    }
}

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
    let ranked = [
        (tally.error, Verdict::Error),
        (tally.fail, Verdict::Fail),
        (tally.closed, Verdict::Closed),
        (tally.pass, Verdict::Pass),
        (tally.gap, Verdict::Gap),
    ];
    ranked.into_iter().find(|(count, _)| *count > 0).map_or(Verdict::Skip, |(_, verdict)| verdict)
}

/// `92 pass, 2 fail, 22 skip, 2 known gaps`: only what there is.
pub fn counts(tally: &Tally) -> String {
    let gaps = if tally.gap == 1 { "known gap" } else { "known gaps" };
    let parts = [
        (tally.pass, "pass"),
        (tally.fail, "fail"),
        (tally.error, "error"),
        (tally.skip, "skip"),
        (tally.gap, gaps),
        (tally.closed, "closed"),
    ];
    let shown: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    if shown.is_empty() { "nothing was checked".to_string() } else { shown.join(", ") }
}

/// Reasons with how often each is given, in the order they come.
pub fn reasons<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Vec<(&'a str, usize)> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    for check in checks {
        let reason = check.reason.as_deref().unwrap_or("no reason is given");
        match found.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => found.push((reason, 1)),
        }
    }
    found
}
