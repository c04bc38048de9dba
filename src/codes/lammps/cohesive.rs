//! `dmt` and `jkr` of `pair_style granular`: the surface energy is that of one surface, and the contact of `jkr` breaks at the
//! largest tension. Friction is bounded by `mu |F + 2 F_po|`, `F` without its dashpot (`gran_sub_mod_normal.cpp`, `set_fncrit`).

use super::{GAMMA, KEYS, POISSON, YOUNG, friction};
use crate::codes::keys::Parameters;
use crate::codes::material::{breaks_elsewhere, own_modulus};
use crate::codes::tangential;
use crate::law::card::Numbers;
use crate::law::damping::{Damping, KuwabaraKono, LinearDashpot, Undamped};
use crate::law::normal::{BreaksAt, Dmt, Hertz, Jkr, NormalLaw};
use crate::law::{Contact, Dashpot, Ends, LawError, Normal, Pair, PowerForce};

/// The contact that the parameters make.
pub(super) fn contact(params: &Parameters, pair: &Pair) -> Result<Contact, LawError> {
    params.refuse(&["k_n", "e", "release"], "`dmt` and `jkr` take E, eta_n0, nu and gamma")?;
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
            return Err(LawError::key("damping", message).help("use viscoelastic, velocity or mass_velocity"));
        }
    };
    let Dashpot { C, beta } = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "lammps")?;
    let friction = friction::friction(params, false, [C, beta], pair)?;
    Ok(Contact { normal, damping, ends: Ends::ZeroOverlap, friction })
}

/// The dashpot in words, for the contract.
pub(super) fn damping(params: &Parameters) -> Result<&'static str, LawError> {
    Ok(match params.word(KEYS, "damping")? {
        "viscoelastic" => "F_d = eta_n0 m* a v, a the contact radius of the normal model",
        "mass_velocity" => "F_d = eta_n0 m* v",
        _ => "F_d = eta_n0 v",
    })
}

/// The parameters of a contact; `None` if its law is neither `dmt` nor `jkr`.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
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
        words.extend(friction::render_friction(&shear, &force, pair, &mut numbers)?);
    }
    Ok(Some(Parameters::new(numbers, &words)))
}
