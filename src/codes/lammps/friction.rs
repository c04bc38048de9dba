//! The tangential and rolling models of `pair_style granular`: Mindlin, linear spring, rolling resistance.

use super::{FRICTION, KEYS, POISSON, SHEAR};
use crate::codes::keys::Parameters;
use crate::codes::tangential::{self, FrictionModel, ShearStrength};
use crate::law::rolling::{Free, SpringDashpot};
use crate::law::shear::{Form, FrictionLimit, RollingForce, ShearForce};
use crate::law::tangential::{CundallStrack, Mindlin, ShearDamping};
use crate::law::{Friction, LawError, Pair, PowerForce, Rolling, Tangential};

/// The tangential and the rolling model; the tangential dashpot goes with the normal one, `C delta^beta v`.
pub(super) fn friction(
    params: &Parameters,
    linear: bool,
    [C, beta]: [f64; 2],
    pair: &Pair,
) -> Result<Option<Friction>, LawError> {
    let Some(mu) = params.number(KEYS, FRICTION)? else {
        let beside = ["tangential", "k_t", "x_gammat", "rolling", "k_roll", "gamma_roll", "mu_roll"];
        params.refuse(&beside, "there is no friction, `mu_t`")?;
        return Ok(None);
    };
    let model = params.word(KEYS, "tangential")?;
    let cohesive = super::is_asked(params)?;
    let limit = if cohesive { FrictionLimit::PullOff } else { SHEAR.limit };
    let (friction_model, rolling) = (FrictionModel { limit, ..SHEAR.for_pair(pair) }, rolling(params, pair)?);
    let C = params.require(KEYS, "x_gammat", "lammps")? * C;
    let strength = ShearStrength::Power { C, beta };
    let dashpot = (C != 0.0).then_some(ShearDamping { strength, sliding: SHEAR.sliding });
    if model == "linear_history" {
        let stiffness = params.require(KEYS, "k_t", "lammps")?;
        let spring = Tangential::CundallStrack(CundallStrack { stiffness, friction: mu, dashpot });
        return Ok(Some(Friction { rolling, ..friction_model.with(spring) }));
    }
    params.refuse(&["k_t"], "this tangential model takes its stiffness from the material")?;
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
        return Ok(Some(Friction { rolling, ..friction_model.with(spring) }));
    }
    let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
    Ok(Some(Friction { rolling, ..FrictionModel { form, ..friction_model }.friction(mu, ratio, Some(strength)) }))
}

/// The names of the tangential and rolling model of a contact; adds their numbers to the list.
pub(super) fn render_friction(
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
