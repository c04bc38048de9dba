//! The record of a complete run: the contents of `run.json`, from which every report is made.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod accepted;
mod builder;
mod calibration;
pub mod curves;
mod file;
mod fits;
mod observations;
mod shear;
mod sheet;
mod verify;

use crate::bench::{CaseRun, ExecutedPlan, Plan};
use crate::codes::engine::Installation;
use crate::law::PowerForce;
use crate::number::NamedNumber;

pub use curves::Curve;

pub use calibration::CalibrationRecord;
pub use observations::{Observation, Observations};

pub use fits::{FIT, FIT_DRIFT};

pub use accepted::{
    BaselineStatus, Changes, GateLimits, GatedCase, MissingCollision, RunNumbers, absent, baselines, gate, gate_exit,
};
pub use verify::{Likeness, Mismatch, Verified, moved, vacuous, verify};

pub use shear::{RollingRecord, ShearRecord};

pub use crate::bench::PartingRecord;
pub use crate::judge::{Check, Comparison, Tally, Verdict};
pub use crate::law::scene::validity::{Bad, Light, Thresholds, ValidityRecord};

/// The layout of `run.json`; raised when a field changes its meaning.
pub const FORMAT: u32 = 3;

/// A whole run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    pub format: u32,
    /// `collisionbench 0.1.0`
    pub program: String,
    /// `./cases`, `embedded`, or as named on the command line.
    pub cases_from: String,
    /// How far the run came; absent where everything was computed and written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<PartialRecord>,
    /// The assumptions that the validity sheets judge, in their order.
    pub criteria: Vec<CriterionRecord>,
    /// The engines that were looked for and answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<Installation>,
    /// Cases that were left out because they start a DEM code; absent where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<NotRunRecord>,
    pub cases: Vec<CaseRecord>,
}

/// Cases that a run leaves out unless all are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotRunRecord {
    pub cases: usize,
    /// The engines they start, by name.
    pub engines: Vec<String>,
}

/// How far a run came before it was interrupted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PartialRecord {
    /// Collisions that were computed.
    pub computed: usize,
    /// Collisions that were asked for.
    pub planned: usize,
}

impl PartialRecord {
    /// Of a run, before its collisions are moved into the record.
    pub fn of(plan: &Plan, run: &ExecutedPlan) -> Self {
        Self { computed: run.cases.iter().map(CaseRun::finished).sum(), planned: plan.collisions() }
    }

    /// The first line of everything made from the record: `PARTIAL: interrupted; 12 of 400 collisions computed`.
    pub fn line(&self) -> String {
        format!("PARTIAL: interrupted; {} of {} collisions computed", self.computed, self.planned)
    }
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
    #[serde(with = "file::scenes")]
    #[schemars(with = "file::scenes::Read")]
    pub scenes: Vec<SceneRecord>,
    /// Solvers, oracles and datasets alike.
    pub observations: Observations,
    #[serde(with = "file::checks")]
    #[schemars(with = "file::checks::Read")]
    pub checks: Vec<Check>,
    /// How errors fall with the time step, where that was judged.
    pub convergences: Vec<ConvergenceRecord>,
    /// Rows of datasets that were not compared.
    pub left_out: Vec<LeftOutRecord>,
    pub curves: Vec<Curve>,
    /// When the surfaces stick and when they slide, by scene and solver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regimes: Vec<RegimeRecord>,
    /// The conventions of its contacts, each once; a scene names one by its place.
    pub contracts: Vec<ContractRecord>,
    /// Where the numbers come from that its checks are held against: theories and datasets, in the order of the checks.
    pub sources: Vec<SourceRecord>,
    /// Where engines part from the reference and from each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partings: Vec<PartingRecord>,
    /// What is computed and no check looks at, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<String>,
    /// Whether none of the checks that the case asks for was made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nothing_checked: bool,
    /// Of a case with measurements: what was fitted to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<CalibrationRecord>,
}

/// A theory or a dataset, and who published it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SourceRecord {
    /// `hertz-impact`, `reference-data/published/...`: as the checks name it.
    pub name: String,
    pub title: String,
    /// The publication.
    pub source: String,
    /// Whether it is a dataset that somebody measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub experiment: bool,
}

/// An assumption, as the validity sheets judge it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionRecord {
    /// `peak-pressure`
    pub word: String,
    /// What is assumed.
    pub assumes: String,
    /// The number that is judged; empty when there is none.
    pub formula: String,
    pub limits: Option<Thresholds>,
    /// Where formula and limits come from.
    pub source: String,
}

/// What the numbers of a contact mean, one line a convention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContractRecord {
    /// Whose conventions they are.
    pub system: String,
    /// Title and text.
    pub lines: Vec<[String; 2]>,
    /// The same as one paragraph, for a methods section.
    pub paragraph: String,
}

/// A contact said in a system's own words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DialectRecord {
    /// `pfc`
    pub system: String,
    /// `corrected` or `as-documented`
    pub reading: String,
    /// What the system itself would show.
    pub derived: Vec<NamedNumber>,
    /// What a reader of the result must know.
    pub notes: Vec<String>,
}

/// How a solver was set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    pub who: String,
    pub key: String,
    pub value: f64,
    pub unit: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SceneRecord {
    pub name: String,
    /// One that does not change from scene to scene is the same value, shared.
    pub parameters: Vec<Arc<ParameterRecord>>,
    /// What the laws compile to: `K alpha C beta` and the end of contact.
    pub force: ForceRecord,
    /// What the scene assumes, and whether it may. A line that does not change from scene to scene is shared, too.
    pub validity: Vec<Arc<ValidityRecord>>,
    /// The system in whose words the contact is said; absent for the bench's own.
    pub dialect: Option<Box<DialectRecord>>,
    /// Place of its conventions in the case's `contracts`, counted from 0.
    pub contract: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ForceRecord {
    /// Absent for a law that remembers, yields or pulls.
    #[serde(flatten)]
    pub power: Option<PowerForce>,
    pub m_star: f64,
    pub R_star: f64,
    pub E_star: Option<f64>,
    /// What acts along the contact; absent where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shear: Option<Box<ShearRecord>>,
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

/// The errors of a production code over a ladder of time steps, relative to its own law integrated exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConvergenceRecord {
    pub scene: String,
    pub who: String,
    /// Tells installations of an engine apart: its version.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub variant: String,
    pub observable: String,
    /// Steps in the contact, coarse first.
    pub steps: Vec<f64>,
    /// Largest error over the onset phases; absent where a phase lacks the observable.
    pub worst: Vec<Option<f64>>,
    /// Mean magnitude of the error.
    pub mean: Vec<Option<f64>>,
    /// Slope `p` of `worst = c n^-p`, with its standard error, and `c`.
    pub order: Option<f64>,
    pub order_uncertainty: Option<f64>,
    pub constant: Option<f64>,
}

/// A measurement that is not compared, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutRecord {
    pub dataset: String,
    /// Counted from 1.
    pub row: usize,
    pub reason: String,
}

/// Who made a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Maker {
    Solver,
    Oracle,
    Data,
}

/// When the surfaces of one collision stick and when they slide.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RegimeRecord {
    pub scene: String,
    pub by: String,
    /// s
    pub duration: f64,
    /// When each regime begins, s since first touch; the first at 0.
    pub begins: Vec<f64>,
    /// `sticks`, `slides`, or `unloaded`: nothing is left to hold with.
    pub regimes: Vec<String>,
}

impl ForceRecord {
    /// Whether it is a power of the overlap without a dashpot.
    pub fn is_undamped(&self) -> bool {
        self.power.is_some_and(|power| power.C == 0.0)
    }
}

impl SceneRecord {
    /// The parameter with a path such as `impact.speed`.
    pub fn parameter(&self, path: &str) -> Option<&ParameterRecord> {
        self.parameters.iter().find(|parameter| parameter.path == path).map(|parameter| &**parameter)
    }

    /// A number of the scene, SI.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.parameter(path)?.value
    }
}

impl Record {
    /// The record of an executed plan; of a stopped run, only the cases with a finished collision or fit.
    ///
    /// Checks and results are moved out of the run, which keeps the collisions without a result.
    pub fn new(plan: &Plan, run: &mut ExecutedPlan) -> Self {
        let partial = run.interrupted.then(|| PartialRecord::of(plan, run));
        let begun = plan.cases.iter().zip(&mut run.cases).filter(|(_, case)| partial.is_none() || case.is_begun());
        Self {
            format: FORMAT,
            program: concat!("collisionbench ", env!("CARGO_PKG_VERSION")).to_string(),
            cases_from: plan.from.clone(),
            criteria: sheet::criteria(),
            engines: plan.engines.answered().into_iter().map(|engine| engine.installation().recorded()).collect(),
            not_run: None,
            cases: begun.map(|(planned, run)| builder::case(planned, run)).collect(),
            partial,
        }
    }

    pub fn tally(&self) -> Tally {
        Tally::of(self.cases.iter().flat_map(|case| &case.checks))
    }
}
