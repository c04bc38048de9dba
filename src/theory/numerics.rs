//! Numerics of the theories: special functions, a root, integrals without a closed form, and sums of powers.

use std::f64::consts::PI;
use std::sync::LazyLock;

use crate::collide::estimate::Estimate;

/// `Gamma(x)` for `x > 0`, relative error below 1e-15.
pub fn gamma(x: f64) -> f64 {
    libm::tgamma(x)
}

/// `B_2k / (2k (2k-1))`, the coefficients of Stirling's series.
const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];

/// `ln(|Gamma(x+iy)|^2 / Gamma(x)^2)` for `x > 0`: zero at `y = 0`, negative elsewhere.
///
/// The argument is shifted past 10 by `Gamma(w+1) = w Gamma(w)` and Stirling's series taken there (DLMF 5.11.1).
/// Only the difference to the real axis is formed, so the absolute error is 1e-17 near it and grows as the value does.
pub fn ln_gamma_fall(x: f64, y: f64) -> f64 {
    let mut X = x;
    let mut shift = 0.0;
    while X < 10.0 {
        shift += libm::log1p((y / X) * (y / X));
        X += 1.0;
    }
    let main = (X - 0.5) * libm::log1p((y / X) * (y / X)) - 2.0 * y * libm::atan2(y, X);
    main + 2.0 * (stirling_real(X, y) - stirling_real(X, 0.0)) - shift
}

/// Real part of Stirling's series at `x + iy`.
fn stirling_real(x: f64, y: f64) -> f64 {
    let norm = x * x + y * y;
    let (a, b) = (x / norm, -y / norm);
    let (square_a, square_b) = (a * a - b * b, 2.0 * a * b);
    let (mut power_a, mut power_b) = (a, b);
    let mut sum = 0.0;
    for coefficient in STIRLING {
        sum += coefficient * power_a;
        (power_a, power_b) = (power_a * square_a - power_b * square_b, power_a * square_b + power_b * square_a);
    }
    sum
}

/// `x - ln(1+x)` for `x > -1`, to rounding also where the two nearly cancel.
///
/// With `r = x/(2+x)`, `ln(1+x) = 2 artanh r`, so the difference is `x r - 2 (r^3/3 + r^5/5 + ...)`.
pub fn minus_ln_1p(x: f64) -> f64 {
    if !(-0.6..=1.0).contains(&x) {
        return x - libm::log1p(x);
    }
    let r = x / (2.0 + x);
    let square = r * r;
    let mut power = r;
    let mut sum = 0.0;
    for k in 1..64 {
        power *= square;
        let term = power / f64::from(2 * k + 1);
        sum += term;
        if term.abs() <= f64::EPSILON * 0.125 * sum.abs() {
            break;
        }
    }
    x * r - 2.0 * sum
}

/// The root of an increasing function between `low` and `high`: Newton's method, kept inside the bracket by bisection.
///
/// `f` returns the function and its slope. The result is as near as rounding of `f` allows.
pub fn increasing_root(f: impl Fn(f64) -> (f64, f64), mut low: f64, mut high: f64) -> f64 {
    let mut x = 0.5 * (low + high);
    for _ in 0..400 {
        let (value, slope) = f(x);
        if value == 0.0 {
            return x;
        }
        if value < 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= f64::EPSILON * 0.5 * next.abs() || next == low || next == high {
            return next;
        }
        x = next;
    }
    x
}

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
        let grow = PI * libm::sinh(t);
        let (far, near) = (1.0 / (1.0 + libm::exp(-grow)), 1.0 / (1.0 + libm::exp(grow)));
        Self { near, far, weight: PI * libm::cosh(t) * far * near }
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

    /// `q` above `from` where the value has risen by `rise`; it rises from there on, and its first power is the largest.
    pub fn reached(&self, from: f64, rise: f64) -> f64 {
        let first = |&(c, n): &(f64, i32)| libm::pow(rise / c, 1.0 / f64::from(n));
        let mut beyond = 2.0 * from + self.0.first().map_or(0.0, first);
        while self.rise(from, beyond) < rise {
            beyond *= 2.0;
        }
        increasing_root(|q| (self.rise(from, q) - rise, self.slope(q)), from, beyond)
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
