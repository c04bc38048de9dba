//! `pair_style gran/hooke/history` and `gran/hertz/history`: one set of coefficients for all pairs, older than
//! `pair_style granular`.
//!
//! `F_n = p (K_n delta + m* gamma_n v)`, `F_t = -p (K_t s + m* gamma_t v_s)` within `xmu |F_n|`, with `p = 1` or
//! `p = sqrt(R* delta)`. Both levers are the radius. LAMMPS documentation, pair_style gran/hooke.

use super::{FRICTION, KEYS, POISSON, YOUNG, coefficient as dashpot};
use crate::codes::Parameters;
use crate::codes::keys::{Key, Limits};
use crate::codes::script::{self, Line, always};
use crate::codes::tangential::{FrictionModel, ShearStrength, both};
use crate::law::damping::{Damping, Undamped};
use crate::law::normal::{Hertz, Hooke};
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, RollingForce, ShearForce, WhileSliding};
use crate::law::tangential::{CundallStrack, ShearDamping};
use crate::law::{Contact, Ends, Friction, LawError, Normal, Pair, PowerForce, Tangential};
use crate::units::Dimension;

pub(super) const HOOKE: &str = "gran/hooke/history";
pub(super) const HERTZ: &str = "gran/hertz/history";

/// The coefficients in the order in which LAMMPS takes them, before `dampflag`.
pub(super) const COEFFICIENTS: [Key; 5] = [
    coefficient("K_n", "of gran/*: normal stiffness, N/m (hooke) or Pa (hertz), in SI"),
    coefficient("K_t", "of gran/*: tangential stiffness, N/m or Pa, in SI; 2/7 K_n unless given"),
    coefficient("gamma_n", "of gran/*: normal damping, 1/s or 1/(m s), in SI"),
    coefficient("gamma_t", "of gran/*: tangential damping, 1/s or 1/(m s), in SI; gamma_n/2 unless given"),
    coefficient("xmu", "of gran/*: friction; no tangential force unless given"),
];

/// What LAMMPS takes for `NULL`, in parts of the normal coefficient.
const NULL: [f64; 2] = [2.0 / 7.0, 0.5];

/// Keys of `pair_style granular` that the older styles do not have.
const REFUSED: [&str; 14] = [
    "normal",
    YOUNG,
    POISSON,
    "k_n",
    "damping",
    "e",
    "eta_n0",
    "tangential",
    FRICTION,
    "k_t",
    super::PER_RADIUS,
    "x_gammat",
    "rolling",
    "release",
];

pub(super) const SHEAR: FrictionModel = FrictionModel { levers: both(Arm::Radius), ..super::SHEAR };

const fn coefficient(name: &'static str, doc: &'static str) -> Key {
    Key::quantity(name, Dimension::Number, Limits::NOT_NEGATIVE, doc)
}

/// Whether the parameters are those of one of these styles.
pub(super) fn is_asked(params: &Parameters) -> Result<bool, LawError> {
    Ok(params.word(KEYS, "style")? != "granular")
}

/// Refuses the coefficients of these styles beside `pair_style granular`.
pub(super) fn refuse(params: &Parameters) -> Result<(), LawError> {
    let names = COEFFICIENTS.map(|key| key.name);
    params.refuse(
        &[&names[..], &["dampflag"]].concat(),
        "it is only valid with gran/hooke/history and gran/hertz/history",
    )
}

/// Factor of a coefficient, besides the power of the overlap: `sqrt(R*)` for Hertz, 1 for Hooke.
fn factor(hertz: bool, pair: &Pair) -> f64 {
    if hertz { pair.R_star.sqrt() } else { 1.0 }
}

/// The contact that the coefficients make.
pub(super) fn contact(params: &Parameters, ends: Ends, pair: &Pair) -> Result<Contact, LawError> {
    params.refuse(&REFUSED, "it is only valid with pair_style granular")?;
    let hertz = params.word(KEYS, "style")? == HERTZ;
    let need = |key| params.require(KEYS, key, "lammps");
    let [K_n, gamma_n] = [need("K_n")?, need("gamma_n")?];
    let normal = if hertz {
        Normal::Hertz(Hertz { effective_modulus: Some(0.75 * K_n) })
    } else {
        Normal::Hooke(Hooke { stiffness: K_n })
    };
    let mut contact = Contact { normal, damping: Damping::Undamped(Undamped), ends, friction: None };
    let model = if hertz { "viscoelastic" } else { "mass_velocity" };
    contact.damping = dashpot(model, gamma_n, !hertz, &contact.force(pair)?, pair)?;
    contact.friction = friction(params, hertz, [K_n, gamma_n], pair)?;
    Ok(contact)
}

/// What the dashpot is, for the contract.
pub(super) fn damping(said: &Parameters) -> Result<&'static str, LawError> {
    let hertz = said.word(KEYS, "style")? == HERTZ;
    Ok(if hertz { "F_d = gamma_n sqrt(R* delta) m* v" } else { "F_d = gamma_n m* v" })
}

fn friction(
    params: &Parameters,
    hertz: bool,
    [K_n, gamma_n]: [f64; 2],
    pair: &Pair,
) -> Result<Option<Friction>, LawError> {
    let Some(friction) = params.number(KEYS, "xmu")? else {
        params.refuse(&["K_t", "gamma_t", "dampflag"], "there is no friction, `xmu`")?;
        return Ok(None);
    };
    let K_t = params.number(KEYS, "K_t")?.unwrap_or(NULL[0] * K_n);
    let damps = params.word(KEYS, "dampflag")? == "1";
    let gamma_t = if damps { params.number(KEYS, "gamma_t")?.unwrap_or(NULL[1] * gamma_n) } else { 0.0 };
    let beta = if hertz { 0.5 } else { 0.0 };
    let strength = ShearStrength::Power { C: pair.m_star * gamma_t * factor(hertz, pair), beta };
    if hertz {
        return Ok(Some(SHEAR.friction(friction, K_t / (1.5 * K_n), Some(strength))));
    }
    let dashpot = (gamma_t != 0.0).then_some(ShearDamping { strength, sliding: SHEAR.sliding });
    Ok(Some(SHEAR.with(Tangential::CundallStrack(CundallStrack { stiffness: K_t, friction, dashpot, dynamic: None }))))
}

/// The coefficients of a contact of two spheres that `pair_style granular` does not have: both levers are the radius,
/// and the total spring has a stiffness of its own. `None` if these styles do not have it either.
pub(super) fn render(shear: &ShearForce, force: &PowerForce, pair: &Pair) -> Option<Parameters> {
    let hertz = force.alpha == 1.5;
    let beta = if hertz { 0.5 } else { 0.0 };
    let grows = |C: f64, power: f64| C == 0.0 || power == beta;
    let total = shear.form == Form::Total || (shear.form == Form::Incremental && shear.gamma == 0.0);
    let has = (hertz || force.alpha == 1.0)
        && force.reference_gap == 0.0
        && shear.gamma == beta
        && total
        && shear.levers == Levers::both(Arm::Radius)
        && (shear.limit == FrictionLimit::Absolute || force.C == 0.0 || !force.ends.pulls())
        && shear.rolling == RollingForce::None
        && (shear.dashpot.C == 0.0 || shear.dashpot.sliding == WhileSliding::Capped)
        && grows(force.C, force.beta)
        && grows(shear.dashpot.C, shear.dashpot.beta);
    has.then(|| {
        let factor = factor(hertz, pair);
        let per_mass = |C: f64| C / (pair.m_star * factor);
        let numbers = vec![
            ("K_n", force.K / factor),
            ("K_t", shear.S / factor),
            ("gamma_n", per_mass(force.C)),
            ("gamma_t", per_mass(shear.dashpot.C)),
            ("xmu", shear.friction),
        ];
        Parameters::new(numbers, &[("style", if hertz { HERTZ } else { HOOKE }), ("dampflag", "1")])
    })
}

/// As `pair_style` takes it.
const STYLE: &[Line] = &[always(
    "{style} {K_n} {K_t=NULL} {gamma_n} {gamma_t=NULL} {xmu=0} {dampflag=1}{limit_damping:false=|true= limit_damping}",
)];

pub(super) fn style(params: &Parameters) -> Result<String, LawError> {
    Ok(script::write(STYLE, params, &[])?.concat())
}

/// Reads the parameters from the output of [`style`].
pub(super) fn read(style: &str) -> Option<Parameters> {
    script::read(STYLE, KEYS, &["xmu", "K_t", "gamma_t", "dampflag"], &[style.to_string()])
}
