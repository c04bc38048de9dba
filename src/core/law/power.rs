//! The force to which every normal law without memory reduces.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LawError;
use crate::numerics::raised;
use crate::words::worded;

worded! {
    /// When a collision counts as over. All three agree for an undamped law.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Ends {
        /// The full force, attraction included, until the overlap is zero.
        ZeroOverlap = "zero-overlap": "may pull; a given coefficient yields a lower restitution",
        /// `max(F, 0)` until the overlap is zero.
        ForceClamped = "force-clamped": "never pulls; tangential spring and history remain until zero overlap",
        /// The contact is deleted when the force reaches zero (Schwager & Poeschel 2007).
        ZeroForce = "zero-force": "ends when the force reaches zero",
    }
}

impl Ends {
    /// Whether the contact can be attractive.
    pub fn pulls(self) -> bool {
        self == Self::ZeroOverlap
    }
}

/// The elastic part of a normal force: `K delta^alpha`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elastic {
    /// N/m^alpha
    pub K: f64,
    pub alpha: f64,
    /// m; the force acts from this gap between the surfaces on.
    pub reference_gap: f64,
}

/// The dissipative part of a normal force: `C delta^beta v`, `v` the rate of approach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dashpot {
    /// N s/m^(1+beta)
    pub C: f64,
    pub beta: f64,
}

/// `F = K delta^alpha + C delta^beta v`, positive when it pushes apart; `delta` is the overlap beyond the
/// reference gap and `v = d(delta)/dt`, positive on approach.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerForce {
    /// N/m^alpha
    pub K: f64,
    pub alpha: f64,
    /// N s/m^(1+beta)
    pub C: f64,
    pub beta: f64,
    /// m
    pub reference_gap: f64,
    pub ends: Ends,
}

impl PowerForce {
    pub fn new(elastic: Elastic, dashpot: Dashpot, ends: Ends) -> Self {
        let Elastic { K, alpha, reference_gap } = elastic;
        let Dashpot { C, beta } = dashpot;
        Self { K, alpha, C, beta, reference_gap, ends }
    }

    /// Elastic part, N.
    pub fn elastic(&self, delta: f64) -> f64 {
        if delta <= 0.0 { 0.0 } else { self.K * raised(delta, self.alpha) }
    }

    /// Total force of the law before clamping, N.
    pub fn unclamped(&self, delta: f64, v: f64) -> f64 {
        if delta < 0.0 { 0.0 } else { self.elastic(delta) + self.C * raised(delta, self.beta) * v }
    }

    /// Total force, N: clamped at zero unless the contact may pull.
    pub fn force(&self, delta: f64, v: f64) -> f64 {
        let force = self.unclamped(delta, v);
        if self.ends.pulls() { force } else { force.max(0.0) }
    }

    /// Elastic energy stored at an overlap, J.
    pub fn energy(&self, delta: f64) -> f64 {
        self.elastic(delta) * delta.max(0.0) / (self.alpha + 1.0)
    }
}

/// Error: the normal law of this name is not a memoryless power of the overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPower {
    #[error("the force of the normal law `{0}` is not a power of the overlap")]
    Law(&'static str),
    /// Nor is it known.
    #[error("{}", super::normal::alone(.0))]
    OfEngine(&'static str),
}

impl From<NoPower> for LawError {
    fn from(error: NoPower) -> Self {
        Self::table(error.to_string())
    }
}

impl From<NoPower> for String {
    fn from(error: NoPower) -> Self {
        error.to_string()
    }
}
