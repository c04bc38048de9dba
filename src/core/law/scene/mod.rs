//! A scene: two bodies, their contact and their relative motion before it. All numbers are SI.

pub mod motion;
mod parsed;
pub mod path;
pub mod validity;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::law::Contract;
use crate::law::shear::{Form, RollingForce};
use crate::law::{Branched, Contact, LawError, NoPower, Pair, PowerForce, ShearForce, Side, Stiffness};
use crate::units::Dimension;

pub use motion::Bodies;
pub use parsed::{Parsed, Reading, SystemContact};
pub use path::LoadingPath;

/// A material as a case gives it. Unknown is `None`, null in files, and not zero.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Material {
    pub name: String,
    /// kg/m3
    pub density: Option<f64>,
    /// Pa
    pub young_modulus: Option<f64>,
    pub poisson_ratio: Option<f64>,
    /// Pa, in uniaxial tension; only the validity sheet asks for it.
    #[serde(skip)]
    pub yield_stress: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    Sphere {
        /// m
        radius: f64,
        /// Moment of inertia over m r^2: 2/5 solid, 2/3 thin shell.
        inertia_factor: f64,
    },
    Wall {
        /// Unit vector out of the solid.
        normal: [f64; 3],
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    pub name: String,
    pub shape: Shape,
    /// kg; infinite for a wall.
    pub mass: f64,
    /// `None` for a rigid body.
    pub material: Option<Material>,
    /// Does not deform.
    pub rigid: bool,
    /// Does not move.
    pub held: bool,
}

impl Body {
    /// m; infinite for a wall.
    pub fn radius(&self) -> f64 {
        match self.shape {
            Shape::Sphere { radius, .. } => radius,
            Shape::Wall { .. } => f64::INFINITY,
        }
    }

    /// Moment of inertia about the centre, kg m2; infinite for a wall.
    pub fn inertia(&self) -> f64 {
        match self.shape {
            Shape::Sphere { radius, inertia_factor } => inertia_factor * self.mass * radius * radius,
            Shape::Wall { .. } => f64::INFINITY,
        }
    }

    pub fn is_wall(&self) -> bool {
        matches!(self.shape, Shape::Wall { .. })
    }

    /// Whether it is a sphere with a moment of inertia other than `2/5 m r^2`.
    pub fn is_hollow(&self) -> bool {
        matches!(self.shape, Shape::Sphere { inertia_factor, .. } if (inertia_factor - 0.4).abs() > 1e-9)
    }

    /// Of a wall, the axis of its normal, and whether that points along it; `None` where it is perpendicular to no axis.
    pub fn axis(&self) -> Option<(&'static str, bool)> {
        let Shape::Wall { normal } = self.shape else { return None };
        let mut along = ["x", "y", "z"].into_iter().zip(normal).filter(|(_, part)| *part != 0.0);
        let (axis, part) = along.next()?;
        along.next().is_none().then_some((axis, part > 0.0))
    }

    /// The body as the contact laws see it.
    pub fn side(&self) -> Side {
        let elastic = self.material.as_ref().and_then(|m| Some((m.young_modulus?, m.poisson_ratio?)));
        let stiffness = match elastic {
            _ if self.rigid => Stiffness::Rigid,
            Some((young_modulus, poisson_ratio)) => Stiffness::Elastic { young_modulus, poisson_ratio },
            None => Stiffness::Unknown,
        };
        let mass = if self.held { f64::INFINITY } else { self.mass };
        Side { radius: self.radius(), mass, stiffness }
    }
}

/// A value of a scene: a number or a word.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterValue {
    /// SI
    Number(f64, Dimension),
    /// A choice, such as the name of a material.
    Word(String),
}

/// A condition on one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    Below(f64),
    AtMost(f64),
    Above(f64),
    AtLeast(f64),
    /// Both ends included.
    Between(f64, f64),
    Equal(f64),
    Word(String),
    AnyOf(Vec<Condition>),
}

impl Condition {
    /// Whether a value satisfies the condition.
    pub fn holds(&self, value: &ParameterValue) -> bool {
        match (self, value) {
            (Self::AnyOf(conditions), value) => conditions.iter().any(|condition| condition.holds(value)),
            (Self::Word(wanted), ParameterValue::Word(word)) => wanted == word,
            (Self::Word(_), ParameterValue::Number(..)) | (_, ParameterValue::Word(_)) => false,
            (Self::Below(limit), ParameterValue::Number(x, _)) => x < limit,
            (Self::AtMost(limit), ParameterValue::Number(x, _)) => x <= limit,
            (Self::Above(limit), ParameterValue::Number(x, _)) => x > limit,
            (Self::AtLeast(limit), ParameterValue::Number(x, _)) => x >= limit,
            (Self::Between(from, to), ParameterValue::Number(x, _)) => (*from..=*to).contains(x),
            (Self::Equal(wanted), ParameterValue::Number(x, _)) => x == wanted,
        }
    }
}

/// A value of a scene with its path in the case file, `body.left.radius`.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneParameter {
    pub path: String,
    pub value: ParameterValue,
    /// As written, `2.5 mm`.
    pub text: String,
    /// Whether the case sweeps it.
    pub swept: bool,
}

/// Directions, sliding and spin at first touch.
///
/// `n` points from body 2 to body 1, `t` is the direction of the initial tangential velocity of body 1 relative to body 2
/// (of the case, whether or not there is one), `b = n x t`. The approach along `-n` is the scene's `speed`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImpactKinematics {
    /// Unit vectors `n`, `t`, `b` in the axes of the case.
    pub frame: [[f64; 3]; 3],
    /// Tangential velocity of body 1 relative to body 2, along `t`, m/s; not negative.
    pub tangential_speed: f64,
    /// Spin of each body along `n`, `t`, `b`, rad/s. Along `b` it is positive for forward rolling of body 1.
    pub spin: [[f64; 3]; 2],
    /// Velocity of the frame the speeds are meant in, in the axes of the case, m/s: no result depends on it.
    pub drift: [f64; 3],
    /// Whether friction drives the motion out of the plane of `n` and `t` ([`ShearForce::leaves_plane`]).
    pub across: bool,
    /// Constant acceleration of the bodies towards each other along the normal, m/s2: the weight of body 1 on body 2.
    pub gravity: f64,
}

impl ImpactKinematics {
    /// A head-on impact along z without spin.
    pub const HEAD_ON: Self = Self {
        frame: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        tangential_speed: 0.0,
        spin: [[0.0; 3]; 2],
        drift: [0.0; 3],
        across: false,
        gravity: 0.0,
    };

    /// Whether the motion stays in the plane of `n` and `t`: all spin is along `b`, and friction is along `t`.
    pub fn is_planar(&self) -> bool {
        !self.across && self.spin.iter().all(|[n, t, _]| *n == 0.0 && *t == 0.0)
    }

    /// A tangential force in the frame of this impact, and the impact under it.
    ///
    /// # Errors
    /// For a friction of each component of the slip where its axes would turn with the contact.
    pub fn under(self, shear: Option<ShearForce>, bodies: &[Body; 2]) -> Result<(Option<ShearForce>, Self), LawError> {
        let Some(shear) = shear.map(|shear| shear.in_frame(&self.frame)).transpose()? else {
            return Ok((None, Self { across: false, ..self }));
        };
        let of_components = shear.is_of_components();
        let turns = !bodies[1].is_wall() || self.spin.iter().any(|[n, ..]| *n != 0.0);
        if of_components && turns {
            let message = "friction of each component is computed at a wall, without a spin about its normal: between spheres the axes turn with the contact";
            return Err(LawError::key("of", message).help("write  of = \"slip\""));
        }
        Ok((Some(shear), Self { across: shear.leaves_plane(), ..self }))
    }

    /// Whether there is neither tangential velocity nor spin.
    pub fn is_head_on(&self) -> bool {
        self.tangential_speed == 0.0 && self.spin.iter().flatten().all(|spin| *spin == 0.0)
    }
}

/// A row of a dataset that a scene reproduces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataRow {
    /// Folder of the dataset, as named in the case.
    pub dataset: String,
    /// Row, counted from 0 over the rows of the file.
    pub row: usize,
}

/// Two bodies, their contact law and their relative motion at first touch.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// What was swept, as written: `speed=1 m/s, restitution=0.5`; `-` when nothing is.
    pub name: String,
    /// Every value of the case for this scene, in the order of the file; scenes share the values that are not swept.
    pub parameters: Vec<Arc<SceneParameter>>,
    /// Body 1 stands first in the file; a wall is always body 2.
    pub bodies: [Body; 2],
    /// Rate of approach at first touch, m/s: |v1 - v2| head-on, its normal part otherwise.
    pub speed: f64,
    /// Directions, sliding and spin at first touch.
    pub kinematics: ImpactKinematics,
    /// The prescribed motion of a case with a `[path]`; `speed` and `kinematics` are unused then.
    pub path: Option<LoadingPath>,
    pub contact: Contact,
    pub pair: Pair,
    /// Speed of an earlier impact of the same pair that the law remembers, m/s.
    pub before: Option<f64>,
    /// What the normal laws compile to for this pair; `None` for a law that remembers, yields or pulls ([`Contact::branches`]), and for
    /// one that only its engine has.
    pub force: Option<PowerForce>,
    /// The tangential force; `None` for a frictionless contact.
    pub shear: Option<ShearForce>,
    /// The rows of datasets that this scene reproduces.
    pub rows: Vec<DataRow>,
    /// The contact in the parameters of a DEM code, if the case gives it so; `None` for laws of this program.
    pub system: Option<Box<SystemContact>>,
}

impl Scene {
    /// The same bodies and the same motion with another contact.
    ///
    /// # Errors
    /// When the contact is none for these bodies, or has no friction for an impact that slides or spins.
    pub fn with_contact(&self, contact: &Contact) -> Result<Self, LawError> {
        if !self.kinematics.is_head_on() && contact.friction.is_none() {
            return Err(LawError::table("an oblique or spinning impact needs friction, and this contact has none"));
        }
        if let Some(error) = contact.unsuited(&self.kinematics, self.path.is_some()) {
            return Err(error);
        }
        let whole = contact.normal.of_engine().is_none() && contact.branches(&self.pair)?.is_none();
        let force = if whole { Some(contact.force(&self.pair)?) } else { None };
        let (shear, kinematics) = self.kinematics.under(contact.shear(&self.pair)?, &self.bodies)?;
        Ok(Self { contact: contact.clone(), force, shear, kinematics, system: None, ..self.clone() })
    }

    /// The same bodies with another `R*` at a wall, over the radius of the ball: that of a code that takes a wall for a sphere.
    #[must_use]
    pub fn with_wall_radius(&self, part: f64) -> Self {
        let part = if self.pair.wall { part } else { 1.0 };
        Self { pair: Pair { R_star: part * self.pair.R_star, ..self.pair }, ..self.clone() }
    }

    /// Whether friction or rolling resistance may turn a sphere that is not solid.
    pub fn turns_hollow(&self) -> bool {
        let turns = |law: ShearForce| law.form != Form::Frictionless || law.rolling != RollingForce::None;
        self.shear.is_some_and(turns) && !self.kinematics.is_head_on() && self.bodies.iter().any(Body::is_hollow)
    }

    /// The normal force as a power law of the overlap.
    ///
    /// # Errors
    /// For a law that is not a power of the overlap, with its name.
    pub fn power(&self) -> Result<PowerForce, NoPower> {
        let normal = &self.contact.normal;
        self.force.ok_or_else(|| match normal.of_engine() {
            Some(law) => NoPower::OfEngine(law.law),
            None => NoPower::Law(normal.card().name),
        })
    }

    /// The normal law with its damping, if it has branches (loading, unloading, adhesion).
    ///
    /// # Errors
    /// As [`Contact::branches`].
    pub fn branches(&self) -> Result<Option<Branched>, LawError> {
        if self.force.is_some() { Ok(None) } else { self.contact.branches(&self.pair) }
    }

    /// Energy of the approach at first touch, `m* v_n^2 / 2`, J.
    pub fn impact_energy(&self) -> f64 {
        0.5 * self.pair.m_star * self.speed * self.speed
    }

    /// The restitution that the case requests, which the law may not achieve.
    pub fn restitution_requested(&self) -> Option<f64> {
        match &self.system {
            Some(given) => given.parsed.restitution_requested,
            None => self.contact.damping.restitution(),
        }
    }

    /// The conventions of the contact, such as levers, friction limit and end of contact.
    pub fn contract(&self) -> Contract {
        match &self.system {
            Some(given) => given.parsed.contract.clone(),
            None => Contract::ours(&self.contact),
        }
    }

    /// The number under a path, or under its last word if that is unique.
    pub fn number(&self, key: &str) -> Option<f64> {
        match self.parameter(key)?.value {
            ParameterValue::Number(value, _) => Some(value),
            ParameterValue::Word(_) => None,
        }
    }

    /// The parameter under a path, or under its last word if that is unique.
    pub fn parameter(&self, key: &str) -> Option<&SceneParameter> {
        if let Some(exact) = self.parameters.iter().find(|p| p.path == key) {
            return Some(exact);
        }
        let mut matching = self.parameters.iter().filter(|p| p.path.rsplit('.').next() == Some(key));
        match (matching.next(), matching.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}
