//! One collision of a run, or why there is none.

use super::observed::Observed;
use crate::judge::Verdict;

/// One collision, observed.
#[derive(Debug, Clone)]
pub struct Collision {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    /// The installation of an engine, `lammps 29Sep2021`; empty for a solver of this program.
    pub installation: String,
    /// Or why there is none.
    pub result: Result<Observed, NoResult>,
}

/// Why there is no collision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoResult {
    /// The engine is not there, or does not claim to compute it.
    Skipped(String),
    /// It could not be computed.
    Failed(String),
    /// The run ended before it was computed.
    Unfinished,
}

impl NoResult {
    /// How a check comes out that has no collision to judge, and why.
    pub fn verdict(&self) -> (Verdict, &str) {
        match self {
            Self::Skipped(why) => (Verdict::Skip, why),
            Self::Failed(why) => (Verdict::Error, why),
            Self::Unfinished => (Verdict::Skip, UNFINISHED),
        }
    }
}

/// Why a check is skipped whose collision or fit was not finished.
pub(super) const UNFINISHED: &str = "the run ended before it was computed";
