//! Bias of an estimate from the curvature of the model.

use super::covariance::slopes;
use crate::fit::estimate::{BestFit, NoEstimate};
use crate::fit::fitting::Fit;
use crate::fit::loss::Loss;
use crate::fit::problem::{Model, Problem};

/// Step of the second differences, in standard errors: large enough against rounding.
const STEP: f64 = 0.25;
/// Largest bias, in standard errors: beyond, the next order is as large, and the correction is not reliable.
const MOST: f64 = 0.25;
/// Smallest bias that is corrected, in standard errors.
const LEAST: f64 = 0.01;

/// Expected bias of each unknown in its unit, to be subtracted from the estimate.
///
/// To second order (Box 1971, J. R. Stat. Soc. B 33, 171): `b = -1/2 C J^T V^-1 m` with `C = (J^T V^-1 J)^-1`, `m_i =
/// tr(H_i C)` and `H_i` the second derivatives of prediction `i`; in the free coordinates, `theta = g(x)`, then `g' b +
/// 1/2 g'' C`. Zero under Huber's loss and at a bound, where it does not hold.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn bias(problem: &Problem, model: &dyn Model, estimate: &BestFit) -> Result<Vec<f64>, NoEstimate> {
    let none = vec![0.0; estimate.theta.len()];
    if estimate.loss != Loss::Squares || estimate.at_bound.iter().any(|at| *at) {
        return Ok(none);
    }
    Ok(expected(&Fit::of(problem, model, estimate)?, estimate).unwrap_or(none))
}

fn expected(fit: &Fit<'_>, estimate: &BestFit) -> Option<Vec<f64>> {
    let (x, jacobian) = (&estimate.state.free, &estimate.state.jacobian);
    let factor = (fit.normal(jacobian) + &estimate.state.stuck.information).cholesky()?;
    let spread = factor.inverse();
    // `C = L L^T`: the trace is the sum of the second derivatives along the columns of `L`.
    let root = spread.clone().cholesky()?.l();
    let mut curved = vec![0.0; estimate.predicted.len()];
    for direction in root.column_iter() {
        let moved = |by: f64| fit.predict(&x.iter().zip(direction.iter()).map(|(x, d)| x + by * d).collect::<Vec<_>>());
        let (up, down) = (moved(STEP)?, moved(-STEP)?);
        for (sum, ((up, down), here)) in curved.iter_mut().zip(up.iter().zip(&down).zip(&estimate.predicted)) {
            *sum += (up - 2.0 * here + down) / (STEP * STEP);
        }
    }
    let bias = factor.solve(&fit.score(jacobian, &curved)) * -0.5;
    let of = |(k, (slope, unknown)): (usize, (f64, &crate::fit::problem::Unknown))| {
        let (at, error) = (*x.get(k)?, spread[(k, k)].sqrt());
        let ends = unknown.from_free(at + error) + unknown.from_free(at - error);
        let off = slope * bias[k] + 0.5 * (ends - 2.0 * unknown.from_free(at));
        let sigma = (slope * error).abs();
        let off = off.clamp(-MOST * sigma, MOST * sigma);
        Some(if off.abs() < LEAST * sigma || !off.is_finite() { 0.0 } else { off })
    };
    slopes(estimate).into_iter().zip(&estimate.unknowns).enumerate().map(of).collect()
}
