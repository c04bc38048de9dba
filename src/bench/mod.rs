//! Plans a run, executes it, and judges the results.
//!
//! Everything that runs cases goes through here: the verbs of the command line and the tests alike. Planning resolves
//! every name and computes every prediction, so that a wrong request stops before anything is integrated.

mod calibration;
pub mod computed;
mod convergence;
mod divergences;
mod engine_invariants;
mod engines;
mod events;
mod execute;
mod expectation;
mod extra_engines;
pub mod find;
mod fitted;
pub mod index;
pub mod likely_cause;
mod observed;
mod plan;
mod planned;
mod recorded;
mod stored_courses;
mod sweep_curves;
pub mod trial;
pub mod unchecked;
pub mod verdict;

pub use computed::{Collision, NoResult};
pub use convergence::{Convergence, ErrorAt};
pub use divergences::PartingRecord;
pub use engine_invariants::AGAINST as CONSERVED;
pub use events::{Event, Listener, Silent};
pub use execute::{CaseRun, ExecutedPlan, execute};
pub use find::{CaseFiles, datasets, find, is_within};
pub use fitted::{checks_of, fit_to};
pub use index::begun;
pub use observed::{Observed, Readings, Variant};
pub use plan::Plan;
pub use planned::{
    CheckedQuantity, Expected, ExtraEngines, PlannedCase, PlannedCheck, PlannedExpect, PlannedPrediction,
    PublishedPoint,
};
pub use stored_courses::curve_scenes;
pub use trial::{Expectable, NoTrial, expected_of_two_bodies, trial, two_bodies};
pub use unchecked::Unchecked;
