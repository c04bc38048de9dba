//! Samples of the fitted parameters: Student's distribution with the covariance of the fit, combined with samples of the uncertain
//! inputs.

use nalgebra::{DMatrix, DVector};

use super::result::{Calibrated, CurvePoint, Parameter};
use crate::fit::observations::Target;
use crate::fit::random::Stream;
use crate::fit::spread::Interval;
use crate::fit::{chi2, student};

/// Rows.
const DRAWS: usize = 2000;
/// Seeds of Student's distribution, of the inputs, and of impacts.
const OF_DATA: u64 = 0x57cd_e417;
const OF_INPUTS: u64 = 0x1a90_75b3;
const OF_IMPACTS: u64 = 0x83c2_6e05;

/// One row a draw, one column an unknown, in the order of [`Calibrated::parameters`], SI.
///
/// `theta + L z/sqrt(chi2/dof) + sum_i c_i u_i z_i` with `L L^T` the covariance of the fit: a multivariate Student's t, of the degrees of
/// freedom of the interval, and each input of the budget drawn from a normal distribution of its standard uncertainty `u_i` with its
/// sensitivity `c_i = d theta/d x_i`. On either side of the value the draws are then stretched so that the quantiles of the quoted
/// interval are its ends. A draw beyond a bound of the case is put at that bound. The same fit gives the same rows.
///
/// `None` where no covariance is claimed, as at a bound.
pub fn draws(found: &Calibrated) -> Option<Vec<Vec<f64>>> {
    let covariance = &found.covariance.as_ref()?.matrix;
    let (theta, dof) = (&found.estimate.theta, found.estimate.dof_of_errors());
    let p = theta.len();
    let entry = |i: usize, j: usize| covariance.get(i).and_then(|row| row.get(j)).copied().unwrap_or(f64::NAN);
    let root = DMatrix::from_fn(p, p, entry).cholesky()?.l();
    if dof.is_nan() || dof <= 0.0 {
        return None;
    }
    let lines = found.budget.as_ref().map_or(&[][..], |budget| &budget.lines);
    let inputs: Vec<_> = lines.iter().filter(|line| !line.sensitivity.is_empty()).collect();
    let row = |index: usize| {
        let (mut stream, mut of_inputs) = (Stream::new(OF_DATA, index as u64), Stream::new(OF_INPUTS, index as u64));
        let normal = DVector::from_fn(p, |_, _| stream.normal());
        let narrow = narrow(&mut stream, dof);
        let away = &root * normal / narrow;
        let drawn: Vec<f64> = inputs.iter().map(|line| line.source.sigma * of_inputs.normal()).collect();
        let shifted = |(unknown, (value, away)): (usize, (&f64, &f64))| {
            let by = inputs.iter().zip(&drawn).filter_map(|(line, by)| Some(line.sensitivity.get(unknown)? * by));
            value + away + by.sum::<f64>()
        };
        theta.iter().zip(away.iter()).enumerate().map(shifted).collect::<Vec<f64>>()
    };
    let mut rows: Vec<Vec<f64>> = (0..DRAWS).map(row).collect();
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

/// Restitutions of single impacts at a speed (m/s): `e(v) + s z_1/sqrt(chi2/dof) + sigma z_2`, with the standard error `s` of the mean
/// restitution there, of the data alone, and the scatter `sigma` from drop to drop, setting to setting and impact to impact, without what was
/// misread.
///
/// `s` is half of the band of the curve over Student's t. Of several experiments the scatter is that of the first with restitutions.
///
/// `None` where no restitution was measured head-on, or the speed is beyond the table of the fit.
pub fn impacts(found: &Calibrated, speed: f64) -> Option<Vec<f64>> {
    let CurvePoint { restitution, band: Some(band), .. } = at(&found.curve, speed)? else { return None };
    let dof = found.estimate.dof_of_errors();
    let standard = 0.5 * (band.high - band.low) / student::two_sided(found.settings.level, dof);
    let own = found.scatter.iter().find(|of| of.quantity == Target::Restitution).map_or(0.0, |of| of.sigma);
    let settings = found.estimate.between.as_ref().map_or(0.0, |between| between.sigma);
    let sigma = own.hypot(settings).hypot(found.between_impacts);
    let one = |index: usize| {
        let mut stream = Stream::new(OF_IMPACTS, index as u64);
        (restitution + standard * stream.normal() / narrow(&mut stream, dof) + sigma * stream.normal()).max(0.0)
    };
    (standard.is_finite() && dof > 0.0).then(|| (0..DRAWS).map(one).collect())
}

/// `sqrt(chi2/dof)`: a normal number over it is Student's.
fn narrow(stream: &mut Stream, dof: f64) -> f64 {
    if dof.is_infinite() { 1.0 } else { (chi2::quantile(stream.uniform(), dof) / dof).sqrt() }
}

/// The curve of a fit at a speed between two of its own, linear between them.
fn at(curve: &[CurvePoint], speed: f64) -> Option<CurvePoint> {
    let pair = curve.windows(2).find(|pair| pair[0].speed <= speed && speed <= pair[1].speed)?;
    let part = (speed - pair[0].speed) / (pair[1].speed - pair[0].speed);
    let between = |of: &dyn Fn(&CurvePoint) -> f64| of(&pair[0]) + part * (of(&pair[1]) - of(&pair[0]));
    let band = pair[0].band.and(pair[1].band).map(|_| Interval {
        low: between(&|point| point.band.map_or(f64::NAN, |band| band.low)),
        high: between(&|point| point.band.map_or(f64::NAN, |band| band.high)),
    });
    Some(CurvePoint { speed, restitution: between(&|point| point.restitution), band, next_drop: None })
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

/// A quantile of sorted values by linear interpolation between order statistics at `q (n + 1)`; NaN of none.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let place = (q * (sorted.len() + 1) as f64 - 1.0).max(0.0).min(sorted.len().saturating_sub(1) as f64);
    let at = place.floor() as usize;
    let value = |at: usize| sorted.get(at).or(sorted.last()).copied().unwrap_or(f64::NAN);
    value(at) + (value(at + 1) - value(at)) * (place - at as f64)
}
