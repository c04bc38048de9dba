//! Theory: what is known about a collision without integrating it.
//!
//! An oracle may read a scene and the parameters of its laws. It never calls a force, an effective
//! quantity or an integrator of the bench: theory that calls the code it checks checks nothing.

use crate::contact::Card;
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// What an oracle says about one scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Prediction {
    /// Observables with the oracle's own uncertainty. A note says where an approximate form is used out of its range.
    Covers { values: Vec<(Observable, Estimate)>, note: Option<String> },
    /// Why it has nothing to say.
    DoesNotCover(String),
}

/// One theory.
pub trait Oracle: Sync {
    fn card(&self) -> &'static Card;

    /// The observables it can predict.
    fn predicts(&self) -> &'static [Observable];

    fn predict(&self, scene: &Scene) -> Prediction;
}

pub const ORACLES: &[&dyn Oracle] = &[];

pub fn find(name: &str) -> Option<&'static dyn Oracle> {
    ORACLES.iter().copied().find(|o| o.card().name == name)
}
