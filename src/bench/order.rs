//! Orders of convergence: a slope with its uncertainty, and whether it is one.

/// Largest difference of neighbouring local slopes in an asymptotic sequence of time steps.
const SETTLED: f64 = 0.35;
/// Largest difference between the slopes of the finer and the coarser half of a sequence of time steps.
const BENT: f64 = 0.25;
/// Relative errors below this are rounding, not discretisation.
const ROUNDING: f64 = 1e-13;

/// Why no order of convergence can be fitted to a sequence of time steps.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum NoOrder {
    #[error("an order needs at least three steps, not {0}")]
    TooFew(usize),
    #[error("at {0} steps per contact the error is {1}, so no order can be fitted")]
    NotPositive(f64, f64),
    #[error("no order can be fitted: at {0} steps per contact the step cannot be run, or its collision does not end")]
    NoCollision(f64),
    #[error("the steps per contact must increase")]
    NotGrowing,
}

/// Whether a fitted slope is the order of the scheme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Asymptotic {
    /// The local slopes have settled.
    Yes,
    /// The finer half of the ladder has another slope than the coarser half: finer steps are needed.
    Bending { coarse: f64, fine: f64 },
    /// Neighbouring local slopes differ by this much: more steps or more phases are needed.
    Scattered { jump: f64 },
    /// The finest errors are rounding: coarser steps are needed.
    Rounding { error: f64 },
}

/// The slope of the error against the number of steps per contact, in logarithms.
#[derive(Debug, Clone, PartialEq)]
pub struct ConvergenceOrder {
    /// `p` of `error = c n^-p`, `n` the steps per contact: least squares in the logarithms.
    pub slope: f64,
    /// Standard error of the slope from the scatter about the line. It does not include curvature: see `asymptotic`.
    pub uncertainty: f64,
    /// `c` of `error = c n^-p`.
    pub constant: f64,
    /// Slope between each step and the next finer one.
    pub local: Vec<f64>,
    pub asymptotic: Asymptotic,
}

/// Fits `error = c n^-p` to `(n, error)`, coarse first; the errors are magnitudes, the worst over onset phases.
///
/// # Errors
/// [`NoOrder`], when there are fewer than three rungs, one is not positive and finite, or they are out of order.
pub fn order(ladder: &[(f64, f64)]) -> Result<ConvergenceOrder, NoOrder> {
    if ladder.len() < 3 {
        return Err(NoOrder::TooFew(ladder.len()));
    }
    for &(n, error) in ladder {
        if error == f64::INFINITY {
            return Err(NoOrder::NoCollision(n));
        }
        if !(n > 0.0 && n.is_finite() && error > 0.0 && error.is_finite()) {
            return Err(NoOrder::NotPositive(n, error));
        }
    }
    if ladder.windows(2).any(|pair| pair[1].0 <= pair[0].0) {
        return Err(NoOrder::NotGrowing);
    }
    let points: Vec<(f64, f64)> = ladder.iter().map(|&(n, error)| (libm::log(n), libm::log(error))).collect();
    let line = Line::through(&points);
    let local: Vec<f64> = points.windows(2).map(|p| (p[0].1 - p[1].1) / (p[1].0 - p[0].0)).collect();
    let asymptotic = asymptotic(ladder, &points, &local);
    Ok(ConvergenceOrder {
        slope: -line.slope,
        uncertainty: line.uncertainty,
        constant: libm::exp(line.intercept),
        local,
        asymptotic,
    })
}

fn asymptotic(ladder: &[(f64, f64)], points: &[(f64, f64)], local: &[f64]) -> Asymptotic {
    if let Some(&(_, error)) = ladder.last()
        && error < ROUNDING
    {
        return Asymptotic::Rounding { error };
    }
    let fine = &local[local.len() / 2..];
    let jump = fine.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
    if jump > SETTLED {
        return Asymptotic::Scattered { jump };
    }
    let middle = points.len() / 2;
    let coarse = -Line::through(&points[..=middle]).slope;
    let fine = -Line::through(&points[points.len() - 1 - middle..]).slope;
    if (fine - coarse).abs() > BENT { Asymptotic::Bending { coarse, fine } } else { Asymptotic::Yes }
}

/// A straight line by least squares.
struct Line {
    slope: f64,
    intercept: f64,
    /// Standard error of the slope; 0 through two points.
    uncertainty: f64,
}

impl Line {
    fn through(points: &[(f64, f64)]) -> Self {
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let spread: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
        let slope = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread;
        let intercept = y - slope * x;
        let residual: f64 = points.iter().map(|p| (p.1 - intercept - slope * p.0).powi(2)).sum();
        let freedom = count - 2.0;
        let uncertainty = if freedom > 0.0 { (residual / freedom / spread).sqrt() } else { 0.0 };
        Self { slope, intercept, uncertainty }
    }
}
