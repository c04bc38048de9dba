//! Predictions of a fit: the curve with its band, held-out heights, the best next measurement, and the validity sheet.

use std::collections::BTreeMap;

use super::FittedLaw;
use super::intervals::Spreads;
use super::result::{AlternativeLaw, CurvePoint, HeldOutHeight, NextHeight, Parameter};
use crate::case::experiment_keys::GRAVITY;
use crate::case::{Calibration, ExperimentKind};
use crate::fit::estimate::BestFit;
use crate::fit::identify;
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Model};
use crate::fit::spread::{Covariance, Interval};
use crate::law::scene::validity::{self, ValidityRecord};
use crate::number::median;

/// Points of a curve.
const POINTS: usize = 81;
/// Number of candidate heights for the next drop.
const CANDIDATES: usize = 12;

fn head_on(found: &FittedLaw<'_>) -> bool {
    found.data.targets.contains(&Target::Restitution) && !found.law.costly()
}

fn known_speeds(found: &FittedLaw<'_>) -> bool {
    found.data.measurements.iter().all(|measurement| measurement.speed.is_some())
}

/// The speeds of the curve: somewhat beyond those of the data, logarithmically spaced; empty if no speed is known.
pub(super) fn grid(found: &FittedLaw<'_>) -> Vec<f64> {
    if !head_on(found) || !known_speeds(found) {
        return Vec::new();
    }
    let all = found.data.problem.data.iter().chain(found.data.kept.iter().map(|(datum, _)| datum));
    let (low, high) = all.fold((f64::INFINITY, 0.0f64), |(l, h), datum| (l.min(datum.speed), h.max(datum.speed)));
    let (low, high) = (low / 1.15, high * 1.15);
    (0..POINTS).map(|k| low * (high / low).powf(k as f64 / (POINTS - 1) as f64)).collect()
}

/// The restitution of the best fit over the speeds, with its band; `impacts` is the scatter between the impacts of a drop.
pub(super) fn curve(
    found: &FittedLaw<'_>,
    parameters: &[Parameter],
    covariance: Option<&Covariance>,
    impacts: f64,
    models: &mut [AlternativeLaw],
) -> Vec<CurvePoint> {
    let theta = &found.estimate.theta;
    let quantity = found.data.targets.iter().position(|target| *target == Target::Restitution).unwrap_or(0);
    // One more impact: as drops differ, and as the impacts of one do.
    let scatter = found.spread(quantity).hypot(impacts);
    let level = parameters.first().map_or(0.95, |parameter| parameter.level);
    let t = found.estimate.quantile(level) * found.estimate.scale();
    let mut points = Vec::new();
    let speeds = grid(found);
    for model in models.iter_mut() {
        model.curve.truncate(speeds.len());
    }
    for speed in speeds {
        let at = |theta: &[f64]| found.law.predict(theta, &Datum::alone(0, quantity, speed, 0.0, 1.0)).ok();
        let Some(restitution) = at(theta) else { continue };
        let band = match parameters {
            // Restitution goes one way with one unknown.
            [one] => one.interval_data.and_then(|interval| {
                let (one, two) = (at(&[interval.low])?, at(&[interval.high])?);
                Some(Interval { low: one.min(two), high: one.max(two) })
            }),
            _ => covariance.filter(|_| t.is_finite()).and_then(|covariance| {
                let half =
                    found.estimate.quantile(level) * covariance.of(&slopes(found, theta, &covariance.sigmas, &at)?);
                Some(Interval { low: restitution - half, high: restitution + half })
            }),
        };
        // One more drop scatters as the others did, and is read as they were.
        let read = reading(found, quantity, speed, restitution);
        let next_drop = band.filter(|_| t.is_finite()).map(|band| {
            let side = |end: f64| (end - restitution).hypot(t * scatter.hypot(read));
            Interval { low: restitution - side(band.low), high: restitution + side(band.high) }
        });
        points.push(CurvePoint { speed, restitution, band, next_drop });
    }
    points
}

/// Derivatives of a prediction by the unknowns, over half a standard error on each side.
fn slopes(
    found: &FittedLaw<'_>,
    theta: &[f64],
    sigmas: &[f64],
    at: &dyn Fn(&[f64]) -> Option<f64>,
) -> Option<Vec<f64>> {
    let of = |(k, sigma): (usize, &f64)| {
        let unknown = found.estimate.unknowns.get(k)?;
        let [low, high] = [-0.5, 0.5].map(|part| (theta[k] + part * sigma).clamp(unknown.low, unknown.high));
        let with = |value: f64| {
            let mut theta = theta.to_vec();
            theta[k] = value;
            at(&theta)
        };
        Some((with(high)? - with(low)?) / (high - low))
    };
    sigmas.iter().enumerate().map(of).collect()
}

/// Reading error of this restitution: `ln sigma` of the data as a straight line in `ln v`, as for errors of heights and
/// times.
fn reading(found: &FittedLaw<'_>, quantity: usize, speed: f64, restitution: f64) -> f64 {
    let of = found.data.problem.data.iter().filter(|datum| datum.quantity == quantity);
    let all: Vec<(f64, f64)> = of
        .map(|datum| ((datum.speed / speed).ln(), datum.sigma_at(restitution).ln()))
        .filter(|p| p.1.is_finite())
        .collect();
    let mean = |read: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(read).sum::<f64>() / all.len() as f64;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let (square, product) = (mean(&|p| (p.0 - x).powi(2)), mean(&|p| (p.0 - x) * (p.1 - y)));
    let slope = if square > 1e-12 { product / square } else { 0.0 };
    if all.is_empty() { 0.0 } else { (y - slope * x).exp() }
}

/// The heights that were held out of the fit.
///
/// Means are over drops; the standard deviation of a measured mean has the scatter between drops in it.
pub(super) fn held_out(found: &FittedLaw<'_>, spreads: &Spreads) -> Vec<HeldOutHeight> {
    let data = &found.data;
    // Heights are above zero: their bits are in their order.
    let mut heights: BTreeMap<u64, Vec<&Datum>> = BTreeMap::new();
    for (datum, at) in &data.kept {
        if let Some(height) = data.measurements.get(*at).and_then(|m| m.height) {
            heights.entry(height.to_bits()).or_default().push(datum);
        }
    }
    heights.into_iter().filter_map(|(height, kept)| of_height(found, spreads, f64::from_bits(height), &kept)).collect()
}

fn of_height(found: &FittedLaw<'_>, spreads: &Spreads, height: f64, kept: &[&Datum]) -> Option<HeldOutHeight> {
    let theta = &found.estimate.theta;
    // Data of one drop stand together.
    let drops: Vec<&[&Datum]> = kept.chunk_by(|a, b| a.drop == b.drop).collect();
    let count = drops.len() as f64;
    let mean_at = |theta: &[f64]| -> Option<f64> {
        let mut sum = 0.0;
        for of in &drops {
            let mut own = 0.0;
            for datum in *of {
                own += found.law.predict(theta, datum).ok()?;
            }
            sum += own / of.len() as f64;
        }
        Some(sum / count)
    };
    let scatter = |datum: &Datum| found.estimate.scatter.get(datum.quantity).copied().unwrap_or(0.0);
    let (mut measured, mut variance, mut speed) = (0.0, 0.0, 0.0);
    for of in &drops {
        let n = of.len() as f64;
        measured += of.iter().map(|datum| datum.value).sum::<f64>() / n;
        speed += of.iter().map(|datum| datum.speed).sum::<f64>() / n;
        // Impacts of one drop share readings with opposite signs: counting them as independent errs on the safe side.
        let reading = of.iter().map(|datum| datum.sigma * datum.sigma).sum::<f64>() / (n * n);
        let between = of.first().map_or(0.0, |datum| scatter(datum));
        variance += reading + between * between;
    }
    let predicted = mean_at(theta)?;
    let predicted_sigma = match &spreads.covariance {
        Some(covariance) => {
            // Not less than the readings allow.
            let longer = spreads.sigmas.iter().zip(&covariance.sigmas).map(|(sigma, of)| sigma.unwrap_or(*of) / of);
            longer.fold(1.0, f64::max) * covariance.of(&slopes(found, theta, &covariance.sigmas, &mean_at)?)
        }
        None => 0.0,
    };
    Some(HeldOutHeight {
        height,
        speed: speed / count,
        drops: drops.len(),
        measured: measured / count,
        measured_sigma: (variance / (count * count)).sqrt().hypot(
            found
                .estimate
                .between
                .as_ref()
                .map_or(0.0, |between| between.sigma_of(kept.first().map_or(0, |of| of.part))),
        ),
        predicted,
        predicted_sigma,
    })
}

/// Which drop height, from half the lowest to twice the highest, would narrow the interval of the first unknown most.
pub(super) fn next(calibration: &Calibration, found: &FittedLaw<'_>) -> Vec<NextHeight> {
    let flies = calibration.others.is_empty() && calibration.experiment.kind.flies();
    if !head_on(found) || !known_speeds(found) || !flies {
        return Vec::new();
    }
    let (problem, law, estimate) = (&found.data.problem, &found.law, &found.estimate);
    let gravity = calibration.experiment.number(&GRAVITY).unwrap_or(9.81);
    let heights: Vec<f64> = found.data.measurements.iter().filter_map(|m| m.height).collect();
    let (low, high) = heights.iter().fold((f64::INFINITY, 0.0f64), |(l, h), &x| (l.min(x), h.max(x)));
    if high == 0.0 {
        return Vec::new();
    }
    let of_heights = median(problem.data.iter().map(|datum| datum.sigma * datum.speed.powi(2)).collect());
    let of_times = median(problem.data.iter().map(|datum| datum.sigma * datum.speed).collect());
    let timed = found.data.impacts.iter().any(|impact| impact.timed);
    let candidate = |k: usize| {
        let height = 0.5 * low * (4.0 * high / low).powf(k as f64 / (CANDIDATES - 1) as f64);
        let speed = (2.0 * gravity * height).sqrt();
        // The error of a height counts as 1/h, that of a time as 1/sqrt(h).
        let sigma = if timed { of_times / speed } else { of_heights / (speed * speed) };
        (height, Datum::alone(usize::MAX, 0, speed, 0.0, sigma))
    };
    let (heights, data): (Vec<f64>, Vec<Datum>) = (0..CANDIDATES).map(candidate).unzip();
    let ranked = identify::next(problem, law, estimate, 0, &data).unwrap_or_default();
    let shown = |next: &identify::NextMeasurement| {
        let (height, datum) = (heights.get(next.candidate)?, data.get(next.candidate)?);
        Some(NextHeight { height: Some(*height), speed: datum.speed, shrinks_to: next.shrinks_to })
    };
    ranked.iter().filter_map(shown).collect()
}

/// The validity sheet of the fastest impact.
pub(super) fn validity(calibration: &Calibration, found: &FittedLaw<'_>) -> Vec<ValidityRecord> {
    // A ball that rolls does not hit.
    if calibration.others.is_empty() && calibration.experiment.kind == ExperimentKind::Rolling {
        return Vec::new();
    }
    let of = |estimate: &BestFit| {
        let fastest = found.data.problem.data.iter().max_by(|a, b| a.speed.total_cmp(&b.speed))?;
        let angle = if found.data.measurements.iter().any(|m| m.angle.is_some()) { fastest.at } else { 0.0 };
        calibration.scene_at(&estimate.theta, fastest.speed, angle, &[]).ok()
    };
    of(&found.estimate).map(|scene| validity::sheet(&scene)).unwrap_or_default()
}
