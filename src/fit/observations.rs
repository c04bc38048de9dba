//! The kinds of measured quantities.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::Dimension;
use crate::words::worded;

worded! {
    /// What a measurement is one of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Target {
        Restitution = "restitution",
        Duration = "duration",
        TangentialRestitution = "tangential_restitution",
        ReboundSpin = "rebound_spin",
        ReboundAngle = "rebound_angle",
        /// From the start of rolling to rest.
        RollingDistance = "rolling_distance",
        RollingTime = "rolling_time",
        /// Force at an overlap.
        Force = "force",
    }
}

impl Target {
    /// What kind of quantity it is.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Restitution | Self::TangentialRestitution => Dimension::Number,
            Self::Duration | Self::RollingTime => Dimension::Time,
            Self::RollingDistance => Dimension::Length,
            Self::ReboundSpin => Dimension::AngularSpeed,
            Self::ReboundAngle => Dimension::Angle,
            Self::Force => Dimension::Force,
        }
    }
}

/// What was measured, and by which experiment where several measured it: `restitution of drop-height 2 (tuesday.csv)`.
pub fn measured_name(quantity: &str, experiment: Option<&str>) -> String {
    experiment.map_or(quantity.to_string(), |name| format!("{quantity} of {name}"))
}
