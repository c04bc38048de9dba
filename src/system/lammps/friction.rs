//! What acts along the contact in the words of `granular`: Mindlin, rolling resistance.

use super::{FRICTION, KEYS, MANNER, POISSON};
use crate::contact::rolling::{Free, SpringDashpot};
use crate::contact::shear::{Form, FrictionLimit, RollingForce, ShearForce};
use crate::contact::tangential::{CundallStrack, Mindlin, ShearDamping};
use crate::contact::{Friction, LawError, Pair, PowerForce, Rolling, Tangential};
use crate::system::keys::Parameters;
use crate::system::tangential::{self, Manner, ShearStrength};

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
    let cohesive = super::is_asked(said)?;
    let limit = if cohesive { FrictionLimit::PullOff } else { MANNER.limit };
    let (manner, rolling) = (Manner { limit, ..MANNER.for_pair(pair) }, rolling(said, pair)?);
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

/// The tangential models by how they remember.
const MODELS: &[(&str, Form)] =
    &[("mindlin", Form::Total), ("mindlin/force", Form::Incremental), ("mindlin_rescale/force", Form::Rescaled)];
