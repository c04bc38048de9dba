//! MUSEN.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{full_force_request, hertz, material_keys, own_modulus, render_hertz, tangent_dashpot};
use super::restitution::full_force_ratio;
use super::script::{always, given};
use super::tangential::{self, FrictionModel, ShearStrength, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, StiffnessDashpot};
use crate::law::normal::{JkrHertzRadius, PopovJkr};
use crate::law::rolling::OwnSpin;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair, Rolling};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// MUSEN: normal parts of `Hertz` (undamped) and `Hertz-Mindlin` (with a restitution), `JKR` and `Popov-JKR`.
pub static MUSEN: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["jkr-hertz-radius", "popov-jkr"],
    material: |_| Some([YOUNG, POISSON]),
    remarks: |_| {
        Remarks::note("to be entered in the materials database and the models manager; a restitution of 0 gives NaN")
    },
    ..Code::new(CARD, KEYS, contract, (contact, render), INPUT)
};

/// The entries of the materials database and the contact model, by their names in its windows.
const INPUT: Input = Input::Script {
    lines: &[
        always("Compound {name}"),
        always("  Density [kg/m3] = {density}"),
        always("  Young's modulus [Pa] = {YoungModulus}"),
        always("  Poisson ratio [-] = {PoissonRatio}"),
        given(ENERGY, "  Surface energy [J/m2] = {SurfaceEnergy}"),
        given(TENSION, "  Surface tension [N/m] = {SurfaceTension}"),
        always("Interaction {name} - {name}"),
        always("  Restitution coefficient [-] = {RestitutionCoefficient=1}"),
        always("  Sliding friction [-] = {SlidingFriction=0}"),
        always("  Rolling friction [-] = {RollingFriction=0}"),
        always("Model particle-particle = {model}"),
        given("wall", "Model particle-wall = {model}"),
    ],
    friction: &[FRICTION],
    values: |data| Ok(vec![("model", model(data.params)?.to_string())]),
};

// The keys spell out what the page has as symbols and the program in its windows.
const YOUNG: &str = "YoungModulus";
const POISSON: &str = "PoissonRatio";
const RESTITUTION: &str = "RestitutionCoefficient";
const FRICTION: &str = "SlidingFriction";
const ROLLING: &str = "RollingFriction";
const JKR: &str = "JKR";
const POPOV: &str = "Popov-JKR";
const ENERGY: &str = "SurfaceEnergy";
const TENSION: &str = "SurfaceTension";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(
        "model",
        &["Hertz", "Hertz-Mindlin", JKR, POPOV],
        "which contact model; the documentation describes Hertz, without damping",
    )
    .unless("Hertz-Mindlin beside a RestitutionCoefficient, else Hertz"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        RESTITUTION,
        Dimension::Number,
        Limits::RESTITUTION,
        "not with Hertz: restitution of the two materials; beside adhesion, of the part of Hertz",
    )
    .or(1.0),
    Key::quantity(
        ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "JKR: surface energy, the geometric mean of the two materials: w = SurfaceEnergy",
    ),
    Key::quantity(
        TENSION,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "Popov-JKR: surface tension, the geometric mean of the two materials: w = SurfaceTension",
    ),
    friction_key(FRICTION, "mu_sl of the two materials; no tangential force unless given"),
    friction_key(ROLLING, "mu_ro of the two materials, against each body's own spin (X3)"),
];

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

/// The contact model: where it is not given, the one of the two with and without a restitution.
fn model(params: &Parameters) -> Result<&str, LawError> {
    match (params.given("model"), params.numbers.get(RESTITUTION)) {
        (Some(_), _) => params.word(KEYS, "model"),
        (None, Some(_)) => Ok("Hertz-Mindlin"),
        (None, None) => Ok("Hertz"),
    }
}

fn contract() -> Contract {
    SHEAR.on(Contract {
        damping: "F_d = 2 sqrt(5/6) beta sqrt(m* k_tangent) v, beta = z of the full force".into(),
        adhesion: format!("{} (JKR, Popov-JKR)", line::OF_PAIR).into(),
        signs: "force on body 1 along -n, n from body 1 to body 2".into(),
        ..default_contract("MUSEN", Ends::ZeroOverlap)
    })
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let model = model(params)?;
    if matches!(model, JKR | POPOV) {
        return adhesive(params, model, pair);
    }
    params.refuse(&[ENERGY, TENSION], "only JKR and Popov-JKR have it")?;
    let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
    let damped = model == "Hertz-Mindlin";
    if !damped {
        params.refuse(&[RESTITUTION], "the model Hertz is undamped")?;
    }
    let e = params.require(KEYS, RESTITUTION, "musen")?;
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
    let contract = contract().for_law(&contact, line::OF_PAIR);
    let history = Convention::history(friction_model.form);
    let damping = if damped { contract.damping } else { "F_d = 0".into() };
    Ok(Parsed {
        restitution_requested: damped.then_some(e),
        derived: vec![NamedNumber::new("k_n/sqrt(xi_n)", 1.5 * force.K, "N/m^(3/2)")],
        notes,
        ..Parsed::new(contact, Contract { history, damping, ..contract })
    })
}

/// `JKR` (`ModelPPJKR.cpp`), JKR's force at the contact radius of Hertz, or `Popov-JKR` (`ModelPPPopovJKR.cpp`), without friction. Their
/// `w` is the geometric mean of the surface energies, or tensions, of both materials; their dashpot is that of `Hertz-Mindlin`.
fn adhesive(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&[FRICTION, ROLLING], "friction beside adhesion is not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "musen")?;
    let (key, other) = if model == JKR { (ENERGY, TENSION) } else { (TENSION, ENERGY) };
    params.refuse(&[other], "this model takes the other of energy and tension")?;
    let work_of_adhesion = params.require(KEYS, key, "musen")?;
    let normal = match model {
        JKR => Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion }),
        _ => Normal::PopovJkr(PopovJkr { work_of_adhesion }),
    };
    let e = params.require(KEYS, RESTITUTION, "musen")?;
    let contact = Contact { normal, damping: tangent_dashpot(e), ends: Ends::ZeroOverlap, friction: None };
    let contract = contract().for_law(&contact, line::OF_PAIR);
    let notes = vec!["X6: the contact has no neck, and undamped bodies never stick".to_string()];
    Ok(Parsed { restitution_requested: Some(e).filter(|e| *e < 1.0), notes, ..Parsed::new(contact, contract) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let (model, key, w) = match &contact.normal {
        Normal::JkrHertzRadius(law) => (JKR, ENERGY, law.work_of_adhesion),
        Normal::PopovJkr(law) => (POPOV, TENSION, law.work_of_adhesion),
        _ => return hertzian(contact, pair),
    };
    if contact.friction.is_some() {
        return Err(LawError::table(format!("friction beside {model} is not supported for MUSEN")));
    }
    let ratio = match &contact.damping {
        Damping::Undamped(_) => 0.0,
        Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, .. }) => *ratio,
        other => {
            let name = other.card().name;
            return Err(
                LawError::table(format!("MUSEN has no `{name}`")).help("write [contact.damping.stiffness-dashpot]")
            );
        }
    };
    let e = full_force_request(ratio / (5.0f64 / 6.0).sqrt(), "MUSEN")?;
    Ok(Parameters::new(vec![(key, w), (RESTITUTION, e)], &[("model", model)]).into())
}

fn hertzian(contact: &Contact, pair: &Pair) -> Result<Rendered, LawError> {
    let (mut numbers, z, notes) = render_hertz(contact, pair, "MUSEN", [YOUNG, POISSON], Ends::ZeroOverlap)?;
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
    numbers.push((RESTITUTION, full_force_request(z, "MUSEN")?));
    Ok(Rendered { params: Parameters::new(numbers, &[("model", "Hertz-Mindlin")]), notes })
}
