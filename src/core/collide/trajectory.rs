//! The result of a solver: samples and located events, each with its exact state.

mod regime;
mod trace;

use super::collision::Outcome;
use super::estimate::Estimate;
pub use regime::Regime;
pub use trace::{Ledger, PathEnd, PathState, Trace};

/// The contact at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// s since first touch
    pub time: f64,
    /// m
    pub overlap: f64,
    /// Rate of approach, m/s: positive while the overlap grows.
    pub speed: f64,
    /// Total normal force, N
    pub force: f64,
    /// Elastic part, N
    pub force_elastic: f64,
}

/// A located event with the state of the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    pub time: Estimate,
    pub overlap: Estimate,
    /// Rate of approach, m/s
    pub speed: Estimate,
    pub force: Estimate,
    pub force_elastic: Estimate,
}

/// Energy losses of a law with memory, yield or attraction in a collision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// Plastic work, J.
    pub plastic: Estimate,
    /// Energy lost as the contact formed and as it broke, J; unknown while the bodies stick.
    pub adhesive: Option<Estimate>,
    /// Largest tension on separation, N; unknown while the bodies stick, and along a loading path.
    pub pull_off: Option<Estimate>,
    /// The overlap at which a plastic contact ended, m.
    pub residual_overlap: Option<Estimate>,
}

/// One collision as one solver computed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    pub outcome: Outcome,
    /// From first touch to the end, at the solver's own steps.
    pub samples: Vec<Sample>,
    /// Maximum overlap.
    pub turning: Option<Moment>,
    /// Maximum of the total force; at first touch when the force jumps highest there.
    pub max_force: Option<Moment>,
    /// The force reaches zero on separation; `None` when it does so only at zero overlap or never.
    pub zero_force: Option<Moment>,
    /// The overlap reaches zero (in free flight, after the force is clamped or the contact deleted).
    pub zero_overlap: Option<Moment>,
    /// The end of contact defined by `contact.ends`.
    pub end: Option<Moment>,
    /// Work of the dashpot, J. While the force is clamped the dashpot dissipates all work of the elastic force.
    pub energy_dashpot: Estimate,
    /// Elastic energy that is deleted with the contact at the end, J.
    pub energy_strain: Estimate,
    /// Integral of the total normal force over time, N s.
    pub impulse: Estimate,
    /// The tangential and rotational result; `None` head-on.
    pub tangential: Option<TangentialResult>,
    /// Losses of a law with branches; `None` for a power of the overlap.
    pub losses: Option<Losses>,
}

/// The tangential and rotational part of a collision.
///
/// Vectors in `n`, `t`, `b` of first touch.
#[derive(Debug, Clone, PartialEq)]
pub struct TangentialResult {
    /// Velocity of body 1 relative to body 2 at the end, along `n`, `t`, `b`, m/s.
    pub velocity: [Estimate; 3],
    /// Spin of each body at the end, along `n`, `t`, `b`, rad/s.
    pub spin: [[Estimate; 3]; 2],
    /// Slip velocity at first touch along `t` and `b`, m/s.
    pub slip_before: [Estimate; 2],
    /// Slip velocity at the end, along `t` and `b` rotated with the contact, m/s.
    pub slip: [Estimate; 2],
    /// Rate of separation at the end along `n` rotated with the contact, m/s.
    pub separation: Estimate,
    /// Impulse on body 1, along `n`, `t`, `b`, N s.
    pub impulse: [Estimate; 3],
    /// Angle of rotation of `n`, rad.
    pub turned: Estimate,
    /// Work of friction, J.
    pub energy_slip: Estimate,
    /// Work of the tangential dashpot, J.
    pub energy_shear_dashpot: Estimate,
    /// Work of the rolling resistance, J.
    pub energy_rolling: Estimate,
    /// Spurious energy of the tangential law, J: negative where it destroys energy without a physical process.
    pub energy_created: Estimate,
    /// Whether it can be told from the work of friction. Where an attraction holds a loaded spring whose stiffness goes to zero their sum
    /// alone is defined, and counts as work of friction.
    pub separable: bool,
    /// Energy of the tangential spring that is deleted with the contact, J.
    pub energy_shear_strain: Estimate,
    /// Change of momentum minus the impulse, over `m*` times the speed |v1 - v2| at first touch.
    pub momentum_residual: Estimate,
    /// Change of the angular momentum about the common centre of mass (a wall: about the point of first touch) minus the
    /// torque of the support of a wall, over `m* |v1 - v2|` times the distance of the centres (a wall: the radius).
    pub angular_momentum_residual: Estimate,
    pub samples: Vec<ShearSample>,
    pub events: Vec<ShearEvent>,
}

/// The tangential motion and force at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearSample {
    /// s since first touch
    pub time: f64,
    /// Slip velocity along `t` and `b` of the rotating contact, m/s.
    pub slip: [f64; 2],
    /// Tangential force that resists it, along the same axes, N.
    pub force: [f64; 2],
    /// Friction limit, N.
    pub limit: f64,
    /// Spin along `b` of first touch of both bodies, rad/s.
    pub spin: [f64; 2],
    pub sliding: bool,
}

/// A change of the tangential state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShearChange {
    /// Sliding begins over the whole contact.
    Slips,
    /// Sliding ends.
    Sticks,
    /// The friction limit is zero before the contact ends.
    Unloaded,
}

/// A change of the tangential state and its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearEvent {
    pub change: ShearChange,
    /// s since first touch
    pub time: Estimate,
}
