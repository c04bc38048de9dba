//! Errors of a solver.

use crate::collide::flow::CollisionError;
use crate::collide::ode::OdeError;
use crate::collide::stepper::{StepError, Unsteppable};
use crate::law::{LawError, NoPower};

/// Why a solver could not compute a trajectory.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The collision could not be computed.
    #[error(transparent)]
    Collision(#[from] CollisionError),
    /// The two integrators of the reference disagree on which events occur, so no uncertainty can be stated.
    #[error("two integrators disagree on whether there is {event}: the scene lies on the edge between two outcomes")]
    Disagree { event: &'static str },
    /// A law with a memory of rings of slip is not valid for the scene.
    #[error("a law that remembers which rings of the contact slipped does not cover this scene: {0}")]
    Rings(&'static str),
    /// A rolling resistance that is not implemented for spins out of the plane.
    #[error("rolling resistance {0} is computed for spins along b only: perpendicular to the plane of incidence")]
    RollingOutOfPlane(&'static str),
    /// Bodies that slip in two directions, where the integrator fails; with its error.
    #[error("the reference gives up on this scene, with spins out of the plane of incidence: {0}")]
    SlipInSpace(String),
    #[error(transparent)]
    Step(#[from] StepError),
    #[error(transparent)]
    Unsteppable(#[from] Unsteppable),
    /// The scene is outside the range of this solver, with the reason.
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

impl From<NoPower> for SolveError {
    fn from(error: NoPower) -> Self {
        Self::Collision(error.into())
    }
}

impl From<LawError> for SolveError {
    fn from(error: LawError) -> Self {
        Self::Refused(error.message)
    }
}
