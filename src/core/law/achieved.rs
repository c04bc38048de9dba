//! Restitution from a damping coefficient, and the damping coefficient that achieves a restitution.

use std::convert::Infallible;
use std::f64::consts::PI;

use super::Ends;
use crate::numerics::{Bracket, root};

/// The damping ratio `z` of a linear dashpot that achieves restitution `e`, in (0, 1], with the given end of contact.
///
/// - `zero-overlap`: `z = L/sqrt(pi^2 + L^2)`, `L = -ln e`; always below 1.
/// - otherwise: `(pi - 2p) tan p = L` with `z = sin p` for `e > exp(-2)`, `2u coth u = L` with `z = cosh u` below.
///
/// The same ratio serves every law `K delta^n + C delta^((n-1)/2) v`, with `C = z sqrt(2(n+1) m* K)`. Relative error
/// below 1e-14. Schwager & Poeschel 2007, Granular Matter 9, 465; Antypov & Elliott 2011, EPL 94, 50004.
pub fn damping_ratio(e: f64, ends: Ends) -> f64 {
    let L = -libm::log(e);
    match ends {
        Ends::ZeroOverlap => L / libm::hypot(L, PI),
        Ends::ForceClamped | Ends::ZeroForce => clamped_ratio(L),
    }
}

/// Inverse of the clamped closed form, by Newton's method.
fn clamped_ratio(L: f64) -> f64 {
    if L < 1.0 {
        // Newton's method for p itself: in the form with pi/2 - p a small p would be lost to rounding.
        let mut p = L / PI;
        for _ in 0..50 {
            let (sin, cos) = libm::sincos(p);
            let step = ((PI - 2.0 * p) * sin / cos - L) / ((PI - 2.0 * p) / (cos * cos) - 2.0 * sin / cos);
            p -= step;
            if step.abs() <= f64::EPSILON * p {
                break;
            }
        }
        return libm::sin(p);
    }
    // Newton's method for x = c^2 with z = cos c: smooth through z = 1, where x becomes negative, x = -u^2.
    let mut x: f64 = if L < 2.0 { 1.5 * (2.0 - L) } else { -0.25 * L * L };
    for _ in 0..100 {
        let (value, slope) = c_cot_c(x);
        let step = (2.0 * value - L) / (2.0 * slope);
        x -= step;
        if step.abs() <= f64::EPSILON * x.abs().max(1e-3) {
            break;
        }
    }
    if x >= 0.0 { libm::cos(x.sqrt()) } else { libm::cosh((-x).sqrt()) }
}

/// `sqrt(x) cot sqrt(x)`, continued to negative `x` as `sqrt(-x) coth sqrt(-x)`, and its derivative.
fn c_cot_c(x: f64) -> (f64, f64) {
    if x.abs() < 0.02 {
        // Abramowitz & Stegun 4.3.70.
        let series = [
            1.0,
            -1.0 / 3.0,
            -1.0 / 45.0,
            -2.0 / 945.0,
            -1.0 / 4725.0,
            -2.0 / 93_555.0,
            -1382.0 / 638_512_875.0,
            -4.0 / 18_243_225.0,
        ];
        return series.iter().rev().fold((0.0, 0.0), |(value, slope), &term| (value * x + term, slope * x + value));
    }
    let c = x.abs().sqrt();
    if x > 0.0 {
        let value = c / libm::tan(c);
        (value, 0.5 * (value / x - 1.0 / libm::sin(c).powi(2)))
    } else {
        let value = c / libm::tanh(c);
        (value, 0.5 * (value / x + 1.0 / libm::sinh(c).powi(2)))
    }
}

/// Restitution of a linear dashpot of ratio `z` with the given end of contact: the inverse of [`damping_ratio`].
///
/// 0 for `z >= 1` when the contact may pull. A negative `z` adds the energy that the positive one removes,
/// `e(-z) = 1/e(z)`, because the collision is then the one with `-z` backwards in time.
pub fn restitution_of_ratio(z: f64, ends: Ends) -> f64 {
    if z < 0.0 {
        return 1.0 / restitution_of_ratio(-z, ends);
    }
    let square = (1.0 - z) * (1.0 + z);
    match ends {
        Ends::ZeroOverlap if square > 0.0 => libm::exp(-PI * z / square.sqrt()),
        Ends::ZeroOverlap => 0.0,
        _ if square > 0.0 => libm::exp(-2.0 * libm::acos(z) * z / square.sqrt()),
        _ if square < 0.0 => libm::exp(-2.0 * libm::acosh(z) * z / (-square).sqrt()),
        _ => libm::exp(-2f64),
    }
}

/// `lambda v` of Hunt & Crossley that achieves restitution `e`, in (0, 1]: the root of
/// `x - ln(1+x) = -e x - ln(1 - e x)` other than 0. The same for every exponent and end. Relative error below 1e-13.
pub fn hunt_crossley_number(e: f64) -> f64 {
    if e == 1.0 {
        return 0.0;
    }
    if e > 0.85 {
        return gentle_hunt_crossley(e);
    }
    // Root in l = ln(1 - e x): it keeps its relative precision where e x is close to 1.
    let x = |l: f64| -libm::expm1(l) / e;
    let imbalance = |l: f64| l + x(l) - libm::log1p(x(l)) - libm::expm1(l);
    let lowest = libm::log1p(1.0 / e) - 1.0 / e - 1.5;
    let bracket = Bracket { a: lowest, fa: imbalance(lowest), b: -0.05, fb: imbalance(-0.05) };
    match root::<Infallible>(|l| Ok(imbalance(l)), bracket, 0.0) {
        Ok(l) => x(l),
        Err(never) => match never {},
    }
}

/// [`hunt_crossley_number`] near `e = 1`, from the series of both logarithms: `sum (-x)^k (1 - (-1)^k e^(k+2))/(k+2) = 0`.
pub fn gentle_hunt_crossley(e: f64) -> f64 {
    let terms: Vec<f64> = (0..48)
        .map(|k| {
            let n = k + 2;
            let factor = if k % 2 == 0 { -libm::expm1(f64::from(n) * libm::log(e)) } else { -(1.0 + e.powi(n)) };
            factor / f64::from(n)
        })
        .collect();
    let mut x = -terms[0] / terms[1];
    for _ in 0..50 {
        let (value, slope) = terms.iter().rev().fold((0.0, 0.0), |(v, s), &term| (v * x + term, s * x + v));
        let step = value / slope;
        x -= step;
        if step.abs() <= f64::EPSILON * x {
            break;
        }
    }
    x
}
