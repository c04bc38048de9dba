//! LAMMPS.

mod driver;
mod input;
mod releases;

use super::keys::{Key, Parameters, Range};
use super::material::{
    damping_shape, dissipative, full_force_request, hertz, material_keys, no_gap, same_end, say_material,
};
use super::restitution::{full_force_ratio, lammps_tsuji_alpha, ratio};
use super::tangential::{self, Manner, ShearStrength, both, friction_key};
use super::{Erratum, Parsed, Rendered, System};
use crate::contact::contract::{self, Contract, line};
use crate::contact::damping::{Damping, KuwabaraKono, LinearDashpot, Strength, Tsuji, Undamped};
use crate::contact::normal::Hooke;
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers, ShearForce, WhileSliding};
use crate::contact::tangential::{CundallStrack, ShearDamping};
use crate::contact::{Card, Contact, Ends, Friction, LawError, Normal, Numbers, Pair, PowerForce, Tangential};
use crate::scene::Scene;
use crate::system::engine::Driver;
use crate::units::Dimension;

/// LAMMPS, `pair_style granular` with `hertz/material` or `hooke`.
///
/// The damping argument of a normal model is a restitution for `coeff_restitution` and `tsuji` and a coefficient for
/// the others; here the two have their own names.
#[derive(Debug)]
pub struct Lammps;

pub(crate) const YOUNG: &str = "E";
pub(crate) const POISSON: &str = "nu";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::word("normal", &["hertz/material", "hooke"], "normal model"),
    MATERIAL[0],
    MATERIAL[1],
    Key::number("k_n", Dimension::Stiffness, Range::POSITIVE, "stiffness of hooke"),
    Key::word(
        "damping",
        &["viscoelastic", "coeff_restitution", "tsuji", "velocity", "mass_velocity"],
        "damping model; viscoelastic unless given",
    ),
    Key::number("e", Dimension::Number, TSUJI, "restitution, with coeff_restitution and tsuji"),
    Key::number(
        "eta_n0",
        Dimension::Number,
        Range::NOT_NEGATIVE,
        "coefficient, with velocity (N s/m), mass_velocity (1/s) and viscoelastic (1/(m s)), in SI",
    ),
    Key::word("limit_damping", &["false", "true"], "the force never pulls"),
    Key::word(
        "tangential",
        &["mindlin", "mindlin/force", "mindlin_rescale/force", "linear_history"],
        "tangential model, with k_t = NULL for the three of Mindlin",
    ),
    friction_key(FRICTION, "friction of the tangential model; nothing along the contact unless given"),
    Key::number("k_t", Dimension::Stiffness, Range::POSITIVE, "stiffness of linear_history"),
    Key::number(
        "x_gammat",
        Dimension::Number,
        Range::NOT_NEGATIVE,
        "tangential over normal damping coefficient; LAMMPS wants it said, this bench takes 1 unless given",
    )
    .or(1.0),
    Key::word(
        "release",
        &["22Jul2025", "develop"],
        "tsuji: the polynomial is for the mass of a whole particle, and a later source multiplies it by sqrt(2)",
    ),
];

const FRICTION: &str = "mu_t";

const MANNER: Manner = Manner {
    form: Form::Total,
    factor: 1.0,
    limit: FrictionLimit::Absolute,
    levers: both(Arm::Radius),
    sliding: WhileSliding::Capped,
};

/// Between spheres the torque is that of a force at the middle of the overlap, at a wall that of one at the radius.
fn manner(pair: &Pair) -> Manner {
    let torque = if pair.wall { Arm::Radius } else { Arm::HalfOverlap };
    Manner { levers: Levers { slip: Arm::Radius, torque }, ..MANNER }
}

/// The tangential models by how they remember.
const MODELS: &[(&str, Form)] =
    &[("mindlin", Form::Total), ("mindlin/force", Form::Incremental), ("mindlin_rescale/force", Form::Rescaled)];

const CARD: Card = Card {
    name: "lammps",
    title: "LAMMPS: pair_style granular",
    formula: "F = F_e + eta_n v,  F_e = 4/3 E* sqrt(R* delta) delta (hertz/material), k_n delta (hooke)\n\
              coeff_restitution:  eta_n = sqrt(3/2) 2 sqrt(5/6) z sqrt(m F_e/delta), z = -ln e/sqrt(ln^2 e + pi^2)\n\
              tsuji:              eta_n = alpha(e) sqrt(m F_e/delta), alpha = 1.2728 - 4.2783 e + 11.087 e^2 - ...\n\
              velocity: eta_n0   mass_velocity: eta_n0 m   viscoelastic: eta_n0 a m",
    symbols: &[("m", "effective mass", "kg"), ("a", "sqrt(R* delta)", "m"), ("eta_n0", "coefficient", "see keys")],
    holds: "coeff_restitution: e is met without limit_damping; tsuji: with neither release's constant exactly",
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
        says: "limit_damping only takes the attraction away",
        is: "the rebound is faster for the same e",
        number: "0.5 gives 0.550283",
    },
];

impl Lammps {
    fn damping(said: &Parameters, linear: bool, force: &PowerForce, pair: &Pair) -> Result<Damping, LawError> {
        let model = said.word(KEYS, "damping")?;
        let asks = matches!(model, "coeff_restitution" | "tsuji");
        if asks {
            said.refuse(&["eta_n0"], "this damping model takes a restitution, `e`")?;
        } else {
            said.refuse(&["e"], "this damping model takes a coefficient, `eta_n0`")?;
        }
        if model != "tsuji" {
            said.refuse(&["release"], "only tsuji depends on it")?;
        }
        let tsuji = |alpha: f64| Damping::Tsuji(Tsuji(Strength::Coefficient(alpha)));
        Ok(match model {
            "coeff_restitution" => {
                let constant = if linear { 2.0 } else { 5f64.sqrt() };
                let e = said.require(KEYS, "e", "lammps")?;
                if !Range::RESTITUTION.holds(e) {
                    return Err(LawError::key("e", format!("`e` must lie in {}, not be {e}", Range::RESTITUTION)));
                }
                tsuji(constant * full_force_ratio(e))
            }
            "tsuji" => {
                let alpha = lammps_tsuji_alpha(said.require(KEYS, "e", "lammps")?);
                tsuji(if said.word(KEYS, "release")? == "develop" { 2f64.sqrt() * alpha } else { alpha })
            }
            _ => Self::coefficient(model, said.require(KEYS, "eta_n0", "lammps")?, linear, force, pair)?,
        })
    }

    fn coefficient(model: &str, eta: f64, linear: bool, force: &PowerForce, pair: &Pair) -> Result<Damping, LawError> {
        Ok(match model {
            _ if eta == 0.0 => Damping::Undamped(Undamped),
            "velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta)),
            "mass_velocity" => Damping::LinearDashpot(LinearDashpot::Coefficient(eta * pair.m_star)),
            _ if linear => {
                return Err(LawError::key(
                    "damping",
                    "viscoelastic beside hooke grows with the contact radius: no law of this bench",
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

    /// The tangential model; the dashpot goes with the normal one of `force`.
    fn friction(
        said: &Parameters,
        linear: bool,
        force: &PowerForce,
        pair: &Pair,
    ) -> Result<Option<Friction>, LawError> {
        let Some(mu) = said.number(KEYS, FRICTION)? else {
            said.refuse(&["tangential", "k_t", "x_gammat"], "there is no friction, `mu_t`")?;
            return Ok(None);
        };
        let model = said.word(KEYS, "tangential")?;
        let [C, beta] = [said.require(KEYS, "x_gammat", "lammps")? * force.C, force.beta];
        if model == "linear_history" {
            let stiffness = said.require(KEYS, "k_t", "lammps")?;
            let strength = ShearStrength::Power { C, beta };
            let dashpot = (C != 0.0).then_some(ShearDamping { strength, sliding: MANNER.sliding });
            return Ok(Some(manner(pair).with(Tangential::CundallStrack(CundallStrack {
                stiffness,
                friction: mu,
                dashpot,
            }))));
        }
        said.refuse(&["k_t"], "this tangential model takes its stiffness from the material")?;
        if linear {
            return Err(LawError::key("tangential", format!("`{model}` goes with hertz/material, not with hooke"))
                .help("use linear_history"));
        }
        let form = MODELS.iter().find(|(name, _)| *name == model).map_or(Form::Total, |&(_, form)| form);
        let ratio = tangential::mindlin(said.number(KEYS, POISSON)?, pair)?;
        Ok(Some(Manner { form, ..manner(pair) }.friction(mu, ratio, Some(ShearStrength::Power { C, beta }))))
    }

    /// The tangential model of a contact, its numbers pushed.
    fn say_friction(
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

    fn say_damping(force: &PowerForce, pair: &Pair) -> Result<(&'static str, (&'static str, f64)), LawError> {
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
}

/// What `tsuji` is given: the program does not look whether it is a restitution.
const TSUJI: Range = Range::between(-1.0, 1.1);

impl System for Lammps {
    fn for_version(&self, parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
        releases::exchange(parameters, scene, version)
    }

    fn driver(&self) -> Option<&'static dyn Driver> {
        Some(&driver::Installations)
    }

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn keys(&self) -> &'static [Key] {
        KEYS
    }

    fn errata(&self) -> &'static [Erratum] {
        ERRATA
    }

    fn mixed_friction(&self, one: f64, two: f64) -> Option<f64> {
        Some((one * two).sqrt())
    }

    fn friction_key(&self) -> Option<&'static str> {
        Some(FRICTION)
    }

    fn contract(&self) -> Contract {
        MANNER.on(Contract {
            system: "LAMMPS",
            ends: contract::ends(Ends::ZeroOverlap),
            friction_limit: line::NO_FRICTION.into(),
            lever: line::NO_FRICTION.into(),
            effective_radius: line::HARMONIC.into(),
            wall_mass: line::FREE_MASS.into(),
            wall_modulus: line::SAME_MODULUS.into(),
            damping: "F_d = sqrt(5) z sqrt(m* k_secant) v of the full force (coeff_restitution)".into(),
            history: line::NO_HISTORY.into(),
            signs: line::REPULSION.into(),
        })
    }

    fn contact(&self, said: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        let linear = said.word(KEYS, "normal")? == "hooke";
        let normal = if linear {
            said.refuse(&[YOUNG, POISSON], "hooke has a stiffness of its own")?;
            Normal::Hooke(Hooke { stiffness: said.require(KEYS, "k_n", "lammps")? })
        } else {
            said.refuse(&["k_n"], "hertz/material takes its stiffness from the material")?;
            Normal::Hertz(hertz(said, KEYS, YOUNG, POISSON)?)
        };
        let ends = if said.word(KEYS, "limit_damping")? == "true" { Ends::ForceClamped } else { Ends::ZeroOverlap };
        let mut contact = Contact { normal, damping: Damping::Undamped(Undamped), ends, friction: None };
        contact.damping = Self::damping(said, linear, &contact.force(pair)?, pair)?;
        contact.friction = Self::friction(said, linear, &contact.force(pair)?, pair)?;
        let history = contact.friction.as_ref().map_or(MANNER.form, |friction| contract::form(&friction.tangential));
        let mut notes = Vec::new();
        match said.word(KEYS, "damping")? {
            "tsuji" => notes.push("L1: the polynomial is a fit; its e is not the one achieved".to_string()),
            "coeff_restitution" if !ends.pulls() => {
                notes.push("L2: e is for the full force, and limit_damping takes the attraction away".to_string());
            }
            "mass_velocity" | "viscoelastic" => {
                notes.push("eta_n0 stands for this pair only: it goes with the masses".to_string())
            }
            _ => {}
        }
        Ok(Parsed {
            contact,
            restitution_requested: said.number(KEYS, "e")?,
            derived: Vec::new(),
            contract: Contract {
                history: history.meaning().into(),
                lever: contract::lever(manner(pair).levers),
                ..self.contract().ending(ends)
            },
            notes,
            beyond: Vec::new(),
        })
    }

    fn say(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        let force = contact.force(pair)?;
        dissipative(&force, "LAMMPS")?;
        let (normal, mut numbers) = if force.alpha == 1.0 {
            no_gap(&force, "LAMMPS")?;
            ("hooke", vec![("k_n", force.K)])
        } else {
            ("hertz/material", say_material(&force, pair, "LAMMPS", [YOUNG, POISSON])?)
        };
        let pulls = contact.ends.pulls();
        let notes = same_end(
            contact.ends,
            if pulls { Ends::ZeroOverlap } else { Ends::ForceClamped },
            force.C != 0.0,
            "LAMMPS",
        )?;
        let (damping, number) = Self::say_damping(&force, pair)?;
        numbers.push(number);
        let limit = if pulls { "false" } else { "true" };
        let mut words = vec![("normal", normal), ("damping", damping), ("limit_damping", limit)];
        if let Some(shear) = tangential::to_say(contact, pair)? {
            words.push(("tangential", Self::say_friction(&shear, &force, &mut numbers)?));
        }
        Ok(Rendered { said: Parameters::new(numbers, &words), notes })
    }
}
