//! `pair_style granular`: a normal, a damping, a tangential and a rolling model for every pair of types.

use super::friction::{friction, render_friction};
use super::{KEYS, POISSON, YOUNG};
use crate::codes::keys::{Limits, Parameters};
use crate::codes::material::{damping_shape, dissipative, full_force_request, hertz, no_gap, render_material};
use crate::codes::restitution::{full_force_ratio, lammps_tsuji_alpha, ratio};
use crate::codes::tangential::{self};
use crate::law::damping::{Damping, KuwabaraKono, LinearDashpot, Strength, Tsuji, Undamped};
use crate::law::normal::Hooke;
use crate::law::{Contact, Ends, LawError, Normal, Numbers, Pair, PowerForce};

/// The contact that the parameters make.
pub(super) fn contact(params: &Parameters, ends: Ends, pair: &Pair) -> Result<Contact, LawError> {
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

/// The parameters of a contact.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Parameters, LawError> {
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
pub(super) const HERTZIAN: &str = "F_d = sqrt(5) z sqrt(m* k_secant) v of the full force (coeff_restitution)";

/// What the dashpot is, for the contract.
pub(super) fn normalisation(said: &Parameters) -> Result<&'static str, LawError> {
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

fn render_damping(force: &PowerForce, pair: &Pair) -> Result<(&'static str, (&'static str, f64)), LawError> {
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
