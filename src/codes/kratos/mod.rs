//! Kratos.

mod driver;
mod input;

use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::material::{alone, hertz, material_keys, own_modulus, render_hertz};
use super::restitution::{thornton_gamma, thornton_request};
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, StiffnessDashpot, Undamped};
use crate::law::normal::{Dmt, JkrHertzRadius};
use crate::law::shear::{Arm, Form, FrictionLimit, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// Kratos, DEM application, `DEM_D_Hertz_viscous_Coulomb`.
///
/// Behind the restitution stands Thornton's fit of the clamped contact, the same as in YADE. Below 0.001 the program
/// takes 0.001; above 0.999 there is no damping at all.
#[derive(Debug)]
pub struct Kratos;

pub(crate) const YOUNG: &str = "YOUNG_MODULUS";
pub(crate) const POISSON: &str = "POISSON_RATIO";
pub(crate) const LAW: &str = "DEM_D_Hertz_viscous_Coulomb";
const JKR: &str = "DEM_D_Hertz_viscous_Coulomb_JKR";
const DMT: &str = "DEM_D_Hertz_viscous_Coulomb_DMT";
pub(crate) const LAW_KEY: &str = "DEM_DISCONTINUUM_CONSTITUTIVE_LAW_NAME";
pub(crate) const COHESION: &str = "PARTICLE_COHESION";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);
const MODEL: &str = "Kratos' DEM_D_Hertz_viscous_Coulomb";

const KEYS: &[Key] = &[
    Key::choice(LAW_KEY, &[LAW, JKR, DMT], "constitutive law of the relation"),
    Key::quantity(COHESION, Dimension::SurfaceEnergy, POSITIVE, "work of adhesion of the relation, with _JKR and _DMT"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "COEFFICIENT_OF_RESTITUTION",
        Dimension::Number,
        Limits::RESTITUTION,
        "restitution of the relation of the two materials; above 0.999 there is no damping",
    ),
    friction_key(FRICTION, "friction of the relation, dynamic as static; no tangential force unless given"),
];

pub(crate) const FRICTION: &str = "STATIC_FRICTION";

const SHEAR: FrictionModel = FrictionModel {
    form: Form::Rescaled,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: both(Arm::HalfOverlap),
    at_wall: both(Arm::Overlap),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "kratos",
    title: "Kratos: DEM_D_Hertz_viscous_Coulomb",
    formula: "F = 2/3 k_n delta + 2 gamma sqrt(m* k_n) v,  k_n = 2 E* sqrt(R* delta)\n\
              gamma = sqrt(1/(1 - (1+e)^2 exp(p(e))) - 1), p a polynomial of tenth degree",
    symbols: &[
        ("k_n", "tangent stiffness", "N/m"),
        ("e", "COEFFICIENT_OF_RESTITUTION", "-"),
        ("gamma", "sqrt(5/6) z", "-"),
    ],
    holds: "e is achieved to 4e-4 from 0.1 to 0.9; above, the fit is inaccurate",
    source: "Kratos 10.4.4, DEM application; Thornton, Cummins & Cleary 2013, Powder Technology 233, 30",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "K1",
        says: "COEFFICIENT_OF_RESTITUTION is the restitution",
        is: "a polynomial fit is used, which is inaccurate above 0.9",
        number: "0.999 gives 0.984071",
    },
    Erratum {
        id: "K2",
        says: "every restitution has its own damping",
        is: "above 0.999 there is none, below 0.001 that of 0.001: a restitution between 0.984071 and 1 cannot be reached",
        number: "",
    },
    Erratum {
        id: "K3",
        says: "_JKR is the law of Johnson, Kendall & Roberts",
        is: "its force is taken at the contact radius of Hertz: the contact has no neck, and bodies never stick",
        number: "the pull-off force is that of JKR; the overlap at rest is 3 times that of JKR",
    },
];

/// Its law with the attraction of a normal law, and the work of adhesion.
fn attraction(normal: &Normal) -> Option<(&'static str, f64)> {
    match normal {
        Normal::Dmt(law) => Some((DMT, law.work_of_adhesion)),
        Normal::JkrHertzRadius(law) => Some((JKR, law.work_of_adhesion)),
        _ => None,
    }
}

impl Kratos {
    /// The contact of _JKR and _DMT, undamped.
    fn cohesive(&self, params: &Parameters, law: &str, pair: &Pair) -> Result<Parsed, LawError> {
        params.refuse(&[FRICTION], "friction beside _JKR and _DMT is not supported")?;
        let e = params.require(KEYS, "COEFFICIENT_OF_RESTITUTION", "kratos")?;
        if e <= 0.999 {
            let message = "damping beside _JKR and _DMT is not supported";
            return Err(
                LawError::key("COEFFICIENT_OF_RESTITUTION", message).help("write  COEFFICIENT_OF_RESTITUTION = 1")
            );
        }
        own_modulus(params, KEYS, [YOUNG, POISSON], pair, "kratos")?;
        let work_of_adhesion = params.require(KEYS, COHESION, "kratos")?;
        let (normal, notes) = if law == DMT {
            (Normal::Dmt(Dmt { work_of_adhesion }), Vec::new())
        } else {
            let note = "K3: the contact has no neck, and bodies never stick".to_string();
            (Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion }), vec![note])
        };
        let contact = alone(normal);
        let lever = SHEAR.for_pair(pair).lever();
        let contract = self.contract().for_law(&contact, line::OF_PAIR);
        let contract = Contract { damping: "none beside cohesion".into(), lever, ..contract };
        Ok(Parsed { notes, ..Parsed::new(contact, contract) })
    }
}

impl System for Kratos {
    fn facts(&self) -> &'static Facts {
        const {
            &Facts {
                errata: ERRATA,
                branched: &["dmt", "jkr-hertz-radius"],
                driver: Some(&driver::DRIVER),
                solid_spheres: true,
                comment: "//",
                ..Facts::new(&CARD, KEYS)
            }
        }
    }

    fn contract(&self) -> Contract {
        Contract {
            friction_limit: Convention::Limit(SHEAR.limit),
            lever: SHEAR.lever().and("; between spheres of unlike moduli r - delta E_other/(E_1 + E_2)"),
            damping: "F_d = 2 gamma sqrt(m* k_tangent) v, gamma = sqrt(5/6) z of Thornton's fit".into(),
            history: Convention::Spring { form: SHEAR.form, stiffness: SHEAR.factor }
                .worded("incremental, scaled by sqrt(delta/delta_old) on unloading"),
            adhesion: format!("{} (_DMT, _JKR)", line::OF_PAIR).into(),
            ..default_contract("Kratos", Ends::ForceClamped)
        }
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        let law = params.word(KEYS, LAW_KEY)?;
        if law != LAW {
            return self.cohesive(params, law, pair);
        }
        params.refuse(&[COHESION], "only the laws _JKR and _DMT have a cohesion")?;
        let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
        let e = params.require(KEYS, "COEFFICIENT_OF_RESTITUTION", "kratos")?;
        let gamma = if e > 0.999 { 0.0 } else { thornton_gamma(e.max(0.001))? };
        let damping = if gamma == 0.0 {
            Damping::Undamped(Undamped)
        } else {
            Damping::StiffnessDashpot(StiffnessDashpot { ratio: gamma, exponent: 0.0, reference_length: 1.0 })
        };
        let notes = match e {
            1.0 => None,
            _ if !(0.001..=0.999).contains(&e) => Some("K2: the program replaces this restitution by another value"),
            _ if e > 0.9 => Some("K1: above 0.9 the polynomial fit is inaccurate"),
            _ => None,
        };
        let mut contact = Contact { normal, damping, ends: Ends::ForceClamped, friction: None };
        let damped = contact.force(pair)?.C != 0.0;
        if let Some(mu) = params.number(KEYS, FRICTION)? {
            let ratio = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
            contact.friction = Some(SHEAR.for_pair(pair).friction(mu, ratio, None));
        }
        let beyond = (damped && contact.friction.is_some())
            .then(|| "Kratos damps the tangential force too, in a form that is not supported".to_string());
        let contract = self.contract().for_law(&contact, line::OF_PAIR);
        let contract = Contract { lever: SHEAR.for_pair(pair).lever(), ..contract };
        Ok(Parsed {
            restitution_requested: Some(e),
            derived: vec![NamedNumber::new("gamma", gamma, "")],
            notes: notes.into_iter().map(String::from).collect(),
            beyond: beyond.into_iter().collect(),
            ..Parsed::new(contact, contract)
        })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some((law, w)) = attraction(&contact.normal) {
            if !matches!(contact.damping, Damping::Undamped(_)) || contact.friction.is_some() {
                return Err(LawError::table(format!("damping and friction beside {law} are not supported")));
            }
            let numbers = vec![(COHESION, w), ("COEFFICIENT_OF_RESTITUTION", 1.0)];
            return Ok(Rendered { params: Parameters::new(numbers, &[(LAW_KEY, law)]), notes: Vec::new() });
        }
        let (mut numbers, z, notes) = render_hertz(contact, pair, MODEL, [YOUNG, POISSON], Ends::ForceClamped)?;
        let e = if z == 0.0 { 1.0 } else { thornton_request((5.0f64 / 6.0).sqrt() * z)? };
        numbers.push(("COEFFICIENT_OF_RESTITUTION", e));
        numbers.extend(tangential::friction_to_render(contact, pair)?.map(|shear| (FRICTION, shear.friction)));
        Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
    }
}
