//! Solvers: from a scene to a trajectory.

pub mod advise;
pub mod bounce;
pub mod cohesion;
mod error;
pub mod flight;
pub mod flow;
pub mod how;
pub mod impact;
pub mod observe;
pub mod ode;
pub mod path;
pub mod production;
pub mod reference;
pub mod schemes;
mod stepped;
pub mod stepper;
pub mod trajectory;
pub mod viscous;

pub use error::SolveError;
pub use how::{How, Rung, StepSize};

use crate::collide::trajectory::{Sample, Trace, Trajectory};
use crate::law::scene::Scene;

/// A method that computes a collision.
pub trait Solver: Sync {
    /// The word after `run.` in a case file.
    fn name(&self) -> &'static str;

    /// Description in one line.
    fn title(&self) -> &'static str;

    /// The collision of a scene, computed like that.
    ///
    /// # Errors
    /// When the scene has no collision to compute, or the solver cannot compute it with these settings.
    fn solve(&self, scene: &Scene, how: &How) -> Result<Solution, SolveError>;
}

/// Every solver, in the order in which they are listed.
pub static SOLVERS: &[&dyn Solver] = &[
    &reference::Reference,
    &production::Production(&schemes::VelocityVerlet),
    &production::Production(&schemes::Leapfrog),
    &production::Production(&schemes::VelocityVerletImplicit),
    &production::Production(&schemes::PositionVerlet),
    &production::Production(&schemes::ForwardEuler),
];

/// The result of a solver for one scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Solution {
    /// One collision, exact to its stated uncertainty.
    Exact(Box<Trajectory>),
    /// A production code: a list of time steps, each run at every onset phase.
    Stepped(SteppedRuns),
    /// A loading path, with its uncertainty.
    Path(Box<Trace>),
}

/// The runs of a production code for a sequence of time steps.
#[derive(Debug, Clone, PartialEq)]
pub struct SteppedRuns {
    /// The same law integrated exactly: the limit to which the runs converge.
    pub exact: Box<Trajectory>,
    /// In the order of the time steps.
    pub rungs: Vec<SteppedRung>,
}

/// The runs with one time step.
#[derive(Debug, Clone, PartialEq)]
pub struct SteppedRung {
    /// Name in reports: `steps=100.37`.
    pub text: String,
    /// Number of steps in the duration that the case uses for counting.
    pub count: f64,
    pub phases: stepper::Phases,
    /// Largest `|E/E_in - 1|` during contact, one value per phase; absent for a damped contact.
    pub energy_in_contact: Option<Vec<f64>>,
    /// Time series of the collision at the onset phase with the largest error in restitution.
    pub course: Vec<Sample>,
    /// Why there is no run with this time step.
    pub lost: Option<String>,
}
