//! `Hertz-Mindlin with JKR` and `Hysteretic Spring`, as EDEM's manual has them.
//!
//! JKR: `F = 4 E* a^3/(3 R*) - 4 sqrt(pi gamma E*) a^(3/2)`, `delta = a^2/R* - sqrt(4 pi gamma a/E*)`: `w = 2 gamma`. Hysteretic
//! spring: `k1 = 5 R* Y`, `e = sqrt(k1/k2)`; the residual overlap falls with the overlap where the force is zero, and separated bodies
//! are new: Luding's spring without a pull.

use super::{Edem, FRICTION, KEYS, POISSON, YOUNG};
use crate::codes::keys::Parameters;
use crate::codes::material::{alone, breaks_elsewhere, only_alone, own_modulus};
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::normal::{BreaksAt, Jkr, Luding, Unloading};
use crate::law::{Contact, Contract, LawError, Normal, Pair};

pub(super) const MODEL: &str = "Physics";
pub(super) const PLAIN: &str = "Hertz-Mindlin (no slip)";
pub(super) const JKR: &str = "Hertz-Mindlin with JKR";
pub(super) const HYSTERETIC: &str = "Hysteretic Spring";
pub(super) const ENERGY: &str = "SurfaceEnergy";
pub(super) const YIELD: &str = "YieldStrength";
const RESTITUTION: &str = "CoefficientOfRestitution";

/// The contact of one of the two, undamped and without friction.
pub(super) fn contact(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&[FRICTION], "friction beside this model is not supported")?;
    let e = params.require(KEYS, RESTITUTION, "edem")?;
    let (normal, beyond) = if model == JKR {
        params.refuse(&[YIELD], "only Hysteretic Spring has it")?;
        own_modulus(params, KEYS, [YOUNG, POISSON], pair, "edem")?;
        if e < 1.0 {
            let message = format!("damping beside {JKR} is not supported");
            return Err(LawError::key(RESTITUTION, message).help(format!("write  {RESTITUTION} = 1")));
        }
        let work_of_adhesion = 2.0 * params.require(KEYS, ENERGY, "edem")?;
        let normal = Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Displacement });
        (normal, "E2: EDEM's manual ends the contact a little before the smallest overlap: it loses 0.2 % less energy")
    } else {
        params.refuse(&[ENERGY, YOUNG, POISSON], "Hysteretic Spring takes its stiffness from the yield strength")?;
        let k1 = 5.0 * pair.R_star * params.require(KEYS, YIELD, "edem")?;
        let unloading = Unloading::Constant(k1 / (e * e));
        let normal = Normal::Luding(Luding { loading_stiffness: k1, adhesion_stiffness: 0.0, unloading });
        (normal, "EDEM's damping factor, a dashpot beside Hysteretic Spring, is taken as 0")
    };
    let contact = alone(normal);
    let contract = Contract { damping: "none beside this model".into(), ..Edem.contract() };
    let contract = contract.for_law(&contact, line::TWICE);
    let restitution_requested = (model == HYSTERETIC).then_some(e);
    Ok(Parsed { restitution_requested, beyond: vec![beyond.to_string()], ..Parsed::new(contact, contract) })
}

/// The parameters of a contact; `None` where its law is neither.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    let (model, numbers) = match &contact.normal {
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Displacement, .. }) => {
            (JKR, vec![(ENERGY, 0.5 * work_of_adhesion), (RESTITUTION, 1.0)])
        }
        Normal::Jkr(law) => {
            let code = "EDEM breaks a contact near the smallest overlap";
            return Err(breaks_elsewhere(law, BreaksAt::Displacement, code));
        }
        Normal::Luding(Luding {
            loading_stiffness: k1,
            adhesion_stiffness: 0.0,
            unloading: Unloading::Constant(k2),
        }) => (HYSTERETIC, vec![(YIELD, k1 / (5.0 * pair.R_star)), (RESTITUTION, (k1 / k2).sqrt())]),
        Normal::Luding(_) => {
            let message = "EDEM's Hysteretic Spring has a constant unloading stiffness and no pull";
            return Err(
                LawError::table(message).help("its equivalent has adhesion_stiffness = 0 and unloading_stiffness")
            );
        }
        _ => return Ok(None),
    };
    only_alone(contact, model, "EDEM")?;
    Ok(Some(Parameters::new(numbers, &[(MODEL, model)])))
}
