//! What a fit through a scheme or an engine found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a production code needs.
#[derive(Debug, Clone, PartialEq)]
pub struct ThroughStepper {
    pub scheme: String,
    pub steps_per_contact: f64,
    pub onset_phases: usize,
    /// The speed it is done at, m/s: the middle of the data.
    pub speed: f64,
    /// The restitution the data ask for there.
    pub wanted: f64,
    /// The unknown as the exact law has it.
    pub exact: f64,
    pub outcome: StepOutcome,
}

/// Whether the mean over the onset phases reaches what is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum StepOutcome {
    Reached {
        /// The unknown as the production code needs it.
        value: f64,
        restitution: f64,
    },
    /// The mean jumps across it: unknown and mean on both sides.
    Jump { below: [f64; 2], above: [f64; 2] },
    /// There is no such number, and why.
    None(String),
}

/// How a case was fitted through an engine, and what the engine leaves at the fitted value. SI.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThroughEngine {
    /// `lammps 22Jul2025`
    pub engine: String,
    /// `lammps`
    #[serde(skip)]
    pub name: String,
    /// Where it is.
    #[serde(skip)]
    pub place: String,
    /// Of every pair, s.
    pub time_step: f64,
    /// Undamped duration at [`Self::speed`] over the time step.
    pub steps_per_contact: f64,
    pub onset_phases: usize,
    /// The middle speed of the data, m/s.
    pub speed: f64,
    /// The unknown as the exact law has it.
    #[serde(rename = "exact_law")]
    pub exact: f64,
    /// Values of the unknown and speeds that the table has.
    #[serde(skip)]
    pub nodes: [usize; 2],
    /// Runs of the engine, and pairs in them.
    pub runs: usize,
    pub pairs: usize,
    /// Largest difference of a restitution between the table and the last run, which was made at the fitted value.
    pub table_off: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Closed>,
}

/// What was measured about one speed, and what the engine leaves there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Closed {
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
    /// What the engine leaves at the fitted value.
    pub engine: f64,
    /// Means of what was read after the impacts, and of what is predicted from what the engine leaves.
    #[serde(skip)]
    pub rebound: Option<Rebound>,
}

impl Closed {
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
