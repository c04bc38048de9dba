//! HYBIRD, `contactModel = LINEAR` and `HERTZIAN`.
//!
//! As documented, the Hertzian dashpot carries a factor 2 too many (H3), and both restitutions are those of a force
//! that may pull (H6). The code has the page's formulas, and clamps the force at zero.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    damping_shape, dissipative, full_force_request, hertz, material_keys, no_gap, render_material, same_end,
};
use super::restitution::{full_force_ratio, ratio};
use super::script::{Line, always, given, missing};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::achieved::restitution_of_ratio;
use crate::law::contract::{Contract, Convention};
use crate::law::damping::{Damping, LinearDashpot, Strength, Tsuji, Undamped};
use crate::law::normal::Hooke;
use crate::law::rolling::Constant;
use crate::law::shear::{Arm, Form, FrictionLimit, RollingForce, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{Card, Contact, Ends, Friction, LawError, Normal, Pair, Rolling, Tangential};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// HYBIRD.
pub static HYBIRD: Code = Code {
    friction: FRICTION,
    readings: &Reading::ALL,
    in_use: Reading::AsDocumented,
    errata: ERRATA,
    material: |params| (params.given("contactModel") != Some("LINEAR")).then_some([YOUNG, POISSON]),
    remarks: |_| Remarks::note("`restitution` is the input of the formula, not the achieved value given above"),
    always_one_modulus: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, WITH_FRICTION))
};

/// The configuration file.
const LINES: &[Line] = &[
    always("particleDensity = {density}"),
    always("contactModel = {contactModel}"),
    given("linearStiff", "linearStiff = {linearStiff}"),
    missing("linearStiff", "youngMod = {youngMod}"),
    missing("linearStiff", "poisson = {poisson}"),
    always("restitution = {restitution=1}"),
    given("tangStiff", "tangStiff = {tangStiff}"),
    always("viscTang = {viscTang=0}"),
    always("frictionCoefPart = {frictionCoefPart=0}"),
    always("frictionCoefWall = {frictionCoefPart=0}"),
    always("frictionCoefObj = {frictionCoefPart=0}"),
    always("rollingCoefPart = {rollingCoefPart=0}"),
    always("numVisc = 0"),
];

const WITH_FRICTION: &[&str] = &[FRICTION, "viscTang", "rollingCoefPart", "tangStiff"];

const YOUNG: &str = "youngMod";
const POISSON: &str = "poisson";
const FRICTION: &str = "frictionCoefPart";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice("contactModel", &["LINEAR", "HERTZIAN"], "which of the two contact models").needed(),
    Key::quantity("linearStiff", Dimension::Stiffness, POSITIVE, "k_n,L of the linear model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity("restitution", Dimension::Number, Limits::RESTITUTION, "zeta, the restitution").or(1.0),
    friction_key(FRICTION, "friction of two particles; no tangential force unless given"),
    Key::quantity(
        "tangStiff",
        Dimension::Stiffness,
        POSITIVE,
        "k_s of the static friction solver; without that solver there is only a tangential dashpot, which is not supported",
    ),
    Key::quantity(
        "viscTang",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "of the tangential dashpot 2 viscTang sqrt(m~ k_s)",
    )
    .or(0.0),
    Key::quantity(
        "rollingCoefPart",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "rolling friction, against the relative spin",
    )
    .or(0.0),
];

/// `DEM::FRtangentialContact`: spring and dashpot together within `mu N`.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Incremental,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::Radius),
    at_wall: both(Arm::Radius),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

const CARD: Card = Card {
    name: "hybird",
    title: "HYBIRD: linear dashpot and damped Hertzian contact",
    formula: "LINEAR:    F = k_L xi + 2 alpha_L sqrt(k_L m~) v,  alpha_L = -ln zeta/sqrt(ln^2 zeta + pi^2)\n\
              HERTZIAN:  F = k_H xi + 2 alpha_H sqrt(k_H m~) v,  k_H = 2/3 E/(1-nu^2) sqrt(r~ xi)\n\
              alpha_H = -sqrt(5) ln zeta/sqrt(ln^2 zeta + pi^2)",
    symbols: &[
        ("xi", "overlap", "m"),
        ("k_L", "linearStiff", "N/m"),
        ("k_H", "secant stiffness of two equal spheres", "N/m"),
        ("zeta", "restitution", "-"),
        ("r~, m~", "effective radius and mass", "m, kg"),
    ],
    holds: "zeta is achieved by the linear model if the force may pull, by the Hertzian model if alpha_H is halved as well",
    source: "HYBIRD wiki, Normal contact; DEM::normalContact, 2025-04; Antypov & Elliott 2011, EPL 94, 50004",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "H1",
        says: "the collision time grows with (E rho/(1-nu^2))^(2/5)",
        is: "with (rho (1-nu^2)/E)^(2/5); the printed formula does not have the unit of time",
        number: "279 for a sphere of 1 mm at 1 m/s; the collision time is 6.01e-6 s",
    },
    Erratum {
        id: "H2",
        says: "its factor is 1.1",
        is: "11.687 with r~ and E/(1-nu^2): r1 + r2 = 4 r~, and E* is half of E/(1-nu^2)",
        number: "10.62 times too short with the corrected ratio",
    },
    Erratum {
        id: "H3",
        says: "the formula has a factor 2 before Antypov and Elliott's coefficient",
        is: "the coefficient has no such factor: alpha_H must be halved",
        number: "0.5 gives 0.223095 with the full force, 0.341403 with the clamped force; at 0.163034 and below the bodies never separate",
    },
    Erratum {
        id: "H4",
        says: "k_H is the tangent stiffness",
        is: "the secant, and of two bodies of one material",
        number: "the tangent is 3/2 of it",
    },
    Erratum {
        id: "H5",
        says: "gamma_L is the damping ratio",
        is: "a rate, 1/s; the ratio is alpha_L = gamma_L/omega_L",
        number: "",
    },
    Erratum {
        id: "H6",
        says: "restitution and time of the linear model hold",
        is: "for the full force; the code clamps it",
        number: "0.5 gives 0.550283",
    },
    Erratum { id: "H7", says: "the paper of Hertz is of 1894", is: "1881", number: "" },
    Erratum {
        id: "H8",
        says: "a tenth of the collision time is a safe step",
        is: "with the printed time the rule is not usable",
        number: "10.6 times too small with the corrected ratio, 5e7 times too large as printed",
    },
];

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        wall_modulus: Convention::SphereModulus,
        damping: "F_d = 2 alpha sqrt(m* k_secant) v, alpha = sqrt(5) z (Hertzian), z (linear) of the full force".into(),
        ..default_contract("HYBIRD", Ends::ForceClamped)
    });
    let history = "static friction solver: F_t = k_s s, k_s constant; without it a capped dashpot alone";
    Contract { history: history.into(), ..own }
}

fn contact(params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let e = params.require(KEYS, "restitution", "hybird")?;
    let linear = params.word(KEYS, "contactModel")? == "LINEAR";
    let (normal, damping) = if linear { hooke(params, e, reading)? } else { hertzian(params, e, reading)? };
    let ends = Ends::ForceClamped;
    let friction = friction(params)?;
    let contact = Contact { normal, damping, ends, friction };
    let force = contact.force(pair)?;
    let z = ratio(&force, pair.m_star).unwrap_or_default();
    let mut derived = Vec::new();
    let mut notes = Vec::new();
    if linear {
        let omega = (force.K / pair.m_star).sqrt();
        derived.push(NamedNumber::new("alpha_L", z, ""));
        derived.push(NamedNumber::new("gamma_L", z * omega, "1/s"));
        derived.push(NamedNumber::new("omega_L", omega, "1/s"));
    } else {
        derived.push(NamedNumber::new("k_H/sqrt(xi)", force.K, "N/m^(3/2)"));
        derived.push(NamedNumber::new("alpha_H", 0.5 * 5f64.sqrt() * z, ""));
    }
    if reading == Reading::AsDocumented && e < 1.0 {
        notes.push(
            if linear { "H6: the formula is for a force that may pull" } else { "H3: a factor 2 too many" }.to_string(),
        );
    }
    Ok(Parsed { restitution_requested: Some(e), derived, notes, ..Parsed::new(contact, contract()) })
}

fn hooke(params: &Parameters, e: f64, reading: Reading) -> Result<(Normal, Damping), LawError> {
    params.refuse(&[YOUNG, POISSON], "the linear model has a stiffness of its own")?;
    let stiffness = params.require(KEYS, "linearStiff", "hybird")?;
    let damping = match reading {
        _ if e == 1.0 => Damping::Undamped(Undamped),
        Reading::AsDocumented => Damping::LinearDashpot(LinearDashpot::Ratio(full_force_ratio(e))),
        Reading::Corrected => Damping::LinearDashpot(LinearDashpot::Restitution(e)),
    };
    Ok((Normal::Hooke(Hooke { stiffness }), damping))
}

fn hertzian(params: &Parameters, e: f64, reading: Reading) -> Result<(Normal, Damping), LawError> {
    params.refuse(&["linearStiff"], "the Hertzian model takes its stiffness from the material")?;
    let damping = match reading {
        _ if e == 1.0 => Damping::Undamped(Undamped),
        Reading::AsDocumented => Damping::Tsuji(Tsuji(Strength::Coefficient(2.0 * 5f64.sqrt() * full_force_ratio(e)))),
        Reading::Corrected => Damping::Tsuji(Tsuji(Strength::Restitution(e))),
    };
    Ok((Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?), damping))
}

fn friction(params: &Parameters) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        params.refuse(&["tangStiff", "viscTang", "rollingCoefPart"], "there is no friction, `frictionCoefPart`")?;
        return Ok(None);
    };
    let stiffness = params.number(KEYS, "tangStiff")?.ok_or_else(|| {
        LawError::table(
            "without its static friction solver HYBIRD has only a capped tangential dashpot, which is not supported",
        )
        .help("give `tangStiff`, the spring of that solver")
    })?;
    let z = params.require(KEYS, "viscTang", "hybird")?;
    let strength = ShearStrength::Ratio(z);
    let dashpot = (z > 0.0).then_some(ShearDamping { strength, sliding: SHEAR.sliding });
    let spring = Tangential::CundallStrack(CundallStrack { stiffness, friction: mu, dashpot, dynamic: None });
    let rolling = params.require(KEYS, "rollingCoefPart", "hybird")?;
    let mut friction = SHEAR.with(spring);
    if rolling > 0.0 {
        friction.rolling = Rolling::Constant(Constant { friction: rolling });
    }
    Ok(Some(friction))
}

fn render(contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "HYBIRD")?;
    let z = ratio(&force, pair.m_star).ok_or_else(|| damping_shape(&force, "HYBIRD"))?;
    let notes = same_end(contact.ends, Ends::ForceClamped, z != 0.0, "HYBIRD")?;
    let linear = force.alpha == 1.0;
    let (model, mut numbers) = if linear {
        no_gap(&force, "HYBIRD")?;
        ("LINEAR", vec![("linearStiff", force.K)])
    } else {
        ("HERTZIAN", render_material(&force, pair, "HYBIRD", [YOUNG, POISSON])?)
    };
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        numbers.push((FRICTION, shear.friction));
        if shear.gamma != 0.0 || shear.S <= 0.0 {
            return Err(LawError::table("HYBIRD's tangential spring is constant, and this one grows with the overlap")
                .help("convert without friction"));
        }
        numbers.push(("tangStiff", shear.S));
        numbers.push(("viscTang", tangential::dashpot_ratio(&shear, pair).unwrap_or(0.0)));
        if let RollingForce::Constant { friction } = shear.rolling {
            numbers.push(("rollingCoefPart", friction));
        }
    }
    numbers.push((
        "restitution",
        match reading {
            Reading::Corrected => restitution_of_ratio(z, Ends::ForceClamped),
            Reading::AsDocumented if linear => full_force_request(z, "HYBIRD")?,
            Reading::AsDocumented => full_force_request(0.5 * z, "HYBIRD")?,
        },
    ));
    Ok(Rendered { params: Parameters::new(numbers, &[("contactModel", model)]), notes })
}
