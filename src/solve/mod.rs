//! Solvers: from a scene to a trajectory.

pub mod advise;
mod batch;
mod error;
mod estimate;
mod passage;
pub mod reference;
pub mod rules;
pub mod schemes;
pub mod stepper;

pub use error::SolveError;

use crate::case::Settings;
use crate::scene::Scene;
use crate::trajectory::Trajectory;

/// Something that computes a collision.
pub trait Solver: Sync {
    /// The word after `run.` in a case file.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn title(&self) -> &'static str;

    /// The collision of a scene.
    ///
    /// # Errors
    /// When the scene has no collision to compute, or the solver cannot compute it to what it was asked for.
    fn solve(&self, scene: &Scene, settings: &Settings) -> Result<Trajectory, SolveError>;
}

/// Every solver, in the order they are shown.
pub static SOLVERS: &[&dyn Solver] = &[&reference::Reference];
