//! LIGGGHTS: `pair_style gran` with the models `hertz`, `hooke/stiffness` with `absolute_damping on`, `luding` and `hooke/hysteresis`.
//!
//! The restitution is that of a force that may pull; `limitForce on` takes the attraction away and leaves the coefficient
//! as it was. The program refuses a restitution of 0.05 and less.

use std::path::Path;

use super::engine::box_of_spheres::{BoxEngine, ContactLine, TemplateValues};
use super::engine::installed::{PROBE, printed};
use super::engine::{Driver, DriverAnswer, Engine, Installation, NoAnswer, free};
use super::export::{AFTER_THE_BOX, BEFORE_THE_BOX, Input, InputData};
use super::keys::{ANY, Key, Limits, POSITIVE, Parameters};
use super::normal::{
    Spring, damping_shape, dissipative, full_force_request, hertz, material_keys, no_gap, only_alone, own_modulus,
    render_material, render_spring, same_end, spring_contact, stiffer, tangent_dashpot,
};
use super::restitution::{full_force_ratio, ratio};
use super::script::{after, frictional, line_of};
use super::tangential::{self, FrictionModel, ShearStrength, both, dashpot_ratio, friction_key};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::{Hooke, OverlapArea, Sjkr};
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, ShearForce, SpringRotation, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{Card, Contact, Ends, Friction, LawError, Normal, Pair, PowerForce, Tangential};
use crate::units::Dimension;

/// LIGGGHTS-PUBLIC.
pub static LIGGGHTS: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["sjkr", "luding"],
    material: |params| (!matches!(params.given("model"), Some(LUDING | "hooke/stiffness"))).then_some([YOUNG, POISSON]),
    driver: Some(DRIVER),
    solid_spheres: true,
    planes_on_axes: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::Own { write, read })
};

const YOUNG: &str = "youngsModulus";
const POISSON: &str = "poissonsRatio";
const RESTITUTION: &str = "coefficientRestitution";
const DENSITY: &str = "cohesionEnergyDensity";
const FRICTION: &str = "coefficientFriction";
const LUDING: &str = "luding";
const HYSTERESIS: &str = "hooke/hysteresis";
const LOADING: &str = "LoadingStiffness";
const UNLOADING: &str = "UnloadingStiffness";
const HARDENED: &str = "coefficientMaxElasticStiffness";
const ADHESION: &str = "coefficientAdhesionStiffness";
const DEPTH: &str = "coefficientPlasticityDepth";
const PULL: &str = "pullOffForce";
const SPEED: &str = "characteristicVelocity";

/// The properties of pairs of types, beside the restitution.
const OF_LUDING: [&str; 5] = [LOADING, UNLOADING, ADHESION, DEPTH, PULL];
const OF_HYSTERESIS: [&str; 3] = [HARDENED, ADHESION, DEPTH];
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

/// What the program takes: it stops at 0.05 and below.
const TAKEN: Limits = POSITIVE.above(0.05).at_most(1.0);

const KEYS: &[Key] = &[
    Key::choice("model", &["hertz", "hooke/stiffness", LUDING, HYSTERESIS], "normal model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(RESTITUTION, Dimension::Number, TAKEN, "hertz: restitution; the program refuses 0.05 and less"),
    Key::quantity("kn", Dimension::Stiffness, POSITIVE, "hooke/stiffness: stiffness"),
    Key::quantity(
        "gamman_abs",
        Dimension::Damping,
        Limits::NOT_NEGATIVE,
        "hooke/stiffness with absolute_damping on: coefficient",
    ),
    Key::choice(
        "cohesion",
        &["off", "sjkr", "sjkr2"],
        "hertz: cohesion model; the area is that of the lens (sjkr), or 4 pi R* delta, at a wall 2 pi R* delta (sjkr2)",
    ),
    Key::quantity(DENSITY, Dimension::EnergyDensity, POSITIVE, "with cohesion sjkr and sjkr2"),
    Key::choice("limitForce", &["off", "on"], "the force never pulls"),
    friction_key(FRICTION, "friction of `tangential history`; no tangential force unless given"),
    Key::quantity("kt", Dimension::Stiffness, POSITIVE, "hooke/stiffness with friction: tangential stiffness"),
    Key::quantity(
        "gammat_abs",
        Dimension::Damping,
        Limits::NOT_NEGATIVE,
        "hooke/stiffness with absolute_damping and tangential_damping on: tangential coefficient",
    ),
    Key::choice(
        "tangential_damping",
        &["on", "off"],
        "a dashpot beside the tangential spring, dropped while the surfaces slide",
    ),
    Key::quantity(LOADING, Dimension::Stiffness, POSITIVE, "luding: k1"),
    Key::quantity(UNLOADING, Dimension::Number, POSITIVE, "luding: largest stiffness of unloading over k1"),
    Key::quantity(HARDENED, Dimension::Number, POSITIVE, "hooke/hysteresis: the same"),
    Key::quantity(ADHESION, Dimension::Number, Limits::NOT_NEGATIVE, "luding, hooke/hysteresis: k_c over k1"),
    Key::quantity(DEPTH, Dimension::Number, POSITIVE, "luding, hooke/hysteresis: phi_f, as a fraction of 2 R*"),
    Key::quantity(PULL, Dimension::Force, ANY, "luding: added to the force, positive apart; only 0 is supported")
        .or(0.0),
    Key::quantity(SPEED, Dimension::Speed, POSITIVE, "hooke/hysteresis: speed from which k1 follows"),
];

const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::HalfOverlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

/// What bounds friction beside `sjkr`: its attraction is no part of `sidata.Fn`.
const WITHOUT_ATTRACTION: &str =
    "mu times the magnitude of the normal force without its attraction (tangential_reduce off)";

const CARD: Card = Card {
    name: "liggghts",
    title: "LIGGGHTS: pair_style gran, model hertz, hooke/stiffness, luding and hooke/hysteresis",
    formula: "hertz:            F = 4/3 E* sqrt(R* delta) delta - 2 sqrt(5/6) beta sqrt(S_n m*) v,  S_n = 2 E* sqrt(R* delta)\n\
              beta = ln e/sqrt(ln^2 e + pi^2)\n\
              hooke/stiffness:  F = kn delta + gamman_abs v\n\
              luding:           k1 = LoadingStiffness, the other stiffnesses in parts of it\n\
              hooke/hysteresis: k1 = 16/15 sqrt(R*) E* (15 m V^2/(16 sqrt(R*) E*))^(1/5), V = characteristicVelocity",
    symbols: &[("S_n", "tangent stiffness", "N/m"), ("e", "coefficientRestitution", "-"), ("beta", "-z", "-")],
    holds: "e is achieved without limitForce, above 0.05",
    source: "LIGGGHTS-PUBLIC 3.8.0, gran model hertz",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "G1",
        says: "limitForce only removes the attractive part",
        is: "the rebound is faster for the same coefficientRestitution",
        number: "0.5 gives 0.550283, 0.1 gives 0.252729",
    },
    Erratum {
        id: "G2",
        says: "sjkr is a simplified JKR",
        is: "the attraction is an energy density times the area of overlap: an undamped contact loses nothing, and bodies never stick",
        number: "sjkr2 has twice the area of a small overlap between spheres, 4 pi R* delta, and the same at a wall, 2 pi R* delta",
    },
];

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        wall_modulus: Convention::OwnModulus.worded("the wall has the modulus of its own type"),
        damping: "F_d = 2 sqrt(5/6) z sqrt(m* k_tangent) v, z of the full force".into(),
        adhesion: "no surface energy: an energy density (sjkr), a stiffness k_c (luding, hooke/hysteresis)".into(),
        memory: "the largest overlap (luding, hooke/hysteresis)".into(),
        ..default_contract("LIGGGHTS", Ends::ZeroOverlap)
    });
    let friction_limit = own.friction_limit.and(&format!("; with sjkr {WITHOUT_ATTRACTION}"));
    Contract { friction_limit, ..own }
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    let model = params.word(KEYS, "model")?;
    if matches!(model, LUDING | HYSTERESIS) {
        return hysteretic(params, model, pair);
    }
    params.refuse(
        &[LOADING, UNLOADING, HARDENED, ADHESION, DEPTH, PULL, SPEED],
        "only luding and hooke/hysteresis have it",
    )?;
    let linear = model == "hooke/stiffness";
    if params.word(KEYS, "cohesion")? != "off" {
        if linear {
            return Err(LawError::key("cohesion", "cohesion beside hooke/stiffness is not supported"));
        }
        let contact = cohesive(params, pair)?;
        let contract = SHEAR.on(contract()).for_law(&contact, line::NO_ADHESION);
        let contract = Contract { friction_limit: WITHOUT_ATTRACTION.into(), ..contract };
        return Ok(Parsed {
            restitution_requested: params.number(KEYS, RESTITUTION)?.filter(|e| *e < 1.0),
            notes: vec!["G2: the attraction is an energy density times an area, not a surface energy".into()],
            ..Parsed::new(contact, contract)
        });
    }
    params.refuse(&[DENSITY], "there is no cohesion model, `cohesion = \"sjkr\"`")?;
    let (normal, damping) = if linear { hooke(params)? } else { hertzian(params)? };
    let ends = if params.word(KEYS, "limitForce")? == "on" { Ends::ForceClamped } else { Ends::ZeroOverlap };
    let contact = Contact { normal, damping, ends, friction: friction(params, linear, pair)? };
    contact.force(pair)?;
    let e = params.number(KEYS, RESTITUTION)?;
    let mut notes = Vec::new();
    if !ends.pulls() && e.is_some_and(|e| e < 1.0) {
        notes.push("G1: e is for the full force, and limitForce removes the attractive part".to_string());
    }
    let mut contract = SHEAR.on(contract()).ending(ends).for_law(&contact, line::NO_ADHESION);
    if linear {
        contract.damping = "F_d = gamman_abs v".into();
    }
    Ok(Parsed { restitution_requested: e, notes, ..Parsed::new(contact, contract) })
}

fn hertzian(params: &Parameters) -> Result<(Normal, Damping), LawError> {
    params.refuse(&["kn", "gamman_abs"], "hertz takes its stiffness from the material and a restitution")?;
    let e = params.require(KEYS, RESTITUTION, "liggghts")?;
    Ok((Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?), tangent_dashpot(e)))
}

/// The area of `sjkr2` over `2 pi R* delta`: between spheres its radius is `2 r1 r2/(r1+r2)` (`cohesion_model_sjkr2.h`).
fn area_of_sjkr2(pair: &Pair) -> f64 {
    if pair.wall { 1.0 } else { 2.0 }
}

/// `model hertz ... cohesion sjkr`, `sjkr2`: the dashpot acts on the part of Hertz.
fn cohesive(params: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
    params.refuse(&["kn", "gamman_abs"], "hertz takes its stiffness from the material and a restitution")?;
    params.refuse(&[FRICTION], "friction beside cohesion is not supported")?;
    if params.word(KEYS, "limitForce")? == "on" {
        return Err(LawError::key("limitForce", "`limitForce on` beside cohesion is not supported"));
    }
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "liggghts")?;
    let density = params.require(KEYS, DENSITY, "liggghts")?;
    let law = match params.word(KEYS, "cohesion")? {
        "sjkr" => Sjkr { cohesion_energy_density: density, area: OverlapArea::Lens },
        _ => Sjkr { cohesion_energy_density: area_of_sjkr2(pair) * density, area: OverlapArea::FirstOrder },
    };
    let damping = match params.require(KEYS, RESTITUTION, "liggghts")? {
        1.0 => Damping::Undamped(Undamped),
        e => tangent_dashpot(e),
    };
    Ok(Contact { normal: Normal::Sjkr(law), damping, ends: Ends::ZeroOverlap, friction: None })
}

fn hooke(params: &Parameters) -> Result<(Normal, Damping), LawError> {
    params.refuse(&[YOUNG, POISSON, RESTITUTION], "hooke/stiffness has a stiffness and a coefficient of its own")?;
    let normal = Normal::Hooke(Hooke { stiffness: params.require(KEYS, "kn", "liggghts")? });
    Ok(match params.require(KEYS, "gamman_abs", "liggghts")? {
        0.0 => (normal, Damping::Undamped(Undamped)),
        C => (normal, Damping::LinearDashpot(LinearDashpot::Coefficient(C))),
    })
}

/// `tangential history`: a total spring with its dashpot.
fn friction(params: &Parameters, linear: bool, pair: &Pair) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        params.refuse(&["kt", "gammat_abs", "tangential_damping"], "there is no friction, `coefficientFriction`")?;
        return Ok(None);
    };
    let damped = params.word(KEYS, "tangential_damping")? == "on";
    if linear {
        let stiffness = params.require(KEYS, "kt", "liggghts")?;
        let strength =
            params.number(KEYS, "gammat_abs")?.filter(|C| damped && *C != 0.0).map(ShearStrength::Coefficient);
        let dashpot = strength.map(|strength| ShearDamping { strength, sliding: SHEAR.sliding });
        return Ok(Some(SHEAR.with(Tangential::CundallStrack(CundallStrack {
            stiffness,
            friction: mu,
            dashpot,
            dynamic: None,
        }))));
    }
    params.refuse(&["kt", "gammat_abs"], "hertz takes its tangential stiffness and damping from the material and e")?;
    let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
    let e = params.require(KEYS, RESTITUTION, "liggghts")?;
    Ok(Some(SHEAR.friction(mu, ratio, damped.then(|| ShearStrength::Beta(full_force_ratio(e))))))
}

/// `k1 = 16/15 sqrt(R*) E* (15 m* V^2/(16 sqrt(R*) E*))^(1/5)`, N/m, of `hooke/hysteresis`.
pub(super) fn loading(E_star: f64, V: f64, pair: &Pair) -> f64 {
    let k = pair.R_star.sqrt() * E_star;
    16.0 / 15.0 * k * libm::pow(15.0 * pair.m_star * V * V / (16.0 * k), 0.2)
}

/// `model luding` and `model hooke/hysteresis` (`normal_model_luding.h`, `normal_model_hooke_hysteresis.h`): one spring under
/// other names. That of the first has stiffnesses of its own, that of the second follows from the material.
fn hysteretic(params: &Parameters, model: &str, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["kn", "gamman_abs", FRICTION, "cohesion"], "not supported beside a hysteretic model")?;
    if params.word(KEYS, "limitForce")? == "on" {
        return Err(LawError::key("limitForce", format!("`limitForce on` beside {model} is not supported")));
    }
    let of = |key| params.require(KEYS, key, "liggghts");
    if of(PULL)? != 0.0 {
        return Err(LawError::key(PULL, format!("`{PULL}` is not supported: only 0 is")));
    }
    let (k1, ratio) = if model == LUDING {
        params.refuse(&[YOUNG, POISSON, HARDENED, SPEED], "luding has stiffnesses of its own")?;
        (of(LOADING)?, UNLOADING)
    } else {
        params.refuse(&[LOADING, UNLOADING], "hooke/hysteresis takes its stiffness from the material")?;
        own_modulus(params, KEYS, [YOUNG, POISSON], pair, "liggghts")?;
        (loading(pair.require_E_star("liggghts")?, of(SPEED)?, pair), HARDENED)
    };
    let spring: Spring = [k1, k1 * of(ratio)?, k1 * of(ADHESION)?, of(DEPTH)?];
    stiffer(spring, ratio)?;
    let e = of(RESTITUTION)?;
    let C = 2.0 * full_force_ratio(e) * (pair.m_star * k1).sqrt();
    let contact = spring_contact(spring, C);
    let contract = Contract { damping: "F_d = 2 z sqrt(m* k1) v, z of a linear spring".into(), ..SHEAR.on(contract()) };
    let parsed = Parsed::new(contact.clone(), contract.for_law(&contact, line::NO_ADHESION));
    Ok(Parsed { restitution_requested: Some(e).filter(|e| *e < 1.0), ..parsed })
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    if let Some((spring, C)) = render_spring(contact, pair, "LIGGGHTS")? {
        return render_luding(spring, C, pair);
    }
    if let Normal::Sjkr(law) = &contact.normal {
        only_alone(contact, "`sjkr`", "LIGGGHTS")?;
        let (cohesion, part) = match law.area {
            OverlapArea::Lens => ("sjkr", 1.0),
            OverlapArea::FirstOrder => ("sjkr2", area_of_sjkr2(pair)),
        };
        let numbers = vec![(DENSITY, law.cohesion_energy_density / part), (RESTITUTION, 1.0)];
        let words = [("model", "hertz"), ("cohesion", cohesion), ("limitForce", "off")];
        return Ok(Parameters::new(numbers, &words).into());
    }
    let force = contact.force(pair)?;
    dissipative(&force, "LIGGGHTS")?;
    let pulls = contact.ends.pulls();
    let own_end = if pulls { Ends::ZeroOverlap } else { Ends::ForceClamped };
    let (model, mut numbers) = if force.alpha == 1.0 {
        ("hooke/stiffness", render_linear(&force)?)
    } else {
        ("hertz", render_hertz(&force, pair)?)
    };
    let notes = same_end(contact.ends, own_end, force.C != 0.0, "LIGGGHTS")?;
    let limit = if pulls { "off" } else { "on" };
    let mut words = vec![("model", model), ("limitForce", limit)];
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        words.push(("tangential_damping", render_friction(&shear, &force, pair, &mut numbers)?));
    }
    Ok(Rendered { params: Parameters::new(numbers, &words), notes })
}

/// The parameters of Luding's spring, in those of `model luding`.
fn render_luding([k1, k_p, k_c, depth]: Spring, C: f64, pair: &Pair) -> Result<Rendered, LawError> {
    let e = full_force_request(0.5 * C / (pair.m_star * k1).sqrt(), "LIGGGHTS")?;
    if !TAKEN.hold(e) {
        let message =
            format!("LIGGGHTS refuses a `coefficientRestitution` of 0.05 and less, and this dashpot needs {e}");
        return Err(LawError::table(message));
    }
    let numbers =
        vec![(LOADING, k1), (UNLOADING, k_p / k1), (ADHESION, k_c / k1), (DEPTH, depth), (PULL, 0.0), (RESTITUTION, e)];
    Ok(Parameters::new(numbers, &[("model", LUDING), ("limitForce", "off")]).into())
}

/// Adds the numbers of the tangential spring to the list; whether its dashpot is on.
fn render_friction(
    shear: &ShearForce,
    force: &PowerForce,
    pair: &Pair,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Result<&'static str, LawError> {
    numbers.push((FRICTION, shear.friction));
    if force.alpha == 1.0 {
        if shear.gamma != 0.0 || shear.S == 0.0 {
            return Err(LawError::table(
                "LIGGGHTS' `kt` of hooke/stiffness is constant: this tangential spring is not",
            ));
        }
        numbers
            .extend([("kt", shear.S), ("gammat_abs", if shear.dashpot.beta == 0.0 { shear.dashpot.C } else { 0.0 })]);
        return Ok(if shear.dashpot.C != 0.0 && shear.dashpot.beta == 0.0 { "on" } else { "off" });
    }
    // The dashpot has the normal one's number, or is off.
    let same = |z: f64, normal: f64| z != 0.0 && (z / ((5.0f64 / 6.0).sqrt() * normal) - 1.0).abs() < 1e-9;
    let on = dashpot_ratio(shear, pair).zip(ratio(force, pair.m_star)).is_some_and(|(z, normal)| same(z, normal));
    Ok(if on { "on" } else { "off" })
}

fn render_linear(force: &PowerForce) -> Result<Vec<(&'static str, f64)>, LawError> {
    no_gap(force, "LIGGGHTS")?;
    if force.C != 0.0 && force.beta != 0.0 {
        return Err(damping_shape(force, "LIGGGHTS"));
    }
    Ok(vec![("kn", force.K), ("gamman_abs", force.C)])
}

fn render_hertz(force: &PowerForce, pair: &Pair) -> Result<Vec<(&'static str, f64)>, LawError> {
    let mut numbers = render_material(force, pair, "LIGGGHTS", [YOUNG, POISSON])?;
    let z = ratio(force, pair.m_star).ok_or_else(|| damping_shape(force, "LIGGGHTS"))?;
    let e = full_force_request(z, "LIGGGHTS")?;
    if !TAKEN.hold(e) {
        return Err(LawError::table(format!(
            "LIGGGHTS refuses a `coefficientRestitution` of 0.05 and less, and this law needs {e}"
        )));
    }
    numbers.push((RESTITUTION, e));
    Ok(numbers)
}

/// Pa; outside the program wants to be told that it is meant.
const HARD: f64 = 1e9;
const SOFT: f64 = 5e6;

/// The global properties, the style of the pairs, and the wall.
fn write(data: &InputData) -> Result<Vec<String>, LawError> {
    let [model, options] = style(data.params)?;
    let young = data.params.numbers.get(YOUNG).unwrap_or(HARD);
    let hardness = [("hard_particles yes", young > HARD), ("soft_particles yes", young < SOFT)];
    let hardness = hardness.into_iter().filter(|(_, needed)| *needed).map(|(line, _)| line);
    let before = std::iter::once(BEFORE_THE_BOX).chain(hardness);
    let before = before.chain(["newton off", "communicate single vel yes", AFTER_THE_BOX]);
    let mut lines: Vec<String> = before.map(String::from).collect();
    lines.extend(properties(&[data.params])?);
    lines.push(format!("pair_style gran {model}{options}"));
    lines.push("pair_coeff * *".into());
    if data.wall() {
        let (axis, _) = data.scene.bodies[1].axis().unwrap_or(("z", true));
        lines.push(format!("fix wall all wall/gran {model} primitive type 1 {axis}plane 0.0{options}"));
    }
    lines.push("fix motion all nve/sphere".into());
    Ok(lines)
}

fn read(lines: &[String]) -> Option<Parameters> {
    let found = KEYS.iter().filter_map(|key| {
        let line = lines.iter().find(|line| line.contains(&format!("property/global {} ", key.name)))?;
        Some((key.name, line.split_whitespace().last()?.parse().ok()?))
    });
    let found = found.collect();
    let style = line_of(lines, "pair_style gran ")?;
    if let Some(wall) = line_of(lines, "fix wall ") {
        let mut words = style.strip_prefix("pair_style gran ")?.split_whitespace();
        words.all(|word| wall.split_whitespace().any(|known| known == word)).then_some(())?;
    }
    let mut words = vec![("model", after(style, "model ")?), ("limitForce", after(style, "limitForce ")?)];
    words.extend(after(style, "cohesion ").map(|model| ("cohesion", model)));
    words.extend(after(style, "tangential_damping ").map(|damping| ("tangential_damping", damping)));
    Some(frictional(Parameters::new(found, &words), &[FRICTION, "kt", "gammat_abs"]))
}

/// Model and options of a contact: a wall has words of its own between them.
fn style(parameters: &Parameters) -> Result<[String; 2], LawError> {
    let model = parameters.word(KEYS, "model")?;
    let mut options = String::new();
    if model == "hooke/stiffness" {
        options.push_str(" absolute_damping on");
    }
    let friction = parameters.numbers.get(FRICTION).is_some();
    if friction {
        options.push_str(&format!(" tangential_damping {}", parameters.word(KEYS, "tangential_damping")?));
    }
    options.push_str(&format!(" limitForce {}", parameters.word(KEYS, "limitForce")?));
    let cohesion = match parameters.word(KEYS, "cohesion")? {
        "off" => String::new(),
        word => format!(" cohesion {word}"),
    };
    Ok([format!("model {model} tangential {}{cohesion}", if friction { "history" } else { "off" }), options])
}

/// The global properties of contacts between like types, one type each; all of one model. Two of different types never meet: they
/// have the values of the first, and `hooke/hysteresis` has one characteristic velocity.
fn properties(types: &[&Parameters]) -> Result<Vec<String>, LawError> {
    let model = types.first().map(|first| first.word(KEYS, "model")).transpose()?.unwrap_or_default();
    let of_a_type = [YOUNG, POISSON];
    let or_zero = ["kt", "gammat_abs", FRICTION];
    let hertz = [YOUNG, POISSON, RESTITUTION, FRICTION];
    let mut names: Vec<&'static str> = match model {
        "hooke/stiffness" => vec!["kn", "kt", "gamman_abs", "gammat_abs", FRICTION],
        LUDING => [&OF_LUDING[..], &hertz[2..]].concat(),
        HYSTERESIS => [&OF_HYSTERESIS[..], &hertz, &[SPEED]].concat(),
        _ => hertz.to_vec(),
    };
    let cohesive = types.iter().any(|parameters| parameters.numbers.get(DENSITY).is_some());
    names.extend(cohesive.then_some(DENSITY));
    let line = |(index, name): (usize, &&'static str)| {
        let value = |parameters: &&Parameters| match or_zero.contains(name) {
            true => Ok(parameters.text_or_zero(name)),
            false => parameters.text(name),
        };
        let own = types.iter().map(value).collect::<Result<Vec<_>, LawError>>()?;
        let count = own.len();
        let (kind, values) = if of_a_type.contains(name) {
            ("peratomtype".to_string(), own)
        } else if *name == SPEED {
            ("scalar".to_string(), own.into_iter().take(1).collect())
        } else {
            let places = (0..count * count).map(|place| (place / count, place % count));
            let values = places.map(|(i, j)| own[if i == j { i } else { 0 }].clone()).collect();
            (format!("peratomtypepair {count}"), values)
        };
        Ok(format!("fix m{} all property/global {name} {kind} {}", index + 1, values.join(" ")))
    };
    names.iter().enumerate().map(line).collect()
}

/// Many separate pairs in one box.
const DRIVER: Driver =
    Driver { title: "LIGGGHTS-PUBLIC", get: "Debian: liggghts", programs: &["liggghts"], ask, written: engine };

fn ask(place: &Path) -> DriverAnswer {
    let text = printed(&[place.display().to_string(), "-h".to_string()], &[], PROBE, &[1])?;
    let version = version(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
    Ok(Some(engine(Installation::built_in("liggghts", &version, &version, place))))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    let arguments = ["-log", "log.liggghts", "-screen", "none"];
    let too_old = |_: &Scene, _: &str| None;
    Box::new(BoxEngine { installation, arguments, most_kinds: MOST_KINDS, contact: line_for, too_old, input })
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("liggghts.in");

/// Most kinds of spheres in one simulation: their contacts stand in matrices.
const MOST_KINDS: usize = 60;

fn input(fill: &TemplateValues<'_, Model>) -> String {
    let kinds = &fill.part.kinds;
    let types: Vec<&Parameters> = kinds.iter().map(|kind| &kind.law.parameters).collect();
    let mut walls = Vec::new();
    for (index, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.wall) {
        let (number, [model, options]) = (index + 1, &kind.law.style);
        walls.push(format!("group         ball{number} type {number}"));
        walls.push(format!(
            "fix           wall{number} ball{number} wall/gran {model} primitive type {number} xplane 0.0{options}"
        ));
    }
    fill.template(
        TEMPLATE,
        &[
            // Each was written alone when the scene was accepted.
            ("{properties}", properties(&types).unwrap_or_default().join("\n")),
            ("{style}", fill.part.style.clone()),
            ("{walls}", walls.join("\n")),
            ("{format}", format!("%d{}", " %.17g".repeat(fill.columns.len()))),
        ],
    )
}

/// A contact as export writes it.
#[derive(Debug, Clone, PartialEq)]
struct Model {
    parameters: Parameters,
    /// Model and options.
    style: [String; 2],
}

/// The parameters that give the force of the scene.
fn line_for(scene: &Scene, _: &str) -> Result<ContactLine<Model>, String> {
    free(scene)?;
    let parameters = LIGGGHTS.scene_parameters(scene, "")?;
    if parameters.given("model") == Some(HYSTERESIS) {
        return Err(format!(
            "`{HYSTERESIS}` is exported and not run: its characteristic velocity is that of a whole run"
        ));
    }
    let style = style(&parameters).map_err(|error| error.message)?;
    properties(&[&parameters]).map_err(|error| error.message)?;
    Ok(ContactLine { style: style.concat(), law: Model { parameters, style } })
}

/// `3.8.0` of `LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled ...)`.
pub fn version(help: &str) -> Option<String> {
    let (_, after) = help.split_once("LIGGGHTS-PUBLIC ")?;
    let version: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    (!version.is_empty()).then_some(version)
}
