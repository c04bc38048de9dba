//! The bootstrap over drops: refits to drops drawn with replacement.

use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

use super::Interval;
use crate::fit::estimate::{BestFit, NoEstimate};
use crate::fit::fitting::Fit;
use crate::fit::loss::Loss;
use crate::fit::problem::{Model, Problem};
use crate::fit::random::Stream;
use crate::fit::search::least_squares;
use crate::fit::weights::{Block, Weights};

/// Options of the bootstrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    pub replicates: usize,
    pub seed: u64,
}

/// Results of the refits.
#[derive(Debug, Clone, PartialEq)]
pub struct Bootstrap {
    pub resampling: Resampling,
    /// Of each refit that could be done, the unknowns in their units; in the order of the replicates.
    pub thetas: Vec<Vec<f64>>,
    /// Replicates that could not be fitted, such as those that drew too few different drops.
    pub failed: usize,
    /// Robust standard errors in free coordinates, over drops.
    errors: Vec<f64>,
    /// Each refit's distance from the best fit in its own standard errors.
    pivots: Vec<Vec<f64>>,
    free: Vec<f64>,
    unknowns: Vec<crate::fit::problem::Unknown>,
}

/// Refits below which no interval is read off.
const FEWEST: usize = 50;

impl Bootstrap {
    /// The bootstrap-t interval: the quantiles of `(refit - best)/(standard error of the refit)`, turned round (Efron &
    /// Tibshirani 1993, section 12.5), in the free coordinate, so that it stays within the bounds.
    ///
    /// Standard errors are those of whole drops: `M^-1 (sum_g u_g u_g^T) M^-1` with `u_g = J_g^T V_g^-1 r_g`.
    pub fn interval(&self, unknown: usize, confidence: f64) -> Option<Interval> {
        let mut pivots: Vec<f64> = self.pivots.iter().filter_map(|pivots| pivots.get(unknown).copied()).collect();
        let (low, high) = tails(&mut pivots, confidence)?;
        let (x, error) = (self.free.get(unknown)?, self.errors.get(unknown)?);
        let of = self.unknowns.get(unknown)?;
        Some(Interval { low: of.from_free(x - high * error), high: of.from_free(x - low * error) })
    }

    /// Covariance of the refits, row by row.
    pub fn covariance(&self) -> Vec<Vec<f64>> {
        let n = self.thetas.len() as f64;
        let p = self.free.len();
        let of = |i: usize| self.thetas.iter().filter_map(move |theta| theta.get(i).copied());
        let means: Vec<f64> = (0..p).map(|i| of(i).sum::<f64>() / n).collect();
        let mean = |i: usize| means.get(i).copied().unwrap_or(f64::NAN);
        let entry = |i, j| of(i).zip(of(j)).map(|(a, b)| (a - mean(i)) * (b - mean(j))).sum::<f64>() / (n - 1.0);
        (0..p).map(|i| (0..p).map(|j| entry(i, j)).collect()).collect()
    }
}

/// Both quantiles that leave half of the rest outside each.
fn tails(values: &mut [f64], confidence: f64) -> Option<(f64, f64)> {
    if values.len() < FEWEST || !(confidence > 0.0 && confidence < 1.0) {
        return None;
    }
    values.sort_by(f64::total_cmp);
    Some((quantile(values, 0.5 * (1.0 - confidence)), quantile(values, 0.5 * (1.0 + confidence))))
}

/// A quantile of sorted values by linear interpolation between order statistics at `q (n + 1)`; NaN of none.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let place = (q * (sorted.len() + 1) as f64 - 1.0).max(0.0).min(sorted.len().saturating_sub(1) as f64);
    let at = place.floor() as usize;
    let value = |at: usize| sorted.get(at).or(sorted.last()).copied().unwrap_or(f64::NAN);
    value(at) + (value(at + 1) - value(at)) * (place - at as f64)
}

/// Refits on resampled drops. `go_on` is told of each refit as it is done and may end the work by saying `false`.
///
/// The weights stay those of the best fit. A replicate has its own random numbers: the same bytes on any number of
/// threads. Under squares a refit is Newton's method with the slopes of the best fit, and Levenberg & Marquardt's where
/// that does not close in; under Huber's loss always the latter.
///
/// # Errors
/// When the problem is not the one the estimate is of, or the work was ended.
pub fn bootstrap(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    resampling: Resampling,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Bootstrap, NoEstimate> {
    let fit = Fit::of(problem, model, estimate)?;
    let plan = Plan::new(problem, model, estimate, &fit.weights);
    let once = vec![1.0; plan.clusters];
    let errors = plan.errors(&estimate.state.free, &estimate.predicted, &once, &plan.jacobian);
    let refits: Vec<Option<Option<Refit>>> = (0..resampling.replicates as u64)
        .into_par_iter()
        .map(|replicate| {
            if !go_on() {
                return None;
            }
            let mut stream = Stream::new(resampling.seed, replicate);
            let mut counts = vec![0.0; plan.clusters];
            for _ in 0..plan.clusters {
                counts[stream.below(plan.clusters)] += 1.0;
            }
            Some(plan.refit(&counts))
        })
        .collect();
    let mut out = Bootstrap {
        resampling,
        thetas: Vec::new(),
        failed: 0,
        errors: errors.unwrap_or_default(),
        pivots: Vec::new(),
        free: estimate.state.free.clone(),
        unknowns: estimate.unknowns.clone(),
    };
    for refit in refits {
        match refit {
            None => return Err(NoEstimate::Interrupted),
            Some(None) => out.failed += 1,
            Some(Some(refit)) => {
                out.thetas.push(fit.theta(&refit.free));
                out.pivots.extend(refit.pivots);
            }
        }
    }
    Ok(out)
}

struct Refit {
    free: Vec<f64>,
    /// Where the standard errors could be computed.
    pivots: Option<Vec<f64>>,
}

/// Data shared by all refits.
struct Plan<'a> {
    problem: &'a Problem,
    model: &'a dyn Model,
    estimate: &'a BestFit,
    blocks: &'a [Block],
    /// For each block of one datum: its index and weight. Most blocks are such, and need no matrices.
    single: Vec<Option<(usize, f64)>>,
    clusters: usize,
    jacobian: DMatrix<f64>,
    /// Index of the drop of each datum.
    cluster_of: Vec<usize>,
}

/// Change in squared standard errors at which a refit has converged.
const CLOSE: f64 = 1e-7;

impl<'a> Plan<'a> {
    fn new(problem: &'a Problem, model: &'a dyn Model, estimate: &'a BestFit, weights: &'a Weights) -> Self {
        let mut cluster_of = vec![0; problem.data.len()];
        for block in &weights.blocks {
            block.rows.iter().for_each(|&row| cluster_of[row] = block.cluster);
        }
        let jacobian = estimate.state.jacobian.clone();
        let (blocks, clusters) = (&weights.blocks[..], weights.clusters);
        let single = blocks.iter().map(Block::single).collect();
        Self { problem, model, estimate, blocks, single, clusters, jacobian, cluster_of }
    }

    /// Predictions of the drops that were drawn; the others keep a zero.
    fn predict(&self, free: &[f64], counts: &[f64]) -> Option<Vec<f64>> {
        let unknowns = self.model.unknowns().iter();
        let theta: Vec<f64> = unknowns.zip(free).map(|(unknown, x)| unknown.from_free(*x)).collect();
        let mut all = vec![0.0; self.problem.data.len()];
        let predict = self.model.with(&theta).ok()?;
        for ((datum, cluster), place) in self.problem.data.iter().zip(&self.cluster_of).zip(&mut all) {
            if counts.get(*cluster).is_some_and(|count| *count > 0.0) {
                *place = predict(datum).ok().filter(|value| value.is_finite())?;
            }
        }
        Some(all)
    }

    fn residuals(&self, predicted: &[f64]) -> Vec<f64> {
        self.problem.data.iter().zip(predicted).map(|(datum, value)| datum.value - value).collect()
    }

    /// `J_g^T V_g^-1` of every block that was drawn, summed as `M = J^T V^-1 J`, and `u_g` of every drop.
    fn sums(&self, r: &[f64], counts: &[f64], jacobian: &DMatrix<f64>) -> (DMatrix<f64>, DVector<f64>, DMatrix<f64>) {
        let p = jacobian.ncols();
        let (mut normal, mut score) = (DMatrix::zeros(p, p), DVector::zeros(p));
        let mut of_drops = DMatrix::zeros(p, self.clusters);
        let mut column = vec![0.0; r.len()];
        for (block, single) in self.blocks.iter().zip(&self.single) {
            let count = counts.get(block.cluster).copied().unwrap_or(0.0);
            if count == 0.0 {
                continue;
            }
            if let &Some((row, weight)) = single {
                for i in 0..p {
                    let slope = weight * jacobian[(row, i)];
                    of_drops[(i, block.cluster)] += slope * r[row];
                    score[i] += count * slope * r[row];
                    (0..p).for_each(|j| normal[(i, j)] += count * slope * jacobian[(row, j)]);
                }
                continue;
            }
            let weighed = block.weigh(r);
            for i in 0..p {
                let mut u = 0.0;
                for (&row, w) in block.rows.iter().zip(weighed.iter()) {
                    u += jacobian[(row, i)] * w;
                    column[row] = jacobian[(row, i)];
                }
                of_drops[(i, block.cluster)] += u;
                score[i] += count * u;
                let slope = block.weigh(&column);
                for j in 0..p {
                    let entry: f64 = block.rows.iter().zip(slope.iter()).map(|(&row, s)| jacobian[(row, j)] * s).sum();
                    normal[(i, j)] += count * entry;
                }
            }
        }
        (normal, score, of_drops)
    }

    fn refit(&self, counts: &[f64]) -> Option<Refit> {
        let different = counts.iter().filter(|count| **count > 0.0).count();
        if different <= self.estimate.theta.len() {
            return None;
        }
        let (free, predicted) = match self.estimate.loss {
            Loss::Squares => self.chord(counts).or_else(|| self.search(counts))?,
            Loss::Huber { .. } => self.search(counts)?,
        };
        let pivots = self.slopes(&free, &predicted, counts).and_then(|jacobian| {
            let errors = self.errors(&free, &predicted, counts, &jacobian)?;
            let moved = free.iter().zip(&self.estimate.state.free);
            Some(moved.zip(errors).map(|((x, best), error)| (x - best) / error).collect())
        });
        Some(Refit { free, pivots })
    }

    fn chord(&self, counts: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut x = DVector::from_row_slice(&self.estimate.state.free);
        let mut here = self.estimate.predicted.clone();
        let (normal, mut score, _) = self.sums(&self.residuals(&here), counts, &self.jacobian);
        let factor = normal.cholesky()?;
        let mut last = f64::INFINITY;
        for _ in 0..10 {
            let step = factor.solve(&score);
            let size = step.dot(&score);
            if size.is_nan() || size > last {
                return None;
            }
            if size < CLOSE {
                return Some((x.as_slice().to_vec(), here));
            }
            last = size;
            x += step;
            here = self.predict(x.as_slice(), counts)?;
            score.fill(0.0);
            let r = self.residuals(&here);
            for (block, single) in self.blocks.iter().zip(&self.single) {
                let count = counts.get(block.cluster).copied().unwrap_or(0.0);
                let mut add = |row: usize, w: f64| {
                    (0..score.len()).for_each(|i| score[i] += count * w * self.jacobian[(row, i)]);
                };
                match single {
                    _ if count == 0.0 => {}
                    &Some((row, weight)) => add(row, weight * r[row]),
                    None => block.rows.iter().zip(block.weigh(&r).iter()).for_each(|(&row, w)| add(row, *w)),
                }
            }
        }
        None
    }

    fn search(&self, counts: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
        let roots = |x: &[f64]| {
            let r = self.residuals(&self.predict(x, counts)?);
            let mut roots = Vec::with_capacity(r.len());
            for block in self.blocks {
                let count = counts.get(block.cluster).copied().unwrap_or(0.0);
                let white = block.whiten(&r);
                roots.extend(
                    white.iter().map(|w| if count > 0.0 { count.sqrt() * self.estimate.loss.root(*w) } else { 0.0 }),
                );
            }
            Some(roots)
        };
        let found = least_squares(&roots, &self.estimate.state.free, 1e-8)?;
        let predicted = self.predict(&found.x, counts)?;
        Some((found.x, predicted))
    }

    fn slopes(&self, free: &[f64], predicted: &[f64], counts: &[f64]) -> Option<DMatrix<f64>> {
        let mut jacobian = DMatrix::zeros(predicted.len(), free.len());
        for (column, x) in free.iter().enumerate() {
            let step = 1e-6 * x.abs().max(1.0);
            let mut moved = free.to_vec();
            *moved.get_mut(column)? = x + step;
            let there = self.predict(&moved, counts)?;
            for (row, (b, a)) in there.iter().zip(predicted).enumerate() {
                jacobian[(row, column)] = (b - a) / step;
            }
        }
        Some(jacobian)
    }

    /// Standard errors over drops, in free coordinates; `None` where there are none.
    fn errors(&self, free: &[f64], predicted: &[f64], counts: &[f64], jacobian: &DMatrix<f64>) -> Option<Vec<f64>> {
        let r = self.residuals(predicted);
        let (normal, _, mut of_drops) = self.sums(&r, counts, jacobian);
        if let Loss::Huber { .. } = self.estimate.loss {
            of_drops = self.pulls(&r, counts, jacobian);
        }
        let inverse = normal.cholesky()?.inverse();
        let mut meat = DMatrix::zeros(free.len(), free.len());
        for (u, count) in of_drops.column_iter().zip(counts) {
            meat.ger(*count, &u, &u, 1.0);
        }
        let sandwich = &inverse * meat * &inverse;
        let errors: Vec<f64> = (0..free.len()).map(|i| sandwich[(i, i)].sqrt()).collect();
        errors.iter().all(|error| error.is_finite() && *error > 0.0).then_some(errors)
    }

    /// `u_g` under Huber's loss: `J_g^T L^-T psi(L^-1 r)`. The curvature it leaves out scales all errors alike, and the
    /// pivots of the refits with them.
    fn pulls(&self, r: &[f64], counts: &[f64], jacobian: &DMatrix<f64>) -> DMatrix<f64> {
        let columns: Vec<Vec<f64>> = jacobian.column_iter().map(|column| column.iter().copied().collect()).collect();
        let mut of_drops = DMatrix::zeros(jacobian.ncols(), self.clusters);
        for block in self.blocks.iter().filter(|block| counts.get(block.cluster).is_some_and(|count| *count > 0.0)) {
            let pull = block.whiten(r).map(|w| self.estimate.loss.pull(w));
            for (i, column) in columns.iter().enumerate() {
                of_drops[(i, block.cluster)] += block.whiten(column).dot(&pull);
            }
        }
        of_drops
    }
}
