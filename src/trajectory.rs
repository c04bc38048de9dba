//! What a solver returns: samples and located events, each with its exact state.

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
}

/// One collision as one solver computed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// The solver: `reference`, `velocity-verlet`, ...
    pub by: String,
    /// Tells runs of one solver apart; empty when there is one.
    pub variant: String,
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
    /// Integral of the total force over time, N s.
    pub impulse: Estimate,
}
