//! solve
mod batch;
pub mod schemes;
pub mod stepper;

use crate::case::Settings;
use crate::scene::Scene;
use crate::trajectory::Trajectory;

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SolveError(pub String);

impl SolveError {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

pub trait Solver: Sync {
    fn name(&self) -> &'static str;
    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Trajectory, SolveError>;
}

pub const SOLVERS: &[&dyn Solver] = &[];
