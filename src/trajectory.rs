//! What a solver returns: samples and located events, each with its exact state.

mod regime;
mod trace;

pub use regime::Regime;
pub use trace::{Ledger, PathEnd, PathState, Trace};

/// A number with the uncertainty its maker states. Same unit, never negative, covers the true error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub uncertainty: f64,
}

impl Estimate {
    pub fn new(value: f64, uncertainty: f64) -> Self {
        Self { value, uncertainty }
    }

    /// A number known to rounding only.
    pub fn exact(value: f64) -> Self {
        Self { value, uncertainty: 4.0 * f64::EPSILON * value.abs() }
    }
}

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

/// A located event with its state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    pub time: Estimate,
    pub overlap: Estimate,
    /// Rate of approach, m/s
    pub speed: Estimate,
    pub force: Estimate,
    pub force_elastic: Estimate,
}

/// How a collision ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Separated,
    /// The contact is over-damped and may pull: the bodies never part.
    StaysInContact,
    /// The law holds the bodies: they swing about their overlap at rest, or come to rest there.
    Sticks,
}

/// What a law that remembers, yields or pulls lost in a collision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// Plastic work, J.
    pub plastic: Estimate,
    /// Lost as the contact was made and as it broke, J; unknown while the bodies stick.
    pub adhesive: Option<Estimate>,
    /// Largest attraction as the bodies part, N; unknown while they stick, and along a loading path.
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
    /// The force reaches zero while the bodies part; `None` when it does so only at zero overlap or never.
    pub zero_force: Option<Moment>,
    /// The overlap reaches zero (in free flight, once the force is clamped or the contact deleted).
    pub zero_overlap: Option<Moment>,
    /// The end that `contact.ends` names.
    pub end: Option<Moment>,
    /// Work of the dashpot, J. While the force is clamped the dashpot takes the elastic force up whole.
    pub energy_dashpot: Estimate,
    /// Elastic energy that is deleted with the contact at the end, J.
    pub energy_strain: Estimate,
    /// Integral of the total normal force over time, N s.
    pub impulse: Estimate,
    /// What happened along the contact; `None` head-on.
    pub tangential: Option<TangentialResult>,
    /// What a law with branches lost; `None` for a power of the overlap.
    pub losses: Option<Losses>,
}

/// The tangential and rotational half of a collision.
///
/// Vectors in `n`, `t`, `b` of first touch.
#[derive(Debug, Clone, PartialEq)]
pub struct TangentialResult {
    /// Velocity of body 1 relative to body 2 at the end, along `n`, `t`, `b`, m/s.
    pub velocity: [Estimate; 3],
    /// Spin of each body at the end, along `n`, `t`, `b`, rad/s.
    pub spin: [[Estimate; 3]; 2],
    /// Slip velocity at first touch along `t` and `b`, m/s.
    pub slip_before: [f64; 2],
    /// Slip velocity at the end, along `t` and `b` as they have turned with the contact, m/s.
    pub slip: [Estimate; 2],
    /// Rate of separation at the end along `n` as it has turned with the contact, m/s.
    pub separation: Estimate,
    /// Impulse on body 1, along `n`, `t`, `b`, N s.
    pub impulse: [Estimate; 3],
    /// Angle by which `n` has turned, rad.
    pub turned: Estimate,
    /// Work of friction, J.
    pub energy_slip: Estimate,
    /// Work of the tangential dashpot, J.
    pub energy_shear_dashpot: Estimate,
    /// Work of the rolling resistance, J.
    pub energy_rolling: Estimate,
    /// What the tangential law makes from nothing, J: negative where it destroys energy without a process to do so.
    pub energy_created: Estimate,
    /// Energy of the tangential spring that is deleted with the contact, J.
    pub energy_shear_strain: Estimate,
    /// Change of momentum less the impulse, over `m*` times the speed |v1 - v2| at first touch.
    pub momentum_residual: Estimate,
    /// Change of the angular momentum about the common centre of mass (a wall: about the point of first touch) less the
    /// torque of what holds a wall, over `m* |v1 - v2|` times the distance of the centres (a wall: the radius).
    pub angular_momentum_residual: Estimate,
    pub samples: Vec<ShearSample>,
    pub events: Vec<ShearEvent>,
}

/// What acts along the contact at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearSample {
    /// s since first touch
    pub time: f64,
    /// Slip velocity along `t` and `b` of the turning contact, m/s.
    pub slip: [f64; 2],
    /// Tangential force that resists it, along the same, N.
    pub force: [f64; 2],
    /// What friction can hold, N.
    pub limit: f64,
    /// Spin along `b` of first touch of both bodies, rad/s.
    pub spin: [f64; 2],
    pub sliding: bool,
}

/// What changes along a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShearChange {
    /// The surfaces begin to slide as a whole.
    Slips,
    /// They stop sliding.
    Sticks,
    /// Friction has nothing left to hold with, before the contact ends.
    Unloaded,
}

/// A change along the contact and when it happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearEvent {
    pub change: ShearChange,
    /// s since first touch
    pub time: Estimate,
}
