//! The fit: the unknowns at which the data cost least.

use super::estimated::State;
pub use super::estimated::{Estimate, NoEstimate};
use std::cell::{Cell, RefCell};

use nalgebra::{DMatrix, DVector};

use super::estimated::Between;
use super::loss::Loss;
use super::problem::{Model, Problem, Scatter, Unknown};
use super::search::{Least, least_squares_within, simplex};
use super::stuck::{self, Told};
use super::weights::Weights;
use super::{groups, parts};
use crate::halt;

/// A search ends when its next step would gain less than this part.
const TOLERANCE: f64 = 1e-9;
/// Step of the differences in the free coordinates.
const DIFFERENCE: f64 = 1e-6;
/// Times scatter and unknowns are found in turns.
const TURNS: usize = 12;
/// The scatter is found when it moves by less than this part.
const SETTLED: f64 = 1e-3;
/// An unknown is not seen where moving it a good part of its way moves the data by less, in standard deviations all together.
const UNSEEN: f64 = 1e-2;
/// Differences a good minimum leaves in the sum of squares: where less is at stake, a failed search was none.
const FLAT: f64 = 1e-6;

/// A problem, a model and weights: what all searches share.
pub(super) struct Fit<'a, M: ?Sized> {
    pub problem: &'a Problem,
    pub model: &'a M,
    pub weights: Weights,
    pub loss: Loss,
    pub evaluations: Cell<usize>,
    /// Of the last prediction that failed.
    pub failure: RefCell<Option<String>>,
}

impl<'a, M: Model + ?Sized> Fit<'a, M> {
    pub fn new(problem: &'a Problem, model: &'a M) -> Result<Self, NoEstimate> {
        if let Some(why) = problem.wrong(model.unknowns()) {
            return Err(NoEstimate::Problem(why));
        }
        let weights = Weights::stated(problem).map_err(NoEstimate::Problem)?;
        Ok(Self { problem, model, weights, loss: problem.loss, evaluations: Cell::new(0), failure: RefCell::new(None) })
    }

    pub fn theta(&self, free: &[f64]) -> Vec<f64> {
        self.model.unknowns().iter().zip(free).map(|(unknown, x)| unknown.from_free(*x)).collect()
    }

    pub fn start(&self) -> Vec<f64> {
        self.model.unknowns().iter().map(|unknown| unknown.to_free(unknown.start)).collect()
    }

    /// Predictions of all data; `None` where one fails.
    pub fn predict(&self, free: &[f64]) -> Option<Vec<f64>> {
        if let Some(cause) = halt::asked() {
            *self.failure.borrow_mut() = Some(cause.word().to_string());
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
        if self.loss != Loss::Squares {
            roots.iter_mut().for_each(|r| *r = self.loss.root(*r));
        }
        if !self.problem.stuck.is_empty() {
            roots.extend(self.distances(self.sticking_speed(free)?).into_iter().map(stuck::root));
        }
        Some(roots)
    }

    fn sticking_speed(&self, free: &[f64]) -> Option<f64> {
        self.model.sticking_speed(&self.theta(free)).ok().filter(|speed| speed.is_finite())
    }

    /// `(V_s - v)/s` of the rows that stick.
    fn distances(&self, speed: f64) -> Vec<f64> {
        self.problem.stuck.iter().map(|row| (self.problem.mistakes.sticking)(row.distance(speed))).collect()
    }

    /// What the rows that stick tell at these unknowns.
    pub fn told(&self, free: &[f64]) -> Option<Told> {
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
        Some(Told::of(&self.problem.stuck, &self.distances(here), &slopes))
    }

    /// The least cost from a start: Levenberg & Marquardt, then Nelder & Mead where those give up.
    pub fn search(&self, start: &[f64]) -> Option<Least> {
        let found = least_squares_within(|x| self.roots(x), start, TOLERANCE);
        if let Some(found) = &found
            && found.converged
        {
            return Some(found.clone());
        }
        let from = found.as_ref().map_or(start, |found| found.x.as_slice());
        let cost = |x: &[f64]| Some(0.5 * self.roots(x)?.iter().map(|r| r * r).sum::<f64>());
        let other = simplex(cost, from, FLAT * 1e-4)?;
        let better = least_squares_within(|x| self.roots(x), &other.x, TOLERANCE);
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

    /// The slopes of the unknowns that can follow the data: one at its bound does not.
    fn free(&self, free: &[f64], jacobian: &DMatrix<f64>) -> DMatrix<f64> {
        let bound = self.model.unknowns().iter().zip(self.theta(free)).map(|(unknown, value)| unknown.at_bound(value));
        let bound: Vec<usize> = bound.enumerate().filter(|(_, at)| *at).map(|(k, _)| k).collect();
        jacobian.clone().remove_columns_at(&bound)
    }

    /// `J^T V^-1 J`
    pub fn normal(&self, jacobian: &DMatrix<f64>) -> DMatrix<f64> {
        let p = jacobian.ncols();
        let mut normal = DMatrix::zeros(p, p);
        let columns: Vec<Vec<f64>> = jacobian.column_iter().map(|column| column.iter().copied().collect()).collect();
        let white: Vec<Vec<f64>> = columns.iter().map(|column| self.weights.whiten(column)).collect();
        for (i, a) in white.iter().enumerate() {
            for (j, b) in white.iter().enumerate() {
                normal[(i, j)] = a.iter().zip(b).map(|(a, b)| a * b).sum();
            }
        }
        normal
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

/// The best fit of a model to data.
///
/// With scatter between drops, that and the unknowns are found in turns: restricted maximum likelihood under squares,
/// the median of the residuals under Huber's loss. Data in whatever order give the same answer to rounding.
///
/// # Errors
/// When the problem is not one, or nothing can be computed at the start.
pub fn fit<M: Model + ?Sized>(problem: &Problem, model: &M) -> Result<Estimate, NoEstimate> {
    solve(problem, model).map(|(estimate, _)| estimate)
}

/// [`fit`], with what it was found with.
pub(super) fn solve<'a, M: Model + ?Sized>(
    problem: &'a Problem,
    model: &'a M,
) -> Result<(Estimate, Fit<'a, M>), NoEstimate> {
    let mut fit = Fit { loss: problem.loss.convex(), ..Fit::new(problem, model)? };
    let failed = |fit: &Fit<'a, M>| NoEstimate::Start(fit.failure.borrow().clone().unwrap_or_default());
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
            let (scatter, inflation) = (fit.weights.scatter, fit.weights.inflation);
            fit.weights = Weights::at(problem, &predicted).map_err(NoEstimate::Problem)?;
            fit.weights.inflation = inflation;
            fit.weights.set(scatter);
        }
        let settled = |(new, old): (&f64, &f64)| (new - old).abs() <= SETTLED * new.abs().max(old.abs());
        let mut moved = follow && !followed.is_some_and(|before| predicted.iter().zip(&before).all(settled));
        followed = Some(predicted.clone());
        if fit.weights.estimated {
            let r = fit.residuals(&predicted);
            let scatter = match (problem.scatter, problem.loss) {
                (Scatter::BetweenGroups | Scatter::BetweenExperiments, _) => {
                    let of = if problem.scatter == Scatter::BetweenGroups { groups::between } else { parts::between };
                    let slopes = fit.free(&found.x, &jacobian);
                    let (scatter, found) = of(problem, &fit.weights, &r, &slopes).ok_or_else(no_groups)?;
                    moved |= !found.inflation.iter().zip(&fit.weights.inflation).all(settled);
                    fit.weights.inflation.clone_from(&found.inflation);
                    between = Some(found);
                    scatter
                }
                (_, Loss::Squares) => fit.weights.likeliest(&r, &jacobian),
                (_, Loss::Huber { .. }) => fit.weights.robust(&r),
            };
            moved |= !scatter.iter().zip(&fit.weights.scatter).all(settled);
            fit.weights.set(scatter);
        }
        if !moved {
            break;
        }
        // Near the best fit a step or two along the known slopes will do.
        let settled = match problem.loss {
            Loss::Squares => chord(&fit, &found.x, &predicted, &jacobian),
            Loss::Huber { .. } => None,
        };
        match settled {
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
    let_go(&mut fit, &mut found, &mut predicted);
    // The slopes belong to where the search ended.
    jacobian = fit.jacobian(&found.x, &predicted).unwrap_or(jacobian);
    let told = fit.told(&found.x).ok_or_else(|| failed(&fit))?;
    let estimate = estimate(problem, &fit, (found, told), predicted, jacobian, between);
    Ok((estimate, fit))
}

/// A search from elsewhere, where the data do not depend on an unknown at the start, so that the first one stayed there or ran to a
/// bound: the friction of impacts that stick with so much of it.
fn elsewhere<M: Model + ?Sized>(fit: &Fit<'_, M>, start: &[f64], found: &Least) -> Option<Least> {
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

/// Searches on under the whole loss, with the scatter kept: what lies beyond its reach pulls no more (Yohai 1987, Ann. Stat. 15, 642).
/// Where that is half of the data there is nothing to search for.
fn let_go<M: Model + ?Sized>(fit: &mut Fit<'_, M>, found: &mut Least, predicted: &mut Vec<f64>) {
    let whole = fit.problem.loss;
    let white = fit.weights.whiten(&fit.residuals(predicted));
    let beyond = white.iter().filter(|r| whole.beyond(**r)).count();
    if beyond == 0 || 2 * beyond >= white.len() {
        return;
    }
    fit.loss = whole;
    match fit.search(&found.x).and_then(|least| fit.predict(&least.x).map(|there| (least, there))) {
        Some(least) => (*found, *predicted) = least,
        None => fit.loss = whole.convex(),
    }
}

/// What a search ended with, as numbers of the problem.
fn estimate<M: Model + ?Sized>(
    problem: &Problem,
    fit: &Fit<'_, M>,
    (found, told): (Least, Told),
    predicted: Vec<f64>,
    jacobian: DMatrix<f64>,
    between: Option<Between>,
) -> Estimate {
    let residuals = fit.residuals(&predicted);
    let white = fit.weights.whiten(&residuals);
    let theta = fit.theta(&found.x);
    let unknowns = fit.model.unknowns().to_vec();
    let scatter = if fit.weights.estimated { fit.weights.scatter.clone() } else { Vec::new() };
    let standardised = problem.data.iter().zip(&residuals);
    let standardised = standardised.zip(&predicted).map(|((datum, r), there)| {
        let shared = between.as_ref().map_or(0.0, |between: &Between| between.sigma_of(datum.part));
        r / datum.sigma_at(*there).hypot(scatter.get(datum.quantity).copied().unwrap_or(0.0)).hypot(shared)
    });
    let standardised: Vec<f64> = standardised.collect();
    let error = fit.model.numerical_error();
    let shift: Vec<f64> = predicted.iter().map(|value| error * value).collect();
    let numerical = match (fit.normal(&jacobian) + &told.information).cholesky() {
        Some(factor) => {
            let moved = factor.solve(&fit.score(&jacobian, &shift));
            let ends = found.x.iter().zip(moved.iter()).map(|(x, step)| x + step).collect::<Vec<_>>();
            fit.theta(&ends).iter().zip(&theta).map(|(end, best)| (end - best).abs()).collect()
        }
        None => vec![f64::INFINITY; theta.len()],
    };
    Estimate {
        at_bound: unknowns.iter().zip(&theta).map(|(unknown, value)| unknown.at_bound(*value)).collect(),
        cost: white.iter().map(|r| fit.loss.cost(*r)).sum::<f64>() + told.cost,
        chi2: white.iter().map(|r| r * r).sum(),
        dof: problem.data.len() - theta.len(),
        drops: problem.drops().len(),
        scatter,
        between,
        evaluations: fit.evaluations.get(),
        converged: found.converged,
        loss: fit.loss,
        mistakes: problem.mistakes,
        standardised,
        predicted,
        residuals,
        numerical,
        unknowns,
        theta,
        state: State { free: found.x, jacobian, told },
    }
}

fn no_groups() -> NoEstimate {
    NoEstimate::Problem("the errors of a drop contradict one another".to_string())
}

/// Moves to the least squares under changed weights along known slopes: Newton's method with the slopes kept.
fn chord<M: Model + ?Sized>(
    fit: &Fit<'_, M>,
    free: &[f64],
    predicted: &[f64],
    jacobian: &DMatrix<f64>,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let factor = (fit.normal(jacobian) + fit.told(free)?.information).cholesky()?;
    let mut x = DVector::from_row_slice(free);
    let mut here = predicted.to_vec();
    let mut last = f64::INFINITY;
    for _ in 0..10 {
        let score = fit.score(jacobian, &fit.residuals(&here)) + fit.told(x.as_slice())?.score;
        let step = factor.solve(&score);
        // In squared standard errors.
        let size = step.dot(&score);
        if size < 1e-12 {
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
