//! What no collision may change.

use super::{Oracle, Prediction};
use crate::contact::Card;
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// Momentum, and the ledger of energy.
#[derive(Debug)]
pub struct Conserved;

const CARD: Card = Card {
    name: "conserved",
    title: "Momentum, and the ledger of energy",
    formula: "(change of relative momentum - integral of F dt)/(m* v) = 0\n\
              (kinetic energy lost - work of the dashpot - strain energy deleted)/(m* v^2/2) = 0\n\
              on a path:  (work in - strain - slip - rolling + created)/(the largest of them) = 0",
    symbols: &[
        ("m*", "effective mass", "kg"),
        ("v", "speed at first touch", "m/s"),
        ("F", "total normal force, as it acted", "N"),
    ],
    holds: "every law, every end of contact",
    source: "Newton's second and third law",
    known_as: &[],
};

impl Oracle for Conserved {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn predicts(&self) -> &'static [Observable] {
        &[Observable::MomentumResidual, Observable::EnergyResidual]
    }

    fn follows_paths(&self) -> bool {
        true
    }

    fn predict(&self, _: &Scene) -> Prediction {
        let zero = Estimate::new(0.0, 0.0);
        Prediction::from(Ok(vec![(Observable::MomentumResidual, zero), (Observable::EnergyResidual, zero)]))
    }
}
