//! MuJoCo, `solref`, and Newton's `SolverMuJoCo`, which takes the same numbers.
//!
//! The solver prescribes the acceleration of the constraint, so that the spring goes with the effective mass of the pair.

use super::export::{Input, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{damping_shape, dissipative, no_gap, same_end};
use super::script::{Line, always, given};
use super::{Code, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::Contract;
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::Hooke;
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// MuJoCo.
pub static MUJOCO: Code = Code {
    remarks: |_| {
        Remarks::note(
            "both geoms need the same solref, which holds for the masses of this pair only; `refsafe` takes at least two time steps for timeconst",
        )
    },
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[]))
};

/// Its `MjSpec` in Python. An impedance that is one number gives the stiffness and damping of `solref`.
const LINES: &[Line] = &[
    always("geom = spec.geom(\"{name}\")"),
    always("geom.density = {density}"),
    given(TIME, "geom.solref = [{timeconst}, {dampratio}]"),
    given(STIFFNESS, "geom.solref = [-{stiffness}, -{damping=0}]"),
    always("geom.solimp = [0.95, 0.95, 0.001, 0.5, 2]"),
];

const TIME: &str = "timeconst";
const RATIO: &str = "dampratio";
const STIFFNESS: &str = "stiffness";
const DAMPING: &str = "damping";

const KEYS: &[Key] = &[
    Key::quantity(TIME, Dimension::Time, POSITIVE, "solref[0], positive format: c = 2/timeconst per unit of m*"),
    Key::quantity(RATIO, Dimension::Number, POSITIVE, "solref[1], positive format: damping ratio; 1 is critical"),
    Key::quantity(STIFFNESS, Dimension::Composed("1/s2"), POSITIVE, "-solref[0], direct format: k per unit of m*"),
    Key::quantity(
        DAMPING,
        Dimension::Composed("1/s"),
        Limits::NOT_NEGATIVE,
        "-solref[1], direct format: c per unit of m*",
    ),
];

const CARD: Card = Card {
    name: "mujoco",
    title: "MuJoCo: soft contact by solref, with a constant impedance",
    formula: "F = m* (k delta + c v),  F >= 0\n\
              timeconst, dampratio:  k = 1/(timeconst dampratio)^2,  c = 2/timeconst\n\
              -stiffness, -damping:  k = stiffness,  c = damping",
    symbols: &[
        ("k", "stiffness per unit of m*", "1/s2"),
        ("c", "damping per unit of m*", "1/s"),
        ("m*", "effective mass of the pair", "kg"),
    ],
    holds: "solimp = d d: where d rises over the depth, as by default from 0.9 to 0.95 over 1 mm, k goes with d(r)^2 and c with d(r), and both are \
            smaller at touch; in the limit of short steps",
    source: "MuJoCo 3.9.0, documentation: Modeling, Solver parameters; engine_core_constraint.c (a725507)",
    known_as: &[],
};

fn contract() -> Contract {
    Contract {
        friction_limit: "a constraint of the solver that creeps, no force law".into(),
        effective_radius: "none: the stiffness is that of no radius".into(),
        wall_modulus: "none: solref of the two geoms is mixed by solmix".into(),
        damping: "F_d = m* (2/timeconst) v, dampratio is z of a linear spring".into(),
        ..default_contract("MuJoCo", Ends::ForceClamped)
    }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let (form, _) = params.numbers.exactly_one(&[TIME, STIFFNESS], "mujoco")?;
    let [k, c] = if form == TIME {
        params.refuse(&[DAMPING], "timeconst sets the damping")?;
        let (time, ratio) = (params.require(KEYS, TIME, "mujoco")?, params.require(KEYS, RATIO, "mujoco")?);
        [(time * ratio).powi(-2), 2.0 / time]
    } else {
        params.refuse(&[RATIO], "it belongs to timeconst")?;
        [params.require(KEYS, STIFFNESS, "mujoco")?, params.number(KEYS, DAMPING)?.unwrap_or(0.0)]
    };
    let damping = match pair.m_star * c {
        0.0 => Damping::Undamped(Undamped),
        C => Damping::LinearDashpot(LinearDashpot::Coefficient(C)),
    };
    let normal = Normal::Hooke(Hooke { stiffness: pair.m_star * k });
    let contact = Contact { normal, damping, ends: Ends::ForceClamped, friction: None };
    Ok(Parsed {
        derived: vec![
            NamedNumber::new("m* k", pair.m_star * k, "N/m"),
            NamedNumber::new("m* c", pair.m_star * c, "N s/m"),
        ],
        ..Parsed::new(contact, contract())
    })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "MuJoCo")?;
    no_gap(&force, "MuJoCo")?;
    if force.alpha != 1.0 {
        return Err(LawError::table(format!("MuJoCo has no spring with exponent {}, only a linear one", force.alpha)));
    }
    if force.C != 0.0 && force.beta != 0.0 {
        return Err(damping_shape(&force, "MuJoCo"));
    }
    let notes = same_end(contact.ends, Ends::ForceClamped, force.C != 0.0, "MuJoCo")?;
    let m = pair.m_star;
    let numbers = match force.C {
        0.0 => vec![(STIFFNESS, force.K / m)],
        C => vec![(TIME, 2.0 * m / C), (RATIO, 0.5 * C / (m * force.K).sqrt())],
    };
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}
