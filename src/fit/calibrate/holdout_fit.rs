//! Fits without the held-out heights and predicts them. The quoted fit uses all data.

use super::result::{Fate, HeldOutHeight};
use super::{FitStart, FittedLaw, Watch, fit_law, go_on, intervals, predictions};
use crate::case::{Calibration, FitSettings};
use crate::error::Error;

/// Fits a case from its start values.
pub(super) fn first<'a>(calibration: &'a Calibration, watch: &'a dyn Watch) -> Result<FittedLaw<'a>, Error> {
    watch.begins("fitting", 0);
    let found = fit_law(calibration, FitStart::Nothing(watch), &calibration.start(), &[], true)?;
    go_on(watch)?;
    Ok(found)
}

/// The held-out data with the predictions of a fit to the others.
#[derive(Default)]
pub(super) struct HoldoutFit {
    pub heights: Vec<HeldOutHeight>,
    /// For each measurement, whether it was held out.
    pub kept: Vec<bool>,
}

/// Fits the other data and predicts the held-out ones.
///
/// # Errors
/// As the fit.
pub(super) fn judged(
    calibration: &Calibration,
    settings: &FitSettings,
    watch: &dyn Watch,
) -> Result<HoldoutFit, Error> {
    if calibration.fit.hold_out.is_none() {
        return Ok(HoldoutFit::default());
    }
    let found = first(calibration, watch)?;
    let spreads = intervals::spreads(&found, settings, false, watch)?;
    let kept = found.data.measurements.iter().map(|measurement| measurement.fate == Fate::HeldOut);
    Ok(HoldoutFit { heights: predictions::held_out(&found, &spreads), kept: kept.collect() })
}
