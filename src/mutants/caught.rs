//! What catches a mutant.

use crate::judge::baseline::{self};
use crate::judge::{Check, Verdict};

/// How a case catches a mutant.
#[derive(Debug, Clone, PartialEq)]
pub enum Caught {
    /// By the first check that fails with the mistake and does not without it.
    Check(Box<Check>),
    /// No check notices a mistake in a fit, but this accepted number of the case, the first, has moved.
    Accepted(Box<baseline::DiffRow>),
}

/// Whether a case comes out as it says.
pub(super) fn met(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Pass | Verdict::Gap)
}

/// The first check that fails now and did not.
pub(super) fn first_failure(truth: &[Check], now: Vec<Check>) -> Option<Check> {
    let mut pairs = truth.iter().zip(now);
    pairs.find(|(truth, now)| met(truth.outcome) && !met(now.outcome)).map(|(_, first)| first)
}
