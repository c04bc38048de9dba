//! EDEM.

mod cohesive;
mod input;

use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::material::{full_force_request, hertz, material_keys, render_hertz, tangent_dashpot};
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// EDEM, `Hertz-Mindlin (no slip)`.
///
/// The names are those of its input fields, run together. The material may be given there by its shear modulus instead:
/// `G = E/(2(1 + nu))`.
#[derive(Debug)]
pub struct Edem;

pub(crate) const YOUNG: &str = "YoungsModulus";
pub(crate) const POISSON: &str = "PoissonsRatio";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);
const MODEL: &str = "EDEM's Hertz-Mindlin (no slip)";

const KEYS: &[Key] = &[
    Key::choice(cohesive::MODEL, &[cohesive::PLAIN, cohesive::JKR, cohesive::HYSTERETIC], "contact model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "CoefficientOfRestitution",
        Dimension::Number,
        Limits::RESTITUTION,
        "restitution of the interaction of the two materials; 1 is without damping",
    ),
    friction_key(FRICTION, "friction of the interaction; no tangential force unless given"),
    Key::quantity(
        cohesive::ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "Hertz-Mindlin with JKR: surface energy of the interaction, w = 2 gamma",
    ),
    Key::quantity(
        cohesive::YIELD,
        Dimension::Pressure,
        POSITIVE,
        "Hysteretic Spring: the smaller yield strength Y of the two materials, k1 = 5 R* Y",
    ),
];

pub(crate) const FRICTION: &str = "CoefficientOfStaticFriction";

/// Conventions of its formulas; arms and limit, which they lack, are those of a force at the contact point.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::HalfOverlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

const CARD: Card = Card {
    name: "edem",
    title: "EDEM: Hertz-Mindlin (no slip)",
    formula: "F_n = 4/3 E* sqrt(R*) delta^(3/2) - 2 sqrt(5/6) beta sqrt(S_n m*) v,  S_n = 2 E* sqrt(R* delta)\n\
              beta = ln e/sqrt(ln^2 e + pi^2)",
    symbols: &[("S_n", "tangent stiffness", "N/m"), ("e", "CoefficientOfRestitution", "-"), ("beta", "-z", "-")],
    holds: "the restitution is achieved: the force may be attractive, as its formula assumes",
    source: "Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239; EDEM, Hertz-Mindlin (no slip)",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "E1",
        says: "the pull-out force of JKR is 3/2 pi gamma R*",
        is: "3 pi gamma R* with the force and overlap of the same page, whose work of adhesion is 2 gamma",
        number: "",
    },
    Erratum {
        id: "E2",
        says: "the contact of JKR ends at a^3 = 9 pi gamma R*^2/(2 E*) (3/4 - 1/sqrt(2))",
        is: "the smallest overlap has a^3 = pi gamma R*^2/(4 E*): the contact ends at 0.9965 of it and loses 0.2 % less energy",
        number: "",
    },
];

impl System for Edem {
    fn facts(&self) -> &'static Facts {
        const { &Facts { errata: ERRATA, branched: &["jkr", "luding"], ..Facts::new(&CARD, KEYS) } }
    }

    fn contract(&self) -> Contract {
        Contract {
            friction_limit: Convention::Limit(SHEAR.limit),
            lever: "contact point; the formulas do not give the arms".into(),
            damping: "F_d = 2 sqrt(5/6) z sqrt(m* k_tangent) v, z of the full force".into(),
            history: Convention::history(SHEAR.form),
            rotation: "its formulas do not give it".into(),
            adhesion: format!("{} (Hertz-Mindlin with JKR)", line::TWICE).into(),
            memory: "the largest overlap (Hysteretic Spring)".into(),
            ..default_contract("EDEM", Ends::ZeroOverlap)
        }
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        match params.word(KEYS, cohesive::MODEL)? {
            cohesive::PLAIN => params.refuse(&[cohesive::ENERGY, cohesive::YIELD], "only another Physics has it")?,
            model => return cohesive::contact(params, model, pair),
        }
        let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
        let e = params.require(KEYS, "CoefficientOfRestitution", "edem")?;
        let mut contact = Contact { normal, damping: tangent_dashpot(e), ends: Ends::ZeroOverlap, friction: None };
        let force = contact.force(pair)?;
        let mut beyond = Vec::new();
        if let Some(mu) = params.number(KEYS, FRICTION)? {
            contact.friction =
                Some(SHEAR.friction(mu, tangential::mindlin(params.number(KEYS, POISSON)?, pair)?, None));
            beyond.push(
                "EDEM's manual does not say where the tangential force acts, nor what limits it while the force pulls"
                    .to_string(),
            );
            if force.C != 0.0 {
                beyond.push(
                    "EDEM has a tangential dashpot beside the normal one: 2 sqrt(5/6) z sqrt(m* S_t) v_t".to_string(),
                );
            }
        }
        let contract = self.contract().for_law(&contact, line::TWICE);
        Ok(Parsed {
            restitution_requested: Some(e),
            derived: vec![NamedNumber::new("S_n/sqrt(delta)", 1.5 * force.K, "N/m^(3/2)")],
            beyond,
            ..Parsed::new(contact, contract)
        })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some(params) = cohesive::render(contact, pair)? {
            return Ok(Rendered { params, notes: Vec::new() });
        }
        let (mut numbers, z, notes) = render_hertz(contact, pair, MODEL, [YOUNG, POISSON], Ends::ZeroOverlap)?;
        numbers.push(("CoefficientOfRestitution", full_force_request(z, MODEL)?));
        numbers.extend(tangential::friction_to_render(contact, pair)?.map(|shear| (FRICTION, shear.friction)));
        Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
    }
}
