//! `fit.json`: the result of a fit, for `export` and for other programs. Numbers are SI, and what is not known is null.
//!
//! The file stands on its own: `contact` has every value of the bodies and the contact, the fitted ones in their places, and the scene is
//! built from them without the case and the measurements.

use std::fmt::{Display, Formatter};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::calibrate::result::{CurvePoint, DataHash, Describes, Restated};
use super::spread::Interval;
use crate::case::{CaseValue, scene_of};
use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::law::scene::{ParameterValue, Scene, SceneParameter};
use crate::number::relative_difference;
use crate::units::{self, Dimension};

/// The version of the layout.
pub const FORMAT: u32 = 1;

/// Relative difference below which a fitted value and that of the contact are the same number.
const SAME: f64 = 1e-12;

/// Factor by which an example is changed to see what depends on it.
const MOVED: f64 = 1.01;

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
    /// The tables of the experiment as the case has them, quantities with their units.
    pub conditions: Map<String, Value>,
    /// Materials, bodies and contact, each value under its key in the case, in the order of the case; the fitted ones have their fitted
    /// values. The body that comes first is body 1.
    pub contact: Vec<ContactValue>,
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

/// A value of the bodies, their materials or the contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactValue {
    /// `material.glass.density`, `contact.normal`, `contact.damping.tsuji.restitution`
    pub path: String,
    pub value: ContactNumber,
    /// SI; empty for a plain number and for a word.
    pub unit: String,
    /// As the case has it, `20 mm`.
    pub text: String,
    /// Whether it is an example, not measured.
    pub example: bool,
}

/// A number, SI, or a word such as the name of a law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ContactNumber {
    Number(f64),
    Word(String),
}

impl ContactValue {
    /// The values of a scene but for its impact, with these parameters in place of their start values.
    pub fn all(scene: &Scene, examples: &[CaseValue], fitted: &[FittedParameter]) -> Vec<Self> {
        let of = |given: &Arc<SceneParameter>| {
            let SceneParameter { path, value, text, .. } = &**given;
            let example = examples.iter().any(|example| example.path == *path);
            let (path, text) = (path.clone(), text.clone());
            match (value, fitted.iter().find(|parameter| parameter.path == path)) {
                (_, Some(FittedParameter { value, unit, .. })) => {
                    let text = format!("{value:e} {unit}").trim_end().to_string();
                    Self { path, value: ContactNumber::Number(*value), unit: unit.clone(), text, example }
                }
                (ParameterValue::Number(value, dimension), None) => {
                    let unit = dimension.si().to_string();
                    Self { path, value: ContactNumber::Number(*value), unit, text, example }
                }
                (ParameterValue::Word(word), None) => {
                    Self { path, value: ContactNumber::Word(word.clone()), unit: String::new(), text, example }
                }
            }
        };
        scene.parameters.iter().filter(|given| !given.path.starts_with("impact.")).map(of).collect()
    }
}

impl From<&ContactValue> for SceneParameter {
    fn from(ContactValue { path, value, unit, text, .. }: &ContactValue) -> Self {
        let dimension = units::ALL.iter().copied().find(|dimension| dimension.si() == unit);
        let value = match value {
            ContactNumber::Number(number) => ParameterValue::Number(*number, dimension.unwrap_or(Dimension::Number)),
            ContactNumber::Word(word) => ParameterValue::Word(word.clone()),
        };
        Self { path: path.clone(), value, text: text.clone(), swept: false }
    }
}

/// As a case has it: `body.ball.radius = "20 mm"`.
impl Display for ContactValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { path, value, unit, text, .. } = self;
        let plain = matches!(value, ContactNumber::Number(_)) && unit.is_empty();
        if plain { write!(f, "{path} = {text}") } else { write!(f, "{path} = \"{text}\"") }
    }
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
            let given = read.contact.iter().find(|given| given.path == *path).map(|given| &given.value);
            if let Some(ContactNumber::Number(other)) = given
                && relative_difference(*other, *value) > SAME
            {
                let message =
                    format!("{}: `{path}` is {value} among the parameters and {other} in the contact", file.name);
                return Err(Error::with_help(message, "one of the two was changed by hand: fit again, or change both"));
            }
        }
        Ok(read)
    }

    /// The bodies and the contact at one impact of the middle speed of the data; of 1 m/s where none is known.
    ///
    /// # Errors
    /// Everything that is wrong with the values of the contact.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.scene_with(&[])
    }

    /// [`Self::scene`] with other numbers under some paths, SI.
    ///
    /// # Errors
    /// As [`Self::scene`], and when the contact has no such number.
    pub fn scene_with(&self, numbers: &[(&str, f64)]) -> Result<Scene, Error> {
        let mut values: Vec<SceneParameter> = self.contact.iter().map(SceneParameter::from).collect();
        for &(path, number) in numbers {
            let place = values.iter_mut().find(|value| value.path == path).map(|value| &mut value.value);
            let Some(ParameterValue::Number(place, _)) = place else {
                return Err(Error::wrong(format!("`{path}` at {number}: the contact does not have it")));
            };
            *place = number;
        }
        let impact = |key: &str, value: f64, dimension: Dimension| SceneParameter {
            path: format!("impact.{key}"),
            value: ParameterValue::Number(value, dimension),
            text: format!("{value:e} {}", dimension.si()),
            swept: false,
        };
        values.push(impact("speed", self.measured.middle_speed.unwrap_or(1.0), Dimension::Speed));
        values.extend(self.measured.middle_angle.map(|angle| impact("angle", angle, Dimension::Angle)));
        scene_of(&values.into_iter().map(Arc::new).collect::<Vec<_>>())
    }

    /// The example values of the contact, `body.ball.radius = "20 mm"`, each with the scene of [`Self::scene_with`] with a number that differs
    /// by a hundredth; `None` where there is no such scene.
    pub fn examples(&self, numbers: &[(&str, f64)]) -> Vec<(String, Option<Scene>)> {
        let other = |value: &ContactValue| match value.value {
            ContactNumber::Number(number) => {
                let moved = [numbers, &[(&value.path, MOVED * number)]].concat();
                Some((value.to_string(), self.scene_with(&moved).ok()))
            }
            ContactNumber::Word(_) => None,
        };
        self.contact.iter().filter(|value| value.example).filter_map(other).collect()
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
