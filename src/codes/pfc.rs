//! PFC, contact model `hertz`.
//!
//! The two readings part where `dp_alpha` is not 0: as documented the tangent stiffness is multiplied by the overlap
//! once more (P1); corrected, it is taken as the constant `alpha_h h_n`, so that `dp_alpha = 1/4` has a restitution.
//! They part as well where `rgap` is not 0: the page switches on one gap and computes with another (P3).

use super::export::{Input, InputData, Remarks, Values};
use super::keys::{ANY, Key, Limits, POSITIVE, Parameters};
use super::normal::{dissipative, locally_damped, no_gap, of_materials, poisson_of, render_local, same_end};
use super::script::{always, given};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::achieved::restitution_of_ratio;
use crate::law::contract::{self, Contract, Convention};
use crate::law::damping::{Damping, StiffnessDashpot, Undamped};
use crate::law::normal::{Hertz, PowerLaw};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, Friction, LawError, Normal, Pair, PowerForce};
use crate::number::{NamedNumber, exact};
use crate::units::Dimension;

/// PFC.
pub static PFC: Code = Code {
    friction: FRICTION,
    readings: &Reading::ALL,
    in_use: Reading::AsDocumented,
    errata: ERRATA,
    remarks,
    comment: ";",
    ..Code::new(CARD, KEYS, contract, (contact, render), INPUT)
};

/// The contact model assignment table.
const INPUT: Input = Input::Script {
    lines: &[
        always(
            "contact cmat default model hertz inheritance hz_shear off hz_poiss off fric off property \
             hz_shear {hz_shear} hz_poiss {hz_poiss} fric {fric=0}{hz_alpha? hz_alpha }{rgap? rgap }{dp_nratio? dp_nratio }\
             {dp_sratio? dp_sratio }{dp_alpha? dp_alpha }{hz_mode? hz_mode } dp_mode {dp_mode=0}",
        ),
        always("contact cmat apply"),
        given(LOCAL, "ball attribute damp {damp}"),
    ],
    friction: &[FRICTION],
    values: inherited,
};

/// The moduli of the material, which are not left to inheritance.
fn inherited(data: &InputData) -> Result<Values, LawError> {
    let material = data.material.as_ref().filter(|_| data.params.numbers.get("hz_shear").is_none());
    Ok(material.map_or(Vec::new(), |material| {
        let shear = material.young / (2.0 * (1.0 + material.poisson));
        vec![("hz_shear", exact(shear)), ("hz_poiss", exact(material.poisson))]
    }))
}

fn remarks(data: &InputData) -> Remarks {
    let unit = "an exponent other than the default makes the numbers depend on the unit of length: they are for metres";
    let odd = ["hz_alpha", "dp_alpha"].iter().any(|key| data.params.numbers.get(key).is_some());
    if odd { Remarks::note(unit) } else { Remarks::default() }
}

const FRICTION: &str = "fric";
/// An attribute of the balls, not of the contact.
const LOCAL: &str = "damp";

const KEYS: &[Key] = &[
    Key::quantity("hz_shear", Dimension::Pressure, POSITIVE, "G, shear modulus of the contact; inherited from the pieces unless given"),
    Key::quantity("hz_poiss", Dimension::Number, Limits::POISSON, "nu, Poisson's ratio of the contact; goes with hz_shear"),
    Key::quantity("hz_alpha", Dimension::Number, Limits::NOT_NEGATIVE, "alpha_h, exponent; Hunt & Crossley name 1 to 1.5 for cylinders").or(1.5),
    friction_key(FRICTION, "mu, the smaller of the two pieces; no tangential force unless given"),
    Key::choice("hz_mode", &["0", "1"], "M_s: 1 scales the shear force down with the stiffness on unloading"),
    Key::quantity("rgap", Dimension::Length, ANY, "g_r, reference gap").or(0.0),
    Key::quantity("dp_nratio", Dimension::Number, Limits::FRACTION, "beta_n, normal critical damping ratio").or(0.0),
    Key::quantity("dp_sratio", Dimension::Number, Limits::FRACTION, "beta_s, shear critical damping ratio").or(0.0),
    Key::quantity("dp_alpha", Dimension::Number, Limits::NOT_NEGATIVE, "alpha_d, exponent of the dashpot").or(0.0),
    Key::quantity(LOCAL, Dimension::Number, Limits::FRACTION, "local damping of the balls; without friction").or(0.0),
    Key::choice("dp_mode", &["0", "1", "2", "3"], "M_d: 0 always active, 1 no tension, 2 no shear damping in slip, 3 both"),
    Key::quantity(
        "unit_of_length",
        Dimension::Length,
        POSITIVE,
        "unit of length of the model, 1 m or 1 mm; has an effect where an exponent is neither 3/2 nor 0; a parameter of collisionbench",
    )
    .or(1.0),
];

/// The contact point lies half-way through the overlap; friction is bounded by the Hertz force alone.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Incremental,
    factor: 1.0,
    limit: FrictionLimit::Elastic,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::HalfOverlap),
    rotation: SpringRotation::NormalAndSpin,
    sliding: WhileSliding::Added,
};

const CARD: Card = Card {
    name: "pfc",
    title: "PFC: contact model hertz",
    formula: "F_h = h_n |g|^alpha_h,  h_n = 2 G sqrt(2 R-bar)/(3(1-nu)),  2/R-bar = 1/R1 + 1/R2\n\
              F_d = 2 beta_n sqrt(m_c k_n) |g|^alpha_d v,  k_n = alpha_h h_n delta^(alpha_h-1)",
    symbols: &[
        ("G, nu", "hz_shear, hz_poiss", "Pa, -"),
        ("R-bar", "twice the R* of this program", "m"),
        ("beta_n", "dp_nratio", "-"),
        ("alpha_h", "hz_alpha", "-"),
        ("alpha_d", "dp_alpha", "-"),
        ("k_n", "tangent stiffness", "N/m"),
    ],
    holds: "restitution is constant for alpha_d = 0: beta_n = sqrt(5/6) z for spheres",
    source: "PFC documentation, Hertz model, eqs. (1) to (20)",
    known_as: &[],
};

/// `p` of [`StiffnessDashpot`]: how often the overlap multiplies `sqrt(m k_n)`.
fn exponent(alpha_d: f64, alpha_h: f64, reading: Reading) -> f64 {
    match reading {
        // k_n = alpha_h h_n, without the overlap it would carry.
        Reading::Corrected if alpha_d != 0.0 => alpha_d - 0.5 * (alpha_h - 1.0),
        _ => alpha_d,
    }
}

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "P1",
        says: "alpha_d = (alpha_h - 1)/2, 1/4 for spheres, gives a constant restitution",
        is: "alpha_d = 0 does: the tangent stiffness carries the overlap already; the rule is for a constant k_n",
        number: "0.5 at 1 m/s gives 0.975997 in metres, 0.873489 in millimetres, 0.478036 in micrometres",
    },
    Erratum {
        id: "P2",
        says: "the Hertz force is negative in compression, and eqs. (8) to (10) use it as it is",
        is: "these equations need its magnitude, for a fractional power, a strength and a comparison of forces",
        number: "with M_s = 1 the shear force would be scaled on loading",
    },
    Erratum {
        id: "P3",
        says: "the contact is active by the surface gap, the force is computed from the contact gap",
        is: "both must be the surface gap",
        number: "with a reference gap the force starts with a jump of h_n |g_r|^(3/2), or is missing over g_r",
    },
    Erratum {
        id: "P4",
        says: "the shear force grows by +k_s times a rotation, and slip and dashpot work follow from it",
        is: "it falls by k_s times the shear displacement; as printed slip work and shear dashpot work come out negative",
        number: "sliding by s under mu N counts as -mu N s of slip work",
    },
    Erratum {
        id: "P5",
        says: "the dashpot is capped by F_n^l",
        is: "by the Hertz force F_n^h; the symbol is that of the linear model",
        number: "",
    },
    Erratum {
        id: "P6",
        says: "beta_n is a critical damping ratio",
        is: "the ratio of the Hertz contact is sqrt(6/5) beta_n",
        number: "beta_n = z gives 0.466252 for 0.5; from beta_n = 0.912871 on, within its range, the bodies do not rebound in mode 0",
    },
];

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        effective_radius: "R-bar = 2 R*; a facet has infinite radius".into(),
        wall_modulus: Convention::OwnModulus.worded("the facet has its own modulus, inherited like that of a ball"),
        damping: "F_d = 2 beta_n sqrt(m* k_tangent) delta^alpha_d v, beta_n = sqrt(5/6) z for alpha_d = 0".into(),
        signs: "normal force positive in tension, negative while bodies touch".into(),
        ..default_contract("PFC", Ends::ZeroOverlap)
    });
    Contract { history: own.history.and(&format!("; hz_mode 1: {}", Form::Rescaled.meaning())), ..own }
}

fn contact(params: &Parameters, reading: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let unit = params.require(KEYS, "unit_of_length", "pfc")?;
    let (normal, h_n) = normal(params, unit, reading, pair)?;
    let local = params.require(KEYS, LOCAL, "pfc")?;
    let alpha_h = params.require(KEYS, "hz_alpha", "pfc")?;
    let alpha_d = params.require(KEYS, "dp_alpha", "pfc")?;
    let ratio = params.require(KEYS, "dp_nratio", "pfc")?;
    let ends = match params.word(KEYS, "dp_mode")? {
        "1" | "3" => Ends::ForceClamped,
        _ => Ends::ZeroOverlap,
    };
    let damping = if ratio == 0.0 {
        Damping::Undamped(Undamped)
    } else {
        let exponent = exponent(alpha_d, alpha_h, reading);
        Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent, reference_length: unit })
    };
    let spring = normal.elastic(pair)?.K;
    let mut notes = Vec::new();
    let exponent = exponent(alpha_d, alpha_h, reading);
    let friction = friction(params, [spring, alpha_h], [exponent, unit], reading, pair)?;
    let mut contract = contract().ending(ends);
    if let Some(friction) = &friction {
        contract.history = Convention::history(contract::form(&friction.tangential));
    }
    if ratio != 0.0 && alpha_d != 0.0 && reading == Reading::AsDocumented {
        notes.push("P1: with dp_alpha the restitution depends on speed and on the unit of length".to_string());
    }
    let promised = match reading {
        Reading::AsDocumented if ratio > 0.0 && local == 0.0 => Some(restitution_of_ratio(ratio, Ends::ZeroOverlap)),
        _ => None,
    };
    let mut contact = Contact { normal, damping, ends, friction };
    if local > 0.0 {
        (contact, contract) = locally_damped((contact, contract), local, FRICTION)?;
        contract = contract.for_law(&contact, "");
    }
    Ok(Parsed {
        restitution_requested: promised,
        derived: vec![NamedNumber::new("h_n", h_n, "N/m^(3/2)"), NamedNumber::new("R-bar", 2.0 * pair.R_star, "m")],
        notes,
        ..Parsed::new(contact, contract)
    })
}

fn normal(params: &Parameters, unit: f64, reading: Reading, pair: &Pair) -> Result<(Normal, f64), LawError> {
    let modulus = match (params.number(KEYS, "hz_shear")?, params.number(KEYS, "hz_poiss")?) {
        (Some(G), Some(nu)) => Some(G / (1.0 - nu)),
        (None, None) => None,
        _ => {
            return Err(LawError::table("`hz_shear` and `hz_poiss` must be given together")
                .help("remove both to inherit them from the materials"));
        }
    };
    let alpha = params.require(KEYS, "hz_alpha", "pfc")?;
    let rgap = params.require(KEYS, "rgap", "pfc")?;
    if rgap != 0.0 && reading == Reading::AsDocumented {
        return Err(LawError::key(
            "rgap",
            "as documented, contact is detected by the surface gap but the force is computed from the contact gap (P3)",
        )
        .help("such a force is discontinuous at first touch and is not supported; use reading = \"corrected\""));
    }
    if !(1.0..=4.0).contains(&alpha) {
        return Err(LawError::key("hz_alpha", format!("`hz_alpha` must lie between 1 and 4 here, not {alpha}"))
            .help("below 1 the force is infinitely stiff at touch"));
    }
    let hertz = Normal::Hertz(Hertz { effective_modulus: modulus });
    let h_n = hertz.elastic(pair)?.K;
    if alpha == 1.5 && rgap == 0.0 {
        return Ok((hertz, h_n));
    }
    // h_n is a number of Hertz's dimension; another exponent gives it the unit the model is written in.
    let power = PowerLaw { exponent: alpha, force: h_n * libm::pow(unit, 1.5), at_overlap: unit, reference_gap: rgap };
    Ok((Normal::PowerLaw(power), h_n))
}

/// What acts along the contact beside a spring `K delta^alpha_h`, with a dashpot that the overlap multiplies
/// `exponent` times more, in a unit of length.
fn friction(
    params: &Parameters,
    [K, alpha_h]: [f64; 2],
    [exponent, unit]: [f64; 2],
    reading: Reading,
    pair: &Pair,
) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        params.refuse(&["hz_mode", "dp_sratio"], "there is no friction, `fric`")?;
        return Ok(None);
    };
    let form = match params.word(KEYS, "hz_mode")? {
        "1" if reading == Reading::AsDocumented => {
            return Err(LawError::key("hz_mode", "as documented, hz_mode 1 scales the shear force on loading (P2)")
                .help("this is not supported; use reading = \"corrected\""));
        }
        "1" => Form::Rescaled,
        _ => Form::Incremental,
    };
    let kappa = tangential::mindlin(params.number(KEYS, "hz_poiss")?, pair)?;
    let sliding = match params.word(KEYS, "dp_mode")? {
        "2" | "3" => WhileSliding::Dropped,
        _ => WhileSliding::Added,
    };
    let ratio = params.require(KEYS, "dp_sratio", "pfc")?;
    let strength = if exponent == 0.0 {
        ShearStrength::Ratio(ratio)
    } else {
        let C = 2.0 * ratio * (pair.m_star * kappa * alpha_h * K).sqrt() * libm::pow(unit, -exponent);
        ShearStrength::Power { C, beta: 0.5 * (alpha_h - 1.0) + exponent }
    };
    Ok(Some(FrictionModel { form, sliding, ..SHEAR }.friction(mu, kappa, Some(strength))))
}

fn render(contact: &Contact, reading: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    if let Some((bare, alpha, oblique)) = render_local(contact, "PFC")? {
        let elastic = matches!(bare.damping, Damping::Undamped(_));
        let Rendered { mut params, notes } = render(&bare, reading, pair)?;
        params.numbers.set(LOCAL, alpha);
        params.numbers.set_given(FRICTION, oblique.then_some(0.0));
        return Ok(Rendered { params: if elastic { params.without(&["dp_mode"]) } else { params }, notes });
    }
    let force = contact.force(pair)?;
    dissipative(&force, "PFC")?;
    let PowerForce { K, alpha: n, C, beta, .. } = force;
    if reading == Reading::AsDocumented {
        no_gap(&force, "PFC as documented")?;
    }
    let mut numbers = render_normal(&force, pair)?;
    let tensile = contact.ends.pulls();
    let notes = same_end(contact.ends, if tensile { Ends::ZeroOverlap } else { Ends::ForceClamped }, C != 0.0, "PFC")?;
    if C != 0.0 {
        let p = beta - 0.5 * (n - 1.0);
        let constant = p.abs() < 1e-12;
        // The exponent the system must be given to end up with `beta`.
        let alpha_d = match reading {
            _ if constant => 0.0,
            Reading::AsDocumented => p,
            Reading::Corrected => beta,
        };
        if alpha_d < 0.0 || (alpha_d == 0.0 && !constant) {
            return Err(LawError::table(format!(
                "PFC has no dashpot that grows with the overlap to the power {beta} here"
            ))
            .help("its own grows with the square root of the stiffness, or faster"));
        }
        let ratio = 0.5 * C / (pair.m_star * n * K).sqrt();
        if !Limits::FRACTION.hold(ratio) {
            return Err(LawError::table(format!("PFC allows a `dp_nratio` from 0 to 1, and this law needs {ratio}")));
        }
        numbers.push(("dp_nratio", ratio));
        if !constant {
            numbers.push(("dp_alpha", alpha_d));
        }
    }
    let mut dropped = false;
    let mut words = Vec::new();
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        numbers.push((FRICTION, shear.friction));
        // A ratio outside the range is not said; the conversion then shows that the dashpot is lost.
        let ratio =
            tangential::dashpot_ratio(&shear, pair).filter(|&ratio| Limits::FRACTION.hold(ratio) && ratio > 0.0);
        numbers.extend(ratio.map(|ratio| ("dp_sratio", ratio)));
        dropped = shear.dashpot.sliding == WhileSliding::Dropped && shear.dashpot.C != 0.0;
        if shear.form == Form::Rescaled && reading == Reading::Corrected {
            words.push(("hz_mode", "1"));
        }
    }
    words.push((
        "dp_mode",
        match (tensile, dropped) {
            (true, false) => "0",
            (false, false) => "1",
            (true, true) => "2",
            (false, true) => "3",
        },
    ));
    Ok(Rendered { params: Parameters::new(numbers, &words), notes })
}

/// The words for the spring of `force`, in a unit of length of 1 m.
fn render_normal(force: &PowerForce, pair: &Pair) -> Result<Vec<(&'static str, f64)>, LawError> {
    let mut numbers = Vec::new();
    let modulus = 0.75 * force.K / pair.R_star.sqrt();
    if !of_materials(modulus, pair) {
        let nu = poisson_of(pair).unwrap_or(0.0);
        numbers.extend([("hz_shear", modulus * (1.0 - nu)), ("hz_poiss", nu)]);
    }
    if force.alpha != 1.5 {
        numbers.push(("hz_alpha", force.alpha));
    }
    if force.reference_gap != 0.0 {
        numbers.push(("rgap", force.reference_gap));
    }
    Ok(numbers)
}

/// A row of the property table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Property {
    /// The heading above it.
    pub group: &'static str,
    /// The name in commands.
    pub keyword: &'static str,
    /// The symbol in formulas.
    pub symbol: &'static str,
    /// What it is, with its unit.
    pub meaning: &'static str,
    /// `FLT`, `INT`, `BOOL` or `VEC`.
    pub kind: &'static str,
    /// Allowed values.
    pub range: &'static str,
    /// Value unless set.
    pub default: &'static str,
    /// Whether a user may set it.
    pub modifiable: bool,
    /// `None` where inheritance has no meaning.
    pub inheritable: Option<bool>,
    /// The choices of a mode, one line each.
    pub choices: &'static [&'static str],
}

const fn row(keyword: &'static str, symbol: &'static str, meaning: &'static str) -> Property {
    Property {
        group: "Hertz",
        keyword,
        symbol,
        meaning,
        kind: "FLT",
        range: "[0, +inf)",
        default: "0.0",
        modifiable: true,
        inheritable: Some(false),
        choices: &[],
    }
}

const fn inherited_row(keyword: &'static str, symbol: &'static str, meaning: &'static str) -> Property {
    Property { inheritable: Some(true), ..row(keyword, symbol, meaning) }
}

const fn dashpot(keyword: &'static str, symbol: &'static str, meaning: &'static str) -> Property {
    Property { group: "Dashpot", ..row(keyword, symbol, meaning) }
}

const HERTZ_FORCE: &str = "Hertz force in the contact plane: (-F_n, F_ss, F_st); F_ss = 0 in 2D";
const DASHPOT_FORCE: &str = "dashpot force in the contact plane: (-F_n, F_ss, F_st); F_ss = 0 in 2D";
const SHEAR_MODES: &[&str] = &["0: no scaling", "1: scaling is active"];
const DASHPOT_MODES: &[&str] =
    &["0: always active", "1: no tension", "2: no shear damping in slip", "3: modes 1 and 2 together"];

/// Every row, in the order of the documentation.
#[rustfmt::skip]
pub const PROPERTIES: &[Property] = &[
    Property { range: "R", ..row("rgap", "g_r", "reference gap [length]") },
    inherited_row("hz_shear", "G", "shear modulus [stress]"),
    Property { range: "(-1, 0.5]", ..inherited_row("hz_poiss", "nu", "Poisson's ratio [-]") },
    inherited_row("fric", "mu", "friction coefficient [-]"),
    Property { kind: "INT", range: "{0; 1}", default: "0", choices: SHEAR_MODES, ..row("hz_mode", "M_s", "shear-force scaling mode [-]") },
    Property { default: "1.5", ..row("hz_alpha", "alpha_h", "exponent of the spring [-]") },
    Property { kind: "BOOL", range: "{false, true}", default: "false", modifiable: false, inheritable: None, ..row("hz_slip", "s", "slip state [-]") },
    Property { kind: "VEC", range: "R^3", default: "0", ..row("hz_force", "F^h", HERTZ_FORCE) },
    Property { range: "[0.0, 1.0]", ..dashpot("dp_nratio", "beta_n", "normal critical damping ratio [-]") },
    Property { range: "[0.0, 1.0]", ..dashpot("dp_sratio", "beta_s", "shear critical damping ratio [-]") },
    dashpot("dp_alpha", "alpha_d", "exponent of the dashpot [-]"),
    Property { kind: "INT", range: "{0; 1; 2; 3}", default: "0", choices: DASHPOT_MODES, ..dashpot("dp_mode", "M_d", "dashpot mode [-]") },
    Property { kind: "VEC", range: "R^3", default: "0", modifiable: false, ..dashpot("dp_force", "F^d", DASHPOT_FORCE) },
];
