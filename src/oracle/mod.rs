//! Theory: what is known about a collision without integrating it.
//!
//! An oracle may read a scene and the parameters of its laws. It never calls a force, an effective
//! quantity or an integrator of the bench: theory that calls the code it checks checks nothing.

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
pub trait Oracle: Sync {
    /// Name, formula, range and source.
    fn card(&self) -> &'static Card;

    /// The observables it can predict.
    fn predicts(&self) -> &'static [Observable];

    /// Whether it is about loading paths; the others are about impacts and are not asked about a path.
    fn follows_paths(&self) -> bool {
        false
    }

    /// Why it predicts no such number for a scene that it covers, where it can tell.
    fn lacks(&self, scene: &Scene, observable: Observable) -> Option<String> {
        let _ = (scene, observable);
        None
    }

    /// What it says about a scene, or why it has nothing to say.
    fn predict(&self, scene: &Scene) -> Prediction;
}

/// Every theory, in the order they are shown; at the end, what pages say that is not so.
pub const ORACLES: &[&dyn Oracle] = &[
    &hertz_impact::HertzImpact,
    &landau_lifshitz::LandauLifshitz,
    &power_law_impact::PowerLawImpact,
    &antypov_elliott::AntypovElliott,
    &linear_dashpot::LinearDashpotImpact,
    &hunt_crossley::HuntCrossleyImpact,
    &kuwabara_kono_series::KuwabaraKonoSeries,
    &kuwabara_kono_pade::KuwabaraKonoPade,
    &attracted_hertz_impact::AttractedImpact,
    &jkr_impact::JkrImpact,
    &walton_braun_impact::WaltonBraunImpact,
    &walton_braun_impact::WaltonBraunPath,
    &zener_plate::ZenerPlateImpact,
    &luding_impact::LudingImpact,
    &luding_path::LudingPath,
    &thornton_impact::ThorntonImpact,
    &thornton_ning_impact::ThorntonNingImpact,
    &eepa_impact::EepaImpact,
    &requested_restitution::RequestedRestitution,
    &rigid_body_sliding::RigidBodySliding,
    &rigid_body_sticking::RigidBodySticking,
    &maw_barber_fawcett::MawBarberFawcett,
    &partial_slip::MindlinDeresiewicz,
    &elata_berryman::ElataBerryman,
    &conserved::Conserved,
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
pub fn find(name: &str) -> Option<&'static dyn Oracle> {
    ORACLES.iter().copied().find(|oracle| oracle.card().name == name)
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
