//! Quantiles of Student, chi-square and Fisher, and the runs test.

use libm::lgamma;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Quantiles of Student's t distribution.
pub mod student {
    use crate::numerics::Bracket;
    use crate::numerics::root;
    use libm::lgamma;
    use libm::log;
    use std::convert::Infallible;

    /// `t` with `P(|T| <= t) = confidence` for `dof` degrees of freedom, relative error below 1e-10; normal for infinitely
    /// many, NaN for none or for a confidence outside (0, 1).
    pub fn two_sided(confidence: f64, dof: f64) -> f64 {
        if !(confidence > 0.0 && confidence < 1.0 && dof > 0.0) {
            return f64::NAN;
        }
        quantile(|t| within(t, dof), confidence, 1.0)
    }

    /// Where a distribution of numbers above zero reaches a probability: the bracket is doubled from `start`.
    pub(in crate::fit) fn quantile(below: impl Fn(f64) -> f64, probability: f64, start: f64) -> f64 {
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
        let both = two_sided(level, welch(estimated, dof, stated)) * libm::hypot(estimated, stated);
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
    pub(in crate::fit) fn beta_part(x: f64, a: f64, b: f64) -> f64 {
        if x <= 0.0 || x >= 1.0 {
            return x.clamp(0.0, 1.0);
        }
        if x > (a + 1.0) / (a + b + 2.0) {
            return 1.0 - beta_part(1.0 - x, b, a);
        }
        let front = libm::exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * libm::log1p(-x)) / a;
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
}

/// Quantiles of the chi-square distribution.
///
/// Libraries of special functions use the logarithm of the system, which differs from machine to machine in the last digit.
pub mod chi2 {
    use super::student;
    use libm::lgamma;
    use libm::log;

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
        let front = libm::exp(a * log(x) - x - lgamma(a));
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
}

/// Quantiles of the F distribution.
pub mod fisher {
    use super::student;
    use super::student::beta_part;

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
}

/// Residuals in an order: how many lie above the fit, how many below, and in how many runs of one sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Runs {
    pub above: usize,
    pub below: usize,
    pub runs: usize,
}

impl Runs {
    /// Of residuals in their order; zeros and what is not a number are passed over.
    pub fn of(residuals: impl Iterator<Item = f64>) -> Self {
        let mut found = Self { above: 0, below: 0, runs: 0 };
        let mut last = None;
        for residual in residuals.filter(|residual| *residual != 0.0 && !residual.is_nan()) {
            let up = residual > 0.0;
            found.above += usize::from(up);
            found.below += usize::from(!up);
            found.runs += usize::from(last != Some(up));
            last = Some(up);
        }
        found
    }

    /// Probability of so few runs or fewer, where every order of the signs is as likely as any other.
    pub fn chance(self) -> f64 {
        (1..=self.runs).map(|runs| self.probability(runs)).sum::<f64>().min(1.0)
    }

    /// Whether the fewest runs these signs could have would be rarer than `level`: otherwise nothing can be told.
    pub fn tells(self, level: f64) -> bool {
        Self { runs: 2, ..self }.chance() < level
    }

    /// Mean and standard deviation of the number of runs by chance.
    pub fn expected(self) -> (f64, f64) {
        let (a, b) = (self.above as f64, self.below as f64);
        let (n, product) = (a + b, 2.0 * a * b);
        (1.0 + product / n, (product * (product - n) / (n * n * (n - 1.0))).max(0.0).sqrt())
    }

    /// Of exactly so many runs, at every size: with `m` signs of one kind and `n` of the other `P(2k) = 2 C(m-1,k-1)
    /// C(n-1,k-1)/C(m+n,m)` and `P(2k+1) = [C(m-1,k-1) C(n-1,k) + C(m-1,k) C(n-1,k-1)]/C(m+n,m)` (Wald & Wolfowitz 1940,
    /// Ann. Math. Stat. 11, 147).
    pub fn probability(self, runs: usize) -> f64 {
        let (m, n) = (self.above, self.below);
        if m == 0 || n == 0 {
            return if runs == 1 { 1.0 } else { 0.0 };
        }
        let all = choose(m + n, m);
        let of = |i: usize, j: usize| libm::exp(choose(m - 1, i) + choose(n - 1, j) - all);
        let k = runs / 2;
        match runs {
            0 | 1 => 0.0,
            _ if runs.is_multiple_of(2) => 2.0 * of(k - 1, k - 1),
            _ => of(k - 1, k) + of(k, k - 1),
        }
    }
}

/// `ln C(n, k)`; minus infinity where there is no such choice.
fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return f64::NEG_INFINITY;
    }
    let ln = |count: usize| lgamma(count as f64 + 1.0);
    ln(n) - ln(k) - ln(n - k)
}
