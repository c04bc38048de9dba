//! LIGGGHTS.

pub mod driver;
mod hysteretic;
mod input;

use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::material::{
    damping_shape, dissipative, full_force_request, hertz, material_keys, no_gap, only_alone, own_modulus,
    render_material, same_end, tangent_dashpot,
};
use super::restitution::{full_force_ratio, ratio};
use super::tangential::{self, FrictionModel, ShearStrength, both, dashpot_ratio, friction_key};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::{Hooke, Sjkr};
use crate::law::shear::{Arm, Form, FrictionLimit, ShearForce, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{Card, Contact, Ends, Friction, LawError, Normal, Pair, PowerForce, Tangential};
use crate::units::Dimension;

/// LIGGGHTS, `pair_style gran` with `model hertz`, or `model hooke/stiffness` with `absolute_damping on`.
///
/// The restitution is that of a force that may pull; `limitForce on` takes the attraction away and leaves the coefficient
/// as it was. The program refuses a restitution of 0.05 and less.
#[derive(Debug)]
pub struct Liggghts;

pub(crate) const YOUNG: &str = "youngsModulus";
pub(crate) const POISSON: &str = "poissonsRatio";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

/// What the program takes: it stops at 0.05 and below.
const RESTITUTION: Limits = POSITIVE.above(0.05).at_most(1.0);

const KEYS: &[Key] = &[
    Key::choice("model", &["hertz", "hooke/stiffness", hysteretic::LUDING, hysteretic::HYSTERESIS], "normal model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "coefficientRestitution",
        Dimension::Number,
        RESTITUTION,
        "hertz: restitution; the program refuses 0.05 and less",
    ),
    Key::quantity("kn", Dimension::Stiffness, POSITIVE, "hooke/stiffness: stiffness"),
    Key::quantity(
        "gamman_abs",
        Dimension::Damping,
        Limits::NOT_NEGATIVE,
        "hooke/stiffness with absolute_damping on: coefficient",
    ),
    Key::choice("cohesion", &["off", "sjkr"], "hertz: cohesion model"),
    Key::quantity(DENSITY, Dimension::EnergyDensity, POSITIVE, "with cohesion sjkr"),
    Key::choice("limitForce", &["off", "on"], "the force never pulls"),
    friction_key(FRICTION, "friction of `tangential history`; no tangential force unless given"),
    Key::quantity("kt", Dimension::Stiffness, POSITIVE, "hooke/stiffness with friction: tangential stiffness"),
    Key::quantity(
        "gammat_abs",
        Dimension::Damping,
        Limits::NOT_NEGATIVE,
        "hooke/stiffness with absolute_damping and tangential_damping on: tangential coefficient",
    ),
    Key::choice(
        "tangential_damping",
        &["on", "off"],
        "a dashpot beside the tangential spring, dropped while the surfaces slide",
    ),
    hysteretic::PROPERTIES[0],
    hysteretic::PROPERTIES[1],
    hysteretic::PROPERTIES[2],
    hysteretic::PROPERTIES[3],
    hysteretic::PROPERTIES[4],
    hysteretic::PROPERTIES[5],
    hysteretic::PROPERTIES[6],
];

pub(crate) const DENSITY: &str = "cohesionEnergyDensity";
pub(crate) const FRICTION: &str = "coefficientFriction";

const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::HalfOverlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

/// What bounds friction beside `sjkr`: its attraction is no part of `sidata.Fn`.
const WITHOUT_ATTRACTION: &str =
    "mu times the magnitude of the normal force without its attraction (tangential_reduce off)";

const CARD: Card = Card {
    name: "liggghts",
    title: "LIGGGHTS: pair_style gran, model hertz, hooke/stiffness, luding and hooke/hysteresis",
    formula: "hertz:            F = 4/3 E* sqrt(R* delta) delta - 2 sqrt(5/6) beta sqrt(S_n m*) v,  S_n = 2 E* sqrt(R* delta)\n\
              beta = ln e/sqrt(ln^2 e + pi^2)\n\
              hooke/stiffness:  F = kn delta + gamman_abs v\n\
              luding:           k1 = LoadingStiffness, the other stiffnesses in parts of it\n\
              hooke/hysteresis: k1 = 16/15 sqrt(R*) E* (15 m V^2/(16 sqrt(R*) E*))^(1/5), V = characteristicVelocity",
    symbols: &[("S_n", "tangent stiffness", "N/m"), ("e", "coefficientRestitution", "-"), ("beta", "-z", "-")],
    holds: "e is achieved without limitForce, above 0.05",
    source: "LIGGGHTS-PUBLIC 3.8.0, gran model hertz",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "G1",
        says: "limitForce only removes the attractive part",
        is: "the rebound is faster for the same coefficientRestitution",
        number: "0.5 gives 0.550283, 0.1 gives 0.252729",
    },
    Erratum {
        id: "G2",
        says: "sjkr is a simplified JKR",
        is: "the attraction is an energy density times the area of overlap: an undamped contact loses nothing, and bodies never stick",
        number: "sjkr2 has twice the area between spheres, 4 pi R* delta, and the same at a wall",
    },
];

impl Liggghts {
    fn hertzian(params: &Parameters) -> Result<(Normal, Damping), LawError> {
        params.refuse(&["kn", "gamman_abs"], "hertz takes its stiffness from the material and a restitution")?;
        let e = params.require(KEYS, "coefficientRestitution", "liggghts")?;
        Ok((Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?), tangent_dashpot(e)))
    }

    /// `model hertz ... cohesion sjkr`: the dashpot acts on the part of Hertz.
    fn cohesive(params: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
        params.refuse(&["kn", "gamman_abs"], "hertz takes its stiffness from the material and a restitution")?;
        params.refuse(&[FRICTION], "friction beside cohesion is not supported")?;
        if params.word(KEYS, "limitForce")? == "on" {
            return Err(LawError::key("limitForce", "`limitForce on` beside cohesion is not supported"));
        }
        own_modulus(params, KEYS, [YOUNG, POISSON], pair, "liggghts")?;
        let cohesion_energy_density = params.require(KEYS, DENSITY, "liggghts")?;
        let damping = match params.require(KEYS, "coefficientRestitution", "liggghts")? {
            1.0 => Damping::Undamped(Undamped),
            e => tangent_dashpot(e),
        };
        Ok(Contact {
            normal: Normal::Sjkr(Sjkr { cohesion_energy_density }),
            damping,
            ends: Ends::ZeroOverlap,
            friction: None,
        })
    }

    fn linear(params: &Parameters) -> Result<(Normal, Damping), LawError> {
        params.refuse(
            &[YOUNG, POISSON, "coefficientRestitution"],
            "hooke/stiffness has a stiffness and a coefficient of its own",
        )?;
        let normal = Normal::Hooke(Hooke { stiffness: params.require(KEYS, "kn", "liggghts")? });
        Ok(match params.require(KEYS, "gamman_abs", "liggghts")? {
            0.0 => (normal, Damping::Undamped(Undamped)),
            C => (normal, Damping::LinearDashpot(LinearDashpot::Coefficient(C))),
        })
    }

    /// `tangential history`: a total spring with its dashpot.
    fn friction(params: &Parameters, linear: bool, pair: &Pair) -> Result<Option<Friction>, LawError> {
        let Some(mu) = params.number(KEYS, FRICTION)? else {
            params
                .refuse(&["kt", "gammat_abs", "tangential_damping"], "there is no friction, `coefficientFriction`")?;
            return Ok(None);
        };
        let damped = params.word(KEYS, "tangential_damping")? == "on";
        if linear {
            let stiffness = params.require(KEYS, "kt", "liggghts")?;
            let strength =
                params.number(KEYS, "gammat_abs")?.filter(|C| damped && *C != 0.0).map(ShearStrength::Coefficient);
            let dashpot = strength.map(|strength| ShearDamping { strength, sliding: SHEAR.sliding });
            return Ok(Some(SHEAR.with(Tangential::CundallStrack(CundallStrack { stiffness, friction: mu, dashpot }))));
        }
        params.refuse(
            &["kt", "gammat_abs"],
            "hertz takes its tangential stiffness and damping from the material and e",
        )?;
        let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
        let e = params.require(KEYS, "coefficientRestitution", "liggghts")?;
        Ok(Some(SHEAR.friction(mu, ratio, damped.then(|| ShearStrength::Beta(full_force_ratio(e))))))
    }

    /// Adds the numbers of the tangential spring to the list; whether its dashpot is on.
    fn render_friction(
        shear: &ShearForce,
        force: &PowerForce,
        pair: &Pair,
        numbers: &mut Vec<(&'static str, f64)>,
    ) -> Result<&'static str, LawError> {
        numbers.push((FRICTION, shear.friction));
        if force.alpha == 1.0 {
            if shear.gamma != 0.0 || shear.S == 0.0 {
                return Err(LawError::table(
                    "LIGGGHTS' `kt` of hooke/stiffness is constant: this tangential spring is not",
                ));
            }
            numbers.extend([
                ("kt", shear.S),
                ("gammat_abs", if shear.dashpot.beta == 0.0 { shear.dashpot.C } else { 0.0 }),
            ]);
            return Ok(if shear.dashpot.C != 0.0 && shear.dashpot.beta == 0.0 { "on" } else { "off" });
        }
        // The dashpot has the normal one's number, or is off.
        let same = |z: f64, normal: f64| z != 0.0 && (z / ((5.0f64 / 6.0).sqrt() * normal) - 1.0).abs() < 1e-9;
        let on = dashpot_ratio(shear, pair).zip(ratio(force, pair.m_star)).is_some_and(|(z, normal)| same(z, normal));
        Ok(if on { "on" } else { "off" })
    }

    fn render_linear(force: &PowerForce) -> Result<Vec<(&'static str, f64)>, LawError> {
        no_gap(force, "LIGGGHTS")?;
        if force.C != 0.0 && force.beta != 0.0 {
            return Err(damping_shape(force, "LIGGGHTS"));
        }
        Ok(vec![("kn", force.K), ("gamman_abs", force.C)])
    }

    fn render_hertz(force: &PowerForce, pair: &Pair) -> Result<Vec<(&'static str, f64)>, LawError> {
        let mut numbers = render_material(force, pair, "LIGGGHTS", [YOUNG, POISSON])?;
        let z = ratio(force, pair.m_star).ok_or_else(|| damping_shape(force, "LIGGGHTS"))?;
        let e = full_force_request(z, "LIGGGHTS")?;
        if !RESTITUTION.hold(e) {
            return Err(LawError::table(format!(
                "LIGGGHTS refuses a `coefficientRestitution` of 0.05 and less, and this law needs {e}"
            )));
        }
        numbers.push(("coefficientRestitution", e));
        Ok(numbers)
    }
}

impl System for Liggghts {
    fn facts(&self) -> &'static Facts {
        const {
            &Facts {
                errata: ERRATA,
                branched: &["sjkr", "luding"],
                driver: Some(&driver::DRIVER),
                solid_spheres: true,
                planes_on_axes: true,
                ..Facts::new(&CARD, KEYS)
            }
        }
    }

    fn contract(&self) -> Contract {
        let own = SHEAR.on(Contract {
            wall_modulus: Convention::OwnModulus.worded("the wall has the modulus of its own type"),
            damping: "F_d = 2 sqrt(5/6) z sqrt(m* k_tangent) v, z of the full force".into(),
            adhesion: "no surface energy: an energy density (sjkr), a stiffness k_c (luding, hooke/hysteresis)".into(),
            memory: "the largest overlap (luding, hooke/hysteresis)".into(),
            ..default_contract("LIGGGHTS", Ends::ZeroOverlap)
        });
        let friction_limit = own.friction_limit.and(&format!("; with sjkr {WITHOUT_ATTRACTION}"));
        Contract { friction_limit, ..own }
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        let model = params.word(KEYS, "model")?;
        if matches!(model, hysteretic::LUDING | hysteretic::HYSTERESIS) {
            return hysteretic::contact(params, model, pair);
        }
        params.refuse(&hysteretic::PROPERTIES.map(|key| key.name), "only luding and hooke/hysteresis have it")?;
        let linear = model == "hooke/stiffness";
        if params.word(KEYS, "cohesion")? == "sjkr" {
            if linear {
                return Err(LawError::key("cohesion", "cohesion beside hooke/stiffness is not supported"));
            }
            let contact = Self::cohesive(params, pair)?;
            let contract = SHEAR.on(self.contract()).for_law(&contact, line::NO_ADHESION);
            let contract = Contract { friction_limit: WITHOUT_ATTRACTION.into(), ..contract };
            return Ok(Parsed {
                restitution_requested: params.number(KEYS, "coefficientRestitution")?.filter(|e| *e < 1.0),
                notes: vec![
                    "G2: between two spheres the area is that of their lens, which is less by about delta/R*".into(),
                ],
                ..Parsed::new(contact, contract)
            });
        }
        params.refuse(&[DENSITY], "there is no cohesion model, `cohesion = \"sjkr\"`")?;
        let (normal, damping) = if linear { Self::linear(params)? } else { Self::hertzian(params)? };
        let ends = if params.word(KEYS, "limitForce")? == "on" { Ends::ForceClamped } else { Ends::ZeroOverlap };
        let contact = Contact { normal, damping, ends, friction: Self::friction(params, linear, pair)? };
        contact.force(pair)?;
        let e = params.number(KEYS, "coefficientRestitution")?;
        let mut notes = Vec::new();
        if !ends.pulls() && e.is_some_and(|e| e < 1.0) {
            notes.push("G1: e is for the full force, and limitForce removes the attractive part".to_string());
        }
        let mut contract = SHEAR.on(self.contract()).ending(ends).for_law(&contact, line::NO_ADHESION);
        if linear {
            contract.damping = "F_d = gamman_abs v".into();
        }
        Ok(Parsed { restitution_requested: e, notes, ..Parsed::new(contact, contract) })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some(params) = hysteretic::render(contact, pair)? {
            return Ok(Rendered { params, notes: Vec::new() });
        }
        if let Normal::Sjkr(law) = &contact.normal {
            only_alone(contact, "`sjkr`", "LIGGGHTS")?;
            let numbers = vec![(DENSITY, law.cohesion_energy_density), ("coefficientRestitution", 1.0)];
            let words = [("model", "hertz"), ("cohesion", "sjkr"), ("limitForce", "off")];
            return Ok(Rendered { params: Parameters::new(numbers, &words), notes: Vec::new() });
        }
        let force = contact.force(pair)?;
        dissipative(&force, "LIGGGHTS")?;
        let pulls = contact.ends.pulls();
        let own_end = if pulls { Ends::ZeroOverlap } else { Ends::ForceClamped };
        let (model, mut numbers) = if force.alpha == 1.0 {
            ("hooke/stiffness", Self::render_linear(&force)?)
        } else {
            ("hertz", Self::render_hertz(&force, pair)?)
        };
        let notes = same_end(contact.ends, own_end, force.C != 0.0, "LIGGGHTS")?;
        let limit = if pulls { "off" } else { "on" };
        let mut words = vec![("model", model), ("limitForce", limit)];
        if let Some(shear) = tangential::friction_to_render(contact, pair)? {
            words.push(("tangential_damping", Self::render_friction(&shear, &force, pair, &mut numbers)?));
        }
        Ok(Rendered { params: Parameters::new(numbers, &words), notes })
    }
}
