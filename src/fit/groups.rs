//! Scatter between groups of drops that share an effect: a height that was set once, a session, a ball.
//!
//! A group is off by an amount of its own. However many drops it has, it is one number about the law, and an interval has the
//! degrees of freedom of the groups.

use super::estimated::{BestFit, GroupScatter};
use nalgebra::{DMatrix, DVector};

use super::loss::Loss;
use super::problem::{Datum, Problem, Scatter};
use super::sums::{GroupMean, Sums};
use super::weights::{Block, MEDIAN, Weights, least};
use crate::number::median as middle;

/// Groups below which all count alike, whatever is stated of each and however many drops it has: Student's interval of a plain
/// mean holds at least what it says at 95 % even where their variances differ (Bakirov & Szekely 2006, Ibragimov & Mueller 2010,
/// J. Bus. Econ. Stat. 28, 453). A weighted one does not: of six groups, one of 40 drops and five of 2, which differ by a third
/// of the scatter of a drop, it holds 87 % (simulated). How much more than 95 % it holds is known, see [`super::plain_mean`], and is taken off.
pub(super) const ALIKE: usize = 10;
/// The same limit with further unknowns, which the theorem does not cover.
const ALIKE_BESIDE_OTHERS: usize = 5;
/// Speeds of one group that differ by less are one speed: those of a height that was read again.
const NEAR: f64 = 0.02;

/// One drop: its group, the mean of its residuals weighed by the stated errors, and the variance of that.
#[derive(Default)]
struct DropMean {
    group: usize,
    residual: f64,
    variance: f64,
    slopes: DVector<f64>,
    /// Effect of one standard deviation of each shared input.
    shared: DVector<f64>,
    ln_speed: f64,
}

impl DropMean {
    fn of(block: &Block, problem: &Problem, r: &[f64], jacobian: &DMatrix<f64>) -> Option<Self> {
        let weights = block.stated.clone().cholesky()?.solve(&DVector::repeat(block.rows.len(), 1.0));
        let whole = weights.sum();
        let mut mean = Self {
            group: block.group,
            residual: 0.0,
            variance: 1.0 / whole,
            slopes: DVector::zeros(jacobian.ncols()),
            shared: DVector::zeros(problem.data.first().map_or(0, |datum| datum.shared.len())),
            ln_speed: 0.0,
        };
        for (&row, weight) in block.rows.iter().zip(weights.iter()) {
            let (part, datum) = (weight / whole, problem.data.get(row)?);
            mean.residual += part * r.get(row)?;
            mean.slopes.axpy(part, &jacobian.row(row).transpose(), 1.0);
            mean.ln_speed += part * datum.speed.ln();
            for (place, shared) in mean.shared.iter_mut().zip(&datum.shared) {
                *place += part * shared;
            }
        }
        Some(mean)
    }
}

/// Scatter of the drops (of one quantity) within groups and between groups.
///
/// Where every drop is its own group, the scatter between drops is found as that between groups is.
pub(super) fn between(
    problem: &Problem,
    weights: &Weights,
    r: &[f64],
    jacobian: &DMatrix<f64>,
) -> Option<(Vec<f64>, GroupScatter)> {
    let of = |block| DropMean::of(block, problem, r, jacobian);
    let mut drops: Vec<DropMean> = weights.blocks.iter().map(of).collect::<Option<_>>()?;
    drops.sort_by_key(|drop| drop.group);
    let single = weights.groups == drops.len();
    let robust = problem.loss != Loss::Squares;
    if single && robust {
        let scatter = weights.robust(r);
        let dof = drops.len().saturating_sub(jacobian.ncols()) as f64;
        let inflation = vec![1.0; weights.groups];
        return Some((
            scatter,
            GroupScatter { groups: drops.len(), sigma: 0.0, scale: 1.0, dof, lack: None, inflation, parts: Vec::new() },
        ));
    }
    let within = if single { 0.0 } else { scatter_within(&drops, robust) };
    let mut means = means(&drops, within, problem.loss);
    let own: Vec<f64> = means.iter().map(|mean| mean.variance).collect();
    let alike = if jacobian.ncols() == 1 { ALIKE } else { ALIKE_BESIDE_OTHERS };
    let inside = (drops.len() - means.len()) as f64;
    let mut gained = 0.0;
    if means.len() < alike {
        gained = Sums::of(&means, jacobian.ncols()).gained(inside);
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        means.iter_mut().for_each(|of| of.variance = mean);
    }
    let sums = Sums::of(&means, jacobian.ncols());
    let dof = means.len() as f64 - sums.p as f64;
    let tau = sums.paule_mandel();
    let (scale, dof_of_errors) = sums.scale(tau, if within > 0.0 { inside } else { f64::INFINITY }, gained);
    let lack = if inside > 0.0 && dof > 0.0 { Some(sums.lack(tau, inside, drops.len())) } else { None };
    let (scatter, sigma) = if single { (tau, 0.0) } else { (within, tau) };
    // Variance of the mean of each group as it is weighed, over what its drops and their scatter give it.
    let weighed = tau.powi(2);
    let grow = |(mean, own): (&GroupMean, &f64)| (mean.variance + weighed) / if single { own + weighed } else { *own };
    let inflation = means.iter().zip(&own).map(grow).collect();
    let found =
        GroupScatter { groups: means.len(), sigma, scale, dof: dof_of_errors, lack, inflation, parts: Vec::new() };
    Some((vec![scatter; weights.scatter.len()], found))
}

/// Scatter of drops about the mean of their group beyond reading errors: restricted maximum likelihood with a mean for
/// each group (Patterson & Thompson 1971), or the median of the deviations if there may be outliers.
fn scatter_within(drops: &[DropMean], robust: bool) -> f64 {
    let groups = || drops.chunk_by(|a, b| a.group == b.group).filter(|of| of.len() > 1);
    if robust {
        let mut deviations: Vec<f64> = Vec::new();
        let mut variances: Vec<f64> = Vec::new();
        for of in groups() {
            let mut residuals: Vec<f64> = of.iter().map(|drop| drop.residual).collect();
            residuals.sort_by(f64::total_cmp);
            let n = residuals.len();
            let middle = 0.5 * (residuals[(n - 1) / 2] + residuals[n / 2]);
            let grow = (n as f64 / (n as f64 - 1.0)).sqrt();
            deviations.extend(residuals.iter().map(|residual| grow * (residual - middle).abs()));
            variances.extend(of.iter().map(|drop| drop.variance));
        }
        return ((middle(deviations) / MEDIAN).powi(2) - middle(variances)).max(0.0).sqrt();
    }
    let deviance = |s: f64| {
        let of = |group: &[DropMean]| {
            let (mut weight, mut mean, mut logs) = (0.0, 0.0, 0.0);
            for drop in group {
                let variance = drop.variance + s * s;
                weight += 1.0 / variance;
                mean += drop.residual / variance;
                logs += variance.ln();
            }
            mean /= weight;
            let squares = group.iter().map(|drop| (drop.residual - mean).powi(2) / (drop.variance + s * s));
            logs + weight.ln() + squares.sum::<f64>()
        };
        groups().map(of).sum()
    };
    let (mut squares, mut count) = (0.0, 0.0);
    for of in groups() {
        let mean = of.iter().map(|drop| drop.residual).sum::<f64>() / of.len() as f64;
        squares += of.iter().map(|drop| (drop.residual - mean).powi(2) + drop.variance).sum::<f64>();
        count += of.len() as f64 - 1.0;
    }
    let scale = f64::sqrt(squares / count);
    if scale > 0.0 && scale.is_finite() { least(deviance, scale) } else { 0.0 }
}

/// The mean of each group; outliers among its drops weigh less under Huber's loss.
fn means(drops: &[DropMean], within: f64, loss: Loss) -> Vec<GroupMean> {
    let of = |group: &[DropMean]| {
        let plain: Vec<f64> = group.iter().map(|drop| 1.0 / (drop.variance + within * within)).collect();
        let mut weights = plain.clone();
        let center = |weights: &[f64]| {
            let sum: f64 = group.iter().zip(weights).map(|(drop, weight)| weight * drop.residual).sum();
            sum / weights.iter().sum::<f64>()
        };
        for loss in [loss.convex(), loss].into_iter().filter(|loss| *loss != Loss::Squares) {
            for _ in 0..20 {
                let middle = center(&weights);
                let pulled = group.iter().zip(&plain).map(|(drop, plain)| {
                    let off = (drop.residual - middle) * plain.sqrt();
                    if off == 0.0 { *plain } else { plain * loss.pull(off) / off }
                });
                let pulled: Vec<f64> = pulled.collect();
                // A mean that leaves half of the drops is none of them.
                if 2 * pulled.iter().filter(|weight| **weight > 0.0).count() > group.len() {
                    weights = pulled;
                }
            }
        }
        let whole: f64 = weights.iter().sum();
        let first = group.first();
        let zeros = |of: fn(&DropMean) -> &DVector<f64>| DVector::zeros(first.map_or(0, |drop| of(drop).len()));
        let mut mean = GroupMean {
            residual: center(&weights),
            variance: 1.0 / plain.iter().sum::<f64>(),
            slopes: zeros(|drop| &drop.slopes),
            shared: zeros(|drop| &drop.shared),
            ln_speed: 0.0,
        };
        for (drop, weight) in group.iter().zip(&weights) {
            mean.slopes.axpy(weight / whole, &drop.slopes, 1.0);
            mean.shared.axpy(weight / whole, &drop.shared, 1.0);
            mean.ln_speed += weight / whole * drop.ln_speed;
        }
        mean
    };
    drops.chunk_by(|a, b| a.group == b.group).map(of).collect()
}

/// The means of the groups as data, by the loss of the fit, each a drop of its own: laws are compared by as many numbers as there
/// are groups. As it is where a group has drops of different speeds.
pub(super) fn collapsed(problem: &Problem, estimate: &BestFit) -> Problem {
    let plain = || Problem {
        scatter: if problem.scatter == Scatter::BetweenGroups { Scatter::BetweenDrops } else { problem.scatter },
        ..problem.clone()
    };
    let Some(between) = estimate.between.as_ref().filter(|between| between.groups < estimate.drops) else {
        return plain();
    };
    let mut data: Vec<&Datum> = problem.data.iter().collect();
    data.sort_by_key(|datum| datum.group);
    let alike = |of: &[&Datum]| of.iter().all(|datum| (datum.speed / of[0].speed - 1.0).abs() < NEAR);
    if !data.chunk_by(|a, b| a.group == b.group).all(alike) {
        return plain();
    }
    let within = estimate.scatter.first().copied().unwrap_or(0.0);
    let drop = |datum: &&Datum| {
        let (group, residual, variance) = (datum.group, datum.value, datum.sigma.powi(2));
        DropMean { group, residual, variance, ..DropMean::default() }
    };
    let means = means(&data.iter().map(drop).collect::<Vec<_>>(), within, problem.loss);
    let mean = |(of, mean): (&[&Datum], GroupMean)| {
        Datum::alone(of[0].group, of[0].quantity, of[0].speed, mean.residual, mean.variance.sqrt())
    };
    let data: Vec<Datum> = data.chunk_by(|a, b| a.group == b.group).zip(means).map(mean).collect();
    let scatter = if between.groups > estimate.theta.len() + 1 { Scatter::BetweenDrops } else { Scatter::None };
    Problem { data, scatter, ..problem.clone() }
}
