//! What is kept of a value: its choices, how they advance, and what a calibration may do with it.

use super::Word;
use crate::error::Origin;
use crate::scene::ParameterValue;
use crate::units::Dimension;

/// A value of the case under its path, with everything it may be.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub path: String,
    /// Of the value.
    pub origin: Origin,
    /// One for each value of a sweep; just one when nothing is swept.
    pub choices: Vec<Choice>,
    pub sweep: Option<Sweep>,
    /// What a calibration may do with it; the choice is its start or its best value then.
    pub free: Option<Free>,
}

/// How the choices of an entry advance.
#[derive(Debug, Clone, Default)]
pub(super) struct Sweep {
    /// Sweeps of one name advance together.
    pub together: Option<Word>,
    /// The dataset the values come from.
    pub dataset: Option<String>,
}

/// One value.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub value: ParameterValue,
    /// As written.
    pub text: String,
    pub origin: Origin,
    /// Row of the dataset it stands in, counted from 0.
    pub row: Option<usize>,
}

impl Choice {
    pub fn number(&self) -> Option<f64> {
        match self.value {
            ParameterValue::Number(value, _) => Some(value),
            ParameterValue::Word(_) => None,
        }
    }
}

/// What a calibration may do with a value.
#[derive(Debug, Clone)]
pub(super) enum Free {
    /// It is looked for between these.
    Unknown { low: Choice, high: Choice, dimension: Dimension },
    /// It is known to this standard deviation.
    Sigma { sigma: Choice, dimension: Dimension },
}
