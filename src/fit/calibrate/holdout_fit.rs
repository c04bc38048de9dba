//! Fits without the held-out heights and predicts them. The quoted fit uses all data.

use super::engine_fit::EngineFitter;
use super::result::{Fate, HeldOutHeight};
use super::{FitStart, FittedLaw, Watch, fit_law, go_on, intervals, predictions};
use crate::case::{Calibration, Case, FitSettings};
use crate::error::Error;
use crate::system::engine::{Engine, Engines};

/// The engine of a fit, all engines, and the receiver of progress.
pub(super) type FitTools<'a> = (Option<&'a dyn Engine>, &'a Engines, &'a dyn Watch);

/// Fits a case, with its engine if it names one.
pub(super) fn first<'a>(
    (case, calibration): (&'a Case, &'a Calibration),
    (engine, engines, watch): FitTools<'a>,
) -> Result<(FittedLaw<'a>, Option<EngineFitter<'a>>), Error> {
    watch.begins("fitting", 0);
    let found = fit_law(calibration, FitStart::Nothing(watch), &calibration.start(), &[], true)?;
    go_on(watch)?;
    let Some(engine) = engine else { return Ok((found, None)) };
    if !found.data.problem.stuck.is_empty() {
        let message = "rows that stick cannot be fitted through an engine: where it sticks is not tabulated";
        return Err(Error::with_help(message, "leave them out, or fit the law itself, without the engine"));
    }
    EngineFitter::fit((case, calibration), found, engine, engines, watch).map(|(found, through)| (found, Some(through)))
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
    (case, calibration): (&Case, &Calibration),
    settings: &FitSettings,
    with: FitTools<'_>,
) -> Result<HoldoutFit, Error> {
    if calibration.fit.hold_out.is_none() {
        return Ok(HoldoutFit::default());
    }
    let (found, _) = first((case, calibration), with)?;
    let spreads = intervals::spreads(&found, settings, false, with.2)?;
    let kept = found.data.measurements.iter().map(|measurement| measurement.fate == Fate::HeldOut);
    Ok(HoldoutFit { heights: predictions::held_out(&found, &spreads), kept: kept.collect() })
}
