//! The runs test: whether the signs of ordered residuals change as often as by chance.

use libm::lgamma;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
        let of = |i: usize, j: usize| (choose(m - 1, i) + choose(n - 1, j) - all).exp();
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
