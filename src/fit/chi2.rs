//! Quantiles of the chi-square distribution.
//!
//! Libraries of special functions use the logarithm of the system, which differs from machine to machine in the last digit.

use libm::{lgamma, log};

use super::student;

/// `x` with `P(X <= x) = probability` for `dof` degrees of freedom, which need not be a whole number; relative error below
/// 1e-10. NaN for none, or for a probability outside (0, 1).
pub fn quantile(probability: f64, dof: f64) -> f64 {
    if !(probability > 0.0 && probability < 1.0 && dof > 0.0 && dof.is_finite()) {
        return f64::NAN;
    }
    student::quantile(|x| below(x, dof), probability, dof)
}

/// `P(X <= x)`, the regularised incomplete gamma function `P(dof/2, x/2)`: by its series below `dof/2 + 1` and by its
/// continued fraction, as Lentz evaluates it, above (Abramowitz & Stegun 6.5.29 and 6.5.31).
pub fn below(x: f64, dof: f64) -> f64 {
    let (a, x) = (0.5 * dof, 0.5 * x);
    if x <= 0.0 {
        return 0.0;
    }
    let front = (a * log(x) - x - lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..100_000 {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < 1e-16 * sum {
                break;
            }
        }
        return (front * sum).min(1.0);
    }
    let nonzero = |v: f64| if v.abs() < 1e-300 { 1e-300 } else { v };
    let mut b = x + 1.0 - a;
    let mut d = 1.0 / nonzero(b);
    let (mut c, mut fraction) = (1e300, d);
    for n in 1..100_000 {
        let n = f64::from(n);
        let term = n * (a - n);
        b += 2.0;
        d = 1.0 / nonzero(term * d + b);
        c = nonzero(b + term / c);
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    1.0 - front * fraction
}
