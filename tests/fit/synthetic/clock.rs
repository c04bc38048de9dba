//! How the errors of bounces hang together.

/// What is uncertain in the times of bounces, one standard deviation each, s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Of each interval on its own.
    pub interval: f64,
    /// Of each moment of impact, which two intervals share: one longer, the other shorter.
    pub impact: f64,
}

impl Clock {
    /// Standard deviations and correlations of the restitutions `e_k = t_(k+1)/t_k` of one throw, as misfits to a law.
    ///
    /// `d e_k/e_k = d t_(k+1)/t_(k+1) - d t_k/t_k`: neighbours share `t_(k+1)`, one as its rebound and the other as its
    /// fall, hence a correlation near -1/2; an uncertain moment of impact ties `e_k` to `e_(k+2)` as well.
    ///
    /// Of a law whose restitution falls or rises with speed, `slope = d ln e/d ln v` (0 of the restitutions alone), an
    /// interval read too long makes `e_k` too small by its part, and what the law says at the speed that was read with it
    /// too large by `slope` times its part, so that `1 + slope` of it is left in the misfit.
    ///
    /// Without air; with it the speeds are proportional to the intervals to a few per cent, which is enough here.
    pub fn misfits(self, intervals: &[f64], slope: f64) -> Vec<SharedInterval> {
        let variance = self.interval * self.interval + 2.0 * self.impact * self.impact;
        let neighbours = -self.impact * self.impact;
        // Covariance of d t_i/t_i and d t_j/t_j.
        let relative = |i: usize, j: usize| {
            let (a, b) = (intervals.get(i), intervals.get(j));
            let (Some(a), Some(b)) = (a, b) else { return 0.0 };
            match i.abs_diff(j) {
                0 => variance / (a * b),
                1 => neighbours / (a * b),
                _ => 0.0,
            }
        };
        let fall = 1.0 + slope;
        let covariance = |k: usize, l: usize| {
            relative(k + 1, l + 1) - fall * (relative(k + 1, l) + relative(k, l + 1)) + fall * fall * relative(k, l)
        };
        let mut shared = Vec::with_capacity(intervals.len());
        for (k, pair) in intervals.windows(2).enumerate() {
            let [fall, rise] = pair else { continue };
            let restitution = rise / fall;
            let own = covariance(k, k).sqrt();
            let with = |j: usize| covariance(j, k) / (covariance(j, j).sqrt() * own);
            let correlations = if own > 0.0 { (0..k).rev().take(2).map(with).collect() } else { Vec::new() };
            shared.push(SharedInterval { restitution, sigma: restitution * own, correlations });
        }
        shared
    }
}

/// A restitution that shares an interval with its neighbours.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedInterval {
    pub restitution: f64,
    /// One standard deviation.
    pub sigma: f64,
    /// With those before it, the nearest first.
    pub correlations: Vec<f64>,
}
