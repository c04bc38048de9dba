//! `LinearPlasticViscoelasticNormalSpecies` (`LinearPlasticViscoelasticInteraction.cc`): Luding's spring with a linear dashpot.

use super::{FRICTION, KEYS, MercuryDpm};
use crate::codes::keys::{Key, Limits, POSITIVE, Parameters};
use crate::codes::luding;
use crate::codes::{Parsed, System};
use crate::law::contract::line;
use crate::law::{Contact, Contract, LawError, Pair};
use crate::units::Dimension;

pub(super) const SPECIES: &str = "LinearPlasticViscoelastic";

/// `k1`, `k_p`, `k_c`, `phi_f`.
pub(super) const SPRING: [&str; 4] =
    ["loadingStiffness", "unloadingStiffnessMax", "cohesionStiffness", "penetrationDepthMax"];

pub(super) const PROPERTIES: [Key; 4] = [
    Key::quantity(SPRING[0], Dimension::Stiffness, POSITIVE, "LinearPlasticViscoelastic: k1"),
    Key::quantity(SPRING[1], Dimension::Stiffness, POSITIVE, "LinearPlasticViscoelastic: largest k2"),
    Key::quantity(
        SPRING[2],
        Dimension::Stiffness,
        Limits::NOT_NEGATIVE,
        "LinearPlasticViscoelastic: stiffness of the attraction",
    ),
    Key::quantity(
        SPRING[3],
        Dimension::Number,
        POSITIVE.at_most(1.0),
        "LinearPlasticViscoelastic: phi_f, as a fraction of 2 R*",
    ),
];

/// The contact that the parameters make.
pub(super) fn contact(params: &Parameters) -> Result<Parsed, LawError> {
    let hertzian =
        ["effectiveElasticModulus", "effectiveShearModulus", "poissonRatio", "restitutionCoefficient", "v_n"];
    params.refuse(&hertzian, "LinearPlasticViscoelastic has stiffnesses of its own")?;
    params.refuse(&[FRICTION, "slidingDissipation"], "friction beside LinearPlasticViscoelastic is not supported")?;
    let spring = luding::read(params, KEYS, SPRING, "mercurydpm")?;
    let contact = luding::contact(spring, params.number(KEYS, "dissipation")?.unwrap_or(0.0));
    let contract = Contract { damping: "F_d = dissipation v".into(), ..MercuryDpm.contract() };
    let contract = contract.for_law(&contact, line::NO_ADHESION);
    Ok(Parsed::new(contact, contract))
}

/// The parameters of a contact; `None` where its law is another.
pub(super) fn render(contact: &Contact, pair: &Pair) -> Result<Option<Parameters>, LawError> {
    let Some((spring, C)) = luding::render(contact, pair, "MercuryDPM")? else { return Ok(None) };
    let numbers = SPRING.into_iter().zip(spring).chain([("dissipation", C)]).collect();
    Ok(Some(Parameters::new(numbers, &[("species", SPECIES)])))
}
