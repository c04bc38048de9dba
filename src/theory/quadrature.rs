//! Integrals that have no closed form.

use std::f64::consts::PI;
use std::sync::LazyLock;

use crate::collide::trajectory::Estimate;

/// Largest `|t|`: the outermost point lies 1e-61 of the interval from its end, enough for `s^(-3/5)` (exponent 4).
const REACH: f64 = 4.5;
/// Smallest step in `t`, as a power of one half.
const FINEST: usize = 7;

/// A point of the rule at `t > 0`: its distances to both ends and its weight, of an interval of length 1. That at `-t` mirrors it.
#[derive(Clone, Copy)]
struct Abscissa {
    near: f64,
    far: f64,
    weight: f64,
}

impl Abscissa {
    fn at(t: f64) -> Self {
        let grow = PI * t.sinh();
        let (far, near) = (1.0 / (1.0 + (-grow).exp()), 1.0 / (1.0 + grow.exp()));
        Self { near, far, weight: PI * t.cosh() * far * near }
    }
}

/// The points that each halving of the step adds, from the outside in: small terms first.
static NODES: LazyLock<[Vec<Abscissa>; FINEST - 1]> = LazyLock::new(|| {
    std::array::from_fn(|level| {
        let step = 0.5_f64.powi(level.max(1) as i32 + 1);
        let start = if level == 0 { 0.0 } else { 0.5 * step };
        (1..).map(|k| REACH - f64::from(k) * step + start).take_while(|t| *t > 0.0).map(Abscissa::at).collect()
    })
});

/// `integral of f(s) ds` from 0 to `length`; `f` may have integrable singularities at the ends.
///
/// `f` is given the distances `s` and `length - s` to both ends, each without cancellation. Double-exponential
/// rule, Takahasi & Mori 1974. The step is halved until nothing changes; the last change, which overstates the
/// error of the last value, is the uncertainty.
pub fn integral(f: impl Fn(f64, f64) -> f64, length: f64) -> Estimate {
    let row = |level: usize| {
        let sum = |sum: f64, &Abscissa { near, far, weight }: &Abscissa| {
            sum + (weight * f(length * far, length * near) + weight * f(length * near, length * far))
        };
        NODES[level].iter().fold(0.0, sum)
    };
    let mut step = 0.25;
    let mut sum = row(0) + 0.25 * PI * f(0.5 * length, 0.5 * length);
    let mut value = length * step * sum;
    let mut change = f64::INFINITY;
    for level in 1..FINEST - 1 {
        sum += row(level);
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
