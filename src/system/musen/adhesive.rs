//! The model `JKR` (`ModelPPJKR.cpp`): JKR's force at the contact radius of Hertz. Its `w` is the geometric mean of the surface
//! energies of both materials, its dashpot that of `Hertz-Mindlin`.

use super::{FRICTION, KEYS, MUSEN, Musen, POISSON, ROLLING, YOUNG, dashpot};
use crate::contact::contract::line;
use crate::contact::damping::{Damping, StiffnessDashpot};
use crate::contact::normal::JkrHertzRadius;
use crate::contact::{Contact, Ends, LawError, Normal, Pair};
use crate::system::keys::Parameters;
use crate::system::material::{full_force_request, own_modulus};
use crate::system::{Parsed, System};

pub(super) const JKR: &str = "JKR";
pub(super) const ENERGY: &str = "SurfaceEnergy";

/// The contact of the model `JKR`, without friction.
pub(super) fn contact(said: &Parameters, pair: &Pair) -> Result<Parsed, LawError> {
    said.refuse(&[FRICTION, ROLLING], "friction beside the model JKR is not supported")?;
    own_modulus(said, KEYS, [YOUNG, POISSON], pair, "musen")?;
    let normal = Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion: said.require(KEYS, ENERGY, "musen")? });
    let e = said.require(KEYS, "RestitutionCoefficient", "musen")?;
    let contact = Contact { normal, damping: dashpot(e), ends: Ends::ZeroOverlap, friction: None };
    let contract = Musen.contract().for_law(&contact, line::OF_PAIR);
    let notes = vec!["X6: the contact has no neck, and undamped bodies never stick".to_string()];
    Ok(Parsed { restitution_requested: Some(e).filter(|e| *e < 1.0), notes, ..Parsed::new(contact, contract) })
}

/// The parameters of a contact; `None` where its law is another.
pub(super) fn say(contact: &Contact) -> Result<Option<Parameters>, LawError> {
    let Normal::JkrHertzRadius(law) = &contact.normal else { return Ok(None) };
    if contact.friction.is_some() {
        return Err(LawError::table("friction beside `jkr-hertz-radius` is not supported for MUSEN"));
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
    let numbers = vec![(ENERGY, law.work_of_adhesion), ("RestitutionCoefficient", e)];
    Ok(Some(Parameters::new(numbers, &[("model", JKR)])))
}
