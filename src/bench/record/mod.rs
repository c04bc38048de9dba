//! The record of a run, from which every report is made, and of which accepted numbers are a part.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod accepted;
mod builder;
pub mod curves;
pub mod diff;
pub mod file;
mod gate;
pub mod large;
pub mod rows;

use crate::bench::{CaseRun, ExecutedPlan, Plan};
use crate::codes::engine::Installation;
use crate::data::dataset::Article;
use crate::law::PowerForce;
use crate::number::NamedNumber;

pub(super) use builder::case;
pub use builder::{CalibrationRecord, RollingRecord, ShearRecord};
pub use curves::Curve;

pub use accepted::{Accepted, FIT, FIT_DRIFT, MissingCollision, RunNumbers, absent, numbers};
pub use diff::{Change, DiffRow, Differences, Seen, TUBE, Terms, agree, diff, verify};
pub use gate::{BaselineStatus, Changes, GateLimits, GatedCase, gate, gate_exit};
pub use large::LargeRecord;

pub use crate::bench::PartingRecord;
pub use crate::bench::{Check, Comparison, Tally, Verdict};
pub use crate::law::scene::validity::{Bad, Light, Thresholds, ValidityRecord};

/// The layout of a record; raised when a field changes its meaning.
pub const FORMAT: u32 = 5;

/// Default of the allowed relative drift: the rounding error of some thousand operations in double precision, and a
/// thousandth of the smallest change that has to be detected.
pub const DRIFT: f64 = 1e-12;

/// Largest deviation of a thinned curve from the original, relative to duration and largest force.
pub const THINNED: f64 = 5e-4;

/// The input that is the case without title, source, comments and reasons.
pub const PHYSICS: &str = "physics";

/// A whole run, or the numbers of one case that were accepted. [`mod@file`] writes it line by line: first this without its cases.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    pub format: u32,
    /// `collisionbench 0.1.0`; of accepted numbers with the engines that computed some, `... with lammps 29Sep2021`.
    pub program: String,
    /// `./cases`, `embedded`, or as named on the command line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cases_from: String,
    /// How far the run came; absent where everything was computed and written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<PartialRecord>,
    /// The assumptions that the validity sheets judge, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<CriterionRecord>,
    /// The engines that were looked for and answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<Installation>,
    /// Cases that were left out because they start a DEM code; absent where none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<NotRunRecord>,
    #[serde(skip)]
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

/// One case: as written, what was computed, what was judged. Accepted numbers are such a case without its texts, checks and scenes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CaseRecord {
    /// `normal/glass-head-on`
    pub name: String,
    /// Of accepted numbers: by whom they were accepted, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Accepted>,
    /// SHA-256 of what the numbers follow from: [`PHYSICS`] for the case without its words, the folder of each dataset for
    /// its numbers and what they are, every other file by its name.
    pub inputs: BTreeMap<String, String>,
    /// The file, as it was named.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The file's text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Paths of the swept parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swept: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
    /// How errors fall with the time step, where that was judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub convergences: Vec<ConvergenceRecord>,
    /// Rows of datasets that were not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutRecord>,
    /// When the surfaces stick and when they slide, by scene and solver.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regimes: Vec<RegimeRecord>,
    /// The conventions of its contacts, each once; a scene names one by its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contracts: Vec<ContractRecord>,
    /// Where the numbers come from that its checks are held against: theories and datasets, in the order of the checks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceRecord>,
    /// Where engines part from the reference and from each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partings: Vec<PartingRecord>,
    /// What is computed and no check looks at, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<String>,
    /// Whether none of the checks that the case asks for was made.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nothing_checked: bool,
    /// Of a case with measurements: what was fitted to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<CalibrationRecord>,
    /// Of a case with so many scenes that the others are not here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub large: Option<Box<LargeRecord>>,
    // What follows has lines of its own.
    #[serde(skip)]
    pub scenes: Vec<SceneRecord>,
    /// What solvers, theories and datasets say of each scene.
    #[serde(skip)]
    pub collisions: Vec<CollisionRecord>,
    #[serde(skip)]
    pub checks: Vec<Check>,
    #[serde(skip)]
    pub curves: Vec<Curve>,
}

/// What one solver, theory or dataset says of one scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CollisionRecord {
    pub scene: Arc<str>,
    pub by: Arc<str>,
    #[serde(default, skip_serializing_if = "Maker::is_solver")]
    pub maker: Maker,
    /// Time step of a scheme, version of an engine; empty where there is one number of each kind.
    #[serde(default = "nothing", skip_serializing_if = "is_nothing")]
    pub variant: Arc<str>,
    /// Where an approximate form is used out of its range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    pub numbers: Vec<Number>,
}

/// One observable of a collision, SI.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Number {
    pub observable: Cow<'static, str>,
    /// Unknown is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Kept to three digits; of accepted numbers to two, rounded up. Absent where none is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<f64>,
    /// Empty for a plain number.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub unit: Cow<'static, str>,
}

fn nothing() -> Arc<str> {
    Arc::from("")
}

fn is_nothing(text: &Arc<str>) -> bool {
    text.is_empty()
}

/// One number with whose it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation<'a> {
    pub scene: &'a str,
    pub by: &'a str,
    pub maker: Maker,
    pub variant: &'a str,
    pub observable: &'a str,
    /// Unknown is absent.
    pub value: Option<f64>,
    pub unit: &'a str,
    /// Kept to three digits.
    pub uncertainty: Option<f64>,
    pub note: Option<&'a str>,
}

impl CollisionRecord {
    /// Solver with its variant: `velocity-verlet (steps=50.37)`.
    pub fn who(&self) -> String {
        if self.variant.is_empty() { self.by.to_string() } else { format!("{} ({})", self.by, self.variant) }
    }

    /// Its numbers, each with whose it is.
    pub fn observations(&self) -> impl Iterator<Item = Observation<'_>> {
        self.numbers.iter().map(|number| Observation {
            scene: &self.scene,
            by: &self.by,
            maker: self.maker,
            variant: &self.variant,
            observable: &number.observable,
            value: number.value,
            unit: &number.unit,
            uncertainty: number.uncertainty,
            note: self.note.as_deref(),
        })
    }
}

impl CaseRecord {
    /// Every number of every collision.
    pub fn observations(&self) -> impl Iterator<Item = Observation<'_>> {
        self.collisions.iter().flat_map(CollisionRecord::observations)
    }

    /// Adds a number: to the last collision, where it is of the same.
    pub fn observe(&mut self, seen: Observation<'_>) {
        let number = Number {
            observable: Cow::Owned(seen.observable.to_string()),
            value: seen.value,
            uncertainty: seen.uncertainty,
            unit: Cow::Owned(seen.unit.to_string()),
        };
        let of = |last: &&mut CollisionRecord| {
            (&*last.scene, &*last.by, last.maker, &*last.variant, last.note.as_deref())
                == (seen.scene, seen.by, seen.maker, seen.variant, seen.note)
        };
        match self.collisions.last_mut().filter(of) {
            Some(last) => last.numbers.push(number),
            None => self.collisions.push(CollisionRecord {
                scene: seen.scene.into(),
                by: seen.by.into(),
                maker: seen.maker,
                variant: seen.variant.into(),
                note: seen.note.map(Arc::from),
                numbers: vec![number],
            }),
        }
    }
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
    /// Of a dataset from an article in a journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<Article>,
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

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SceneRecord {
    pub name: String,
    /// One that does not change from scene to scene is the same value, shared.
    pub parameters: Vec<Arc<ParameterRecord>>,
    /// What the laws compile to: `K alpha C beta` and the end of contact.
    pub force: ForceRecord,
    /// What the scene assumes, and whether it may. A line that does not change from scene to scene is shared, too.
    pub validity: Vec<Arc<ValidityRecord>>,
    /// The system in whose words the contact is said; absent for the bench's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// As written.
    pub text: String,
}

/// The errors of a production code over a ladder of time steps, relative to its own law integrated exactly; or to its own limit, as
/// the differences of neighbouring steps give it at the fitted order, at all steps but the finest.
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Maker {
    #[default]
    Solver,
    Oracle,
    Data,
}

impl Maker {
    fn is_solver(&self) -> bool {
        *self == Self::Solver
    }
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

impl RegimeRecord {
    /// When the `k`-th of its regimes ends, s since first touch.
    pub fn ends(&self, k: usize) -> f64 {
        self.begins.get(k + 1).copied().unwrap_or(self.duration)
    }
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

/// Name and version of this program.
pub const PROGRAM: &str = concat!("collisionbench ", env!("CARGO_PKG_VERSION"));

impl Record {
    /// The record of an executed plan; of a stopped run, only the cases with a finished collision or fit.
    ///
    /// Checks and results are moved out of the run, which keeps the collisions without a result.
    pub fn new(plan: &Plan, run: &mut ExecutedPlan) -> Self {
        let partial = run.interrupted.then(|| PartialRecord::of(plan, run));
        let begun = plan.cases.iter().zip(&mut run.cases).filter(|(_, case)| partial.is_none() || case.is_begun());
        let cases = begun.map(|(planned, run)| builder::case(planned, run)).collect();
        Self { partial, ..Self::of_cases(plan, cases) }
    }

    /// Of a plan whose cases are on record.
    pub fn of_cases(plan: &Plan, cases: Vec<CaseRecord>) -> Self {
        Self {
            cases_from: plan.from.clone(),
            criteria: builder::criteria(),
            engines: plan.engines.answered().into_iter().map(|engine| engine.installation().recorded()).collect(),
            cases,
            ..Self::empty()
        }
    }

    /// One without a case.
    pub fn empty() -> Self {
        Self {
            format: FORMAT,
            program: PROGRAM.to_string(),
            cases_from: String::new(),
            criteria: Vec::new(),
            engines: Vec::new(),
            not_run: None,
            cases: Vec::new(),
            partial: None,
        }
    }

    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.cases.iter().for_each(|case| sum.add(&case.tally()));
        sum
    }
}

/// The records of a scene, shared with the previous scene where they are equal.
pub(super) fn shared<T: PartialEq>(records: impl Iterator<Item = T>, before: &[Arc<T>]) -> Vec<Arc<T>> {
    let of = |(at, own): (usize, T)| match before.get(at) {
        Some(same) if **same == own => Arc::clone(same),
        _ => Arc::new(own),
    };
    let mut all: Vec<Arc<T>> = records.enumerate().map(of).collect();
    // It may have been collected in the place of what it was made from, which is larger.
    all.shrink_to_fit();
    all
}
