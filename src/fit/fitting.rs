//! Residuals, loss, derivatives and search for one problem, model and weights.

use std::cell::{Cell, RefCell};

use nalgebra::{DMatrix, DVector};

use super::estimated::{BestFit, NoEstimate};
use super::loss::Loss;
use super::problem::{Model, Problem};
use super::search::{Minimum, least_squares, simplex};
use super::sticking::{self, StickingLikelihood};
use super::weights::Weights;
use crate::halt;

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
    pub weights: Weights,
    pub loss: Loss,
    pub evaluations: Cell<usize>,
    /// Message of the last failed prediction.
    pub failure: RefCell<Option<String>>,
}

impl<'a> Fit<'a> {
    pub fn new(problem: &'a Problem, model: &'a dyn Model) -> Result<Self, NoEstimate> {
        if let Some(why) = problem.wrong(model.unknowns()) {
            return Err(NoEstimate::Problem(why));
        }
        let weights = Weights::stated(problem).map_err(NoEstimate::Problem)?;
        Ok(Self { problem, model, weights, loss: problem.loss, evaluations: Cell::new(0), failure: RefCell::new(None) })
    }

    /// The fit with the weights of an estimate.
    pub fn of(problem: &'a Problem, model: &'a dyn Model, estimate: &BestFit) -> Result<Self, NoEstimate> {
        let fit = Self::new(problem, model)?;
        Ok(Self { weights: Weights::of(problem, estimate).map_err(NoEstimate::Problem)?, ..fit })
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
        if self.loss != Loss::Squares {
            roots.iter_mut().for_each(|r| *r = self.loss.root(*r));
        }
        if !self.problem.stuck.is_empty() {
            roots.extend(self.distances(self.sticking_speed(free)?).into_iter().map(sticking::root));
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
