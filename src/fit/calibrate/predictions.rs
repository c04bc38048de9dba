//! Predictions of a fit: the curve with its band, held-out heights, the best next measurement, other laws, draws, and the validity sheet.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};

use super::FittedLaw;
use super::intervals::Spreads;
use super::result::{AlternativeLaw, Calibrated, CurvePoint, HeldOutHeight, NextHeight, Parameter, UnknownOfLaw};
use crate::case::experiment::GRAVITY;
use crate::case::{Calibration, ExperimentKind};
use crate::fit::estimate::BestFit;
use crate::fit::models::{Formula, ModelScore, judge};
use crate::fit::problem::{Datum, Model, Target, Unknown};
use crate::fit::random::Stream;
use crate::fit::spread;
use crate::fit::spread::{Covariance, Interval};
use crate::fit::statistics::{chi2, student};
use crate::fit::units::collapsed;
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
    (0..POINTS).map(|k| low * libm::pow(high / low, k as f64 / (POINTS - 1) as f64)).collect()
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
    let scatter = libm::hypot(found.spread(quantity), impacts);
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
            let side = |end: f64| libm::hypot(end - restitution, t * libm::hypot(scatter, read));
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
        .map(|datum| (libm::log(datum.speed / speed), libm::log(datum.sigma_at(restitution))))
        .filter(|p| p.1.is_finite())
        .collect();
    let mean = |read: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(read).sum::<f64>() / all.len() as f64;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let (square, product) = (mean(&|p| (p.0 - x).powi(2)), mean(&|p| (p.0 - x) * (p.1 - y)));
    let slope = if square > 1e-12 { product / square } else { 0.0 };
    if all.is_empty() { 0.0 } else { libm::exp(y - slope * x) }
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
        measured_sigma: libm::hypot(
            (variance / (count * count)).sqrt(),
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
        let height = 0.5 * low * libm::pow(4.0 * high / low, k as f64 / (CANDIDATES - 1) as f64);
        let speed = (2.0 * gravity * height).sqrt();
        // The error of a height counts as 1/h, that of a time as 1/sqrt(h).
        let sigma = if timed { of_times / speed } else { of_heights / (speed * speed) };
        (height, Datum::alone(usize::MAX, 0, speed, 0.0, sigma))
    };
    let (heights, data): (Vec<f64>, Vec<Datum>) = (0..CANDIDATES).map(candidate).unzip();
    let ranked = spread::next(problem, law, estimate, 0, &data).unwrap_or_default();
    let shown = |next: &spread::NextMeasurement| {
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

/// Range of speeds, as a ratio, below which laws cannot be distinguished.
const APART: f64 = 1.05;
/// Largest number of a dashpot that may pull: beyond, the bodies hardly part.
const LARGEST: [f64; 2] = [1.2, 3.0];

/// Constant restitution, Kuwabara & Kono, a linear dashpot beside Hertz' spring, a quarter power and Thornton's
/// elastic-plastic curve, beside an undamped law with branches: fitted, with whole heights held out, the best first.
pub(super) fn others<'f>(
    calibration: &Calibration,
    found: &'f FittedLaw<'_>,
    notes: &mut Vec<String>,
) -> Vec<AlternativeLaw> {
    let data = &found.data;
    if data.targets != [Target::Restitution] {
        return Vec::new();
    }
    if data.measurements.iter().any(|measurement| measurement.speed.is_none()) {
        notes.push("the speeds are not known: no law can be preferred to another".to_string());
        return Vec::new();
    }
    let speeds = data.problem.data.iter().map(|datum| datum.speed);
    let (slow, fast) = speeds.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    if fast < APART * slow {
        let of_table = calibration.experiment.measured.ratios.iter().any(|ratio| ratio.speed.is_none());
        let why =
            if of_table { "the table does not have the speeds of the impacts" } else { "all impacts have one speed" };
        notes.push(format!("{why}: no law can be preferred to another"));
        return Vec::new();
    }
    let middle = (slow * fast).sqrt();
    let ends = found.law.ends();
    let range = (0.4 * slow, 2.5 * fast);
    let mut problem = collapsed(&data.problem, &found.estimate);
    // Impacts of one drop differ by themselves. An offset of each drop takes up whatever level a wrong law has, and readings that
    // are exact beside how impacts differ would count against every law.
    if problem.drops().len() < problem.data.len() {
        problem.data.iter_mut().for_each(|datum| datum.apart = true);
        notes.push("other laws are compared as if the impacts of one drop scattered independently".to_string());
    }
    let named = |name: &str, title: String, model: Box<dyn Model + 'f>| {
        let mut tried = judge(name, &problem, &*model).ok()?;
        // At a bound the scatter is found as if the unknown could still follow the data: laws that predict the same would have
        // different criteria.
        if tried.estimate.at_bound.iter().any(|at| *at) {
            tried.aicc = None;
        }
        Some((tried, title, model))
    };
    let dashpot = |beta: f64| {
        let high = if ends.pulls() { LARGEST[0] } else { LARGEST[1] };
        let number = Unknown { name: "number".into(), unit: String::new(), start: 0.2, low: 1e-5, high };
        Box::new(Formula::dashpot((1.5, beta, ends), middle, number, range))
    };
    let word = ends.word();
    // A law with branches is none of these, but Thornton's.
    let own = found.law.branches().filter(|name| *name != "thornton");
    let tried = [
        own.and_then(|name| named(name, "the law of the case".into(), Box::new(found.law.clone()))),
        named(
            "constant",
            "the same e at every speed (tsuji; linear-dashpot beside hooke)".into(),
            Box::new(Formula::constant()),
        ),
        named("kuwabara-kono", format!("kuwabara-kono beside hertz, {word}"), dashpot(0.5)),
        named("linear-dashpot", format!("linear-dashpot beside hertz, {word}"), dashpot(0.0)),
        named("power-law", "e = c v^(-1/4): far beyond yield".into(), Box::new(Formula::power(middle, Some(0.25)))),
        named(
            "thornton",
            "elastic, perfectly plastic (Thornton 1997)".into(),
            Box::new(Formula::thornton(0.3 * slow, 1e-4 * slow, 10.0 * fast)),
        ),
    ];
    let mut tried: Vec<_> = tried.into_iter().flatten().collect();
    // The best first; those without a criterion come last.
    tried.sort_by(|(a, ..), (b, ..)| {
        let [a, b] = [a, b].map(|of| of.aicc.unwrap_or(f64::INFINITY));
        a.total_cmp(&b)
    });
    let best = tried.first().and_then(|(tried, ..)| tried.aicc);
    let grid = grid(found);
    tried.into_iter().map(|(score, title, law)| alternative(score, title, &*law, best, &grid)).collect()
}

/// A law that was tried, held against the best of all by its criterion, with its restitutions at these speeds.
fn alternative(score: ModelScore, title: String, law: &dyn Model, best: Option<f64>, grid: &[f64]) -> AlternativeLaw {
    let ModelScore { name, estimate, aic, aicc, held_out, .. } = score;
    let e = |speed: &f64| law.predict(&estimate.theta, &Datum::alone(0, 0, *speed, 0.0, 1.0)).unwrap_or(f64::NAN);
    let unknown = |(Unknown { name, unit, .. }, value): (&Unknown, &f64)| UnknownOfLaw {
        name: name.clone(),
        unit: if unit == "1" { String::new() } else { unit.clone() },
        value: *value,
    };
    AlternativeLaw {
        name,
        title,
        unknowns: estimate.unknowns.iter().zip(&estimate.theta).map(unknown).collect(),
        aic: Some(aic).filter(|aic| aic.is_finite()),
        aicc,
        behind: aicc.zip(best).map(|(own, best)| own - best),
        held_out_mean_square: held_out,
        at_bound: estimate.at_bound.iter().any(|at| *at),
        curve: grid.iter().map(e).collect(),
    }
}

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
    let sigma = libm::hypot(libm::hypot(own, settings), found.between_impacts);
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
