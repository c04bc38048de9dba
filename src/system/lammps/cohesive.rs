//! `dmt` and `jkr` of `pair_style granular`: the surface energy is that of one surface, and the contact of `jkr` breaks at the
//! largest tension.

use super::{FRICTION, KEYS, POISSON, YOUNG};
use crate::contact::damping::{Damping, LinearDashpot, Undamped};
use crate::contact::normal::{BreaksAt, Dmt, Jkr};
use crate::contact::{Contact, Ends, LawError, Normal, Pair};
use crate::system::keys::Parameters;
use crate::system::material::own_modulus;

pub(super) const GAMMA: &str = "gamma";

pub(super) fn is_asked(said: &Parameters) -> Result<bool, LawError> {
    Ok(matches!(said.word(KEYS, "normal")?, "dmt" | "jkr"))
}

/// The contact that the parameters make.
pub(super) fn contact(said: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
    said.refuse(&["k_n", "e", "release"], "`dmt` and `jkr` take E, eta_n0, nu and gamma")?;
    said.refuse(&[FRICTION], "friction beside `dmt` and `jkr` is not supported")?;
    if said.word(KEYS, "limit_damping")? == "true" {
        let message = "LAMMPS does not take `limit_damping` beside a cohesive normal model";
        return Err(LawError::key("limit_damping", message).help("leave it out"));
    }
    own_modulus(said, KEYS, [YOUNG, POISSON], pair, "lammps")?;
    let work_of_adhesion = 2.0 * said.require(KEYS, GAMMA, "lammps")?;
    let normal = match said.word(KEYS, "normal")? {
        "dmt" => Normal::Dmt(Dmt { work_of_adhesion }),
        _ => Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force }),
    };
    let eta = said.number(KEYS, "eta_n0")?.unwrap_or(0.0);
    let damping = match said.word(KEYS, "damping")? {
        _ if eta == 0.0 => Damping::Undamped(Undamped),
        "velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta)),
        "mass_velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta * pair.m_star)),
        other => {
            let message = format!("`{other}` beside `dmt` and `jkr` is not supported");
            return Err(LawError::key("damping", message).help("use velocity or mass_velocity"));
        }
    };
    Ok(Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None })
}

/// The parameters of a contact; `None` where its law is none of the two.
pub(super) fn say(contact: &Contact) -> Result<Option<Parameters>, LawError> {
    let (normal, w) = match &contact.normal {
        Normal::Dmt(law) => ("dmt", law.work_of_adhesion),
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force }) => ("jkr", *work_of_adhesion),
        Normal::Jkr(law) => {
            let message = format!(
                "LAMMPS breaks a `jkr` contact at the largest tension, not at `breaks_at = \"{}\"`",
                law.breaks_at.word()
            );
            return Err(LawError::table(message).help("its equivalent is  breaks_at = \"force\""));
        }
        _ => return Ok(None),
    };
    let Some(eta) = contact.damping.constant() else {
        let name = contact.damping.card().name;
        return Err(LawError::table(format!("`{name}` beside `{normal}` is not supported for LAMMPS")));
    };
    if contact.friction.is_some() {
        return Err(LawError::table(format!("friction beside `{normal}` is not supported for LAMMPS")));
    }
    let words = [("normal", normal), ("damping", "velocity"), ("limit_damping", "false")];
    Ok(Some(Parameters::new(vec![(GAMMA, 0.5 * w), ("eta_n0", eta)], &words)))
}
