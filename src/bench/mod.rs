//! Plans a run, executes it, and says how it came out.
//!
//! Everything that runs cases goes through here: the verbs of the command line and the tests alike. Planning resolves
//! every word and computes every prediction, so that a wrong request stops before anything is integrated.

mod events;
mod execute;
mod exit;
mod find;
mod plan;

pub use events::{Event, Listener, Silent};
pub use execute::{CaseRun, Collision, Run, execute};
pub use exit::exit_code;
pub use find::{Found, find};
pub use plan::{Asked, Expected, Plan, PlannedCase, PlannedCheck, PlannedExpect, PlannedPrediction, Point};
