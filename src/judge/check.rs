//! One row of the verdict: who was held against what, and how it came out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;

/// What a comparison is called: it follows from what stands after `agrees_with`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Against theory.
    Verification,
    /// Against data.
    Validation,
    /// Of one solver with another.
    Comparison,
    /// How an error falls with the time step.
    Convergence,
}

/// One row of `summary.csv`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    pub scene: String,
    pub who: String,
    pub variant: String,
    pub against: String,
    pub comparison: Comparison,
    pub observable: String,
    pub unit: String,
    pub expected: Option<f64>,
    pub expected_uncertainty: Option<f64>,
    pub observed: Option<f64>,
    pub observed_uncertainty: Option<f64>,
    /// In `deviation_unit`, never negative.
    pub deviation: Option<f64>,
    pub allowed: Option<f64>,
    /// `relative`, `sigma`, `order`, or the observable's unit.
    pub deviation_unit: String,
    pub outcome: Verdict,
    /// Why: the known gap, the reason of a skip, the text of an error, a note on the oracle's range.
    pub reason: Option<String>,
    /// Line of the `[[expect]]` in the case file.
    pub line: usize,
}

impl Check {
    /// A row that was not judged: every text is empty, every number unknown, and the outcome an error.
    pub const fn blank() -> Self {
        Self {
            scene: String::new(),
            who: String::new(),
            variant: String::new(),
            against: String::new(),
            comparison: Comparison::Verification,
            observable: String::new(),
            unit: String::new(),
            expected: None,
            expected_uncertainty: None,
            observed: None,
            observed_uncertainty: None,
            deviation: None,
            allowed: None,
            deviation_unit: String::new(),
            outcome: Verdict::Error,
            reason: None,
            line: 0,
        }
    }
}

/// How many checks came out how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub pass: usize,
    pub fail: usize,
    pub error: usize,
    pub skip: usize,
    pub gap: usize,
    pub closed: usize,
}

impl Tally {
    pub fn of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Self {
        let mut tally = Self::default();
        for check in checks {
            *match check.outcome {
                Verdict::Pass => &mut tally.pass,
                Verdict::Fail => &mut tally.fail,
                Verdict::Error => &mut tally.error,
                Verdict::Skip => &mut tally.skip,
                Verdict::Gap => &mut tally.gap,
                Verdict::Closed => &mut tally.closed,
            } += 1;
        }
        tally
    }

    pub fn total(&self) -> usize {
        self.pass + self.fail + self.error + self.skip + self.gap + self.closed
    }
}
