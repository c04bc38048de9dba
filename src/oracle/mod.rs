//! Theory: what is known about a collision without integrating it.
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
pub mod glancing;
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
pub mod pages;
pub mod partial_slip;
pub mod popov_jkr_impact;
pub mod power_law_impact;
pub mod powers;
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

use crate::contact::Card;
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// What an oracle says about one scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Prediction {
    /// Observables with the oracle's own uncertainty. A note says where an approximate form is used out of its range.
    Covers {
        /// Each observable once.
        values: Vec<(Observable, Estimate)>,
        /// For the reader of a report.
        note: Option<String>,
    },
    /// Why it has nothing to say.
    DoesNotCover(String),
}

/// One theory.
#[derive(Debug)]
pub struct Oracle {
    /// Name, formula, range and source.
    pub card: Card,
    /// The observables it can predict.
    pub predicts: &'static [Observable],
    /// Whether it is about loading paths; the others are about impacts and are not asked about a path.
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

    /// Why it predicts no such number for a scene that it covers, where it can tell.
    pub fn lacks(&self, scene: &Scene, observable: Observable) -> Option<String> {
        (self.lacks)(scene, observable)
    }

    /// What it says about a scene, or why it has nothing to say.
    pub fn predict(&self, scene: &Scene) -> Prediction {
        (self.predict)(scene)
    }
}

/// What a law without a dashpot determines that yields and does not stick.
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

/// Every theory, in the order they are shown; at the end, what pages say that is not so.
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
    &pages::W2,
    &pages::W3,
    &pages::W4,
    &pages::W5,
    &pages::W6,
    &pages::W9,
    &pages::H1,
    &pages::H2,
    &pages::H4,
    &pages::H6,
    &pages::P3,
];

/// The theory a case file names.
pub fn find(name: &str) -> Option<&'static Oracle> {
    ORACLES.iter().copied().find(|oracle| oracle.card.name == name)
}

/// The prediction, or the reason why there is none, as the theories write it.
impl From<Result<Vec<(Observable, Estimate)>, String>> for Prediction {
    fn from(result: Result<Vec<(Observable, Estimate)>, String>) -> Self {
        match result {
            Ok(values) => Self::Covers { values, note: None },
            Err(reason) => Self::DoesNotCover(reason),
        }
    }
}
