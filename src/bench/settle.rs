//! Two numbers and how far they may be apart, as the row of a check.

use crate::judge::Check;
use crate::judge::Distance;
use crate::judge::Verdict;
use crate::trajectory::Estimate;

pub(super) fn expects(row: &mut Check, expected: Estimate) {
    row.expected = Some(expected.value);
    row.expected_uncertainty = Some(expected.uncertainty);
}

pub(super) fn settle(row: &mut Check, expected: Estimate, observed: Estimate, deviation: &Distance) {
    expects(row, expected);
    row.observed = Some(observed.value);
    row.observed_uncertainty = Some(observed.uncertainty);
    row.deviation = Some(deviation.amount);
    row.allowed = Some(deviation.allowed);
    row.deviation_unit.clone_from(&deviation.unit);
    row.outcome = if deviation.met() { Verdict::Pass } else { Verdict::Fail };
}
