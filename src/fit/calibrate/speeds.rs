//! Restitutions whose speed was read with an error of its own, as a table has it in `speed sigma`.

use crate::fit::problem::{Datum, Predictor};

/// Standard deviations of the speed within which the law is looked at, and in how many parts.
const FAR: f64 = 6.0;
const PARTS: usize = 6;
/// Golden sections after which a place is known to rounding.
const SECTIONS: usize = 38;

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
    let (mut a, mut b) = (place(best.saturating_sub(1)), place((best + 1).min(PARTS)));
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let (mut c, mut d) = (b - golden * (b - a), a + golden * (b - a));
    let (mut at_c, mut at_d) = (square(c), square(d));
    for _ in 0..SECTIONS {
        if at_c < at_d {
            (b, d, at_d) = (d, c, at_c);
            c = b - golden * (b - a);
            at_c = square(c);
        } else {
            (a, c, at_c) = (c, d, at_d);
            d = a + golden * (b - a);
            at_d = square(d);
        }
    }
    let distance = at_c.min(at_d).sqrt();
    let above = datum.speed <= sticks || datum.value > e(datum.speed)?;
    Ok(datum.value - if above { distance } else { -distance } * datum.sigma)
}
