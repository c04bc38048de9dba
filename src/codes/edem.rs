//! EDEM.
//!
//! The names are those of its input fields, run together. The material may be given there by its shear modulus instead:
//! `G = E/(2(1 + nu))`.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    alone, breaks_elsewhere, full_force_request, hertz, material_keys, only_alone, own_modulus, render_hertz,
    tangent_dashpot,
};
use super::script::{Line, always, given, missing};
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::normal::{BreaksAt, Jkr, Luding, Unloading};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// EDEM: `Hertz-Mindlin (no slip)`, `Hertz-Mindlin with JKR` and `Hysteretic Spring`.
pub static EDEM: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["jkr", "luding"],
    material: |params| (params.given(PHYSICS) != Some(HYSTERETIC)).then_some([YOUNG, POISSON]),
    remarks: |_| Remarks::note("to be entered in the Creator: a deck is no text"),
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[FRICTION]))
};

/// The fields of the Creator.
const LINES: &[Line] = &[
    always("Material {name}"),
    missing(YIELD, "  Poisson's Ratio = {PoissonsRatio}"),
    always("  Solids Density (kg/m3) = {density}"),
    missing(YIELD, "  Young's Modulus (Pa) = {YoungsModulus}"),
    given(YIELD, "  Yield Strength (Pa) = {YieldStrength}"),
    always("Interaction {name} : {name}"),
    always("  Coefficient of Restitution = {CoefficientOfRestitution}"),
    always("  Coefficient of Static Friction = {CoefficientOfStaticFriction=0}"),
    always("  Coefficient of Rolling Friction = 0"),
    given(ENERGY, "  Surface Energy (J/m2) = {SurfaceEnergy}"),
    always("Physics = {Physics=Hertz-Mindlin (no slip)}"),
];

const YOUNG: &str = "YoungsModulus";
const POISSON: &str = "PoissonsRatio";
const RESTITUTION: &str = "CoefficientOfRestitution";
const FRICTION: &str = "CoefficientOfStaticFriction";
const PHYSICS: &str = "Physics";
const PLAIN: &str = "Hertz-Mindlin (no slip)";
const JKR: &str = "Hertz-Mindlin with JKR";
const HYSTERETIC: &str = "Hysteretic Spring";
const ENERGY: &str = "SurfaceEnergy";
const YIELD: &str = "YieldStrength";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);
const MODEL: &str = "EDEM's Hertz-Mindlin (no slip)";

const KEYS: &[Key] = &[
    Key::choice(PHYSICS, &[PLAIN, JKR, HYSTERETIC], "contact model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        RESTITUTION,
        Dimension::Number,
        Limits::RESTITUTION,
        "restitution of the interaction of the two materials; 1 is without damping",
    ),
    friction_key(FRICTION, "friction of the interaction; no tangential force unless given"),
    Key::quantity(
        ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "Hertz-Mindlin with JKR: surface energy of the interaction, w = 2 gamma",
    ),
    Key::quantity(
        YIELD,
        Dimension::Pressure,
        POSITIVE,
        "Hysteretic Spring: the smaller yield strength Y of the two materials, k1 = 5 R* Y",
    ),
];

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

fn contract() -> Contract {
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

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    match params.word(KEYS, PHYSICS)? {
        PLAIN => params.refuse(&[ENERGY, YIELD], "only another Physics has it")?,
        model => return cohesive(params, model, pair),
    }
    let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
    let e = params.require(KEYS, RESTITUTION, "edem")?;
    let mut contact = Contact { normal, damping: tangent_dashpot(e), ends: Ends::ZeroOverlap, friction: None };
    let force = contact.force(pair)?;
    let mut beyond = Vec::new();
    if let Some(mu) = params.number(KEYS, FRICTION)? {
        contact.friction = Some(SHEAR.friction(mu, tangential::mindlin(params.number(KEYS, POISSON)?, pair)?, None));
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
    let contract = contract().for_law(&contact, line::TWICE);
    Ok(Parsed {
        restitution_requested: Some(e),
        derived: vec![NamedNumber::new("S_n/sqrt(delta)", 1.5 * force.K, "N/m^(3/2)")],
        beyond,
        ..Parsed::new(contact, contract)
    })
}

/// JKR: `F = 4 E* a^3/(3 R*) - 4 sqrt(pi gamma E*) a^(3/2)`, `delta = a^2/R* - sqrt(4 pi gamma a/E*)`: `w = 2 gamma`. Hysteretic
/// spring: `k1 = 5 R* Y`, `e = sqrt(k1/k2)`; the residual overlap falls with the overlap where the force is zero, and separated bodies
/// are new: Luding's spring without a pull. Both undamped and without friction.
fn cohesive(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
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
    let contract = Contract { damping: "none beside this model".into(), ..contract() };
    let contract = contract.for_law(&contact, line::TWICE);
    let restitution_requested = (model == HYSTERETIC).then_some(e);
    Ok(Parsed { restitution_requested, beyond: vec![beyond.to_string()], ..Parsed::new(contact, contract) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
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
        _ => return hertzian(contact, pair),
    };
    only_alone(contact, model, "EDEM")?;
    Ok(Parameters::new(numbers, &[(PHYSICS, model)]).into())
}

fn hertzian(contact: &Contact, pair: &Pair) -> Result<Rendered, LawError> {
    let (mut numbers, z, notes) = render_hertz(contact, pair, MODEL, [YOUNG, POISSON], Ends::ZeroOverlap)?;
    numbers.push((RESTITUTION, full_force_request(z, MODEL)?));
    numbers.extend(tangential::friction_to_render(contact, pair)?.map(|shear| (FRICTION, shear.friction)));
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}
