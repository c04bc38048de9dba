//! `model luding` and `model hooke/hysteresis` (`normal_model_luding.h`, `normal_model_hooke_hysteresis.h`): one spring under
//! other names. That of the first has stiffnesses of its own, that of the second follows from the material.

use super::{FRICTION, KEYS, Liggghts, POISSON, RESTITUTION, SHEAR, YOUNG};
use crate::codes::keys::{ANY, Key, Limits, POSITIVE, Parameters};
use crate::codes::luding::{self, Spring};
use crate::codes::material::{full_force_request, own_modulus};
use crate::codes::restitution::full_force_ratio;
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::{Contact, Contract, LawError, Pair};
use crate::units::Dimension;

pub(super) const LUDING: &str = "luding";
pub(super) const HYSTERESIS: &str = "hooke/hysteresis";
const LOADING: &str = "LoadingStiffness";
const UNLOADING: &str = "UnloadingStiffness";
const HARDENED: &str = "coefficientMaxElasticStiffness";
const ADHESION: &str = "coefficientAdhesionStiffness";
const DEPTH: &str = "coefficientPlasticityDepth";
const PULL: &str = "pullOffForce";
pub(super) const SPEED: &str = "characteristicVelocity";

/// The properties of pairs of types, beside the restitution.
pub(super) const OF_LUDING: [&str; 5] = [LOADING, UNLOADING, ADHESION, DEPTH, PULL];
pub(super) const OF_HYSTERESIS: [&str; 3] = [HARDENED, ADHESION, DEPTH];

pub(super) const PROPERTIES: [Key; 7] = [
    Key::quantity(LOADING, Dimension::Stiffness, POSITIVE, "luding: k1"),
    Key::quantity(UNLOADING, Dimension::Number, POSITIVE, "luding: largest stiffness of unloading over k1"),
    Key::quantity(HARDENED, Dimension::Number, POSITIVE, "hooke/hysteresis: the same"),
    Key::quantity(ADHESION, Dimension::Number, Limits::NOT_NEGATIVE, "luding, hooke/hysteresis: k_c over k1"),
    Key::quantity(DEPTH, Dimension::Number, POSITIVE, "luding, hooke/hysteresis: phi_f, as a fraction of 2 R*"),
    Key::quantity(PULL, Dimension::Force, ANY, "luding: added to the force, positive apart; only 0 is supported")
        .or(0.0),
    Key::quantity(SPEED, Dimension::Speed, POSITIVE, "hooke/hysteresis: speed from which k1 follows"),
];

/// `k1 = 16/15 sqrt(R*) E* (15 m* V^2/(16 sqrt(R*) E*))^(1/5)`, N/m, of `hooke/hysteresis`.
fn loading(E_star: f64, V: f64, pair: &Pair) -> f64 {
    let k = pair.R_star.sqrt() * E_star;
    16.0 / 15.0 * k * (15.0 * pair.m_star * V * V / (16.0 * k)).powf(0.2)
}

/// The contact that the parameters make.
pub(super) fn contact(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["kn", "gamman_abs", FRICTION, "cohesion"], "not supported beside a hysteretic model")?;
    if params.word(KEYS, "limitForce")? == "on" {
        return Err(LawError::key("limitForce", format!("`limitForce on` beside {model} is not supported")));
    }
    let of = |key| params.require(KEYS, key, "liggghts");
    if of(PULL)? != 0.0 {
        return Err(LawError::key(PULL, format!("`{PULL}` is not supported: only 0 is")));
    }
    let (k1, ratio) = if model == LUDING {
        params.refuse(&[YOUNG, POISSON, HARDENED, SPEED], "luding has stiffnesses of its own")?;
        (of(LOADING)?, UNLOADING)
    } else {
        params.refuse(&[LOADING, UNLOADING], "hooke/hysteresis takes its stiffness from the material")?;
        own_modulus(params, KEYS, [YOUNG, POISSON], pair, "liggghts")?;
        (loading(pair.require_E_star("liggghts")?, of(SPEED)?, pair), HARDENED)
    };
    let spring: Spring = [k1, k1 * of(ratio)?, k1 * of(ADHESION)?, of(DEPTH)?];
    luding::stiffer(spring, ratio)?;
    let e = of("coefficientRestitution")?;
    let C = 2.0 * full_force_ratio(e) * (pair.m_star * k1).sqrt();
    let contact = luding::contact(spring, C);
    let contract =
        Contract { damping: "F_d = 2 z sqrt(m* k1) v, z of a linear spring".into(), ..SHEAR.on(Liggghts.contract()) };
    let parsed = Parsed::new(contact.clone(), contract.for_law(&contact, line::NO_ADHESION));
    Ok(Parsed { restitution_requested: Some(e).filter(|e| *e < 1.0), ..parsed })
}

/// The parameters of a contact, in those of `model luding`; `None` where its law is another.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    let Some(([k1, k_p, k_c, depth], C)) = luding::render(contact, pair, "LIGGGHTS")? else { return Ok(None) };
    let e = full_force_request(0.5 * C / (pair.m_star * k1).sqrt(), "LIGGGHTS")?;
    if !RESTITUTION.hold(e) {
        let message =
            format!("LIGGGHTS refuses a `coefficientRestitution` of 0.05 and less, and this dashpot needs {e}");
        return Err(LawError::table(message));
    }
    let numbers = vec![
        (LOADING, k1),
        (UNLOADING, k_p / k1),
        (ADHESION, k_c / k1),
        (DEPTH, depth),
        (PULL, 0.0),
        ("coefficientRestitution", e),
    ];
    Ok(Some(Parameters::new(numbers, &[("model", LUDING), ("limitForce", "off")])))
}
