//! The fixed-step loop of a production code: one collision at a finite time step.
//!
//! The bodies are in free flight until the first step at which they overlap, and again after the first step at which they do
//! not. The fraction of a step at first touch is the onset phase; phases are spread evenly over a run, because a single phase
//! can show an error a hundred times smaller than that of the scheme.

pub mod branched;
mod curve;
pub mod energy;
mod oblique;
mod phases;
mod step;

pub use crate::case::StepSize;
pub use curve::{curve, oblique_curve};
pub use energy::{energy_error, energy_in_contact, friction_in_a_step};
pub use oblique::{Oblique, Unsteppable, strike, strike_with};
pub use phases::{ErrorMeasure, Exact, PhaseSpread, Phases, Stepper, onset_phases};
pub use step::StepError;

pub use super::stepped::{Encounter, Ending, Impact, Stepped, SteppedTangential, undamped_duration, undamped_overlap};
