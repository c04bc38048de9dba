//! A calibration with a mistake, held against its checks and its accepted numbers.

use super::caught::{Caught, first_failure};
use crate::bench::{CaseRun, NoResult, PlannedCase, fit_to, judge_fit};
use crate::case::{Case, Mistakes};
use crate::fit::calibrate::{Calibrated, Depth, Unwatched};
use crate::judge::baseline::{BaseValue, Baseline, Change, DiffRow, TUBE, compare};
use crate::record::fit_values;

/// A calibration without a mistake.
pub(super) struct Truth<'a> {
    planned: &'a PlannedCase,
    run: &'a CaseRun,
    /// Its numbers that can be accepted; `None` of a case that is not fitted.
    numbers: Option<Vec<BaseValue>>,
    accepted: Option<&'a Baseline>,
}

impl<'a> Truth<'a> {
    pub(super) fn new(planned: &'a PlannedCase, run: &'a CaseRun, accepted: Option<&'a Baseline>) -> Self {
        let numbers = if run.fit.is_some() {
            fit(&planned.case, Depth::Accepted).ok().map(|found| fit_values(&found))
        } else {
            None
        };
        Self { planned, run, numbers, accepted }
    }

    /// Numbers that the mistake moves, and how that is noticed: by the first check that fails, or else by the first
    /// accepted number that moves.
    pub(super) fn cell(&self, mistakes: &'static Mistakes) -> (usize, Option<Caught>) {
        let Some(truth) = &self.numbers else { return (0, None) };
        let mut case = self.planned.case.clone();
        if let Some(calibration) = &mut case.calibration {
            calibration.mistakes = mistakes;
        }
        let checks = judge_fit(self.planned, &self.run.collisions, &fit(&case, Depth::Quick));
        if let Some(check) = first_failure(&self.run.checks, checks) {
            return (1, Some(Caught::Check(Box::new(check))));
        }
        let now = fit(&case, Depth::Accepted).map(|found| fit_values(&found)).unwrap_or_default();
        let moved = truth.iter().filter(|kept| !now.contains(kept)).count() + now.len().saturating_sub(truth.len());
        let caught = self.accepted.filter(|_| moved > 0).and_then(|accepted| moved_from(accepted, truth, &now));
        (moved, caught.map(|row| Caught::Accepted(Box::new(row))))
    }
}

fn fit(case: &Case, depth: Depth) -> Result<Calibrated, NoResult> {
    fit_to(depth, case, &Unwatched)
}

/// The first accepted number that has moved, or is gone, and had not without the mistake.
fn moved_from(accepted: &Baseline, truth: &[BaseValue], now: &[BaseValue]) -> Option<DiffRow> {
    let rows = |values: &[BaseValue]| {
        let today = Baseline { values: values.to_vec(), curves: Vec::new(), ..accepted.clone() };
        compare(accepted, &today, accepted.drift, TUBE)
    };
    let stands = |row: &DiffRow| matches!(row.change, Change::Unchanged | Change::New);
    let same = |a: &DiffRow, b: &DiffRow| (&a.of, &a.observable) == (&b.of, &b.observable);
    let before = rows(truth);
    let moved = rows(now).into_iter().filter(|row| !stands(row));
    moved.into_iter().find(|row| before.iter().any(|then| same(then, row) && stands(then)))
}
