//! Quantiles of Student's t distribution.

use std::convert::Infallible;

use libm::{lgamma, log};

use crate::numerics::{Bracket, root};

/// `t` with `P(|T| <= t) = confidence` for `dof` degrees of freedom, relative error below 1e-10; normal for infinitely
/// many, NaN for none or for a confidence outside (0, 1).
pub fn two_sided(confidence: f64, dof: f64) -> f64 {
    if !(confidence > 0.0 && confidence < 1.0 && dof > 0.0) {
        return f64::NAN;
    }
    quantile(|t| within(t, dof), confidence, 1.0)
}

/// Where a distribution of numbers above zero reaches a probability: the bracket is doubled from `start`.
pub(super) fn quantile(below: impl Fn(f64) -> f64, probability: f64, start: f64) -> f64 {
    let mut high = start;
    while below(high) < probability && high < 1e300 {
        high *= 2.0;
    }
    let over = |x: f64| Ok::<f64, Infallible>(below(x) - probability);
    let bracket = Bracket { a: 0.0, fa: -probability, b: high, fb: below(high) - probability };
    match root(over, bracket, 1e-13 * high) {
        Ok(x) => x,
        Err(never) => match never {},
    }
}

/// Degrees of freedom of the sum of an error of standard uncertainty `estimated` with `dof` of them and one of `stated`, which is known:
/// `(u_1^2 + u_2^2)^2/(u_1^4/dof)` (Welch 1947, Satterthwaite 1946; GUM, G.4.1).
pub fn welch(estimated: f64, dof: f64, stated: f64) -> f64 {
    let added = stated / estimated;
    if estimated > 0.0 { dof * (1.0 + added * added).powi(2) } else { f64::INFINITY }
}

/// Half the interval at a level of the sum of an error of standard uncertainty `estimated`, with its degrees of freedom, and one of
/// `stated`: with Student's t of [`welch`], and not less than that of the first alone, which few degrees of freedom would make it.
pub fn combined(level: f64, (estimated, dof): (f64, f64), stated: f64) -> f64 {
    let both = two_sided(level, welch(estimated, dof, stated)) * estimated.hypot(stated);
    if estimated > 0.0 { both.max(two_sided(level, dof) * estimated) } else { both }
}

/// `P(|T| <= t)`; 1 - I_x(dof/2, 1/2) with `x = dof/(dof + t^2)` (Abramowitz & Stegun 26.7.1 and 26.5.27).
pub fn within(t: f64, dof: f64) -> f64 {
    if dof.is_infinite() {
        return libm::erf(t.abs() / std::f64::consts::SQRT_2);
    }
    // The beta function loses digits there; Abramowitz & Stegun 26.7.8 has an error of 1/dof^2.
    if dof > 1e6 {
        let normal = t.abs() * (1.0 - 1.0 / (4.0 * dof)) / (1.0 + t * t / (2.0 * dof)).sqrt();
        return libm::erf(normal / std::f64::consts::SQRT_2);
    }
    let x = t * t / (dof + t * t);
    beta_part(x, 0.5, 0.5 * dof)
}

/// The regularised incomplete beta function, by its continued fraction (Abramowitz & Stegun 26.5.8), as Lentz evaluates
/// it.
pub(super) fn beta_part(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_part(1.0 - x, b, a);
    }
    let front = (lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * libm::log1p(-x)).exp() / a;
    let nonzero = |v: f64| if v.abs() < 1e-300 { 1e-300 } else { v };
    let (mut c, mut d) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..10_000 {
        let m = f64::from(m);
        for term in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / nonzero(1.0 + term * d);
            c = nonzero(1.0 + term / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}
