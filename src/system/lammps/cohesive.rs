//! `dmt` and `jkr` of `pair_style granular`: the surface energy is that of one surface, and the contact of `jkr` breaks at the
//! largest tension. Friction is bounded by `mu |F + 2 F_po|`, `F` without its dashpot (`gran_sub_mod_normal.cpp`, `set_fncrit`).

use super::{GAMMA, KEYS, POISSON, YOUNG, friction};
use crate::contact::damping::{Damping, LinearDashpot, Undamped};
use crate::contact::normal::{BreaksAt, Dmt, Hertz, Jkr, NormalLaw};
use crate::contact::{Contact, Dashpot, Ends, LawError, Normal, Pair, PowerForce};
use crate::system::keys::Parameters;
use crate::system::material::own_modulus;
use crate::system::tangential;

/// The contact that the parameters make.
pub(super) fn contact(said: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
    said.refuse(&["k_n", "e", "release"], "`dmt` and `jkr` take E, eta_n0, nu and gamma")?;
    if said.word(KEYS, "limit_damping")? == "true" {
        let message = "LAMMPS does not take `limit_damping` beside a cohesive normal model";
        return Err(LawError::key("limit_damping", message).help("leave it out"));
    }
    own_modulus(said, KEYS, [YOUNG, POISSON], pair, "lammps")?;
    let work_of_adhesion = 2.0 * said.require(KEYS, GAMMA, "lammps")?;
    let normal = match said.word(KEYS, "normal")? {
        "dmt" => Normal::Dmt(Dmt { work_of_adhesion, equilibrium_separation: None }),
        _ => Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force, equilibrium_separation: None }),
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
    let C = damping.constant().unwrap_or_default();
    let friction = friction::friction(said, false, [C, 0.0], pair)?;
    Ok(Contact { normal, damping, ends: Ends::ZeroOverlap, friction })
}

/// The parameters of a contact; `None` where its law is none of the two.
pub(super) fn say(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    let (normal, w) = match &contact.normal {
        Normal::Dmt(law) => ("dmt", law.work_of_adhesion),
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force, .. }) => ("jkr", *work_of_adhesion),
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
    let (mut words, mut numbers) = (
        vec![("normal", normal), ("damping", "velocity"), ("limit_damping", "false")],
        vec![(GAMMA, 0.5 * w), ("eta_n0", eta)],
    );
    if let Some(shear) = tangential::to_say(contact, pair)? {
        let hertz = Hertz::default().elastic(pair)?;
        let force = PowerForce::new(hertz, Dashpot { C: eta, beta: 0.0 }, contact.ends);
        words.extend(friction::say_friction(&shear, &force, pair, &mut numbers)?);
    }
    Ok(Some(Parameters::new(numbers, &words)))
}
