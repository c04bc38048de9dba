//! A calibration, as far as a run computes it: what a verdict needs, and no more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{
    Consistency, Count, CurvePoint, DropScatter, HeldOutHeight, Measurement, Parameter,
};

/// Most measured numbers in a record; of more, an evenly spaced subset is kept.
const MOST_NUMBERS: usize = 2000;

/// What was fitted, from what, and how well it holds. SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CalibrationRecord {
    /// Probability of the intervals.
    pub level: f64,
    #[serde(flatten)]
    pub count: Count,
    /// As the data determine them: uncertain inputs are for `collisionbench fit`.
    pub parameters: Vec<Parameter>,
    /// Of each kind of number of each experiment, where it was estimated.
    pub scatter: Vec<DropScatter>,
    /// Whether the readings scatter by what is stated of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consistency: Option<Consistency>,
    /// What the data determine, in words.
    pub verdict: String,
    pub notes: Vec<String>,
    /// The heights that were kept from the fit.
    pub heights: Vec<HeldOutHeight>,
    /// The first file they were read from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub data: String,
    /// The measured numbers, or 2000 of them.
    pub measurements: Vec<Measurement>,
    /// Restitution against speed of the best fit.
    pub curve: Vec<CurvePoint>,
}

/// The record of a calibration.
pub(super) fn record(found: &Calibrated) -> CalibrationRecord {
    let every = found.measurements.len().div_ceil(MOST_NUMBERS).max(1);
    CalibrationRecord {
        level: found.parameters.first().map_or(0.95, |parameter| parameter.level),
        count: Count::of(found),
        parameters: found.parameters.clone(),
        scatter: found.scatter.clone(),
        consistency: found.consistency.clone(),
        verdict: found.verdict.words.clone(),
        notes: found.notes.clone(),
        heights: found.held_out.clone(),
        data: found.hashes.first().map_or(String::new(), |file| file.name.clone()),
        measurements: found.measurements.iter().step_by(every).cloned().collect(),
        curve: found.curve.clone(),
    }
}
