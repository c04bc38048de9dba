//! One run, complete: what `run.json` holds and every report is made from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::Verdict;

/// The layout of `run.json`; raised when a field changes its meaning.
pub const FORMAT: u32 = 1;

/// A whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    pub format: u32,
    /// `collisionbench 0.1.0`
    pub program: String,
    /// `./cases`, `embedded`, or as named on the command line.
    pub cases_from: String,
    pub cases: Vec<CaseRecord>,
}

/// One case: as written, what was computed, what was judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseRecord {
    /// `normal/glass-head-on`
    pub name: String,
    /// The file, as it was named.
    pub file: String,
    /// The file's text.
    pub text: String,
    pub title: String,
    pub source: Option<String>,
    /// Paths of the swept parameters.
    pub swept: Vec<String>,
    pub settings: Vec<Setting>,
    pub scenes: Vec<SceneRecord>,
    /// Solvers, oracles and datasets alike.
    pub observations: Vec<Observation>,
    pub checks: Vec<Check>,
    pub curves: Vec<Curve>,
}

/// How a solver was set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    pub who: String,
    pub key: String,
    pub value: f64,
    pub unit: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SceneRecord {
    pub name: String,
    pub parameters: Vec<ParameterRecord>,
    /// What the laws compile to: `K alpha C beta` and the end of contact.
    pub force: ForceRecord,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForceRecord {
    pub K: f64,
    pub alpha: f64,
    pub C: f64,
    pub beta: f64,
    pub reference_gap: f64,
    pub ends: String,
    pub m_star: f64,
    pub R_star: f64,
    pub E_star: Option<f64>,
}

/// One value of a scene; exactly one of `value` and `word` is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterRecord {
    /// `body.left.radius`
    pub path: String,
    /// SI
    pub value: Option<f64>,
    pub word: Option<String>,
    pub unit: String,
    /// As written.
    pub text: String,
}

/// Who made a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Maker {
    Solver,
    Oracle,
    Data,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Observation {
    pub scene: String,
    pub by: String,
    pub maker: Maker,
    pub variant: String,
    pub observable: String,
    /// Unknown is absent.
    pub value: Option<f64>,
    pub unit: String,
    pub uncertainty: Option<f64>,
    /// Where an approximate form is used out of its range, or why a value is absent.
    pub note: Option<String>,
}

/// What a comparison is called: it follows from what stands after `agrees_with`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Against theory.
    Verification,
    /// Against data.
    Validation,
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
    /// `relative`, `sigma`, or the observable's unit.
    pub deviation_unit: String,
    pub outcome: Verdict,
    /// Why: the known gap, the reason of a skip, the text of an error, a note on the oracle's range.
    pub reason: Option<String>,
    /// Line of the `[[expect]]` in the case file.
    pub line: usize,
}

/// One collision's course as drawn, 500 points at most. Columns of equal length, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    pub scene: String,
    pub by: String,
    pub maker: Maker,
    pub variant: String,
    /// Word of each column: `time`, `overlap`, `speed`, `force`, `force_elastic`.
    pub columns: Vec<String>,
    pub units: Vec<String>,
    /// Column by column.
    pub values: Vec<Vec<f64>>,
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

impl Record {
    pub fn tally(&self) -> Tally {
        Tally::of(self.cases.iter().flat_map(|case| &case.checks))
    }
}
