//! Samples of the fitted parameters: refits of resampled drops, or Student's distribution for few drops, combined with
//! samples of the uncertain inputs.

use nalgebra::{DMatrix, DVector};

use super::intervals::few;
use super::result::{Calibrated, Parameter};
use crate::fit::chi2;
use crate::fit::random::Stream;
use crate::fit::spread::{Interval, quantile};

/// Offsets of the seed for the inputs and for Student's distribution, whose random numbers differ from those of the
/// refits.
const OF_INPUTS: u64 = 0x1a90_75b3;
const OF_STUDENT: u64 = 0x57cd_e417;

/// One row a draw, one column an unknown, in the order of [`Calibrated::parameters`], SI; as many as the case asks refits.
///
/// `theta_r - bias + sum_i c_i u_i z_ri`: the refit r, less the bias of the best fit, and each input of the budget drawn
/// from a normal distribution of its standard uncertainty `u_i` with its sensitivity `c_i = d theta/d x_i`. The draws
/// therefore have the combined uncertainty, data and inputs. Too few drops, or groups of them, are not resampled: `theta_r`
/// then has Student's distribution about the best fit with its covariance, as the interval has. On either side of the value the draws
/// are then stretched so that the quantiles of the quoted interval are its ends: refits of a few resampled drops lie closer together
/// than the drops allow. A draw beyond a bound of the case is put at that bound. The same seed gives the same rows.
///
/// `None` where no refits are asked for, where neither refits nor a covariance are claimed, or where an unknown is at a bound: all refits
/// lie on it.
pub fn draws(found: &Calibrated) -> Option<Vec<Vec<f64>>> {
    if found.parameters.iter().any(|parameter| parameter.at_bound) {
        return None;
    }
    let refits = found.bootstrap.as_ref().filter(|refits| !refits.thetas.is_empty() && !few(&found.estimate));
    let of_data = refits.map(|refits| refits.thetas.clone()).or_else(|| student(found))?;
    let lines = found.budget.as_ref().map_or(&[][..], |budget| &budget.lines);
    let inputs: Vec<_> = lines.iter().filter(|line| !line.sensitivity.is_empty()).collect();
    let seed = found.settings.uncertainty.seed ^ OF_INPUTS;
    let row = |(index, theta): (usize, &Vec<f64>)| {
        let mut stream = Stream::new(seed, index as u64);
        let drawn: Vec<f64> = inputs.iter().map(|line| line.source.sigma * stream.normal()).collect();
        let shifted = |(unknown, value): (usize, &f64)| {
            let by = inputs.iter().zip(&drawn).filter_map(|(line, by)| Some(line.sensitivity.get(unknown)? * by));
            let bias = found.parameters.get(unknown).map_or(0.0, |parameter| parameter.bias);
            value - bias + by.sum::<f64>()
        };
        theta.iter().enumerate().map(shifted).collect()
    };
    let mut rows: Vec<Vec<f64>> = of_data.iter().enumerate().map(row).collect();
    for (k, (parameter, unknown)) in found.parameters.iter().zip(&found.estimate.unknowns).enumerate() {
        let [below, above] = stretches(parameter, rows.iter().filter_map(|row| row.get(k).copied()).collect());
        for place in rows.iter_mut().filter_map(|row| row.get_mut(k)) {
            let off = *place - parameter.value;
            let there = parameter.value + off * if off < 0.0 { below } else { above };
            *place = there.max(unknown.low).min(unknown.high);
        }
    }
    Some(rows)
}

/// What the draws on each side of the value are multiplied by; 1 where there is no interval, or its quantile is on the other side.
fn stretches(parameter: &Parameter, mut draws: Vec<f64>) -> [f64; 2] {
    let Some(Interval { low, high }) = parameter.interval else { return [1.0; 2] };
    draws.sort_by(f64::total_cmp);
    let tail = 0.5 * (1.0 - parameter.level);
    let side = |end: f64, probability: f64| {
        let times = (end - parameter.value) / (quantile(&draws, probability) - parameter.value);
        if times > 0.0 && times.is_finite() { times } else { 1.0 }
    };
    [side(low, tail), side(high, 1.0 - tail)]
}

/// `theta + L z/sqrt(chi2/dof)` with `L L^T` the covariance: a multivariate Student's t.
fn student(found: &Calibrated) -> Option<Vec<Vec<f64>>> {
    let covariance = &found.covariance.as_ref().or(found.instead.as_ref())?.matrix;
    let (theta, dof) = (&found.estimate.theta, found.estimate.dof_of_errors());
    let (p, count) = (theta.len(), found.settings.uncertainty.bootstrap);
    let entry = |i: usize, j: usize| covariance.get(i).and_then(|row| row.get(j)).copied().unwrap_or(f64::NAN);
    let root = DMatrix::from_fn(p, p, entry).cholesky()?.l();
    if count == 0 || dof.is_nan() || dof <= 0.0 {
        return None;
    }
    let row = |index: usize| {
        let mut stream = Stream::new(found.settings.uncertainty.seed ^ OF_STUDENT, index as u64);
        let normal = DVector::from_fn(p, |_, _| stream.normal());
        let narrow = if dof.is_infinite() { 1.0 } else { (chi2::quantile(stream.uniform(), dof) / dof).sqrt() };
        let away = &root * normal / narrow;
        theta.iter().zip(away.iter()).map(|(value, away)| value + away).collect()
    };
    Some((0..count).map(row).collect())
}
