//! Plans a run, executes it, and says how it came out.
//!
//! Everything that runs cases goes through here: the verbs of the command line and the tests alike. Planning resolves
//! every word and computes every prediction, so that a wrong request stops before anything is integrated.

mod added;
mod calibration;
pub mod computed;
mod convergence;
mod engines;
mod events;
mod execute;
pub mod exit;
mod expectation;
mod family;
pub mod find;
mod fitted;
pub mod index;
mod kept;
mod observed;
mod partings;
mod plan;
mod planned;
mod recorded;
mod settle;
pub mod suspect;
pub mod trial;
mod unasked;
pub mod verdict;

pub use computed::{Collision, NoResult};
pub use convergence::{Convergence, ErrorAt};
pub use events::{Event, Listener, Silent};
pub use execute::{CaseRun, ExecutedPlan, execute, judge, judge_fit};
pub use exit::exit_code;
pub use find::{Found, datasets, find};
pub use fitted::fit_to;
pub use index::begun;
pub use kept::{KeptCourses, drawn};
pub use observed::{Observed, Readings, Variant, reading};
pub use partings::PartingRecord;
pub use plan::Plan;
pub use planned::{Also, Asked, Expected, PlannedCase, PlannedCheck, PlannedExpect, PlannedPrediction, PublishedPoint};
pub use trial::{NoTrial, trial, two_bodies};
pub use unasked::AGAINST as CONSERVED;
