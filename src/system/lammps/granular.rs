//! `pair_style granular`: a normal, a damping, a tangential and a rolling model for every pair of types.

use super::{FRICTION, KEYS, MANNER, POISSON, YOUNG, cohesive, manner};
use crate::contact::damping::{Damping, KuwabaraKono, LinearDashpot, Strength, Tsuji, Undamped};
use crate::contact::normal::Hooke;
use crate::contact::rolling::{Free, SpringDashpot};
use crate::contact::shear::{Form, FrictionLimit, RollingForce, ShearForce};
use crate::contact::tangential::{CundallStrack, Mindlin, ShearDamping};
use crate::contact::{Contact, Ends, Friction, LawError, Normal, Numbers, Pair, PowerForce, Rolling, Tangential};
use crate::system::keys::{Parameters, Range};
use crate::system::material::{damping_shape, dissipative, full_force_request, hertz, no_gap, say_material};
use crate::system::restitution::{full_force_ratio, lammps_tsuji_alpha, ratio};
use crate::system::tangential::{self, Manner, ShearStrength};

/// The tangential models by how they remember.
const MODELS: &[(&str, Form)] =
    &[("mindlin", Form::Total), ("mindlin/force", Form::Incremental), ("mindlin_rescale/force", Form::Rescaled)];

/// The contact that the parameters make.
pub(super) fn contact(said: &Parameters, ends: Ends, pair: &Pair) -> Result<Contact, LawError> {
    let linear = said.word(KEYS, "normal")? == "hooke";
    let normal = if linear {
        said.refuse(&[YOUNG, POISSON], "hooke has a stiffness of its own")?;
        Normal::Hooke(Hooke { stiffness: said.require(KEYS, "k_n", "lammps")? })
    } else {
        said.refuse(&["k_n"], "hertz/material takes its stiffness from the material")?;
        Normal::Hertz(hertz(said, KEYS, YOUNG, POISSON)?)
    };
    let mut contact = Contact { normal, damping: Damping::Undamped(Undamped), ends, friction: None };
    contact.damping = damping(said, linear, &contact.force(pair)?, pair)?;
    let force = contact.force(pair)?;
    contact.friction = friction(said, linear, [force.C, force.beta], pair)?;
    Ok(contact)
}

/// The parameters of a contact.
pub(super) fn say(contact: &Contact, pair: &Pair) -> Result<Parameters, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, "LAMMPS")?;
    let (normal, mut numbers) = if force.alpha == 1.0 {
        no_gap(&force, "LAMMPS")?;
        ("hooke", vec![("k_n", force.K)])
    } else {
        ("hertz/material", say_material(&force, pair, "LAMMPS", [YOUNG, POISSON])?)
    };
    let (damping, number) = say_damping(&force, pair)?;
    numbers.push(number);
    let mut words = vec![("normal", normal), ("damping", damping)];
    if let Some(shear) = tangential::to_say(contact, pair)? {
        words.extend(say_friction(&shear, &force, pair, &mut numbers)?);
    }
    Ok(Parameters::new(numbers, &words))
}

fn damping(said: &Parameters, linear: bool, force: &PowerForce, pair: &Pair) -> Result<Damping, LawError> {
    let model = said.word(KEYS, "damping")?;
    let asks = matches!(model, "coeff_restitution" | "tsuji");
    if asks {
        said.refuse(&["eta_n0"], "this damping model takes a restitution, `e`")?;
    } else {
        said.refuse(&["e"], "this damping model takes a coefficient, `eta_n0`")?;
    }
    if model != "tsuji" {
        said.refuse(&["release"], "only tsuji depends on it")?;
    }
    let tsuji = |alpha: f64| Damping::Tsuji(Tsuji(Strength::Coefficient(alpha)));
    Ok(match model {
        "coeff_restitution" => {
            let constant = if linear { 2.0 } else { 5f64.sqrt() };
            let e = said.require(KEYS, "e", "lammps")?;
            if !Range::RESTITUTION.holds(e) {
                return Err(LawError::key("e", format!("`e` must lie in {}, not be {e}", Range::RESTITUTION)));
            }
            tsuji(constant * full_force_ratio(e))
        }
        "tsuji" => {
            let alpha = lammps_tsuji_alpha(said.require(KEYS, "e", "lammps")?);
            tsuji(if said.word(KEYS, "release")? == "develop" { 2f64.sqrt() * alpha } else { alpha })
        }
        _ => coefficient(model, said.require(KEYS, "eta_n0", "lammps")?, linear, force, pair)?,
    })
}

pub(super) fn coefficient(
    model: &str,
    eta: f64,
    linear: bool,
    force: &PowerForce,
    pair: &Pair,
) -> Result<Damping, LawError> {
    Ok(match model {
        _ if eta == 0.0 => Damping::Undamped(Undamped),
        "velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta)),
        "mass_velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta * pair.m_star)),
        _ if linear => {
            return Err(LawError::key(
                "damping",
                "viscoelastic damping with hooke grows with the contact radius, which is not supported",
            )
            .help("use velocity or coeff_restitution"));
        }
        // eta a m* v is a relaxation time beside Hertz: A n K sqrt(delta) v.
        _ => {
            let A = eta * pair.m_star * pair.R_star.sqrt() / (1.5 * force.K);
            Damping::KuwabaraKono(KuwabaraKono::build(&Numbers::new(vec![("relaxation_time", A)]))?)
        }
    })
}

/// The tangential and the rolling model; the tangential dashpot goes with the normal one, `C delta^beta v`.
pub(super) fn friction(
    said: &Parameters,
    linear: bool,
    [C, beta]: [f64; 2],
    pair: &Pair,
) -> Result<Option<Friction>, LawError> {
    let Some(mu) = said.number(KEYS, FRICTION)? else {
        let beside = ["tangential", "k_t", "x_gammat", "rolling", "k_roll", "gamma_roll", "mu_roll"];
        said.refuse(&beside, "there is no friction, `mu_t`")?;
        return Ok(None);
    };
    let model = said.word(KEYS, "tangential")?;
    let cohesive = cohesive::is_asked(said)?;
    let limit = if cohesive { FrictionLimit::PullOff } else { MANNER.limit };
    let (manner, rolling) = (Manner { limit, ..manner(pair) }, rolling(said, pair)?);
    let C = said.require(KEYS, "x_gammat", "lammps")? * C;
    let strength = ShearStrength::Power { C, beta };
    let dashpot = (C != 0.0).then_some(ShearDamping { strength, sliding: MANNER.sliding });
    if model == "linear_history" {
        let stiffness = said.require(KEYS, "k_t", "lammps")?;
        let spring = Tangential::CundallStrack(CundallStrack { stiffness, friction: mu, dashpot });
        return Ok(Some(Friction { rolling, ..manner.with(spring) }));
    }
    said.refuse(&["k_t"], "this tangential model takes its stiffness from the material")?;
    if linear {
        return Err(LawError::key(
            "tangential",
            format!("`{model}` is only valid with hertz/material, not with hooke"),
        )
        .help("use linear_history"));
    }
    let form = MODELS.iter().find(|(name, _)| *name == model).map_or(Form::Total, |&(_, form)| form);
    if cohesive {
        let spring = Tangential::Mindlin(Mindlin { form, friction: mu, dashpot });
        return Ok(Some(Friction { rolling, ..manner.with(spring) }));
    }
    let ratio = tangential::mindlin(said.number(KEYS, POISSON)?, pair)?;
    Ok(Some(Friction { rolling, ..Manner { form, ..manner }.friction(mu, ratio, Some(strength)) }))
}

/// The tangential and the rolling model of a contact, their numbers pushed.
pub(super) fn say_friction(
    shear: &ShearForce,
    force: &PowerForce,
    pair: &Pair,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Result<Vec<(&'static str, &'static str)>, LawError> {
    let mut words = vec![("tangential", say_spring(shear, force, numbers)?)];
    words.extend(say_rolling(shear.rolling, pair, numbers));
    Ok(words)
}

fn say_spring(
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

fn say_damping(force: &PowerForce, pair: &Pair) -> Result<(&'static str, (&'static str, f64)), LawError> {
    let linear = force.alpha == 1.0;
    match ratio(force, pair.m_star) {
        // In every release.
        _ if force.C == 0.0 => Ok(("velocity", ("eta_n0", 0.0))),
        Some(z) if !linear || z < 1.0 => Ok(("coeff_restitution", ("e", full_force_request(z, "LAMMPS")?))),
        _ if force.beta == 0.0 => Ok(("velocity", ("eta_n0", force.C))),
        _ if force.beta == 0.5 && !linear => {
            Ok(("viscoelastic", ("eta_n0", force.C / (pair.m_star * pair.R_star.sqrt()))))
        }
        _ => Err(damping_shape(force, "LAMMPS")),
    }
}

/// `rolling sds`: a force `k_roll x + gamma_roll x'` within `mu_roll |F_n|` on the arm `R*`, `x = R* theta`.
fn rolling(said: &Parameters, pair: &Pair) -> Result<Rolling, LawError> {
    if said.word(KEYS, "rolling")? == "none" {
        said.refuse(&["k_roll", "gamma_roll", "mu_roll"], "there is no rolling model, `rolling = \"sds\"`")?;
        return Ok(Rolling::Free(Free));
    }
    let of = |key| said.require(KEYS, key, "lammps");
    let square = pair.R_star * pair.R_star;
    let [stiffness, damping] = [square * of("k_roll")?, square * of("gamma_roll")?];
    Ok(Rolling::SpringDashpot(SpringDashpot { stiffness, damping, friction: of("mu_roll")? }))
}

/// The rolling model of a contact, its numbers pushed; none where LAMMPS has none such.
fn say_rolling(
    rolling: RollingForce,
    pair: &Pair,
    numbers: &mut Vec<(&'static str, f64)>,
) -> Option<(&'static str, &'static str)> {
    let RollingForce::SpringDashpot { stiffness, damping, friction } = rolling else { return None };
    let square = pair.R_star * pair.R_star;
    numbers.extend([("k_roll", stiffness / square), ("gamma_roll", damping / square), ("mu_roll", friction)]);
    Some(("rolling", "sds"))
}
