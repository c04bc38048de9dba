//! The fixed-step loop of a production code: one collision at a finite time step.
//!
//! The bodies fly freely until the first step at which they overlap, and again after the first at which they do not.
//! The part of a step before first touch is the onset phase; a run covers evenly spaced phases, because at one phase
//! the error can be a hundred times smaller than the scheme's error.

pub mod branched;
mod curve;
pub mod energy;
mod oblique;
mod phases;

pub use super::how::{StepError, StepSize};
pub use curve::{curve, oblique_curve};
pub use energy::{energy_error, energy_in_contact, friction_in_a_step};
pub use oblique::{Oblique, Unsteppable, strike, strike_with};
pub use phases::{ErrorMeasure, Exact, PhaseSpread, Phases, Stepper, onset_phases};

pub use super::stepped::{Encounter, Ending, Impact, Stepped, SteppedTangential, undamped_duration, undamped_overlap};
