//! MercuryDPM, `HertzianViscoelasticNormalSpecies` and `LinearPlasticViscoelasticNormalSpecies`.
//!
//! The page writes `+gamma v` with a `gamma` that is negative (M1), and the constant of the tangent stiffness beside
//! the secant one (M2). The code has neither fault. Moduli are effective ones: a rigid wall needs twice the modulus.

use super::export::{Input, InputData, Remarks, Values};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    damping_shape, dissipative, effective_modulus, of_materials, read_spring, render_spring, same_end, spring_contact,
};
use super::restitution::{full_force_ratio, ratio};
use super::script::{always, given, missing};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, line};
use crate::law::damping::{Damping, Strength, Tsuji, Undamped};
use crate::law::normal::Hertz;
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, Friction, LawError, Normal, Pair};
use crate::number::{NamedNumber, exact};
use crate::units::Dimension;

/// MercuryDPM.
pub static MERCURYDPM: Code = Code {
    friction: FRICTION,
    readings: &Reading::ALL,
    errata: ERRATA,
    branched: &["luding"],
    remarks,
    comment: "//",
    ..Code::new(CARD, KEYS, contract, (contact, render), INPUT)
};

/// Its C++.
const INPUT: Input = Input::Script {
    lines: &[
        always(
            "{species:HertzianViscoelastic=HertzianViscoelasticMindlin|LinearPlasticViscoelastic=LinearPlasticViscoelastic}Species species;",
        ),
        always("species.setDensity({density});"),
        missing(SPRING[0], "species.setEffectiveElasticModulus({effectiveElasticModulus});"),
        always("species.setDissipation({dissipation=0});"),
        given(SPRING[0], "species.setLoadingStiffness({loadingStiffness});"),
        given(SPRING[0], "species.setUnloadingStiffnessMax({unloadingStiffnessMax});"),
        given(SPRING[0], "species.setCohesionStiffness({cohesionStiffness});"),
        given(SPRING[0], "species.setPenetrationDepthMax({penetrationDepthMax});"),
        missing(SPRING[0], "species.setSlidingFrictionCoefficient({slidingFrictionCoefficient=0});"),
        given(FRICTION, "species.setEffectiveShearModulus({effectiveShearModulus});"),
        given(FRICTION, "species.setSlidingDissipation({slidingDissipation=0});"),
        always("auto* particles = speciesHandler.copyAndAddObject(species);"),
    ],
    friction: &[FRICTION, SHEAR_MODULUS, "slidingDissipation"],
    values: moduli,
};

/// The moduli of the pair where none are given.
fn moduli(data: &InputData) -> Result<Values, LawError> {
    let (has, pair) = (|key: &str| data.params.numbers.get(key).is_some(), &data.scene.pair);
    let mut values = Vec::new();
    if !has(SPRING[0]) && !has(MODULUS) {
        values.push((MODULUS, exact(pair.require_E_star("mercurydpm")?)));
    }
    if has(FRICTION) && !has(SHEAR_MODULUS) {
        values.push((SHEAR_MODULUS, exact(pair.require_G_star("mercurydpm")?)));
    }
    Ok(values)
}

fn remarks(data: &InputData) -> Remarks {
    Remarks::note(match data.params.given("species") {
        Some(PLASTIC) => "#include \"Species/LinearPlasticViscoelasticSpecies.h\"",
        _ => {
            "#include \"Species/HertzianViscoelasticMindlinSpecies.h\"; the modulus is E* of this pair, rigid wall included"
        }
    })
}

const PLASTIC: &str = "LinearPlasticViscoelastic";
/// `k1`, `k_p`, `k_c`, `phi_f`.
const SPRING: [&str; 4] = ["loadingStiffness", "unloadingStiffnessMax", "cohesionStiffness", "penetrationDepthMax"];
const MODULUS: &str = "effectiveElasticModulus";
const SHEAR_MODULUS: &str = "effectiveShearModulus";
const PULL: &str = "adhesionForceMax";
const FRICTION: &str = "slidingFrictionCoefficient";

const KEYS: &[Key] = &[
    Key::choice("species", &["HertzianViscoelastic", PLASTIC], "normal species"),
    Key::quantity(
        MODULUS,
        Dimension::Pressure,
        POSITIVE,
        "E* of the contact, not Young's modulus; that of the materials unless given",
    ),
    Key::quantity(
        "dissipation",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "phi, with LinearPlasticViscoelastic in N s/m; no damping unless given",
    ),
    Key::quantity(
        "restitutionCoefficient",
        Dimension::Number,
        Limits::RESTITUTION,
        "sets the dissipation, as setEffectiveElasticModulusAndRestitutionCoefficient does",
    ),
    friction_key(FRICTION, "Mindlin species: mu; no tangential force unless given"),
    Key::quantity(
        SHEAR_MODULUS,
        Dimension::Pressure,
        POSITIVE,
        "Mindlin species: G* of the contact; that of the materials unless given",
    ),
    Key::quantity(
        "poissonRatio",
        Dimension::Number,
        Limits::POISSON,
        "beside effectiveElasticModulus: G* = E*/2 (1+nu), as setEffectiveElasticModulusAndPoissonRatio has it",
    ),
    Key::quantity(
        "slidingDissipation",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "Mindlin species: c of a tangential dashpot c sqrt(m* 8 G* a) while the surfaces stick",
    )
    .or(0.0),
    Key::choice(
        "v_n",
        &["approach", "separation"],
        "as documented: whether v_n is the rate of approach or of separation, which the documentation does not state; a parameter of collisionbench",
    ),
    Key::quantity(SPRING[0], Dimension::Stiffness, POSITIVE, "LinearPlasticViscoelastic: k1"),
    Key::quantity(SPRING[1], Dimension::Stiffness, POSITIVE, "LinearPlasticViscoelastic: largest k2"),
    Key::quantity(
        SPRING[2],
        Dimension::Stiffness,
        Limits::NOT_NEGATIVE,
        "LinearPlasticViscoelastic: stiffness of the attraction",
    ),
    Key::quantity(
        SPRING[3],
        Dimension::Number,
        POSITIVE.at_most(1.0),
        "LinearPlasticViscoelastic: phi_f, as a fraction of 2 R*",
    ),
    Key::quantity(
        PULL,
        Dimension::Force,
        Limits::NOT_NEGATIVE,
        "ReversibleAdhesive, IrreversibleAdhesive: a constant attraction in contact; only 0 is supported",
    )
    .or(0.0),
];

/// `MindlinInteraction`: two thirds of `8 G* a` times the whole stretch.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 2.0 / 3.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::HalfOverlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "mercurydpm",
    title: "MercuryDPM: Hertzian spring dashpot",
    formula: "f = k_n delta + gamma_n v_n,  k_n = 4/3 E* sqrt(R* delta)\n\
              gamma_n = phi sqrt(m* k_n),  phi = 2 sqrt(5/6) ln e/sqrt(ln^2 e + pi^2)",
    symbols: &[
        ("E*", MODULUS, "Pa"),
        ("k_n", "secant stiffness", "N/m"),
        ("phi", "dissipation", "-"),
        ("e", "restitution", "-"),
    ],
    holds: "with phi = sqrt(5) z, as in the code",
    source: "MercuryDPM documentation, Hertzian spring dashpot model; HertzianViscoelasticNormalSpecies, 2024-09",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "M1",
        says: "phi takes the sign of ln e, and gamma v is added",
        is: "right only if v is the rate of separation, which the documentation does not state; otherwise the damping adds energy",
        number: "0.5 gives 1.753153",
    },
    Erratum {
        id: "M2",
        says: "phi has the factor 2 sqrt(5/6) beside the secant stiffness",
        is: "that factor belongs to the tangent stiffness; the secant needs sqrt(5)",
        number: "0.5 gives 0.570401 with the corrected sign",
    },
    Erratum {
        id: "M3",
        says: "EDEM, LIGGGHTS and Yade share the formula",
        is: "EDEM and LIGGGHTS have it beside S_n = 2 E* a, a tangent; early versions of Yade have sqrt(5) and a secant",
        number: "1.5 between the two stiffnesses",
    },
    Erratum { id: "M4", says: "Hertz appeared in volume 94", is: "volume 92", number: "" },
];

fn contract() -> Contract {
    let own = Contract {
        wall_modulus: "the modulus given is effective; a rigid wall needs it doubled by hand".into(),
        damping: "F_d = phi sqrt(m* k_secant) v, phi = sqrt(5) z of the full force".into(),
        adhesion:
            "no surface energy: a stiffness k_c (LinearPlasticViscoelastic), or a constant pull with a spring beyond \
                   zero overlap (ReversibleAdhesive, IrreversibleAdhesive), which no law here has"
                .into(),
        memory: "the largest overlap (LinearPlasticViscoelastic)".into(),
        ..default_contract("MercuryDPM", Ends::ZeroOverlap)
    };
    let own = SHEAR.on(own);
    Contract { history: own.history.and(", k_t = 16/3 G* a"), ..own }
}

fn contact(params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    if params.require(KEYS, PULL, "mercurydpm")? != 0.0 {
        let problem = LawError::key(PULL, format!("`{PULL}` is not supported: only 0 is"));
        return Err(problem.help(
            "the pull of ReversibleAdhesive and IrreversibleAdhesive ends adhesionForceMax/adhesionStiffness beyond zero overlap: \
             no law here has that tail",
        ));
    }
    if params.word(KEYS, "species")? == PLASTIC {
        return plastic(params);
    }
    params.refuse(&SPRING, "only LinearPlasticViscoelastic has it")?;
    let normal = Normal::Hertz(Hertz { effective_modulus: params.number(KEYS, MODULUS)? });
    let phi = params.number(KEYS, "dissipation")?;
    let e = params.number(KEYS, "restitutionCoefficient")?;
    if phi.is_some() && e.is_some() {
        params.numbers.exactly_one(&["dissipation", "restitutionCoefficient"], "mercurydpm")?;
    }
    let approach = params.word(KEYS, "v_n")? == "approach";
    let mut notes = Vec::new();
    let strength = match (reading, phi, e) {
        (_, None, None) => None,
        (Reading::Corrected, _, _) => {
            params.refuse(&["v_n"], "corrected, the dashpot opposes the motion")?;
            phi.map(Strength::Coefficient).or(e.map(Strength::Restitution))
        }
        (Reading::AsDocumented, Some(phi), _) => Some(Strength::Coefficient(if approach { phi } else { -phi })),
        (Reading::AsDocumented, None, Some(e)) => {
            let phi = -2.0 * (5.0f64 / 6.0).sqrt() * full_force_ratio(e);
            if approach && e < 1.0 {
                notes.push("M1: the dashpot feeds energy".to_string());
            }
            Some(Strength::Coefficient(if approach { phi } else { -phi }))
        }
    };
    let damping = strength.map_or(Damping::Undamped(Undamped), |strength| Damping::Tsuji(Tsuji(strength)));
    let mut contact = Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None };
    let force = contact.force(pair)?;
    contact.friction = friction(params, force.K, pair, &mut notes)?;
    let coefficient = force.C / (pair.m_star * force.K).sqrt();
    let contract = contract().for_law(&contact, line::NO_ADHESION);
    Ok(Parsed {
        restitution_requested: e,
        derived: vec![NamedNumber::new("dissipation", coefficient, "")],
        notes,
        ..Parsed::new(contact, contract)
    })
}

/// What acts along the contact; `K` is the stiffness of the normal spring.
fn friction(params: &Parameters, K: f64, pair: &Pair, notes: &mut Vec<String>) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        params.refuse(&[SHEAR_MODULUS, "poissonRatio", "slidingDissipation"], "there is no friction")?;
        return Ok(None);
    };
    let E_star = 0.75 * K / pair.R_star.sqrt();
    let G_star = match (params.number(KEYS, SHEAR_MODULUS)?, params.number(KEYS, "poissonRatio")?) {
        (Some(_), Some(_)) => {
            return Err(LawError::key(
                "poissonRatio",
                "`effectiveShearModulus` and `poissonRatio` both set the shear modulus",
            )
            .help("keep one of them"));
        }
        (Some(G_star), None) => G_star,
        (None, Some(nu)) => {
            notes.push(
                "poissonRatio: the setter takes G* = E*/2 (1+nu), which is not the G* of that material".to_string(),
            );
            shear_modulus_of_the_setter(E_star, nu)
        }
        // k_t goes with the materials, whatever the modulus of the spring.
        (None, None) => pair.require_G_star("mercurydpm")?,
    };
    let dissipation = params.require(KEYS, "slidingDissipation", "mercurydpm")?;
    // c sqrt(m* 8 G* a) is 2 z sqrt(m* 16/3 G* a).
    let z = 0.5 * dissipation / SHEAR.factor.sqrt();
    Ok(Some(SHEAR.friction(mu, 4.0 * G_star / E_star, Some(ShearStrength::Ratio(z)))))
}

/// `G* = E*/2 (1+nu)`, Pa, as `setEffectiveElasticModulusAndPoissonRatio` computes it.
///
/// Of two like bodies it is `E* (1-nu)/(2(2-nu))`: 6.5e8 for 2.06e8 at 1 GPa and 0.3.
pub fn shear_modulus_of_the_setter(E_star: f64, nu: f64) -> f64 {
    0.5 * E_star * (1.0 + nu)
}

/// `LinearPlasticViscoelastic` (`LinearPlasticViscoelasticInteraction.cc`): Luding's spring with a linear dashpot.
fn plastic(params: &Parameters) -> Result<Parsed, LawError> {
    let hertzian = [MODULUS, SHEAR_MODULUS, "poissonRatio", "restitutionCoefficient", "v_n"];
    params.refuse(&hertzian, "LinearPlasticViscoelastic has stiffnesses of its own")?;
    params.refuse(&[FRICTION, "slidingDissipation"], "friction beside LinearPlasticViscoelastic is not supported")?;
    let spring = read_spring(params, KEYS, SPRING, "mercurydpm")?;
    let contact = spring_contact(spring, params.number(KEYS, "dissipation")?.unwrap_or(0.0));
    let contract = Contract { damping: "F_d = dissipation v".into(), ..contract() };
    let contract = contract.for_law(&contact, line::NO_ADHESION);
    Ok(Parsed::new(contact, contract))
}

fn render(contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    if let Some((spring, C)) = render_spring(contact, pair, "MercuryDPM")? {
        let numbers = SPRING.into_iter().zip(spring).chain([("dissipation", C)]).collect();
        return Ok(Parameters::new(numbers, &[("species", PLASTIC)]).into());
    }
    let force = contact.force(pair)?;
    let modulus = effective_modulus(&force, pair, "MercuryDPM")?;
    let z = ratio(&force, pair.m_star).ok_or_else(|| damping_shape(&force, "MercuryDPM"))?;
    let notes = same_end(contact.ends, Ends::ZeroOverlap, z != 0.0, "MercuryDPM")?;
    let mut numbers = Vec::new();
    if !of_materials(modulus, pair) {
        numbers.push((MODULUS, modulus));
    }
    if reading == Reading::Corrected {
        dissipative(&force, "MercuryDPM")?;
    }
    if z != 0.0 {
        numbers.push(("dissipation", 5f64.sqrt() * z.abs()));
    }
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        numbers.push((FRICTION, shear.friction));
        // 16/3 G* sqrt(R*) of a spring that goes with the contact radius.
        let G_star = shear.S / (8.0 * SHEAR.factor * pair.R_star.sqrt());
        if shear.gamma == 0.5 && shear.S > 0.0 && pair.G_star.is_none_or(|own| (G_star / own - 1.0).abs() > 1e-13) {
            numbers.push((SHEAR_MODULUS, G_star));
        }
        if shear.gamma == 0.5 && shear.dashpot.C > 0.0 && shear.dashpot.beta == 0.25 {
            numbers.push(("slidingDissipation", shear.dashpot.C / (pair.m_star * shear.S / SHEAR.factor).sqrt()));
        }
    }
    let words: &[_] = if z < 0.0 { &[("v_n", "separation")] } else { &[] };
    Ok(Rendered { params: Parameters::new(numbers, words), notes })
}
