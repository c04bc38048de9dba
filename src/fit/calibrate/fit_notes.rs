//! Notes and tests that accompany the values of a fit.

use super::{
    BestFit, FittedLaw, agreement, bending, consistency, goodness_of_fit, residual_order, result, sticking, unused_data,
};
use crate::case::{Calibration, Case, examples};
use crate::error::Error;
use crate::fit::loss::REACH;
use crate::number::median;

/// Ratio of residuals to stated errors above which a note is made.
const COARSE: f64 = 1.5;
/// Outliers that are named one by one.
const NAMED: usize = 10;

/// Notes and tests of a fit.
pub(super) struct FitNotes {
    pub notes: Vec<String>,
    pub orders: Vec<goodness_of_fit::Order>,
    pub agreement: Option<goodness_of_fit::GoodnessOfFit>,
    pub consistency: Option<result::Consistency>,
}

/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn notes(case: &Case, calibration: &Calibration, found: &mut FittedLaw<'_>) -> Result<FitNotes, Error> {
    let examples = examples(&case.file.text);
    let kept = (!examples.is_empty())
        .then(|| format!("example values in {}, not measured: {}", case.file.name, examples.join(", ")));
    let mut notes: Vec<String> = kept.into_iter().chain(std::mem::take(&mut found.data.notes)).collect();
    notes.extend(unused_data::notes(calibration, found).map_err(Error::wrong)?);
    notes.extend(beyond(found).map_err(Error::wrong)?);
    notes.extend(bending::plate_note(calibration, found));
    notes.extend(sticking::note(found));
    let orders = residual_order::orders(calibration, found).map_err(Error::wrong)?;
    notes.extend(orders.iter().map(goodness_of_fit::Order::words));
    notes.extend(residual_order::fans(calibration, found).map_err(Error::wrong)?);
    let agreement = agreement::agreement(calibration, found);
    let consistency = consistency::consistency(calibration, found)?;
    // Where readings are told apart from drops, their ratio is the sharper test, and says more.
    let told = consistency.as_ref().is_some_and(|consistency| consistency.birge.too_large());
    if let Some(times) = coarser(&found.estimate).filter(|_| !told) {
        notes.push(format!(
            "the numbers lie {times:.1} times as far from the law as their stated errors and the scatter between drops \
             allow: the readings are less exact than stated, or the law is not the right one"
        ));
    }
    Ok(FitNotes { notes, orders, agreement, consistency })
}

/// A note on the measurements that have no influence under Huber's loss.
fn beyond(found: &FittedLaw<'_>) -> Result<Option<String>, String> {
    let white = residual_order::whitened(&found.data, &found.estimate)?;
    let of = found.data.used.iter().zip(&white).filter(|(_, r)| found.estimate.loss.beyond(**r));
    let mut names: Vec<&str> = of.filter_map(|(at, _)| Some(found.data.measurements.get(*at)?.name.as_str())).collect();
    let count = names.len();
    names.truncate(NAMED);
    let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
    Ok((count > 0).then(|| {
        format!(
            "{count} of {} measurements lie more than {REACH} standard deviations from the law and have no influence on the value \
             (loss = \"huber\"): {}{more}",
            white.len(),
            names.join(", ")
        )
    }))
}

/// Ratio of the residuals to the stated errors, by their median, if it is large.
fn coarser(estimate: &BestFit) -> Option<f64> {
    // Half of normal errors are within 0.6745 standard deviations.
    let times = median(estimate.standardised.iter().map(|r| r.abs()).collect()) / 0.6745;
    (times > COARSE).then_some(times)
}
