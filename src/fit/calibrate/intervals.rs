//! Uncertainties of the unknowns, and the interval that is quoted.

use super::result::{IntervalMethod, Parameter};
use super::{FittedLaw, no_estimate};
use crate::case::{Calibration, FitSettings};
use crate::error::Error;
use crate::fit::budget::UncertaintyBudget;
use crate::fit::estimate::BestFit;
use crate::fit::spread::{Covariance, Interval, Profile, covariance, filled, profile, shares};
use crate::fit::student;

/// Fewest independent units whose scatter is not held against the stated errors.
const OWN_SCATTER: usize = 5;

/// Covariance and profiles of a fit.
pub(super) struct Spreads {
    pub covariance: Option<Covariance>,
    pub profiles: Vec<Option<Profile>>,
    /// Standard uncertainty of each unknown from the data alone: not less than the readings allow. `None` at a bound.
    pub sigmas: Vec<Option<f64>>,
    /// The least that the standard uncertainty of each unknown may be: what stated errors leave of it, see [`least`].
    pub least: Vec<f64>,
    /// Variance of each unknown from readings, settings that drops share, drops and groups.
    pub shares: Vec<[f64; 4]>,
}

/// Covariance and profiles, without the profiles if not `full`.
///
/// # Errors
/// When the work was stopped.
pub(super) fn spreads(found: &FittedLaw<'_>, settings: &FitSettings, full: bool) -> Result<Spreads, Error> {
    let FittedLaw { data, law, estimate, .. } = found;
    let (problem, level) = (&data.problem, settings.level);
    let claimed = covariance(problem, law, estimate);
    let mut profiles = vec![None; estimate.theta.len()];
    if full {
        for (unknown, place) in profiles.iter_mut().enumerate() {
            let crossings = profile(problem, law, estimate, unknown, level).map_err(no_estimate)?;
            let curve = |crossings| filled(problem, law, estimate, crossings);
            *place = crossings.map(curve).transpose().map_err(no_estimate)?;
        }
    }
    let shares = shares(problem, law, estimate).map_err(no_estimate)?;
    let least: Vec<f64> = shares.iter().map(|shares| least(found, shares)).collect();
    let no_less = |k: usize| {
        let sigma = claimed.as_ref()?.sigmas.get(k)?;
        Some(sigma.max(*least.get(k)?)).filter(|sigma| !at_bound(estimate, k) && sigma.is_finite())
    };
    let sigmas: Vec<Option<f64>> = (0..estimate.theta.len()).map(no_less).collect();
    Ok(Spreads { covariance: claimed, profiles, sigmas, least, shares })
}

/// The least standard uncertainty, in standard errors and intervals alike: a few units that happen to lie close together do not make
/// the readings more exact, nor the settings they share (GUM, 4.3). Five units show their own scatter, unless they lie closer together
/// than chance allows; settings that the case states to be shared keep it.
fn least(found: &FittedLaw<'_>, [readings, set, ..]: &[f64; 4]) -> f64 {
    let between = found.estimate.between.as_ref();
    let few = between.is_none_or(|between| between.groups < OWN_SCATTER || between.too_regular);
    let mut groupings = found.data.spans.iter().filter_map(|span| span.grouping.as_ref()).chain(&found.data.grouping);
    if few || groupings.any(|grouping| grouping.once) { (readings + set).sqrt() } else { 0.0 }
}

fn at_bound(estimate: &BestFit, unknown: usize) -> bool {
    estimate.at_bound.get(unknown).copied().unwrap_or(false)
}

/// The unknowns with their intervals: the profile, or the covariance where none was asked for, both with Student's t. Nothing is quoted at
/// a bound. No interval is narrower than a normal one of the [`least`] standard uncertainty.
pub(super) fn parameters(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    spreads: &Spreads,
    budget: Option<&UncertaintyBudget>,
    level: f64,
) -> Vec<Parameter> {
    let estimate = &found.estimate;
    let make = |(k, unknown): (usize, &crate::case::SoughtValue)| {
        let value = estimate.theta.get(k).copied().unwrap_or(f64::NAN);
        let at_bound = at_bound(estimate, k);
        let claimed = spreads.covariance.as_ref();
        let by_covariance = claimed.and_then(|covariance| covariance.interval(k, level)).filter(|_| !at_bound);
        let profile = spreads.profiles.get(k).and_then(Option::as_ref).filter(|_| !at_bound);
        let by_profile = profile.map(|profile| profile.interval);
        let quoted = by_profile
            .map(|interval| (interval, IntervalMethod::Profile))
            .or(by_covariance.map(|interval| (interval, IntervalMethod::Covariance)));
        let sigma_data = spreads.sigmas.get(k).copied().flatten();
        let inputs = budget.map_or(0.0, |budget| of_inputs(budget, k));
        let sigma = sigma_data.map(|sigma| sigma.hypot(inputs));
        let bounds = estimate.unknowns.get(k).map_or((f64::NEG_INFINITY, f64::INFINITY), |of| (of.low, of.high));
        let least = spreads.least.get(k).copied().unwrap_or(0.0);
        let no_narrower = |Interval { low, high }: Interval, least: f64| {
            let times = 2.0 * student::two_sided(level, f64::INFINITY) * least / (high - low);
            if times.is_nan() || times <= 1.0 {
                return Interval { low, high };
            }
            Interval {
                low: low.min((value - times * (value - low)).max(bounds.0)),
                high: high.max((value + times * (high - value)).min(bounds.1)),
            }
        };
        let of_data = quoted.map(|(interval, _)| interval);
        let whole = of_data.map(|interval| widened(interval, value, inputs, (level, estimate.dof_of_errors())));
        Parameter {
            path: unknown.path.clone(),
            name: unknown.name.clone(),
            unit: unknown.dimension.si().to_string(),
            value,
            sigma_data,
            sigma,
            interval_data: of_data.map(|interval| no_narrower(interval, least)),
            interval: whole.map(|interval| no_narrower(interval, least.hypot(inputs))),
            method: quoted.map(|(_, method)| method),
            level,
            by_covariance,
            by_profile,
            at_bound,
            open: profile.map_or([false; 2], |profile| profile.open),
            numerical: estimate.numerical.get(k).copied().unwrap_or(f64::NAN),
        }
    };
    calibration.unknowns.iter().enumerate().map(make).collect()
}

/// Removes the intervals of an unknown whose experiments disagree.
pub(super) fn withhold(parameter: &mut Parameter) {
    (parameter.interval, parameter.interval_data, parameter.method) = (None, None, None);
    (parameter.by_covariance, parameter.by_profile) = (None, None);
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
