//! From a scene to its collision: [`collide`].

pub mod advise;
pub mod bounce;
pub mod cohesion;
pub mod collision;
mod error;
pub mod estimate;
pub mod flight;
pub mod how;
mod lockstep;
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

pub use error::{CollisionError, SolveError};
pub use how::{How, REFERENCE, Rung, StepSize, Steps, solvers};
pub use lockstep::restitutions;
pub use reference::{Weighed, loss, rebound, restitution, weighed};

use crate::collide::trajectory::{Sample, Trace, Trajectory};
use crate::law::scene::Scene;

/// The collision of a scene, or its loading path, computed like that.
///
/// # Errors
/// When the scene has no collision to compute, or it cannot be computed with these settings.
pub fn collide(scene: &Scene, how: &How) -> Result<Solution, SolveError> {
    match (how, &scene.path) {
        (How::Exact { tolerance }, None) => Ok(Solution::Exact(Box::new(reference::solve(scene, *tolerance)?))),
        (How::Exact { .. }, Some(path)) => Ok(Solution::Path(Box::new(path::reference(scene, path)?))),
        (How::Stepped { scheme, steps }, None) => Ok(Solution::Stepped(production::solve(scene, *scheme, steps)?)),
        (How::Stepped { .. }, Some(_)) => {
            let why = "a loading path is no matter of time steps: use [run.reference]";
            Err(SolveError::Refused(why.to_string()))
        }
    }
}

/// What computes collisions: [`collide`], or a test's own.
pub type Collide<'a> = dyn Fn(&Scene, &How) -> Result<Solution, SolveError> + Sync + 'a;

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
    /// Time series of the collision at the onset phase with the largest error in restitution.
    pub course: Vec<Sample>,
    /// Why there is no run with this time step.
    pub lost: Option<String>,
}
