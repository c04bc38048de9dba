//! Drake, `MultibodyPlant` with point contact.
//!
//! Each geometry has its stiffness and its dissipation: the dissipation of the pair is weighed by the stiffness of the other geometry, which
//! is the share of the deformation.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{dissipative, hunt_crossley, no_gap, render_hunt_crossley};
use super::script::{Line, always, given};
use super::tangential::{both, friction_key, same_dynamic, smooth, smooth_contract, smooth_to_render};
use super::{Code, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::Contract;
use crate::law::normal::Hooke;
use crate::law::shear::{Arm, SmoothStep};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Drake.
pub static DRAKE: Code = Code {
    friction: STATIC,
    remarks: |_| Remarks::note("the SAP approximation takes `relaxation_time` in place of the dissipation"),
    ..Code::new(CARD, KEYS, contract, (contact, render), INPUT)
};

/// Its Python: the proximity properties of both geometries, or of the first where they are alike.
const INPUT: Input = Input::Script {
    lines: LINES,
    friction: &[STATIC, DYNAMIC, TOLERANCE],
    values: |data| Ok(same_dynamic(data.params, STATIC, DYNAMIC)),
};

const LINES: &[Line] = &[
    always("friction = CoulombFriction({static_friction=0}, {dynamic_friction=0})"),
    always("props_{name} = ProximityProperties()"),
    always(
        "AddContactMaterial(dissipation={hunt_crossley_dissipation=0}, point_stiffness={point_contact_stiffness}, friction=friction, properties=props_{name})",
    ),
    given(STIFFNESS_B, "other = ProximityProperties()"),
    given(
        STIFFNESS_B,
        "AddContactMaterial(properties=other, dissipation={hunt_crossley_dissipation_B}, point_stiffness={point_contact_stiffness_B}, friction=friction)",
    ),
    always("plant.set_stiction_tolerance({stiction_tolerance=0.001})"),
];

const STIFFNESS: &str = "point_contact_stiffness";
const DISSIPATION: &str = "hunt_crossley_dissipation";
const STIFFNESS_B: &str = "point_contact_stiffness_B";
const DISSIPATION_B: &str = "hunt_crossley_dissipation_B";
const STATIC: &str = "static_friction";
const DYNAMIC: &str = "dynamic_friction";
const TOLERANCE: &str = "stiction_tolerance";

const KEYS: &[Key] = &[
    Key::quantity(
        STIFFNESS,
        Dimension::Stiffness,
        POSITIVE,
        "of the first geometry, and of the second unless that has its own",
    ),
    Key::quantity(
        DISSIPATION,
        Dimension::InverseSpeed,
        Limits::NOT_NEGATIVE,
        "d of the first geometry; none unless given",
    ),
    Key::quantity(STIFFNESS_B, Dimension::Stiffness, POSITIVE, "of the second geometry"),
    Key::quantity(DISSIPATION_B, Dimension::InverseSpeed, Limits::NOT_NEGATIVE, "d of the second geometry"),
    friction_key(STATIC, "static friction of the pair; no tangential force unless given"),
    friction_key(
        DYNAMIC,
        "dynamic friction of the pair, from three stiction tolerances on; the static one unless given",
    ),
    Key::quantity(TOLERANCE, Dimension::Speed, POSITIVE, "the slip speed at which friction is the static one").or(1e-3),
];

const CARD: Card = Card {
    name: "drake",
    title: "Drake: point contact with Hunt and Crossley's dissipation",
    formula: "F_n = k x (1 + d v),  F_n >= 0\n\
              k = k_A k_B/(k_A + k_B),  d = k_B/(k_A + k_B) d_A + k_A/(k_A + k_B) d_B",
    symbols: &[
        ("x", "overlap", "m"),
        ("k_A, k_B", "point_contact_stiffness of each geometry", "N/m"),
        ("d_A, d_B", "hunt_crossley_dissipation of each geometry", "s/m"),
    ],
    holds: "a continuous plant, in the limit of short steps a discrete one with the TAMSI, Similar or Lagged approximation",
    source: "Drake documentation: Compliant contact in Drake; multibody/plant/contact_properties.cc, multibody_plant.cc (be259df)",
    known_as: &[],
};

fn contract() -> Contract {
    smooth_contract(
        both(Arm::HalfOverlap),
        Contract {
            effective_radius: "none: the stiffness is that of no radius".into(),
            wall_modulus: "none: a wall has a stiffness of its own, infinite where it is rigid".into(),
            damping: "F_d = k x d v, d weighed by the stiffness of the other geometry".into(),
            ..default_contract("Drake", Ends::ForceClamped)
        },
    )
}

fn contact(params: &Parameters, _: Reading, _: &Pair) -> Result<Parsed, LawError> {
    let (k_A, d_A) = (params.require(KEYS, STIFFNESS, "drake")?, params.number(KEYS, DISSIPATION)?.unwrap_or(0.0));
    let (k_B, d_B) = match (params.number(KEYS, STIFFNESS_B)?, params.number(KEYS, DISSIPATION_B)?) {
        (Some(k), Some(d)) => (k, d),
        (None, None) => (k_A, d_A),
        (Some(_), None) => {
            return Err(LawError::key(STIFFNESS_B, format!("`{STIFFNESS_B}` requires `{DISSIPATION_B}`")));
        }
        (None, Some(_)) => {
            return Err(LawError::key(DISSIPATION_B, format!("`{DISSIPATION_B}` requires `{STIFFNESS_B}`")));
        }
    };
    let share = k_B / (k_A + k_B);
    let (k, d) = (k_A * share, share * d_A + (1.0 - share) * d_B);
    let normal = Normal::Hooke(Hooke { stiffness: k });
    let mut contact = Contact { normal, damping: hunt_crossley(d)?, ends: Ends::ForceClamped, friction: None };
    if let Some(mu) = params.number(KEYS, STATIC)? {
        let speed = params.require(KEYS, TOLERANCE, "drake")?;
        let numbers = [mu, params.number(KEYS, DYNAMIC)?.unwrap_or(mu), speed];
        contact.friction = Some(smooth(SmoothStep::Drake, numbers, both(Arm::HalfOverlap))?);
    } else {
        params.refuse(&[DYNAMIC, TOLERANCE], "there is no friction, `static_friction`")?;
    }
    let derived = vec![NamedNumber::new("k", k, "N/m"), NamedNumber::new("d", d, "s/m")];
    Ok(Parsed { derived, ..Parsed::new(contact, contract()) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "Drake")?;
    no_gap(&force, "Drake")?;
    if force.alpha != 1.0 {
        return Err(LawError::table(format!("Drake has no spring with exponent {}, only a linear one", force.alpha)));
    }
    let (lambda, notes) = render_hunt_crossley(&force, contact.ends, "Drake")?;
    // Two geometries that are alike.
    let mut numbers = vec![(STIFFNESS, 2.0 * force.K), (DISSIPATION, lambda)];
    if let Some([mu, dynamic, speed]) = smooth_to_render(contact, SmoothStep::Drake, "Drake")? {
        numbers.extend([(STATIC, mu), (DYNAMIC, dynamic), (TOLERANCE, speed)]);
    }
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}
