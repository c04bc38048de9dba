//! Why a collision cannot be computed.

use crate::collide::ode::OdeError;
use crate::collide::stepper::{StepError, Unsteppable};
use crate::law::{LawError, NoPower};
use crate::number::rounded;

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

/// Why a collision could not be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CollisionError {
    /// The tolerance cannot be reached in double precision.
    #[error("a relative tolerance of {0:e} cannot be reached: choose one between 1e-14 and 1e-3")]
    Tolerance(f64),
    /// A parameter of the collision is not finite, or has the wrong sign.
    #[error("no collision with {name} = {value:e}")]
    Number { name: &'static str, value: f64 },
    /// The force, clamped at zero, never stops the approach: the damping adds energy faster than the spring stores it.
    #[error("the bodies pass through each other: the clamped force never reverses the motion")]
    NeverTurns,
    /// A dashpot proportional to the elastic force, so strong that the bodies would creep apart at less than a thousandth of the speed
    /// of approach.
    #[error(
        "the damping is too strong at this speed: the bodies would separate at less than 1/1000 of the speed of approach. \
         This contact is computed up to {} m/s; lower the impact speed, or reduce the damping in proportion",
        rounded(*fastest, SPEED_DIGITS)
    )]
    Creeps {
        /// The speed at which the refusal begins, m/s.
        fastest: f64,
    },
    /// Bodies that creep or vibrate in contact and do not come to rest.
    #[error(
        "the bodies neither separate nor come to rest: after {steps} steps of the integrator, far longer than a collision, \
         they still creep, slide or vibrate in contact"
    )]
    Lasts { steps: u32 },
    /// No end of contact was found.
    #[error("the collision does not come to an end")]
    NoEnd,
    #[error(transparent)]
    NoPower(#[from] NoPower),
    /// The integrator failed.
    #[error(transparent)]
    Ode(#[from] OdeError),
}

/// Digits of the speed in [`CollisionError::Creeps`].
const SPEED_DIGITS: usize = 6;

/// Length of an integration, in units of the collision, beyond which contact counts as lasting: a collision takes some 3.
const LASTING: f64 = 1000.0;

impl CollisionError {
    /// The failure of an integrator that follows a collision from event to event.
    pub fn of_motion(error: OdeError) -> Self {
        match error {
            OdeError::TooManySteps { at, steps } if at > LASTING => Self::Lasts { steps },
            error => Self::Ode(error),
        }
    }
}
