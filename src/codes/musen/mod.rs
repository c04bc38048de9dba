//! MUSEN.

mod adhesive;
mod input;

use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::material::{full_force_request, hertz, material_keys, render_hertz, tangent_dashpot};
use super::restitution::full_force_ratio;
use super::tangential::{self, FrictionModel, ShearStrength, friction_key};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::rolling::OwnSpin;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair, Rolling};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// MUSEN, normal parts of `Hertz` (undamped) and `Hertz-Mindlin` (with a restitution).
#[derive(Debug)]
pub struct Musen;

// The keys spell out what the page has as symbols and the program in its windows.
pub(crate) const YOUNG: &str = "YoungModulus";
pub(crate) const POISSON: &str = "PoissonRatio";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(
        "model",
        &["Hertz", "Hertz-Mindlin", adhesive::JKR, adhesive::POPOV],
        "which contact model; the documentation describes Hertz, without damping",
    )
    .unless("Hertz-Mindlin beside a RestitutionCoefficient, else Hertz"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "RestitutionCoefficient",
        Dimension::Number,
        Limits::RESTITUTION,
        "not with Hertz: restitution of the two materials; beside adhesion, of the part of Hertz",
    )
    .or(1.0),
    Key::quantity(
        adhesive::ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "JKR: surface energy, the geometric mean of the two materials: w = SurfaceEnergy",
    ),
    Key::quantity(
        adhesive::TENSION,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "Popov-JKR: surface tension, the geometric mean of the two materials: w = SurfaceTension",
    ),
    friction_key(FRICTION, "mu_sl of the two materials; no tangential force unless given"),
    friction_key(ROLLING, "mu_ro of the two materials, against each body's own spin (X3)"),
];

const FRICTION: &str = "SlidingFriction";
const ROLLING: &str = "RollingFriction";

/// `Hertz-Mindlin`: a total spring, and a dashpot that is dropped while it slides.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: Levers { slip: Arm::Proportional, torque: Arm::Radius },
    at_wall: Levers { slip: Arm::Proportional, torque: Arm::Radius },
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "musen",
    title: "MUSEN: Hertz, and Hertz-Mindlin with a restitution",
    formula: "F_n = 2/3 xi_n k_n,  k_n = 2 E* sqrt(xi_n R*)\n\
              Hertz-Mindlin:  + 2 sqrt(5/6) beta sqrt(k_n m*) v,  beta = -ln e/sqrt(ln^2 e + pi^2)",
    symbols: &[("xi_n", "overlap", "m"), ("k_n", "tangent stiffness", "N/m"), ("e", "restitution", "-")],
    holds: "the restitution is achieved: the force may be attractive, as its formula assumes",
    source: "MUSEN documentation, Contact model: Hertz; source of version 1.74.2",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "X1",
        says: "the relative velocity is v2 - v1 + w1 x rc1 - w2 x rc2",
        is: "v2 - v1 - w1 x rc1 + w2 x rc2; the second arm is not defined",
        number: "a pair that turns as one body has a relative velocity of 11.4 m/s instead of 0 (w = 3, r = 1 and 1, d = 1.9)",
    },
    Erratum {
        id: "X2",
        says: "the moment on body 2 is -n x F_t r2",
        is: "+n x F_t r2, and arms shortened by the overlap keep the angular momentum",
        number: "dL/dt is -1.9 as printed, +0.1 with the corrected sign, 0 with shortened arms (F_t = 1)",
    },
    Erratum {
        id: "X3",
        says: "the rolling moment opposes each body's own spin",
        is: "not objective, and no pair of action and reaction; 0/0 without spin",
        number: "a pair that turns as one body loses 2 mu_ro F_n r of angular momentum per second instead of 0",
    },
    Erratum {
        id: "X4",
        says: "k_t has a G* that is not defined",
        is: "1/G* = (2-nu1)/G1 + (2-nu2)/G2",
        number: "taken as E* is, 1/G* = 1/G1 + 1/G2, k_t is 2 - nu times too stiff: 1.7 at 0.3",
    },
    Erratum {
        id: "X5",
        says: "the old tangential force is turned into the new tangent plane",
        is: "twist about the normal is left out, and the subscripts pr and nr are mixed",
        number: "after a twist of 60 deg the error of the force is as large as the force",
    },
    Erratum {
        id: "X6",
        says: "the models JKR and Popov-JKR are the law of Johnson, Kendall & Roberts",
        is: "neither has a neck, and undamped bodies never stick: JKR takes its force at the contact radius of Hertz, Popov-JKR a fit \
             that pulls with 1.32 pi w R* at most",
        number: "",
    },
];

const MUSEN: &str = "MUSEN";

/// The contact model: where it is not given, the one of the two with and without a restitution.
fn model(params: &Parameters) -> Result<&str, LawError> {
    match (params.given("model"), params.numbers.get("RestitutionCoefficient")) {
        (Some(_), _) => params.word(KEYS, "model"),
        (None, Some(_)) => Ok("Hertz-Mindlin"),
        (None, None) => Ok("Hertz"),
    }
}

impl System for Musen {
    fn facts(&self) -> &'static Facts {
        const { &Facts { errata: ERRATA, branched: &["jkr-hertz-radius", "popov-jkr"], ..Facts::new(&CARD, KEYS) } }
    }

    fn contract(&self) -> Contract {
        SHEAR.on(Contract {
            damping: "F_d = 2 sqrt(5/6) beta sqrt(m* k_tangent) v, beta = z of the full force".into(),
            adhesion: format!("{} (JKR, Popov-JKR)", line::OF_PAIR).into(),
            signs: "force on body 1 along -n, n from body 1 to body 2".into(),
            ..default_contract("MUSEN", Ends::ZeroOverlap)
        })
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        let model = model(params)?;
        if matches!(model, adhesive::JKR | adhesive::POPOV) {
            return adhesive::contact(params, model, pair);
        }
        params.refuse(&[adhesive::ENERGY, adhesive::TENSION], "only JKR and Popov-JKR have it")?;
        let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
        let damped = model == "Hertz-Mindlin";
        if !damped {
            params.refuse(&["RestitutionCoefficient"], "the model Hertz is undamped")?;
        }
        let e = params.require(KEYS, "RestitutionCoefficient", "musen")?;
        let damping = tangent_dashpot(if damped { e } else { 1.0 });
        let mut contact = Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None };
        let force = contact.force(pair)?;
        let friction_model = FrictionModel { form: if damped { SHEAR.form } else { Form::Incremental }, ..SHEAR };
        let mut notes = Vec::new();
        match (params.number(KEYS, FRICTION)?, params.number(KEYS, ROLLING)?) {
            (None, None) => {}
            (mu, rolling) => {
                let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
                let dashpot = ShearStrength::Beta(full_force_ratio(if damped { e } else { 1.0 }));
                let mut friction = friction_model.friction(mu.unwrap_or(0.0), ratio, Some(dashpot));
                if let Some(friction_of_rolling) = rolling.filter(|&rolling| rolling > 0.0) {
                    friction.rolling = Rolling::OwnSpin(OwnSpin { friction: friction_of_rolling });
                    notes.push("X3: the rolling moment goes with each body's own spin".to_string());
                    if force.C != 0.0 {
                        notes.push("the code takes the elastic normal force for rolling, this bench the total".into());
                    }
                }
                contact.friction = Some(friction);
            }
        }
        let contract = self.contract().for_law(&contact, line::OF_PAIR);
        let history = Convention::history(friction_model.form);
        let damping = if damped { contract.damping } else { "F_d = 0".into() };
        Ok(Parsed {
            restitution_requested: damped.then_some(e),
            derived: vec![NamedNumber::new("k_n/sqrt(xi_n)", 1.5 * force.K, "N/m^(3/2)")],
            notes,
            ..Parsed::new(contact, Contract { history, damping, ..contract })
        })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some(params) = adhesive::render(contact)? {
            return Ok(Rendered { params, notes: Vec::new() });
        }
        let (mut numbers, z, notes) = render_hertz(contact, pair, MUSEN, [YOUNG, POISSON], Ends::ZeroOverlap)?;
        let shear = tangential::friction_to_render(contact, pair)?;
        if let Some(shear) = &shear {
            numbers.push((FRICTION, shear.friction));
            if let RollingForce::OwnSpin { friction } = shear.rolling {
                numbers.push((ROLLING, friction));
            }
        }
        // Its `Hertz` has no dashpot and an incremental spring; `Hertz-Mindlin` has a total one.
        if z == 0.0 && shear.is_none_or(|shear| shear.form != Form::Total) {
            return Ok(Rendered { params: Parameters::new(numbers, &[("model", "Hertz")]), notes });
        }
        numbers.push(("RestitutionCoefficient", full_force_request(z, "MUSEN")?));
        Ok(Rendered { params: Parameters::new(numbers, &[("model", "Hertz-Mindlin")]), notes })
    }
}
