//! LAMMPS: `pair_style granular` with `hertz/material`, `hooke`, `dmt` or `jkr`, `gran/hooke/history` and `gran/hertz/history`.
//!
//! The damping argument of a normal model is a restitution for `coeff_restitution` and `tsuji` and a coefficient for
//! the others; here the two have their own names.

mod gran;
pub mod input;
pub mod releases;

use super::export::Input;
use super::keys::{ANY, Key, Limits, POSITIVE, Parameters};
use super::normal::{
    breaks_elsewhere, damping_shape, dissipative, full_force_request, hertz, locally_damped, material_keys, no_gap,
    own_modulus, render_local, render_material, same_end,
};
use super::restitution::{full_force_ratio, lammps_tsuji_alpha, ratio};
use super::tangential::{self, FrictionModel, ShearStrength, both, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{self, Contract, Convention, line};
use crate::law::damping::{Damping, KuwabaraKono, LinearDashpot, StiffnessDashpot, Strength, Tsuji, Undamped};
use crate::law::normal::{BreaksAt, Dmt, Hertz, Hooke, Jkr, NormalLaw};
use crate::law::rolling::{Free, SpringDashpot};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, Mindlin, ShearDamping};
use crate::law::{
    Card, Contact, Dashpot, Ends, Friction, LawError, Normal, Numbers, Pair, PowerForce, Rolling, Tangential,
};
use crate::units::Dimension;

/// LAMMPS with its GRANULAR package.
pub static LAMMPS: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["dmt", "jkr"],
    versions: Some(releases::exchange),
    material: |params| {
        let granular = params.given("style").is_none_or(|style| style == "granular");
        (granular && params.given("normal") != Some("hooke")).then_some([YOUNG, POISSON])
    },
    remarks: input::remarks,
    as_run: input::as_run,
    driver: Some(input::DRIVER),
    solid_spheres: true,
    planes_on_axes: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::Own { write: input::write, read: input::read })
};

const YOUNG: &str = "E";
const POISSON: &str = "nu";
const GAMMA: &str = "gamma";
const FRICTION: &str = "mu_t";
/// `k_t` of the models of Mindlin.
const PER_RADIUS: &str = "k_t_per_radius";
/// Of `fix damping/cundall`.
const LOCAL: &str = "damping_cundall";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice("style", &["granular", gran::HOOKE, gran::HERTZ], "pair style"),
    Key::choice("normal", &["hertz/material", "hooke", "dmt", "jkr"], "normal model"),
    Key::quantity(
        GAMMA,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "surface energy of one surface, with dmt and jkr: w = 2 gamma",
    ),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity("k_n", Dimension::Stiffness, POSITIVE, "stiffness of hooke"),
    Key::choice(
        "damping",
        &["viscoelastic", "coeff_restitution", "tsuji", "velocity", "mass_velocity"],
        "damping model; viscoelastic unless given",
    ),
    Key::quantity(
        "e",
        Dimension::Number,
        ANY.at_least(TSUJI[0]).at_most(TSUJI[1]),
        "restitution: with coeff_restitution above 0 and at most 1, with tsuji any of these",
    ),
    Key::quantity(
        "eta_n0",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "coefficient, with velocity (N s/m), mass_velocity (1/s) and viscoelastic (1/(m s)), in SI",
    ),
    Key::choice("limit_damping", &["false", "true"], "the force never pulls"),
    Key::quantity(
        LOCAL,
        Dimension::Number,
        Limits::FRACTION,
        "gamma_l of fix damping/cundall, local damping of each component of the force; without friction",
    )
    .or(0.0),
    Key::choice(
        "tangential",
        &["mindlin", "mindlin/force", "mindlin_rescale/force", "linear_history"],
        "tangential model",
    ),
    friction_key(FRICTION, "friction of the tangential model; no tangential force unless given"),
    Key::quantity("k_t", Dimension::Stiffness, POSITIVE, "stiffness of linear_history"),
    Key::quantity(
        PER_RADIUS,
        Dimension::Pressure,
        POSITIVE,
        "k_t of the three of Mindlin, which the code multiplies by the contact radius; 8 G* (NULL) unless given",
    ),
    Key::quantity(
        "x_gammat",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "tangential over normal damping coefficient; required by LAMMPS; 1 here unless given",
    )
    .or(1.0),
    Key::choice("rolling", &["none", "sds"], "rolling model; goes with mu_t"),
    Key::quantity("k_roll", Dimension::Stiffness, POSITIVE, "stiffness of sds"),
    Key::quantity("gamma_roll", Dimension::Damping, Limits::NOT_NEGATIVE, "damping coefficient of sds").or(0.0),
    Key::quantity("mu_roll", Dimension::Number, Limits::NOT_NEGATIVE, "rolling friction of sds"),
    gran::COEFFICIENTS[0],
    gran::COEFFICIENTS[1],
    gran::COEFFICIENTS[2],
    gran::COEFFICIENTS[3],
    gran::COEFFICIENTS[4],
    Key::choice("dampflag", &["1", "0"], "of gran/*: whether gamma_t acts"),
    Key::choice(
        "release",
        &["22Jul2025", "develop"],
        "tsuji: the polynomial is for the mass of a whole particle, and a later source multiplies it by sqrt(2)",
    ),
];

/// Between spheres the torque is that of a force at the middle of the overlap, at a wall that of one at the radius.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
    at_wall: both(Arm::Radius),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

const CARD: Card = Card {
    name: "lammps",
    title: "LAMMPS: pair_style granular",
    formula: "F = F_e + eta_n v,  F_e = 4/3 E* sqrt(R* delta) delta (hertz/material), k_n delta (hooke)\n\
              coeff_restitution:  eta_n = sqrt(3/2) 2 sqrt(5/6) z sqrt(m F_e/delta), z = -ln e/sqrt(ln^2 e + pi^2)\n\
              tsuji:              eta_n = alpha(e) sqrt(m F_e/delta), alpha = 1.2728 - 4.2783 e + 11.087 e^2 - ...\n\
              velocity: eta_n0   mass_velocity: eta_n0 m   viscoelastic: eta_n0 a m",
    symbols: &[("m", "effective mass", "kg"), ("a", "sqrt(R* delta)", "m"), ("eta_n0", "coefficient", "see keys")],
    holds: "coeff_restitution reproduces e without limit_damping; tsuji: no release reproduces e exactly",
    source: "LAMMPS documentation, pair_style granular; source of 22 Jul 2025",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "L1",
        says: "damping tsuji achieves e",
        is: "its polynomial fits the coefficient of a whole particle's mass and is used with the effective mass",
        number: "0.5 gives 0.616076; multiplied by sqrt(2), 0.499916",
    },
    Erratum {
        id: "L2",
        says: "limit_damping only removes the attractive part",
        is: "the rebound is faster for the same e",
        number: "0.5 gives 0.550283",
    },
    Erratum {
        id: "L3",
        says: "jkr is the model of Johnson, Kendall & Roberts",
        is: "its contact breaks at the largest tension, where a free collision goes on to the smallest overlap",
        number: "an undamped collision loses 0.493867 of JKR's energy, and the sticking speed is 0.702757 of JKR's",
    },
    Erratum {
        id: NULL_OF_MIXED,
        says: "tangential mindlin NULL takes its stiffness from the material",
        is: "of two types that the code mixes it takes the effective modulus for Young's, 2 E*/((2-nu)(1+nu)) a for 8 G* a: of like materials 1/(2(1-nu^2)) of it; since 2023",
        number: "",
    },
];

/// The erratum about `mindlin NULL` of a pair that is mixed, for a reader of scripts.
pub(crate) const NULL_OF_MIXED: &str = "L4";

/// Range of the argument of `tsuji`: the program does not check that it is a restitution.
const TSUJI: [f64; 2] = [-1.0, 1.1];

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        wall_modulus: Convention::SphereModulus,
        damping: HERTZIAN.into(),
        adhesion: format!("{} (dmt, jkr)", line::TWICE).into(),
        ..default_contract("LAMMPS", Ends::ZeroOverlap)
    });
    let pull_off = FrictionLimit::PullOff.meaning();
    Contract { friction_limit: own.friction_limit.and(&format!("; with dmt and jkr {pull_off}")), ..own }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let ends = if params.word(KEYS, "limit_damping")? == "true" { Ends::ForceClamped } else { Ends::ZeroOverlap };
    let older = gran::is_asked(params)?;
    let cohesive = !older && is_cohesive(params)?;
    if !cohesive {
        params.refuse(&[GAMMA], "only dmt and jkr have a surface energy")?;
    }
    let contact = if cohesive {
        gran::refuse(params)?;
        cohesive_contact(params, pair)?
    } else if older {
        gran::contact(params, ends, pair)?
    } else {
        gran::refuse(params)?;
        granular(params, ends, pair)?
    };
    let own = if older { gran::SHEAR } else { SHEAR.for_pair(pair) };
    let history = contact.friction.as_ref().map_or(SHEAR.form, |friction| contract::form(&friction.tangential));
    let limit = if cohesive { FrictionLimit::PullOff } else { SHEAR.limit };
    let mut notes = Vec::new();
    if let Normal::Jkr(_) = contact.normal {
        notes.push("L3: a contact of jkr breaks at the largest tension".to_string());
    }
    if !cohesive {
        notes.extend(for_this_pair(params).map(String::from));
    }
    match params.word(KEYS, "damping")? {
        "tsuji" if cohesive => {
            notes.push("L1: the polynomial is a fit; its e is not the one achieved".to_string());
            notes.push(releases::TSUJI_BESIDE_A_PULL.to_string());
        }
        _ if cohesive || older => {}
        "tsuji" => notes.push("L1: the polynomial is a fit; its e is not the one achieved".to_string()),
        "coeff_restitution" if !ends.pulls() => {
            notes.push("L2: e is for the full force, and limit_damping removes the attractive part".to_string());
        }
        _ => {}
    }
    let damping = match contact.damping {
        Damping::Undamped(_) => contact.damping.card().formula.into(),
        _ if older => gran::damping(params)?.into(),
        _ if cohesive => cohesive_dashpot(params)?.into(),
        _ => normalisation(params)?.into(),
    };
    let contract = contract().ending(ends).for_law(&contact, line::TWICE);
    let contract = Contract {
        damping,
        history: Convention::history(history),
        rotation: Convention::Rotation(SHEAR.rotation),
        lever: own.lever(),
        friction_limit: Convention::Limit(limit),
        ..contract
    };
    let local = params.require(KEYS, LOCAL, "lammps")?;
    if local == 0.0 {
        let restitution_requested = params.number(KEYS, "e")?;
        return Ok(Parsed { restitution_requested, notes, ..Parsed::new(contact, contract) });
    }
    if cohesive {
        return Err(LawError::key(LOCAL, "local damping beside dmt and jkr is not supported"));
    }
    let (contact, contract) = locally_damped((contact, contract), local, if older { "xmu" } else { FRICTION })?;
    let contract = contract.for_law(&contact, line::TWICE);
    Ok(Parsed { notes, ..Parsed::new(contact, contract) })
}

/// Whether the normal model is `dmt` or `jkr`.
fn is_cohesive(params: &Parameters) -> Result<bool, LawError> {
    Ok(matches!(params.word(KEYS, "normal")?, "dmt" | "jkr"))
}

/// The contact of `hertz/material` and `hooke`.
fn granular(params: &Parameters, ends: Ends, pair: &Pair) -> Result<Contact, LawError> {
    let linear = params.word(KEYS, "normal")? == "hooke";
    let normal = if linear {
        params.refuse(&[YOUNG, POISSON], "hooke has a stiffness of its own")?;
        Normal::Hooke(Hooke { stiffness: params.require(KEYS, "k_n", "lammps")? })
    } else {
        params.refuse(&["k_n"], "hertz/material takes its stiffness from the material")?;
        Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?)
    };
    let mut contact = Contact { normal, damping: Damping::Undamped(Undamped), ends, friction: None };
    contact.damping = damping(params, linear, &contact.force(pair)?, pair)?;
    let force = contact.force(pair)?;
    contact.friction = friction(params, linear, [force.C, force.beta], pair)?;
    Ok(contact)
}

/// The contact of `dmt` and `jkr`: the surface energy is that of one surface, and the contact of `jkr` breaks at the
/// largest tension. Friction is bounded by `mu |F + 2 F_po|`, `F` without its dashpot (`gran_sub_mod_normal.cpp`, `set_fncrit`).
fn cohesive_contact(params: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
    let tsuji = params.word(KEYS, "damping")? == "tsuji";
    let other = if tsuji { "eta_n0" } else { "e" };
    params
        .refuse(&["k_n", other, "release"], "`dmt` and `jkr` take E, eta_n0, nu and gamma, with tsuji e for eta_n0")?;
    if params.word(KEYS, "limit_damping")? == "true" {
        let message = "LAMMPS does not take `limit_damping` beside a cohesive normal model";
        return Err(LawError::key("limit_damping", message).help("leave it out"));
    }
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "lammps")?;
    let work_of_adhesion = 2.0 * params.require(KEYS, GAMMA, "lammps")?;
    let normal = match params.word(KEYS, "normal")? {
        "dmt" => Normal::Dmt(Dmt { work_of_adhesion }),
        _ => Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force }),
    };
    let eta = params.number(KEYS, "eta_n0")?.unwrap_or(0.0);
    let damping = match params.word(KEYS, "damping")? {
        // alpha sqrt(m* 4/3 E* a), `a` of the normal model (pair_granular.cpp of 2021).
        "tsuji" => {
            let alpha = lammps_tsuji_alpha(params.require(KEYS, "e", "lammps")?);
            Damping::Tsuji(Tsuji(Strength::Coefficient(alpha)))
        }
        _ if eta == 0.0 => Damping::Undamped(Undamped),
        "velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta)),
        "mass_velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta * pair.m_star)),
        // eta a m* v, `a` of the normal model: a relaxation time beside Hertz, A 3/2 K sqrt(a^2/R*) v.
        "viscoelastic" => {
            let A = eta * pair.m_star / (2.0 * pair.require_E_star("lammps")?);
            Damping::KuwabaraKono(KuwabaraKono::build(&Numbers::new(vec![("relaxation_time", A)]))?)
        }
        other => {
            let message = format!("LAMMPS does not take `{other}` beside a cohesive normal model");
            return Err(LawError::key("damping", message)
                .help("use viscoelastic, velocity or mass_velocity; tsuji before 2023"));
        }
    };
    let Dashpot { C, beta } = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "lammps")?;
    let friction = friction(params, false, [C, beta], pair)?;
    Ok(Contact { normal, damping, ends: Ends::ZeroOverlap, friction })
}

/// The dashpot in words, for the contract.
fn cohesive_dashpot(params: &Parameters) -> Result<&'static str, LawError> {
    Ok(match params.word(KEYS, "damping")? {
        "viscoelastic" => "F_d = eta_n0 m* a v, a the contact radius of the normal model",
        "mass_velocity" => "F_d = eta_n0 m* v",
        "tsuji" => "F_d = alpha sqrt(m* 4/3 E* a) v, a the contact radius of the normal model, alpha a polynomial of e",
        _ => "F_d = eta_n0 v",
    })
}

fn damping(params: &Parameters, linear: bool, force: &PowerForce, pair: &Pair) -> Result<Damping, LawError> {
    let model = params.word(KEYS, "damping")?;
    let asks = matches!(model, "coeff_restitution" | "tsuji");
    if asks {
        params.refuse(&["eta_n0"], "this damping model takes a restitution, `e`")?;
    } else {
        params.refuse(&["e"], "this damping model takes a coefficient, `eta_n0`")?;
    }
    if model != "tsuji" {
        params.refuse(&["release"], "only tsuji depends on it")?;
    }
    let tsuji = |alpha: f64| Damping::Tsuji(Tsuji(Strength::Coefficient(alpha)));
    Ok(match model {
        "coeff_restitution" => {
            let constant = if linear { 2.0 } else { 5f64.sqrt() };
            let e = params.require(KEYS, "e", "lammps")?;
            if !Limits::RESTITUTION.hold(e) {
                return Err(LawError::key("e", format!("`e` must be {}, not {e}", Limits::RESTITUTION.range())));
            }
            tsuji(constant * full_force_ratio(e))
        }
        "tsuji" => {
            let alpha = lammps_tsuji_alpha(params.require(KEYS, "e", "lammps")?);
            tsuji(if params.word(KEYS, "release")? == "develop" { 2f64.sqrt() * alpha } else { alpha })
        }
        _ => coefficient(model, params.require(KEYS, "eta_n0", "lammps")?, linear, force, pair)?,
    })
}

/// The dashpot of `coeff_restitution` beside `hertz/material`, for the contract.
const HERTZIAN: &str = "F_d = sqrt(5) z sqrt(m* k_secant) v of the full force (coeff_restitution)";

/// What the dashpot is, for the contract.
fn normalisation(said: &Parameters) -> Result<&'static str, LawError> {
    Ok(match said.word(KEYS, "damping")? {
        "coeff_restitution" if said.word(KEYS, "normal")? == "hooke" => {
            "F_d = 2 z sqrt(m* k_n) v of the full force (coeff_restitution)"
        }
        "coeff_restitution" => HERTZIAN,
        "tsuji" => "F_d = alpha sqrt(m* k_secant) v, alpha a polynomial of e (tsuji)",
        "velocity" => "F_d = eta_n0 v",
        "mass_velocity" => "F_d = eta_n0 m* v",
        _ => "F_d = eta_n0 m* a v, a = sqrt(R* delta)",
    })
}

fn coefficient(model: &str, eta: f64, linear: bool, force: &PowerForce, pair: &Pair) -> Result<Damping, LawError> {
    Ok(match model {
        _ if eta == 0.0 => Damping::Undamped(Undamped),
        "velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta)),
        "mass_velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta * pair.m_star)),
        // eta a m* v beside a linear spring: 2 beta sqrt(m* k_n) sqrt(delta/delta_0) v, delta_0 = 1 m.
        _ if linear => {
            let ratio = 0.5 * eta * (pair.m_star * pair.R_star / force.K).sqrt();
            Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.5, reference_length: 1.0 })
        }
        // eta a m* v is a relaxation time beside Hertz: A n K sqrt(delta) v.
        _ => {
            let A = eta * pair.m_star * pair.R_star.sqrt() / (1.5 * force.K);
            Damping::KuwabaraKono(KuwabaraKono::build(&Numbers::new(vec![("relaxation_time", A)]))?)
        }
    })
}

/// The tangential and the rolling model; the tangential dashpot goes with the normal one, `C delta^beta v`.
fn friction(params: &Parameters, linear: bool, [C, beta]: [f64; 2], pair: &Pair) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        let beside = ["tangential", "k_t", PER_RADIUS, "x_gammat", "rolling", "k_roll", "gamma_roll", "mu_roll"];
        params.refuse(&beside, "there is no friction, `mu_t`")?;
        return Ok(None);
    };
    let model = params.word(KEYS, "tangential")?;
    let cohesive = is_cohesive(params)?;
    let limit = if cohesive { FrictionLimit::PullOff } else { SHEAR.limit };
    let (friction_model, rolling) = (FrictionModel { limit, ..SHEAR.for_pair(pair) }, rolling(params, pair)?);
    let C = params.require(KEYS, "x_gammat", "lammps")? * C;
    let strength = ShearStrength::Power { C, beta };
    let dashpot = (C != 0.0).then_some(ShearDamping { strength, sliding: SHEAR.sliding });
    if model == "linear_history" {
        params.refuse(&[PER_RADIUS], "linear_history has `k_t`, which does not grow")?;
        let stiffness = params.require(KEYS, "k_t", "lammps")?;
        let spring = Tangential::CundallStrack(CundallStrack { stiffness, friction: mu, dashpot, dynamic: None });
        return Ok(Some(Friction { rolling, ..friction_model.with(spring) }));
    }
    params.refuse(&["k_t"], "the stiffness of this tangential model is `k_t_per_radius`")?;
    if linear {
        return Err(LawError::key(
            "tangential",
            format!("`{model}` is only valid with hertz/material, not with hooke"),
        )
        .help("use linear_history"));
    }
    let form = MODELS.iter().find(|(name, _)| *name == model).map_or(Form::Total, |&(_, form)| form);
    let own = params.number(KEYS, PER_RADIUS)?.map(|k| k / 8.0);
    if cohesive || own.is_some() {
        let spring = Mindlin { form, friction: mu, dashpot, dynamic: None, effective_shear_modulus: own };
        return Ok(Some(Friction { rolling, ..friction_model.with(Tangential::Mindlin(spring)) }));
    }
    let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
    Ok(Some(Friction { rolling, ..FrictionModel { form, ..friction_model }.friction(mu, ratio, Some(strength)) }))
}

/// The names of the tangential and rolling model of a contact; adds their numbers to the list.
fn render_friction(
    shear: &ShearForce,
    force: &PowerForce,
    pair: &Pair,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Result<Vec<(&'static str, &'static str)>, LawError> {
    let mut words = vec![("tangential", render_spring(shear, force, numbers)?)];
    words.extend(render_rolling(shear.rolling, pair, numbers));
    Ok(words)
}

fn render_spring(
    shear: &ShearForce,
    force: &PowerForce,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Result<&'static str, LawError> {
    numbers.push((FRICTION, shear.friction));
    let follows = shear.dashpot.C != 0.0 && force.C > 0.0 && shear.dashpot.beta == force.beta;
    numbers.push(("x_gammat", if follows { shear.dashpot.C / force.C } else { 0.0 }));
    if shear.gamma == 0.0 && shear.S > 0.0 {
        numbers.push(("k_t", shear.S));
        return Ok("linear_history");
    }
    if force.alpha == 1.0 {
        return Err(LawError::table("LAMMPS has no tangential spring that grows beside hooke"));
    }
    Ok(MODELS.iter().find(|(_, form)| *form == shear.form).map_or("mindlin", |&(name, _)| name))
}

/// `rolling sds`: a force `k_roll x + gamma_roll x'` within `mu_roll |F_n|` on the arm `R*`, `x = R* theta`.
fn rolling(params: &Parameters, pair: &Pair) -> Result<Rolling, LawError> {
    if params.word(KEYS, "rolling")? == "none" {
        params.refuse(&["k_roll", "gamma_roll", "mu_roll"], "there is no rolling model, `rolling = \"sds\"`")?;
        return Ok(Rolling::Free(Free));
    }
    let of = |key| params.require(KEYS, key, "lammps");
    let square = pair.R_star * pair.R_star;
    let [stiffness, damping] = [square * of("k_roll")?, square * of("gamma_roll")?];
    Ok(Rolling::SpringDashpot(SpringDashpot { stiffness, damping, friction: of("mu_roll")? }))
}

/// The name of the rolling model of a contact; adds its numbers to the list. `None` if LAMMPS has no such model.
fn render_rolling(
    rolling: RollingForce,
    pair: &Pair,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Option<(&'static str, &'static str)> {
    let RollingForce::SpringDashpot { stiffness, damping, friction } = rolling else { return None };
    let square = pair.R_star * pair.R_star;
    numbers.extend([("k_roll", stiffness / square), ("gamma_roll", damping / square), ("mu_roll", friction)]);
    Some(("rolling", "sds"))
}

/// The tangential models by how they remember.
const MODELS: &[(&str, Form)] =
    &[("mindlin", Form::Total), ("mindlin/force", Form::Incremental), ("mindlin_rescale/force", Form::Rescaled)];

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    if let Some(params) = render_cohesive(contact, pair)? {
        return Ok(params.into());
    }
    if let Some((bare, alpha, oblique)) = render_local(contact, "LAMMPS")? {
        let Rendered { mut params, notes } = render(&bare, Reading::Corrected, pair)?;
        params.numbers.set(LOCAL, alpha);
        if oblique {
            params.numbers.set(FRICTION, 0.0);
            // The one tangential model that hooke takes.
            if let Some(K) = params.numbers.get("k_n") {
                params.numbers.set("k_t", K);
                params = params.with_word("tangential", "linear_history");
            }
        }
        return Ok(Rendered { params, notes });
    }
    let force = contact.force(pair)?;
    let (pulls, damped) = (contact.ends.pulls(), force.C != 0.0);
    let ends = if pulls { Ends::ZeroOverlap } else { Ends::ForceClamped };
    let notes = same_end(contact.ends, ends, damped, "LAMMPS")?;
    let limited = |params: Parameters| params.with_word("limit_damping", if pulls { "false" } else { "true" });
    let granular = render_granular(contact, pair).map(limited);
    let params = match tangential::friction_to_render(contact, pair)? {
        Some(shear) if !granular.as_ref().is_ok_and(|params| keeps(params, &shear, pair)) => {
            gran::render(&shear, &force, pair).map(limited).map_or(granular, Ok)?
        }
        _ => granular?,
    };
    Ok(Rendered { params, notes })
}

/// Whether the parameters express the tangential force.
fn keeps(params: &Parameters, shear: &ShearForce, pair: &Pair) -> bool {
    let back = contact(params, Reading::Corrected, pair).and_then(|there| there.contact.shear(pair));
    back.is_ok_and(|back| {
        tangential::lost(Some(shear), back.as_ref(), "LAMMPS").is_empty()
            && back.is_some_and(|back| back.levers == shear.levers)
    })
}

/// The parameters of a contact.
fn render_granular(contact: &Contact, pair: &Pair) -> Result<Parameters, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "LAMMPS")?;
    let (normal, mut numbers) = if force.alpha == 1.0 {
        no_gap(&force, "LAMMPS")?;
        ("hooke", vec![("k_n", force.K)])
    } else {
        ("hertz/material", render_material(&force, pair, "LAMMPS", [YOUNG, POISSON])?)
    };
    let (damping, number) = render_damping(&force, pair)?;
    numbers.push(number);
    let mut words = vec![("normal", normal), ("damping", damping)];
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        words.extend(render_friction(&shear, &force, pair, &mut numbers)?);
    }
    Ok(Parameters::new(numbers, &words))
}

/// The parameters of a contact; `None` if its law is neither `dmt` nor `jkr`.
fn render_cohesive(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    let (normal, w) = match &contact.normal {
        Normal::Dmt(law) => ("dmt", law.work_of_adhesion),
        Normal::Jkr(Jkr { work_of_adhesion, breaks_at: BreaksAt::Force, .. }) => ("jkr", *work_of_adhesion),
        Normal::Jkr(law) => {
            let code = "LAMMPS breaks a `jkr` contact at the largest tension";
            return Err(breaks_elsewhere(law, BreaksAt::Force, code));
        }
        _ => return Ok(None),
    };
    let relaxes = match &contact.damping {
        Damping::KuwabaraKono(law) => law.relaxation_time(),
        _ => None,
    };
    let (damping, eta, dashpot) = match (contact.damping.constant(), relaxes) {
        (Some(C), _) => ("velocity", C, Dashpot { C, beta: 0.0 }),
        (_, Some(A)) => {
            let E_star = pair.require_E_star("lammps")?;
            (
                "viscoelastic",
                2.0 * A * E_star / pair.m_star,
                Dashpot { C: 2.0 * A * E_star * pair.R_star.sqrt(), beta: 0.5 },
            )
        }
        _ => {
            let name = contact.damping.card().name;
            return Err(LawError::table(format!("`{name}` beside `{normal}` is not supported for LAMMPS")));
        }
    };
    let (mut words, mut numbers) = (
        vec![("normal", normal), ("damping", damping), ("limit_damping", "false")],
        vec![(GAMMA, 0.5 * w), ("eta_n0", eta)],
    );
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        let hertz = Hertz::default().elastic(pair)?;
        let force = PowerForce::new(hertz, dashpot, contact.ends);
        words.extend(render_friction(&shear, &force, pair, &mut numbers)?);
    }
    Ok(Some(Parameters::new(numbers, &words)))
}

fn render_damping(force: &PowerForce, pair: &Pair) -> Result<(&'static str, (&'static str, f64)), LawError> {
    let linear = force.alpha == 1.0;
    match ratio(force, pair.m_star) {
        // In every release.
        _ if force.C == 0.0 => Ok(("velocity", ("eta_n0", 0.0))),
        Some(z) if !linear || z < 1.0 => Ok(("coeff_restitution", ("e", full_force_request(z, "LAMMPS")?))),
        _ if force.beta == 0.0 => Ok(("velocity", ("eta_n0", force.C))),
        _ if force.beta == 0.5 => Ok(("viscoelastic", ("eta_n0", force.C / (pair.m_star * pair.R_star.sqrt())))),
        _ => Err(damping_shape(force, "LAMMPS")),
    }
}

/// Of a damping coefficient that other masses need another number for; nothing of one that is 0.
fn for_this_pair(params: &Parameters) -> Option<&'static str> {
    let has = |key: &str| params.numbers.get(key).is_some_and(|coefficient| coefficient != 0.0);
    if has("gamma_n") {
        return Some("gamma_n is valid for this pair only: it depends on the masses");
    }
    let of_mass = matches!(params.word_or_empty("damping"), "" | "mass_velocity" | "viscoelastic");
    (of_mass && has("eta_n0")).then_some("eta_n0 is valid for this pair only: it depends on the masses")
}
