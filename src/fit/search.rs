//! Minima and roots by the searches of argmin: a trust region for sums of squares, Nelder-Mead, golden sections and Brent's roots.
//!
//! What is searched may fail to be computed: a simulation that fails is an answer the search survives or reports, and
//! what is not a number counts as failed. Nothing here panics.

use std::cell::RefCell;

use argmin::core::{
    CostFunction, Error as Stop, Executor, Gradient, Hessian, IterState, KV, Problem, Solver, State as _,
    TerminationReason,
};
use argmin::solver::brent::BrentRoot;
use argmin::solver::goldensectionsearch::GoldenSectionSearch;
use argmin::solver::neldermead::NelderMead;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use nalgebra::{DMatrix, DVector};

/// A minimum of the sum of squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimum {
    pub x: Vec<f64>,
    /// Half the sum of the squares.
    pub cost: f64,
    /// Whether the search ended because nothing could be gained.
    pub converged: bool,
}

/// Step of the differences that make the Jacobian, relative to `max(|x|, 1)`: about the root of the rounding.
const DIFFERENCE: f64 = 1e-7;
/// Steps after which a search for the least squares ends, for each unknown.
const MOST_STEPS: u64 = 500;
/// The gradient left by the conjugate gradients of a step, over that before it.
const LEFT: f64 = 1e-14;
/// Conjugate gradients of a step, for each unknown: one, without rounding.
const MOST_DIRECTIONS: u64 = 5;

/// The least sum of squares from `start`, of parameters that may take any value: transform those that have bounds. Ends with the step
/// that is expected to gain, or to move, no more than the part `tolerance`.
///
/// A point where the residuals cannot be computed, or are not all finite, is stepped back from; only at the start, or
/// where neither difference of the Jacobian can be computed, there is no answer: `None`. Steps of Gauss and Newton within a region of
/// trust, each by Steihaug's conjugate gradients (Nocedal & Wright 2006, chapters 4 and 10), as argmin has them; Jacobian by forward
/// differences, which blur the gradient by some 1e-7. Each step gains about as many digits: below 1e-10
/// or so nothing is won.
pub fn least_squares(residuals: &dyn Fn(&[f64]) -> Option<Vec<f64>>, start: &[f64], tolerance: f64) -> Option<Minimum> {
    let squares = Squares::new(residuals);
    let x = DVector::from_row_slice(start);
    if squares.at(&x)?.len() < start.len() || start.is_empty() {
        return None;
    }
    squares.jacobian(&x)?;
    let many = start.len() as u64;
    let step = Steihaug::new().with_epsilon(LEFT).ok()?.with_max_iters(MOST_DIRECTIONS * many);
    let solver = Ending { solver: TrustRegion::new(step), tolerance };
    let run = Executor::new(&squares, solver).configure(|state| state.param(x).max_iters(MOST_STEPS * many)).run();
    let ended =
        |run: &IterState<_, _, _, _, _, f64>| run.get_termination_reason() == Some(&TerminationReason::SolverConverged);
    let converged = run.is_ok_and(|run| ended(run.state()));
    let Point { x, residuals, .. } = squares.best.into_inner()?;
    Some(Minimum { x: x.as_slice().to_vec(), cost: 0.5 * residuals.norm_squared(), converged })
}

/// The residuals at a point, and their derivatives once they are asked for.
struct Point {
    x: DVector<f64>,
    residuals: DVector<f64>,
    jacobian: Option<DMatrix<f64>>,
}

/// A sum of squares for argmin. The search goes downhill alone: it asks for derivatives at the best point so far.
struct Squares<'a> {
    f: &'a dyn Fn(&[f64]) -> Option<Vec<f64>>,
    best: RefCell<Option<Point>>,
}

impl<'a> Squares<'a> {
    fn new(f: &'a dyn Fn(&[f64]) -> Option<Vec<f64>>) -> Self {
        Self { f, best: RefCell::new(None) }
    }

    fn compute(&self, x: &DVector<f64>) -> Option<DVector<f64>> {
        let residuals = (self.f)(x.as_slice())?;
        residuals.iter().all(|r| r.is_finite()).then(|| DVector::from_vec(residuals))
    }

    /// The residuals, remembered at the best point.
    fn at(&self, x: &DVector<f64>) -> Option<DVector<f64>> {
        if let Some(best) = self.best.borrow().as_ref().filter(|best| best.x == *x) {
            return Some(best.residuals.clone());
        }
        let residuals = self.compute(x)?;
        let mut best = self.best.borrow_mut();
        if best.as_ref().is_none_or(|best| residuals.norm_squared() < best.residuals.norm_squared()) {
            *best = Some(Point { x: x.clone(), residuals: residuals.clone(), jacobian: None });
        }
        Some(residuals)
    }

    /// The derivatives, remembered at the best point.
    fn jacobian(&self, x: &DVector<f64>) -> Option<DMatrix<f64>> {
        if let Some(known) =
            self.best.borrow().as_ref().filter(|best| best.x == *x).and_then(|best| best.jacobian.clone())
        {
            return Some(known);
        }
        let here = self.at(x)?;
        let mut jacobian = DMatrix::zeros(here.len(), x.len());
        for column in 0..x.len() {
            let size = DIFFERENCE * x[column].abs().max(1.0);
            let difference = |step: f64| {
                let mut moved = x.clone();
                moved[column] += step;
                let step = moved[column] - x[column];
                let there = self.compute(&moved)?;
                (there.len() == here.len()).then(|| (there - &here) / step)
            };
            jacobian.set_column(column, &difference(size).or_else(|| difference(-size))?);
        }
        if let Some(best) = self.best.borrow_mut().as_mut().filter(|best| best.x == *x) {
            best.jacobian = Some(jacobian.clone());
        }
        Some(jacobian)
    }
}

fn failed() -> Stop {
    Stop::msg("cannot be computed")
}

impl CostFunction for &Squares<'_> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, x: &DVector<f64>) -> Result<f64, Stop> {
        Ok(self.at(x).map_or(FAILED, |residuals| 0.5 * residuals.norm_squared()))
    }
}

impl Gradient for &Squares<'_> {
    type Param = DVector<f64>;
    type Gradient = DVector<f64>;

    fn gradient(&self, x: &DVector<f64>) -> Result<DVector<f64>, Stop> {
        let jacobian = self.jacobian(x).ok_or_else(failed)?;
        Ok(jacobian.tr_mul(&self.at(x).ok_or_else(failed)?))
    }
}

impl Hessian for &Squares<'_> {
    type Param = DVector<f64>;
    type Hessian = DMatrix<f64>;

    /// Gauss and Newton's: without the curvature of the residuals.
    fn hessian(&self, x: &DVector<f64>) -> Result<DMatrix<f64>, Stop> {
        let jacobian = self.jacobian(x).ok_or_else(failed)?;
        Ok(jacobian.tr_mul(&jacobian))
    }
}

/// State of a search that has a gradient and a matrix of second derivatives.
type Place = IterState<DVector<f64>, DVector<f64>, (), DMatrix<f64>, (), f64>;

/// argmin's trust region, which has no end of its own: it ends after the step of Gauss and Newton that is expected to gain no more
/// than the part `tolerance` of the cost, or to move no further than that part of where it is.
struct Ending<S> {
    solver: S,
    tolerance: f64,
}

impl<O, S: Solver<O, Place>> Solver<O, Place> for Ending<S> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn init(&mut self, problem: &mut Problem<O>, state: Place) -> Result<(Place, Option<KV>), Stop> {
        self.solver.init(problem, state)
    }

    fn next_iter(&mut self, problem: &mut Problem<O>, state: Place) -> Result<(Place, Option<KV>), Stop> {
        let last = self.is_last(&state);
        let (state, log) = self.solver.next_iter(problem, state)?;
        Ok((if last { state.terminate_with(TerminationReason::SolverConverged) } else { state }, log))
    }
}

impl<S> Ending<S> {
    fn is_last(&self, state: &Place) -> bool {
        let (Some(x), Some(gradient), Some(hessian)) = (state.get_param(), state.get_gradient(), state.get_hessian())
        else {
            return false;
        };
        // Singular where an unknown has no effect: the shortest step is meant.
        let solved = match hessian.clone().cholesky() {
            Some(factor) => Some(factor.solve(gradient)),
            None => hessian.clone().svd(true, true).solve(gradient, LEFT * hessian.norm()).ok(),
        };
        solved.is_some_and(|step| {
            0.5 * step.dot(gradient) <= self.tolerance * state.get_cost() || step.norm() <= self.tolerance * x.norm()
        })
    }
}

/// Cost of a failed evaluation: larger than any other, and comparable.
const FAILED: f64 = 1e300;
/// Corner of the first simplex, from the start.
const CORNER: f64 = 0.25;
/// Steps after which Nelder & Mead stop, for each unknown.
const MOST_MOVES: u64 = 400;

/// The least cost by Nelder & Mead's simplex, which needs no derivative: the fallback where the least squares give up.
///
/// A cost that is not a number, or cannot be computed, counts as worse than any other; `None` where even the start
/// cannot be computed. Ends when the standard deviation of the costs of the simplex is below `spread`. Nelder & Mead
/// 1965, as argmin has it.
pub fn simplex(cost: &dyn Fn(&[f64]) -> Option<f64>, start: &[f64], spread: f64) -> Option<Minimum> {
    let heights = Heights { f: cost, best: RefCell::new(None) };
    if heights.at(start) >= FAILED || start.is_empty() {
        return None;
    }
    let mut corners = vec![DVector::from_row_slice(start)];
    for column in 0..start.len() {
        let mut corner = DVector::from_row_slice(start);
        corner[column] += CORNER * corner[column].abs().max(1.0);
        corners.push(corner);
    }
    let most = MOST_MOVES * start.len() as u64;
    let run = NelderMead::new(corners)
        .with_sd_tolerance(spread)
        .and_then(|solver| Executor::new(&heights, solver).configure(|state| state.max_iters(most)).run());
    let converged = run.is_ok_and(|run| run.state().get_iter() < most);
    let (x, cost) = heights.best.into_inner()?;
    Some(Minimum { x, cost, converged })
}

/// The least cost between two places, of a cost with one minimum there, by golden sections (Kiefer 1953), as argmin has them.
pub fn least_between(cost: &dyn Fn(f64) -> f64, low: f64, high: f64) -> Option<f64> {
    let start = high - 0.5 * (5f64.sqrt() - 1.0) * (high - low);
    let solver = GoldenSectionSearch::new(low, high).and_then(|solver| solver.with_tolerance(1e-9)).ok()?;
    let line = |x: f64| Some(cost(x));
    let run = Executor::new(Line(&line), solver).configure(|state| state.param(start).max_iters(100)).run();
    run.ok().map(|run| run.state().get_best_cost())
}

/// The root between two places where `f` differs in sign, by Brent's method (1973), as argmin has it: where |f| is at most `enough`, or
/// the bracket as narrow as rounding allows; `None` where the signs agree.
///
/// # Errors
/// Whatever `f` returns.
pub fn root_between<E>(f: &dyn Fn(f64) -> Result<f64, E>, [a, b]: [f64; 2], enough: f64) -> Result<Option<f64>, E> {
    let failure = RefCell::new(None);
    let line = |x: f64| f(x).map_err(|error| failure.replace(Some(error))).ok();
    let run = Executor::new(Line(&line), BrentRoot::new(a, b, 0.0));
    let run = run.configure(|state| state.target_cost(enough).max_iters(MOST_HALVINGS)).run();
    let found = run.ok().and_then(|run| run.state().get_best_param().copied());
    failure.into_inner().map_or(Ok(found), Err)
}

/// Evaluations after which a search for a root ends.
const MOST_HALVINGS: u64 = 300;

/// A cost function of one variable.
struct Line<'a>(&'a dyn Fn(f64) -> Option<f64>);

impl CostFunction for Line<'_> {
    type Param = f64;
    type Output = f64;

    fn cost(&self, x: &f64) -> Result<f64, Stop> {
        (self.0)(*x).ok_or_else(failed)
    }
}

/// A cost function for Nelder-Mead that remembers its best value.
struct Heights<'a> {
    f: &'a dyn Fn(&[f64]) -> Option<f64>,
    best: RefCell<Option<(Vec<f64>, f64)>>,
}

impl Heights<'_> {
    fn at(&self, x: &[f64]) -> f64 {
        let cost = (self.f)(x).filter(|cost| cost.is_finite()).map_or(FAILED, |cost| cost.min(FAILED));
        let mut best = self.best.borrow_mut();
        if cost < FAILED && best.as_ref().is_none_or(|(_, least)| cost < *least) {
            *best = Some((x.to_vec(), cost));
        }
        cost
    }
}

impl CostFunction for &Heights<'_> {
    type Param = DVector<f64>;
    type Output = f64;

    fn cost(&self, x: &DVector<f64>) -> Result<f64, Stop> {
        Ok(self.at(x.as_slice()))
    }
}
