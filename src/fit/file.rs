//! `fit.toml`: the result of a fit, with the case that contains the fitted values.
//!
//! The file stands on its own: `case_text` is the whole case with the fitted values in place of `{ fit = .. }`, so that
//! the scene can be built again without the measurements. Tables that are not named here (budget, covariance, ...) are
//! left to whoever writes them.
//!
//! ```toml
//! command = "collisionbench fit cases/calibration/marble"
//! case    = "calibration/marble"
//! data    = [{ name = "reference-data/experiments/marble", sha256 = "9f86d0..." }]
//! case_text = '''
//! title = "..."
//! '''
//!
//! [[parameters]]
//! path     = "contact.damping.tsuji.restitution"
//! name     = "restitution"
//! unit     = ""                       # SI; empty for a plain number
//! value    = 0.81
//! interval = [0.79, 0.83]
//! level    = 0.95
//! method   = "profile likelihood"
//! ```

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::case::edit::{quantity, with_value};
use crate::data::Files;
use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::number::relative_difference;

/// Relative difference below which a value of the file and that of its case are the same number.
const SAME: f64 = 1e-12;

/// The contents of `fit.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FitFile {
    /// The command line.
    pub command: String,
    /// Name of the case that was fitted.
    pub case: String,
    /// The measurement files.
    #[serde(default)]
    pub data: Vec<DataHash>,
    /// The case with the fitted values in it.
    pub case_text: String,
    /// In the order of the case.
    pub parameters: Vec<FileParameter>,
    /// Of the parameters in the same order: what is read of their uncertainties, which others write.
    #[serde(default, skip_serializing)]
    pub uncertainty: Vec<FileUncertainty>,
}

/// What is read of the uncertainty of a parameter.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FileUncertainty {
    pub name: String,
    /// Whether the best fit lies at a bound of the search.
    #[serde(default)]
    pub at_bound: bool,
}

/// A file of measurements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DataHash {
    /// As the case names it.
    pub name: String,
    /// SHA-256 of its bytes, hexadecimal.
    pub sha256: String,
}

impl From<(String, String)> for DataHash {
    fn from((name, sha256): (String, String)) -> Self {
        Self { name, sha256 }
    }
}

/// One fitted value. An unknown number is absent, not zero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FileParameter {
    /// Its path in the case: `contact.damping.tsuji.restitution`.
    pub path: String,
    /// Its last word, or what a report calls it.
    pub name: String,
    /// SI; empty for a plain number.
    #[serde(default)]
    pub unit: String,
    /// In `unit`.
    pub value: f64,
    /// Low and high end, in `unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Probability of the interval, 0.95.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<f64>,
    /// How the interval was made: `profile likelihood`, `covariance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
}

impl FitFile {
    /// Whether a text is such a file and not a case.
    pub fn is_one(text: &str) -> bool {
        text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("case_text"))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it is not TOML, when a part is missing or of the wrong kind, or when an interval does not hold its value;
    /// each with its place where there is one.
    pub fn read(file: &Arc<SourceFile>) -> Result<Self, Error> {
        let read: Self = toml::from_str(&file.text).map_err(|error| {
            let problem = Diagnostic::new(format!("this is no result of a fit: {}", error.message()));
            Error::from(match error.span() {
                Some(span) => problem.at(&Origin::new(file, span)),
                None => problem,
            })
        })?;
        for parameter in &read.parameters {
            let inside = parameter.interval.is_none_or(|[low, high]| (low..=high).contains(&parameter.value));
            if !parameter.value.is_finite() || !inside {
                return Err(Error::wrong(format!(
                    "{}: the value of `{}`, {}, is no number inside its interval",
                    file.name, parameter.path, parameter.value
                )));
            }
        }
        Ok(read)
    }

    /// The case with the fitted values; datasets it names are read from `files`, and `own` are the engines it may name
    /// beside the built-in ones.
    ///
    /// # Errors
    /// Everything that is wrong with `case_text`, and a fitted value that is not the one standing in it.
    pub fn case_with(&self, file: &SourceFile, files: &Files, own: &[String]) -> Result<Case, Error> {
        let text = SourceFile { name: format!("{}, case_text", file.name), text: self.case_text.clone() };
        let case = Case::read_with(text.into(), &self.case, files, own)?;
        for parameter in &self.parameters {
            let given = case.scenes.iter().filter_map(|scene| scene.number(&parameter.path));
            if let Some(other) = given.into_iter().find(|&other| relative_difference(other, parameter.value) > SAME) {
                let message = format!(
                    "{}: `{}` is {} among the parameters and {other} in case_text",
                    file.name, parameter.path, parameter.value
                );
                return Err(Error::with_help(message, "one of the two was changed by hand: fit again, or change both"));
            }
        }
        Ok(case)
    }

    /// The case with another value of one parameter, in its unit.
    ///
    /// # Errors
    /// When the case has no such parameter, or none of this value.
    pub fn case_at(&self, parameter: &FileParameter, value: f64, files: &Files, own: &[String]) -> Result<Case, Error> {
        let wrong = |what: String| Error::wrong(format!("`{}` at {value}: {what}", parameter.path));
        let text = with_value(&self.case_text, &parameter.path, quantity(value, &parameter.unit))
            .map_err(|error| wrong(error.to_string()))?
            .ok_or_else(|| wrong("the case does not have it".into()))?;
        let file = SourceFile { name: format!("{} at {value}", parameter.path), text };
        Case::read_with(file.into(), &self.case, files, own)
    }

    /// The file as text.
    ///
    /// # Errors
    /// When TOML cannot hold it.
    pub fn text(&self) -> Result<String, Error> {
        toml::to_string_pretty(self).map_err(|error| Error::wrong(format!("the fit cannot be written: {error}")))
    }
}
