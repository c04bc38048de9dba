//! The result of one collision of a run, or why there is none.

use super::observed::Observed;
use crate::judge::{UNFINISHED, Verdict};

/// The observables of one collision, computed by one solver.
#[derive(Debug, Clone)]
pub struct Collision {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    /// The installation of an engine, `lammps 29Sep2021`; empty for a solver of this program.
    pub installation: String,
    /// The observables, or why there are none.
    pub result: Result<Observed, NoResult>,
}

/// Why a collision has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoResult {
    /// The engine is not installed, or does not cover the scene.
    Skipped(String),
    /// It could not be computed.
    Failed(String),
    /// The run ended before it was computed.
    Unfinished,
}

impl NoResult {
    /// Verdict and reason of a check of a collision without a result.
    pub fn verdict(&self) -> (Verdict, &str) {
        match self {
            Self::Skipped(why) => (Verdict::Skip, why),
            Self::Failed(why) => (Verdict::Error, why),
            Self::Unfinished => (Verdict::Skip, UNFINISHED),
        }
    }
}
