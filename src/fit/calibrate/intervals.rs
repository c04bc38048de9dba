//! Uncertainties of the unknowns, and the interval that is quoted.

use super::result::{IntervalMethod, Parameter};
use super::tabulated_model::TabulatedModel;
use super::{FittedLaw, Watch, no_estimate};
use crate::case::{Calibration, FitSettings};
use crate::error::Error;
use crate::fit::birge::{Birge, birge};
use crate::fit::budget::UncertaintyBudget;
use crate::fit::estimate::BestFit;
use crate::fit::loss::Loss;
use crate::fit::observations::Target;
use crate::fit::problem::Model;
use crate::fit::spread::{
    Bootstrap, Covariance, Interval, Profile, Resampling, bias, bootstrap, covariance, filled, over_drops, profile,
    shares,
};
use crate::fit::student;
use crate::fit::sums::UNEQUAL;

/// Range of the table of a costly model, in standard errors on each side of the best fit.
const TABULATED: f64 = 10.0;
/// Drops below which no bootstrap over drops is quoted: two have one resample that is not one of them, and its interval no
/// width.
const FEWEST_RESAMPLED: usize = 5;
/// Fewest groups of drops for a bootstrap over groups: with three to five it covers half as often as it should.
const FEWEST_GROUPS: usize = 10;

/// Covariance, profiles and refits of a fit.
pub(super) struct Spreads {
    pub covariance: Option<Covariance>,
    pub profiles: Vec<Option<Profile>>,
    pub bootstrap: Option<Bootstrap>,
    pub correlations: Option<Vec<Vec<f64>>>,
    /// By squares, where no covariance is claimed: what standard errors, and the intervals of few drops, are of.
    pub instead: Option<Covariance>,
    /// Standard uncertainty of each unknown from the data alone: not less than the readings allow. `None` at a bound, where all refits lie.
    pub sigmas: Vec<Option<f64>>,
    /// The least that the standard uncertainty of each unknown may be: what stated errors and drops leave of it, see [`least`].
    pub least: Vec<f64>,
    /// Variance of each unknown from readings, settings that drops share, drops and groups.
    pub shares: Vec<[f64; 4]>,
    /// Expected bias of each unknown.
    pub bias: Vec<f64>,
    /// By how much interval and standard error of each unknown are longer because impacts differ by more than the fit assumes.
    pub longer: Vec<[f64; 2]>,
}

/// Covariance, profiles and refits. `full` asks for all. Where no covariance is claimed that by squares stands in for the standard errors,
/// with refits and without, so that a fit has one: Huber's loss is 95 % as efficient, which makes them 3 % too small.
///
/// # Errors
/// When the work was stopped.
pub(super) fn spreads(
    found: &FittedLaw<'_>,
    settings: &FitSettings,
    full: bool,
    watch: &dyn Watch,
) -> Result<Spreads, Error> {
    let FittedLaw { data, law, estimate, .. } = found;
    let (problem, level) = (&data.problem, settings.uncertainty.level);
    let claimed = covariance(problem, law, estimate);
    let mut profiles = vec![None; estimate.theta.len()];
    if full {
        for (unknown, place) in profiles.iter_mut().enumerate() {
            let crossings = profile(problem, law, estimate, unknown, level).map_err(no_estimate)?;
            let curve = |crossings| filled(problem, law, estimate, crossings);
            *place = crossings.map(curve).transpose().map_err(no_estimate)?;
        }
    }
    let resampling = Resampling { replicates: settings.uncertainty.bootstrap, seed: settings.uncertainty.seed };
    // Bounds are no drops that could be drawn again.
    let wanted = full && resampling.replicates > 0 && problem.drops().len() > 1 && problem.stuck.is_empty();
    let refits = if wanted {
        watch.begins("refits", resampling.replicates);
        let go_on = || {
            watch.piece();
            !watch.stop()
        };
        // A head-on law is read off its curve already.
        let tabled = if law.costly() { tabulated(found) } else { None };
        let model: &dyn Model = match &tabled {
            Some(tabled) => tabled,
            None => law,
        };
        Some(bootstrap(problem, model, estimate, resampling, &go_on).map_err(no_estimate)?)
    } else {
        None
    };
    let enough = !few(estimate);
    let of_refits = refits.as_ref().filter(|refits| enough && refits.thetas.len() > 2).map(Bootstrap::covariance);
    let instead = if claimed.is_none() { by_squares(found) } else { None };
    let sigma = |unknown: usize| match (claimed.as_ref().or(instead.as_ref()), &of_refits) {
        (Some(claimed), _) => claimed.sigmas.get(unknown).copied(),
        (None, Some(matrix)) => matrix.get(unknown)?.get(unknown).map(|variance| variance.sqrt()),
        (None, None) => None,
    };
    let shares = shares(problem, law, estimate).map_err(no_estimate)?;
    let least: Vec<f64> = shares.iter().map(|shares| least(found, shares)).collect();
    let longer = longer(found, level, &shares);
    let no_less = |k: usize| {
        let (sigma, least) = (sigma(k).filter(|_| !at_bound(estimate, k))?, least.get(k)?);
        Some((sigma * longer.get(k).map_or(1.0, |[_, longer]| *longer)).max(*least))
    };
    let sigmas: Vec<Option<f64>> = (0..estimate.theta.len()).map(|k| no_less(k).filter(|s| s.is_finite())).collect();
    let correlations = match (&claimed, &of_refits) {
        (Some(claimed), _) => Some(claimed.correlations.clone()),
        (None, Some(matrix)) => Some(normalised(matrix)),
        (None, None) => instead.as_ref().map(|instead| instead.correlations.clone()),
    };
    let bias = bias(problem, law, estimate).map_err(no_estimate)?;
    Ok(Spreads {
        covariance: claimed,
        instead,
        profiles,
        bootstrap: refits,
        correlations,
        sigmas,
        least,
        shares,
        bias,
        longer,
    })
}

/// The least standard uncertainty, in standard errors and intervals alike: a few drops that happen to lie close together do not make
/// the readings more exact (GUM, 4.3), nor do a few heights their drops, nor the settings they share. Five groups of drops show
/// their own scatter: with this floor intervals of five heights with 1, 1, 2, 10 and 20 drops would hold 97.7 % (2000 experiments). Settings
/// that the case states to be shared keep it.
fn least(found: &FittedLaw<'_>, [readings, set, drops, _]: &[f64; 4]) -> f64 {
    let estimate = &found.estimate;
    let few = estimate.between.as_ref().is_none_or(|between| between.groups < UNEQUAL);
    let mut groupings = found.data.spans.iter().filter_map(|span| span.grouping.as_ref()).chain(&found.data.grouping);
    if !few && !groupings.any(|grouping| grouping.once) {
        return 0.0;
    }
    let scattered = if few && estimate.scale() < 1.0 { *drops } else { 0.0 };
    (readings + set + scattered).sqrt()
}

/// By how much interval and standard error are longer where data scatter otherwise than the fit assumes. Empty under Huber's loss,
/// whose refits are of whole drops and whose interval shows it.
///
/// [`over_drops`] of oblique impacts, whose friction differs from one to the next: it moves restitution and spin of one impact
/// together, and neither where the surfaces stick. Of others the part of the variance that the readings give, times the square of
/// their Birge ratio where that is significant: the numbers inside a throw differ by so much more than their stated errors.
fn longer(found: &FittedLaw<'_>, level: f64, shares: &[[f64; 4]]) -> Vec<[f64; 2]> {
    let FittedLaw { data, law, estimate, .. } = found;
    if estimate.loss != Loss::Squares {
        return Vec::new();
    }
    let oblique = [Target::TangentialRestitution, Target::ReboundSpin, Target::ReboundAngle];
    if data.targets.iter().any(|target| oblique.contains(target)) {
        let of = || over_drops(&data.problem, law, estimate, level).unwrap_or_default();
        return if estimate.scatter.is_empty() { Vec::new() } else { of() };
    }
    let Some(ratio) = unexplained(found) else { return Vec::new() };
    let of = |[readings, set, drops, groups]: &[f64; 4]| {
        let whole = readings + set + drops + groups;
        [((whole + (ratio * ratio - 1.0) * (readings + set)) / whole).sqrt(); 2]
    };
    shares.iter().map(of).collect()
}

/// The Birge ratio if chance does not explain it, nor a scatter between the impacts of a drop that the fit has.
fn unexplained(found: &FittedLaw<'_>) -> Option<f64> {
    if found.data.problem.data.iter().any(|datum| datum.apart) {
        return None;
    }
    let birge = birge(&found.data.problem, &found.estimate).ok().flatten();
    birge.filter(Birge::too_large).map(|birge| birge.ratio)
}

fn at_bound(estimate: &BestFit, unknown: usize) -> bool {
    estimate.at_bound.get(unknown).copied().unwrap_or(false)
}

/// Whether there are too few drops, or groups of them, to be resampled.
pub(super) fn few(estimate: &BestFit) -> bool {
    // The drops of several experiments are of different kinds.
    let several = estimate.between.as_ref().is_some_and(|between| !between.parts.is_empty());
    several || estimate.units() < if estimate.between.is_some() { FEWEST_GROUPS } else { FEWEST_RESAMPLED }
}

/// A table of the predictions over the values that refits may take.
fn tabulated<'a>(found: &'a FittedLaw<'_>) -> Option<TabulatedModel<'a>> {
    let (&[best], [unknown]) = (found.estimate.theta.as_slice(), found.estimate.unknowns.as_slice()) else {
        return None;
    };
    // The errors of a fit by squares say how far refits will go; robust ones go no farther.
    let sigma = *by_squares(found)?.sigmas.first()?;
    let (low, high) = (best - TABULATED * sigma, best + TABULATED * sigma);
    let (low, high) = (low.max(unknown.low), high.min(unknown.high));
    (high > low).then(|| TabulatedModel::new(&found.law, &found.data.problem, low, high)).flatten()
}

/// The covariance under squared loss at this estimate and its scatter.
pub(super) fn by_squares(found: &FittedLaw<'_>) -> Option<Covariance> {
    let squares = BestFit { loss: Loss::Squares, ..found.estimate.clone() };
    covariance(&found.data.problem, &found.law, &squares)
}

fn normalised(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| matrix.get(i).and_then(|row| row.get(j)).copied().unwrap_or(f64::NAN);
    let p = matrix.len();
    (0..p).map(|i| (0..p).map(|j| entry(i, j) / (entry(i, i) * entry(j, j)).sqrt()).collect()).collect()
}

/// The unknowns with their intervals.
///
/// The profile is quoted under squares, the bootstrap-t under Huber's loss. Covariance alone, with Student's t, is quoted where neither was asked for, and
/// under Huber's loss where there are fewer than five drops: that by squares. Nothing is quoted at a bound: the refits lie on it, all
/// alike. No interval is narrower than a normal one of the [`least`] standard uncertainty.
pub(super) fn parameters(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    spreads: &Spreads,
    budget: Option<&UncertaintyBudget>,
    level: f64,
) -> Vec<Parameter> {
    let estimate = &found.estimate;
    let make = |(k, unknown): (usize, &crate::case::SoughtValue)| {
        let bias = spreads.bias.get(k).copied().unwrap_or(0.0);
        let value = estimate.theta.get(k).copied().unwrap_or(f64::NAN) - bias;
        let at_bound = at_bound(estimate, k);
        let few = few(estimate);
        let claimed = spreads.covariance.as_ref().or(spreads.instead.as_ref().filter(|_| few));
        let by_covariance = claimed.and_then(|covariance| covariance.interval(k, level)).filter(|_| !at_bound);
        let profile = spreads.profiles.get(k).and_then(Option::as_ref).filter(|_| !at_bound);
        let by_profile = profile.map(|profile| profile.interval);
        let refits = spreads.bootstrap.as_ref().filter(|_| !few && !at_bound);
        let by_bootstrap = refits.and_then(|refits| refits.interval(k, level));
        let quoted = by_profile
            .map(|interval| (interval, IntervalMethod::Profile))
            .or(by_bootstrap.map(|interval| (interval, IntervalMethod::BootstrapT)))
            .or(by_covariance.map(|interval| (interval, IntervalMethod::Covariance)));
        let sigma_data = spreads.sigmas.get(k).copied().flatten();
        let inputs = budget.map_or(0.0, |budget| of_inputs(budget, k));
        let sigma = sigma_data.map(|sigma| sigma.hypot(inputs));
        let longer = spreads.longer.get(k).filter(|_| !at_bound).map_or(1.0, |[longer, _]| *longer);
        let bounds = estimate.unknowns.get(k).map_or((f64::NEG_INFINITY, f64::INFINITY), |of| (of.low, of.high));
        let stretched = |Interval { low, high }: Interval, times: f64| match times > 1.0 {
            true => Interval {
                low: low.min((value - times * (value - low)).max(bounds.0)),
                high: high.max((value + times * (high - value)).min(bounds.1)),
            },
            false => Interval { low, high },
        };
        let least = spreads.least.get(k).copied().unwrap_or(0.0);
        let no_narrower = |interval: Interval, least: f64| {
            let width = 2.0 * student::two_sided(level, f64::INFINITY) * least;
            stretched(interval, width / (interval.high - interval.low))
        };
        let of_method = quoted.map(|(interval, _)| stretched(interval, longer));
        let whole = of_method.map(|interval| widened(interval, value, inputs, (level, estimate.dof_of_errors())));
        let method = quoted.map(|(_, method)| method);
        Parameter {
            path: unknown.path.clone(),
            name: unknown.name.clone(),
            unit: unknown.dimension.si().to_string(),
            value,
            bias,
            sigma_data,
            sigma,
            interval_data: of_method.map(|interval| no_narrower(interval, least)),
            interval: whole.map(|interval| no_narrower(interval, least.hypot(inputs))),
            method,
            level,
            by_covariance,
            by_profile,
            by_bootstrap,
            at_bound,
            open: profile.map_or([false; 2], |profile| profile.open),
            longer,
            numerical: estimate.numerical.get(k).copied().unwrap_or(f64::NAN),
        }
    };
    calibration.unknowns.iter().enumerate().map(make).collect()
}

/// Removes the intervals of an unknown whose experiments disagree.
pub(super) fn withhold(parameter: &mut Parameter) {
    (parameter.interval, parameter.interval_data, parameter.method) = (None, None, None);
    (parameter.by_covariance, parameter.by_profile, parameter.by_bootstrap) = (None, None, None);
}

/// Standard uncertainty of an unknown that comes from the inputs.
pub(super) fn of_inputs(budget: &UncertaintyBudget, unknown: usize) -> f64 {
    let inputs = budget.lines.iter().filter(|line| !line.sensitivity.is_empty());
    inputs.filter_map(|line| line.contribution.get(unknown)).map(|u| u * u).sum::<f64>().sqrt()
}

/// Widens each side of an interval at a level with `dof` degrees of freedom in quadrature by the input uncertainties, which are
/// stated and not estimated: the sum has more degrees of freedom (Welch and Satterthwaite). No side becomes shorter: of two
/// drops a small input would make it so.
pub(super) fn widened(interval: Interval, value: f64, inputs: f64, (level, dof): (f64, f64)) -> Interval {
    let t = student::two_sided(level, dof);
    let side = |end: f64| {
        let data = (end - value).abs() / t;
        // Without degrees of freedom, or inputs, it stays as it is.
        if !(data > 0.0 && inputs > 0.0 && data.is_finite()) {
            return (end - value).hypot(student::two_sided(level, f64::INFINITY) * inputs);
        }
        student::combined(level, (data, dof), inputs)
    };
    Interval { low: value - side(interval.low), high: value + side(interval.high) }
}
