//! Compares observed numbers, curves, orders and accepted numbers with what is expected of them.

use crate::words::worded;

pub mod abscissa_shift;
mod check;
pub mod compare;
pub mod curve;
pub mod divergence;
pub mod judged;
pub mod order;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use abscissa_shift::SweepCurve;
pub use check::{Check, Comparison, Tally};
pub use compare::{Allowed, Distance, compare};
pub use curve::{CurveWord, Interpolant};
pub use divergence::{CollisionEvent, ComparedSeries, Divergence};
pub use judged::UNFINISHED;
pub use order::{Asymptotic, ConvergenceOrder, NoOrder};

worded! {
    /// How a check came out.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Verdict {
        Pass = "pass": "the deviation is within the tolerance",
        Fail = "fail": "the deviation is larger than the tolerance",
        /// The check could not be made.
        Error = "error": "the check could not be made: no result, or no expected value",
        Skip = "skip": "not run, with the reason: an engine is not installed, or does not have the contact model",
        /// Fails, as the case says it does.
        Gap = "gap": "a known gap: the check fails, and the case states why (known_gap)",
        /// Was said to fail and does not any more.
        Closed = "closed": "a known gap that no longer fails: remove `known_gap` from the case",
    }
}
