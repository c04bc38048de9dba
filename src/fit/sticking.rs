//! Drops whose ball did not rebound: such a row has no restitution, and only shows that its speed was not above the
//! sticking speed of the law.
//!
//! With a speed that was read as `v` with a standard deviation `s`, the probability of sticking is `P = Phi((V_s - v)/s)`, and
//! the row costs `-ln P`: a normal observation that is censored (Tobin 1958, Econometrica 26, 24). A row far below `V_s` costs
//! nothing, one far above it as much as a residual of so many standard deviations.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

use nalgebra::{DMatrix, DVector};

/// Below this `Phi` is taken from its asymptotic series.
pub const FAR: f64 = -20.0;

/// A drop whose ball did not rebound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StickingRow {
    /// Number of its experiment.
    pub part: usize,
    /// Before the impact, m/s.
    pub speed: f64,
    /// One standard deviation of it, m/s; above zero.
    pub sigma: f64,
}

impl StickingRow {
    /// `(V_s - v)/s`
    pub fn distance(&self, sticking_speed: f64) -> f64 {
        (sticking_speed - self.speed) / self.sigma
    }

    /// Probability of a speed no larger than this one.
    pub fn probability(&self, sticking_speed: f64) -> f64 {
        ln_phi(self.distance(sticking_speed)).exp()
    }
}

/// `ln Phi(z)`, `Phi` the distribution of a normal number; relative error below 1e-9.
pub fn ln_phi(z: f64) -> f64 {
    if z > FAR {
        return (0.5 * libm::erfc(-z * FRAC_1_SQRT_2)).ln();
    }
    let w = (z * z).recip();
    -0.5 * z * z - (-z * TAU.sqrt()).ln() + (-w * (1.0 - w * (3.0 - 15.0 * w))).ln_1p()
}

/// `phi(z)/Phi(z)`, the slope of `ln Phi`.
pub fn mills(z: f64) -> f64 {
    (-0.5 * z * z - ln_phi(z)).exp() / TAU.sqrt()
}

/// Square root of twice the loss of a row: `sqrt(-2 ln Phi(z))`.
pub(super) fn root(z: f64) -> f64 {
    (-2.0 * ln_phi(z)).max(0.0).sqrt()
}

/// The likelihood of all such rows and its derivatives by the unknowns, in free coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StickingLikelihood {
    pub cost: f64,
    /// Slope of the likelihood, uphill.
    pub score: DVector<f64>,
    /// Observed information, `sum m (m + z) z' z'^T` with `m = phi/Phi`.
    pub information: DMatrix<f64>,
}

impl StickingLikelihood {
    /// Of rows at these distances from the sticking speed, with its slopes.
    pub fn of(stuck: &[StickingRow], distances: &[f64], slopes: &DVector<f64>) -> Self {
        let p = slopes.len();
        let mut all = Self { cost: 0.0, score: DVector::zeros(p), information: DMatrix::zeros(p, p) };
        for (row, &z) in stuck.iter().zip(distances) {
            let m = mills(z);
            all.cost -= ln_phi(z);
            all.score.axpy(m / row.sigma, slopes, 1.0);
            all.information.ger((m * (m + z)).max(0.0) / (row.sigma * row.sigma), slopes, slopes, 1.0);
        }
        all
    }
}
