//! A value of a case with its alternatives in a sweep and its role in a calibration.

use super::Word;
use crate::error::Origin;
use crate::law::scene::ParameterValue;
use crate::units::Dimension;

/// A value of the case under its path, with all the values that a sweep gives it.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub path: String,
    /// Place of the value in the file.
    pub origin: Origin,
    /// One for each value of a sweep; just one when nothing is swept.
    pub choices: Vec<Choice>,
    pub sweep: Option<Sweep>,
    /// Role in a calibration; the only choice is the start value of an unknown or the value of an uncertain input.
    pub free: Option<FitRole>,
}

/// How a sweep is combined with others.
#[derive(Debug, Clone, Default)]
pub(super) struct Sweep {
    /// Sweeps of one name advance together.
    pub together: Option<Word>,
    /// The dataset the values come from.
    pub dataset: Option<String>,
}

/// One value of an entry.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub value: ParameterValue,
    /// As written.
    pub text: String,
    pub origin: Origin,
    /// Row of the dataset that it comes from, counted from 0.
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

/// Role of a value in a calibration.
#[derive(Debug, Clone)]
pub(super) enum FitRole {
    /// A fitted value, with the bounds of the search.
    Unknown { low: Choice, high: Choice, dimension: Dimension },
    /// An uncertain input, with its standard deviation.
    Sigma { sigma: Choice, dimension: Dimension },
}
