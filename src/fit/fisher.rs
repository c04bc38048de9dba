//! Quantiles of the F distribution.

use super::student::{self, beta_part};

/// `P(F <= f)` with `d1` and `d2` degrees of freedom: `I_x(d1/2, d2/2)` with `x = d1 f/(d1 f + d2)` (Abramowitz & Stegun
/// 26.6.2).
pub fn below(f: f64, d1: f64, d2: f64) -> f64 {
    beta_part(d1 * f / (d1 * f + d2), 0.5 * d1, 0.5 * d2)
}

/// `P(F > f)`, to its own digits where it is small.
pub fn above(f: f64, d1: f64, d2: f64) -> f64 {
    beta_part(d2 / (d1 * f + d2), 0.5 * d2, 0.5 * d1)
}

/// `f` with `P(F <= f) = probability`; NaN without degrees of freedom, or for a probability outside (0, 1).
pub fn quantile(probability: f64, d1: f64, d2: f64) -> f64 {
    if !(probability > 0.0 && probability < 1.0 && d1 > 0.0 && d2 > 0.0) {
        return f64::NAN;
    }
    student::quantile(|f| below(f, d1, d2), probability, 1.0)
}
