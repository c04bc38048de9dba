//! Draws of the unknowns: refits of resampled drops with the uncertain inputs drawn beside them.

use super::intervals::few;
use super::result::Calibrated;
use crate::fit::random::Stream;

/// What distinguishes the random numbers of the inputs from those of the refits, which have the same seed.
const OF_INPUTS: u64 = 0x1a90_75b3;

/// One row a draw, one column an unknown, in the order of [`Calibrated::parameters`], SI.
///
/// `theta_r - bias + sum_i c_i u_i z_ri`: the refit r, less the bias of the best fit, and each input of the budget drawn
/// from a normal distribution of its standard uncertainty `u_i` with its sensitivity `c_i = d theta/d x_i`. The standard
/// deviation of the draws is therefore the combined standard uncertainty, data and inputs. A draw beyond a bound of the
/// case is put at that bound. The same seed gives the same rows.
///
/// `None` where there are no refits, or too few drops (or groups of them) to be resampled.
pub fn draws(found: &Calibrated) -> Option<Vec<Vec<f64>>> {
    let refits = found.bootstrap.as_ref().filter(|refits| !refits.thetas.is_empty() && !few(&found.estimate))?;
    let lines = found.budget.as_ref().map_or(&[][..], |budget| &budget.lines);
    let inputs: Vec<_> = lines.iter().filter(|line| !line.sensitivity.is_empty()).collect();
    let seed = refits.resampling.seed ^ OF_INPUTS;
    let row = |(index, theta): (usize, &Vec<f64>)| {
        let mut stream = Stream::new(seed, index as u64);
        let drawn: Vec<f64> = inputs.iter().map(|line| line.source.sigma * stream.normal()).collect();
        let shifted = |(unknown, value): (usize, &f64)| {
            let by = inputs.iter().zip(&drawn).filter_map(|(line, by)| Some(line.sensitivity.get(unknown)? * by));
            let lean = found.parameters.get(unknown).map_or(0.0, |parameter| parameter.lean);
            let value = value - lean + by.sum::<f64>();
            found.estimate.unknowns.get(unknown).map_or(value, |unknown| value.max(unknown.low).min(unknown.high))
        };
        theta.iter().enumerate().map(shifted).collect()
    };
    Some(refits.thetas.iter().enumerate().map(row).collect())
}
