//! Reads case files and turns them into scenes.
//!
//! [`Case::read`] turns one file into named scenes, the solvers to run and what is expected of them. Words that belong
//! to later stages (observables, oracles) keep their [`Origin`] and are resolved there.
//!
//! - `[material.*]`, `[body.*]`, `[impact]`: two bodies and how they meet, head-on or not. A sweep over a value makes
//!   scenes. `[path]` drives the contact slowly instead of `[impact]`.
//! - `[contact.normal.*]` with `[contact.damping.*]` and `ends`, or the parameters of one code, `[contact.pfc]`, in
//!   place of all of it. `[contact.tangential.*]` and `[contact.rolling.*]` are friction and rolling resistance.
//!   `reading` is required exactly where the documentation of a code has a mathematical error.
//! - `[run.reference]` integrates the law as written; a scheme,
//!   `[run.velocity-verlet]`, steps through it. A sweep over its step makes a ladder and no scenes. An engine,
//!   `[run.lammps]`, is set in the same way. `[run.recorded]` reads what a code left that cannot be run here.
//! - `[[expect]]`: `agrees_with` a theory, a dataset or another run, `{ within = "1 %" }`; or `converges_to` the
//!   reference, `{ order = 2.0, give_or_take = 0.1 }`.
//! - `[experiment.*]` in place of `[impact]` makes a calibration: any value may be `{ fit = ..., between = [...] }` or
//!   `{ value = ..., sigma = ... }`, `[fit]` says how it is done, `[export]` for whom, and `that = "fit"` is judged.

mod acts_on;
mod body;
mod branch_friction;
mod build;
mod by_path;
mod calibration;
pub mod canonical;
pub mod condition;
pub mod contact;
pub mod dialect;
pub mod direction;
mod drop_groups;
pub(crate) mod edit;
mod engine_covers;
pub mod engines_toml;
mod entry;
pub mod example;
mod expect;
mod experiment;
pub mod experiment_keys;
mod explained;
mod fit;
pub mod friction;
mod impact;
mod kinematics;
mod law;
mod left_out;
mod mapping;
mod material;
mod measurement_table;
mod path;
mod read;
pub(crate) mod reader;
mod recorded;
mod run;
mod scalar;
mod scene_values;
mod schema;
mod surface;
pub mod sweep;
pub(crate) mod syntax;
mod table_values;
mod template;
pub mod tolerance;
mod unknown;
mod unroll;
mod value;
pub mod words;

use std::sync::Arc;

use crate::codes::engine::recorded::{CodeSettings, Recording};
use crate::collide::{How, Rung, Steps};
use crate::data::Files;
use crate::error::{Error, Origin, SourceFile};
use crate::law::scene::Scene;

pub use by_path::scene_of;
pub use calibration::{Calibration, RESIDUALS, SoughtValue, UncertainInput};
pub use canonical::canonical;
pub use drop_groups::HeightSet;
pub use example::{CaseValue, examples, mark_examples, values};
pub use experiment::{Experiment, ExperimentKind, HeightTo, RatioOf};
pub use explained::{ExplainedKey, explained};
pub use fit::{FitSettings, HoldOut};
pub use left_out::{Excluded, ExcludedRows};
pub use recorded::{RECORDED, RECORDED_TITLE};
pub use run::ENGINE_PHASES;
pub use schema::schema;
pub use template::{FitTemplate, OWN_ENGINES, OWN_PROGRAM, Template, TemplateEngine, suited, template};
pub use unknown::StatedQuantity;

/// A word in a file that is resolved later, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub origin: Origin,
}

/// One file of `cases/`.
#[derive(Debug, Clone)]
pub struct Case {
    /// Path under the folder it was found in, without `.toml`: `normal/glass-head-on`.
    pub name: String,
    pub file: Arc<SourceFile>,
    pub title: String,
    /// Where the case comes from.
    pub source: Option<String>,
    /// Paths of the swept parameters, in the order of the file.
    pub swept: Vec<String>,
    pub scenes: Vec<Scene>,
    pub runs: Vec<Run>,
    pub expects: Vec<Expect>,
    /// The calibration of a case with measurements, which makes its own scenes: the lists above are empty then.
    pub calibration: Option<Box<Calibration>>,
}

/// One solver to run.
#[derive(Debug, Clone)]
pub struct Run {
    /// `reference`
    pub solver: Word,
    pub settings: Settings,
    /// The version of an engine to run; every installation when absent.
    pub variant: Option<String>,
}

impl Run {
    /// Whether the numbers are those of a code outside this program, run or recorded.
    pub fn is_engine(&self) -> bool {
        !matches!(self.settings, Settings::Computed(_))
    }
}

/// How the numbers of a run come about.
#[derive(Debug, Clone, PartialEq)]
pub enum Settings {
    /// They are computed here.
    Computed(How),
    /// An engine computes them.
    Engine(Steps),
    /// Nothing is run: the trajectories of a code outside this program are read from a file.
    Recorded(Arc<RecordedRun>),
}

impl Settings {
    /// How they are computed here; `None` of an engine and of a recording.
    pub fn how(&self) -> Option<&How> {
        if let Self::Computed(how) = self { Some(how) } else { None }
    }

    /// The time steps and onset phases of a production code, ours or an engine; `None` of others.
    pub fn steps(&self) -> Option<&Steps> {
        match self {
            Self::Computed(How::Stepped { steps, .. }) | Self::Engine(steps) => Some(steps),
            Self::Computed(How::Exact { .. }) | Self::Recorded(_) => None,
        }
    }

    /// The time steps of a production code; empty for others.
    pub fn ladder(&self) -> &[Rung] {
        self.steps().map_or(&[], |steps| &steps.ladder)
    }
}

/// A recorded trajectory, as a case names it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedRun {
    /// Path of the table, from the folder of the case.
    pub data: Word,
    /// Name and version of the code that computed it: `hybird 3.1`.
    pub code: String,
    pub settings: CodeSettings,
    pub recording: Recording,
}

/// What an `[[expect]]` claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `agrees_with`: the numbers are the same within a tolerance.
    AgreesWith,
    /// `converges_to`: the error falls with the time step at some order.
    ConvergesTo,
}

/// One `[[expect]]`.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The table header.
    pub origin: Origin,
    /// The solver of this case that is judged.
    pub that: Word,
    pub relation: Relation,
    /// An oracle, the folder of a dataset, or another solver of this case.
    pub against: Word,
    /// Indices of the scenes selected by `where`; never empty.
    pub scenes: Vec<usize>,
    pub wanted: Vec<ObservableTolerance>,
    /// Declares that the expectation is known to fail, with the reason.
    pub known_gap: Option<KnownGap>,
}

/// The reason of a known failure, what was seen of it, and the installation it is restricted to.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownGap {
    pub reason: String,
    pub seen: Vec<Seen>,
    /// The only installation that fails, `lammps 29Sep2021`; every one when absent.
    pub engine: Option<String>,
}

/// How far off an observable was when its gap was noted: `max_force = "3.2 %"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub observable: String,
    /// As written.
    pub text: String,
    /// In the unit of its tolerance; absent where there was no value.
    pub off: Option<f64>,
}

/// `max_force = { within = "1 %" }`
#[derive(Debug, Clone, PartialEq)]
pub struct ObservableTolerance {
    pub observable: Word,
    pub tolerance: Tolerance,
    /// Of the tolerance.
    pub origin: Origin,
}

/// How far two values may be apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Tolerance {
    /// Part of the expected value: `"1 %"`, `"1e-12 relative"`.
    Relative(f64),
    /// A number and its unit, `"10 rad/s"`; plain numbers say `"1e-12 absolute"` and have an empty unit.
    Absolute { number: String, unit: String },
    /// Multiples of the uncertainty of both together.
    Sigma(f64),
    /// `{ order = 2.0, give_or_take = 0.1 }`, with `converges_to`.
    Order { order: f64, give_or_take: f64 },
    /// `{ order_at_least = 1.0 }`, with `converges_to`.
    OrderAtLeast(f64),
}

impl Case {
    /// Reads one case file. `name` is what the case is called; datasets it names are read from `files`.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place and what to write instead.
    pub fn read(file: Arc<SourceFile>, name: &str, files: &Files) -> Result<Self, Error> {
        read::case(&file, name, files, &[], true)
    }

    /// [`Case::read`] with the names of a user's own `engines`, which the case may use.
    ///
    /// # Errors
    /// As [`Case::read`].
    pub fn read_with(file: Arc<SourceFile>, name: &str, files: &Files, engines: &[String]) -> Result<Self, Error> {
        read::case(&file, name, files, engines, true)
    }

    /// The same of a case that is not judged: its `[[expect]]` may be missing.
    ///
    /// # Errors
    /// As [`Case::read`].
    pub fn read_unjudged(file: Arc<SourceFile>, name: &str, files: &Files, engines: &[String]) -> Result<Self, Error> {
        read::case(&file, name, files, engines, false)
    }
}
