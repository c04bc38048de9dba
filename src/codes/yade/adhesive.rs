//! `Law2_ScGeom_LudingPhys_Basic` (`LudingPM.cpp`), and the adhesion of `Law2_ScGeom_MindlinPhys_Mindlin` (`HertzMindlin.cpp`):
//! `4 pi R* gamma`, friction bounded by `mu (|F| + 4 pi R* gamma)`, a dashpot of at most that force.

use super::{FRICTION, GAMMA, KEYS, POISSON, SHEAR, YOUNG, Yade};
use crate::codes::keys::{Key, Limits, POSITIVE, Parameters};
use crate::codes::luding;
use crate::codes::material::{alone, only_alone, own_modulus};
use crate::codes::tangential::{FrictionModel, both};
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::normal::Dmt;
use crate::law::shear::{Arm, FrictionLimit};
use crate::law::{Contact, Contract, Ends, LawError, Normal, Pair};
use crate::units::Dimension;

pub(super) const LUDING: &str = "Luding";

/// `k1`, `k_p`, `k_c`, `phi_f`.
pub(super) const SPRING: [&str; 4] = ["k1", "kp", "kc", "PhiF"];
pub(super) const DASHPOT: &str = "G0";

/// What bounds friction beside the surface energy.
pub(super) const LIMIT: &str = "mu (|F| + 4 pi R* gamma), F the total normal force";

pub(super) const PROPERTIES: [Key; 5] = [
    Key::quantity(SPRING[0], Dimension::Stiffness, POSITIVE, "Luding: stiffness of loading"),
    Key::quantity(SPRING[1], Dimension::Stiffness, POSITIVE, "Luding: largest stiffness of unloading"),
    Key::quantity(SPRING[2], Dimension::Stiffness, Limits::NOT_NEGATIVE, "Luding: stiffness of the attraction"),
    Key::quantity(SPRING[3], Dimension::Number, POSITIVE, "Luding: plasticity depth, as a fraction of 2 R*"),
    Key::quantity(DASHPOT, Dimension::Damping, Limits::NOT_NEGATIVE, "Luding: dashpot, normal and tangential").or(0.0),
];

/// The contact of `LudingMat`, head on.
pub(super) fn hysteretic(params: &Parameters, pair: &Pair) -> Result<Parsed, LawError> {
    params
        .refuse(&[YOUNG, POISSON, "en", "betan", "betas", "release", GAMMA], "LudingMat has stiffnesses of its own")?;
    params.refuse(&[FRICTION], "friction beside LudingMat is not supported")?;
    if pair.wall {
        let message = "Y2: at a wall LudingMat has no plasticity depth: the contact is a spring kp without loss";
        return Err(LawError::table(message).help("use two spheres"));
    }
    let spring = luding::read(params, KEYS, SPRING, "yade")?;
    let contact = luding::contact(spring, params.require(KEYS, DASHPOT, "yade")?);
    let arms = both(Arm::HalfOverlap);
    let friction_model = FrictionModel { limit: FrictionLimit::Absolute, levers: arms, at_wall: arms, ..SHEAR };
    let contract = Contract { damping: "F_d = G0 v".into(), ..friction_model.on(Yade.contract()) };
    let contract = contract.ending(Ends::ZeroOverlap).for_law(&contact, line::TWICE);
    Ok(Parsed::new(contact, contract))
}

/// The contact of `gamma`, undamped and without friction.
pub(super) fn adhesive(params: &Parameters, gamma: f64, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["en", "betan", "betas", "release"], "damping beside gamma is not supported")?;
    params.refuse(&[FRICTION], "friction beside gamma is not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "yade")?;
    let contact = alone(Normal::Dmt(Dmt { work_of_adhesion: 2.0 * gamma }));
    let own = SHEAR.for_pair(pair).on(Yade.contract());
    let contract = Contract { damping: "none beside adhesion".into(), friction_limit: LIMIT.into(), ..own };
    let contract = contract.for_law(&contact, line::TWICE);
    Ok(Parsed::new(contact, contract))
}

/// The parameters of a contact; `None` where its law is neither.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    if let Normal::Dmt(law) = &contact.normal {
        only_alone(contact, "`dmt`", "YADE")?;
        return Ok(Some(Parameters::numbers(&[(GAMMA, 0.5 * law.work_of_adhesion)])));
    }
    let Some((spring, C)) = luding::render(contact, pair, "YADE")? else { return Ok(None) };
    let numbers = SPRING.into_iter().zip(spring).chain([(DASHPOT, C)]).collect();
    Ok(Some(Parameters::new(numbers, &[("law", LUDING)])))
}
