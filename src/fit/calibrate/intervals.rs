//! Uncertainties of the unknowns: the interval that is quoted, the budget of the inputs, and the combination that drops determine.

use super::inputs::{budget_of, moved, of_inputs, widened};
use super::result::{DashpotCombination, IntervalMethod, Parameter};
use super::slope::{SlopeLine, reduced};
use super::{FittedLaw, Watch, no_estimate};
use crate::case::{Calibration, FitSettings};
use crate::error::Error;
use crate::fit::curve::power;
use crate::fit::estimate::BestFit;
use crate::fit::problem::Target;
use crate::fit::spread::{
    BudgetLine, Covariance, ErrorSource, Evaluation, Identifiability, Interval, Profile, UncertaintyBudget, covariance,
    filled, profile, shares,
};
use crate::fit::statistics::student;
use crate::fit::weights::Weights;
use crate::law::PowerForce;

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
        let bounds = estimate.unknowns.get(k).map_or((f64::NEG_INFINITY, f64::INFINITY), |of| (of.low, of.high));
        let within = |Interval { low, high }: Interval| Interval { low: low.max(bounds.0), high: high.min(bounds.1) };
        let by_covariance = claimed.and_then(|covariance| covariance.interval(k, level)).filter(|_| !at_bound);
        let by_covariance = by_covariance.map(within);
        let profile = spreads.profiles.get(k).and_then(Option::as_ref).filter(|_| !at_bound);
        let by_profile = profile.map(|profile| profile.interval);
        let quoted = by_profile
            .map(|interval| (interval, IntervalMethod::Profile))
            .or(by_covariance.map(|interval| (interval, IntervalMethod::Covariance)));
        let sigma_data = spreads.sigmas.get(k).copied().flatten();
        let inputs = budget.map_or(0.0, |budget| of_inputs(budget, k));
        let sigma = sigma_data.map(|sigma| libm::hypot(sigma, inputs));
        let least = spreads.least.get(k).copied().unwrap_or(0.0);
        let no_narrower = |Interval { low, high }: Interval, least: f64| {
            let times = 2.0 * student::two_sided(level, f64::INFINITY) * least / (high - low);
            if times.is_nan() || times <= 1.0 {
                return Interval { low, high };
            }
            within(Interval { low: value - times * (value - low), high: value + times * (high - value) })
        };
        let of_data = quoted.map(|(interval, _)| interval);
        let whole = of_data.map(|interval| widened(interval, value, inputs, (level, estimate.dof_of_errors())));
        let whole = whole.map(|interval| within(no_narrower(interval, libm::hypot(least, inputs))));
        let ends = whole.map_or([f64::NAN; 2], |interval| [interval.low, interval.high]);
        let open = profile.map_or([false; 2], |profile| profile.open);
        Parameter {
            path: unknown.path.clone(),
            name: unknown.name.clone(),
            unit: unknown.dimension.si().to_string(),
            value,
            sigma_data,
            sigma,
            interval_data: of_data.map(|interval| no_narrower(interval, least)),
            interval: whole,
            method: quoted.map(|(_, method)| method),
            level,
            by_covariance,
            by_profile,
            at_bound,
            open: [open[0] || ends[0] == bounds.0, open[1] || ends[1] == bounds.1],
            numerical: estimate.numerical.get(k).copied().filter(|shift| shift.is_finite()),
        }
    };
    calibration.unknowns.iter().enumerate().map(make).collect()
}

/// Removes the intervals of an unknown whose experiments disagree.
pub(super) fn withhold(parameter: &mut Parameter) {
    (parameter.interval, parameter.interval_data, parameter.method) = (None, None, None);
    (parameter.by_covariance, parameter.by_profile) = (None, None);
}

/// The budget of a fit, with the measurements turned into speeds again for every input, and of the line of restitution over speed through
/// the same measurements.
///
/// # Errors
/// As [`moved`].
pub(super) fn budget(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    spreads: &Spreads,
    line: Option<&SlopeLine>,
    watch: &dyn Watch,
) -> Result<(UncertaintyBudget, Option<UncertaintyBudget>), Error> {
    let theta = &found.estimate.theta;
    let weights = Weights::of(&found.data.problem, &found.estimate).map_err(Error::wrong)?;
    let refit = |calibration: &Calibration, inputs: &[(usize, f64)]| {
        let mut there = reduced(calibration, found, inputs, true).map_err(|error| error.to_string())?;
        let along = line.map(|line| line.through(found, &mut there)).transpose()?;
        let mut all = super::moved(calibration, found, &weights, inputs, there).map_err(|error| error.to_string())?;
        all.extend(along.into_iter().flatten());
        Ok(all)
    };
    let (values, errors) = line.map_or(([0.0; 2], [0.0; 2]), SlopeLine::estimates);
    let with = |own: Vec<f64>, along: [f64; 2]| [own, along[..if line.is_some() { 2 } else { 0 }].to_vec()].concat();
    let sigmas: Vec<f64> = spreads.sigmas.iter().map(|sigma| sigma.unwrap_or(0.0)).collect();
    let (all, data) = (with(theta.clone(), values), with(sigmas, errors));
    let lines = moved((calibration, found, watch), "budget", &all, data, &refit)?;
    let mut budget = budget_of(&lines, 0..theta.len());
    split(&mut budget, calibration.experiment.kind.units(), found, spreads);
    Ok((budget, line.map(|_| budget_of(&lines, theta.len()..all.len()))))
}

/// Splits the line of the data into the stated errors of the readings, and the scatter between drops and groups.
fn split(budget: &mut UncertaintyBudget, units: &str, found: &FittedLaw<'_>, spreads: &Spreads) {
    if budget.lines.is_empty() {
        return;
    }
    let whole = budget.lines.remove(0);
    let count = found.data.problem.data.len();
    let line = |name: String, kind: Evaluation, part: &dyn Fn(usize) -> f64| BudgetLine {
        source: ErrorSource { name, kind, ..whole.source.clone() },
        sensitivity: Vec::new(),
        contribution: whole.contribution.iter().enumerate().map(|(k, u)| u * part(k).sqrt()).collect(),
        share: whole.share.iter().enumerate().map(|(k, share)| share * part(k)).collect(),
        asymmetry: whole.asymmetry.clone(),
    };
    let scattered = !found.estimate.scatter.is_empty();
    let parts = |k: usize| {
        let [readings, set, drops, groups] = spreads.shares.get(k).copied().unwrap_or([f64::NAN; 4]);
        let sigma = whole.contribution.get(k).copied().unwrap_or(f64::NAN);
        let stated = if scattered { ((readings + set) / (sigma * sigma)).min(1.0) } else { 1.0 };
        let together = if drops + groups > 0.0 { groups / (drops + groups) } else { 0.0 };
        [stated, (1.0 - stated) * (1.0 - together), (1.0 - stated) * together]
    };
    let [of_readings, of_drops, of_groups] = [0, 1, 2].map(|which| move |k| parts(k)[which]);
    let mut lines = vec![line(format!("readings, {count} numbers"), Evaluation::B, &of_readings)];
    if scattered {
        let BestFit { drops, scattering, .. } = found.estimate;
        let what = if scattering == drops { units } else { "impacts" };
        lines.push(line(format!("scatter between {scattering} {what}"), Evaluation::A, &of_drops));
    }
    let name = found.estimate.between.as_ref().and_then(|between| match &found.data.grouping {
        _ if between.parts.iter().any(|part| part.sigma > 0.0) => Some("scatter between groups of drops".to_string()),
        Some(grouping) if between.sigma > 0.0 => {
            Some(format!("scatter between {} {}", between.groups, grouping.plural()))
        }
        _ => None,
    });
    lines.extend(name.map(|name| line(name, Evaluation::A, &of_groups)));
    lines.append(&mut budget.lines);
    budget.lines = lines;
}

/// The combination that determines the head-on restitution: `C/m* (m*/K)^((beta+1)/(n+1))`.
fn combined(force: &PowerForce, m_star: f64) -> f64 {
    force.C / m_star * libm::pow(m_star / force.K, (force.beta + 1.0) / (force.alpha + 1.0))
}

/// The combination as written for a law, its unit, and the factor to that form.
fn written(force: &PowerForce) -> (String, String, f64) {
    let (n, beta) = (force.alpha, force.beta);
    let unit = |power: f64| match power {
        p if p.abs() < 1e-12 => String::new(),
        p => format!("(m/s)^{:+}", -(p * 1e12).round() / 1e12),
    };
    match (n, beta) {
        (1.5, 0.5) => ("A (K/m*)^(2/5)".into(), "(m/s)^(-1/5)".into(), 2.0 / 3.0),
        (1.5, 0.25) => ("alpha = C/sqrt(m* K)".into(), String::new(), 1.0),
        (1.0, 0.0) => ("damping ratio C/(2 sqrt(m* K))".into(), String::new(), 0.5),
        _ if beta == n => ("lambda = C/K".into(), "s/m".into(), 1.0),
        _ => {
            let p = (beta + 1.0) / (n + 1.0);
            (format!("C/m* (m*/K)^{p:.4}"), unit(power(force)), 1.0)
        }
    }
}

/// The combination with its interval, if only head-on restitution was measured and one unknown is a damping parameter.
/// Adds the assumptions to the verdict.
pub(super) fn determined_combination(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    parameters: &[Parameter],
    verdict: &mut Identifiability,
) -> Option<DashpotCombination> {
    let drops_alone = found.data.targets == [Target::Restitution];
    let (&[theta], [parameter]) = (found.estimate.theta.as_slice(), parameters) else { return None };
    let of_damping = parameter.path.starts_with("contact.damping.");
    if parameter.at_bound || !drops_alone || !of_damping || calibration.nominal.shear.is_some() {
        return None;
    }
    let scene = calibration.scene(&[theta], 1.0).ok()?;
    let force = scene.force?;
    let (formula, unit, factor) = written(&force);
    let at = |theta: f64| {
        let scene = calibration.scene(&[theta], 1.0).ok()?;
        let value = factor * combined(&scene.force?, scene.pair.m_star);
        // Of an elastic impact it is zero to rounding, of either sign.
        Some(if value.abs() < 1e-12 { 0.0 } else { value })
    };
    let interval = parameter.interval_data.and_then(|interval| {
        let (one, two) = (at(interval.low)?, at(interval.high)?);
        Some(Interval { low: one.min(two), high: one.max(two) })
    });
    // Whether the unknown moves when the spring does, the combination held.
    let stiffness = power(&force) != 0.0 && parameter.name != "restitution";
    let given = if stiffness {
        let modulus = match scene.pair.E_star {
            Some(E_star) => format!("E* = {E_star:.4e} Pa and R* = {:.4e} m", scene.pair.R_star),
            None => "the stiffness of the case".to_string(),
        };
        let as_power = (force.beta + 1.0) / (force.alpha + 1.0) - if force.beta == 0.5 { 1.0 } else { 0.0 };
        format!(
            "{} follows with K = {:.4e} N/m^{} ({modulus}) and m* = {:.4e} kg, and goes as K^({as_power:.2})",
            parameter.name, force.K, force.alpha, scene.pair.m_star
        )
    } else {
        format!("{} is independent of the stiffness", parameter.name)
    };
    let words = if stiffness {
        format!("restitutions alone determine {formula} and no other parameter of the law: {given}")
    } else {
        format!("restitutions alone determine {formula}: {given}; they do not determine the stiffness")
    };
    verdict.words = format!("{}; {words}", verdict.words);
    Some(DashpotCombination { formula, unit, value: at(theta)?, interval, given })
}
