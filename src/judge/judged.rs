//! The one place that judges: fills in a check with expected and observed number, tolerance and verdict.

use std::sync::Arc;

use super::{Allowed, Check, Distance, Verdict, compare};
use crate::case::KnownGap;
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::units::Dimension;

/// Reason for skipping a check whose collision or fit was not finished.
pub const UNFINISHED: &str = "the run ended before it was computed";

/// A computed number and, where the abscissa of the measured one is uncertain, the number within that uncertainty which
/// is compared.
#[derive(Debug, Clone, Copy)]
pub struct Computed {
    pub at_point: Estimate,
    pub compared: f64,
}

impl Computed {
    /// A number that is compared as it is.
    pub fn exact(at_point: Estimate) -> Self {
        Self { at_point, compared: at_point.value }
    }
}

/// As [`judge()`], of a number that may be compared elsewhere within the uncertainty of an abscissa.
pub fn judge_computed(row: &mut Check, expected: Estimate, computed: Computed, allowed: Allowed, dimension: Dimension) {
    let Computed { at_point, compared } = computed;
    judge(row, expected, Estimate::new(compared, at_point.uncertainty), allowed, dimension);
    if row.observed.is_some() && compared != at_point.value {
        row.observed = Some(at_point.value);
        row.shifted = Some(compared);
    }
}

/// Why a check that passes could not have failed: a value of 0 would pass as well, of a quantity that is never negative; of a
/// residual one as large as what it is the residual of.
pub fn too_coarse(row: &Check, observable: Observable) -> Option<String> {
    let (expected, allowed) = (row.expected?.abs(), row.allowed?);
    let room = match &*row.deviation_unit {
        "relative" => allowed * expected,
        "sigma" => allowed * row.expected_uncertainty?.hypot(row.observed_uncertainty?),
        _ => allowed,
    };
    if observable.is_residual() && observable.dimension() == Dimension::Number {
        return (room >= 1.0).then(|| "too coarse to fail: a residual of 1 is all there is".to_string());
    }
    // A loss that is expected to be nothing, to rounding, has no size.
    let least = if observable == Observable::EnergyLost { 10.0 * row.expected_uncertainty? } else { 0.0 };
    let has_size = expected > least;
    let blind = observable.is_positive() && has_size && room >= expected;
    blind.then(|| {
        "too coarse to fail: the tolerance is as large as the expected value, so that 0 would pass".to_string()
    })
}

/// Compares two numbers and writes the result into a blank check, which stays an error if the tolerance is unusable.
pub fn judge(row: &mut Check, expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) {
    if let Some(why) = allowed.refusal(expected) {
        row.reason = Some(why.into());
        return;
    }
    if observed.value.is_infinite() {
        row.reason = Some(format!("{} is {}, which is not a finite number", row.observable, observed.value).into());
        return;
    }
    row.judged(expected, observed, compare(expected, observed, allowed, dimension));
}

impl Check {
    /// Writes two numbers, and how far they are apart, into a check: it passes where that is allowed, and fails where it is not.
    pub fn judged(&mut self, expected: Estimate, observed: Estimate, apart: Distance) {
        self.expects(expected);
        self.observed = Some(observed.value);
        self.observed_uncertainty = Some(observed.uncertainty);
        self.outcome = if apart.met() { Verdict::Pass } else { Verdict::Fail };
        self.deviation = Some(apart.amount);
        self.allowed = Some(apart.allowed);
        self.deviation_unit = apart.unit.into();
    }

    /// Writes down what is expected, before anything is known of what was observed.
    pub fn expects(&mut self, expected: Estimate) {
        self.expected = Some(expected.value);
        self.expected_uncertainty = Some(expected.uncertainty);
    }

    /// The check without the claim that it passes: nothing could have made it fail.
    pub fn could_not_fail(self, why: impl Into<Arc<str>>) -> Self {
        Self { outcome: Verdict::Skip, reason: Some(why.into()), ..self }
    }

    /// Ends without numbers: with this verdict, for this reason.
    pub fn unable(self, outcome: Verdict, why: impl Into<Arc<str>>) -> Self {
        Self { outcome, reason: Some(why.into()), ..self }
    }
}

/// A failure that is farther off by this factor than was seen of the known gap is another one.
const WORSE: f64 = 1.1;

/// Why a failure is more than the known gap; `None` where it is not.
fn beyond(check: &Check, gap: &KnownGap) -> Option<String> {
    let KnownGap { reason, seen, .. } = gap;
    let Some(seen) = seen.iter().find(|seen| seen.observable == check.observable) else {
        return Some(format!("the known gap has no `seen` of {}: {reason}", check.observable));
    };
    let more = seen.off.is_some_and(|seen| check.deviation.is_none_or(|off| off.is_nan() || off > WORSE * seen));
    more.then(|| format!("more than the known gap, of which {} was seen: {reason}", seen.text))
}

/// Makes of the failures among checks a known gap, where they are no worse than was seen of it.
pub fn note_gap(checks: Vec<&mut Check>, gap: &KnownGap, whole: bool) {
    let mut verdicts: Vec<Verdict> = checks.iter().map(|c| c.outcome).collect();
    let beyond = |check: &&mut Check| beyond(check, gap).filter(|_| check.outcome == Verdict::Fail);
    let beyond: Vec<Option<String>> = checks.iter().map(beyond).collect();
    known_gap(&mut verdicts, &beyond.iter().map(Option::is_some).collect::<Vec<_>>());
    // That a gap has closed is known only when all of it was computed.
    let unfinished = || checks.iter().any(|check| check.reason.as_deref() == Some(UNFINISHED));
    if verdicts.contains(&Verdict::Closed) && (!whole || unfinished()) {
        return;
    }
    let reason: Arc<str> = gap.reason.as_str().into();
    for ((check, verdict), beyond) in checks.into_iter().zip(verdicts).zip(beyond) {
        if matches!(verdict, Verdict::Gap | Verdict::Closed) {
            check.reason = Some(Arc::clone(&reason));
        }
        if let Some(beyond) = beyond {
            check.reason =
                Some(check.reason.as_deref().map_or(beyond.clone(), |why| format!("{beyond}; {why}")).into());
        }
        check.outcome = verdict;
    }
}

/// Turns the verdicts of an `[[expect]]` that is a known gap: failures that are not `beyond` it are as noted while there is one, and when
/// there is none any more the gap has closed, which somebody has to hear about.
pub fn known_gap(verdicts: &mut [Verdict], beyond: &[bool]) {
    let failing = verdicts.contains(&Verdict::Fail);
    let judged = verdicts.iter().any(|v| matches!(v, Verdict::Pass | Verdict::Fail));
    for (verdict, beyond) in verdicts.iter_mut().zip(beyond) {
        *verdict = match *verdict {
            Verdict::Fail if !beyond => Verdict::Gap,
            Verdict::Pass if judged && !failing => Verdict::Closed,
            other => other,
        };
    }
}
