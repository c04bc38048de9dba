//! Tests whether the restitution changes with speed: a straight line, with and without the air, with all uncertainties.

use std::rc::Rc;

use nalgebra::{DMatrix, DVector, Matrix2, Vector2};

use super::inputs::{budget_of, moved, of_inputs, widened};
use super::result::{Slope, SlopeStudy};
use super::rows::{Data, data, regroup, take_over, ungroup};
use super::{FittedLaw, Watch};
use crate::case::experiment::{DRAG_FACTOR, DRAG_NUMBER, REBOUND_OFFSET};
use crate::case::{Calibration, ExperimentKind, FitSettings, StatedQuantity};
use crate::error::Error;
use crate::fit::drop_impacts::Reduction;
use crate::fit::estimate::solve;
use crate::fit::models::Formula;
use crate::fit::problem::{Datum, Problem, Target};
use crate::fit::spread::{Interval, UncertaintyBudget, between_impacts, covariance};
use crate::fit::statistics::student;
use crate::fit::weights::Weights;
use crate::number::{counted, percent, significant};
use crate::units::Dimension;

/// Fewest drops for a line, fewest groups, and fewest units that have a slope of their own each.
const FEWEST: usize = 5;
const FEWEST_GROUPS: usize = 3;
const FEWEST_SLOPES: usize = 2;
/// Fewest units whose scatter gives the errors of a line through all of their impacts.
const MANY_UNITS: usize = 10;
/// Smallest range of speeds, as a ratio, for a slope.
const APART: f64 = 1.1;
/// Most rounds in which the line and the speeds that follow from it settle, and when they have, in standard errors of the slope.
const ROUNDS: usize = 50;
const SETTLED: f64 = 1e-9;
/// Largest ratio of the speed of an impact as it was read and as the line says it, at which they are of one throw.
const AS_READ: f64 = 1.5;
/// Range of heights, as a ratio, above which a zero offset, drag and a law can be distinguished.
const DECADE: f64 = 10.0;
/// Step of an offset, m, and of a factor of the drag.
const STEP: [f64; 2] = [1e-4, 0.05];

/// The line of restitution over speed, about the middle of the speeds, m/s.
pub(super) struct SlopeLine {
    line: Line,
    middle: f64,
}

/// The line through the restitutions with all corrections; `None` where nothing flies, or for too few drops or one speed.
///
/// # Errors
/// When it is not determined, or its interval is not.
pub(super) fn line(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Option<SlopeLine>, Error> {
    if !asked(calibration, found) || too_few(found) {
        return Ok(None);
    }
    let speeds = found.data.problem.data.iter().map(|datum| datum.speed);
    let middle = speeds.sum::<f64>() / found.data.problem.data.len() as f64;
    SlopeLine::of(calibration, found, middle, true).map(Some)
}

/// Whether restitutions at known speeds were measured, and nothing else.
fn asked(calibration: &Calibration, found: &FittedLaw<'_>) -> bool {
    let kind = calibration.experiment.kind;
    (kind.flies() || kind == ExperimentKind::Restitution)
        && found.data.targets == [Target::Restitution]
        && found.data.measurements.iter().all(|measurement| measurement.speed.is_some())
}

fn too_few(found: &FittedLaw<'_>) -> bool {
    let own = own_slopes(&impacts(&found.data.problem)).len();
    let enough = if grouped(found) {
        found.estimate.units() >= FEWEST_GROUPS
    } else {
        found.data.problem.scattering() >= FEWEST
    };
    !(enough || own >= FEWEST_SLOPES) || alike(found)
}

fn grouped(found: &FittedLaw<'_>) -> bool {
    found.estimate.units() < found.estimate.drops
}

/// Whether the speeds are too near each other for a slope.
fn alike(found: &FittedLaw<'_>) -> bool {
    let speeds = found.data.problem.data.iter().map(|datum| datum.speed);
    let (slow, fast) = speeds.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    fast < APART * slow
}

/// What impacts that are too few for a line show of the restitution over speed, or why they show nothing; `None` where there is a line, or
/// no restitution at known speeds.
pub(super) fn few(calibration: &Calibration, found: &FittedLaw<'_>) -> Option<String> {
    (asked(calibration, found) && too_few(found)).then(|| of_few(calibration, found))
}

fn of_few(calibration: &Calibration, found: &FittedLaw<'_>) -> String {
    let units = calibration.experiment.kind.units();
    if alike(found) {
        return "the impact speeds differ by less than a tenth: whether the restitution changes with speed is not seen"
            .to_string();
    }
    if grouped(found) {
        let (groups, plural) = (found.estimate.units(), found.data.grouping.as_ref().map(|of| of.plural()));
        let groups = format!("{groups} {}", plural.as_deref().unwrap_or("groups"));
        return format!("no slope seen: {groups} are too few to show whether the restitution changes with speed");
    }
    let data = &found.data.problem.data;
    if found.data.unread.first() == Some(&true) || data.len() < 2 {
        let count = counted(data.len(), "number");
        return format!(
            "no slope seen: of {count} without a stated uncertainty nothing shows whether the restitution changes with speed"
        );
    }
    let units = if found.estimate.drops < data.len() { "impacts" } else { units };
    let mut data: Vec<&Datum> = data.iter().collect();
    data.sort_by(|a, b| b.speed.total_cmp(&a.speed));
    in_order(&data, calibration.experiment.measured.ratios.iter().any(|of| of.relative_speed.is_some()), units)
}

/// Normal deviate of a difference between two readings that chance does not explain, in one of a hundred, and that of an interval of 95 %.
const DIFFER: [f64; 2] = [2.576, 1.960];

/// Two to four impacts, the fastest first, by the uncertainties of their readings alone: what they scatter by themselves so few do not show, but
/// they come in the order of their speeds by chance in two of n! tables.
fn in_order(data: &[&Datum], relative: bool, units: &str) -> String {
    let (first, last, n) = (data[0], data[data.len() - 1], data.len());
    // Neighbours of a track or a throw share a flight: whatever their correlation, the error of their difference is not more than the sum.
    let error = |a: &Datum, b: &Datum| if n == 2 { a.sigma + b.sigma } else { libm::hypot(a.sigma, b.sigma) };
    let differ = |a: &Datum, b: &Datum| (a.value - b.value).abs() > DIFFER[0] * (a.sigma + b.sigma);
    let any = data.iter().enumerate().any(|(at, a)| data[..at].iter().any(|b| differ(a, b)));
    let read = |value: f64, sigma: f64| format!("{value:.0$} ± {sigma:.0$}", places(sigma));
    let each: Vec<String> = data.iter().map(|of| read(of.value, of.sigma)).collect();
    let speeds = if relative {
        format!("the slowest at {} of the speed of the fastest", significant(last.speed / first.speed, 2))
    } else {
        format!("from {} to {} m/s", significant(first.speed, 3), significant(last.speed, 3))
    };
    let shown = format!("{}, {speeds}", each.join(", "));
    if !any {
        return format!(
            "no slope seen: the restitutions of {n} {units} are equal within the uncertainties of their readings ({shown})"
        );
    }
    let ordered = |way: f64| data.windows(2).all(|pair| way * (pair[1].value - pair[0].value) > 0.0);
    let way = if ordered(1.0) { "rises" } else { "falls" };
    if n == 2 {
        return format!(
            "the restitutions of two {units} differ by more than the uncertainties of their readings ({shown}): whether the \
             speed does that, or {units} scatter, two do not show"
        );
    }
    if !((ordered(1.0) || ordered(-1.0)) && differ(first, last)) {
        return format!(
            "no slope seen: the restitutions of {n} {units} differ by more than the uncertainties of their readings, and not in the order \
             of their speeds ({shown})"
        );
    }
    let by = (last.value - first.value).abs();
    let half = DIFFER[1] * error(first, last);
    let [by, low, high] = [by, by - half, by + half].map(|of| format!("{of:.0$}", places(half)));
    let orders: usize = (1..=n).product::<usize>() / 2;
    format!(
        "the restitution {way} as the speed falls, in each of {n} {units} ({shown}): by {by}, 95 % interval {low} to {high} of the readings \
         alone. Where {units} scatter by themselves, {n} come in such an order by chance in 1 of {orders} tables"
    )
}

/// Places behind the point at which an uncertainty has one digit.
fn places(sigma: f64) -> usize {
    if sigma > 0.0 { (-libm::log10(sigma).floor()).clamp(0.0, 9.0) as usize } else { 9 }
}

/// The slope with all corrections, by its line and the budget of it, and without the air; `None` without that line.
///
/// # Errors
/// When a moved input has no possible flight, or the work was stopped.
pub(super) fn study(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    settings: &FitSettings,
    line: Option<(SlopeLine, UncertaintyBudget)>,
    watch: &dyn Watch,
) -> Result<Option<SlopeStudy>, Error> {
    let Some((line, budget)) = line else { return Ok(None) };
    let (flies, middle) = (calibration.experiment.kind.flies(), line.middle);
    let corrected = line.slope(budget, settings.level);
    let without_air = if calibration.experiment.air {
        let line = SlopeLine::of(calibration, found, middle, false)?;
        let refit = |calibration: &Calibration, inputs: &[(usize, f64)]| -> Result<Vec<f64>, String> {
            let mut there = reduced(calibration, found, inputs, false).map_err(|error| error.to_string())?;
            line.through(found, &mut there).map(Vec::from)
        };
        let (values, sigmas) = line.estimates();
        let lines = moved((calibration, found, watch), "slope", &values, sigmas.to_vec(), &refit)?;
        Some(line.slope(budget_of(&lines, 0..2), settings.level))
    } else {
        None
    };
    let mut words = words(&corrected, without_air.as_ref(), settings.level, flies);
    if flies && !corrected.interval.covers(0.0) {
        let theta = &found.estimate.theta;
        let of = |moved: &Data| Some(straight(&moved.problem, middle).ok()?.slope);
        let here = data(calibration, theta, &[], &Reduction::PLAIN)?;
        let rivals = of(&here).and_then(|slope| rivals(calibration, theta, slope, &of));
        words.extend(rivals.iter().flat_map(|rivals| [". Alternative explanations: ", rivals]));
    }
    Ok(Some(SlopeStudy { corrected, without_air, words }))
}

/// The measurements at the unknowns of a fit, with other values for some inputs.
///
/// # Errors
/// As [`data`].
pub(super) fn reduced(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    inputs: &[(usize, f64)],
    air: bool,
) -> Result<Data, Error> {
    Ok(data(calibration, &found.estimate.theta, inputs, &Reduction { effects: false, air })?)
}

impl SlopeLine {
    fn of(calibration: &Calibration, found: &FittedLaw<'_>, middle: f64, air: bool) -> Result<Self, Error> {
        let mut there = reduced(calibration, found, &[], air)?;
        take_over(&mut there.problem, &found.data.problem);
        as_grouped(found, &mut there);
        let line = straight(&there.problem, middle).map_err(Error::wrong)?;
        if !(student::two_sided(calibration.fit.level, line.dof).is_finite() && line.sigmas[1].is_finite()) {
            return Err(Error::wrong("no interval can be given for the slope of restitution over speed"));
        }
        Ok(Self { line, middle })
    }

    /// Value at the middle of the speeds and slope, and their standard errors.
    pub(super) fn estimates(&self) -> ([f64; 2], [f64; 2]) {
        ([self.line.mean, self.line.slope], self.line.sigmas)
    }

    /// The same of a line through measurements that inputs have moved, weighed as before.
    ///
    /// # Errors
    /// When they do not determine one.
    pub(super) fn through(&self, found: &FittedLaw<'_>, there: &mut Data) -> Result<[f64; 2], String> {
        as_grouped(found, there);
        self.line.clone().through(&there.problem, self.middle).map(|line| [line.mean, line.slope])
    }

    fn slope(&self, budget: UncertaintyBudget, level: f64) -> Slope {
        let Line { slope, sigmas: [_, sigma], dof, .. } = self.line;
        let by_inputs = of_inputs(&budget, 1);
        let t = student::two_sided(level, dof);
        let by_data = Interval { low: slope - t * sigma, high: slope + t * sigma };
        let interval = widened(by_data, slope, by_inputs, (level, dof));
        Slope { value: slope, sigma_data: sigma, sigma: libm::hypot(sigma, by_inputs), interval, budget }
    }
}

/// Groups of a fit. Of heights that were set anew before every drop no error is common to their drops: that they differ is
/// what a slope is seen by.
fn as_grouped(found: &FittedLaw<'_>, there: &mut Data) {
    regroup(&mut there.problem, &found.data.problem);
    if found.data.grouping.as_ref().is_some_and(|grouping| grouping.anew) {
        ungroup(&mut there.problem, |_| true);
    }
}

/// A straight line through restitutions.
#[derive(Clone)]
struct Line {
    /// At the middle of the speeds.
    mean: f64,
    /// s/m
    slope: f64,
    /// Standard errors of both.
    sigmas: [f64; 2],
    dof: f64,
    weighed: Weighed,
}

/// By what the data of a line are weighed.
#[derive(Clone)]
enum Weighed {
    /// Each unit is one number at one speed: by what the fit of the line makes of their scatter.
    Units(Rc<Weights>),
    /// Impacts of units, whose restitution scatters by so much from impact to impact.
    Impacts(f64),
    /// Units of several speeds, too few for that: each has a slope of its own.
    OwnSlopes,
}

/// The line `mean + slope (v - middle)` through the data of a problem, with errors by the scatter of its independent units: throws, or
/// heights that were set once.
///
/// Where most units have impacts of several speeds, the stated errors of the readings do not enter: impacts scatter by more. Of fewer than
/// ten units each has a slope of its own: the slope is their mean and its interval Student's, of units less one, which holds at least what it
/// says however differently exact they are (Ibragimov & Mueller 2010, J. Bus. Econ. Stat. 28, 453). Of more it is the line through all
/// impacts, which counts what units at several speeds tell together too, with errors [by the scatter of units](by_units). Else it is the line
/// through the units, each one number at one speed.
///
/// In a throw an interval that was read wrongly stands in the restitution after it and in the speed of the impact after it: a line over the
/// speeds as they were read is tilted by that. The speed of an impact is [that of the line itself](followed), therefore.
fn straight(problem: &Problem, middle: f64) -> Result<Line, String> {
    let line = Formula::line(middle);
    let (best, fit) = solve(problem, &line).map_err(|error| error.to_string())?;
    let &[mean, slope] = best.theta.as_slice() else { return Err("a line has two unknowns".to_string()) };
    let sigmas = covariance(problem, &line, &best).map_or([f64::NAN; 2], |of| [of.sigmas[0], of.sigmas[1]]);
    let found = Line {
        mean,
        slope,
        sigmas,
        dof: best.dof_of_errors(),
        weighed: Weighed::Units(Rc::new(fit.weights.into_owned())),
    };
    let (own, units) = (own_slopes(&impacts(problem)).len(), problem.groups().len());
    if own < FEWEST_SLOPES || 2 * own <= units {
        return Ok(found);
    }
    let between = libm::hypot(between_impacts(problem, &best)?, best.scatter.first().copied().unwrap_or(0.0));
    let weighed = if units >= MANY_UNITS { Weighed::Impacts(between) } else { Weighed::OwnSlopes };
    Line { weighed, ..found }.through(problem, middle)
}

impl Line {
    /// The line through data that inputs have moved, weighed as before.
    fn through(self, problem: &Problem, middle: f64) -> Result<Self, String> {
        let not_determined = || "the impacts do not determine a line".to_string();
        if let Weighed::Units(weights) = &self.weighed {
            let [mean, slope] = least_squares(problem, weights, middle).ok_or_else(not_determined)?;
            return Ok(Self { mean, slope, ..self });
        }
        let mut found = self;
        for _ in 0..ROUNDS {
            let before = found.slope;
            let impacts = followed(problem, |v| found.mean + found.slope * (v - middle));
            found = match found.weighed {
                Weighed::Impacts(between) => by_units(&impacts, middle, between).ok_or_else(not_determined)?,
                _ => found.mean_of(&own_slopes(&impacts)),
            };
            if (found.slope - before).abs() <= SETTLED * found.sigmas[1] {
                break;
            }
        }
        Ok(found)
    }

    /// The same with the mean of the slopes of units, and Student's error of it.
    fn mean_of(self, own: &[f64]) -> Self {
        let k = own.len() as f64;
        let slope = own.iter().sum::<f64>() / k;
        let error = (own.iter().map(|own| (own - slope).powi(2)).sum::<f64>() / (k * (k - 1.0))).sqrt();
        Self { slope, sigmas: [self.sigmas[0], error], dof: k - 1.0, ..self }
    }
}

/// Generalised least squares of a line with these weights.
fn least_squares(problem: &Problem, weights: &Weights, middle: f64) -> Option<[f64; 2]> {
    let white = |of: &dyn Fn(&Datum) -> f64| weights.whiten(&problem.data.iter().map(of).collect::<Vec<_>>());
    let (one, x, e) = (white(&|_| 1.0), white(&|datum| datum.speed - middle), white(&|datum| datum.value));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let normal = Matrix2::new(dot(&one, &one), dot(&one, &x), dot(&one, &x), dot(&x, &x));
    Some(normal.cholesky()?.solve(&Vector2::new(dot(&one, &e), dot(&x, &e))).into())
}

/// A measured restitution, at the speed that is said to be that of its impact.
struct Impact<'a> {
    datum: &'a Datum,
    speed: f64,
    weight: f64,
}

/// The impacts at the speeds as they were read, by units and throws.
fn impacts(problem: &Problem) -> Vec<Impact<'_>> {
    let of = |datum| Impact { datum, speed: datum.speed, weight: 1.0 };
    let mut all: Vec<Impact<'_>> = problem.data.iter().map(of).collect();
    all.sort_by_key(|impact| (impact.datum.group, impact.datum.drop));
    all
}

/// The impacts of each throw at the speeds that a line and the speed of its first impact give, `v_(k+1) = e(v_k) v_k f_k` with the part `f_k`
/// of a rebound's speed that the flight leaves, weighed by the speed that was read over that one.
///
/// With that weight a misread interval cancels: `(v_k/v) e_k = u_k/v`, the rebound over a speed that does not have it.
fn followed(problem: &Problem, line: impl Fn(f64) -> f64) -> Vec<Impact<'_>> {
    let mut all = impacts(problem);
    for throw in all.chunk_by_mut(|a, b| a.datum.drop == b.datum.drop) {
        for k in 1..throw.len() {
            let before = &throw[k - 1];
            let flight = throw[k].datum.speed / (before.datum.value * before.datum.speed);
            let speed = before.speed * line(before.speed) * flight;
            let weight = throw[k].datum.speed / speed;
            if (AS_READ.recip()..AS_READ).contains(&weight) {
                (throw[k].speed, throw[k].weight) = (speed, weight);
            }
        }
    }
    all
}

/// The stated errors as a power of the speed, `ln sigma` a straight line over `ln v`: by its own error, which follows from what was read, a
/// reading that came out large would weigh more, or less.
fn readings(impacts: &[Impact<'_>]) -> impl Fn(f64) -> f64 {
    let all: Vec<[f64; 2]> =
        impacts.iter().map(|impact| [libm::log(impact.speed), libm::log(impact.datum.sigma)]).collect();
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
    let (x, y) = (mean(&|of| of[0]), mean(&|of| of[1]));
    let (square, product) = (mean(&|of| (of[0] - x).powi(2)), mean(&|of| (of[0] - x) * (of[1] - y)));
    let power = if square > 1e-12 { product / square } else { 0.0 };
    move |speed: f64| libm::exp(y + power * (libm::log(speed) - x))
}

/// The line through all numbers, with the errors that the scatter of units gives.
///
/// Each unit has the sum of its weighed residuals, corrected for what the line follows of them; degrees of freedom are those of a variance of so
/// few such sums (Bell & McCaffrey 2002, Surv. Methodol. 28, 169): `a_u = (1 - H_uu)^(-1/2) X_u M = X_u L (1 - L^T X_u^T X_u L)^(-1/2) L^T`,
/// `M = L L^T`, `var = sum (a_u^T r_u)^2`, `nu = (tr B)^2/tr B^2`, `B_uv = a_u^T (1 - H)_uv a_v`, of data times the root of their weight.
fn by_units(impacts: &[Impact<'_>], middle: f64, between: f64) -> Option<Line> {
    let stated = readings(impacts);
    let row = |impact: &Impact<'_>| {
        let root = impact.weight.sqrt() / libm::hypot(stated(impact.speed), between);
        [root, root * (impact.speed - middle), root * impact.datum.value]
    };
    let rows: Vec<[f64; 3]> = impacts.iter().map(row).collect();
    let white = DMatrix::from_fn(rows.len(), 2, |i, j| rows[i][j]);
    let values = DVector::from_fn(rows.len(), |i, _| rows[i][2]);
    let inverse = white.tr_mul(&white).cholesky()?.inverse();
    let lower = inverse.clone().cholesky()?.l();
    let theta = &inverse * white.tr_mul(&values);
    let residuals = &values - &white * &theta;
    let (mut first, mut variance) = (0, [0.0; 2]);
    let (mut trace, mut own, mut sum) = (0.0, 0.0, DMatrix::zeros(2, 2));
    for unit in impacts.chunk_by(|a, b| a.datum.group == b.datum.group) {
        let (x, r) = (white.rows(first, unit.len()), residuals.rows(first, unit.len()));
        first += unit.len();
        let eigen = (DMatrix::identity(2, 2) - lower.transpose() * x.tr_mul(&x) * &lower).symmetric_eigen();
        // Along what this unit alone determines nothing is left of it.
        let root = eigen.eigenvalues.map(|value| if value > 1e-9 { value.sqrt().recip() } else { 0.0 });
        let corrected = &eigen.eigenvectors * DMatrix::from_diagonal(&root) * eigen.eigenvectors.transpose();
        let a = x * (&lower * corrected * lower.transpose());
        for (k, variance) in variance.iter_mut().enumerate() {
            *variance += a.column(k).dot(&r).powi(2);
        }
        let g = x.tr_mul(&a.column(1));
        let (squares, taken) = (a.column(1).norm_squared(), g.dot(&(&inverse * &g)));
        trace += squares - taken;
        own += (squares - taken).powi(2) - taken * taken;
        sum += &g * g.transpose();
    }
    let crossed = &inverse * sum;
    let dof = trace * trace / (own + (&crossed * &crossed).trace());
    let [mean, slope] = variance.map(f64::sqrt);
    Some(Line { mean: theta[0], slope: theta[1], sigmas: [mean, slope], dof, weighed: Weighed::Impacts(between) })
}

/// The slope of each independent unit over the speeds of the impacts of its drops, each drop about its own mean; without those whose drops
/// have one impact.
fn own_slopes(impacts: &[Impact<'_>]) -> Vec<f64> {
    let of_unit = |unit: &[Impact<'_>]| {
        let (mut along, mut across) = (0.0, 0.0);
        for drop in unit.chunk_by(|a, b| a.datum.drop == b.datum.drop) {
            let sum = |of: fn(&Impact<'_>) -> f64| drop.iter().map(|impact| impact.weight * of(impact)).sum::<f64>();
            let (v, e) = (sum(|impact| impact.speed) / sum(|_| 1.0), sum(|impact| impact.datum.value) / sum(|_| 1.0));
            along += drop.iter().map(|impact| impact.weight * (impact.speed - v).powi(2)).sum::<f64>();
            across +=
                drop.iter().map(|impact| impact.weight * (impact.speed - v) * (impact.datum.value - e)).sum::<f64>();
        }
        (along > 0.0).then_some(across / along)
    };
    impacts.chunk_by(|a, b| a.datum.group == b.datum.group).filter_map(of_unit).collect()
}

fn words(corrected: &Slope, without_air: Option<&Slope>, level: f64, flies: bool) -> String {
    let level = percent(level);
    let survives = !corrected.interval.covers(0.0);
    let way = if corrected.value < 0.0 { "falls" } else { "rises" };
    let [low, high] = [corrected.interval.low, corrected.interval.high].map(|end| significant(end, 2));
    let main = if survives {
        let by = significant(corrected.value.abs(), 2);
        format!(
            "the restitution {way} with speed, by {by} per m/s: the {level} interval of its slope, {low} to {high} s/m, excludes zero"
        )
    } else {
        format!(
            "no slope seen: the data do not show whether the restitution changes with speed, the {level} interval of its slope, {low} to \
             {high} s/m, includes zero"
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
        None if survives && flies => {
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
    let root = |moved: &Calibration, step: f64| -> Option<f64> {
        let there = of(&data(moved, theta, &[], &Reduction::PLAIN).ok()?)?;
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
