//! How far the unknowns may be from the best fit: by covariance, by the profile of the likelihood, and by the bootstrap.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod bootstrap;
mod covariance;
mod lean;
mod profile;

pub use bootstrap::{Bootstrap, Resampling, bootstrap};
pub use covariance::{Covariance, covariance, shares};
pub use lean::lean;
pub use profile::{Profile, filled, profile};

/// Two ends of an interval, in the unit of the unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub fn covers(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
