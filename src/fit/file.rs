//! `fit.json`: the result of a fit, for `export` and for other programs. Numbers are SI, and what is not known is null.
//!
//! The file stands on its own: `conditions` is the case with each fitted value in place of `{ fit = .. }`, so that the scene
//! can be built again without the measurements.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toml::{Table, toml};

use super::calibrate::result::{CurvePoint, DataHash, Describes, Restated};
use super::spread::Interval;
use crate::case::edit::{quantity, with_value};
use crate::case::{Case, mark_examples};
use crate::data::Files;
use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::number::relative_difference;
use crate::units::Dimension;

/// The version of the layout.
pub const FORMAT: u32 = 1;

/// Relative difference below which a value of the file and that of its case are the same number.
const SAME: f64 = 1e-12;

/// The fitted parameters of a contact with their uncertainty, the data they come from, and the conditions they hold under.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitResult {
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
    pub measured: MeasuredData,
    /// Bodies, materials, contact and experiment as the case has them, quantities with their units; each fitted parameter
    /// has its fitted value.
    pub conditions: Map<String, Value>,
    /// Keys of the conditions whose values are examples, not measured.
    pub examples: Vec<String>,
    pub verdict: FitVerdict,
    /// In the order of the case.
    pub parameters: Vec<FittedParameter>,
    /// Of the data alone, row by row in the order of the parameters.
    pub covariance: Option<Vec<Vec<f64>>>,
    pub correlations: Option<Vec<Vec<f64>>>,
    pub scatter: FitScatter,
    /// How well the law describes the data.
    pub quality: FitQuality,
    /// Restitution against speed of the best fit, with its band; empty where no restitution was measured head-on.
    pub restitution: Vec<CurvePoint>,
    pub combination: Option<FitCombination>,
    /// Where the uncertainty comes from.
    pub budget: Vec<FitBudgetLine>,
    /// Other laws fitted to the same restitutions, the best first.
    pub models: Vec<FitModel>,
    /// Whether the restitution changes with speed.
    pub slope: Option<FitSlope>,
    /// Null where no covariance is claimed, as at a bound.
    pub draws: Option<FitDraws>,
}

/// What the fit is based on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasuredData {
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
    /// Their middle on a logarithmic scale, m/s: an export is made for an impact of this speed.
    pub middle_speed: Option<f64>,
    /// Smallest and largest angle from the normal that was used, rad.
    pub angle: Option<Interval>,
    /// The median, rad.
    pub middle_angle: Option<f64>,
}

/// Whether the law describes the data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitVerdict {
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
pub struct FittedParameter {
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
    pub interval: Option<FittedInterval>,
    /// From the data alone, at the same level.
    pub interval_of_data: Option<Interval>,
    pub by_covariance: Option<Interval>,
    pub by_profile: Option<Interval>,
    /// Whether the best fit lies at a bound of the search.
    pub at_bound: bool,
    /// Without the numbers that lie too far from the others, where there are such.
    pub without_suspicious: Option<WithoutSuspicious>,
}

/// An interval of confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FittedInterval {
    pub low: f64,
    pub high: f64,
    /// Its probability, 0.95.
    pub level: f64,
    /// `profile likelihood` or `covariance`.
    pub method: String,
}

/// A parameter without the numbers that lie too far from the others, in its unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithoutSuspicious {
    pub value: f64,
    pub interval: Option<Interval>,
}

/// Standard deviations beyond the stated errors of the readings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitScatter {
    /// From drop to drop, of each kind of number that was measured.
    pub drops: Vec<DropScatterOf>,
    /// From setting to setting, such as heights; null where there is none.
    pub settings: Option<f64>,
    /// From impact to impact of a drop; 0 where drops have one.
    pub impacts: f64,
}

/// Standard deviation from drop to drop of one kind of number, in its SI unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropScatterOf {
    /// `restitution`; of several experiments with the name of its experiment.
    pub quantity: String,
    pub sigma: f64,
}

/// The sum of squared residuals over their variances, `chi2`, its degrees of freedom, and how it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitQuality {
    pub chi2: f64,
    pub degrees_of_freedom: usize,
    /// Probability of the intervals, 0.95.
    pub level: f64,
    pub converged: bool,
    /// Collisions that were computed for it.
    pub collisions: usize,
    pub birge: Option<FitBirge>,
}

/// How much more the readings scatter than their stated errors let them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitBirge {
    pub ratio: f64,
    /// Of what.
    pub of: String,
    pub degrees_of_freedom: f64,
    /// What chance would not exceed.
    pub limit_by_chance: f64,
    /// The standard deviation of the case that would make it one.
    pub restated: Option<Restated>,
}

/// The combination of a dashpot and a spring that head-on drops determine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitCombination {
    pub formula: String,
    pub unit: String,
    pub value: f64,
    /// From the data alone.
    pub interval: Option<Interval>,
    pub given: String,
}

/// One line of the uncertainty budget; lists have a number for each parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitBudgetLine {
    pub source: String,
    /// `A`: evaluated from the scatter of the data; `B`: stated.
    pub kind: String,
    /// Of an input.
    pub value: Option<f64>,
    pub sigma: Option<f64>,
    pub unit: String,
    /// Whether the value is an example, not measured.
    pub example: bool,
    pub sensitivity: Vec<Option<f64>>,
    pub contribution: Vec<Option<f64>>,
    pub share: Vec<Option<f64>>,
}

/// Another law, fitted to the same restitutions: Akaike's criterion, and its unknowns, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitModel {
    pub name: String,
    pub title: String,
    pub aic: Option<f64>,
    pub aicc: Option<f64>,
    /// AICc above that of the best.
    pub behind: Option<f64>,
    pub held_out_mean_square: Option<f64>,
    pub names: Vec<String>,
    pub values: Vec<Option<f64>>,
}

/// The straight line through restitution over speed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitSlope {
    /// `de/dv`, s/m.
    pub per_speed: f64,
    pub standard_uncertainty: f64,
    pub interval: Interval,
    /// Of the same flights as if there were no air.
    pub without_air: Option<f64>,
    pub interval_without_air: Option<Interval>,
    pub words: String,
}

/// Samples of the result, for models of your own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitDraws {
    /// One row a draw, one column a parameter: the uncertainty of data and inputs together. The rows of `draws.csv`.
    pub parameters: Vec<Vec<f64>>,
    /// Restitutions of single impacts at the middle speed, which scatter as drops, settings and impacts do; null where no restitution was
    /// measured head-on.
    pub impacts: Option<Vec<f64>>,
}

/// The JSON schema of `fit.json`.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(FitResult)
}

impl FitResult {
    /// Whether a text is such a file and not a case.
    pub fn is_one(text: &str) -> bool {
        text.trim_start().starts_with('{')
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it is not JSON, when a part is missing or of the wrong kind, or when an interval does not hold its value;
    /// each with its place where there is one.
    pub fn read(file: &Arc<SourceFile>) -> Result<Self, Error> {
        let read: Self = serde_json::from_str(&file.text).map_err(|error| {
            let said = error.to_string();
            let what = said.split(" at line ").next().unwrap_or_default();
            let before =
                file.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
            let at = (before + error.column().saturating_sub(1)).min(file.text.len());
            let at = (0..=at).rev().find(|at| file.text.is_char_boundary(*at)).unwrap_or(0);
            Error::from(Diagnostic::new(format!("this is no result of a fit: {what}")).at(&Origin::new(file, at..at)))
        })?;
        if read.format != FORMAT {
            let message = format!("{} has the layout {}, and {FORMAT} is read", file.name, read.format);
            return Err(Error::with_help(message, "fit the case again"));
        }
        for FittedParameter { path, value, interval, .. } in &read.parameters {
            let inside = interval.as_ref().is_none_or(|of| (of.low..=of.high).contains(value));
            if !value.is_finite() || !inside {
                let message =
                    format!("{}: the value of `{path}`, {value}, is no number inside its interval", file.name);
                return Err(Error::wrong(message));
            }
        }
        Ok(read)
    }

    /// The text of a case of the contact, at one impact of the middle speed of the data; of 1 m/s where none is known.
    ///
    /// What was known to a deviation is a plain value; the tables of the measurements are left out.
    ///
    /// # Errors
    /// When the conditions are none of a case.
    pub fn case_text(&self) -> Result<String, Error> {
        let wrong = |error: &dyn std::fmt::Display| Error::wrong(format!("the fitted case cannot be written: {error}"));
        let mut table = Table::try_from(&self.conditions).map_err(|error| wrong(&error))?;
        table.retain(|key, _| !["experiment", "run"].contains(&key));
        settle(&mut table);
        let mut impact = Table::new();
        let speed = self.measured.middle_speed.unwrap_or(1.0);
        impact.insert("speed".into(), format!("{speed:e} {}", Dimension::Speed.si()).into());
        if let Some(angle) = self.measured.middle_angle {
            impact.insert("angle".into(), format!("{angle:e} {}", Dimension::Angle.si()).into());
        }
        table.insert("impact".into(), toml::Value::Table(impact));
        table.extend(toml! {
            [run.reference]
            [[expect]]
            that = "reference"
            agrees_with = "conserved"
            momentum_residual = { within = "1e-11 absolute" }
        });
        table.insert("title".into(), self.title.clone().into());
        let text = toml::to_string(&table).map_err(|error| wrong(&error))?;
        // What was an example is one still.
        Ok(match self.examples.is_empty() {
            true => text,
            false => mark_examples(&text, |path| self.examples.iter().any(|example| example == path)),
        })
    }

    /// The case with the fitted values; datasets it names are read from `files`, and `own` are the engines it may name
    /// beside the built-in ones.
    ///
    /// # Errors
    /// Everything that is wrong with the conditions, and a fitted value that is not the one standing in them.
    pub fn case_with(&self, file: &SourceFile, files: &Files, own: &[String]) -> Result<Case, Error> {
        let text = SourceFile { name: format!("{}, conditions", file.name), text: self.case_text()? };
        let case = Case::read_with(text.into(), &self.case, files, own)?;
        for FittedParameter { path, value, .. } in &self.parameters {
            let given = case.scenes.iter().filter_map(|scene| scene.number(path));
            if let Some(other) = given.into_iter().find(|&other| relative_difference(other, *value) > SAME) {
                let message =
                    format!("{}: `{path}` is {value} among the parameters and {other} in conditions", file.name);
                return Err(Error::with_help(message, "one of the two was changed by hand: fit again, or change both"));
            }
        }
        Ok(case)
    }

    /// The case with another value of one parameter, in its unit.
    ///
    /// # Errors
    /// When the case has no such parameter, or none of this value.
    pub fn case_at(
        &self,
        parameter: &FittedParameter,
        value: f64,
        files: &Files,
        own: &[String],
    ) -> Result<Case, Error> {
        let wrong = |what: String| Error::wrong(format!("`{}` at {value}: {what}", parameter.path));
        let text = with_value(&self.case_text()?, &parameter.path, quantity(value, &parameter.unit))
            .map_err(|error| wrong(error.to_string()))?
            .ok_or_else(|| wrong("the case does not have it".into()))?;
        let file = SourceFile { name: format!("{} at {value}", parameter.path), text };
        Case::read_with(file.into(), &self.case, files, own)
    }

    /// The file as text.
    ///
    /// # Errors
    /// When a number is none.
    pub fn text(&self) -> Result<String, Error> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n").map_err(|error| Error::wrong(format!("the fit cannot be written: {error}")))
    }
}

/// Replaces `{ value = .., sigma = .. }` by the value.
fn settle(table: &mut Table) {
    for (_, value) in table.iter_mut() {
        if let toml::Value::Table(inner) = value {
            if inner.len() == 2 && inner.contains_key("sigma") {
                if let Some(known) = inner.remove("value") {
                    *value = known;
                }
            } else {
                settle(inner);
            }
        }
    }
}
