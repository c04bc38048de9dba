//! The models `JKR` (`ModelPPJKR.cpp`), JKR's force at the contact radius of Hertz, and `Popov-JKR` (`ModelPPPopovJKR.cpp`). Their
//! `w` is the geometric mean of the surface energies, or tensions, of both materials; their dashpot is that of `Hertz-Mindlin`.

use super::{FRICTION, KEYS, MUSEN, Musen, POISSON, ROLLING, YOUNG};
use crate::codes::keys::Parameters;
use crate::codes::material::{full_force_request, own_modulus, tangent_dashpot};
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::damping::{Damping, StiffnessDashpot};
use crate::law::normal::{JkrHertzRadius, PopovJkr};
use crate::law::{Contact, Ends, LawError, Normal, Pair};

pub(super) const JKR: &str = "JKR";
pub(super) const POPOV: &str = "Popov-JKR";
pub(super) const ENERGY: &str = "SurfaceEnergy";
pub(super) const TENSION: &str = "SurfaceTension";

/// The contact of one of the two models, without friction.
pub(super) fn contact(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&[FRICTION, ROLLING], "friction beside adhesion is not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "musen")?;
    let (key, other) = if model == JKR { (ENERGY, TENSION) } else { (TENSION, ENERGY) };
    params.refuse(&[other], "this model takes the other of energy and tension")?;
    let work_of_adhesion = params.require(KEYS, key, "musen")?;
    let normal = match model {
        JKR => Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion }),
        _ => Normal::PopovJkr(PopovJkr { work_of_adhesion }),
    };
    let e = params.require(KEYS, "RestitutionCoefficient", "musen")?;
    let contact = Contact { normal, damping: tangent_dashpot(e), ends: Ends::ZeroOverlap, friction: None };
    let contract = Musen.contract().for_law(&contact, line::OF_PAIR);
    let notes = vec!["X6: the contact has no neck, and undamped bodies never stick".to_string()];
    Ok(Parsed { restitution_requested: Some(e).filter(|e| *e < 1.0), notes, ..Parsed::new(contact, contract) })
}

/// The parameters of a contact; `None` where its law is another.
pub(super) fn render(contact: &Contact) -> Result<Option<Parameters>, LawError> {
    let (model, key, w) = match &contact.normal {
        Normal::JkrHertzRadius(law) => (JKR, ENERGY, law.work_of_adhesion),
        Normal::PopovJkr(law) => (POPOV, TENSION, law.work_of_adhesion),
        _ => return Ok(None),
    };
    if contact.friction.is_some() {
        return Err(LawError::table(format!("friction beside {model} is not supported for MUSEN")));
    }
    let ratio = match &contact.damping {
        Damping::Undamped(_) => 0.0,
        Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, .. }) => *ratio,
        other => {
            let name = other.card().name;
            return Err(
                LawError::table(format!("{MUSEN} has no `{name}`")).help("write [contact.damping.stiffness-dashpot]")
            );
        }
    };
    let e = full_force_request(ratio / (5.0f64 / 6.0).sqrt(), MUSEN)?;
    Ok(Some(Parameters::new(vec![(key, w), ("RestitutionCoefficient", e)], &[("model", model)])))
}
