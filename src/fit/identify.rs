//! Identifiability of the unknowns, and the best next measurement.

use nalgebra::{DMatrix, SymmetricEigen};

use super::estimate::{BestFit, Fit, gram};
use super::problem::{Datum, Model, Problem, Unknown};
use super::spread::covariance;
use super::weights::Weights;

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
