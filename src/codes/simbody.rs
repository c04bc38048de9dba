//! Simbody, `HuntCrossleyForce`.
//!
//! Each surface has its stiffness and its dissipation. The dissipation of the pair is weighed by the stiffness of the other surface, to the
//! power 2/3: that is its share of the deformation where each surface is a Hertzian spring of its own.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{dissipative, effective_modulus, hunt_crossley, render_hunt_crossley};
use super::script::{Line, always, given, missing};
use super::tangential::{both, friction_key, same_dynamic, smooth, smooth_contract, smooth_to_render};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::Contract;
use crate::law::normal::Hertz;
use crate::law::shear::{Arm, SmoothStep};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Simbody.
pub static SIMBODY: Code = Code {
    friction: STATIC,
    errata: ERRATA,
    remarks: |_| {
        Remarks::note("each surface is added to the contact set before its parameters are set; viscous friction is 0")
    },
    comment: "//",
    ..Code::new(CARD, KEYS, contract, (contact, render), INPUT)
};

/// Its C++.
const INPUT: Input = Input::Script {
    lines: LINES,
    friction: &[STATIC, DYNAMIC, SPEED],
    values: |data| Ok(same_dynamic(data.params, STATIC, DYNAMIC)),
};

const LINES: &[Line] = &[
    always(
        "hc.setBodyParameters(surface_{name}, {stiffness}, {dissipation=0}, {staticFriction=0}, {dynamicFriction=0}, 0);",
    ),
    missing(
        STIFFNESS_2,
        "hc.setBodyParameters(like, {stiffness}, {dissipation=0}, {staticFriction=0}, {dynamicFriction=0}, 0);",
    ),
    given(
        STIFFNESS_2,
        "hc.setBodyParameters(other, {stiffness_2}, {dissipation_2}, {staticFriction=0}, {dynamicFriction=0}, 0);",
    ),
    always("hc.setTransitionVelocity({transitionVelocity=0.01});"),
];

const STIFFNESS: &str = "stiffness";
const DISSIPATION: &str = "dissipation";
const STIFFNESS_2: &str = "stiffness_2";
const DISSIPATION_2: &str = "dissipation_2";
const STATIC: &str = "staticFriction";
const DYNAMIC: &str = "dynamicFriction";
const SPEED: &str = "transitionVelocity";

const KEYS: &[Key] = &[
    Key::quantity(
        STIFFNESS,
        Dimension::Pressure,
        POSITIVE,
        "plane-strain modulus E/(1-nu^2) of the first surface, and of the second unless that has its own",
    ),
    Key::quantity(
        DISSIPATION,
        Dimension::InverseSpeed,
        Limits::NOT_NEGATIVE,
        "c of the first surface; none unless given",
    ),
    Key::quantity(STIFFNESS_2, Dimension::Pressure, POSITIVE, "plane-strain modulus of the second surface"),
    Key::quantity(DISSIPATION_2, Dimension::InverseSpeed, Limits::NOT_NEGATIVE, "c of the second surface"),
    friction_key(STATIC, "static friction of both surfaces; no tangential force unless given"),
    friction_key(DYNAMIC, "dynamic friction of both surfaces; the static one unless given"),
    Key::quantity(SPEED, Dimension::Speed, POSITIVE, "v_t of the friction").or(0.01),
];

const CARD: Card = Card {
    name: "simbody",
    title: "Simbody: HuntCrossleyForce",
    formula: "f = k x^(3/2) (1 + 3/2 c v),  f >= 0,  k = 4/3 sqrt(R) E\n\
              E = (s_1 E_1^(2/3))^(3/2),  s_1 = E_2^(2/3)/(E_1^(2/3) + E_2^(2/3)),  c = c_1 s_1 + c_2 (1 - s_1)",
    symbols: &[
        ("x", "overlap", "m"),
        ("E_1, E_2", "stiffness of each surface, a plane-strain modulus", "Pa"),
        ("c_1, c_2", "dissipation of each surface; e = 1 - c v for slow impacts", "s/m"),
        ("s_1", "share of the first surface in the deformation", "-"),
    ],
    holds: "surfaces that are springs in a row (S1)",
    source: "Simbody, HuntCrossleyForce.h and .cpp (f312d0d); Hunt & Crossley 1975, J. Appl. Mech. 42, 440",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[Erratum {
    id: "S1",
    says: "E of the pair, with shares that go with E^(2/3), is that of Hertz' theory",
    is: "it is that of two springs in a row, each with a contact circle of its own; Hertz' bodies share one: 1/E = 1/E_1 + 1/E_2, with shares \
         that go with E",
    number: "",
}];

fn contract() -> Contract {
    let own = Contract {
        wall_modulus: "a wall has a stiffness of its own".into(),
        damping: "F_d = 3/2 c k x^(3/2) v, c weighed by the stiffness of the other surface to the power 2/3".into(),
        ..default_contract("Simbody", Ends::ForceClamped)
    };
    let contract = smooth_contract(both(Arm::HalfOverlap), own);
    Contract {
        lever: "r - s delta, s the share of the surface in the deformation; of like ones r - delta/2".into(),
        ..contract
    }
}

fn contact(params: &Parameters, _: Reading, _: &Pair) -> Result<Parsed, LawError> {
    let (E_1, c_1) = (params.require(KEYS, STIFFNESS, "simbody")?, params.number(KEYS, DISSIPATION)?.unwrap_or(0.0));
    let (E_2, c_2) = match (params.number(KEYS, STIFFNESS_2)?, params.number(KEYS, DISSIPATION_2)?) {
        (Some(E), Some(c)) => (E, c),
        (None, None) => (E_1, c_1),
        (Some(_), None) => {
            return Err(LawError::key(STIFFNESS_2, format!("`{STIFFNESS_2}` requires `{DISSIPATION_2}`")));
        }
        (None, Some(_)) => {
            return Err(LawError::key(DISSIPATION_2, format!("`{DISSIPATION_2}` requires `{STIFFNESS_2}`")));
        }
    };
    let [k_1, k_2] = [E_1, E_2].map(|E| libm::cbrt(E * E));
    let s = k_2 / (k_1 + k_2);
    let (E, c) = (E_1 * s * s.sqrt(), c_1 * s + c_2 * (1.0 - s));
    let normal = Normal::Hertz(Hertz { effective_modulus: Some(E) });
    let mut contact = Contact { normal, damping: hunt_crossley(1.5 * c)?, ends: Ends::ForceClamped, friction: None };
    let mut beyond = Vec::new();
    if let Some(mu) = params.number(KEYS, STATIC)? {
        let numbers = [mu, params.number(KEYS, DYNAMIC)?.unwrap_or(mu), params.require(KEYS, SPEED, "simbody")?];
        contact.friction = Some(smooth(SmoothStep::Simbody, numbers, both(Arm::HalfOverlap))?);
        if E_1 != E_2 {
            beyond.push("Simbody's arms go with the share in the deformation: r - s delta".to_string());
        }
    } else {
        params.refuse(&[DYNAMIC, SPEED], "there is no friction, `staticFriction`")?;
    }
    let derived = vec![NamedNumber::new("E", E, "Pa"), NamedNumber::new("3/2 c", 1.5 * c, "s/m")];
    let notes = vec!["S1: E of the pair is that of two springs in a row".to_string()];
    Ok(Parsed { derived, beyond, notes, ..Parsed::new(contact, contract()) })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "Simbody")?;
    let E = effective_modulus(&force, pair, "Simbody")?;
    let (lambda, notes) = render_hunt_crossley(&force, contact.ends, "Simbody")?;
    // Two surfaces that are alike: s = 1/2.
    let mut numbers = vec![(STIFFNESS, 8.0f64.sqrt() * E), (DISSIPATION, lambda / 1.5)];
    if let Some([mu, dynamic, speed]) = smooth_to_render(contact, SmoothStep::Simbody, "Simbody")? {
        numbers.extend([(STATIC, mu), (DYNAMIC, dynamic), (SPEED, speed)]);
    }
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}
