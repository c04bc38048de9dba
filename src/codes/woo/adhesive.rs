//! `HertzMat` with a surface energy (`Hertz.cpp`): DMT with `alpha = 0`, JKR with `alpha = 1`.
//!
//! The branch without `alpha` pulls with `4 pi R* gamma`, `w = 2 gamma`. Schwarz's has `w = gamma`: with `alpha = 1` its force is
//! `4 E* a^3/(3 R*) - sqrt(8 pi gamma E* a^3)`, down to the smallest overlap. Its dashpot has no overlap to go by across the neck.

use super::{FRICTION, KEYS, POISSON, SHEAR, Woo, YOUNG};
use crate::codes::keys::Parameters;
use crate::codes::material::{alone, breaks_elsewhere, only_alone, own_modulus};
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::normal::{BreaksAt, Dmt, Jkr};
use crate::law::{Contact, Contract, LawError, Normal, Pair};

pub(super) const ENERGY: &str = "surfEnergy";
pub(super) const ALPHA: &str = "alpha";

/// The contact of a surface energy, undamped and without friction.
pub(super) fn contact(params: &Parameters, gamma: f64, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["en", FRICTION, "noAttraction"], "damping and friction beside surfEnergy are not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "woo")?;
    let (normal, given) = match params.require(KEYS, ALPHA, "woo")? {
        0.0 => (Normal::Dmt(Dmt { work_of_adhesion: 2.0 * gamma }), line::TWICE),
        1.0 => (Normal::Jkr(Jkr { work_of_adhesion: gamma, breaks_at: BreaksAt::Displacement }), line::OF_PAIR),
        alpha => {
            let message = format!("`{ALPHA}` is only supported at its ends, 0 (dmt) and 1 (jkr), not at {alpha}");
            return Err(LawError::key(ALPHA, message));
        }
    };
    let contact = alone(normal);
    let lever = SHEAR.for_pair(pair).lever();
    let contract = Contract { damping: "none beside adhesion".into(), lever, ..Woo.contract() };
    let contract = contract.for_law(&contact, given);
    let half = "at a Wall the code takes R* = R/2: the pull is half as large";
    Ok(Parsed { defects: pair.wall.then(|| half.to_string()).into_iter().collect(), ..Parsed::new(contact, contract) })
}

/// The parameters of a contact; `None` where its law is neither.
pub(super) fn render(contact: &Contact) -> Result<Option<Parameters>, LawError> {
    let (gamma, alpha) = match &contact.normal {
        Normal::Dmt(law) => (0.5 * law.work_of_adhesion, 0.0),
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Displacement, .. }) => (*work_of_adhesion, 1.0),
        Normal::Jkr(law) => {
            let code = "Woo breaks a contact at the smallest overlap";
            return Err(breaks_elsewhere(law, BreaksAt::Displacement, code));
        }
        _ => return Ok(None),
    };
    only_alone(contact, "adhesion", "Woo")?;
    Ok(Some(Parameters::numbers(&[(ENERGY, gamma), (ALPHA, alpha)])))
}
