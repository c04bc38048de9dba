//! Solvers: from a scene to a trajectory.

pub mod advise;
pub mod cohesion;
mod error;
pub mod impact;
pub mod mdr;
mod mdr_solver;
mod normal_march;
pub mod path;
pub mod production;
pub mod reference;
pub mod rules;
pub mod schemes;
mod stepped;
pub mod stepper;

pub use error::SolveError;

use crate::case::Settings;
use crate::scene::Scene;
use crate::trajectory::{Sample, Trace, Trajectory};

/// Something that computes a collision.
pub trait Solver: Sync {
    /// The word after `run.` in a case file.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn title(&self) -> &'static str;

    /// The collision of a scene, as its settings ask for it.
    ///
    /// # Errors
    /// When the scene has no collision to compute, or the solver cannot compute it to what it was asked for.
    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Solution, SolveError>;
}

/// Every solver, in the order they are shown.
pub static SOLVERS: &[&dyn Solver] = &[
    &reference::Reference,
    &mdr_solver::Mdr,
    &production::Production(&schemes::VelocityVerlet),
    &production::Production(&schemes::Leapfrog),
    &production::Production(&schemes::VelocityVerletImplicit),
    &production::Production(&schemes::PositionVerlet),
    &production::Production(&schemes::ForwardEuler),
];

/// What a solver makes of one scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Solution {
    /// One collision, exact to its stated uncertainty.
    Exact(Box<Trajectory>),
    /// A production code: one rung a time step, each at every onset phase.
    Stepped(SteppedRuns),
    /// A loading path, with its uncertainty.
    Path(Box<Trace>),
}

/// The runs of a production code over its ladder of time steps.
#[derive(Debug, Clone, PartialEq)]
pub struct SteppedRuns {
    /// The same law integrated exactly: what the runs converge to.
    pub exact: Box<Trajectory>,
    /// In the order of the ladder.
    pub rungs: Vec<SteppedRung>,
}

/// One time step of a ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct SteppedRung {
    /// As reports call it: `steps=100.37`.
    pub text: String,
    /// Steps in the duration the case counts them in.
    pub count: f64,
    pub phases: stepper::Phases,
    /// Largest `|E/E_in - 1|` while the bodies touch, one a phase; absent for a damped contact.
    pub energy_in_contact: Option<Vec<f64>>,
    /// The course of the collision at the onset phase whose restitution is farthest off.
    pub course: Vec<Sample>,
}
