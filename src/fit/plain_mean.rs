//! Student's interval of an unweighted mean of numbers with different variances.

use nalgebra::{DMatrix, DVector};

use super::estimated::LEVEL;
use super::student;
use crate::ode::{halved, smooth};

/// Degrees of freedom within this part of `k - 1` are those of equal variances.
const ALIKE: f64 = 1e-4;

/// `P(|T| > t)` of `T = u^T y/sqrt(y^T (1 - u u^T) y/(k - 1))`, where the errors of `y` are normal with these variances and `u` is
/// the direction of the slopes: Student's where the variances are equal.
///
/// It is the probability that a quadratic form of normal numbers is above zero, of which one eigenvalue `a` is above zero and
/// the others, `-b_i`, below: `2/pi` times the integral of `prod_i (1 + b_i/(a sin^2 phi))^(-1/2)` from 0 to `pi/2`, by Craig's
/// formula for the normal distribution.
pub fn beyond(t: f64, slopes: &[f64], variances: &[f64]) -> f64 {
    let k = slopes.len();
    let length = slopes.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
    let u = DVector::from_iterator(k, slopes.iter().map(|slope| slope / length));
    let c = t * t / (k as f64 - 1.0);
    let sigma = |i: usize| variances.get(i).copied().unwrap_or(f64::NAN).sqrt();
    let form = DMatrix::from_fn(k, k, |i, j| {
        let own = if i == j { c } else { 0.0 };
        sigma(i) * sigma(j) * ((1.0 + c) * u[i] * u[j] - own)
    });
    let mut eigenvalues: Vec<f64> = form.symmetric_eigenvalues().iter().copied().collect();
    eigenvalues.sort_by(f64::total_cmp);
    let Some(above) = eigenvalues.pop() else { return f64::NAN };
    let [chance] = smooth(|x| {
        let sine = (std::f64::consts::FRAC_PI_2 * x).sin();
        let product: f64 = eigenvalues.iter().map(|value| 1.0 - value.min(0.0) / (above * sine * sine)).product();
        [product.sqrt().recip()]
    });
    chance
}

/// The degrees of freedom whose `t` of 95 % is that of [`beyond`]: `k - 1` where the variances are equal, more where some numbers
/// are less exact. The plain mean and the scatter of the numbers then are large together, and Student's interval of `k - 1` holds
/// more than it says (Bakirov & Szekely 2006).
pub fn dof(slopes: &[f64], variances: &[f64]) -> f64 {
    let least = slopes.len() as f64 - 1.0;
    let enough = |dof: f64| beyond(student::two_sided(LEVEL, dof), slopes, variances) <= 1.0 - LEVEL;
    if !enough(least * (1.0 + ALIKE)) {
        return least;
    }
    if enough(f64::INFINITY) {
        return f64::INFINITY;
    }
    // By 1/dof: the interval goes nearly in proportion to it.
    1.0 / halved([0.0, 1.0 / least], 30, |part| enough(1.0 / part))[1]
}
