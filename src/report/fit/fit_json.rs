//! Fills in `fit.json`.

use std::fmt::Display;

use serde_json::{Map, Value};
use toml::Table;

use super::FitContext;
use crate::error::Error;
use crate::fit::budget::{BudgetLine, Evaluation};
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::draws::{draws, impacts};
use crate::fit::calibrate::result::{
    AlternativeLaw, Consistency, Count, DashpotCombination, Measurement, Parameter, SlopeStudy,
};
use crate::fit::file::{
    ContactValue, DropScatterOf, FORMAT, FitBirge, FitBudgetLine, FitCombination, FitDraws, FitModel, FitQuality,
    FitResult, FitScatter, FitSlope, FitVerdict, FittedInterval, FittedParameter, MeasuredData, WithoutSuspicious,
};
use crate::fit::observations::measured_name;
use crate::fit::spread::Interval;
use crate::report::fit_text;

/// The result of a fit.
///
/// # Errors
/// When the case is no calibration.
pub fn result(context: &FitContext<'_>) -> Result<FitResult, Error> {
    let found = context.found;
    let calibration = context.case.calibration.as_ref().ok_or_else(|| Error::wrong("a case without measurements"))?;
    let agreement = found.agreement.as_ref();
    let covariance = found.covariance.as_ref();
    let parameters: Vec<FittedParameter> = found.with_and_without().map(parameter).collect();
    Ok(FitResult {
        format: FORMAT,
        program: context.program.to_string(),
        command: context.command.to_string(),
        case: found.case.clone(),
        title: found.title.clone(),
        source: Some(found.source.clone()).filter(|source| !source.is_empty()),
        data: found.hashes.clone(),
        measured: measured(found),
        conditions: conditions(&context.case.file.text)?,
        contact: ContactValue::all(&calibration.nominal, &found.examples, &parameters),
        verdict: FitVerdict {
            describes: agreement.map(|agreement| agreement.describes),
            words: agreement.map(|agreement| agreement.words.clone()),
            interpretation: found.verdict.words.clone(),
            notes: fit_text::notes(found.consistency.as_ref(), &found.notes),
        },
        parameters,
        covariance: covariance.map(|of| of.matrix.clone()),
        correlations: covariance.map(|of| of.correlations.clone()),
        scatter: scatter(found),
        quality: FitQuality {
            chi2: found.estimate.chi2,
            degrees_of_freedom: found.estimate.dof,
            level: found.settings.level,
            converged: found.estimate.converged,
            collisions: found.estimate.evaluations,
            birge: found.consistency.as_ref().map(birge),
        },
        restitution: found.curve.clone(),
        combination: found.combination.as_ref().map(combination),
        budget: found.budget.iter().flat_map(|budget| &budget.lines).map(budget_line).collect(),
        models: found.models.iter().map(model).collect(),
        slope: found.slope.as_ref().map(slope),
        draws: draws(found).map(|parameters| FitDraws {
            parameters,
            impacts: middle_speed(found).and_then(|speed| impacts(found, speed)),
        }),
    })
}

/// The tables of the experiment, as the case has them.
fn conditions(text: &str) -> Result<Map<String, Value>, Error> {
    let unreadable = |error: &dyn Display| Error::wrong(format!("the case cannot be read again: {error}"));
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| unreadable(&error))?;
    table.retain(|key, _| key == "experiment");
    let tables = table.into_iter().map(|(key, table)| Ok((key, serde_json::to_value(table)?)));
    tables.collect::<Result<_, serde_json::Error>>().map_err(|error| unreadable(&error))
}

fn known(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

fn ends(interval: Option<Interval>) -> Option<Interval> {
    interval.filter(|Interval { low, high }| low.is_finite() && high.is_finite())
}

fn parameter((found, without): (&Parameter, Option<&Parameter>)) -> FittedParameter {
    let method = found.method.map(|method| method.word().to_string());
    let level = found.level;
    FittedParameter {
        path: found.path.clone(),
        name: found.name.clone(),
        unit: found.unit.clone(),
        value: found.value,
        standard_uncertainty: found.sigma,
        standard_uncertainty_of_data: found.sigma_data,
        interval: ends(found.interval).zip(method).map(|(Interval { low, high }, method)| FittedInterval {
            low,
            high,
            level,
            method,
        }),
        interval_of_data: ends(found.interval_data),
        by_covariance: ends(found.by_covariance),
        by_profile: ends(found.by_profile),
        at_bound: found.at_bound,
        without_suspicious: without
            .map(|without| WithoutSuspicious { value: without.value, interval: ends(without.interval) }),
    }
}

fn measured(found: &Calibrated) -> MeasuredData {
    let Count { used, held_out, left_out, .. } = Count::of(found);
    let mut kinds: Vec<&str> = found.kinds.iter().map(|kind| kind.word()).collect();
    kinds.dedup();
    MeasuredData {
        kind: kinds.join(", "),
        numbers_used: used,
        judged_on: held_out,
        numbers_left_out: left_out,
        drops: found.estimate.drops,
        independent: found.estimate.units(),
        speed: range(found, |m| m.speed),
        middle_speed: middle_speed(found),
        angle: range(found, |m| m.angle),
        middle_angle: middle_angle(found),
    }
}

/// Smallest and largest value of the used measurements; `None` if one is unknown.
fn range(found: &Calibrated, of: fn(&Measurement) -> Option<f64>) -> Option<Interval> {
    let used = found.measurements.iter().filter(|m| m.fate.is_used());
    let all: Vec<f64> = used.map(of).collect::<Option<_>>()?;
    let low = all.iter().copied().reduce(f64::min)?;
    let high = all.iter().copied().reduce(f64::max)?;
    Some(Interval { low, high })
}

/// The middle speed of what was used, on a logarithmic scale.
fn middle_speed(found: &Calibrated) -> Option<f64> {
    let speeds = found.measurements.iter().filter(|m| m.sigma_used.is_some()).filter_map(|m| m.speed);
    let logs: Vec<f64> = speeds.filter(|speed| *speed > 0.0).map(f64::ln).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

/// The middle angle of an oblique experiment.
fn middle_angle(found: &Calibrated) -> Option<f64> {
    let mut angles: Vec<f64> = found.measurements.iter().filter_map(|m| m.angle).collect();
    angles.sort_by(f64::total_cmp);
    angles.get(angles.len() / 2).copied()
}

fn scatter(found: &Calibrated) -> FitScatter {
    let drops = found.scatter.iter().map(|of| DropScatterOf {
        quantity: measured_name(of.quantity.word(), of.experiment.as_deref()),
        sigma: of.sigma,
    });
    let between = found.estimate.between.as_ref().map(|between| between.sigma);
    FitScatter {
        drops: drops.collect(),
        settings: between.filter(|sigma| *sigma > 0.0),
        impacts: found.between_impacts,
    }
}

fn birge(Consistency { birge, restated }: &Consistency) -> FitBirge {
    FitBirge {
        ratio: birge.ratio,
        of: fit_text::birge_of(birge).to_string(),
        degrees_of_freedom: birge.dof,
        limit_by_chance: birge.limit,
        restated: restated.clone(),
    }
}

fn combination(of: &DashpotCombination) -> FitCombination {
    let DashpotCombination { formula, unit, value, interval, given } = of.clone();
    FitCombination { formula, unit, value, interval: ends(interval), given }
}

fn budget_line(line: &BudgetLine) -> FitBudgetLine {
    let of_input = |number: f64| known(number).filter(|_| !line.sensitivity.is_empty());
    let each = |numbers: &[f64]| numbers.iter().copied().map(known).collect();
    FitBudgetLine {
        source: line.source.name.clone(),
        kind: if line.source.kind == Evaluation::A { "A" } else { "B" }.to_string(),
        value: of_input(line.source.value),
        sigma: of_input(line.source.sigma),
        unit: line.source.unit.clone(),
        example: line.source.example,
        sensitivity: each(&line.sensitivity),
        contribution: each(&line.contribution),
        share: each(&line.share),
    }
}

fn model(AlternativeLaw { title, tried, behind, .. }: &AlternativeLaw) -> FitModel {
    FitModel {
        name: tried.name.clone(),
        title: title.clone(),
        aic: known(tried.aic),
        aicc: tried.aicc,
        behind: *behind,
        held_out_mean_square: tried.held_out.as_ref().map(|held| held.mean_square),
        names: tried.estimate.unknowns.iter().map(|unknown| unknown.name.clone()).collect(),
        values: tried.estimate.theta.iter().copied().map(known).collect(),
    }
}

fn slope(SlopeStudy { corrected, without_air, words }: &SlopeStudy) -> FitSlope {
    FitSlope {
        per_speed: corrected.value,
        standard_uncertainty: corrected.sigma,
        interval: corrected.interval,
        without_air: without_air.as_ref().map(|bare| bare.value),
        interval_without_air: without_air.as_ref().map(|bare| bare.interval),
        words: words.clone(),
    }
}
