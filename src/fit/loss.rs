//! Loss functions of the fit: squared and Huber's.

/// Tuning constant of Huber's loss: 95 % as efficient as squares where errors are normal (Huber 1981, section 4.5).
pub const HUBER: f64 = 1.345;
/// Standard deviations beyond which a misfit pulls no more: 5.2 median deviations (rule X84, Hampel 1985, Technometrics 27, 95).
///
/// Under Huber's loss alone a part `p` of outliers on one side pulls the mean off by `p k/((1 - p) P(|z| < k))`, 0.086 sigma at 5 %,
/// however many readings there are: half a standard error of 40 of them, which no scatter shows.
pub const REACH: f64 = 3.5;

/// Loss as a function of the residual in standard deviations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// `r^2/2`
    Squares,
    /// `r^2/2` up to `constant`, then `constant |r| - constant^2/2`: an outlier pulls no harder than that, and beyond `reach` not
    /// at all.
    Huber { constant: f64, reach: f64 },
}

impl Loss {
    /// Huber's with the usual constants.
    pub fn huber() -> Self {
        Self::Huber { constant: HUBER, reach: REACH }
    }

    /// Huber's convex loss of 1964, without the cutoff. It has one minimum, where the search with the cutoff starts.
    pub fn convex(self) -> Self {
        match self {
            Self::Squares => self,
            Self::Huber { constant, .. } => Self::Huber { constant, reach: f64::INFINITY },
        }
    }

    /// Whether a residual is beyond the cutoff and has no influence.
    pub fn beyond(self, r: f64) -> bool {
        matches!(self, Self::Huber { reach, .. } if r.abs() > reach)
    }

    /// Loss of one residual.
    pub fn cost(self, r: f64) -> f64 {
        match self {
            Self::Huber { constant, reach } if r.abs() > constant => {
                constant * r.abs().min(reach) - 0.5 * constant * constant
            }
            _ => 0.5 * r * r,
        }
    }

    /// The number whose half square is the cost: what least squares are given.
    pub(super) fn root(self, r: f64) -> f64 {
        match self {
            Self::Squares => r,
            Self::Huber { constant, .. } if r.abs() <= constant => r,
            Self::Huber { .. } => (2.0 * self.cost(r)).sqrt().copysign(r),
        }
    }

    /// What is called `psi`: the derivative of the cost.
    pub(super) fn pull(self, r: f64) -> f64 {
        match self {
            Self::Squares => r,
            Self::Huber { .. } if self.beyond(r) => 0.0,
            Self::Huber { constant, .. } => r.clamp(-constant, constant),
        }
    }
}

/// `d ln e/d ln v` of measured restitutions (speed, restitution): the slope of a straight line through the logarithms; 0
/// where the speeds do not tell one.
pub fn slope(measured: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> =
        measured.iter().filter(|(v, e)| *v > 0.0 && *e > 0.0).map(|(v, e)| (v.ln(), e.ln())).collect();
    let n = points.len() as f64;
    let (x, y) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let along: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let across: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    if along > 1e-6 * n { across / along } else { 0.0 }
}
