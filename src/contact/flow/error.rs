//! Why a collision has no answer.

use crate::contact::NoPower;
use crate::ode::OdeError;

/// Why a collision has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CollisionError {
    /// The tolerance is not one that double precision can keep.
    #[error("a relative tolerance of {0:e} cannot be reached: choose one between 1e-14 and 1e-3")]
    Tolerance(f64),
    /// A number the collision is made from is not finite, or has the wrong sign.
    #[error("no collision with {name} = {value:e}")]
    Number { name: &'static str, value: f64 },
    /// Clamped at zero, the force never stops the approach: energy is fed faster than the spring can take it.
    #[error("the bodies pass through each other: the clamped force never reverses the motion")]
    NeverTurns,
    /// A dashpot proportional to the elastic force lets go so slowly that no explicit method follows it beside the
    /// motion along the contact.
    #[error(
        "the normal damping is so strong that the bodies creep apart at {restitution:e} of the speed of approach: \
         beside sliding or spin that takes more steps than are allowed; head-on it is computed, and oblique with less damping"
    )]
    Creeps { restitution: f64 },
    /// Nothing stopped the integration.
    #[error("the collision does not come to an end")]
    NoEnd,
    #[error(transparent)]
    NoPower(#[from] NoPower),
    /// The integrator gave up.
    #[error(transparent)]
    Ode(#[from] OdeError),
}
