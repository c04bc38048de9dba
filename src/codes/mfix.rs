//! MFiX DEM, `DES_COLL_MODEL = 'LSD'` and `'HERTZIAN'`.
//!
//! The dashpots of both models have the constant of a linear spring: that of `HERTZIAN` is too weak (F1).

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    damping_shape, dissipative, full_force_request, hertz, material_keys, no_gap, render_material, same_end,
};
use super::restitution::{full_force_ratio, ratio};
use super::script::{Line, always, given, missing};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::Contract;
use crate::law::damping::{Damping, LinearDashpot, Strength, Tsuji, Undamped};
use crate::law::normal::Hooke;
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{
    Card, Contact, Ends, Friction, LawError, Normal, Pair, PowerForce, ShearForce, Stiffness, Tangential,
};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// MFiX DEM.
pub static MFIX: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    material: |params| (params.given(MODEL) != Some(LINEAR)).then_some([YOUNG, POISSON]),
    remarks: |_| Remarks::note("the keywords of walls, KN_W and the like, are written with the numbers of particles"),
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, WITH_FRICTION))
};

/// `mfix.dat`.
const LINES: &[Line] = &[
    always("RO_S0(1) = {density}"),
    always("DES_COLL_MODEL = '{DES_COLL_MODEL}'"),
    given(SPRING, "KN = {KN}"),
    given(SPRING, "KN_W = {KN}"),
    missing(SPRING, "E_YOUNG(1) = {E_YOUNG}"),
    missing(SPRING, "EW_YOUNG = {E_YOUNG}"),
    missing(SPRING, "V_POISSON(1) = {V_POISSON}"),
    missing(SPRING, "VW_POISSON = {V_POISSON}"),
    always("DES_EN_INPUT(1) = {DES_EN_INPUT=1}"),
    always("DES_EN_WALL_INPUT(1) = {DES_EN_INPUT=1}"),
    missing(SPRING, "DES_ET_INPUT(1) = {DES_ET_INPUT=1}"),
    missing(SPRING, "DES_ET_WALL_INPUT(1) = {DES_ET_INPUT=1}"),
    given(SHEAR, "KT_FAC = {KT_FAC}"),
    given(SHEAR, "KT_W_FAC = {KT_FAC}"),
    given(SHEAR_DAMPING, "DES_ETAT_FAC = {DES_ETAT_FAC}"),
    given(SHEAR_DAMPING, "DES_ETAT_W_FAC = {DES_ETAT_FAC}"),
    always("MEW = {MEW=0}"),
    always("MEW_W = {MEW=0}"),
];

const WITH_FRICTION: &[&str] = &[FRICTION, SHEAR, SHEAR_DAMPING, SHEAR_RESTITUTION];

const MODEL: &str = "DES_COLL_MODEL";
const LINEAR: &str = "LSD";
const HERTZIAN: &str = "HERTZIAN";
const SPRING: &str = "KN";
const YOUNG: &str = "E_YOUNG";
const POISSON: &str = "V_POISSON";
const RESTITUTION: &str = "DES_EN_INPUT";
const SHEAR_RESTITUTION: &str = "DES_ET_INPUT";
const SHEAR: &str = "KT_FAC";
const SHEAR_DAMPING: &str = "DES_ETAT_FAC";
const FRICTION: &str = "MEW";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(MODEL, &[LINEAR, HERTZIAN], "collision model").needed(),
    Key::quantity(SPRING, Dimension::Stiffness, POSITIVE, "LSD: normal spring"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(RESTITUTION, Dimension::Number, Limits::RESTITUTION, "normal restitution").or(1.0),
    Key::quantity(
        SHEAR_RESTITUTION,
        Dimension::Number,
        Limits::RESTITUTION,
        "HERTZIAN: tangential restitution, of 2/7 m*",
    )
    .or(1.0),
    Key::quantity(SHEAR, Dimension::Number, POSITIVE.at_most(1.0), "LSD: k_t over k_n").or(2.0 / 7.0),
    Key::quantity(SHEAR_DAMPING, Dimension::Number, Limits::FRACTION, "LSD: tangential over normal dashpot").or(0.5),
    friction_key(FRICTION, "friction; no tangential force unless given"),
];

/// Spring and dashpot together within `mu |F_n|`; `HERTZIAN` has 16/3 G* a.
const ALONG: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 2.0 / 3.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::Plane),
    at_wall: both(Arm::Plane),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

const CARD: Card = Card {
    name: "mfix",
    title: "MFiX DEM: linear spring-dashpot and Hertzian model",
    formula: "F_n = k_n delta + eta_n v,  z = -ln e/sqrt(ln^2 e + pi^2)\n\
              LSD:       k_n = KN,  eta_n = 2 z sqrt(k_n m*)\n\
              HERTZIAN:  k_n = 4/3 E* sqrt(R* delta),  eta_n = 2 z sqrt(k_n m*)",
    symbols: &[("e", "DES_EN_INPUT", "-"), ("k_n", "stiffness, a secant in HERTZIAN", "N/m")],
    holds: "LSD achieves e: the force may pull; HERTZIAN would with sqrt(5) in place of 2 (F1)",
    source: "MFiX, check_solids_dem.f, calc_force_dem.f, cfslide.f (2016); Garg et al. 2012, Documentation of open-source MFIX-DEM software",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[Erratum {
    id: "F1",
    says: "DES_EN_INPUT of HERTZIAN is the restitution",
    is: "its dashpot 2 z sqrt(k_n m*) is that of a linear spring: beside the secant stiffness of Hertz' spring it takes sqrt(5) z",
    number: "",
}];

fn contract() -> Contract {
    let own = Contract {
        damping: "F_d = 2 z sqrt(m* k_secant) v, z of the full force of a linear spring".into(),
        ..default_contract("MFiX", Ends::ZeroOverlap)
    };
    let own = ALONG.on(own);
    Contract {
        history: own
            .history
            .and(", k_t = 16/3 G* a (HERTZIAN; at a wall G/(2 - nu) of the particle for G*), KT_FAC k_n (LSD)"),
        ..own
    }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let e = params.require(KEYS, RESTITUTION, "mfix")?;
    let z = full_force_ratio(e);
    let linear = params.word(KEYS, MODEL)? == LINEAR;
    let (normal, damping) = if linear {
        params.refuse(&[YOUNG, POISSON, SHEAR_RESTITUTION], "LSD has a stiffness of its own")?;
        let stiffness = params.require(KEYS, SPRING, "mfix")?;
        (Normal::Hooke(Hooke { stiffness }), Damping::LinearDashpot(LinearDashpot::Ratio(z)))
    } else {
        params.refuse(&[SPRING, SHEAR, SHEAR_DAMPING], "HERTZIAN takes its stiffness from the material")?;
        (Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?), Damping::Tsuji(Tsuji(Strength::Coefficient(2.0 * z))))
    };
    let damping = if e == 1.0 { Damping::Undamped(Undamped) } else { damping };
    let mut contact = Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None };
    let force = contact.force(pair)?;
    contact.friction = friction(params, &force, pair)?;
    let notes =
        if linear || e == 1.0 { Vec::new() } else { vec!["F1: the dashpot is that of a linear spring".to_string()] };
    let derived = vec![NamedNumber::new("k_n/delta^(n-1)", force.K, if linear { "N/m" } else { "N/m^(3/2)" })];
    Ok(Parsed { restitution_requested: Some(e), derived, notes, ..Parsed::new(contact, contract()) })
}

fn friction(params: &Parameters, force: &PowerForce, pair: &Pair) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        params.refuse(&[SHEAR, SHEAR_DAMPING, SHEAR_RESTITUTION], "there is no friction, `MEW`")?;
        return Ok(None);
    };
    if force.alpha == 1.0 {
        let coefficient = params.require(KEYS, SHEAR_DAMPING, "mfix")? * force.C;
        let strength = ShearStrength::Coefficient(coefficient);
        let dashpot = (coefficient > 0.0).then_some(ShearDamping { strength, sliding: ALONG.sliding });
        let stiffness = params.require(KEYS, SHEAR, "mfix")? * force.K;
        let spring = CundallStrack { stiffness, friction: mu, dashpot, dynamic: None };
        return Ok(Some(ALONG.with(Tangential::CundallStrack(spring))));
    }
    let z = full_force_ratio(params.require(KEYS, SHEAR_RESTITUTION, "mfix")?) * (2.0f64 / 7.0).sqrt();
    let ratio = ratio_along(params.number(KEYS, POISSON)?, pair)?;
    Ok(Some(ALONG.friction(mu, ratio, Some(ShearStrength::Ratio(z)))))
}

/// `4 G/E*` for the tangential spring: `G*` of two particles, `G/(2 - nu)` of the particle alone at a wall.
fn ratio_along(nu: Option<f64>, pair: &Pair) -> Result<f64, LawError> {
    match (nu, pair.stiffness[0]) {
        (Some(_), _) if pair.wall => Ok(2.0 * tangential::mindlin(nu, pair)?),
        (None, Stiffness::Elastic { young_modulus, poisson_ratio: nu }) if pair.wall => {
            let G = 0.5 * young_modulus / ((1.0 + nu) * (2.0 - nu));
            Ok(4.0 * G / pair.require_E_star("mfix")?)
        }
        _ => tangential::mindlin(nu, pair),
    }
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "MFiX")?;
    let z = ratio(&force, pair.m_star).ok_or_else(|| damping_shape(&force, "MFiX"))?;
    let notes = same_end(contact.ends, Ends::ZeroOverlap, z != 0.0, "MFiX")?;
    let linear = force.alpha == 1.0;
    let (model, mut numbers) = if linear {
        no_gap(&force, "MFiX")?;
        (LINEAR, vec![(SPRING, force.K)])
    } else {
        (HERTZIAN, render_material(&force, pair, "MFiX", [YOUNG, POISSON])?)
    };
    // Of Hertz' spring the code takes 2 z for sqrt(5) z.
    let asked = if linear { z } else { 0.5 * 5f64.sqrt() * z };
    numbers.push((RESTITUTION, full_force_request(asked, "MFiX")?));
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        numbers.push((FRICTION, shear.friction));
        numbers.extend(if linear { along_linear(&shear, &force)? } else { along_hertz(&shear, pair)? });
    }
    Ok(Rendered { params: Parameters::new(numbers, &[(MODEL, model)]), notes })
}

fn along_linear(shear: &ShearForce, force: &PowerForce) -> Result<Vec<(&'static str, f64)>, LawError> {
    let [spring, dashpot] = [shear.S / force.K, if force.C == 0.0 { 0.0 } else { shear.dashpot.C / force.C }];
    let constant = shear.gamma == 0.0 && (shear.dashpot.C == 0.0 || shear.dashpot.beta == 0.0);
    let within = spring > 0.0 && spring <= 1.0 && dashpot <= 1.0;
    if !(constant && within) || (force.C == 0.0 && shear.dashpot.C != 0.0) {
        return Err(LawError::table("beside its linear spring MFiX has a constant tangential spring and dashpot, each at most that of the normal direction")
            .help("convert without friction"));
    }
    Ok(vec![(SHEAR, spring), (SHEAR_DAMPING, dashpot)])
}

fn along_hertz(shear: &ShearForce, pair: &Pair) -> Result<Vec<(&'static str, f64)>, LawError> {
    let z = tangential::dashpot_ratio(shear, pair).unwrap_or(0.0) / (2.0f64 / 7.0).sqrt();
    Ok(vec![(SHEAR_RESTITUTION, full_force_request(z, "MFiX")?)])
}
