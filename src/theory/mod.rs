//! Theory: predictions for collisions without integrating the motion.
//!
//! An oracle may read a scene and the parameters of its laws. It never calls a force, an effective
//! quantity or an integrator of the bench: theory that calls the code it checks checks nothing.

pub mod adhesive_path;
pub mod antypov_elliott;
pub mod attracted_hertz_impact;
pub mod conserved;
pub mod constant_restitution;
pub mod eepa_impact;
pub mod elata_berryman;
pub mod hertz_impact;
pub mod hunt_crossley;
pub mod jkr_impact;
pub mod kuwabara_kono_pade;
pub mod kuwabara_kono_series;
pub mod landau_lifshitz;
pub mod linear_dashpot;
pub mod luding_impact;
pub mod luding_path;
pub mod maw_barber_fawcett;
pub mod mindlin_deresiewicz;
pub mod normal_impulse;
pub mod oblique;
pub mod partial_slip;
pub mod popov_jkr_impact;
pub mod power_law_impact;
pub mod powers;
pub mod printed_formulas;
pub mod quadrature;
pub mod ratio;
pub mod requested_restitution;
pub mod rigid_body;
pub mod rigid_body_sliding;
pub mod rigid_body_sticking;
pub mod scales;
pub mod special;
pub mod spring_slider_path;
pub mod thornton_impact;
pub mod thornton_ning_impact;
pub mod viscous;
pub mod walton_braun_impact;
pub mod zener_plate;

use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;

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
    predict: fn(&Scene) -> Prediction,
}

impl Oracle {
    const fn of_impacts(card: Card, predicts: &'static [Observable], predict: fn(&Scene) -> Prediction) -> Self {
        Self { card, predicts, follows_paths: false, lacks: |_, _| None, predict }
    }

    const fn of_paths(card: Card, predicts: &'static [Observable], predict: fn(&Scene) -> Prediction) -> Self {
        Self { follows_paths: true, ..Self::of_impacts(card, predicts, predict) }
    }

    /// Why it does not predict an observable for a scene that it covers, if known.
    pub fn lacks(&self, scene: &Scene, observable: Observable) -> Option<String> {
        (self.lacks)(scene, observable)
    }

    /// Predicts a scene, or says why it does not cover it.
    pub fn predict(&self, scene: &Scene) -> Prediction {
        (self.predict)(scene)
    }
}

/// Observables of an undamped plastic impact without sticking.
const YIELDING: &[Observable] = &[
    Observable::Restitution,
    Observable::Sticks,
    Observable::MaxOverlap,
    Observable::MaxForce,
    Observable::TimeOfMaxOverlap,
    Observable::Duration,
    Observable::ResidualOverlap,
    Observable::EnergyPlastic,
];

/// Every theory in the order of display; the wrong formulas of documentations come last.
pub static ORACLES: &[&Oracle] = &[
    &hertz_impact::HERTZ_IMPACT,
    &landau_lifshitz::LANDAU_LIFSHITZ,
    &power_law_impact::POWER_LAW_IMPACT,
    &antypov_elliott::ANTYPOV_ELLIOTT,
    &linear_dashpot::LINEAR_DASHPOT_IMPACT,
    &hunt_crossley::HUNT_CROSSLEY_IMPACT,
    &kuwabara_kono_series::KUWABARA_KONO_SERIES,
    &kuwabara_kono_pade::KUWABARA_KONO_PADE,
    &attracted_hertz_impact::ATTRACTED_IMPACT,
    &popov_jkr_impact::POPOV_JKR_IMPACT,
    &jkr_impact::JKR_IMPACT,
    &adhesive_path::ADHESIVE_PATH,
    &walton_braun_impact::WALTON_BRAUN_IMPACT,
    &walton_braun_impact::WALTON_BRAUN_PATH,
    &zener_plate::ZENER_PLATE_IMPACT,
    &luding_impact::LUDING_IMPACT,
    &luding_path::LUDING_PATH,
    &spring_slider_path::SPRING_SLIDER_PATH,
    &thornton_impact::THORNTON_IMPACT,
    &thornton_ning_impact::THORNTON_NING_IMPACT,
    &eepa_impact::EEPA_IMPACT,
    &requested_restitution::REQUESTED_RESTITUTION,
    &rigid_body_sliding::RIGID_BODY_SLIDING,
    &rigid_body_sticking::RIGID_BODY_STICKING,
    &maw_barber_fawcett::MAW_BARBER_FAWCETT,
    &partial_slip::MINDLIN_DERESIEWICZ,
    &elata_berryman::ELATA_BERRYMAN,
    &conserved::CONSERVED,
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

/// Converts observables, or the reason why there are none, to a prediction.
impl From<Result<Vec<(Observable, Estimate)>, String>> for Prediction {
    fn from(result: Result<Vec<(Observable, Estimate)>, String>) -> Self {
        match result {
            Ok(values) => Self::Covers { values, note: None },
            Err(reason) => Self::DoesNotCover(reason),
        }
    }
}
