//! Lethe, DEM: `linear`, `hertz_mindlin_limit_overlap` and `hertz_JKR`.
//!
//! The keys are the parameters of its file with `_` for blanks. Materials of two types mix to the harmonic mean of restitution and friction.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    HertzParts, alone, breaks_elsewhere, damping_shape, dissipative, equivalent_spring, full_force_request, hertz,
    material_keys, modulus_of_spring, no_gap, only_alone, own_modulus, poisson_of, render_hertz, same_end,
    tangent_dashpot,
};
use super::restitution::{full_force_ratio, ratio};
use super::script::{Line, always, given};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, line};
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::{BreaksAt, Hooke, Jkr};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair, PowerForce, Tangential};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Lethe.
pub static LETHE: Code = Code {
    friction: FRICTION,
    branched: &["jkr"],
    material: |_| Some([YOUNG, POISSON]),
    remarks: |_| {
        Remarks::note(
            "the properties of walls are those of the particles here; 2/3 and 2 sqrt(5/6) are 0.66665 and 1.8257 in the code",
        )
    },
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[FRICTION]))
};

/// Its parameter file.
const LINES: &[Line] = &[
    always("set density particles = {density}"),
    always("set young modulus particles = {young_modulus_particles}"),
    always("set young modulus wall = {young_modulus_particles}"),
    always("set poisson ratio particles = {poisson_ratio_particles}"),
    always("set poisson ratio wall = {poisson_ratio_particles}"),
    always("set restitution coefficient particles = {restitution_coefficient_particles=1}"),
    always("set restitution coefficient wall = {restitution_coefficient_particles=1}"),
    always("set friction coefficient particles = {friction_coefficient_particles=0}"),
    always("set friction coefficient wall = {friction_coefficient_particles=0}"),
    given(ENERGY, "set surface energy particles = {surface_energy_particles}"),
    given(ENERGY, "set surface energy wall = {surface_energy_particles}"),
    always(
        "set particle particle contact force method = {particle_particle_contact_force_method=hertz_mindlin_limit_overlap}",
    ),
    always(
        "set particle wall contact force method = {particle_particle_contact_force_method:hertz_mindlin_limit_overlap=nonlinear|linear=linear|hertz_JKR=JKR}",
    ),
    always("set rolling resistance torque method = none"),
];

const METHOD: &str = "particle_particle_contact_force_method";
const LINEAR: &str = "linear";
const MINDLIN: &str = "hertz_mindlin_limit_overlap";
const JKR: &str = "hertz_JKR";
const YOUNG: &str = "young_modulus_particles";
const POISSON: &str = "poisson_ratio_particles";
const RESTITUTION: &str = "restitution_coefficient_particles";
const FRICTION: &str = "friction_coefficient_particles";
const ENERGY: &str = "surface_energy_particles";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(
        METHOD,
        &[MINDLIN, LINEAR, JKR],
        "contact force method; `hertz` and `hertz_mindlin_limit_force` have a tangential spring without a slider, which is not supported",
    ),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(RESTITUTION, Dimension::Number, Limits::RESTITUTION, "restitution of both bodies").or(1.0),
    friction_key(FRICTION, "friction of both bodies; no tangential force unless given"),
    Key::quantity(
        ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "hertz_JKR: surface energy of each body, w = 2 gamma for like ones",
    ),
];

/// Spring and dashpot together within `mu F_n`, which is negative while the dashpot pulls.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::Radius),
    at_wall: both(Arm::Radius),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

/// Impact speed, m/s, for which the linear spring is as deep as Hertz'.
const CHARACTERISTIC: f64 = 1.0;

/// `k_t/k_n` of the linear model.
const LINEAR_RATIO: f64 = 0.4;

const CARD: Card = Card {
    name: "lethe",
    title: "Lethe: linear, hertz_mindlin_limit_overlap, hertz_JKR",
    formula: "hertz_mindlin:  F_n = 4/3 E* sqrt(R*) delta^(3/2) - 2 sqrt(5/6) beta sqrt(S_n m*) v,  S_n = 2 E* sqrt(R* delta)\n\
              linear:         F_n = k_n delta - 2 beta sqrt(k_n m*) v,  k_n = 16/15 sqrt(R*) E* (15/16 m* V^2/(sqrt(R*) E*))^(1/5),  V = 1 m/s\n\
              beta = ln e/sqrt(ln^2 e + pi^2)",
    symbols: &[
        ("S_n", "tangent stiffness", "N/m"),
        ("e", "restitution coefficient", "-"),
        ("V", "characteristic velocity", "m/s"),
    ],
    holds: "e is achieved: the force may pull; 2/3 and 2 sqrt(5/6) are 0.66665 and 1.8257 in the code, 2.5e-5 less",
    source: "Lethe, particle_particle_contact_force.h (0092035), documentation of the DEM parameters",
    known_as: &[],
};

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        damping: "F_d = 2 sqrt(5/6) z sqrt(m* k_tangent) v, z of the full force".into(),
        adhesion: format!("{} (hertz_JKR)", line::TWICE).into(),
        ..default_contract("Lethe", Ends::ZeroOverlap)
    });
    Contract { friction_limit: own.friction_limit.and("; while the force pulls Lethe turns friction round"), ..own }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let model = params.word(KEYS, METHOD)?;
    let e = params.require(KEYS, RESTITUTION, "lethe")?;
    if model == JKR {
        return adhesive(params, e, pair);
    }
    params.refuse(&[ENERGY], "only hertz_JKR has it")?;
    let material = hertz(params, KEYS, YOUNG, POISSON)?;
    let (normal, damping) = if model == LINEAR {
        let E_star = material.effective_modulus.map_or_else(|| pair.require_E_star("lethe"), Ok)?;
        let stiffness = equivalent_spring(E_star, pair, CHARACTERISTIC);
        (Normal::Hooke(Hooke { stiffness }), Damping::LinearDashpot(LinearDashpot::Ratio(full_force_ratio(e))))
    } else {
        (Normal::Hertz(material), tangent_dashpot(e))
    };
    let damping = if e == 1.0 { Damping::Undamped(Undamped) } else { damping };
    let mut contact = Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None };
    let force = contact.force(pair)?;
    let mut beyond = Vec::new();
    if let Some(mu) = params.number(KEYS, FRICTION)? {
        contact.friction = Some(if model == LINEAR {
            SHEAR.with(Tangential::CundallStrack(linear_spring(mu, &force)))
        } else {
            let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
            SHEAR.friction(mu, ratio, Some(ShearStrength::Beta(full_force_ratio(e))))
        });
        if force.C != 0.0 {
            beyond.push(
                "Lethe's limit of friction is negative while the dashpot pulls: it turns friction round".to_string(),
            );
        }
    }
    let contract = contract().for_law(&contact, line::TWICE);
    let derived = vec![NamedNumber::new("k_n/delta^(n-1)", force.K, if model == LINEAR { "N/m" } else { "N/m^(3/2)" })];
    Ok(Parsed { restitution_requested: Some(e), derived, beyond, ..Parsed::new(contact, contract) })
}

/// Spring and dashpot of the linear model along the contact: 0.4 of the normal spring, sqrt(0.4) of the normal dashpot.
fn linear_spring(mu: f64, force: &PowerForce) -> CundallStrack {
    let strength = ShearStrength::Coefficient(LINEAR_RATIO.sqrt() * force.C);
    let dashpot = (force.C > 0.0).then_some(ShearDamping { strength, sliding: SHEAR.sliding });
    CundallStrack { stiffness: LINEAR_RATIO * force.K, friction: mu, dashpot, dynamic: None }
}

/// JKR without a neck below zero overlap, undamped: its dashpot goes with Hertz' contact radius.
fn adhesive(params: &Parameters, e: f64, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&[FRICTION], "friction beside this model is not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "lethe")?;
    if e < 1.0 {
        let message = format!("damping beside {JKR} is not supported");
        return Err(LawError::key(RESTITUTION, message).help(format!("write  {RESTITUTION} = 1")));
    }
    let work_of_adhesion = 2.0 * params.require(KEYS, ENERGY, "lethe")?;
    let contact = alone(Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::ZeroOverlap }));
    let contract = Contract { damping: "none beside this model".into(), ..contract() }.for_law(&contact, line::TWICE);
    Ok(Parsed::new(contact, contract))
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    match &contact.normal {
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::ZeroOverlap }) => {
            only_alone(contact, JKR, "Lethe")?;
            let numbers = vec![(ENERGY, 0.5 * work_of_adhesion), (RESTITUTION, 1.0)];
            return Ok(Parameters::new(numbers, &[(METHOD, JKR)]).into());
        }
        Normal::Jkr(law) => {
            return Err(breaks_elsewhere(law, BreaksAt::ZeroOverlap, "Lethe breaks a contact at zero overlap"));
        }
        _ => {}
    }
    let linear = contact.force(pair)?.alpha == 1.0;
    let (model, mut numbers, z, notes) = if linear {
        let (numbers, z, notes) = render_linear(contact, pair)?;
        (LINEAR, numbers, z, notes)
    } else {
        let (numbers, z, notes) = render_hertz(contact, pair, "Lethe", [YOUNG, POISSON], Ends::ZeroOverlap)?;
        (MINDLIN, numbers, z, notes)
    };
    numbers.push((RESTITUTION, full_force_request(z, "Lethe")?));
    numbers.extend(tangential::friction_to_render(contact, pair)?.map(|shear| (FRICTION, shear.friction)));
    Ok(Rendered { params: Parameters::new(numbers, &[(METHOD, model)]), notes })
}

/// The modulus that gives the linear spring, with the Poisson's ratio of the pair.
fn render_linear(contact: &Contact, pair: &Pair) -> Result<HertzParts, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "Lethe")?;
    no_gap(&force, "Lethe")?;
    let z = ratio(&force, pair.m_star).ok_or_else(|| damping_shape(&force, "Lethe"))?;
    let notes = same_end(contact.ends, Ends::ZeroOverlap, z != 0.0, "Lethe")?;
    let nu = poisson_of(pair).ok_or_else(|| {
        LawError::table(
            "Lethe's linear spring follows from a Young's modulus, which it gives only together with a Poisson's ratio",
        )
        .help("give both bodies a material with `young_modulus` and `poisson_ratio`")
    })?;
    let E_star = modulus_of_spring(force.K, pair, CHARACTERISTIC);
    Ok((vec![(YOUNG, 2.0 * (1.0 - nu * nu) * E_star), (POISSON, nu)], z, notes))
}
