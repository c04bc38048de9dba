//! Compares the scatter of the readings with their stated errors, and finds the error that would explain it.

use super::result::{Consistency, Restated};
use super::{FittedLaw, data};
use crate::case::Calibration;
use crate::case::experiment_keys::{HEIGHT_SIGMA, REBOUND_SIGMA, TIME_SIGMA};
use crate::error::Error;
use crate::fit::birge::birge;
use crate::fit::drop_impacts::Reduction;
use crate::ode::{Bracket, narrowed};

/// Largest factor on a standard deviation in the search, over the ratio: one of several errors has to grow more.
const FARTHEST: f64 = 30.0;
/// Tolerance of the ratio around one.
const CLOSE: f64 = 1e-3;

/// The Birge ratio of a fit; if it is too large, also the standard deviation of the case that would make it one.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn consistency(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Option<Consistency>, Error> {
    let Some(birge) = birge(&found.data.problem, &found.estimate).map_err(Error::wrong)? else { return Ok(None) };
    let restated = if birge.too_large() { restated(calibration, found, birge.ratio) } else { None };
    Ok(Some(Consistency { birge, restated }))
}

/// The measurements are read again with other standard deviations, and held against the same fit: that the fit itself
/// would move is of second order, since its weights hardly matter to where it ends.
fn restated(calibration: &Calibration, found: &FittedLaw<'_>, ratio: f64) -> Option<Restated> {
    let timed = found.data.impacts.iter().any(|impact| impact.timed);
    if found.data.impacts.is_empty() || !calibration.others.is_empty() {
        return None;
    }
    // The rebound counts most: it is the smaller of the two heights.
    let of_rebounds = calibration.experiment.quantity(&REBOUND_SIGMA).is_some();
    let (key, unit) = match (timed, of_rebounds) {
        (true, _) => (TIME_SIGMA, "s"),
        (_, true) => (REBOUND_SIGMA, "m"),
        _ => (HEIGHT_SIGMA, "m"),
    };
    let name = key.name;
    let mut other = calibration.clone();
    let stated = other.experiment.number(&key)?;
    let asked = Reduction { effects: false, air: true };
    let mut excess = |log: f64| -> Result<f64, String> {
        if let Some(sigma) = other.experiment.quantity_mut(&key) {
            sigma.value = stated * log.exp();
        }
        let data = data(&other, &found.estimate.theta, &[], &asked).map_err(|problem| problem.message)?;
        let there = birge(&data.problem, &found.estimate)?.ok_or("there is no ratio")?;
        Ok(there.ratio - 1.0)
    };
    let far = (FARTHEST * ratio).ln();
    let lowest = excess(far).ok().filter(|lowest| *lowest <= CLOSE)?;
    let ends = Bracket { a: 0.0, fa: ratio - 1.0, b: far, fb: lowest };
    let found = narrowed(&mut excess, ends, 0.0, CLOSE).ok()?.best();
    Some(Restated { name: name.to_string(), unit: unit.to_string(), stated, wanted: stated * found.exp() })
}
