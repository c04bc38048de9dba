//! `fit.json`: the result of a fit, for `export` and for other programs. Numbers are SI, and what is not known is null.
//!
//! The file stands on its own: `contact` has every value of the bodies and the contact, the fitted ones in their places, and the scene is
//! built from them without the case and the measurements.

use std::fmt::{Display, Formatter};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::calibrate::predictions::{draws, impacts};
use super::calibrate::result::{
    AlternativeLaw, Calibrated, Consistency, Count, CurvePoint, DashpotCombination, DataHash, DropScatter,
    GoodnessOfFit, Measurement, Parameter, SlopeStudy, WithoutOutliers,
};
use super::spread::{Interval, UncertaintyBudget};
use crate::case::{Case, CaseValue, scene_of};
use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::law::scene::{ParameterValue, Scene, SceneParameter};
use crate::number::relative_difference;
use crate::units::Dimension;

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
    /// Whether the law describes the data; null where the experiment has no drops.
    pub agreement: Option<GoodnessOfFit>,
    /// What the data determine of the law.
    pub verdict: String,
    pub notes: Vec<String>,
    /// In the order of the case.
    pub parameters: Vec<Parameter>,
    /// Without the numbers that lie too far from the others, where there are such.
    pub without: Option<WithoutOutliers>,
    /// Of the data alone, row by row in the order of the parameters.
    pub covariance: Option<Vec<Vec<f64>>>,
    pub correlations: Option<Vec<Vec<f64>>>,
    pub scatter: FitScatter,
    pub quality: FitQuality,
    /// Whether the readings scatter by what is stated of them.
    pub consistency: Option<Consistency>,
    /// Restitution against speed of the best fit, with its band; empty where no restitution was measured head-on.
    pub restitution: Vec<CurvePoint>,
    pub combination: Option<DashpotCombination>,
    /// Where the uncertainty comes from; lists have a number for each parameter.
    pub budget: Option<UncertaintyBudget>,
    /// Other laws fitted to the same restitutions, the best first.
    pub models: Vec<AlternativeLaw>,
    /// Whether the restitution changes with speed.
    pub slope: Option<SlopeStudy>,
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
    pub fn all(scene: &Scene, examples: &[CaseValue], fitted: &[Parameter]) -> Vec<Self> {
        let of = |given: &Arc<SceneParameter>| {
            let SceneParameter { path, value, text, .. } = &**given;
            let example = examples.iter().any(|example| example.path == *path);
            let (path, text) = (path.clone(), text.clone());
            match (value, fitted.iter().find(|parameter| parameter.path == path)) {
                (_, Some(Parameter { value, unit, .. })) => {
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
        let value = match value {
            ContactNumber::Number(number) => ParameterValue::Number(*number, Dimension::of_unit(unit)),
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

impl MeasuredData {
    fn of(found: &Calibrated) -> Self {
        let Count { used, held_out, left_out, .. } = Count::of(found);
        let mut kinds: Vec<&str> = found.kinds.iter().map(|kind| kind.word()).collect();
        kinds.dedup();
        // Of the used measurements; `None` if one is unknown.
        let range = |of: fn(&Measurement) -> Option<f64>| {
            let used = found.measurements.iter().filter(|m| m.fate.is_used());
            let all: Vec<f64> = used.map(of).collect::<Option<_>>()?;
            let [low, high] = [f64::min, f64::max].map(|end| all.iter().copied().reduce(end));
            Some(Interval { low: low?, high: high? })
        };
        let speeds = found.measurements.iter().filter(|m| m.sigma_used.is_some()).filter_map(|m| m.speed);
        let logs: Vec<f64> = speeds.filter(|speed| *speed > 0.0).map(libm::log).collect();
        let mut angles: Vec<f64> = found.measurements.iter().filter_map(|m| m.angle).collect();
        angles.sort_by(f64::total_cmp);
        Self {
            kind: kinds.join(", "),
            numbers_used: used,
            judged_on: held_out,
            numbers_left_out: left_out,
            drops: found.estimate.drops,
            independent: found.estimate.units(),
            speed: range(|m| m.speed),
            middle_speed: (!logs.is_empty()).then(|| libm::exp(logs.iter().sum::<f64>() / logs.len() as f64)),
            angle: range(|m| m.angle),
            middle_angle: angles.get(angles.len() / 2).copied(),
        }
    }
}

/// The tables of the experiment, as the case has them.
fn conditions(case: &Case) -> Result<Map<String, Value>, Error> {
    let unreadable = |error: &dyn Display| Error::wrong(format!("the case cannot be read again: {error}"));
    let mut table: toml::Table = case.file.text.parse().map_err(|error: toml::de::Error| unreadable(&error))?;
    table.retain(|key, _| key == "experiment");
    let tables = table.into_iter().map(|(key, table)| Ok((key, serde_json::to_value(table)?)));
    tables.collect::<Result<_, serde_json::Error>>().map_err(|error| unreadable(&error))
}

/// Standard deviations beyond the stated errors of the readings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FitScatter {
    /// From drop to drop, of each kind of number that was measured.
    pub drops: Vec<DropScatter>,
    /// From setting to setting, such as heights; null where there is none.
    pub settings: Option<f64>,
    /// From impact to impact of a drop; 0 where drops have one.
    pub impacts: f64,
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
    /// The result of a fit of a case, by a program and its command.
    ///
    /// # Errors
    /// When the case is no calibration.
    pub fn of(case: &Case, found: &Calibrated, program: &str, command: &str) -> Result<Self, Error> {
        let calibration = case.calibration.as_ref().ok_or_else(|| Error::wrong("a case without measurements"))?;
        let estimate = &found.estimate;
        let covariance = found.covariance.as_ref();
        let measured = MeasuredData::of(found);
        let impacts = measured.middle_speed.and_then(|speed| impacts(found, speed));
        Ok(Self {
            format: FORMAT,
            program: program.to_string(),
            command: command.to_string(),
            case: found.case.clone(),
            title: found.title.clone(),
            source: Some(found.source.clone()).filter(|source| !source.is_empty()),
            data: found.hashes.clone(),
            measured,
            conditions: conditions(case)?,
            contact: ContactValue::all(&calibration.nominal, &found.examples, &found.parameters),
            agreement: found.agreement.clone(),
            verdict: found.verdict.words.clone(),
            notes: found.consistency.iter().filter_map(Consistency::too_small).chain(found.notes.clone()).collect(),
            parameters: found.parameters.clone(),
            without: found.without.clone(),
            covariance: covariance.map(|of| of.matrix.clone()),
            correlations: covariance.map(|of| of.correlations.clone()),
            scatter: FitScatter {
                drops: found.scatter.clone(),
                settings: estimate.between.as_ref().map(|between| between.sigma).filter(|sigma| *sigma > 0.0),
                impacts: found.between_impacts,
            },
            quality: FitQuality {
                chi2: estimate.chi2,
                degrees_of_freedom: estimate.dof,
                level: found.settings.level,
                converged: estimate.converged,
                collisions: estimate.evaluations,
            },
            consistency: found.consistency.clone(),
            restitution: found.curve.clone(),
            combination: found.combination.clone(),
            budget: found.budget.clone(),
            models: found.models.clone(),
            slope: found.slope.clone(),
            draws: draws(found).map(|parameters| FitDraws { parameters, impacts }),
        })
    }

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
        for Parameter { path, value, interval, .. } in &read.parameters {
            let inside = interval.is_none_or(|of| of.covers(*value));
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
