//! Project Chrono, smooth contact (SMC): `Hertz` and `Hooke`, from material properties or from coefficients.
//!
//! Adhesion beside the clamped force, a constant pull, and `PlainCoulomb`, whose spring lacks `sqrt(R*)`, are not supported.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    damping_shape, dissipative, equivalent_spring, full_force_request, hertz, material_keys, no_gap, render_hertz,
    same_end, tangent_dashpot,
};
use super::restitution::full_force_ratio;
use super::script::{Line, always, given, missing};
use super::{Code, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::Contract;
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::Hooke;
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Chrono.
pub static CHRONO: Code = Code {
    material: |params| params.numbers.get(SPRING).is_none().then_some([YOUNG, POISSON]),
    remarks: |data| {
        let radius = "with the collision system of Bullet R* is 0.1 m for every contact: call \
                      ChCollisionInfo::SetDefaultEffectiveCurvatureRadius, or take the multicore one";
        let mut remarks = Remarks::note(radius);
        remarks.notes.extend(
            data.wall().then(|| "a wall is a fixed body: its mass counts in m*, and has to be large".to_string()),
        );
        remarks
    },
    comment: "//",
    held_keeps_mass: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[]))
};

/// Its C++.
const LINES: &[Line] = &[
    always("auto {name} = chrono_types::make_shared<ChContactMaterialSMC>();"),
    missing(SPRING, "{name}->SetYoungModulus({young_modulus});"),
    missing(SPRING, "{name}->SetPoissonRatio({poisson_ratio});"),
    missing(SPRING, "{name}->SetRestitution({restitution=1});"),
    given(SPRING, "{name}->SetKn({kn});"),
    given(SPRING, "{name}->SetGn({gn=0});"),
    always("{name}->SetFriction(0);"),
    missing(SPRING, "sys.UseMaterialProperties(true);"),
    given(SPRING, "sys.UseMaterialProperties(false);"),
    always("sys.SetContactForceModel(ChSystemSMC::{contact_force_model=Hertz});"),
    given(SPEED, "sys.SetCharacteristicImpactVelocity({characteristic_impact_velocity});"),
];

const MODEL: &str = "contact_force_model";
const HERTZ: &str = "Hertz";
const HOOKE: &str = "Hooke";
const YOUNG: &str = "young_modulus";
const POISSON: &str = "poisson_ratio";
const RESTITUTION: &str = "restitution";
const SPRING: &str = "kn";
const DASHPOT: &str = "gn";
const SPEED: &str = "characteristic_impact_velocity";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(MODEL, &[HERTZ, HOOKE], "contact force model; PlainCoulomb and Flores are not supported"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(RESTITUTION, Dimension::Number, Limits::RESTITUTION, "from material properties: restitution").or(1.0),
    Key::quantity(SPRING, Dimension::Stiffness, POSITIVE, "Hooke without material properties: normal stiffness"),
    Key::quantity(
        DASHPOT,
        Dimension::Composed("1/s"),
        Limits::NOT_NEGATIVE,
        "Hooke without material properties: normal damping per unit of m*",
    ),
    Key::quantity(SPEED, Dimension::Speed, POSITIVE, "Hooke from material properties: V").or(1.0),
];

const CARD: Card = Card {
    name: "chrono",
    title: "Chrono: smooth contact (SMC), Hertz and Hooke",
    formula: "Hertz:  F_n = 2/3 S_n delta - 2 sqrt(5/6) beta sqrt(S_n m*) v,  S_n = 2 E* sqrt(R* delta)\n\
              Hooke:  F_n = k_n delta - 2 beta sqrt(k_n m*) v,  k_n = 16/15 sqrt(R*) E* (15/16 m* V^2/(sqrt(R*) E*))^(1/5)\n\
              Hooke, no material properties:  F_n = kn delta + m* gn v\n\
              beta = ln e/sqrt(ln^2 e + pi^2),  F_n >= 0",
    symbols: &[("S_n", "tangent stiffness", "N/m"), ("e", RESTITUTION, "-"), ("V", SPEED, "m/s")],
    holds: "e is exceeded: the formula is that of a force that may pull, and this one does not",
    source: "Project Chrono, ChContactSMC.cpp, ChContactMaterialSMC.cpp, ChCollisionInfo.cpp (7689fbc)",
    known_as: &[],
};

fn contract() -> Contract {
    Contract {
        friction_limit: "mu times the total normal force, adhesion included".into(),
        lever: "contact point of each surface: r".into(),
        effective_radius: "of the collision system: R* (multicore), or one number for all contacts, 0.1 m (Bullet)"
            .into(),
        wall_mass: "m* = m1 m2/(m1 + m2), with the mass that a fixed body and a wall are given".into(),
        damping: "F_d = 2 sqrt(5/6) z sqrt(m* k_tangent) v, z of the full force".into(),
        history: "the displacement of one step: in the limit of short steps a capped dashpot alone".into(),
        rotation: "none: no history".into(),
        ..default_contract("Chrono", Ends::ForceClamped)
    }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let model = params.word(KEYS, MODEL)?;
    if model == HERTZ {
        params.refuse(&[SPRING, DASHPOT, SPEED], "only Hooke has it here")?;
    }
    let e = params.require(KEYS, RESTITUTION, "chrono")?;
    let (normal, damping) = match (model, params.number(KEYS, SPRING)?) {
        (HERTZ, _) => (Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?), tangent_dashpot(e)),
        (_, Some(stiffness)) => {
            params.refuse(&[YOUNG, POISSON, RESTITUTION, SPEED], "the coefficients take the place of the material")?;
            let C = pair.m_star * params.number(KEYS, DASHPOT)?.unwrap_or(0.0);
            let damping = if C == 0.0 {
                Damping::Undamped(Undamped)
            } else {
                Damping::LinearDashpot(LinearDashpot::Coefficient(C))
            };
            (Normal::Hooke(Hooke { stiffness }), damping)
        }
        (_, None) => {
            params.refuse(&[DASHPOT], "it belongs to `kn`")?;
            let own = hertz(params, KEYS, YOUNG, POISSON)?.effective_modulus;
            let E_star = own.map_or_else(|| pair.require_E_star("chrono"), Ok)?;
            let stiffness = equivalent_spring(E_star, pair, params.require(KEYS, SPEED, "chrono")?);
            let damped = Damping::LinearDashpot(LinearDashpot::Ratio(full_force_ratio(e)));
            (Normal::Hooke(Hooke { stiffness }), if e == 1.0 { Damping::Undamped(Undamped) } else { damped })
        }
    };
    let contact = Contact { normal, damping, ends: Ends::ForceClamped, friction: None };
    let force = contact.force(pair)?;
    let derived = vec![NamedNumber::new("k_n/delta^(n-1)", force.K, if model == HERTZ { "N/m^(3/2)" } else { "N/m" })];
    let restitution_requested = params.numbers.get(SPRING).is_none().then_some(e);
    Ok(Parsed { restitution_requested, derived, ..Parsed::new(contact, contract()) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "Chrono")?;
    if force.alpha != 1.0 {
        let (mut numbers, z, notes) = render_hertz(contact, pair, "Chrono", [YOUNG, POISSON], Ends::ForceClamped)?;
        numbers.push((RESTITUTION, full_force_request(z, "Chrono")?));
        return Ok(Rendered { params: Parameters::new(numbers, &[(MODEL, HERTZ)]), notes });
    }
    no_gap(&force, "Chrono")?;
    if force.C != 0.0 && force.beta != 0.0 {
        return Err(damping_shape(&force, "Chrono"));
    }
    let notes = same_end(contact.ends, Ends::ForceClamped, force.C != 0.0, "Chrono")?;
    let numbers = vec![(SPRING, force.K), (DASHPOT, force.C / pair.m_star)];
    Ok(Rendered { params: Parameters::new(numbers, &[(MODEL, HOOKE)]), notes })
}
