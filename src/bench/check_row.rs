//! Fills in a check: expected and observed number, tolerance and verdict.

use crate::judge::{Allowed, Check, Verdict, compare};
use crate::trajectory::Estimate;
use crate::units::Dimension;

pub(super) fn set_expected(row: &mut Check, expected: Estimate) {
    row.expected = Some(expected.value);
    row.expected_uncertainty = Some(expected.uncertainty);
}

/// A computed number and, where the abscissa of the measured one is uncertain, the number within that uncertainty which
/// is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Computed {
    pub at_point: Estimate,
    pub compared: f64,
}

impl Computed {
    /// A number that is compared as it is.
    pub fn exact(at_point: Estimate) -> Self {
        Self { at_point, compared: at_point.value }
    }
}

/// As [`judge`], of a number that may be compared elsewhere within the uncertainty of an abscissa.
pub(super) fn judge_computed(
    row: &mut Check,
    expected: Estimate,
    computed: Computed,
    allowed: Allowed,
    dimension: Dimension,
) {
    let Computed { at_point, compared } = computed;
    judge(row, expected, Estimate::new(compared, at_point.uncertainty), allowed, dimension);
    if row.observed.is_some() && compared != at_point.value {
        row.observed = Some(at_point.value);
        row.shifted = Some(compared);
    }
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
