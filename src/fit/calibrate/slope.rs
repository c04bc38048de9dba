//! Tests whether the restitution changes with speed: a straight line, with and without the air, with all uncertainties.

use super::data::data;
use super::grouping::take_over;
use super::inputs::moved;
use super::intervals::{of_inputs, widened};
use super::result::{Slope, SlopeStudy};
use super::rows::Data;
use super::{FittedLaw, Watch, no_estimate};
use crate::case::experiment_keys::{DRAG_FACTOR, DRAG_NUMBER, REBOUND_OFFSET};
use crate::case::{Calibration, FitSettings, StatedQuantity};
use crate::error::Error;
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::{BestFit, fit};
use crate::fit::loss::Loss;
use crate::fit::models::Formula;
use crate::fit::observations::Target;
use crate::fit::spread::{Resampling, bootstrap, covariance};
use crate::number::{percent, significant};
use crate::units::Dimension;

/// Fewest drops for a line, and fewest groups.
const FEWEST: usize = 5;
const FEWEST_GROUPS: usize = 3;
/// Fewest groups for resampling.
const RESAMPLED: usize = 10;
/// Smallest range of speeds, as a ratio, for a slope.
const APART: f64 = 1.1;
/// Refits for the interval of a slope.
const REFITS: usize = 1000;
/// Range of heights, as a ratio, above which a zero offset, drag and a law can be distinguished.
const DECADE: f64 = 10.0;
/// Step of an offset, m, and of a factor of the drag.
const STEP: [f64; 2] = [1e-4, 0.05];

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
    let level = percent(level);
    let survives = !corrected.interval.covers(0.0);
    let way = if corrected.value < 0.0 { "falls" } else { "rises" };
    let main = if survives {
        format!("the restitution {way} with speed: the {level} interval of its slope excludes zero")
    } else {
        format!(
            "the data do not show whether the restitution changes with speed: the {level} interval of its slope includes zero"
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

/// The zero offset and the drag that would remove the slope, in words; similar over less than a decade of height.
///
/// The slope is linear in both, so that one step of each gives its zero.
fn rivals(calibration: &Calibration, theta: &[f64], slope: f64, of: &dyn Fn(&Data) -> Option<f64>) -> Option<String> {
    let measured = &calibration.experiment.measured;
    let heights = measured.drops.iter().map(|drop| drop.drop).chain(measured.throws.iter().filter_map(|t| t.drop));
    let (low, high) = heights.fold((f64::INFINITY, 0.0f64), |(low, high), h| (low.min(h), high.max(h)));
    if high / low >= DECADE {
        return None;
    }
    let asked = Reduction { effects: false, air: true };
    let root = |moved: &Calibration, step: f64| -> Option<f64> {
        let there = of(&data(moved, theta, &[], &asked).ok()?)?;
        let root = step * slope / (slope - there);
        root.is_finite().then_some(root)
    };
    let mut words = Vec::new();
    if !measured.drops.is_empty() {
        let mut moved = calibration.clone();
        let own = moved.experiment.quantity(&REBOUND_OFFSET).cloned();
        let quantity = own.unwrap_or_else(|| StatedQuantity {
            value: 0.0,
            sigma: None,
            text: String::new(),
            dimension: Dimension::Length,
            origin: calibration.experiment.origin.clone(),
        });
        moved.experiment.set(&REBOUND_OFFSET, StatedQuantity { value: quantity.value + STEP[0], ..quantity });
        if let Some(offset) = root(&moved, STEP[0]) {
            let way = if offset < 0.0 { "high" } else { "low" };
            words.push(format!(
                "rebounds that were all read {} mm too {way} (if they may have been, write  rebound_offset = {{ value = \"0 mm\", \
                 sigma = ... }})",
                significant(1e3 * offset.abs(), 2)
            ));
        }
    }
    let mut moved = calibration.clone();
    let key = if moved.experiment.quantity(&DRAG_NUMBER).is_some() { DRAG_NUMBER } else { DRAG_FACTOR };
    let in_air = moved.experiment.air;
    match moved.experiment.quantity_mut(&key) {
        Some(quantity) => {
            quantity.value *= 1.0 + STEP[1];
            if let Some(part) = root(&moved, STEP[1]).filter(|part| *part > -1.0) {
                words.push(format!("a drag of {} times what is corrected for", significant(1.0 + part, 2)));
            }
        }
        None if in_air => words.push("another drag than that of a smooth sphere".to_string()),
        None => words.push("the drag of the air, which is not corrected for".to_string()),
    }
    (!words.is_empty()).then(|| {
        format!(
            "over less than a decade of height these would look the same: {}; and drops alone cannot distinguish \
             viscoelasticity from waves in the plate",
            words.join(", or ")
        )
    })
}
