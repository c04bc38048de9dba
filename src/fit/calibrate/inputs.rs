//! Propagates the standard deviation of each uncertain input to the fitted parameters.

use super::intervals::Spreads;
use super::{FitStart, FittedLaw, Watch, fit_law, go_on};
use crate::case::Calibration;
use crate::error::Error;
use crate::fit::budget::{BudgetLine, ErrorSource, Evaluation, UncertaintyBudget, budget as draw_up};
use crate::fit::estimate::BestFit;

/// The inputs of a case as sources of uncertainty.
fn sources(calibration: &Calibration) -> Vec<ErrorSource> {
    let of = |input: &crate::case::UncertainInput| ErrorSource {
        name: input.path.clone(),
        unit: input.dimension.si().to_string(),
        kind: Evaluation::B,
        value: input.value,
        sigma: input.sigma,
    };
    calibration.inputs.iter().map(of).collect()
}

/// Repeats the fit with other values of some inputs.
pub(super) type Refit<'r> = &'r dyn Fn(&[(usize, f64)]) -> Result<Vec<f64>, String>;

/// The budget: `refit` gets each input moved by one standard deviation; `data` is the uncertainty from the data.
///
/// # Errors
/// When a fit with a moved input fails, or the work was stopped.
pub(super) fn moved(
    (calibration, watch): (&Calibration, &dyn Watch),
    what: &'static str,
    theta: &[f64],
    data: Vec<f64>,
    refit: Refit<'_>,
) -> Result<UncertaintyBudget, Error> {
    let sources = sources(calibration);
    watch.begins(what, 2 * sources.len());
    let of_data =
        ErrorSource { name: "data".to_string(), unit: String::new(), kind: Evaluation::A, value: 0.0, sigma: 0.0 };
    let drawn = draw_up(theta, (of_data, data), &sources, |source, by| {
        watch.piece();
        go_on(watch).map_err(|error| error.to_string())?;
        let at = sources.iter().position(|other| other == source).ok_or("an unknown source")?;
        refit(&[(at, source.value + by)])
    });
    go_on(watch)?;
    drawn.map_err(Error::wrong)
}

/// The budget of a fit, with the measurements turned into speeds again for every input.
///
/// # Errors
/// As [`moved`].
pub(super) fn budget(
    calibration: &Calibration,
    found: &FittedLaw<'_>,
    spreads: &Spreads,
    watch: &dyn Watch,
) -> Result<UncertaintyBudget, Error> {
    let theta = &found.estimate.theta;
    let sigmas: Vec<f64> = spreads.sigmas.iter().map(|sigma| sigma.unwrap_or(0.0)).collect();
    let refit = |inputs: &[(usize, f64)]| {
        let again = fit_law(calibration, FitStart::FittedLaw(found), theta, inputs, true);
        again.map(|again| again.estimate.theta).map_err(|error| error.to_string())
    };
    let mut budget = moved((calibration, watch), "budget", theta, sigmas, &refit)?;
    split(&mut budget, found, spreads);
    Ok(budget)
}

/// Splits the line of the data into the stated errors of the readings, and the scatter between drops and groups.
fn split(budget: &mut UncertaintyBudget, found: &FittedLaw<'_>, spreads: &Spreads) {
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
        let what = if scattering == drops { "drops" } else { "impacts" };
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
