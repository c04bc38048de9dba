//! The fit that held-out heights judge, which is not the one that is quoted.

use super::result::{Fate, HeldOutHeight};
use super::through::Through;
use super::{Fitted, Known, Watch, around, fitted, go_on, intervals};
use crate::case::{Calibration, Case, FitSettings};
use crate::error::Error;
use crate::system::engine::{Engine, Engines};

/// The engine of a fit, those there are, and who looks on.
pub(super) type FitTools<'a> = (Option<&'a dyn Engine>, &'a Engines, &'a dyn Watch);

/// The fit of a case, through its engine where it names one.
pub(super) fn first<'a>(
    (case, calibration): (&'a Case, &'a Calibration),
    (engine, engines, watch): FitTools<'a>,
) -> Result<(Fitted<'a>, Option<Through<'a>>), Error> {
    watch.begins("fitting", 0);
    let found = fitted(calibration, Known::Nothing(watch), &calibration.start(), &[], true)?;
    go_on(watch)?;
    let Some(engine) = engine else { return Ok((found, None)) };
    if !found.data.problem.stuck.is_empty() {
        let message = "rows that stick cannot be fitted through an engine: where it sticks is not tabulated";
        return Err(Error::with_help(message, "leave them out, or fit the law itself, without the engine"));
    }
    Through::fit((case, calibration), found, engine, engines, watch).map(|(found, through)| (found, Some(through)))
}

/// What is held out, beside what a fit of the rest predicts of it.
#[derive(Default)]
pub(super) struct Judged {
    pub heights: Vec<HeldOutHeight>,
    /// Of each measurement.
    pub kept: Vec<bool>,
}

/// Fits what is not held out, and predicts what is.
///
/// # Errors
/// As the fit itself.
pub(super) fn judged(
    (case, calibration): (&Case, &Calibration),
    settings: &FitSettings,
    with: FitTools<'_>,
) -> Result<Judged, Error> {
    if calibration.fit.hold_out.is_none() {
        return Ok(Judged::default());
    }
    let (found, _) = first((case, calibration), with)?;
    let spreads = intervals::spreads(&found, settings, false, with.2)?;
    let kept = found.data.measurements.iter().map(|measurement| measurement.fate == Fate::HeldOut);
    Ok(Judged { heights: around::held_out(&found, &spreads), kept: kept.collect() })
}
