//! Theory: predictions for collisions without integrating the motion.
//!
//! An oracle may read a scene and the parameters of its laws. It never calls a force, an effective
//! quantity or an integrator of the bench: theory that calls the code it checks checks nothing.

pub mod adhesive;
pub mod constant_restitution;
pub mod elastic;
pub mod local;
pub mod numerics;
pub mod partial_slip;
pub mod paths;
pub mod plastic;
pub mod printed_formulas;
pub mod rigid_body;
pub mod scales;
pub mod velocity_friction;
pub mod viscous;

use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// The prediction of an oracle for one scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Prediction {
    /// Observables with the oracle's own uncertainty. A note says where an approximate form is used out of its range.
    Covers {
        /// Each observable once.
        values: Vec<(Observable, Estimate)>,
        /// Note for the reader of a report.
        note: Option<String>,
    },
    /// The oracle does not cover the scene, for this reason.
    DoesNotCover(String),
}

/// Each observable once, or why the oracle does not cover the scene.
type Values = Result<Vec<(Observable, Estimate)>, String>;

/// A theory that predicts observables.
#[derive(Debug)]
pub struct Oracle {
    /// Name, formula, range and source.
    pub card: Card,
    /// The observables it can predict.
    pub predicts: &'static [Observable],
    /// Whether it covers loading paths; other oracles cover impacts.
    pub follows_paths: bool,
    lacks: fn(&Scene, Observable) -> Option<String>,
    predict: fn(&Scene) -> Values,
    note: fn(&Scene) -> Option<String>,
}

impl Oracle {
    const fn of_impacts(card: Card, predicts: &'static [Observable], predict: fn(&Scene) -> Values) -> Self {
        Self { card, predicts, follows_paths: false, lacks: |_, _| None, predict, note: |_| None }
    }

    const fn of_paths(card: Card, predicts: &'static [Observable], predict: fn(&Scene) -> Values) -> Self {
        Self { follows_paths: true, ..Self::of_impacts(card, predicts, predict) }
    }

    /// With a note for the scenes where an approximate form is used out of its range.
    const fn noting(self, note: fn(&Scene) -> Option<String>) -> Self {
        Self { note, ..self }
    }

    /// Why it does not predict an observable for a scene that it covers, if known.
    pub fn lacks(&self, scene: &Scene, observable: Observable) -> Option<String> {
        (self.lacks)(scene, observable)
    }

    /// Predicts a scene, or says why it does not cover it.
    pub fn predict(&self, scene: &Scene) -> Prediction {
        if let Normal::OfEngine(law) = &scene.contact.normal
            && ![rigid_body::CONSERVED.card.name, rigid_body::RIGID_IMPULSE.card.name].contains(&self.card.name)
        {
            return Prediction::DoesNotCover(format!("`{}` is computed by the engine that declares it alone", law.law));
        }
        match (self.predict)(scene) {
            Ok(values) => Prediction::Covers { values, note: (self.note)(scene) },
            Err(reason) => Prediction::DoesNotCover(reason),
        }
    }
}

/// Every theory in the order of display; the wrong formulas of documentations come last.
pub static ORACLES: &[&Oracle] = &[
    &elastic::HERTZ_IMPACT,
    &elastic::LANDAU_LIFSHITZ,
    &elastic::POWER_LAW_IMPACT,
    &constant_restitution::ANTYPOV_ELLIOTT,
    &constant_restitution::LINEAR_DASHPOT_IMPACT,
    &local::LOCAL_DAMPING_IMPACT,
    &local::LOCAL_DAMPING_DASHPOT,
    &local::LOCAL_DAMPING_OBLIQUE,
    &viscous::HUNT_CROSSLEY_IMPACT,
    &viscous::KUWABARA_KONO_SERIES,
    &viscous::KUWABARA_KONO_PADE,
    &adhesive::ATTRACTED_IMPACT,
    &adhesive::POPOV_JKR_IMPACT,
    &adhesive::JKR_IMPACT,
    &paths::ADHESIVE_PATH,
    &plastic::WALTON_BRAUN_IMPACT,
    &paths::WALTON_BRAUN_PATH,
    &viscous::ZENER_PLATE_IMPACT,
    &plastic::LUDING_IMPACT,
    &paths::LUDING_PATH,
    &paths::SPRING_SLIDER_PATH,
    &velocity_friction::CREEP,
    &plastic::THORNTON_IMPACT,
    &adhesive::THORNTON_NING_IMPACT,
    &plastic::EEPA_IMPACT,
    &constant_restitution::REQUESTED_RESTITUTION,
    &rigid_body::RIGID_BODY_SLIDING,
    &rigid_body::RIGID_BODY_STICKING,
    &rigid_body::RIGID_IMPULSE,
    &velocity_friction::VELOCITY_DEPENDENT_FRICTION,
    &partial_slip::MAW_BARBER_FAWCETT,
    &partial_slip::MINDLIN_DERESIEWICZ,
    &paths::ELATA_BERRYMAN,
    &rigid_body::CONSERVED,
    &printed_formulas::W2,
    &printed_formulas::W3,
    &printed_formulas::W4,
    &printed_formulas::W5,
    &printed_formulas::W6,
    &printed_formulas::W9,
    &printed_formulas::H1,
    &printed_formulas::H2,
    &printed_formulas::H4,
    &printed_formulas::H6,
    &printed_formulas::P3,
];

/// The theory a case file names.
pub fn find(name: &str) -> Option<&'static Oracle> {
    ORACLES.iter().copied().find(|oracle| oracle.card.name == name)
}
