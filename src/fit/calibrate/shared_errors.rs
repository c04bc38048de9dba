//! Errors that all readings share, such as a zero offset, as covariances of the data.

use super::data::data;
use super::rows::Data;
use crate::case::Calibration;
use crate::fit::drop_impacts::Reduction;
use crate::fit::problem::Scatter;

/// Adds the effect of one standard deviation of each input of the experiment on all values, which shift together.
pub(super) fn share(calibration: &Calibration, theta: &[f64], asked: &Reduction, found: &mut Data) {
    if !matches!(found.problem.scatter, Scatter::BetweenGroups | Scatter::BetweenExperiments) {
        return;
    }
    let inputs = calibration.inputs.iter().enumerate();
    for (index, input) in inputs.filter(|(_, input)| input.path.starts_with("experiment.")) {
        let Ok(moved) = data(calibration, theta, &[(index, input.value + input.sigma)], asked) else { continue };
        if moved.used == found.used {
            for (datum, there) in found.problem.data.iter_mut().zip(&moved.problem.data) {
                datum.shared.push(there.value - datum.value);
            }
        }
    }
}
