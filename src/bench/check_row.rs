//! Fills in a check: expected and observed number, tolerance and verdict.

use crate::judge::{Allowed, Check, Verdict, compare};
use crate::trajectory::Estimate;
use crate::units::Dimension;

pub(super) fn set_expected(row: &mut Check, expected: Estimate) {
    row.expected = Some(expected.value);
    row.expected_uncertainty = Some(expected.uncertainty);
}

/// Compares two numbers and writes the result into a blank check, which stays an error if the tolerance is unusable.
pub(super) fn judge(row: &mut Check, expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) {
    if let Some(why) = allowed.refusal(expected) {
        row.reason = Some(why.into());
        return;
    }
    let deviation = compare(expected, observed, allowed, dimension);
    set_expected(row, expected);
    row.observed = Some(observed.value);
    row.observed_uncertainty = Some(observed.uncertainty);
    row.outcome = if deviation.met() { Verdict::Pass } else { Verdict::Fail };
    row.deviation = Some(deviation.amount);
    row.allowed = Some(deviation.allowed);
    row.deviation_unit = deviation.unit;
}
