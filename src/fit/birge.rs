//! The Birge ratio: compares the scatter of the data about the fit with their stated errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chi2;
use super::estimate::BestFit;
use super::fitting::gram;
use super::loss::Loss;
use super::problem::Problem;
use super::weights::Weights;
use crate::ode::halved;

/// Probability that the ratio is below the limit if the stated errors are right.
const CHANCE: f64 = 0.99;
/// Fewest degrees of freedom for a ratio.
const FEWEST: f64 = 1.0;

/// How far data scatter, over how far their stated errors let them.
///
/// `B = sqrt(chi2/dof)` (Birge 1932, Phys. Rev. 40, 207): 1 where the stated errors are all there is. Where the scatter
/// between drops is estimated from the data, what a drop has in common is taken off first: that scatter makes up for
/// errors of whole drops, and only what is left is a test of the readings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Birge {
    /// `B`, a plain number above zero.
    pub ratio: f64,
    /// Data, less one a drop where its offset was taken off, less what the unknowns take of them.
    pub dof: f64,
    /// By chance the ratio stays below in 99 of 100 experiments.
    pub limit: f64,
    /// Whether the offsets of the drops were taken off.
    pub within_drops: bool,
}

impl Birge {
    /// Whether the ratio is above the limit.
    pub fn too_large(&self) -> bool {
        self.ratio > self.limit
    }
}

/// The ratio of a fit; `None` where nothing is left to tell it from, such as one number a drop.
///
/// With `Q = S^-1 - S^-1 1 (1^T S^-1 1)^-1 1^T S^-1` of each drop (`S^-1` where no scatter is estimated) `chi2 = r^T Q r`,
/// whose expectation is `dof = tr(Q S) - tr((J^T V^-1 J)^-1 J^T Q J)`: exact for a linear model, and the last term is the
/// part of the unknowns that is told from inside the drops. Under Huber's loss the ratio is his scale, `sum psi^2(w/B) =
/// dof E psi^2` (proposal 2, Huber 1981, section 6.4), which a few outliers do not make large.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn birge(problem: &Problem, estimate: &BestFit) -> Result<Option<Birge>, String> {
    let weights = Weights::of(problem, estimate)?;
    let within_drops = weights.estimated;
    let bare = |of: &[f64]| -> Vec<f64> {
        let block = |block: &super::weights::Block| if within_drops { block.within(of) } else { block.whiten(of) };
        weights.blocks.iter().flat_map(|of| block(of).as_slice().to_vec()).collect()
    };
    let columns: Vec<Vec<f64>> =
        estimate.state.jacobian.column_iter().map(|column| column.iter().copied().collect()).collect();
    let normal = gram(&columns.iter().map(|column| weights.whiten(column)).collect::<Vec<_>>());
    let inside = gram(&columns.iter().map(|column| bare(column)).collect::<Vec<_>>());
    let Some(factor) = normal.cholesky() else { return Ok(None) };
    let offsets = if within_drops { weights.blocks.len() } else { 0 };
    let dof = (problem.data.len() - offsets) as f64 - factor.solve(&inside).trace();
    if dof < FEWEST || dof.is_nan() {
        return Ok(None);
    }
    let w = bare(&estimate.residuals);
    let (ratio, worth) = match estimate.loss {
        Loss::Squares => ((w.iter().map(|w| w * w).sum::<f64>() / dof).sqrt(), dof),
        Loss::Huber { constant, .. } => {
            let (mean, efficiency) = clipped(constant);
            (scale(&w, estimate.loss.convex(), mean * dof), efficiency * dof)
        }
    };
    let limit = (chi2::quantile(CHANCE, worth) / worth).sqrt();
    Ok(Some(Birge { ratio, dof, limit, within_drops }))
}

/// `B` with `sum psi^2(w/B) = target`, by bisection: the sum falls as `B` grows.
fn scale(w: &[f64], loss: Loss, target: f64) -> f64 {
    let over = |scale: f64| w.iter().map(|w| loss.pull(w / scale).powi(2)).sum::<f64>() > target;
    // Clipping makes no square larger.
    let high = (w.iter().map(|w| w * w).sum::<f64>() / target).sqrt();
    halved([0.0, high], 60, |scale| !over(scale))[1]
}

/// `E psi^2` of a normal error that is clipped at `k`, and the part of the degrees of freedom that its scale is worth:
/// `(E[2 w psi psi'])^2/(2 var psi^2)`.
pub fn clipped(k: f64) -> (f64, f64) {
    let inside = libm::erf(k / std::f64::consts::SQRT_2);
    let density = (-0.5 * k * k).exp() / (2.0 * std::f64::consts::PI).sqrt();
    // Second and fourth moment of what is not clipped.
    let second = inside - 2.0 * k * density;
    let fourth = 3.0 * inside - 2.0 * density * (k.powi(3) + 3.0 * k);
    let mean = second + k * k * (1.0 - inside);
    let variance = fourth + k.powi(4) * (1.0 - inside) - mean * mean;
    (mean, (2.0 * second).powi(2) / (2.0 * variance))
}
