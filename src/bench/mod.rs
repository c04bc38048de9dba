//! Plans a run, executes it, and judges the results.
//!
//! Everything that runs cases goes through here: the verbs of the command line and the tests alike. Planning resolves
//! every name and computes every prediction, so that a wrong request stops before anything is integrated.

mod added_engines;
pub mod check;
pub mod curve;
pub mod deck;
pub mod divergence;
mod divergences;
mod engine_invariants;
mod engines;
mod events;
mod expectations;
mod expected_of_fit;
pub mod find;
mod fitted;
pub mod journal;
pub mod observed;
pub mod order;
mod partition;
mod plan;
mod planned;
pub mod record;
mod recorded;
mod run;
pub mod trial;
pub mod verdict;

pub use added_engines::ExtraEngines;
pub use check::{Allowed, Check, Comparison, Distance, Tally, UNFINISHED, Verdict, compare};
pub use curve::{CurveWord, Interpolant, SweepCurve};
pub use divergence::{CollisionEvent, ComparedSeries, Divergence};
pub use divergences::PartingRecord;
pub use engine_invariants::AGAINST as CONSERVED;
pub use events::{Event, Listener, Silent};
pub use find::{CaseFiles, datasets, find, is_within};
pub use fitted::{checks_of, fit_to};
pub use observed::{Collision, Convergence, ErrorAt, NoResult, Observed, Readings, Variant, begun};
pub use order::{Asymptotic, ConvergenceOrder, NoOrder};
pub use partition::Partition;
pub use plan::{MOST_COMPARED, Plan};
pub use planned::{
    CheckedQuantity, Expected, PlannedCase, PlannedCheck, PlannedExpect, PlannedPrediction, PublishedPoint,
};
pub use recorded::{Recorded, Store, record as recorded};
pub use run::{CaseRun, Executed, ExecutedPlan, Part, Work, curve_scenes, execute, execute_parts, parts};
pub use trial::{Expectable, NoTrial, expected_of_two_bodies, trial, two_bodies};
pub use verdict::Unchecked;
