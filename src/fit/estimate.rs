//! Finds the best fit, which minimises the loss of the data.

use nalgebra::{DMatrix, DVector};

pub use super::estimated::{BestFit, NoEstimate};
use super::estimated::{GroupScatter, State};
use super::fitting::{DIFFERENCE, Fit};
use super::loss::Loss;
use super::problem::{Model, Problem, Scatter, Unknown};
use super::search::Minimum;
use super::sticking::StickingLikelihood;
use super::weights::Weights;
use super::{groups, joint_fit};

/// Most iterations between scatter and unknowns.
const TURNS: usize = 12;
/// Relative change at which the scatter has converged.
const SETTLED: f64 = 1e-3;
/// Total change of the data, in standard deviations, below which they do not depend on an unknown.
const UNSEEN: f64 = 1e-2;

/// The best fit of a model to data.
///
/// With scatter between drops, that and the unknowns are found in turns: restricted maximum likelihood under squares,
/// the median of the residuals under Huber's loss. Data in whatever order give the same answer to rounding.
///
/// # Errors
/// When the problem is invalid, or the model fails at the start.
pub fn fit(problem: &Problem, model: &dyn Model) -> Result<BestFit, NoEstimate> {
    solve(problem, model).map(|(estimate, _)| estimate)
}

/// [`fit`], also with the weights of the solution.
pub(super) fn solve<'a>(problem: &'a Problem, model: &'a dyn Model) -> Result<(BestFit, Fit<'a>), NoEstimate> {
    let mut fit = Fit { loss: problem.loss.convex(), ..Fit::new(problem, model)? };
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
                    let of =
                        if problem.scatter == Scatter::BetweenGroups { groups::between } else { joint_fit::between };
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

/// Continues the search with the redescending loss and fixed scatter: outliers beyond its reach have no influence
/// (Yohai 1987, Ann. Stat. 15, 642). Not if half of the data are outliers.
fn let_go(fit: &mut Fit<'_>, found: &mut Minimum, predicted: &mut Vec<f64>) {
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
        r / datum.sigma_at(*there).hypot(own).hypot(shared)
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
        cost: white.iter().map(|r| fit.loss.cost(*r)).sum::<f64>() + stuck.cost,
        chi2: white.iter().map(|r| r * r).sum(),
        dof: problem.data.len() - theta.len(),
        drops: problem.drops().len(),
        scattering: problem.scattering(),
        scatter,
        between,
        evaluations: fit.evaluations.get(),
        converged: found.converged,
        loss: fit.loss,
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

/// Moves to the least squares under changed weights along known slopes: Newton's method with the slopes kept.
fn chord(fit: &Fit<'_>, free: &[f64], predicted: &[f64], jacobian: &DMatrix<f64>) -> Option<(Vec<f64>, Vec<f64>)> {
    let factor = (fit.normal(jacobian) + fit.stuck(free)?.information).cholesky()?;
    let mut x = DVector::from_row_slice(free);
    let mut here = predicted.to_vec();
    let mut last = f64::INFINITY;
    for _ in 0..10 {
        let score = fit.score(jacobian, &fit.residuals(&here)) + fit.stuck(x.as_slice())?.score;
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
