//! Normal laws in the parameters of DEM codes: moduli, dashpots, Luding's spring, and what codes can express.

use super::Code;
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::restitution::{full_force_ratio, ratio};
use crate::law::achieved::restitution_of_ratio;
use crate::law::contract::Contract;
use crate::law::damping::{
    DampedAlong, Damping, HuntCrossley, LinearDashpot, LocalDamping, StiffnessDashpot, Undamped,
};
use crate::law::normal::{BreaksAt, Hertz, Jkr, Luding, Reload, Unloading};
use crate::law::rolling::{Free, Rolling};
use crate::law::tangential::Frictionless;
use crate::law::{Contact, Ends, Friction, LawError, Normal, Numbers, Pair, PowerForce, Stiffness, Tangential};
use crate::units::Dimension;

/// Relative difference below which two stiffnesses are the same number, written down twice.
const SAME: f64 = 1e-13;

/// The two keys of a material both bodies are made of.
pub const fn material_keys(young: &'static str, poisson: &'static str) -> [Key; 2] {
    [
        Key::quantity(
            young,
            Dimension::Pressure,
            POSITIVE,
            "Young's modulus of both bodies; that of their materials unless given",
        ),
        Key::quantity(
            poisson,
            Dimension::Number,
            Limits::POISSON,
            "Poisson's ratio of both bodies; requires the modulus",
        ),
    ]
}

/// Hertz' law for two bodies of one material, `E* = E/(2(1-nu^2))`; with the pair's own materials if none is given.
pub fn hertz(params: &Parameters, keys: &[Key], young: &'static str, poisson: &'static str) -> Result<Hertz, LawError> {
    let modulus = match (params.number(keys, young)?, params.number(keys, poisson)?) {
        (Some(E), Some(nu)) => Some(0.5 * E / (1.0 - nu * nu)),
        (None, None) => None,
        (Some(_), None) => return Err(LawError::key(young, format!("`{young}` requires `{poisson}`"))),
        (None, Some(_)) => return Err(LawError::key(poisson, format!("`{poisson}` requires `{young}`"))),
    };
    Ok(Hertz { effective_modulus: modulus })
}

/// Refuses a modulus other than that of the bodies, which an adhesive law uses.
pub fn own_modulus(
    params: &Parameters,
    keys: &[Key],
    [young, poisson]: [&'static str; 2],
    pair: &Pair,
    system: &str,
) -> Result<(), LawError> {
    let own = pair.require_E_star(system)?;
    match hertz(params, keys, young, poisson)?.effective_modulus {
        Some(E_star) if (E_star / own - 1.0).abs() > SAME => {
            let message = format!("`{young}` and `{poisson}` give E* = {E_star:e} Pa, the bodies {own:e} Pa");
            Err(LawError::key(young, message).help("leave both out: they are taken from the materials"))
        }
        _ => Ok(()),
    }
}

/// Effective modulus of a Hertzian force, Pa; refused for any other shape.
pub fn effective_modulus(force: &PowerForce, pair: &Pair, system: &str) -> Result<f64, LawError> {
    if force.alpha != 1.5 {
        return Err(LawError::table(format!(
            "{system} has no spring with exponent {}, only Hertzian contacts",
            force.alpha
        )));
    }
    no_gap(force, system)?;
    Ok(0.75 * force.K / pair.R_star.sqrt())
}

/// Refuses a reference gap.
pub fn no_gap(force: &PowerForce, system: &str) -> Result<(), LawError> {
    if force.reference_gap == 0.0 {
        return Ok(());
    }
    Err(LawError::table(format!("{system} has no reference gap: its force begins at touch")))
}

/// Whether the moduli of the pair's materials make this effective modulus already.
pub fn of_materials(modulus: f64, pair: &Pair) -> bool {
    pair.E_star.is_some_and(|E_star| (modulus / E_star - 1.0).abs() < SAME)
}

/// Poisson's ratio of two like bodies with the effective moduli of the pair: `nu = (4G* - E*)/(2G* - E*)`.
pub fn poisson_of(pair: &Pair) -> Option<f64> {
    let (E, G) = (pair.E_star?, pair.G_star?);
    Some((4.0 * G - E) / (2.0 * G - E))
}

/// Young's modulus and Poisson's ratio of one material that gives the Hertzian force of `force`; nothing when the
/// pair's materials already do.
pub fn render_material(
    force: &PowerForce,
    pair: &Pair,
    system: &str,
    names: [&'static str; 2],
) -> Result<Vec<(&'static str, f64)>, LawError> {
    let modulus = effective_modulus(force, pair, system)?;
    if of_materials(modulus, pair) {
        return Ok(Vec::new());
    }
    let nu = poisson_of(pair).ok_or_else(|| {
        LawError::table(format!(
            "{system} needs a Young's modulus, which an effective modulus gives only together with a Poisson's ratio"
        ))
        .help("give both bodies a material with `young_modulus` and `poisson_ratio`")
    })?;
    Ok(vec![(names[0], 2.0 * (1.0 - nu * nu) * modulus), (names[1], nu)])
}

/// Parameters of the material, damping ratio, and notes.
pub type HertzParts = (Vec<(&'static str, f64)>, f64, Vec<String>);

/// A Hertzian contact in the parameters of a code whose only end of contact is `always`.
pub fn render_hertz(
    contact: &Contact,
    pair: &Pair,
    system: &str,
    names: [&'static str; 2],
    always: Ends,
) -> Result<HertzParts, LawError> {
    let force = contact.force(pair)?;
    dissipative(&force, system)?;
    let numbers = render_material(&force, pair, system, names)?;
    let z = ratio(&force, pair.m_star).ok_or_else(|| damping_shape(&force, system))?;
    Ok((numbers, z, same_end(contact.ends, always, z != 0.0, system)?))
}

/// A contact whose bodies are under local damping by a share of each component of the force, in the contract of its code too. A friction
/// of 0 under the key `friction` allows oblique impacts.
///
/// # Errors
/// When the share is no share, or there is friction: the codes damp the torque by the spin too.
pub fn locally_damped(
    (contact, contract): (Contact, Contract),
    alpha: f64,
    friction: &'static str,
) -> Result<(Contact, Contract), LawError> {
    let rubs = |law: &Friction| law.tangential.friction() != 0.0 || !matches!(law.rolling, Rolling::Free(_));
    if contact.friction.as_ref().is_some_and(rubs) {
        let message = "local damping is computed without friction: it damps the torque by the spin as well";
        let help = format!("leave `{friction}` out; for an oblique impact write  {friction} = 0");
        return Err(LawError::key(friction, message).help(help));
    }
    let law = LocalDamping::build(&Numbers::new(vec![("alpha", alpha)]));
    let law = law.map_err(|error| LawError { key: None, ..error })?;
    let along = contact.friction.is_some().then_some(DampedAlong::Axes);
    let law = LocalDamping { along, ..law };
    let own = "F_d = -a |F| sign(v) for each component of the force on a body";
    let (law, damping) = match contact.damping {
        Damping::Undamped(_) => (law, format!("{own}; e = sqrt((1-a)/(1+a)) head-on").into()),
        dashpot => (law.beside(dashpot)?, contract.damping.and(&format!("; {own}, dashpot included"))),
    };
    let rolling = Rolling::Free(Free);
    let friction =
        contact.friction.map(|law| Friction { tangential: Tangential::Frictionless(Frictionless), rolling, ..law });
    let damped = Contact { damping: Damping::LocalDamping(law), friction, ..contact };
    Ok((damped, Contract { damping, ..contract }))
}

/// A contact without its local damping, the share, and whether it names what it opposes in an oblique impact; `None` for a contact without.
///
/// # Errors
/// With friction beside it, or along the velocity.
pub fn render_local(contact: &Contact, system: &str) -> Result<Option<(Contact, f64, bool)>, LawError> {
    let Damping::LocalDamping(law) = &contact.damping else { return Ok(None) };
    if contact.friction.as_ref().is_some_and(|law| !matches!(law.tangential, Tangential::Frictionless(_))) {
        return Err(LawError::table(format!("friction beside `local-damping` is not supported for {system}")));
    }
    if law.along == Some(DampedAlong::Velocity) {
        return Err(LawError::table(format!("{system} damps each component for itself, not along the velocity")));
    }
    let bare = match &law.beside {
        Some(dashpot) => Contact { damping: (**dashpot).clone(), friction: None, ..contact.clone() },
        None => Contact { ends: Ends::ForceClamped, ..alone(contact.normal.clone()) },
    };
    Ok(Some((bare, law.alpha(), law.along.is_some())))
}

/// The contact of a normal law alone.
pub fn alone(normal: Normal) -> Contact {
    Contact { normal, damping: Damping::Undamped(Undamped), ends: Ends::ZeroOverlap, friction: None }
}

/// Refuses damping and friction beside a law that is read and written alone.
pub fn only_alone(contact: &Contact, law: &str, system: &str) -> Result<(), LawError> {
    if matches!(contact.damping, Damping::Undamped(_)) && contact.friction.is_none() {
        return Ok(());
    }
    Err(LawError::table(format!("damping and friction beside {law} are not supported for {system}")))
}

/// The error for a law of JKR that breaks a contact elsewhere than the code does, at `own`.
pub fn breaks_elsewhere(law: &Jkr, own: BreaksAt, code: &str) -> LawError {
    LawError::table(format!("{code}, not at `breaks_at = \"{}\"`", law.breaks_at.word())).help(format!(
        "of the laws of a case file (`--from ours`) the one with  breaks_at = \"{}\"  can be converted",
        own.word()
    ))
}

/// Moduli that both bodies are given.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedModuli {
    /// Pa
    pub young: f64,
    pub poisson: f64,
    /// Why it is not the one in the case.
    pub note: Option<String>,
}

/// The material with which two like bodies have the effective moduli of the pair.
///
/// Bodies of one material keep it. Otherwise `nu = (4G* - E*)/(2G* - E*)` and `E = 2(1 - nu^2) E*`, which meet `E*` and
/// `G*` both; beside a rigid body that is twice the modulus of the other. `None` when the case gives no moduli, or when
/// the `exponent` of the overlap is not that of Hertz.
pub(super) fn of_pair(system: &Code, pair: &Pair, exponent: f64, params: &Parameters) -> Option<SharedModuli> {
    if exponent != 1.5 {
        return None;
    }
    if let Some([young, poisson]) = (system.material)(params)
        && let (Some(young), Some(poisson)) = (params.numbers.get(young), params.numbers.get(poisson))
    {
        let note = "the modulus is that of the contact law, not that of the materials".to_string();
        return Some(SharedModuli { young, poisson, note: Some(note) });
    }
    let [one, two] = pair.stiffness;
    if let Stiffness::Elastic { young_modulus: young, poisson_ratio: poisson } = one
        && one == two
    {
        return Some(SharedModuli { young, poisson, note: None });
    }
    let rigid = |side| matches!(side, Stiffness::Rigid);
    match (one, two) {
        (Stiffness::Elastic { young_modulus, poisson_ratio: poisson }, other)
        | (other, Stiffness::Elastic { young_modulus, poisson_ratio: poisson })
            if rigid(other) =>
        {
            let note = "one body is rigid: twice the modulus of the other, for both, gives the same E* and G*; contacts between two spheres of this material are then twice as stiff as they should be"
                .into();
            Some(SharedModuli { young: 2.0 * young_modulus, poisson, note: Some(note) })
        }
        _ => {
            let poisson = poisson_of(pair)?;
            let young = 2.0 * (1.0 - poisson * poisson) * pair.E_star?;
            let note =
                "the two materials are written as one with the E* and G* of this pair; do not use it for other pairs";
            Some(SharedModuli { young, poisson, note: Some(note.to_string()) })
        }
    }
}

/// Adds the material to the parameters, so that they are complete without the case.
pub(super) fn complete(params: Parameters, system: &Code, material: Option<&SharedModuli>) -> Parameters {
    match ((system.material)(&params), material) {
        (Some([young, poisson]), Some(material)) => params.with(young, material.young).with(poisson, material.poisson),
        _ => params,
    }
}

/// The advice where a system has the law of a contact with another end only.
pub(super) const KEEP_RESTITUTION: &str = "keep the restitution instead of the force law";

/// Refuses a force with another end of contact than `always`, the only one of the system.
///
/// A system that clamps the force keeps the contact to zero overlap, which is the same collision with a longer end.
pub fn same_end(ends: Ends, always: Ends, damped: bool, system: &str) -> Result<Vec<String>, LawError> {
    match (ends, always) {
        _ if !damped => Ok(Vec::new()),
        (Ends::ZeroOverlap, Ends::ZeroOverlap) | (Ends::ForceClamped, Ends::ForceClamped) => Ok(Vec::new()),
        (Ends::ZeroForce, Ends::ForceClamped) => Ok(vec![format!(
            "{system} keeps the contact until the overlap is zero: same restitution, later end; tangential spring and history remain"
        )]),
        (Ends::ZeroOverlap, _) => Err(LawError::table(format!(
            "{system} has no attractive force, but this law has one before the contact ends"
        ))
        .help(KEEP_RESTITUTION)),
        (_, _) => Err(LawError::table(format!(
            "{system} has an attractive force before the contact ends, but this law has none"
        ))
        .help(KEEP_RESTITUTION)),
    }
}

/// The error for a damping whose dependence on the overlap the system does not have.
pub fn damping_shape(force: &PowerForce, system: &str) -> LawError {
    LawError::table(format!("{system} has no dashpot that grows with the overlap to the power {}", force.beta))
        .help("keep the restitution at one speed instead of the force law")
}

/// Refuses a dashpot with a negative coefficient.
pub fn dissipative(force: &PowerForce, system: &str) -> Result<(), LawError> {
    if force.C >= 0.0 {
        return Ok(());
    }
    Err(LawError::table(format!("{system} has no dashpot that adds energy")))
}

/// The restitution a system must be asked for so that its full-force formula gives damping ratio `z`, which is not
/// negative.
pub fn full_force_request(z: f64, system: &str) -> Result<f64, LawError> {
    let e = restitution_of_ratio(z, Ends::ZeroOverlap);
    if e <= f64::MIN_POSITIVE {
        return Err(LawError::table(format!(
            "{system} takes a restitution, and its formula cannot give a damping ratio of {z}"
        )));
    }
    Ok(e)
}

/// The dashpot beside the tangent stiffness that EDEM, LIGGGHTS and MUSEN share, `2 sqrt(5/6) z sqrt(S_n m*) v`, with `z` of
/// the full force.
pub fn tangent_dashpot(e: f64) -> Damping {
    if e == 1.0 {
        return Damping::Undamped(Undamped);
    }
    let ratio = (5.0f64 / 6.0).sqrt() * full_force_ratio(e);
    Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, reference_length: 1.0 })
}

/// Linear spring that an undamped impact at `speed`, m/s, compresses as deep as Hertz': `16/15 sqrt(R*) E* (15/16 m* V^2/(sqrt(R*) E*))^(1/5)`,
/// N/m. Both have `m* V^2/2` there: `k = (16/15 sqrt(R*) E*)^(4/5) (m* V^2)^(1/5)`.
pub fn equivalent_spring(E_star: f64, pair: &Pair, speed: f64) -> f64 {
    let unit = 16.0 / 15.0 * pair.R_star.sqrt() * E_star;
    unit * libm::pow(pair.m_star * speed * speed / unit, 0.2)
}

/// Inverse of [`equivalent_spring`]: `E*`, Pa.
pub fn modulus_of_spring(stiffness: f64, pair: &Pair, speed: f64) -> f64 {
    let unit = libm::pow(stiffness, 1.25) / libm::pow(pair.m_star * speed * speed, 0.25);
    unit * 15.0 / (16.0 * pair.R_star.sqrt())
}

/// Hunt and Crossley's dashpot of `lambda`, s/m.
pub fn hunt_crossley(lambda: f64) -> Result<Damping, LawError> {
    if lambda == 0.0 {
        return Ok(Damping::Undamped(Undamped));
    }
    let law = HuntCrossley::build(&Numbers::new(vec![("lambda", lambda)]));
    law.map(Damping::HuntCrossley).map_err(|error| LawError { key: None, ..error })
}

/// `lambda`, s/m, of a force whose dashpot goes with its spring, and notes.
pub fn render_hunt_crossley(force: &PowerForce, ends: Ends, system: &str) -> Result<(f64, Vec<String>), LawError> {
    if force.C != 0.0 && force.beta != force.alpha {
        let message = format!("{system} has no dashpot but Hunt and Crossley's, which goes with the spring");
        return Err(LawError::table(message).help("its equivalent is [contact.damping.hunt-crossley]"));
    }
    // It never pulls: a rebound is slower than 1/lambda.
    Ok((
        force.C / force.K,
        same_end(if ends.pulls() { Ends::ForceClamped } else { ends }, Ends::ForceClamped, force.C != 0.0, system)?,
    ))
}

/// The numbers of Luding's plastic-adhesive spring: `k1`, `k_p`, `k_c` in N/m, `phi_f`.
///
/// LIGGGHTS, MercuryDPM and YADE compute the stiffness of unloading anew in each step, from the largest overlap that is left
/// after the pull: in the limit of small steps that is `reload_stiffness = "by-overlap"`.
pub type Spring = [f64; 4];

/// The contact of a spring, and its dashpot `C v`, N s/m.
pub fn spring_contact([k1, k_p, k_c, depth]: Spring, C: f64) -> Contact {
    let unloading = Unloading::Grows { limit: k_p, depth, reload: Reload::ByOverlap };
    let damping = match C {
        0.0 => Damping::Undamped(Undamped),
        C => Damping::LinearDashpot(LinearDashpot::Coefficient(C)),
    };
    let normal = Normal::Luding(Luding { loading_stiffness: k1, adhesion_stiffness: k_c, unloading });
    Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None }
}

/// The spring under a system's own keys for `k1`, `k_p`, `k_c` and `phi_f`.
///
/// # Errors
/// When one is missing or out of its range, or the spring does not get stiffer.
pub fn read_spring(
    params: &Parameters,
    keys: &[Key],
    names: [&'static str; 4],
    system: &str,
) -> Result<Spring, LawError> {
    let [k1, k_p, k_c, depth] = names.map(|name| params.require(keys, name, system));
    let spring = [k1?, k_p?, k_c?, depth?];
    stiffer(spring, names[1])?;
    Ok(spring)
}

/// Refuses a spring that does not get stiffer, at the key of `k_p`.
///
/// # Errors
/// When it does not.
pub fn stiffer([k1, k_p, ..]: Spring, key: &'static str) -> Result<(), LawError> {
    if k_p > k1 {
        return Ok(());
    }
    Err(LawError::key(key, format!("`{key}` must give a stiffness above that of loading, {k1} N/m, not {k_p} N/m")))
}

/// The spring of a contact and its dashpot `C v`; `None` where its normal law is another.
///
/// # Errors
/// When the system has no such spring, dashpot or friction beside it.
pub fn render_spring(contact: &Contact, pair: &Pair, system: &str) -> Result<Option<(Spring, f64)>, LawError> {
    let Normal::Luding(law) = &contact.normal else { return Ok(None) };
    if contact.friction.is_some() {
        return Err(LawError::table(format!("friction beside `luding` is not supported for {system}")));
    }
    let Unloading::Grows { limit, depth, reload } = law.unloading else {
        let message =
            format!("the unloading stiffness of {system} grows with the largest overlap: it has no constant one");
        return Err(LawError::table(message).help("write max_unloading_stiffness and plasticity_depth"));
    };
    if reload == Reload::Kept {
        let message = format!("{system} computes the stiffness anew from the overlap that it remembers, in each step");
        return Err(LawError::table(message).help("its equivalent is  reload_stiffness = \"by-overlap\""));
    }
    let dashpot =
        contact.branches(pair)?.map(|law| law.dashpot).filter(|dashpot| dashpot.C == 0.0 || dashpot.beta == 0.0);
    let Some(dashpot) = dashpot else {
        let name = contact.damping.card().name;
        return Err(LawError::table(format!("{system} has no `{name}` beside `luding`, only a linear dashpot")));
    };
    Ok(Some(([law.loading_stiffness, limit, law.adhesion_stiffness, depth], dashpot.C)))
}
