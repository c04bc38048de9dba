//! Uncertainty of the unknowns: their covariance, what it is made of, their profile likelihood, whether the readings scatter as stated, what
//! the data determine at all, and the budget.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::estimate::{BestFit, Fit, NoEstimate, gram};
use super::problem::{Datum, Model, Problem, Scatter, Unknown};
use super::search::least_squares;
use super::statistics::{chi2, student};
use super::weights::{Weights, least_scatter};

/// Two ends of an interval, in the unit of the unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// An interval in JSON: null where an end is not finite.
pub fn finite<S: Serializer>(interval: &Option<Interval>, serializer: S) -> Result<S::Ok, S::Error> {
    interval.filter(|Interval { low, high }| low.is_finite() && high.is_finite()).serialize(serializer)
}

impl From<&Interval> for [f64; 2] {
    fn from(&Interval { low, high }: &Interval) -> Self {
        [low, high]
    }
}

impl Interval {
    pub fn covers(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Covariance, standard errors and correlations.
#[derive(Debug, Clone, PartialEq)]
pub struct Covariance {
    /// Of the unknowns, row by row, in their units; `(J^T V^-1 J)^-1` with the scatter between drops in `V`, not less than `by_units`,
    /// and what numerical errors of the predictions add.
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

    /// Standard error of a quantity with these derivatives by the unknowns.
    pub fn of(&self, slopes: &[f64]) -> f64 {
        let moved = self.matrix.iter().map(|row| row.iter().zip(slopes).map(|(c, slope)| c * slope).sum::<f64>());
        moved.zip(slopes).map(|(moved, slope)| moved * slope).sum::<f64>().max(0.0).sqrt()
    }
}

/// The covariance of a fit, where there is one to claim: not at a bound, where the cost is not flat, and not where the data do not tell
/// the unknowns apart.
pub fn covariance(problem: &Problem, model: &dyn Model, estimate: &BestFit) -> Option<Covariance> {
    if estimate.at_bound.iter().any(|at| *at) {
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
    let longer = by_units(&fit, estimate);
    let slopes: Vec<f64> = slopes(estimate).iter().zip(&longer).map(|(slope, longer)| slope * longer).collect();
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
fn slopes(estimate: &BestFit) -> Vec<f64> {
    let pairs = estimate.unknowns.iter().zip(&estimate.state.free);
    pairs
        .map(|(unknown, x)| {
            let h = 1e-6 * x.abs().max(1.0);
            (unknown.from_free(x + h) - unknown.from_free(x - h)) / (2.0 * h)
        })
        .collect()
}

/// For each unknown, by how much its standard error is larger where each independent unit is left out in turn: units may scatter
/// otherwise than the fit assumes. None is below 1.
///
/// The friction of oblique impacts differs from one to the next: that moves restitution and spin of one impact together, and neither where
/// the surfaces stick. Without unit `g` an unknown moves by `c_g = (M - M_g)^-1 J_g^T V_g^-1 r_g`, and its variance is `(n - 1)/n sum
/// c_g^2` (Tukey 1958; Mancl & DeRouen 2001, Biometrics 57, 126). For units of one number that count alike, their mean or a line through them, that
/// is what the fit says already.
fn by_units(fit: &Fit<'_>, estimate: &BestFit) -> Vec<f64> {
    let p = estimate.state.jacobian.ncols();
    let grouped = fit.problem.scatter == Scatter::BetweenGroups;
    let weighed = estimate.between.as_ref().is_some_and(|between| between.weighed);
    let alone = grouped && !weighed && (p == 1 || fit.problem.units_have_one_speed());
    let found = if estimate.scatter.is_empty() || alone { None } else { left_out(fit, estimate) };
    found.unwrap_or_else(|| vec![1.0; p])
}

fn left_out(fit: &Fit<'_>, estimate: &BestFit) -> Option<Vec<f64>> {
    let jacobian = &estimate.state.jacobian;
    let p = jacobian.ncols();
    let whole = fit.normal(jacobian) + &estimate.state.stuck.information;
    let mut units = vec![(DVector::zeros(p), DMatrix::zeros(p, p)); fit.weights.clusters];
    for block in &fit.weights.blocks {
        let (score, information) = units.get_mut(block.cluster)?;
        let slopes = jacobian.select_rows(&block.rows);
        *score += slopes.tr_mul(&block.weigh(&estimate.residuals));
        *information += slopes.tr_mul(&block.factor.solve(&slopes));
    }
    let mut variance = DVector::<f64>::zeros(p);
    for (score, information) in &units {
        // Of what a unit tells alone nothing is left without it.
        let moved = (&whole - information).cholesky()?.solve(score);
        variance += moved.component_mul(&moved);
    }
    let n = units.len() as f64;
    let known = whole.cholesky()?.inverse().diagonal() * estimate.scale().powi(2);
    let longer = |k: usize| ((n - 1.0) / n * variance[k] / known[k]).sqrt();
    Some((0..p).map(longer).map(|longer| if longer.is_finite() { longer.max(1.0) } else { 1.0 }).collect())
}

/// The variance of each unknown, of its unit squared, that comes from the stated errors, from what they are more because drops of one
/// height share that of its setting, from the scatter between drops, and from what groups of drops share.
///
/// The estimate is linear in small errors, `d theta = W^T d y` with `W = V^-1 J (J^T V^-1 J)^-1`: the stated errors give
/// `W^T S W` of `W^T V W`, and the effect of a group of inflation `c` gives
/// `1 - 1/c` of what its drops give. Drops of a group from one height share the error of that height, `u` of each: it gives
/// `(sum W u)^2` in place of `sum (W u)^2`.
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

/// The profile of one unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    pub unknown: usize,
    pub interval: Interval,
    /// Whether an end is the bound of the unknown because the data do not limit the interval there.
    pub open: [bool; 2],
    /// `2 (cost - least)` at which the interval ends.
    pub level: f64,
    /// Values of the unknown, and `sqrt(2 (cost - least))` there with the sign of the side, in order.
    pub curve: Vec<(f64, f64)>,
}

/// Beyond this a free coordinate is a bound.
const FARTHEST: f64 = 36.0;
/// How close to the quantile a crossing is found, in standard errors.
const CLOSE: f64 = 1e-4;
/// Places on the way to each end of an interval where a curve is computed as well.
const PARTS: [f64; 6] = [0.17, 0.33, 0.5, 0.67, 0.83, 1.15];

/// The interval of one unknown: `2 (cost(x) - least) <= t^2`, the other unknowns at their best for each `x`.
///
/// With `t` of Student, of drops less unknowns, where the scatter between drops was estimated, which is kept as it was
/// found (Bates & Watts 1988, chapter 6). Follows the likelihood where it is not a parabola, and does not depend on how
/// the unknown is written. Its ends are as much farther as the standard error of the unknown is larger by the scatter of the units. `None`
/// without degrees of freedom.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn profile(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    unknown: usize,
    confidence: f64,
) -> Result<Option<Profile>, NoEstimate> {
    let fit = Fit::of(problem, model, estimate)?;
    let longer = by_units(&fit, estimate).get(unknown).copied().unwrap_or(1.0);
    let t = estimate.quantile(confidence) * estimate.scale() * longer;
    if !t.is_finite() || unknown >= estimate.theta.len() {
        return Ok(None);
    }
    let best = &estimate.state.free;
    let Some(&x0) = best.get(unknown) else { return Ok(None) };
    let normal = fit.normal(&estimate.state.jacobian) + &estimate.state.stuck.information;
    let guess = normal.cholesky().map_or(1.0, |factor| factor.inverse()[(unknown, unknown)].sqrt());
    let guess = if guess.is_finite() && guess > 0.0 { guess.min(2.0) } else { 1.0 };
    let mut curve = vec![(estimate.theta.get(unknown).copied().unwrap_or(f64::NAN), 0.0)];
    let mut ends = [x0; 2];
    let mut open = [false; 2];
    for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
        let mut others = best.clone();
        let mut height = |x: f64| {
            let height = climb(&fit, &mut others, unknown, x, estimate.cost);
            if height.is_finite() {
                curve.push((value(estimate, unknown, x), sign * height));
            }
            height
        };
        // Nearly a straight line of slope 1/guess: secants, inside a bracket.
        let (mut low, mut f_low) = (x0, -t);
        let mut x = x0 + sign * guess * t;
        let mut high: Option<(f64, f64)> = None;
        let mut end = None;
        for _ in 0..60 {
            if x.abs() > FARTHEST {
                break;
            }
            let f = height(x) - t;
            if f.abs() <= CLOSE {
                end = Some(x);
                break;
            }
            // What cannot be computed is beyond.
            if f < 0.0 {
                (low, f_low) = (x, f)
            } else {
                high = Some((x, f))
            }
            x = match high {
                None => low + (low - x0) * (-f_low / (f_low + t)).clamp(0.05, 2.0) * 1.02,
                Some((high, f_high)) if f_high.is_finite() => {
                    let part = (-f_low / (f_high - f_low)).clamp(0.02, 0.98);
                    low + (high - low) * part
                }
                Some((high, _)) => 0.5 * (low + high),
            };
            if high.is_some_and(|(high, _)| (high - low).abs() < 1e-12 * high.abs().max(1.0)) {
                end = Some(low);
                break;
            }
        }
        (ends[side], open[side]) = (end.unwrap_or(f64::INFINITY * sign), end.is_none());
    }
    curve.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [low, high] = ends.map(|x| value(estimate, unknown, x));
    Ok(Some(Profile { unknown, interval: Interval { low, high }, open, level: t * t, curve }))
}

/// The profile with more points on its curve, spread evenly over each side and a little beyond the interval: what a picture
/// of it needs.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub fn filled(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    mut profile: Profile,
) -> Result<Profile, NoEstimate> {
    let fit = Fit::of(problem, model, estimate)?;
    let of = profile.unknown;
    let (Some(unknown), Some(&best)) = (estimate.unknowns.get(of), estimate.state.free.get(of)) else {
        return Ok(profile);
    };
    for (sign, end) in [(-1.0, profile.interval.low), (1.0, profile.interval.high)] {
        let way = unknown.to_free(end) - best;
        if !way.is_finite() {
            continue;
        }
        let mut others = estimate.state.free.clone();
        for part in PARTS {
            let x = best + part * way;
            let height = climb(&fit, &mut others, of, x, estimate.cost);
            if height.is_finite() {
                profile.curve.push((value(estimate, of, x), sign * height));
            }
        }
    }
    profile.curve.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(profile)
}

fn value(estimate: &BestFit, unknown: usize, x: f64) -> f64 {
    estimate.unknowns.get(unknown).map_or(f64::NAN, |unknown| {
        if x.is_infinite() { if x > 0.0 { unknown.high } else { unknown.low } } else { unknown.from_free(x) }
    })
}

/// `sqrt(2 (cost - least))` with one unknown fixed at `x`; the others are refitted from their previous values.
fn climb(fit: &Fit<'_>, others: &mut [f64], held: usize, x: f64, least: f64) -> f64 {
    let place = |rest: &[f64]| {
        let mut all = rest.to_vec();
        all.insert(held, x);
        all
    };
    let mut rest = others.to_vec();
    rest.remove(held);
    let cost = if rest.is_empty() {
        fit.roots(&[x]).map(|roots| 0.5 * roots.iter().map(|r| r * r).sum::<f64>())
    } else {
        least_squares(&|rest| fit.roots(&place(rest)), &rest, 1e-7).map(|found| {
            others.copy_from_slice(&place(&found.x));
            found.cost
        })
    };
    cost.map_or(f64::INFINITY, |cost| (2.0 * (cost - least).max(0.0)).sqrt())
}

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

/// The combinations of unknowns that the data determine.
#[derive(Debug, Clone, PartialEq)]
pub struct Identifiability {
    /// Number of combinations that the data determine.
    pub rank: usize,
    /// Undetermined directions: the relative change of each unknown.
    pub untold: Vec<Vec<f64>>,
    /// The result in words.
    pub words: String,
}

/// Condition number above which the smallest combination is undetermined, given the accuracy of numerical derivatives.
const SINGULAR: f64 = 1e5;
/// Smallest component of a direction that is named.
const NAMED: f64 = 0.05;

/// Whether the data determine the unknowns: the singular values of `V^(-1/2) J`, with `J` by parts of each unknown.
///
/// At the start, or wherever `theta` is; no fit is needed, and a fit of what cannot be told has no meaning.
///
/// # Errors
/// When the problem is not one or nothing can be computed at `theta`.
pub fn verdict(problem: &Problem, model: &dyn Model, theta: &[f64]) -> Result<Identifiability, String> {
    let weights = Weights::stated(problem)?;
    let unknowns = model.unknowns();
    let slopes = by_parts(problem, model, theta)?;
    let columns: Vec<Vec<f64>> =
        slopes.column_iter().map(|c| weights.whiten(&c.iter().copied().collect::<Vec<_>>())).collect();
    let p = columns.len();
    let eigen = SymmetricEigen::new(gram(&columns));
    let values: Vec<f64> = eigen.eigenvalues.iter().map(|value| value.max(0.0).sqrt()).collect();
    let largest = values.iter().copied().fold(0.0, f64::max);
    let mut untold = Vec::new();
    for (value, direction) in values.iter().zip(eigen.eigenvectors.column_iter()) {
        if value * SINGULAR < largest || largest == 0.0 {
            let top =
                direction.iter().copied().fold(0.0, |top: f64, part| if part.abs() > top.abs() { part } else { top });
            untold.push(direction.iter().map(|part| part / top).collect::<Vec<f64>>());
        }
    }
    let rank = p - untold.len();
    let beyond = unknowns.iter().zip(theta).filter(|(unknown, value)| unknown.at_bound(**value));
    let beyond: Vec<&str> = beyond.map(|(unknown, _)| unknown.name.as_str()).collect();
    let words = match beyond.is_empty() || !untold.is_empty() {
        true => in_words(unknowns, &untold, rank),
        false => format!(
            "the best fit lies beyond a bound of {}: the data do not determine it within `between`",
            beyond.join(" and of ")
        ),
    };
    Ok(Identifiability { rank, untold, words })
}

fn in_words(unknowns: &[Unknown], untold: &[Vec<f64>], rank: usize) -> String {
    if untold.is_empty() {
        return match unknowns {
            [one] => format!("the data determine {}", one.name),
            _ => format!("the data determine all {} unknowns", unknowns.len()),
        };
    }
    let directions: Vec<String> = untold
        .iter()
        .map(|direction| {
            let moved = unknowns.iter().zip(direction).filter(|(_, part)| part.abs() > NAMED);
            let moved: Vec<String> =
                moved.map(|(unknown, part)| format!("{} by {:+.3} %", unknown.name, part)).collect();
            moved.join(" with ")
        })
        .collect();
    format!(
        "the data determine {rank} of {} unknowns: moving {} changes no prediction; give one of them, or measure something else",
        unknowns.len(),
        directions.join(", or ")
    )
}

/// Predictions differentiated by the logarithm of each unknown; by the unknown itself where it is zero.
fn by_parts(problem: &Problem, model: &dyn Model, theta: &[f64]) -> Result<DMatrix<f64>, String> {
    if theta.len() != model.unknowns().len() {
        return Err(format!("{} values for {} unknowns", theta.len(), model.unknowns().len()));
    }
    let mut slopes = DMatrix::zeros(problem.data.len(), theta.len());
    for (row, datum) in problem.data.iter().enumerate() {
        for (column, slope) in slopes_of(model, theta, datum)?.into_iter().enumerate() {
            slopes[(row, column)] = slope;
        }
    }
    Ok(slopes)
}

fn slopes_of(model: &dyn Model, theta: &[f64], datum: &Datum) -> Result<Vec<f64>, String> {
    let mut slopes = Vec::with_capacity(theta.len());
    for (at, (value, unknown)) in theta.iter().zip(model.unknowns()).enumerate() {
        let size = if *value == 0.0 { 1.0 } else { value.abs() };
        let inside = |value: f64| value.clamp(unknown.low, unknown.high);
        let (low, high) = (inside(value - 1e-5 * size), inside(value + 1e-5 * size));
        let with = |value: f64| {
            let mut moved = theta.to_vec();
            moved[at] = value;
            model.predict(&moved, datum)
        };
        slopes.push((with(high)? - with(low)?) / ((high - low) / size));
    }
    Ok(slopes)
}

/// The effect of one more measurement.
#[derive(Debug, Clone, PartialEq)]
pub struct NextMeasurement {
    /// Which of the candidates.
    pub candidate: usize,
    /// Standard deviation of the unknown with it, over that without.
    pub shrinks_to: f64,
}

/// Which of several measurements would shrink the interval of an unknown most, the best first; of equals the earlier.
///
/// `J^T V^-1 J + j j^T/(sigma^2 + s^2)` for each, by Sherman & Morrison: an expectation, from the slopes at the best fit and
/// the scatter found so far (Atkinson & Donev 1992, chapter 9). A candidate that cannot be predicted is left out. `None`
/// where no covariance is claimed.
pub fn next(
    problem: &Problem,
    model: &dyn Model,
    estimate: &BestFit,
    unknown: usize,
    candidates: &[Datum],
) -> Option<Vec<NextMeasurement>> {
    let covariance = covariance(problem, model, estimate)?;
    let fit = Fit::new(problem, model).ok()?;
    let p = estimate.theta.len();
    let flat: Vec<f64> = covariance.matrix.into_iter().flatten().collect();
    let matrix = DMatrix::from_row_slice(p, p, &flat);
    if unknown >= p {
        return None;
    }
    let mut ranked = Vec::new();
    for (candidate, datum) in candidates.iter().enumerate() {
        let Ok(parts) = slopes_of(fit.model, &estimate.theta, datum) else { continue };
        let sizes = estimate.theta.iter().map(|value| if *value == 0.0 { 1.0 } else { value.abs() });
        let slope = nalgebra::DVector::from_iterator(p, parts.iter().zip(sizes).map(|(part, size)| part / size));
        let s = estimate.scatter.get(datum.quantity).copied().unwrap_or(0.0);
        let moved = &matrix * &slope;
        let gain = moved[unknown] * moved[unknown] / (datum.sigma * datum.sigma + s * s + slope.dot(&moved));
        let shrinks_to = (1.0 - gain / matrix[(unknown, unknown)]).max(0.0).sqrt();
        if shrinks_to.is_finite() {
            ranked.push(NextMeasurement { candidate, shrinks_to });
        }
    }
    ranked.sort_by(|a, b| a.shrinks_to.total_cmp(&b.shrinks_to));
    Some(ranked)
}

/// How the uncertainty of a source was evaluated (JCGM 100:2008, the GUM).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum Evaluation {
    /// By the scatter of the data themselves.
    #[default]
    A,
    /// By other means: a certificate, a handbook, a guess.
    B,
}

/// An uncertain quantity on which the result depends.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ErrorSource {
    pub name: String,
    pub unit: String,
    pub kind: Evaluation,
    /// The value that was used, of an input.
    pub value: f64,
    /// One standard deviation.
    pub sigma: f64,
    /// Whether the value is an example, not measured.
    pub example: bool,
}

/// One line of the budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BudgetLine {
    pub source: ErrorSource,
    /// Derivative of each unknown by the source; empty where the source is the scatter of the data.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub sensitivity: Vec<f64>,
    /// Standard deviation of each unknown that comes from it.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub contribution: Vec<f64>,
    /// Part of the variance of each unknown.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub share: Vec<f64>,
    /// How unequal the shifts up and down were, over their mean: above 0.1 or so the derivative is a poor summary.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub asymmetry: Vec<f64>,
}

/// All lines of the budget, and the combined uncertainty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UncertaintyBudget {
    pub lines: Vec<BudgetLine>,
    /// Combined standard deviation of each unknown.
    #[serde(with = "crate::number::or_null")]
    #[schemars(with = "Vec<Option<f64>>")]
    pub combined: Vec<f64>,
}

impl UncertaintyBudget {
    /// The budget of these lines, whose shares are found.
    pub fn of(mut lines: Vec<BudgetLine>) -> Self {
        let variance = |unknown: usize| -> f64 {
            lines.iter().filter_map(|line| line.contribution.get(unknown)).map(|u| u * u).sum()
        };
        let unknowns = lines.first().map_or(0, |line| line.contribution.len());
        let variances: Vec<f64> = (0..unknowns).map(variance).collect();
        for line in &mut lines {
            let parts = line.contribution.iter().zip(&variances);
            line.share = parts.map(|(u, all)| if *all > 0.0 { u * u / all } else { 0.0 }).collect();
        }
        Self { lines, combined: variances.iter().map(|variance| variance.sqrt()).collect() }
    }
}

/// Draws up the budget: each source of type B is moved up and down by one standard deviation and the fit repeated.
///
/// `refit` is given a source and by how much it is moved. `statistical` is what the fit itself says, of type A, for each
/// unknown: named errors of heights and times, and the scatter between drops. Sources are taken to be independent.
///
/// `u^2 = sum (c_i u_i)^2` with `c_i = (theta(x + u) - theta(x - u))/(2 u)`; GUM, 5.1.2 and 5.1.3, note 2.
///
/// # Errors
/// With the name of the source, where a refit fails.
pub fn budget(
    theta: &[f64],
    statistical: (ErrorSource, Vec<f64>),
    sources: &[ErrorSource],
    mut refit: impl FnMut(&ErrorSource, f64) -> Result<Vec<f64>, String>,
) -> Result<UncertaintyBudget, String> {
    let (of_data, sigmas) = statistical;
    if sigmas.len() != theta.len() {
        return Err(format!("{} unknowns, but {} standard deviations", theta.len(), sigmas.len()));
    }
    let mut lines = vec![BudgetLine {
        source: of_data,
        sensitivity: Vec::new(),
        contribution: sigmas,
        share: Vec::new(),
        asymmetry: vec![0.0; theta.len()],
    }];
    for source in sources {
        let named = |why: String| format!("{}: {why}", source.name);
        if !(source.sigma >= 0.0 && source.sigma.is_finite()) {
            return Err(named(format!("its standard deviation must not be below zero: {:e}", source.sigma)));
        }
        let (mut sensitivity, mut contribution, mut asymmetry) = (Vec::new(), Vec::new(), Vec::new());
        if source.sigma == 0.0 {
            sensitivity = vec![0.0; theta.len()];
            contribution = sensitivity.clone();
            asymmetry = sensitivity.clone();
        } else {
            let up = refit(source, source.sigma).map_err(named)?;
            let down = refit(source, -source.sigma).map_err(named)?;
            if up.len() != theta.len() || down.len() != theta.len() {
                return Err(named("the refit has another number of unknowns".to_string()));
            }
            for ((best, up), down) in theta.iter().zip(&up).zip(&down) {
                let half = 0.5 * (up - down);
                sensitivity.push(half / source.sigma);
                contribution.push(half.abs());
                let curved = 0.5 * (up + down) - best;
                asymmetry.push(if half == 0.0 { 0.0 } else { (2.0 * curved / half).abs() });
            }
        }
        lines.push(BudgetLine { source: source.clone(), sensitivity, contribution, share: Vec::new(), asymmetry });
    }
    Ok(UncertaintyBudget::of(lines))
}
