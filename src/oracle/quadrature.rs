//! Integrals that have no closed form.

use crate::trajectory::Estimate;

/// Largest `|t|`: the outermost point lies 1e-61 of the interval from its end, enough for `s^(-3/5)` (exponent 4).
const REACH: f64 = 4.5;
/// Smallest step in `t`, as a power of one half.
const FINEST: i32 = 7;

/// `integral of f(s) ds` from 0 to `length`; `f` may have integrable singularities at the ends.
///
/// `f` is given the distances `s` and `length - s` to both ends, each without cancellation. Double-exponential
/// rule, Takahasi & Mori 1974. The step is halved until nothing changes; the last change, which overstates the
/// error of the last value, is the uncertainty.
pub fn integral(f: impl Fn(f64, f64) -> f64, length: f64) -> Estimate {
    let point = |t: f64| {
        let grow = std::f64::consts::PI * t.sinh();
        let (left, right) = (1.0 / (1.0 + (-grow).exp()), 1.0 / (1.0 + grow.exp()));
        std::f64::consts::PI * t.cosh() * left * right * f(length * left, length * right)
    };
    let mut step = 0.25;
    let mut sum = row(&point, 0.0, step);
    let mut value = length * step * sum;
    let mut change = f64::INFINITY;
    for _ in 2..FINEST {
        sum += row(&point, 0.5 * step, step);
        step *= 0.5;
        let finer = length * step * sum;
        change = (finer - value).abs();
        value = finer;
        if change <= 2.0 * f64::EPSILON * value.abs() {
            break;
        }
    }
    Estimate::new(value, change + 8.0 * f64::EPSILON * value.abs())
}

/// Sum over `t = start + i step`, `|t| <= REACH`, from the outside in: small terms first.
fn row(point: &impl Fn(f64) -> f64, start: f64, step: f64) -> f64 {
    let mut sum = 0.0;
    let mut t = REACH - step + start;
    while t > 0.0 {
        sum += point(t) + point(-t);
        t -= step;
    }
    if start == 0.0 { sum + point(0.0) } else { sum }
}
