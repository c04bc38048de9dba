//! Sums of powers of a coordinate, with differences computed without cancellation.

use super::quadrature::integral;
use crate::collide::trajectory::Estimate;

/// `sum c q^n`
#[derive(Debug, Clone, PartialEq)]
pub struct Powers(pub Vec<(f64, i32)>);

impl Powers {
    /// The value at `a` less that at `b`, over `a - b`.
    pub fn divided(&self, a: f64, b: f64) -> f64 {
        self.0.iter().map(|&(c, n)| c * divided_power(n, a, b)).sum()
    }

    /// The sum of the sizes of the terms of [`divided`](Self::divided), over the size of that: how strongly rounding acts on it.
    fn condition(&self, a: f64, b: f64) -> f64 {
        let size: f64 = self.0.iter().map(|&(c, n)| (c * divided_power(n, a, b)).abs()).sum();
        size / self.divided(a, b).abs()
    }

    pub fn rise(&self, from: f64, to: f64) -> f64 {
        (to - from) * self.divided(to, from)
    }

    /// The derivative by `q`.
    pub fn slope(&self, q: f64) -> f64 {
        self.0.iter().map(|&(c, n)| f64::from(n) * c * q.powi(n - 1)).sum()
    }

    /// The sum of the sizes of its terms.
    pub fn size(&self, q: f64) -> f64 {
        self.0.iter().map(|&(c, n)| (c * q.powi(n)).abs()).sum()
    }
}

/// `(a^n - b^n)/(a - b)`
fn divided_power(n: i32, a: f64, b: f64) -> f64 {
    (0..n).map(|k| a.powi(k) * b.powi(n - 1 - k)).sum()
}

/// Rounding errors of a difference of energies, in units in the last place of its largest term.
const ROUNDING: f64 = 8.0;

/// Time from rest at `deepest` to `end` of a mass (kg) under an elastic energy, s; `rate` is `d delta/dq`.
pub fn time_from_rest(energy: &Powers, rate: impl Fn(f64) -> f64, m: f64, deepest: f64, end: f64) -> Estimate {
    // At deepest - u^2 the speed is u sqrt(2 (U_max - U)/u^2/m*).
    let slope = |u: f64| {
        let q = deepest - u * u;
        2.0 * rate(q) / (2.0 / m * energy.divided(deepest, q)).sqrt()
    };
    let length = (deepest - end).sqrt();
    // Where attraction and elastic energy nearly cancel, rounding changes the speed, and the time goes as 1/v.
    let doubt = integral(|u, _| slope(u) * energy.condition(deepest, deepest - u * u), length).value;
    let time = integral(|u, _| slope(u), length);
    Estimate::new(time.value, time.uncertainty + 0.5 * ROUNDING * f64::EPSILON * doubt)
}
