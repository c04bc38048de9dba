//! The fixed-step loop of a production code: one collision at a finite time step.
//!
//! The bodies fly freely until the first step at which they overlap, and again after the first at which they do not.
//! Where in a step they first touch is the onset phase; it is spread evenly over a run, because one phase can look a
//! hundred times better than the scheme is.

pub mod branched;
mod curve;
pub mod energy;
pub mod march;
mod oblique;
mod phases;
pub mod step;

pub use curve::{curve, oblique_curve};
pub use energy::{energy_error, energy_in_contact, friction_in_a_step};
pub use oblique::{Oblique, SteppedGlance, Unsteppable, strike, strike_with};
pub use phases::{Exact, Phases, Quantity, Spread, Stepper, onset_phases};
pub use step::{Step, StepError, undamped_duration, undamped_overlap};

use crate::contact::{NoPower, PowerForce};
use crate::scene::Scene;

/// Two bodies as a scheme needs them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    pub force: PowerForce,
    /// Effective mass, kg.
    pub m_star: f64,
}

impl Encounter {
    /// The bodies of a scene.
    ///
    /// # Errors
    /// When its normal law is no power of the overlap.
    pub fn of(scene: &Scene) -> Result<Self, NoPower> {
        Ok(Self { force: scene.power()?, m_star: scene.pair.m_star })
    }

    /// Duration of the undamped collision at a speed, s: [`undamped_duration`].
    pub fn undamped_duration(&self, speed: f64) -> f64 {
        undamped_duration(&self.force, self.m_star, speed)
    }
}

/// One collision to be stepped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Part of the first step that passes before the bodies touch, in [0, 1).
    pub phase: f64,
    /// Rate of approach at first touch, m/s.
    pub speed: f64,
    /// s
    pub dt: f64,
}

/// How a stepped collision ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Separated,
    /// Not over after some 300 undamped durations (20 million steps at most).
    StaysInContact,
    /// The numbers ran away: the step is far too large.
    Diverged,
}

/// What a production code would report of one collision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stepped {
    pub ending: Ending,
    /// From the velocity after the last kick; 0 when the bodies stay in contact, not a number when they diverged.
    pub restitution: f64,
    /// From first touch to where a law with branches ends its contact, s; interpolated. Absent for any other law.
    pub duration_to_end: Option<f64>,
    /// From first touch to the linearly interpolated crossing of zero overlap, s.
    pub duration_to_zero_overlap: Option<f64>,
    /// From first touch to the linearly interpolated zero of the law's force as the bodies part, s; absent without
    /// damping, and when no step lies between that zero and the end.
    pub duration_to_zero_force: Option<f64>,
    /// Steps seen in contact times dt, s.
    pub duration_counted: Option<f64>,
    /// Largest sample, m.
    pub max_overlap: f64,
    /// Parabola through the largest sample and its neighbours, m.
    pub max_overlap_interpolated: f64,
    /// Largest force the scheme evaluated, N.
    pub max_force: f64,
    /// What happened along the contact; absent head-on, and where the numbers ran away.
    pub glance: Option<SteppedGlance>,
}
