//! Minimisation by Levenberg-Marquardt, Nelder-Mead and golden sections.
//!
//! What is searched may fail to be computed: a simulation that fails is an answer the search survives or reports, and
//! what is not a number counts as failed. Nothing here panics.

use std::cell::{Cell, RefCell};

use argmin::core::{CostFunction, Error as Stop, Executor, State as _};
use argmin::solver::goldensectionsearch::GoldenSectionSearch;
use argmin::solver::neldermead::NelderMead;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DMatrix, DVector, Dyn, Owned};

/// A minimum of the sum of squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimum {
    pub x: Vec<f64>,
    /// Half the sum of the squares.
    pub cost: f64,
    /// Number of evaluations of all residuals, numerical derivatives included.
    pub evaluations: usize,
    /// Whether the search ended because nothing could be gained.
    pub converged: bool,
}

/// Step of the differences that make the Jacobian, relative to `max(|x|, 1)`: about the root of the rounding.
const DIFFERENCE: f64 = 1e-7;
/// Factor by which a failed point counts as worse than the current one.
const WORSE: f64 = 10.0;

/// Levenberg-Marquardt from `start`, of parameters that may take any value: transform those that have bounds. Ends when a step is
/// expected to gain, or to move, no more than the part `tolerance`.
///
/// A point where the residuals cannot be computed, or are not all finite, is stepped back from; only at the start, or
/// where neither difference of the Jacobian can be computed, there is no answer: `None`. MINPACK's method, Moré 1978, as
/// the crate `levenberg-marquardt` has it; Jacobian by forward differences, which blur the gradient by some 1e-7. Each step
/// gains about as many digits: below 1e-10 or so nothing is won.
pub fn least_squares(residuals: &dyn Fn(&[f64]) -> Option<Vec<f64>>, start: &[f64], tolerance: f64) -> Option<Minimum> {
    let mut fit = Squares { f: residuals, x: DVector::from_row_slice(start), here: None, evaluations: Cell::new(0) };
    let first = fit.compute(&fit.x)?;
    // MINPACK needs as many residuals as unknowns.
    if first.len() < start.len() || start.is_empty() {
        return None;
    }
    fit.here = Some(first);
    let (fit, report) = LevenbergMarquardt::new().with_tol(tolerance).with_patience(200).minimize(fit);
    let here = fit.compute(&fit.x)?;
    Some(Minimum {
        x: fit.x.as_slice().to_vec(),
        cost: 0.5 * here.norm_squared(),
        evaluations: fit.evaluations.get(),
        converged: report.termination.was_successful(),
    })
}

/// Cost of a failed evaluation in Nelder-Mead: larger than any other, and comparable.
const FAILED: f64 = 1e300;
/// Corner of the first simplex, from the start.
const CORNER: f64 = 0.25;
/// Steps after which Nelder & Mead stop, for each unknown.
const MOST_MOVES: u64 = 400;

/// The least cost by Nelder & Mead's simplex, which needs no derivative: the fallback where Levenberg-Marquardt gives up.
///
/// A cost that is not a number, or cannot be computed, counts as worse than any other; `None` where even the start
/// cannot be computed. Ends when the standard deviation of the costs of the simplex is below `spread`. Nelder & Mead
/// 1965, as argmin has it.
pub fn simplex(cost: &dyn Fn(&[f64]) -> Option<f64>, start: &[f64], spread: f64) -> Option<Minimum> {
    let heights = Heights { f: cost, evaluations: Cell::new(0), best: RefCell::new(None) };
    if heights.at(start) >= FAILED || start.is_empty() {
        return None;
    }
    let mut corners = vec![start.to_vec()];
    for column in 0..start.len() {
        let mut corner = start.to_vec();
        corner[column] += CORNER * corner[column].abs().max(1.0);
        corners.push(corner);
    }
    let most = MOST_MOVES * start.len() as u64;
    let run = NelderMead::new(corners)
        .with_sd_tolerance(spread)
        .and_then(|solver| Executor::new(&heights, solver).configure(|state| state.max_iters(most)).run());
    let converged = run.is_ok_and(|run| run.state().get_iter() < most);
    let evaluations = heights.evaluations.get();
    let (x, cost) = heights.best.into_inner()?;
    Some(Minimum { x, cost, evaluations, converged })
}

/// The least cost between two places, of a cost with one minimum there, by golden sections (Kiefer 1953), as argmin has them.
pub fn least_between(cost: &dyn Fn(f64) -> f64, low: f64, high: f64) -> Option<f64> {
    let start = high - 0.5 * (5f64.sqrt() - 1.0) * (high - low);
    let solver = GoldenSectionSearch::new(low, high).and_then(|solver| solver.with_tolerance(1e-9)).ok()?;
    let run = Executor::new(Line(cost), solver).configure(|state| state.param(start).max_iters(100)).run();
    run.ok().map(|run| run.state().get_best_cost())
}

/// A cost function of one variable.
struct Line<'a>(&'a dyn Fn(f64) -> f64);

impl CostFunction for Line<'_> {
    type Param = f64;
    type Output = f64;

    fn cost(&self, x: &f64) -> Result<f64, Stop> {
        Ok((self.0)(*x))
    }
}

/// A cost function for Nelder-Mead that remembers its best value.
struct Heights<'a> {
    f: &'a dyn Fn(&[f64]) -> Option<f64>,
    evaluations: Cell<usize>,
    best: RefCell<Option<(Vec<f64>, f64)>>,
}

impl Heights<'_> {
    fn at(&self, x: &[f64]) -> f64 {
        self.evaluations.set(self.evaluations.get() + 1);
        let cost = (self.f)(x).filter(|cost| cost.is_finite()).map_or(FAILED, |cost| cost.min(FAILED));
        let mut best = self.best.borrow_mut();
        if cost < FAILED && best.as_ref().is_none_or(|(_, least)| cost < *least) {
            *best = Some((x.to_vec(), cost));
        }
        cost
    }
}

impl CostFunction for &Heights<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Stop> {
        Ok(self.at(x))
    }
}

/// The residuals for Levenberg-Marquardt.
struct Squares<'a> {
    f: &'a dyn Fn(&[f64]) -> Option<Vec<f64>>,
    x: DVector<f64>,
    /// At `x`; where they failed, those of the last good point made [`WORSE`].
    here: Option<DVector<f64>>,
    evaluations: Cell<usize>,
}

impl Squares<'_> {
    fn compute(&self, x: &DVector<f64>) -> Option<DVector<f64>> {
        self.evaluations.set(self.evaluations.get() + 1);
        let residuals = (self.f)(x.as_slice())?;
        residuals.iter().all(|r| r.is_finite()).then(|| DVector::from_vec(residuals))
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Squares<'_> {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        if *x == self.x && self.here.is_some() {
            return;
        }
        self.x.copy_from(x);
        self.here = match (self.compute(x), self.here.take()) {
            (Some(good), _) => Some(good),
            (None, before) => before.map(|last| last * WORSE),
        };
    }

    fn params(&self) -> DVector<f64> {
        self.x.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.here.clone()
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let here = self.here.as_ref()?;
        let mut jacobian = DMatrix::zeros(here.len(), self.x.len());
        for column in 0..self.x.len() {
            let size = DIFFERENCE * self.x[column].abs().max(1.0);
            let difference = |step: f64| {
                let mut x = self.x.clone();
                x[column] += step;
                let moved = x[column] - self.x[column];
                let there = self.compute(&x)?;
                (there.len() == here.len()).then(|| (there - here) / moved)
            };
            jacobian.set_column(column, &difference(size).or_else(|| difference(-size))?);
        }
        Some(jacobian)
    }
}
