//! YADE.

mod adhesive;
mod driver;
mod input;

use std::f64::consts::FRAC_PI_2;

use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::material::{damping_shape, hertz, material_keys, render_hertz};
use super::restitution::{full_force_ratio, ratio, thornton_gamma};
use super::tangential::{self, FrictionModel, ShearStrength, dashpot_ratio};
use super::{Erratum, Facts, Parsed, Rendered, System, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, StiffnessDashpot, Strength, Tsuji, Undamped};
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::NamedNumber;
use crate::units::Dimension;

/// YADE, `Law2_ScGeom_MindlinPhys_Mindlin` with `en` or `betan`.
///
/// `en` of release 2023.02 is Thornton's fit of the clamped contact; earlier ones had Antypov and Elliott's formula of
/// the full force. `betan` is the dashpot of the tangent stiffness. Law to words is always `betan`, which is exact.
#[derive(Debug)]
pub struct Yade;

pub(crate) const YOUNG: &str = "young";
pub(crate) const POISSON: &str = "poisson";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice(
        "law",
        &["Mindlin", adhesive::LUDING],
        "Law2_ScGeom_MindlinPhys_Mindlin or Law2_ScGeom_LudingPhys_Basic",
    ),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "en",
        Dimension::Number,
        Limits::RESTITUTION,
        "normal coefficient of restitution; no damping unless given",
    ),
    Key::quantity("betan", Dimension::Number, Limits::NOT_NEGATIVE, "normal damping ratio; not together with en"),
    Key::quantity(
        FRICTION,
        Dimension::Angle,
        Limits::NOT_NEGATIVE,
        "atan(mu), the smaller of the two bodies; no tangential force unless given",
    ),
    Key::quantity(
        "betas",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "tangential damping ratio; that of betan unless given",
    ),
    Key::choice("release", &["2023.02", "earlier"], "what en means"),
    Key::quantity(
        GAMMA,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "surface energy of one surface, with includeAdhesion: w = 2 gamma",
    ),
    adhesive::PROPERTIES[0],
    adhesive::PROPERTIES[1],
    adhesive::PROPERTIES[2],
    adhesive::PROPERTIES[3],
    adhesive::PROPERTIES[4],
];

const FRICTION: &str = "frictionAngle";
const GAMMA: &str = "gamma";

/// `Law2_ScGeom_MindlinPhys_Mindlin`: `ks` of the step times the slip of the step; no dashpot while it slides. The force acts in
/// the middle of the overlap: at a wall, which it takes for a sphere that ends in it, at its surface.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Incremental,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
    at_wall: Levers { slip: Arm::Radius, torque: Arm::Overlap },
    rotation: SpringRotation::NormalAndSpin,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "yade",
    title: "YADE: Hertz-Mindlin with en or betan",
    formula: "F = kno delta^(3/2) + 2 betan sqrt(m kn) v,  kno = 4/3 E sqrt(R),  kn = 3/2 kno sqrt(delta)\n\
              2023.02:  betan = gamma(en) of Thornton's fit;  earlier:  alpha(en) sqrt(m kno) delta^(1/4) v",
    symbols: &[
        ("kn", "tangent stiffness", "N/m"),
        ("betan", "damping ratio, sqrt(5/6) z", "-"),
        ("m", "effective mass", "kg"),
    ],
    holds: "en is achieved to 4e-4 from 0.1 to 0.9; above, the fit is inaccurate",
    source: "YADE 2023.02, HertzMindlin; Thornton, Cummins & Cleary 2013, Powder Technology 233, 30",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "Y1",
        says: "en is the restitution",
        is: "a polynomial fit is used, which is inaccurate above 0.9",
        number: "0.999 gives 0.984071",
    },
    Erratum {
        id: "Y2",
        says: "LudingMat is Luding's contact of any two bodies",
        is: "a wall enters the plasticity depth with the radius 0: the contact is a spring kp without loss",
        number: "",
    },
];

impl System for Yade {
    fn facts(&self) -> &'static Facts {
        const {
            &Facts {
                errata: ERRATA,
                branched: &["dmt", "luding"],
                driver: Some(&driver::DRIVER),
                planes_on_axes: true,
                ..Facts::new(&CARD, KEYS)
            }
        }
    }

    /// Releases before the first with Thornton's fit took `en` for another formula; `betan` means the same in all.
    fn for_version(&self, parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
        if !version.is_empty() {
            return Err(
                LawError::table("versions of yade are distinguished by its `release`").help("write `yade` alone")
            );
        }
        if parameters.given("release") != Some("earlier") {
            return Ok(parameters);
        }
        let force = scene.power()?;
        let z = ratio(&force, scene.pair.m_star).ok_or_else(|| damping_shape(&force, "YADE"))?;
        Ok(parameters.without(&["en", "release"]).with("betan", (5.0f64 / 6.0).sqrt() * z))
    }

    fn contract(&self) -> Contract {
        let own = SHEAR.on(Contract {
            effective_radius: Convention::WallRadius(1.0)
                .worded("1/R* = 1/R1 + 1/R2; at a Wall R* = R with hertzian set, else R/2"),
            damping: "F_d = 2 betan sqrt(m* k_tangent) v, betan = sqrt(5/6) z".into(),
            adhesion: format!("{} (includeAdhesion); a stiffness kc (LudingMat)", line::TWICE).into(),
            memory: "the largest overlap (LudingMat)".into(),
            ..default_contract("YADE", Ends::ForceClamped)
        });
        let friction_limit = own.friction_limit.and(&format!("; with includeAdhesion {}", adhesive::LIMIT));
        Contract { friction_limit, ..own }
    }

    fn contact(&self, params: &Parameters, _: super::Reading, pair: &Pair) -> Result<Parsed, LawError> {
        if params.word(KEYS, "law")? == adhesive::LUDING {
            return adhesive::hysteretic(params, pair);
        }
        params.refuse(&adhesive::PROPERTIES.map(|key| key.name), "only `law = \"Luding\"` has it")?;
        if let Some(gamma) = params.number(KEYS, GAMMA)? {
            return adhesive::adhesive(params, gamma, pair);
        }
        let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
        let ends = Ends::ForceClamped;
        let tangent =
            |ratio| Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, reference_length: 1.0 });
        let en = params.number(KEYS, "en")?;
        let betan = params.number(KEYS, "betan")?;
        let mut notes = Vec::new();
        if betan.is_some() {
            params.refuse(&["release"], "betan means the same in every release")?;
        }
        let damping = match (en, betan) {
            (Some(_), Some(_)) => {
                return Err(LawError::key(
                    "betan",
                    "`en` and `betan` both set the damping; YADE refuses them together",
                )
                .help("keep one of them"));
            }
            (None, None) => Damping::Undamped(Undamped),
            (None, Some(betan)) => tangent(betan),
            (Some(e), None) if params.word(KEYS, "release")? == "earlier" => {
                Damping::Tsuji(Tsuji(Strength::Coefficient(5f64.sqrt() * full_force_ratio(e))))
            }
            (Some(e), None) => {
                if e > 0.9 {
                    notes.push("Y1: above 0.9 the polynomial fit of en is inaccurate".to_string());
                }
                tangent(thornton_gamma(e)?)
            }
        };
        let mut contact = Contact { normal, damping, ends, friction: None };
        let force = contact.force(pair)?;
        let ratio = 0.5 * force.C / (1.5 * pair.m_star * force.K).sqrt();
        let betas = params.number(KEYS, "betas")?;
        let friction_model = SHEAR.for_pair(pair);
        if let Some(angle) = params.number(KEYS, FRICTION)? {
            if angle >= FRAC_PI_2 {
                return Err(LawError::key(FRICTION, format!("`{FRICTION}` must be below 90 deg")));
            }
            let kappa = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
            let z = betas.unwrap_or(ratio);
            contact.friction = Some(friction_model.friction(angle.tan(), kappa, Some(ShearStrength::Ratio(z))));
            notes.extend((!pair.wall && angle != 0.0).then(|| format!("slip velocity: {}", input::RATCHETING)));
        } else {
            params.refuse(&["betas"], "there is no friction")?;
        }
        let contract = friction_model.on(self.contract()).for_law(&contact, line::TWICE);
        Ok(Parsed {
            restitution_requested: en,
            derived: vec![NamedNumber::new("kno", force.K, "N/m^(3/2)"), NamedNumber::new("betan", ratio, "")],
            notes,
            ..Parsed::new(contact, contract)
        })
    }

    fn render(&self, contact: &Contact, _: super::Reading, pair: &Pair) -> Result<Rendered, LawError> {
        if let Some(params) = adhesive::render(contact, pair)? {
            return Ok(Rendered { params, notes: Vec::new() });
        }
        let (mut numbers, z, notes) = render_hertz(contact, pair, "YADE", [YOUNG, POISSON], Ends::ForceClamped)?;
        if z != 0.0 {
            numbers.push(("betan", (5.0f64 / 6.0).sqrt() * z));
        }
        if let Some(shear) = tangential::friction_to_render(contact, pair)? {
            numbers.push((FRICTION, shear.friction.atan()));
            numbers.push(("betas", dashpot_ratio(&shear, pair).unwrap_or(0.0)));
        }
        Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
    }
}
