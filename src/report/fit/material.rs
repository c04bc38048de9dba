//! `material.json`: the material card, a machine-readable result of a fit with the conditions under which it is valid.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::FitContext;
use super::case_text::fitted;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Count, Describes, Measurement, Parameter};
use crate::fit::file::DataHash;
use crate::fit::spread::Interval;
use crate::report::fit_text;

/// The version of the card's layout.
pub const FORMAT: u32 = 1;

/// A material card: the fitted parameters of a contact with their uncertainty, the data they come from, and the conditions
/// they hold under. Numbers are SI. What is not known is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaterialCard {
    /// Version of the layout: 1.
    pub format: u32,
    /// The program and its version that made the fit.
    pub program: String,
    /// The command as it was typed.
    pub command: String,
    /// Name of the case.
    pub case: String,
    pub title: String,
    /// Source of the measurements, as the case states it.
    pub source: Option<String>,
    /// Every file of measurements.
    pub data: Vec<DataHash>,
    pub measured: CardData,
    /// Bodies, materials, contact and experiment as the case has them, quantities with their units; each fitted parameter
    /// has its fitted value.
    pub conditions: Map<String, Value>,
    pub verdict: CardVerdict,
    /// In the order of the case.
    pub parameters: Vec<CardParameter>,
    /// Correlations of the parameters, row by row.
    pub correlations: Option<Vec<Vec<f64>>>,
}

/// What the fit is based on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    /// Kind of experiment: `drop-height`, `oblique`, ...
    pub kind: String,
    pub numbers_used: usize,
    /// Of those used, how many judged a fit of the others; the claim `hold-out` is about them.
    pub judged_on: usize,
    pub numbers_left_out: usize,
    pub drops: usize,
    /// What the interval counts: drops, or groups of them that share an effect.
    pub independent: usize,
    /// Slowest and fastest impact that was used, m/s.
    pub speed: Option<Interval>,
    /// Smallest and largest angle from the normal that was used, rad.
    pub angle: Option<Interval>,
}

/// Whether the law describes the data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardVerdict {
    /// Null where the experiment has no drops.
    pub describes: Option<Describes>,
    /// The test and its numbers.
    pub words: Option<String>,
    /// What the data determine of the law.
    pub interpretation: String,
    pub notes: Vec<String>,
}

/// A fitted parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardParameter {
    /// Its key in the case: `contact.damping.tsuji.restitution`.
    pub path: String,
    pub name: String,
    /// SI; empty for a plain number.
    pub unit: String,
    pub value: f64,
    /// Data and inputs.
    pub standard_uncertainty: Option<f64>,
    /// From the data alone.
    pub standard_uncertainty_of_data: Option<f64>,
    /// Data and inputs.
    pub interval: Option<CardInterval>,
    /// Whether the best fit lies at a bound of the search.
    pub at_bound: bool,
}

/// An interval of confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardInterval {
    pub low: f64,
    pub high: f64,
    /// Its probability, 0.95.
    pub level: f64,
    /// `profile likelihood` or `covariance`.
    pub method: String,
}

/// The JSON schema of `material.json`.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(MaterialCard)
}

/// The card as text.
///
/// # Errors
/// When the case cannot be read again.
pub fn text(context: &FitContext<'_>) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(&card(context)?);
    text.map(|text| text + "\n").map_err(cannot_be_written)
}

fn cannot_be_written(error: serde_json::Error) -> Error {
    Error::wrong(format!("the material card cannot be written: {error}"))
}

/// The card of a fit.
///
/// # Errors
/// When the case cannot be read again.
pub fn card(context: &FitContext<'_>) -> Result<MaterialCard, Error> {
    let found = context.found;
    let agreement = found.agreement.as_ref();
    // The tables of the case that say what was measured and on what.
    let tables = fitted(&context.case.file.text, found, &["title", "source", "fit", "expect", "export"])?;
    let conditions =
        tables.into_iter().map(|(key, table)| Ok((key, serde_json::to_value(table)?))).collect::<Result<_, _>>();
    Ok(MaterialCard {
        format: FORMAT,
        program: context.program.to_string(),
        command: context.command.to_string(),
        case: found.case.clone(),
        title: found.title.clone(),
        source: Some(found.source.clone()).filter(|source| !source.is_empty()),
        data: found.hashes.clone(),
        measured: measured(found),
        conditions: conditions.map_err(cannot_be_written)?,
        verdict: CardVerdict {
            describes: agreement.map(|agreement| agreement.describes),
            words: agreement.map(|agreement| agreement.words.clone()),
            interpretation: found.verdict.words.clone(),
            notes: fit_text::notes(found.consistency.as_ref(), &found.notes),
        },
        parameters: found.parameters.iter().map(parameter).collect(),
        correlations: found.covariance.as_ref().map(|covariance| covariance.correlations.clone()),
    })
}

fn parameter(parameter: &Parameter) -> CardParameter {
    let interval = parameter.interval.filter(|interval| interval.low.is_finite() && interval.high.is_finite());
    let method = parameter.method.map(|method| method.word().to_string());
    CardParameter {
        path: parameter.path.clone(),
        name: parameter.name.clone(),
        unit: parameter.unit.clone(),
        value: parameter.value,
        standard_uncertainty: parameter.sigma,
        standard_uncertainty_of_data: parameter.sigma_data,
        interval: interval.zip(method).map(|(interval, method)| CardInterval {
            low: interval.low,
            high: interval.high,
            level: parameter.level,
            method,
        }),
        at_bound: parameter.at_bound,
    }
}

fn measured(found: &Calibrated) -> CardData {
    let Count { used, held_out, left_out, .. } = Count::of(found);
    let mut kinds: Vec<&str> = found.kinds.iter().map(|kind| kind.word()).collect();
    kinds.dedup();
    CardData {
        kind: kinds.join(", "),
        numbers_used: used,
        judged_on: held_out,
        numbers_left_out: left_out,
        drops: found.estimate.drops,
        independent: found.estimate.units(),
        speed: range(found, |m| m.speed),
        angle: range(found, |m| m.angle),
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
