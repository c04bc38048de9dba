//! Restitutions whose speed has an uncertainty of its own, the column `speed sigma` of a table.

use crate::fit::problem::{Datum, Predictor};
use crate::fit::search::least_between;

/// Range of speeds in the search, in standard deviations, and number of its parts.
const FAR: f64 = 6.0;
const PARTS: usize = 6;

/// The value less the distance of a datum from the law, in its own standard deviations: the least of `((v - v')/s_v)^2 + ((e -
/// e(v'))/s_e)^2` over the speeds `v'` at which bodies part (Deming 1943; total least squares). An error of the speed is no error of
/// the restitution where the law is steep, as it is next to the sticking speed.
///
/// # Errors
/// When the law has no meaning at any of these speeds.
pub(super) fn from_nearest(law: &Predictor<'_>, datum: &Datum, sticks: f64) -> Result<f64, String> {
    let s_v = datum.speed_sigma;
    let e = |speed: f64| law(&Datum { speed, speed_sigma: 0.0, ..datum.clone() });
    let square = |speed: f64| {
        let of_e = e(speed).map_or(f64::INFINITY, |e| (datum.value - e) / datum.sigma);
        ((datum.speed - speed) / s_v).powi(2) + of_e * of_e
    };
    let low = (datum.speed - FAR * s_v).max(sticks * (1.0 + 1e-12)).max(1e-3 * datum.speed);
    let high = (datum.speed + FAR * s_v).max(low + s_v);
    // Closer together at the lower end, where a law with adhesion is steep.
    let place = |k: usize| low + (high - low) * (k as f64 / PARTS as f64).powi(2);
    let best = (0..=PARTS).min_by(|a, b| square(place(*a)).total_cmp(&square(place(*b)))).unwrap_or(0);
    let (from, to) = (place(best.saturating_sub(1)), place((best + 1).min(PARTS)));
    let distance = least_between(&square, from, to).map_or(f64::NAN, f64::sqrt);
    let above = datum.speed <= sticks || datum.value > e(datum.speed)?;
    Ok(datum.value - if above { distance } else { -distance } * datum.sigma)
}
