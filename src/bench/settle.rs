//! Two numbers and how far they may be apart, as the row of a check.

use crate::judge::{Allowed, Check, Verdict, compare};
use crate::trajectory::Estimate;
use crate::units::Dimension;

pub(super) fn expects(row: &mut Check, expected: Estimate) {
    row.expected = Some(expected.value);
    row.expected_uncertainty = Some(expected.uncertainty);
}

/// Judges a blank row, which stays an error where the tolerance cannot be used.
pub(super) fn settle(row: &mut Check, expected: Estimate, observed: Estimate, allowed: Allowed, dimension: Dimension) {
    if let Some(why) = allowed.refusal(expected) {
        row.reason = Some(why.into());
        return;
    }
    let deviation = compare(expected, observed, allowed, dimension);
    expects(row, expected);
    row.observed = Some(observed.value);
    row.observed_uncertainty = Some(observed.uncertainty);
    row.outcome = if deviation.met() { Verdict::Pass } else { Verdict::Fail };
    row.deviation = Some(deviation.amount);
    row.allowed = Some(deviation.allowed);
    row.deviation_unit = deviation.unit;
}
