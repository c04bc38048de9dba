//! Finds the best fit: the least squares of the data in standard deviations, whose scatter is found with it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use nalgebra::{DMatrix, DVector};

use super::best_fit::State;
pub use super::best_fit::{BestFit, GroupScatter, LackOfFit, NoEstimate};
use super::problem::{self, Model, Problem, Scatter, StickingLikelihood, Unknown};
use super::search::{Minimum, least_squares, simplex};
use super::units;
use super::weights::Weights;
use crate::halt;

/// Most iterations between scatter and unknowns.
const TURNS: usize = 12;
/// Relative change at which the scatter has converged.
const SETTLED: f64 = 1e-3;
/// Total change of the data, in standard deviations, below which they do not depend on an unknown.
const UNSEEN: f64 = 1e-2;

/// The best fit of a model to data.
///
/// The scatter between drops and the unknowns are found in turns. Data in whatever order give the same answer to rounding.
///
/// # Errors
/// When the problem is invalid, or the model fails at the start.
pub fn fit(problem: &Problem, model: &dyn Model) -> Result<BestFit, NoEstimate> {
    solve(problem, model).map(|(estimate, _)| estimate)
}

/// [`fit`], also with the weights of the solution.
pub(super) fn solve<'a>(problem: &'a Problem, model: &'a dyn Model) -> Result<(BestFit, Fit<'a>), NoEstimate> {
    let mut fit = Fit::new(problem, model)?;
    let failed = |fit: &Fit<'a>| NoEstimate::Start(fit.failure.borrow().clone().unwrap_or_default());
    let start = fit.start();
    if fit.predict(&start).is_none() {
        return Err(failed(&fit));
    }
    let mut found = fit.search(&start).ok_or_else(|| failed(&fit))?;
    if let Some(better) = elsewhere(&fit, &start, &found) {
        found = better;
    }
    let mut predicted = fit.predict(&found.x).ok_or_else(|| failed(&fit))?;
    let mut jacobian = fit.jacobian(&found.x, &predicted).ok_or_else(|| failed(&fit))?;
    let follow = problem.data.iter().any(|datum| datum.follows != 0.0);
    let mut followed: Option<Vec<f64>> = None;
    let mut between = None;
    for _ in 0..TURNS {
        if !fit.weights.estimated && !follow {
            break;
        }
        if follow {
            let mut weights = Weights::at(problem, &predicted).map_err(NoEstimate::Problem)?;
            weights.inflation.clone_from(&fit.weights.inflation);
            weights.set(fit.weights.scatter.clone());
            fit.weights = Cow::Owned(weights);
        }
        let settled = |(new, old): (&f64, &f64)| (new - old).abs() <= SETTLED * new.abs().max(old.abs());
        let mut moved = follow && !followed.is_some_and(|before| predicted.iter().zip(&before).all(settled));
        followed = Some(predicted.clone());
        if fit.weights.estimated {
            let r = fit.residuals(&predicted);
            let scatter = match problem.scatter {
                Scatter::BetweenGroups | Scatter::BetweenExperiments => {
                    let of = if problem.scatter == Scatter::BetweenGroups {
                        units::between_units
                    } else {
                        units::between_experiments
                    };
                    let slopes = fit.free(&found.x, &jacobian);
                    let (scatter, found) = of(problem, &fit.weights, &r, &slopes).ok_or_else(no_groups)?;
                    moved |= !found.inflation.iter().zip(&fit.weights.inflation).all(settled);
                    fit.weights.to_mut().inflation.clone_from(&found.inflation);
                    between = Some(found);
                    scatter
                }
                _ => fit.weights.likeliest(&r, &jacobian),
            };
            moved |= !scatter.iter().zip(&fit.weights.scatter).all(settled);
            fit.weights.to_mut().set(scatter);
        }
        if !moved {
            break;
        }
        // Near the best fit a step or two along the known slopes will do.
        match chord(&fit, &found.x, &predicted, &jacobian, NEAR) {
            Some((x, there)) => {
                found.x = x;
                predicted = there;
            }
            None => {
                found = fit.search(&found.x).ok_or_else(|| failed(&fit))?;
                predicted = fit.predict(&found.x).ok_or_else(|| failed(&fit))?;
                jacobian = fit.jacobian(&found.x, &predicted).ok_or_else(|| failed(&fit))?;
            }
        }
    }
    // The slopes belong to where the search ended.
    jacobian = fit.jacobian(&found.x, &predicted).unwrap_or(jacobian);
    let stuck = fit.stuck(&found.x).ok_or_else(|| failed(&fit))?;
    let estimate = estimate(problem, &fit, (found, stuck), predicted, jacobian, between);
    Ok((estimate, fit))
}

/// A second search from other start values, if the data do not depend on an unknown at the start, such as the friction
/// of impacts that stick.
fn elsewhere(fit: &Fit<'_>, start: &[f64], found: &Minimum) -> Option<Minimum> {
    let unknowns = fit.model.unknowns();
    let stayed = |((unknown, x), (from, value)): ((&Unknown, &f64), (&f64, f64))| {
        unknown.at_bound(value) || (x - from).abs() < DIFFERENCE
    };
    let ends = start.iter().zip(fit.theta(&found.x));
    if !unknowns.iter().zip(&found.x).zip(ends).any(stayed) {
        return None;
    }
    let normal = fit.normal(&fit.jacobian(start, &fit.predict(start)?)?);
    let mut best = start.to_vec();
    for k in (0..start.len()).filter(|&k| normal[(k, k)] < UNSEEN * UNSEEN) {
        let cost = |x: f64| {
            let mut moved = best.clone();
            *moved.get_mut(k)? = x;
            Some((fit.roots(&moved)?.iter().map(|r| r * r).sum::<f64>(), x))
        };
        // From 5 to 95 % of the way between two bounds.
        let costs: Vec<(f64, f64)> = (-6..=6).filter_map(|step| cost(0.5 * f64::from(step))).collect();
        let least = costs.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        *best.get_mut(k)? = least.1;
    }
    let other = if best == start { return None } else { fit.search(&best)? };
    (other.cost < found.cost).then_some(other)
}

/// The result of a search in the units of the problem.
fn estimate(
    problem: &Problem,
    fit: &Fit<'_>,
    (found, stuck): (Minimum, StickingLikelihood),
    predicted: Vec<f64>,
    jacobian: DMatrix<f64>,
    between: Option<GroupScatter>,
) -> BestFit {
    let residuals = fit.residuals(&predicted);
    let white = fit.weights.whiten(&residuals);
    let theta = fit.theta(&found.x);
    let unknowns = fit.model.unknowns().to_vec();
    let scatter = if fit.weights.estimated { fit.weights.scatter.clone() } else { Vec::new() };
    let standardised = problem.data.iter().zip(&residuals);
    let standardised = standardised.zip(&predicted).map(|((datum, r), there)| {
        let shared = between.as_ref().map_or(0.0, |between: &GroupScatter| between.sigma_of(datum.part));
        let own = datum.scatters * scatter.get(datum.quantity).copied().unwrap_or(0.0);
        r / libm::hypot(libm::hypot(datum.sigma_at(*there), own), shared)
    });
    let standardised: Vec<f64> = standardised.collect();
    let error = fit.model.numerical_error();
    let shift: Vec<f64> = predicted.iter().map(|value| error * value).collect();
    let numerical = match (fit.normal(&jacobian) + &stuck.information).cholesky() {
        Some(factor) => {
            let moved = factor.solve(&fit.score(&jacobian, &shift));
            let ends = found.x.iter().zip(moved.iter()).map(|(x, step)| x + step).collect::<Vec<_>>();
            fit.theta(&ends).iter().zip(&theta).map(|(end, best)| (end - best).abs()).collect()
        }
        None => vec![f64::INFINITY; theta.len()],
    };
    BestFit {
        at_bound: unknowns.iter().zip(&theta).map(|(unknown, value)| unknown.at_bound(*value)).collect(),
        cost: 0.5 * white.iter().map(|r| r * r).sum::<f64>() + stuck.cost,
        chi2: white.iter().map(|r| r * r).sum(),
        dof: problem.data.len() - theta.len(),
        drops: problem.drops().len(),
        scattering: problem.scattering(),
        scatter,
        between,
        evaluations: fit.evaluations.get(),
        converged: found.converged,
        standardised,
        predicted,
        residuals,
        numerical,
        unknowns,
        theta,
        state: State { free: found.x, jacobian, stuck },
    }
}

fn no_groups() -> NoEstimate {
    NoEstimate::Problem("the errors of a drop contradict one another".to_string())
}

/// The unknowns that fit data best which moved inputs have changed, by the weights and from the slopes of the fit before: the derivative of a
/// fit is that of its least squares, and what the scatter of its drops is does not follow from an input. `None` where those lead nowhere, as at
/// a bound: all is to be fitted again.
pub(super) fn moved(problem: &Problem, model: &dyn Model, weights: &Weights, before: &BestFit) -> Option<Vec<f64>> {
    if problem.data.len() != before.residuals.len() {
        return None;
    }
    let State { free, jacobian, .. } = &before.state;
    let fit = Fit::weighed(problem, model, || Ok(Cow::Borrowed(weights))).ok()?;
    let (x, _) = chord(&fit, free, &fit.predict(free)?, jacobian, NEARER)?;
    Some(fit.theta(&x))
}

/// Squares of the last step of a search along known slopes, in standard errors: between two turns, and for a derivative.
const NEAR: f64 = 1e-12;
const NEARER: f64 = 1e-14;

/// Moves to the least squares under changed weights along known slopes: Newton's method with the slopes kept.
fn chord(
    fit: &Fit<'_>,
    free: &[f64],
    predicted: &[f64],
    jacobian: &DMatrix<f64>,
    near: f64,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let factor = (fit.normal(jacobian) + fit.stuck(free)?.information).cholesky()?;
    let mut x = DVector::from_row_slice(free);
    let mut here = predicted.to_vec();
    let mut last = f64::INFINITY;
    for _ in 0..10 {
        let score = fit.score(jacobian, &fit.residuals(&here)) + fit.stuck(x.as_slice())?.score;
        let step = factor.solve(&score);
        // In squared standard errors.
        let size = step.dot(&score);
        if size < near {
            return Some((x.as_slice().to_vec(), here));
        }
        if size.is_nan() || size > last {
            return None;
        }
        last = size;
        x += step;
        here = fit.predict(x.as_slice())?;
    }
    None
}

/// A search ends when its next step would gain less than this part.
const TOLERANCE: f64 = 1e-9;
/// Step of the differences in the free coordinates.
pub(super) const DIFFERENCE: f64 = 1e-6;
/// Relative gain in the sum of squares below which a failed search counts as converged.
const FLAT: f64 = 1e-6;

/// A problem with its model and weights, shared by all searches.
pub(super) struct Fit<'a> {
    pub problem: &'a Problem,
    pub model: &'a dyn Model,
    pub weights: Cow<'a, Weights>,
    pub evaluations: Cell<usize>,
    /// Message of the last failed prediction.
    pub failure: RefCell<Option<String>>,
}

impl<'a> Fit<'a> {
    pub fn new(problem: &'a Problem, model: &'a dyn Model) -> Result<Self, NoEstimate> {
        Self::weighed(problem, model, || Ok(Cow::Owned(Weights::stated(problem)?)))
    }

    /// The fit with the weights of an estimate.
    pub fn of(problem: &'a Problem, model: &'a dyn Model, estimate: &BestFit) -> Result<Self, NoEstimate> {
        Self::weighed(problem, model, || Ok(Cow::Owned(Weights::of(problem, estimate)?)))
    }

    fn weighed(
        problem: &'a Problem,
        model: &'a dyn Model,
        weights: impl FnOnce() -> Result<Cow<'a, Weights>, String>,
    ) -> Result<Self, NoEstimate> {
        if let Some(why) = problem.wrong(model.unknowns()) {
            return Err(NoEstimate::Problem(why));
        }
        let weights = weights().map_err(NoEstimate::Problem)?;
        Ok(Self { problem, model, weights, evaluations: Cell::new(0), failure: RefCell::new(None) })
    }

    pub fn theta(&self, free: &[f64]) -> Vec<f64> {
        self.model.unknowns().iter().zip(free).map(|(unknown, x)| unknown.from_free(*x)).collect()
    }

    pub fn start(&self) -> Vec<f64> {
        self.model.unknowns().iter().map(|unknown| unknown.to_free(unknown.start)).collect()
    }

    /// Predictions of all data; `None` if one fails.
    pub fn predict(&self, free: &[f64]) -> Option<Vec<f64>> {
        if halt::is_asked() {
            *self.failure.borrow_mut() = Some("interrupted".to_string());
            return None;
        }
        let theta = self.theta(free);
        let mut all = Vec::with_capacity(self.problem.data.len());
        let predict = match self.model.with(&theta) {
            Ok(predict) => predict,
            Err(why) => {
                *self.failure.borrow_mut() = Some(why);
                return None;
            }
        };
        for datum in &self.problem.data {
            self.evaluations.set(self.evaluations.get() + 1);
            match predict(datum) {
                Ok(value) if value.is_finite() => all.push(value),
                Ok(value) => {
                    *self.failure.borrow_mut() = Some(format!("a prediction is {value}"));
                    return None;
                }
                Err(why) => {
                    *self.failure.borrow_mut() = Some(why);
                    return None;
                }
            }
        }
        Some(all)
    }

    pub fn residuals(&self, predicted: &[f64]) -> Vec<f64> {
        self.problem.data.iter().zip(predicted).map(|(datum, value)| datum.value - value).collect()
    }

    /// Roots of the costs, for least squares.
    pub fn roots(&self, free: &[f64]) -> Option<Vec<f64>> {
        let mut roots = self.weights.whiten(&self.residuals(&self.predict(free)?));
        if !self.problem.stuck.is_empty() {
            roots.extend(self.distances(self.sticking_speed(free)?).into_iter().map(problem::root));
        }
        Some(roots)
    }

    fn sticking_speed(&self, free: &[f64]) -> Option<f64> {
        self.model.sticking_speed(&self.theta(free)).ok().filter(|speed| speed.is_finite())
    }

    /// `(V_s - v)/s` of the rows that stick.
    fn distances(&self, speed: f64) -> Vec<f64> {
        self.problem.stuck.iter().map(|row| row.distance(speed)).collect()
    }

    /// Likelihood of the sticking rows at these unknowns.
    pub fn stuck(&self, free: &[f64]) -> Option<StickingLikelihood> {
        let (mut slopes, mut here) = (DVector::zeros(free.len()), 0.0);
        if !self.problem.stuck.is_empty() {
            here = self.sticking_speed(free)?;
            for (k, (slope, x)) in slopes.iter_mut().zip(free).enumerate() {
                let size = DIFFERENCE * x.abs().max(1.0);
                let moved = |by: f64| {
                    let mut there = free.to_vec();
                    *there.get_mut(k)? += by;
                    self.sticking_speed(&there)
                };
                *slope = (moved(size)? - moved(-size)?) / (2.0 * size);
            }
        }
        Some(StickingLikelihood::of(&self.problem.stuck, &self.distances(here), &slopes))
    }

    /// The least cost from a start: by least squares, then by Nelder & Mead's simplex where those give up.
    pub fn search(&self, start: &[f64]) -> Option<Minimum> {
        let found = least_squares(&|x| self.roots(x), start, TOLERANCE);
        if let Some(found) = &found
            && found.converged
        {
            return Some(found.clone());
        }
        let from = found.as_ref().map_or(start, |found| found.x.as_slice());
        let cost = |x: &[f64]| Some(0.5 * self.roots(x)?.iter().map(|r| r * r).sum::<f64>());
        let other = simplex(&cost, from, FLAT * 1e-4)?;
        let better = least_squares(&|x| self.roots(x), &other.x, TOLERANCE);
        let all = [found, Some(other), better];
        all.into_iter().flatten().min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    /// Predictions differentiated by the free coordinates, by forward differences, backward where those fail.
    pub fn jacobian(&self, free: &[f64], predicted: &[f64]) -> Option<DMatrix<f64>> {
        let mut jacobian = DMatrix::zeros(predicted.len(), free.len());
        for (column, x) in free.iter().enumerate() {
            let difference = |step: f64| {
                let mut moved = free.to_vec();
                *moved.get_mut(column)? = x + step;
                let there = self.predict(&moved)?;
                Some(DVector::from_iterator(there.len(), there.iter().zip(predicted).map(|(b, a)| (b - a) / step)))
            };
            let size = DIFFERENCE * x.abs().max(1.0);
            jacobian.set_column(column, &difference(size).or_else(|| difference(-size))?);
        }
        Some(jacobian)
    }

    /// The derivatives by the unknowns that are free to follow the data: those not at a bound.
    pub fn free(&self, free: &[f64], jacobian: &DMatrix<f64>) -> DMatrix<f64> {
        let bound = self.model.unknowns().iter().zip(self.theta(free)).map(|(unknown, value)| unknown.at_bound(value));
        let bound: Vec<usize> = bound.enumerate().filter(|(_, at)| *at).map(|(k, _)| k).collect();
        jacobian.clone().remove_columns_at(&bound)
    }

    /// `J^T V^-1 J`
    pub fn normal(&self, jacobian: &DMatrix<f64>) -> DMatrix<f64> {
        let white =
            jacobian.column_iter().map(|column| self.weights.whiten(&column.iter().copied().collect::<Vec<_>>()));
        gram(&white.collect::<Vec<_>>())
    }

    /// `J^T V^-1 r`
    pub fn score(&self, jacobian: &DMatrix<f64>, r: &[f64]) -> DVector<f64> {
        let mut score = DVector::zeros(jacobian.ncols());
        for block in &self.weights.blocks {
            let weighed = block.weigh(r);
            for (weight, &row) in weighed.iter().zip(&block.rows) {
                score.axpy(*weight, &jacobian.row(row).transpose(), 1.0);
            }
        }
        score
    }
}

/// Products of columns with each other.
pub(super) fn gram(columns: &[Vec<f64>]) -> DMatrix<f64> {
    DMatrix::from_fn(columns.len(), columns.len(), |i, j| columns[i].iter().zip(&columns[j]).map(|(a, b)| a * b).sum())
}
