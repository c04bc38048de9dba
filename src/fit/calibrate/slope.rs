//! Tests whether the restitution changes with speed: a straight line, with and without the air, with all uncertainties.

use super::data::data;
use super::grouping::take_over;
use super::inputs::moved;
use super::intervals::{of_inputs, widened};
use super::result::{Slope, SlopeStudy};
use super::rows::Data;
use super::slope_causes::rivals;
use super::{FittedLaw, Watch, no_estimate};
use crate::case::{Calibration, FitSettings};
use crate::error::Error;
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::{BestFit, fit};
use crate::fit::loss::Loss;
use crate::fit::models::Formula;
use crate::fit::observations::Target;
use crate::fit::spread::{Resampling, bootstrap, covariance};

/// Fewest drops for a line, and fewest groups.
const FEWEST: usize = 5;
const FEWEST_GROUPS: usize = 3;
/// Fewest groups for resampling.
const RESAMPLED: usize = 10;
/// Smallest range of speeds, as a ratio, for a slope.
const APART: f64 = 1.1;
/// Refits for the interval of a slope.
const REFITS: usize = 1000;

/// The slope with all corrections, and without the air; `None` for too few drops or one speed.
///
/// # Errors
/// When a moved input has no possible flight, or the work was stopped.
pub(super) fn study(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    settings: &FitSettings,
    notes: &mut Vec<String>,
    watch: &dyn Watch,
) -> Result<Option<SlopeStudy>, Error> {
    if !calibration.experiment.kind.flies() || found.data.targets != [Target::Restitution] {
        return Ok(None);
    }
    let speeds: Vec<f64> = found.data.problem.data.iter().map(|datum| datum.speed).collect();
    let (slow, fast) = speeds.iter().fold((f64::INFINITY, 0.0f64), |(low, high), &v| (low.min(v), high.max(v)));
    let grouped = found.estimate.units() < found.estimate.drops;
    let fewest = if grouped { FEWEST_GROUPS } else { FEWEST };
    if found.estimate.units() < fewest || fast < APART * slow {
        notes.push("too few drops, or too near in speed, to see whether the restitution changes with it".to_string());
        return Ok(None);
    }
    let line = Formula::line(speeds.iter().sum::<f64>() / speeds.len() as f64);
    let corrected = slope(calibration, found, &line, settings, true, watch)?;
    let air = calibration.experiment.air;
    let without_air = if air { Some(slope(calibration, found, &line, settings, false, watch)?) } else { None };
    let mut words = words(&corrected, without_air.as_ref(), settings.uncertainty.level);
    if !corrected.interval.covers(0.0) {
        let theta = &found.estimate.theta;
        let of = |moved: &Data| fit(&moved.problem, &line).ok()?.theta.get(1).copied();
        let here = data(calibration, theta, &[], &Reduction { effects: false, air: true })?;
        let rivals = of(&here).and_then(|slope| rivals(calibration, theta, slope, &of));
        words.extend(rivals.iter().flat_map(|rivals| [". Alternative explanations: ", rivals]));
    }
    Ok(Some(SlopeStudy { corrected, without_air, words }))
}

fn slope(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    line: &Formula,
    settings: &FitSettings,
    air: bool,
    watch: &dyn Watch,
) -> Result<Slope, Error> {
    let theta = &found.estimate.theta;
    let asked = Reduction { effects: false, air };
    let with = |moved: &[(usize, f64)]| -> Result<Data, Error> {
        let mut there = data(calibration, theta, moved, &asked)?;
        take_over(&mut there.problem, &found.data.problem);
        Ok(there)
    };
    let here = with(&[])?;
    let best = fit(&here.problem, line).map_err(no_estimate)?;
    let level = settings.uncertainty.level;
    // Few groups are not resampled, and squares have an interval of their own.
    let few = best.units() < RESAMPLED;
    let by_squares = best.between.is_some() && (best.loss == Loss::Squares || few);
    let replicates = if by_squares { 0 } else { REFITS };
    let resampling = Resampling { replicates, seed: settings.uncertainty.seed };
    let refits = bootstrap(&here.problem, line, &best, resampling, &|| !watch.stop()).map_err(no_estimate)?;
    let instead = BestFit { loss: Loss::Squares, ..best.clone() };
    let claimed = covariance(&here.problem, line, if by_squares { &instead } else { &best });
    let sigmas: Vec<f64> = match &claimed {
        Some(claimed) => claimed.sigmas.clone(),
        None => {
            refits.covariance().iter().enumerate().map(|(k, row)| row.get(k).map_or(f64::NAN, |v| v.sqrt())).collect()
        }
    };
    let interval = refits.interval(1, level).or(claimed.and_then(|claimed| claimed.interval(1, level)));
    let Some(interval_data) = interval else {
        return Err(Error::wrong("no interval can be given for the slope of restitution over speed"));
    };
    let refit = |inputs: &[(usize, f64)]| -> Result<Vec<f64>, String> {
        let moved = with(inputs).map_err(|error| error.to_string())?;
        Ok(fit(&moved.problem, line).map_err(|error| error.to_string())?.theta)
    };
    let budget = moved((calibration, watch), "slope", &best.theta, sigmas.clone(), &refit)?;
    let (value, sigma_data) =
        (best.theta.get(1).copied().unwrap_or(f64::NAN), sigmas.get(1).copied().unwrap_or(f64::NAN));
    let by_inputs = of_inputs(&budget, 1);
    let interval = widened(interval_data, value, by_inputs, (level, best.dof_of_errors()));
    Ok(Slope { value, sigma_data, sigma: sigma_data.hypot(by_inputs), interval, budget })
}

fn words(corrected: &Slope, without_air: Option<&Slope>, level: f64) -> String {
    let percent = 100.0 * level;
    let survives = !corrected.interval.covers(0.0);
    let way = if corrected.value < 0.0 { "falls" } else { "rises" };
    let main = if survives {
        format!("the restitution {way} with speed: the {percent:.0} % interval of its slope excludes zero")
    } else {
        format!(
            "the data do not show whether the restitution changes with speed: the {percent:.0} % interval of its slope includes zero"
        )
    };
    match without_air {
        Some(bare) if !survives && !bare.interval.covers(0.0) => {
            let seemed = if bare.value < 0.0 { "falls" } else { "rises" };
            format!("{main}; without the correction for air drag it {seemed}: the drag explains that trend")
        }
        Some(bare) if survives && (bare.value < 0.0) != (corrected.value < 0.0) => {
            format!("{main}; without the correction for air drag the trend is the opposite")
        }
        Some(_) => format!("{main}, with the correction for air drag and its uncertainty"),
        None if survives => {
            format!("{main}; air drag is not corrected for, and alone makes it appear to fall")
        }
        None => main,
    }
}
