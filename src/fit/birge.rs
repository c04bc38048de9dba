//! The Birge ratio: compares the scatter of the data about the fit with their stated errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chi2;
use super::estimate::{BestFit, gram};
use super::problem::Problem;
use super::weights::{Weights, least_scatter};

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
/// part of the unknowns that the numbers inside the drops determine.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn birge(problem: &Problem, estimate: &BestFit) -> Result<Option<Birge>, String> {
    let Some(Squares { sum, dof, within_drops }) = squares(problem, estimate, 0.0)? else { return Ok(None) };
    let limit = (chi2::quantile(CHANCE, dof) / dof).sqrt();
    Ok(Some(Birge { ratio: (sum / dof).sqrt(), dof, limit, within_drops }))
}

/// Standard deviation between the impacts of a drop, about what the whole drop is off by and beyond the stated errors, in the unit of the
/// data: that with which the ratio is one. Zero where it is less without, and where drops have one number.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn between_impacts(problem: &Problem, estimate: &BestFit) -> Result<f64, String> {
    let told = squares(problem, estimate, 0.0)?.is_some_and(|found| found.within_drops);
    // Data that scatter each by itself have that as their scatter.
    if !told || problem.data.iter().any(|datum| datum.apart) {
        return Ok(0.0);
    }
    let start = problem.data.iter().map(|datum| datum.sigma).fold(f64::INFINITY, f64::min);
    let too_small = |more| matches!(squares(problem, estimate, more), Ok(Some(found)) if found.sum > found.dof);
    Ok(least_scatter(too_small, start))
}

/// `chi2` and its expectation.
struct Squares {
    sum: f64,
    dof: f64,
    within_drops: bool,
}

/// With `more` standard deviations of each datum beside the stated ones.
fn squares(problem: &Problem, estimate: &BestFit, more: f64) -> Result<Option<Squares>, String> {
    let mut weights = Weights::of(problem, estimate)?;
    let within_drops = weights.estimated;
    if more > 0.0 {
        for block in &mut weights.blocks {
            (0..block.rows.len()).for_each(|i| block.stated[(i, i)] += more * more);
        }
        weights.set(weights.scatter.clone());
    }
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
    let sum = bare(&estimate.residuals).iter().map(|w| w * w).sum();
    Ok((dof >= FEWEST).then_some(Squares { sum, dof, within_drops }))
}
