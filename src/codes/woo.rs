//! Woo, `Law2_L6Geom_HertzPhys_DMT`.
//!
//! As documented, `en` sets the coefficient of the full force, and the attractive part is then left out unless
//! `noAttraction` is off: `en = 0.5` achieves 0.5503. Corrected, `en` is achieved with the end of contact that is set.

use super::export::Input;
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    alone, breaks_elsewhere, full_force_request, hertz, material_keys, only_alone, own_modulus, render_hertz,
};
use super::restitution::full_force_ratio;
use super::script::{Line, always};
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::achieved::restitution_of_ratio;
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, Strength, Tsuji, Undamped};
use crate::law::normal::{BreaksAt, Dmt, Jkr};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Woo.
pub static WOO: Code = Code {
    friction: FRICTION,
    readings: &Reading::ALL,
    in_use: Reading::AsDocumented,
    errata: ERRATA,
    branched: &["dmt", "jkr"],
    material: |_| Some([YOUNG, POISSON]),
    planes_on_axes: true,
    held_keeps_mass: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[FRICTION]))
};

/// Its Python. `en` is 1 without damping, and `damping` of the motion 0.2 unless it is given.
const LINES: &[Line] = &[
    always("import woo.dem"),
    always(
        "material = woo.dem.HertzMat(young={young}, density={density}, tanPhi={tanPhi=0}\
         {surfEnergy?, surfEnergy=}{alpha?, alpha=})",
    ),
    always("S.engines = ["),
    always("    woo.dem.Leapfrog(damping=0, reset=True),"),
    always("    woo.dem.InsertionSortCollider([woo.dem.Bo1_Sphere_Aabb(), woo.dem.Bo1_Wall_Aabb()]),"),
    always("    woo.dem.ContactLoop("),
    always("        [woo.dem.Cg2_Sphere_Sphere_L6Geom(), woo.dem.Cg2_Wall_Sphere_L6Geom()],"),
    always("        [woo.dem.Cp2_HertzMat_HertzPhys(poisson={poisson}, en={en=1})],"),
    always("        [woo.dem.Law2_L6Geom_HertzPhys_DMT(noAttraction={noAttraction:true=True|false=False})],"),
    always("    ),"),
    always("]"),
];

const YOUNG: &str = "young";
const POISSON: &str = "poisson";
const FRICTION: &str = "tanPhi";
const ENERGY: &str = "surfEnergy";
const ALPHA: &str = "alpha";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "en",
        Dimension::Number,
        Limits::RESTITUTION,
        "normal coefficient of restitution; no damping unless given",
    ),
    friction_key(FRICTION, "tangent of the friction angle; no tangential force unless given"),
    Key::choice("noAttraction", &["true", "false"], "removes the attractive part of the force"),
    Key::quantity(
        ENERGY,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "surface energy, the smaller of the two materials: w = 2 gamma with alpha = 0, w = gamma with alpha = 1",
    ),
    Key::quantity(ALPHA, Dimension::Number, Limits::FRACTION, "0 for DMT, 1 for JKR; no other is supported").or(0.0),
];

const VISCOUS: &str = "Woo stores a viscous tangential force in its spring, which is not supported";

/// `Law2_L6Geom_HertzPhys_DMT`: `kt` of the step times the slip of the step, at the middle of the overlap (`Sphere.cpp`) or
/// at the surface of a wall (`Wall.cpp`).
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Incremental,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::Overlap),
    rotation: SpringRotation::NormalAndSpin,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "woo",
    title: "Woo: Hertz with the damping of Antypov and Elliott",
    formula: "P_n = k_n0 delta^(3/2) + alpha(en) sqrt(m* k_n0) delta^(1/4) v,  k_n0 = 4/3 E sqrt(R)\n\
              alpha(en) = -sqrt(5) ln en/sqrt(ln^2 en + pi^2)",
    symbols: &[
        ("E", "equivalent modulus, E* of this program", "Pa"),
        ("R", "effective radius, R* of this program", "m"),
        ("k_n0", "HertzPhys.kn0", "N/m^(3/2)"),
        ("alpha sqrt(m* k_n0)", "HertzPhys.alpha_sqrtMK", "N s/m^(5/4)"),
    ],
    holds: "en is achieved if the attraction is kept; by default it is removed, and the restitution is higher",
    source: "Woo documentation, Hertzian contact models; Antypov & Elliott 2011, EPL 94, 50004",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "W1",
        says: "the elastic collision takes 2.214 (rho/E)^(2/5) (r1 + r2)/v^(1/5)",
        is: "true for equal radii and densities only, with E equivalent",
        number: "radii 2:1 give a time 26.2 % too long",
    },
    Erratum {
        id: "W2",
        says: "K = 3/4 E",
        is: "K = 4/3 E, because F R/a^3 = 4/3 E*",
        number: "the printed K is 9/16 of it",
    },
    Erratum {
        id: "W3",
        says: "k_n = dP/d(delta) is the secant stiffness",
        is: "the derivative is the tangent stiffness",
        number: "3/2 of the secant",
    },
    Erratum { id: "W4", says: "restitution is v0/v1, before over after", is: "v1/v0", number: "0.5 is printed as 2" },
    Erratum {
        id: "W5",
        says: "restitution is sqrt(E_d/E_k0), with the dissipated energy",
        is: "sqrt(1 - E_d/E_k0)",
        number: "0.9 gives 0.435890",
    },
    Erratum {
        id: "W6",
        says: "a blocked body counts with mass zero in the effective mass",
        is: "with infinite mass: m* is the free mass. The code leaves out a Wall alone; a sphere that is held keeps its mass in m*",
        number: "m* = 0 leaves no damping at all, restitution 1; glass spheres of 2 and 3 mm, the second held, get 0.5386 for 0.5 and \
                 0.9114 for 0.9",
    },
    Erratum { id: "W7", says: "the pressure is given for r in (0, r)", is: "r in (0, a)", number: "" },
    Erratum {
        id: "W8",
        says: "en is the restitution",
        is: "alpha(en) is for the full force, and the attraction is left out by default",
        number: "0.5 gives 0.550283, 0.1 gives 0.252729, and no restitution below exp(-2) = 0.135335 can be achieved",
    },
    Erratum {
        id: "W9",
        says: "a^2 = R delta follows from geometry",
        is: "it follows from the pressure of Hertz; two intersecting spheres have a^2 = 2 R delta, nearly",
        number: "twice the area",
    },
    Erratum {
        id: "W10",
        says: "surfEnergy is the same surface energy for DMT, JKR and the models between them",
        is: "w is twice surfEnergy with alpha = 0 and surfEnergy with any other: the pull-off force halves as soon as alpha exceeds 0",
        number: "",
    },
];

fn contract() -> Contract {
    let own = Contract {
        effective_radius: Convention::WallRadius(0.5)
            .worded("1/R* = 1/R1 + 1/R2; at a Wall the code has R* = R/2 (duration times 1.1487)"),
        wall_mass: Convention::FreeMass.worded("m* is the free mass at a Wall; a sphere that is held keeps its mass, m* = m1 m2/(m1 + m2); the page has 0 for both"),
        damping: "F_d = alpha sqrt(m* K) delta^(1/4) v, alpha = sqrt(5) z of the full force".into(),
        adhesion: "w = 2 surfEnergy (alpha = 0: dmt), w = surfEnergy (alpha = 1: jkr)".into(),
        signs: "documentation: force and overlap positive in compression; in the code both are negative".into(),
        ..default_contract("Woo", Ends::ForceClamped)
    };
    let own = SHEAR.on(own);
    Contract { history: own.history.and("; the viscous part is stored with it"), ..own }
}

fn contact(params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    if let Some(gamma) = params.number(KEYS, ENERGY)? {
        return adhesive(params, gamma, pair);
    }
    params.refuse(&[ALPHA], "there is no surfEnergy")?;
    let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
    let ends = if params.word(KEYS, "noAttraction")? == "true" { Ends::ForceClamped } else { Ends::ZeroOverlap };
    let en = params.number(KEYS, "en")?;
    let damping = match (en, reading) {
        (None, _) => Damping::Undamped(Undamped),
        (Some(e), Reading::AsDocumented) => {
            Damping::Tsuji(Tsuji(Strength::Coefficient(5f64.sqrt() * full_force_ratio(e))))
        }
        (Some(e), Reading::Corrected) => Damping::Tsuji(Tsuji(Strength::Restitution(e))),
    };
    let friction = match params.number(KEYS, FRICTION)? {
        Some(mu) => {
            let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
            Some(SHEAR.for_pair(pair).friction(mu, ratio, None))
        }
        None => None,
    };
    let contact = Contact { normal, damping, ends, friction };
    let force = contact.force(pair)?;
    let mut notes = Vec::new();
    if contact.friction.is_some() && en.is_some_and(|e| e < 1.0) {
        notes.push("the code stores a viscous tangential force in its spring, which is not supported".to_string());
    }
    if reading == Reading::AsDocumented && ends == Ends::ForceClamped && en.is_some_and(|e| e < 1.0) {
        notes.push("W8: alpha(en) is for the full force, and the attraction is left out".to_string());
    }
    let at_wall = "at a Wall the code takes R* = R/2: same restitution, duration and overlap 2^(1/5) = 1.1487 times";
    let viscous = contact.friction.is_some() && force.C != 0.0;
    let contract = contract().ending(ends).for_law(&contact, line::TWICE);
    let contract = Contract { lever: SHEAR.for_pair(pair).lever(), ..contract };
    Ok(Parsed {
        restitution_requested: en,
        derived: vec![
            NamedNumber::new("kn0", force.K, "N/m^(3/2)"),
            NamedNumber::new("alpha_sqrtMK", force.C, "N s/m^(5/4)"),
        ],
        notes,
        beyond: viscous.then(|| VISCOUS.to_string()).into_iter().collect(),
        defects: pair.wall.then(|| at_wall.to_string()).into_iter().collect(),
        ..Parsed::new(contact, contract)
    })
}

/// A surface energy (`Hertz.cpp`), undamped and without friction: DMT with `alpha = 0`, JKR with `alpha = 1`.
///
/// The branch without `alpha` pulls with `4 pi R* gamma`, `w = 2 gamma`. Schwarz's has `w = gamma`: with `alpha = 1` its force is
/// `4 E* a^3/(3 R*) - sqrt(8 pi gamma E* a^3)`, down to the smallest overlap. Its dashpot has no overlap to go by across the neck.
fn adhesive(params: &Parameters, gamma: f64, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["en", FRICTION, "noAttraction"], "damping and friction beside surfEnergy are not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "woo")?;
    let (normal, given) = match params.require(KEYS, ALPHA, "woo")? {
        0.0 => (Normal::Dmt(Dmt { work_of_adhesion: 2.0 * gamma }), line::TWICE),
        1.0 => (Normal::Jkr(Jkr { work_of_adhesion: gamma, breaks_at: BreaksAt::Displacement }), line::OF_PAIR),
        alpha => {
            let message = format!("`{ALPHA}` is only supported at its ends, 0 (dmt) and 1 (jkr), not at {alpha}");
            return Err(LawError::key(ALPHA, message));
        }
    };
    let contact = alone(normal);
    let lever = SHEAR.for_pair(pair).lever();
    let contract = Contract { damping: "none beside adhesion".into(), lever, ..contract() };
    let contract = contract.for_law(&contact, given);
    let half = "at a Wall the code takes R* = R/2: the pull is half as large";
    Ok(Parsed { defects: pair.wall.then(|| half.to_string()).into_iter().collect(), ..Parsed::new(contact, contract) })
}

fn render(contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let (gamma, alpha) = match &contact.normal {
        Normal::Dmt(law) => (0.5 * law.work_of_adhesion, 0.0),
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Displacement, .. }) => (*work_of_adhesion, 1.0),
        Normal::Jkr(law) => {
            let code = "Woo breaks a contact at the smallest overlap";
            return Err(breaks_elsewhere(law, BreaksAt::Displacement, code));
        }
        _ => return hertzian(contact, reading, pair),
    };
    only_alone(contact, "adhesion", "Woo")?;
    Ok(Parameters::numbers(&[(ENERGY, gamma), (ALPHA, alpha)]).into())
}

fn hertzian(contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    let own_end = if contact.ends.pulls() { Ends::ZeroOverlap } else { Ends::ForceClamped };
    let (mut numbers, z, notes) = render_hertz(contact, pair, "Woo", [YOUNG, POISSON], own_end)?;
    if z != 0.0 {
        let e = match reading {
            Reading::AsDocumented => full_force_request(z, "Woo")?,
            Reading::Corrected => restitution_of_ratio(z, own_end),
        };
        numbers.push(("en", e));
    }
    numbers.extend(tangential::friction_to_render(contact, pair)?.map(|shear| (FRICTION, shear.friction)));
    let attraction = if own_end.pulls() { "false" } else { "true" };
    Ok(Rendered { params: Parameters::new(numbers, &[("noAttraction", attraction)]), notes })
}
