//! LAMMPS.

mod cohesive;
pub mod driver;
mod friction;
mod gran;
mod granular;
mod input;
pub mod releases;

use super::keys::{ANY, Key, Limits, POSITIVE, Parameters};
use super::material::{material_keys, same_end};
use super::tangential::{self, FrictionModel, both, friction_key};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{self, Contract, Convention, line};
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, ShearForce, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Damping, Ends, LawError, Normal, Pair};
use crate::units::Dimension;

/// LAMMPS: `pair_style granular` with `hertz/material` or `hooke`, `gran/hooke/history` and `gran/hertz/history`.
///
/// The damping argument of a normal model is a restitution for `coeff_restitution` and `tsuji` and a coefficient for
/// the others; here the two have their own names.
#[derive(Debug)]
pub struct Lammps;

pub(crate) const YOUNG: &str = "E";
pub(crate) const POISSON: &str = "nu";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice("style", &["granular", gran::HOOKE, gran::HERTZ], "pair style"),
    Key::choice("normal", &["hertz/material", "hooke", "dmt", "jkr"], "normal model"),
    Key::quantity(
        GAMMA,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "surface energy of one surface, with dmt and jkr: w = 2 gamma",
    ),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity("k_n", Dimension::Stiffness, POSITIVE, "stiffness of hooke"),
    Key::choice(
        "damping",
        &["viscoelastic", "coeff_restitution", "tsuji", "velocity", "mass_velocity"],
        "damping model; viscoelastic unless given",
    ),
    Key::quantity(
        "e",
        Dimension::Number,
        ANY.at_least(TSUJI[0]).at_most(TSUJI[1]),
        "restitution: with coeff_restitution above 0 and at most 1, with tsuji any of these",
    ),
    Key::quantity(
        "eta_n0",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "coefficient, with velocity (N s/m), mass_velocity (1/s) and viscoelastic (1/(m s)), in SI",
    ),
    Key::choice("limit_damping", &["false", "true"], "the force never pulls"),
    Key::choice(
        "tangential",
        &["mindlin", "mindlin/force", "mindlin_rescale/force", "linear_history"],
        "tangential model, with k_t = NULL for the three of Mindlin",
    ),
    friction_key(FRICTION, "friction of the tangential model; no tangential force unless given"),
    Key::quantity("k_t", Dimension::Stiffness, POSITIVE, "stiffness of linear_history"),
    Key::quantity(
        "x_gammat",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "tangential over normal damping coefficient; required by LAMMPS; 1 here unless given",
    )
    .or(1.0),
    Key::choice("rolling", &["none", "sds"], "rolling model; goes with mu_t"),
    Key::quantity("k_roll", Dimension::Stiffness, POSITIVE, "stiffness of sds"),
    Key::quantity("gamma_roll", Dimension::Damping, Limits::NOT_NEGATIVE, "damping coefficient of sds").or(0.0),
    Key::quantity("mu_roll", Dimension::Number, Limits::NOT_NEGATIVE, "rolling friction of sds"),
    gran::COEFFICIENTS[0],
    gran::COEFFICIENTS[1],
    gran::COEFFICIENTS[2],
    gran::COEFFICIENTS[3],
    gran::COEFFICIENTS[4],
    Key::choice("dampflag", &["1", "0"], "of gran/*: whether gamma_t acts"),
    Key::choice(
        "release",
        &["22Jul2025", "develop"],
        "tsuji: the polynomial is for the mass of a whole particle, and a later source multiplies it by sqrt(2)",
    ),
];

const FRICTION: &str = "mu_t";

/// The numbers of `rolling sds`, in the order in which LAMMPS takes them.
const SDS: [&str; 3] = ["k_roll", "gamma_roll", "mu_roll"];

/// Between spheres the torque is that of a force at the middle of the overlap, at a wall that of one at the radius.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
    at_wall: both(Arm::Radius),
    rotation: SpringRotation::Normal,
    sliding: WhileSliding::Capped,
};

const CARD: Card = Card {
    name: "lammps",
    title: "LAMMPS: pair_style granular",
    formula: "F = F_e + eta_n v,  F_e = 4/3 E* sqrt(R* delta) delta (hertz/material), k_n delta (hooke)\n\
              coeff_restitution:  eta_n = sqrt(3/2) 2 sqrt(5/6) z sqrt(m F_e/delta), z = -ln e/sqrt(ln^2 e + pi^2)\n\
              tsuji:              eta_n = alpha(e) sqrt(m F_e/delta), alpha = 1.2728 - 4.2783 e + 11.087 e^2 - ...\n\
              velocity: eta_n0   mass_velocity: eta_n0 m   viscoelastic: eta_n0 a m",
    symbols: &[("m", "effective mass", "kg"), ("a", "sqrt(R* delta)", "m"), ("eta_n0", "coefficient", "see keys")],
    holds: "coeff_restitution reproduces e without limit_damping; tsuji: no release reproduces e exactly",
    source: "LAMMPS documentation, pair_style granular; source of 22 Jul 2025",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "L1",
        says: "damping tsuji achieves e",
        is: "its polynomial fits the coefficient of a whole particle's mass and is used with the effective mass",
        number: "0.5 gives 0.616076; multiplied by sqrt(2), 0.499916",
    },
    Erratum {
        id: "L2",
        says: "limit_damping only removes the attractive part",
        is: "the rebound is faster for the same e",
        number: "0.5 gives 0.550283",
    },
    Erratum {
        id: "L3",
        says: "jkr is the model of Johnson, Kendall & Roberts",
        is: "its contact breaks at the largest tension, where a free collision goes on to the smallest overlap",
        number: "an undamped collision loses 0.493867 of JKR's energy, and the sticking speed is 0.702757 of JKR's",
    },
];

/// Range of the argument of `tsuji`: the program does not check that it is a restitution.
const TSUJI: [f64; 2] = [-1.0, 1.1];

impl Lammps {
    /// Whether the parameters express the tangential force.
    fn keeps(&self, params: &Parameters, shear: &ShearForce, pair: &Pair) -> bool {
        let back = self.contact(params, self.in_use(), pair).and_then(|there| there.contact.shear(pair));
        back.is_ok_and(|back| {
            tangential::lost(Some(shear), back.as_ref(), "LAMMPS").is_empty()
                && back.is_some_and(|back| back.levers == shear.levers)
        })
    }
}

impl System for Lammps {
    fn facts(&self) -> &'static Facts {
        const {
            &Facts {
                errata: ERRATA,
                branched: &["dmt", "jkr"],
                driver: Some(&driver::DRIVER),
                solid_spheres: true,
                planes_on_axes: true,
                ..Facts::new(&CARD, KEYS)
            }
        }
    }

    fn for_version(&self, parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
        releases::exchange(parameters, scene, version)
    }

    fn contract(&self) -> Contract {
        let own = SHEAR.on(Contract {
            wall_modulus: Convention::SphereModulus,
            damping: granular::HERTZIAN.into(),
            adhesion: format!("{} (dmt, jkr)", line::TWICE).into(),
            ..default_contract("LAMMPS", Ends::ZeroOverlap)
        });
        let pull_off = FrictionLimit::PullOff.meaning();
        Contract { friction_limit: own.friction_limit.and(&format!("; with dmt and jkr {pull_off}")), ..own }
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        let ends = if params.word(KEYS, "limit_damping")? == "true" { Ends::ForceClamped } else { Ends::ZeroOverlap };
        let older = gran::is_asked(params)?;
        let cohesive = !older && is_asked(params)?;
        if !cohesive {
            params.refuse(&[GAMMA], "only dmt and jkr have a surface energy")?;
        }
        let contact = if cohesive {
            gran::refuse(params)?;
            cohesive::contact(params, pair)?
        } else if older {
            gran::contact(params, ends, pair)?
        } else {
            gran::refuse(params)?;
            granular::contact(params, ends, pair)?
        };
        let own = if older { gran::SHEAR } else { SHEAR.for_pair(pair) };
        let history = contact.friction.as_ref().map_or(SHEAR.form, |friction| contract::form(&friction.tangential));
        let limit = if cohesive { FrictionLimit::PullOff } else { SHEAR.limit };
        let mut notes = Vec::new();
        if let Normal::Jkr(_) = contact.normal {
            notes.push("L3: a contact of jkr breaks at the largest tension".to_string());
        }
        if !cohesive {
            notes.extend(for_this_pair(params).map(String::from));
        }
        match params.word(KEYS, "damping")? {
            _ if cohesive || older => {}
            "tsuji" => notes.push("L1: the polynomial is a fit; its e is not the one achieved".to_string()),
            "coeff_restitution" if !ends.pulls() => {
                notes.push("L2: e is for the full force, and limit_damping removes the attractive part".to_string());
            }
            _ => {}
        }
        let damping = match contact.damping {
            Damping::Undamped(_) => contact.damping.card().formula.into(),
            _ if older => gran::damping(params)?.into(),
            _ if cohesive => cohesive::damping(params)?.into(),
            _ => granular::normalisation(params)?.into(),
        };
        let contract = self.contract().ending(ends).for_law(&contact, line::TWICE);
        let contract = Contract {
            damping,
            history: Convention::history(history),
            rotation: Convention::Rotation(SHEAR.rotation),
            lever: own.lever(),
            friction_limit: Convention::Limit(limit),
            ..contract
        };
        let restitution_requested = params.number(KEYS, "e")?;
        Ok(Parsed { restitution_requested, notes, ..Parsed::new(contact, contract) })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some(params) = cohesive::render(contact, pair)? {
            return Ok(Rendered { params, notes: Vec::new() });
        }
        let force = contact.force(pair)?;
        let (pulls, damped) = (contact.ends.pulls(), force.C != 0.0);
        let ends = if pulls { Ends::ZeroOverlap } else { Ends::ForceClamped };
        let notes = same_end(contact.ends, ends, damped, "LAMMPS")?;
        let limited = |params: Parameters| params.with_word("limit_damping", if pulls { "false" } else { "true" });
        let granular = granular::render(contact, pair).map(limited);
        let params = match tangential::friction_to_render(contact, pair)? {
            Some(shear) if !granular.as_ref().is_ok_and(|params| self.keeps(params, &shear, pair)) => {
                gran::render(&shear, &force, pair).map(limited).map_or(granular, Ok)?
            }
            _ => granular?,
        };
        Ok(Rendered { params, notes })
    }
}

/// Of a damping coefficient that other masses need another number for; nothing of one that is 0.
fn for_this_pair(params: &Parameters) -> Option<&'static str> {
    let has = |key: &str| params.numbers.get(key).is_some_and(|coefficient| coefficient != 0.0);
    if has("gamma_n") {
        return Some("gamma_n is valid for this pair only: it depends on the masses");
    }
    let of_mass = matches!(params.word_or_empty("damping"), "" | "mass_velocity" | "viscoelastic");
    (of_mass && has("eta_n0")).then_some("eta_n0 is valid for this pair only: it depends on the masses")
}

const GAMMA: &str = "gamma";

fn is_asked(params: &Parameters) -> Result<bool, LawError> {
    Ok(matches!(params.word(KEYS, "normal")?, "dmt" | "jkr"))
}
