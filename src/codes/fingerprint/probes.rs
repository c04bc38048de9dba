//! The probe scenes of a fingerprint, and how an engine runs them.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::precision::Digits;

use crate::codes::engine::{Batch, BatchPair, Bounce, Engine, Failure, Folders, called};
use crate::codes::{self, Code, Parameters};
use crate::collide::stepper;
use crate::keys::Spec;
use crate::law::damping::{Damping, Strength, Tsuji, Undamped};
use crate::law::normal::Hertz;
use crate::law::scene::{
    Body, ImpactKinematics, Material, ParameterValue, Scene, SceneParameter, Shape, SystemContact,
};
use crate::law::{Contact, Ends, Friction, Normal, Pair};
use crate::units::Dimension;

/// m
pub(super) const RADIUS: f64 = 5e-3;
/// kg/m3
pub(super) const DENSITY: f64 = 2500.0;
/// Pa; soft enough for an overlap of 2 % of the radius, which tells levers apart.
pub(super) const YOUNG: f64 = 5e9;
pub(super) const POISSON: f64 = 0.3;
/// m/s
pub(super) const SPEED: f64 = 4.0;

/// Length of a run over the duration of an undamped collision, and of one with adhesion, which separates slowly.
pub(super) const LASTS: f64 = 4.0;
const LASTS_PULLED: f64 = 16.0;

/// A number read at a step and at half of it, extrapolated to short steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    pub value: f64,
    /// Error bound.
    pub off: f64,
}

impl Reading {
    /// The error falls with the step or faster: what is left after extrapolation is a part of what the two differ by. `floor`
    /// is the error of reading an impact at all.
    pub(super) fn new(coarse: f64, fine: f64, floor: f64) -> Self {
        Self { value: 2.0 * fine - coarse, off: 0.3 * (fine - coarse).abs() + floor }
    }

    /// Deviation of a prediction in units of the error.
    pub(super) fn distance(self, predicted: f64) -> f64 {
        (self.value - predicted).abs() / self.off
    }
}

/// The bounces of one scene at two step sizes, coarse and fine, one an onset phase.
pub(super) type StepPair = [Vec<Bounce>; 2];

/// A mean over onset phases at both step sizes.
pub(super) fn reading(twice: &StepPair, floor: f64, of: impl Fn(&Bounce) -> Option<f64>) -> Option<Reading> {
    let mean = |bounces: &[Bounce]| {
        let all: Option<Vec<f64>> = bounces.iter().map(&of).collect();
        all.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let (coarse, fine) = (mean(&twice[0])?, mean(&twice[1])?);
    Some(Reading::new(coarse, fine, floor)).filter(|reading| reading.value.is_finite())
}

/// An engine and where it runs.
pub struct Bench<'a> {
    pub engine: &'a dyn Engine,
    folders: &'a Folders,
    /// Asked again and again whether to give up.
    stop: &'a dyn Fn() -> bool,
    /// Duration of its undamped contacts over that of the requested ones, as far as it is known: steps and runs are as much longer.
    pub(super) lasts: Cell<f64>,
    /// What its numbers show of the precision that they have.
    pub(super) digits: RefCell<Digits>,
}

impl<'a> Bench<'a> {
    /// Nothing is known of the engine yet.
    pub fn new(engine: &'a dyn Engine, folders: &'a Folders, stop: &'a dyn Fn() -> bool) -> Self {
        Self { engine, folders, stop, lasts: Cell::new(1.0), digits: RefCell::default() }
    }

    /// Relative rounding error of its numbers, as it is declared or as they show it.
    pub(super) fn epsilon(&self) -> f64 {
        let shown = if self.digits.borrow().is_single() { f64::from(f32::EPSILON) } else { 0.0 };
        self.engine.epsilon().max(shown)
    }

    /// Runs scenes together, each at every onset phase, with `steps` in the shortest undamped duration; gives the step and
    /// the bounces of each scene.
    ///
    /// # Errors
    /// What the engine does not cover, or what went wrong.
    pub(super) fn run(
        &self,
        name: &str,
        scenes: &[Scene],
        steps: f64,
        phases: &[f64],
    ) -> Result<(f64, Vec<Vec<Bounce>>), String> {
        for scene in scenes {
            self.engine.covers(scene)?;
        }
        let duration = |s: &Scene| match s.force {
            Some(force) => Some(stepper::undamped_duration(&force, s.pair.m_star, s.speed)),
            None => hertz_duration(s),
        };
        let lasts = if scenes.iter().any(|scene| scene.force.is_none()) { LASTS_PULLED } else { LASTS };
        let longer = self.lasts.get();
        let durations = || scenes.iter().filter_map(duration).map(|t| longer * t);
        let time_step = durations().fold(f64::INFINITY, f64::min) / steps;
        let count = (lasts * durations().fold(0.0, f64::max) / time_step).ceil();
        let pairs: Vec<BatchPair<'_>> = scenes
            .iter()
            .flat_map(|scene| phases.iter().map(move |&onset_phase| BatchPair { scene, onset_phase }))
            .collect();
        let batch = Batch { case: "fingerprint", time_step, steps: count as u64, trajectory: true, pairs };
        let fail = |cause: crate::codes::engine::Cause| format!("its run failed: {cause}");
        let folder = self.folders.fresh(&["fingerprint", &called(self.engine), name]).map_err(fail)?;
        let bounces = self.engine.run(&batch, &folder, self.stop).map_err(|cause| {
            self.folders.keep();
            format!("its run failed: {}", Failure::new(called(self.engine), name, folder, cause))
        })?;
        self.digits.borrow_mut().add(&bounces);
        Ok((time_step, bounces.chunks(phases.len().max(1)).map(<[Bounce]>::to_vec).collect()))
    }

    /// Runs at `steps` and at twice as many; both results for each scene.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(super) fn twice(
        &self,
        name: &str,
        scenes: &[Scene],
        steps: f64,
        phases: &[f64],
    ) -> Result<Vec<StepPair>, String> {
        let (_, coarse) = self.run(&format!("{name}-coarse"), scenes, steps, phases)?;
        let (_, fine) = self.run(&format!("{name}-fine"), scenes, 2.0 * steps, phases)?;
        Ok(coarse.into_iter().zip(fine).map(|(coarse, fine)| [coarse, fine]).collect())
    }

    /// The first of some scenes that the engine covers.
    ///
    /// # Errors
    /// Why the engine does not cover the last scene.
    pub(super) fn first(&self, scenes: impl IntoIterator<Item = Scene>) -> Result<Scene, String> {
        let mut why = "its `covers` is empty".to_string();
        for scene in scenes {
            match self.engine.covers(&scene) {
                Ok(()) => return Ok(scene),
                Err(because) => why = because,
            }
        }
        Err(why)
    }
}

pub(super) fn material(name: &str, young_modulus: f64, poisson_ratio: f64) -> Material {
    Material {
        name: name.to_string(),
        density: Some(DENSITY),
        young_modulus: Some(young_modulus),
        poisson_ratio: Some(poisson_ratio),
        yield_stress: None,
    }
}

pub(super) fn sphere(name: &str, radius: f64, material: Material) -> Body {
    let mass = 4.0 / 3.0 * std::f64::consts::PI * DENSITY * radius.powi(3);
    let shape = Shape::Sphere { radius, inertia_factor: 0.4 };
    Body { name: name.to_string(), shape, mass, material: Some(material), rigid: false, held: false }
}

pub(super) fn wall(material: Material) -> Body {
    let shape = Shape::Wall { normal: [0.0, 0.0, 1.0] };
    let mass = f64::INFINITY;
    Body { name: "wall".to_string(), shape, mass, material: Some(material), rigid: false, held: true }
}

/// Two like spheres.
pub(super) fn like_spheres() -> [Body; 2] {
    let one = |name| sphere(name, RADIUS, material("ball", YOUNG, POISSON));
    [one("left"), one("right")]
}

/// A sphere and a wall of its material.
pub(super) fn on_wall() -> [Body; 2] {
    [sphere("ball", RADIUS, material("ball", YOUNG, POISSON)), wall(material("plate", YOUNG, POISSON))]
}

/// Two spheres with the radii 1 : 2.
pub(super) fn unlike_spheres() -> [Body; 2] {
    let one = |name, radius| sphere(name, radius, material("ball", YOUNG, POISSON));
    [one("left", RADIUS), one("right", 2.0 * RADIUS)]
}

/// The scene with its speed multiplied by `part`.
pub(super) fn slower(mut scene: Scene, part: f64) -> Scene {
    scene.speed *= part;
    scene.kinematics.tangential_speed *= part;
    scene
}

/// The contact requested from the engine.
#[derive(Debug, Clone)]
pub(super) struct ContactRequest {
    /// Requested restitution and end of contact; `None` without damping.
    pub damping: Option<(f64, Ends)>,
    pub friction: Option<Friction>,
}

impl ContactRequest {
    pub(super) const ELASTIC: Self = Self { damping: None, friction: None };

    pub(super) fn restitution(e: f64, ends: Ends) -> Self {
        Self { damping: Some((e, ends)), friction: None }
    }
}

/// Two bodies that meet at the speed of the probes, at an angle from the normal (rad).
pub(super) fn scene(bodies: &[Body; 2], asked: &ContactRequest, angle: f64) -> Option<Scene> {
    let ends = asked.damping.map_or(Ends::ForceClamped, |(_, ends)| ends);
    let damping = match asked.damping {
        Some((e, _)) => Damping::Tsuji(Tsuji(Strength::Restitution(e))),
        None => Damping::Undamped(Undamped),
    };
    let normal = Normal::Hertz(Hertz { effective_modulus: None });
    let contact = Contact { normal, damping, ends, friction: asked.friction.clone() };
    let number = |path: &str, value: f64| SceneParameter {
        path: path.to_string(),
        value: ParameterValue::Number(value, Dimension::Number),
        text: value.to_string(),
        swept: false,
    };
    let mut parameters = Vec::new();
    if let Some((e, _)) = asked.damping {
        parameters.push(number("contact.damping.tsuji.restitution", e));
    }
    if let Some(friction) = &asked.friction {
        let path = format!("contact.tangential.{}.friction", friction.tangential.card().name);
        parameters.push(number(&path, friction.tangential.friction()));
    }
    build(bodies, contact, parameters, None, angle)
}

/// Two bodies that meet head-on at a speed (m/s), under a law with branches.
pub(super) fn pulling(bodies: &[Body; 2], contact: Contact, speed: f64) -> Option<Scene> {
    Some(Scene { speed, ..build(bodies, contact, Vec::new(), None, 0.0)? })
}

/// Head-on scenes with a restitution in the parameters of a system, in each of its forms; may be empty.
pub(super) fn request(bodies: &[Body; 2], system: &str, e: f64) -> Vec<Scene> {
    let Some(code) = codes::find(system) else { return Vec::new() };
    let Some(key) = code.restitution_key() else { return Vec::new() };
    in_parameters(bodies, code, &[(key, e)], 0.0)
}

/// Oblique scenes with a restitution and a coefficient of friction in the parameters of the code that an engine drives; may be empty.
pub(super) fn request_sliding(
    bodies: &[Body; 2],
    engine: &dyn Engine,
    (e, friction): (f64, f64),
    angle: f64,
) -> Vec<Scene> {
    let Some(code) = engine.own_parameters() else { return Vec::new() };
    let rubs = code.keys.iter().find(|key| key.name == code.friction);
    let Some((key, rubs)) = code.restitution_key().zip(rubs) else { return Vec::new() };
    let is_angle = matches!(rubs.spec(), Some(Spec::Quantity(Dimension::Angle, _)));
    let friction = if is_angle { libm::atan(friction) } else { friction };
    in_parameters(bodies, code, &[(key, e), (code.friction, friction)], angle)
}

fn in_parameters(
    bodies: &[Body; 2],
    dialect: &'static Code,
    numbers: &[(&'static str, f64)],
    angle: f64,
) -> Vec<Scene> {
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let scene = |words: &&[(&'static str, &'static str)]| {
        let parsed = dialect.contact(&Parameters::new(numbers.to_vec(), words), dialect.in_use, &pair).ok()?;
        parsed.restitution_requested?;
        let path = |key: &str| format!("contact.{}.{key}", dialect.name());
        let mut parameters: Vec<SceneParameter> = Vec::new();
        for &(key, number) in numbers {
            let of_key = dialect.keys.iter().find(|known| known.name == key).and_then(|known| known.spec());
            let dimension = if let Some(Spec::Quantity(dimension, _)) = of_key { dimension } else { Dimension::Number };
            let value = ParameterValue::Number(number, dimension);
            parameters.push(SceneParameter { path: path(key), value, text: number.to_string(), swept: false });
        }
        for (key, word) in *words {
            let value = ParameterValue::Word((*word).to_string());
            parameters.push(SceneParameter { path: path(key), value, text: (*word).to_string(), swept: false });
        }
        let contact = parsed.contact.clone();
        let request = SystemContact { system: dialect.name(), reading: dialect.in_use, parsed };
        build(bodies, contact, parameters, Some(request), angle)
    };
    dialect.restitution_models().iter().filter_map(scene).collect()
}

fn build(
    bodies: &[Body; 2],
    contact: Contact,
    parameters: Vec<SceneParameter>,
    dialect: Option<SystemContact>,
    angle: f64,
) -> Option<Scene> {
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let (sin, cos) = libm::sincos(angle);
    Some(Scene {
        name: "-".to_string(),
        parameters: parameters.into_iter().map(Arc::new).collect(),
        bodies: bodies.clone(),
        speed: SPEED * cos,
        kinematics: ImpactKinematics { tangential_speed: SPEED * sin, ..ImpactKinematics::HEAD_ON },
        before: None,
        force: if contact.branches(&pair).ok()?.is_some() { None } else { Some(contact.force(&pair).ok()?) },
        shear: contact.shear(&pair).ok()?,
        contact,
        pair,
        rows: Vec::new(),
        system: dialect.map(Box::new),
        path: None,
    })
}

/// Duration of Hertz' collision of the pair of a scene, s.
fn hertz_duration(scene: &Scene) -> Option<f64> {
    let normal = Normal::Hertz(Hertz { effective_modulus: None });
    let contact = Contact { normal, damping: Damping::Undamped(Undamped), ends: Ends::ZeroOverlap, friction: None };
    Some(stepper::undamped_duration(&contact.force(&scene.pair).ok()?, scene.pair.m_star, scene.speed))
}
