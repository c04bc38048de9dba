//! Covariance of the unknowns, from the derivatives of the model at the best fit.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::Interval;
use crate::fit::estimate::{BestFit, NoEstimate};
use crate::fit::fitting::Fit;
use crate::fit::loss::Loss;
use crate::fit::problem::{Model, Problem};
use crate::fit::student;

/// Covariance, standard errors and correlations.
#[derive(Debug, Clone, PartialEq)]
pub struct Covariance {
    /// Of the unknowns, row by row, in their units; `(J^T V^-1 J)^-1` with the scatter between drops in `V`, and what
    /// numerical errors of the predictions add.
    pub matrix: Vec<Vec<f64>>,
    pub sigmas: Vec<f64>,
    pub correlations: Vec<Vec<f64>>,
    quantile_dof: f64,
    theta: Vec<f64>,
}

impl Covariance {
    /// `theta +- t sigma` with Student's `t`.
    pub fn interval(&self, unknown: usize, confidence: f64) -> Option<Interval> {
        let (theta, sigma) = (self.theta.get(unknown)?, self.sigmas.get(unknown)?);
        let t = student::two_sided(confidence, self.quantile_dof);
        t.is_finite().then_some(Interval { low: theta - t * sigma, high: theta + t * sigma })
    }
}

/// The covariance of a fit, where there is one to claim: not under Huber's loss, whose cost is no likelihood; not at a
/// bound, where the cost is not flat; and not where the data do not tell the unknowns apart.
pub fn covariance(problem: &Problem, model: &dyn Model, estimate: &BestFit) -> Option<Covariance> {
    if estimate.loss != Loss::Squares || estimate.at_bound.iter().any(|at| *at) {
        return None;
    }
    let fit = Fit::of(problem, model, estimate).ok()?;
    // Rows that stick have no scatter of their own to be multiplied.
    let (normal, stuck) = (fit.normal(&estimate.state.jacobian), &estimate.state.stuck.information);
    let inverse = (&normal + stuck).cholesky()?.inverse();
    let free = match problem.stuck.is_empty() {
        true => inverse * estimate.scale().powi(2),
        false => &inverse * (normal * estimate.scale().powi(2) + stuck) * &inverse,
    };
    let slopes = slopes(estimate);
    let p = slopes.len();
    let mut matrix = DMatrix::from_fn(p, p, |i, j| free[(i, j)] * slopes[i] * slopes[j]);
    for (i, numerical) in estimate.numerical.iter().enumerate() {
        matrix[(i, i)] += numerical * numerical;
    }
    let sigmas: Vec<f64> = (0..p).map(|i| matrix[(i, i)].sqrt()).collect();
    if !sigmas.iter().all(|sigma| sigma.is_finite() && *sigma > 0.0) {
        return None;
    }
    let rows = |of: &dyn Fn(usize, usize) -> f64| (0..p).map(|i| (0..p).map(|j| of(i, j)).collect()).collect();
    Some(Covariance {
        matrix: rows(&|i, j| matrix[(i, j)]),
        correlations: rows(&|i, j| matrix[(i, j)] / (sigmas[i] * sigmas[j])),
        sigmas: sigmas.clone(),
        quantile_dof: estimate.dof_of_errors(),
        theta: estimate.theta.clone(),
    })
}

/// Derivatives of the unknowns by their free coordinates.
pub(super) fn slopes(estimate: &BestFit) -> Vec<f64> {
    let pairs = estimate.unknowns.iter().zip(&estimate.state.free);
    pairs
        .map(|(unknown, x)| {
            let h = 1e-6 * x.abs().max(1.0);
            (unknown.from_free(x + h) - unknown.from_free(x - h)) / (2.0 * h)
        })
        .collect()
}

/// For each unknown, by how much its interval and its standard error are longer where drops do not scatter as the fit assumes: all data
/// of one by the same deviation of an unknown, and none where they do not depend on it. None is below 1.
///
/// The variance of `d theta = sum c_g`, `c_g = M^-1 J_g^T V_g^-1 r_g` of whole drops, is `sum c_g^2 m_g/n_g`, with
/// `m_g = M^-1 A_g M^-1` and `n_g = M^-1 (A_g - A_g M^-1 A_g) M^-1` the variances of `c_g` about the truth and about the fit,
/// `A_g = J_g^T V_g^-1 J_g`; its degrees of freedom are `(sum m_g)^2/sum m_g^2 - 1` (Bell & McCaffrey 2002, Surv. Methodol. 28, 169).
pub fn over_drops(problem: &Problem, model: &dyn Model, estimate: &BestFit, confidence: f64) -> Option<Vec<[f64; 2]>> {
    let fit = Fit::of(problem, model, estimate).ok()?;
    let jacobian = &estimate.state.jacobian;
    let p = jacobian.ncols();
    let inverse = fit.normal(jacobian).cholesky()?.inverse();
    let mut drops = vec![(DVector::zeros(p), DMatrix::zeros(p, p)); fit.weights.clusters];
    for block in &fit.weights.blocks {
        let (score, information) = drops.get_mut(block.cluster)?;
        let slopes = jacobian.select_rows(&block.rows);
        *score += slopes.tr_mul(&block.weigh(&estimate.residuals));
        *information += slopes.tr_mul(&block.factor.solve(&slopes));
    }
    let of = |k: usize| {
        let row = inverse.column(k);
        let (mut variance, mut known, mut squares) = (0.0, 0.0, 0.0);
        for (score, information) in &drops {
            let slope = information * row;
            let about_truth = row.dot(&slope);
            let about_fit = about_truth - slope.dot(&(&inverse * &slope));
            if about_fit > 1e-9 * about_truth {
                variance += row.dot(score).powi(2) * about_truth / about_fit;
            }
            known += about_truth;
            squares += about_truth * about_truth;
        }
        let longer = (variance / known).sqrt() / estimate.scale();
        let t = student::two_sided(confidence, known * known / squares - 1.0);
        [longer * t / estimate.quantile(confidence), longer].map(|longer| longer.max(1.0))
    };
    Some((0..p).map(of).collect())
}

/// The variance of each unknown, of its unit squared, that comes from the stated errors, from what they are more because drops of one
/// height share that of its setting, from the scatter between drops, and from what groups of drops share.
///
/// The estimate is linear in small errors, `d theta = W^T d y` with `W = V^-1 J (J^T V^-1 J)^-1`: the stated errors give
/// `W^T S W` of `W^T V W`, and the effect of a group of inflation `c` gives
/// `1 - 1/c` of what its drops give. Drops of a group from one height share the error of that height, `u` of each: it gives
/// `(sum W u)^2` in place of `sum (W u)^2`. By squares; under Huber's loss the same weights are taken.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn shares(problem: &Problem, model: &dyn Model, estimate: &BestFit) -> Result<Vec<[f64; 4]>, NoEstimate> {
    let fit = Fit::of(problem, model, estimate)?;
    let p = estimate.theta.len();
    let jacobian = &estimate.state.jacobian;
    let Some(factor) = (fit.normal(jacobian) + &estimate.state.stuck.information).cholesky() else {
        return Ok(vec![[0.0; 4]; p]);
    };
    let inverse = factor.inverse();
    let columns: Vec<Vec<f64>> = jacobian.column_iter().map(|column| column.iter().copied().collect()).collect();
    let mut scattered = DMatrix::<f64>::zeros(p, p);
    let mut grouped = DMatrix::<f64>::zeros(p, p);
    let mut set: BTreeMap<(usize, u64), (DVector<f64>, DVector<f64>)> = BTreeMap::new();
    for block in &fit.weights.blocks {
        let s = block.scatters * estimate.scatter.get(block.quantity).copied().unwrap_or(0.0);
        // `J^T V^-1` of the block, or times 1.
        let weighed: Vec<DVector<f64>> = columns.iter().map(|of| block.weigh(of)).collect();
        let product = |i: usize, j: usize| match block.apart {
            true => weighed[i].dot(&weighed[j]),
            false => weighed[i].sum() * weighed[j].sum(),
        };
        scattered += DMatrix::from_fn(p, p, product) * (s * s);
        let grow = fit.weights.inflation.get(block.group).copied().unwrap_or(1.0);
        let slopes = jacobian.select_rows(&block.rows);
        for (i, weighed) in weighed.iter().enumerate() {
            let of = slopes.tr_mul(weighed) * (1.0 - 1.0 / grow);
            for j in 0..p {
                grouped[(j, i)] += of[j];
            }
        }
        for (at, datum) in block.rows.iter().enumerate().filter_map(|(at, row)| Some((at, problem.data.get(*row)?))) {
            let moved = &inverse * DVector::from_fn(p, |i, _| weighed[i][at]) * datum.setting;
            let (sum, squares) = set
                .entry((datum.group, datum.speed.to_bits()))
                .or_insert_with(|| (DVector::zeros(p), DVector::zeros(p)));
            *squares += moved.component_mul(&moved);
            *sum += moved;
        }
    }
    let (by_drops, by_groups) = (&inverse * scattered * &inverse, &inverse * grouped * &inverse);
    let parts = |(i, slope): (usize, f64)| {
        let whole = inverse[(i, i)];
        let [drops, groups] = [&by_drops, &by_groups].map(|of| of[(i, i)].clamp(0.0, whole));
        let together: f64 = set.values().map(|(sum, squares)| sum[i] * sum[i] - squares[i]).sum();
        [(whole - drops - groups).max(0.0), together, drops, groups].map(|part| part * slope * slope)
    };
    Ok(slopes(estimate).into_iter().enumerate().map(parts).collect())
}
