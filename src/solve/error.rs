//! Why a solver has no trajectory.

use crate::contact::flow::CollisionError;
use crate::ode::OdeError;
use crate::solve::stepper::{StepError, Unsteppable};

/// Why a solver has no trajectory.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The collision itself has no answer.
    #[error(transparent)]
    Collision(#[from] CollisionError),
    /// The two integrators of the reference do not even agree on what happens, so no uncertainty can be stated.
    #[error("two integrators disagree on whether there is {event}: the scene lies on the edge between two outcomes")]
    Disagree { event: &'static str },
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Unsteppable(#[from] Unsteppable),
    /// No exact collision is known that the runs of a production code could be held against.
    #[error("an oblique impact has no exact collision to hold a production code against")]
    NoExactOblique,
    /// The scene is not one this solver computes, and why.
    #[error("{0}")]
    Refused(String),
    #[error("the settings of this run are not those of `{0}`")]
    Settings(&'static str),
}

impl From<OdeError> for SolveError {
    fn from(error: OdeError) -> Self {
        Self::Collision(CollisionError::Ode(error))
    }
}
