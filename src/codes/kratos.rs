//! Kratos, DEM application, `DEM_D_Hertz_viscous_Coulomb`.
//!
//! Behind the restitution stands Thornton's fit of the clamped contact, the same as in YADE. Below 0.001 the program
//! takes 0.001; above 0.999 there is no damping at all.

use std::path::Path;

use serde_json::{Value, json};

use super::engine::python::{self, Package, bodies_and_parameters};
use super::engine::{Driver, DriverAnswer, Engine, Installation, free};
use super::export::{BodyMaterial, Input, InputData, Remarks, identifier};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{alone, hertz, material_keys, own_modulus, render_hertz};
use super::restitution::{thornton_gamma, thornton_request};
use super::script::frictional;
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, StiffnessDashpot, Undamped};
use crate::law::normal::{Dmt, JkrHertzRadius};
use crate::law::scene::Scene;
use crate::law::shear::{Arm, DynamicFriction, Form, FrictionLimit, FrictionRate, SpringRotation, WhileSliding};
use crate::law::tangential::StiffnessRatio;
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair, Tangential};
use crate::number::NamedNumber;
use crate::units::Dimension;

pub static KRATOS: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["dmt", "jkr-hertz-radius"],
    material: |_| Some([YOUNG, POISSON]),
    remarks: |_| {
        Remarks::note("MaterialsDEM.json; gravity, the inlet and a neighbour search every 50 steps are on by default")
    },
    comment: "//",
    driver: Some(DRIVER),
    solid_spheres: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::Own { write, read })
};

const YOUNG: &str = "YOUNG_MODULUS";
const POISSON: &str = "POISSON_RATIO";
const LAW: &str = "DEM_D_Hertz_viscous_Coulomb";
const JKR: &str = "DEM_D_Hertz_viscous_Coulomb_JKR";
const DMT: &str = "DEM_D_Hertz_viscous_Coulomb_DMT";
const LAW_KEY: &str = "DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME";
const COHESION: &str = "PARTICLE_COHESION";
const RESTITUTION: &str = "COEFFICIENT_OF_RESTITUTION";
const FRICTION: &str = "STATIC_FRICTION";
const DYNAMIC: &str = "DYNAMIC_FRICTION";
const DECAY: &str = "FRICTION_DECAY";
/// s/m; `FRICTION_DECAY` where a model does not set it.
const DECAYS: f64 = 500.0;
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);
const MODEL: &str = "Kratos' DEM_D_Hertz_viscous_Coulomb";

const KEYS: &[Key] = &[
    Key::choice(LAW_KEY, &[LAW, JKR, DMT], "constitutive law of the relation"),
    Key::quantity(COHESION, Dimension::SurfaceEnergy, POSITIVE, "work of adhesion of the relation, with _JKR and _DMT"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        RESTITUTION,
        Dimension::Number,
        Limits::RESTITUTION,
        "restitution of the relation of the two materials; above 0.999 there is no damping",
    ),
    friction_key(FRICTION, "friction of the relation; no tangential force unless given"),
    friction_key(DYNAMIC, "friction of fast slip; that of STATIC_FRICTION unless given"),
    Key::quantity(
        DECAY,
        Dimension::InverseSpeed,
        POSITIVE,
        "d in mu_d + (mu_s - mu_d) exp(-d v_s); 500 s/m unless given, with DYNAMIC_FRICTION",
    ),
];

const SHEAR: FrictionModel = FrictionModel {
    form: Form::Rescaled,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::Overlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "kratos",
    title: "Kratos: DEM_D_Hertz_viscous_Coulomb",
    formula: "F = 2/3 k_n delta + 2 gamma sqrt(m* k_n) v,  k_n = 2 E* sqrt(R* delta)\n\
              gamma = sqrt(1/(1 - (1+e)^2 exp(p(e))) - 1), p a polynomial of tenth degree",
    symbols: &[
        ("k_n", "tangent stiffness", "N/m"),
        ("e", "COEFFICIENT_OF_RESTITUTION", "-"),
        ("gamma", "sqrt(5/6) z", "-"),
    ],
    holds: "e is achieved to 4e-4 from 0.1 to 0.9; above, the fit is inaccurate",
    source: "Kratos 10.4.4, DEM application; Thornton, Cummins & Cleary 2013, Powder Technology 233, 30",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "K1",
        says: "COEFFICIENT_OF_RESTITUTION is the restitution",
        is: "a polynomial fit is used, which is inaccurate above 0.9",
        number: "0.999 gives 0.984071",
    },
    Erratum {
        id: "K2",
        says: "every restitution has its own damping",
        is: "above 0.999 there is none, below 0.001 that of 0.001: a restitution between 0.984071 and 1 cannot be reached",
        number: "",
    },
    Erratum {
        id: "K3",
        says: "_JKR is the law of Johnson, Kendall & Roberts",
        is: "its force is taken at the contact radius of Hertz: the contact has no neck, and bodies never stick",
        number: "the pull-off force is that of JKR; the overlap at rest is 3 times that of JKR",
    },
];

fn contract() -> Contract {
    Contract {
        friction_limit: Convention::Limit(SHEAR.limit),
        lever: SHEAR.lever().and("; between spheres of unlike moduli r - delta E_other/(E_1 + E_2)"),
        damping: "F_d = 2 gamma sqrt(m* k_tangent) v, gamma = sqrt(5/6) z of Thornton's fit".into(),
        history: Convention::Spring { form: SHEAR.form, stiffness: SHEAR.factor }
            .worded("incremental, scaled by sqrt(delta/delta_old) on unloading"),
        adhesion: format!("{} (_DMT, _JKR)", line::OF_PAIR).into(),
        ..default_contract("Kratos", Ends::ForceClamped)
    }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let law = params.word(KEYS, LAW_KEY)?;
    if law != LAW {
        return cohesive(params, law, pair);
    }
    params.refuse(&[COHESION], "only the laws _JKR and _DMT have a cohesion")?;
    let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
    let e = params.require(KEYS, RESTITUTION, "kratos")?;
    let gamma = if e > 0.999 { 0.0 } else { thornton_gamma(e.max(0.001))? };
    let damping = if gamma == 0.0 {
        Damping::Undamped(Undamped)
    } else {
        Damping::StiffnessDashpot(StiffnessDashpot { ratio: gamma, exponent: 0.0, reference_length: 1.0 })
    };
    let notes = match e {
        1.0 => None,
        _ if !(0.001..=0.999).contains(&e) => Some("K2: the program replaces this restitution by another value"),
        _ if e > 0.9 => Some("K1: above 0.9 the polynomial fit is inaccurate"),
        _ => None,
    };
    let mut contact = Contact { normal, damping, ends: Ends::ForceClamped, friction: None };
    let damped = contact.force(pair)?.C != 0.0;
    if let Some(mu) = params.number(KEYS, FRICTION)? {
        let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
        let own = SHEAR.for_pair(pair);
        let ratio = Some(own.factor * ratio);
        let dynamic = dynamic(params, mu)?;
        let spring = StiffnessRatio { form: own.form, ratio, friction: mu, dashpot: None, dynamic };
        contact.friction = Some(own.with(Tangential::StiffnessRatio(spring)));
    } else {
        params.refuse(&[DYNAMIC, DECAY], "there is no STATIC_FRICTION")?;
    }
    let beyond = (damped && contact.friction.is_some())
        .then(|| "Kratos damps the tangential force too, in a form that is not supported".to_string());
    let contract = contract().for_law(&contact, line::OF_PAIR);
    let contract = Contract { lever: SHEAR.for_pair(pair).lever(), ..contract };
    Ok(Parsed {
        restitution_requested: Some(e),
        derived: vec![NamedNumber::new("gamma", gamma, "")],
        notes: notes.into_iter().map(String::from).collect(),
        beyond: beyond.into_iter().collect(),
        ..Parsed::new(contact, contract)
    })
}

/// The dynamic friction beside a static one; `None` where they are one number.
fn dynamic(params: &Parameters, mu: f64) -> Result<Option<DynamicFriction>, LawError> {
    let Some(friction) = params.number(KEYS, DYNAMIC)? else {
        params.refuse(&[DECAY], "there is no DYNAMIC_FRICTION")?;
        return Ok(None);
    };
    let decay = params.number(KEYS, DECAY)?.unwrap_or(DECAYS);
    Ok((friction != mu).then_some(DynamicFriction { friction, decay }))
}

/// The contact of _JKR and _DMT, undamped.
fn cohesive(params: &Parameters, law: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&[FRICTION, DYNAMIC, DECAY], "friction beside _JKR and _DMT is not supported")?;
    if params.require(KEYS, RESTITUTION, "kratos")? <= 0.999 {
        let message = "damping beside _JKR and _DMT is not supported";
        return Err(LawError::key(RESTITUTION, message).help("write  COEFFICIENT_OF_RESTITUTION = 1"));
    }
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "kratos")?;
    let work_of_adhesion = params.require(KEYS, COHESION, "kratos")?;
    let (normal, notes) = if law == DMT {
        (Normal::Dmt(Dmt { work_of_adhesion }), Vec::new())
    } else {
        let note = "K3: the contact has no neck, and bodies never stick".to_string();
        (Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion }), vec![note])
    };
    let contact = alone(normal);
    let lever = SHEAR.for_pair(pair).lever();
    let contract = contract().for_law(&contact, line::OF_PAIR);
    let contract = Contract { damping: "none beside cohesion".into(), lever, ..contract };
    Ok(Parsed { notes, ..Parsed::new(contact, contract) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let attraction = match &contact.normal {
        Normal::Dmt(law) => Some((DMT, law.work_of_adhesion)),
        Normal::JkrHertzRadius(law) => Some((JKR, law.work_of_adhesion)),
        _ => None,
    };
    if let Some((law, w)) = attraction {
        if !matches!(contact.damping, Damping::Undamped(_)) || contact.friction.is_some() {
            return Err(LawError::table(format!("damping and friction beside {law} are not supported")));
        }
        return Ok(Parameters::new(vec![(COHESION, w), (RESTITUTION, 1.0)], &[(LAW_KEY, law)]).into());
    }
    let (mut numbers, z, notes) = render_hertz(contact, pair, MODEL, [YOUNG, POISSON], Ends::ForceClamped)?;
    let e = if z == 0.0 { 1.0 } else { thornton_request((5.0f64 / 6.0).sqrt() * z)? };
    numbers.push((RESTITUTION, e));
    if let Some(shear) = contact.shear(pair)?.filter(|shear| shear.form != Form::Frictionless) {
        numbers.push((FRICTION, shear.friction));
        match shear.rate {
            FrictionRate::Constant => {}
            FrictionRate::Decaying(DynamicFriction { friction, decay }) => {
                numbers.extend([(DYNAMIC, friction), (DECAY, decay)]);
            }
            FrictionRate::Regularised(_) => return Err(tangential::no_smooth_friction()),
        }
    }
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}

/// The materials file.
fn write(data: &InputData) -> Result<Vec<String>, LawError> {
    let ball = data.one_material([YOUNG, POISSON])?;
    let mut parts = vec![Part { name: "SpheresPart".into(), material: ball.clone() }];
    let mut relations = vec![([0, 0], data.params)];
    if data.wall() {
        let name = format!("{}_wall", identifier(&data.scene.bodies[1].name));
        parts.push(Part { name: "RigidFacePart".into(), material: BodyMaterial { name, ..ball } });
        relations.push(([0, 1], data.params));
    }
    Ok(format!("{:#}", materials(&parts, &relations)?).lines().map(String::from).collect())
}

fn read(lines: &[String]) -> Option<Parameters> {
    let file: Value = serde_json::from_str(&lines.join("\n")).ok()?;
    let material = file.pointer("/materials/0/Variables")?;
    let one = file.get("materials")?.as_array()?.iter().all(|other| other.get("Variables") == Some(material));
    one.then_some(())?;
    let relation = file.get("material_relations")?.as_array()?.last()?.get("Variables")?;
    let number = |key: &Key| Some((key.name, material.get(key.name).or(relation.get(key.name))?.as_f64()?));
    let mut found: Vec<(&str, f64)> = KEYS.iter().filter_map(number).collect();
    // One number in both places is friction that does not depend on the slip velocity.
    let of = |name: &str| found.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    if of(DYNAMIC) == of(FRICTION) {
        found.retain(|(key, _)| ![DYNAMIC, DECAY].contains(key));
    }
    Some(frictional(Parameters::new(found, &[(LAW_KEY, relation.get(LAW_KEY)?.as_str()?)]), &[FRICTION]))
}

/// A part of a model with its material.
struct Part {
    name: String,
    material: BodyMaterial,
}

/// The materials of parts, and the relations of two of them, each with the parameters of their contact.
fn materials(parts: &[Part], relations: &[([usize; 2], &Parameters)]) -> Result<Value, LawError> {
    let material = |(index, Part { material, .. }): (usize, &Part)| {
        json!({ "material_name": material.name, "material_id": index + 1, "Variables": {
            "PARTICLE_DENSITY": material.density,
            YOUNG: material.young,
            POISSON: material.poisson,
            "COMPUTE_WEAR": false,
        } })
    };
    let relation = |(of, parameters): &([usize; 2], &Parameters)| {
        let friction = parameters.numbers.get(FRICTION).unwrap_or_default();
        let mut relation = json!({
            "material_names_list": of.map(|index| &parts[index].material.name),
            "material_ids_list": of.map(|index| index + 1),
            "Variables": {
                RESTITUTION: parameters.needed(RESTITUTION)?,
                FRICTION: friction,
                DYNAMIC: parameters.numbers.get(DYNAMIC).unwrap_or(friction),
                DECAY: parameters.numbers.get(DECAY).unwrap_or(DECAYS),
                "ROLLING_FRICTION": 0.0,
                "ROLLING_FRICTION_WITH_WALLS": 0.0,
                LAW_KEY: parameters.word(KEYS, LAW_KEY)?,
            },
        });
        if let Some(cohesion) = parameters.numbers.get(COHESION) {
            relation["Variables"][COHESION] = json!(cohesion);
        }
        Ok(relation)
    };
    Ok(json!({
        "materials": parts.iter().enumerate().map(material).collect::<Vec<_>>(),
        "material_relations": relations.iter().map(relation).collect::<Result<Vec<_>, LawError>>()?,
        "material_assignation_table": parts.iter().map(|part| json!([part.name, part.material.name])).collect::<Vec<_>>(),
    }))
}

/// Kratos' DEMApplication, `DEM_D_Hertz_viscous_Coulomb`.
///
/// A wall is a rigid triangle. The scheme is `Symplectic_Euler`, as it is unless told otherwise; a case takes another as
/// its variant: `Velocity_Verlet`, `Forward_Euler`, `Taylor_Scheme`.
const DRIVER: Driver = Driver {
    title: "Kratos Multiphysics, DEMApplication",
    get: "PyPI: KratosMultiphysics KratosDEMApplication",
    programs: &["python3"],
    ask,
    written: engine,
};

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("kratos.py");

/// Its other schemes.
const VARIANTS: &[(&str, &str)] =
    &[("Velocity_Verlet", "Velocity_Verlet"), ("Forward_Euler", "Forward_Euler"), ("Taylor_Scheme", "Taylor_Scheme")];

/// Says the version of the installed package, without importing it.
const ASK: &str = "import importlib.metadata as m
try:
    print('kratos', m.version('KratosDEMApplication'))
except m.PackageNotFoundError:
    pass
";

fn ask(place: &Path) -> DriverAnswer {
    Ok(python::ask("kratos", place, &[ASK])?.map(engine))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    Box::new(Package { installation, script: SCRIPT, settings: "Symplectic_Euler", variants: VARIANTS, input })
}

/// The materials file of all scenes as export writes it. The damping is given by a restitution: that of the case if it
/// is given in Kratos' parameters, or else the one for which Thornton's fit has the damping of the scene.
fn input(scenes: &[&Scene], scheme: &str) -> Result<Value, String> {
    let (mut parts, mut contacts) = (Vec::new(), Vec::new());
    for scene in scenes {
        let (materials, parameters) = bodies_and_parameters(scene, &KRATOS)?;
        free(scene)?;
        let first = parts.len();
        for (body, material) in scene.bodies.iter().zip(materials) {
            let name = format!("m{}", parts.len() + 1);
            let whole = if body.is_wall() { "RigidFacePart" } else { "SpheresPart" };
            parts.push(Part { name: format!("{whole}.{name}"), material: BodyMaterial { name, ..material } });
        }
        contacts.push(([first, first + 1], parameters));
    }
    let relations: Vec<_> = contacts.iter().map(|(of, parameters)| (*of, parameters)).collect();
    let materials = materials(&parts, &relations).map_err(|error| error.message)?;
    Ok(json!({ "scheme": scheme, "materials": materials }))
}
