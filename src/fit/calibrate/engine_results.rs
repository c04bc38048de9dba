//! Results of a fit with a scheme or an engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of a fit with a scheme.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemeFit {
    pub scheme: String,
    pub steps_per_contact: f64,
    pub onset_phases: usize,
    /// Speed of the fit, m/s: the middle of the data.
    pub speed: f64,
    /// The required restitution at that speed.
    pub wanted: f64,
    /// The value of the unknown with the exact law.
    pub exact: f64,
    pub outcome: StepOutcome,
}

/// Whether the mean over the onset phases reaches the required restitution.
#[derive(Debug, Clone, PartialEq)]
pub enum StepOutcome {
    Reached {
        /// The value of the unknown for the scheme.
        value: f64,
        restitution: f64,
    },
    /// The mean jumps across the required value: unknown and mean on both sides.
    Jump { below: [f64; 2], above: [f64; 2] },
    /// There is no such value, for this reason.
    None(String),
}

/// The result of a fit with an engine, and its restitutions at the fitted value. SI.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineFit {
    /// `lammps 22Jul2025`
    pub engine: String,
    /// `lammps`
    #[serde(skip)]
    pub name: String,
    /// Path of the engine.
    #[serde(skip)]
    pub place: String,
    /// Of every pair, s.
    pub time_step: f64,
    /// Undamped duration at [`Self::speed`] over the time step.
    pub steps_per_contact: f64,
    pub onset_phases: usize,
    /// The middle speed of the data, m/s.
    pub speed: f64,
    /// The value of the unknown with the exact law.
    #[serde(rename = "exact_law")]
    pub exact: f64,
    /// Numbers of values of the unknown and of speeds in the table.
    #[serde(skip)]
    pub nodes: [usize; 2],
    /// Runs of the engine, and pairs in them.
    pub runs: usize,
    pub pairs: usize,
    /// Largest difference of a restitution between the table and the last run, which was made at the fitted value.
    pub table_off: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "closed")]
    pub speed_groups: Vec<SpeedGroup>,
}

/// Mean of the measurements around one speed, and the engine's result there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpeedGroup {
    /// Of the drop, m, where all of them had one.
    #[serde(skip)]
    pub height: Option<f64>,
    /// Mean, m/s; 1 m/s where none is known, and the law is the same at every one.
    pub speed: f64,
    #[serde(skip)]
    pub speed_known: bool,
    pub numbers: usize,
    /// Mean restitution and one standard deviation of that mean, scatter between drops included.
    pub measured: f64,
    pub measured_sigma: f64,
    /// Restitution of the engine at the fitted value.
    pub engine: f64,
    /// Mean reading after the impacts, measured and predicted from the engine's restitution.
    #[serde(skip)]
    pub rebound: Option<Rebound>,
}

impl SpeedGroup {
    /// Measured less engine, in standard deviations of the measured mean.
    pub fn off(&self) -> f64 {
        (self.measured - self.engine) / self.measured_sigma
    }
}

/// A flight after an impact, as it was read and as the fit has it: from the measured speed before the impact, the fitted
/// restitution, and the flight with all its corrections.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rebound {
    /// Whether it is an interval between impacts, s, or else a height, m.
    pub timed: bool,
    pub measured: f64,
    pub predicted: Option<f64>,
}
