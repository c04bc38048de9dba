//! Uncertainty of the unknowns: covariance, profile likelihood, bootstrap and bias.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod bias;
mod bootstrap;
mod covariance;
mod profile;

pub use bias::bias;
pub use bootstrap::{Bootstrap, Resampling, bootstrap, quantile};
pub use covariance::{Covariance, covariance, over_drops, shares};
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
