//! Drivers in Python: a script of ours that imports an engine's package, run by the interpreter that has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::process::{self, Job};
use super::protocol::Request;
use super::{Batch, Bounce, Cause, Engine, Quota, read};
use crate::contact::shear::{Arm, Form, FrictionLimit, Levers};
use crate::contact::{Ends, PowerForce};
use crate::scene::{Body, Scene, Shape};
use crate::system::restitution::ratio;

/// What the script reads beside `scene.json`.
pub const DRIVER: &str = "driver.json";
/// The script, as it is laid into the folder of a run.
pub const SCRIPT: &str = "driver.py";

/// For one batch; starting an interpreter with such a package takes seconds.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Young's modulus of what does not deform, Pa: 18 digits above any material, so that no digit of it is left in `E*`.
const RIGID: f64 = 1e30;

/// One scene in the words of an engine that takes materials.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Words {
    /// Young's modulus of each body, Pa.
    pub young: [f64; 2],
    pub poisson: [f64; 2],
    /// Coulomb's; 0 for none.
    pub friction: f64,
    /// The engine's own parameter for a restitution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// YADE's own; null is left out.
    pub en: Option<f64>,
    pub betan: Option<f64>,
    /// Its tangential damping, which is `betan` unless it is given.
    pub betas: Option<f64>,
}

/// What an engine does along the contact, beside the Mindlin stiffness and the total limit that all have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Along {
    pub form: Form,
    pub levers: Levers,
}

/// Hertz contact of axis-aligned walls and spheres that clamps its force, in materials; damping is left to the engine.
///
/// # Errors
/// What of the scene such an engine does not have.
pub fn words(scene: &Scene, along: Along) -> Result<Words, String> {
    let force = &scene.force;
    if force.alpha != 1.5 || force.reference_gap != 0.0 {
        return Err("its contact is Hertz's, F = K delta^1.5, from the touch of the surfaces on".to_string());
    }
    if force.C != 0.0 && scene.contact.ends != Ends::ForceClamped {
        return Err(format!("its contact does not end at {}", scene.contact.ends.word()));
    }
    if let Shape::Wall { normal } = scene.bodies[1].shape
        && normal.iter().filter(|part| **part != 0.0).count() != 1
    {
        return Err("its walls stand across an axis".to_string());
    }
    let friction = friction(scene, along)?;
    let (young, poisson) = materials(scene);
    Ok(Words { young, poisson, friction, restitution: None, en: None, betan: None, betas: None })
}

/// Damping ratio `C/sqrt(5 m* K)` of a contact whose restitution is the same at every speed.
///
/// # Errors
/// That the restitution depends on speed.
pub fn damping_ratio(force: &PowerForce, m_star: f64) -> Result<f64, String> {
    ratio(force, m_star)
        .ok_or_else(|| "its damping grows as delta^(1/4), with one restitution at every speed".to_string())
}

/// What the contact was asked for in the engine's own words, where the case is written in them.
pub fn requested(scene: &Scene, system: &str) -> Option<f64> {
    scene.system.as_ref().filter(|told| told.system == system)?.parsed.restitution_requested
}

fn friction(scene: &Scene, along: Along) -> Result<f64, String> {
    let Some(shear) = &scene.shear else { return Ok(0.0) };
    if shear.form == Form::Frictionless {
        return Ok(0.0);
    }
    if shear.form != along.form {
        return Err(format!("its tangential law is {}, not {}", along.form.word(), shear.form.word()));
    }
    let mindlin = scene.pair.G_star.map(|G_star| 8.0 * G_star * scene.pair.R_star.sqrt());
    if shear.gamma != 0.5 || mindlin.is_none_or(|S| (shear.S / S - 1.0).abs() > 1e-12) {
        return Err("its tangential stiffness is 8 G* a".to_string());
    }
    if shear.levers != along.levers {
        let said = |arm: Arm| arm.meaning();
        let Levers { slip, torque } = along.levers;
        return Err(format!("its levers are {} for slip velocity and {} for torque", said(slip), said(torque)));
    }
    if shear.dashpot.C != 0.0 || shear.rolling != crate::contact::shear::RollingForce::None {
        return Err("it is run without a tangential dashpot and without rolling resistance".to_string());
    }
    if scene.force.C != 0.0 && shear.limit != FrictionLimit::Total {
        return Err("its friction is limited by the total normal force".to_string());
    }
    Ok(shear.friction)
}

/// Moduli and Poisson's ratios that give the `K` of the scene: those of the bodies where they do, or else a body whose
/// effective modulus is that of `K` against one that does not deform.
fn materials(scene: &Scene) -> ([f64; 2], [f64; 2]) {
    let own = |body: &Body| match &body.material {
        _ if body.rigid => Some((RIGID, 0.0)),
        Some(material) => Some((material.young_modulus?, material.poisson_ratio?)),
        None => None,
    };
    let E_star = 0.75 * scene.force.K / scene.pair.R_star.sqrt();
    if let [Some((E_1, nu_1)), Some((E_2, nu_2))] = [own(&scene.bodies[0]), own(&scene.bodies[1])] {
        let compliance = (1.0 - nu_1 * nu_1) / E_1 + (1.0 - nu_2 * nu_2) / E_2;
        if (compliance * E_star - 1.0).abs() < 1e-12 {
            return ([E_1, E_2], [nu_1, nu_2]);
        }
    }
    ([E_star, RIGID], [0.0, 0.0])
}

/// Another way to run such an engine: its name, the setting it changes, and to what.
pub type Variant = (&'static str, &'static str, fn() -> Value);

/// An engine that is a package of an interpreter.
pub struct Package {
    pub name: &'static str,
    /// Of the package, and the variant where one is chosen; the part that counts.
    pub version: String,
    /// The whole of it.
    pub full_version: String,
    /// The interpreter.
    pub place: PathBuf,
    pub script: &'static str,
    /// What `driver.json` says beside the scenes.
    pub settings: Map<String, Value>,
    /// Other ways to run it: name, setting and its value.
    pub variants: &'static [Variant],
    /// A scene in the engine's words, or why it does not cover it.
    pub words: fn(&Scene) -> Result<Words, String>,
}

impl Engine for Package {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn full_version(&self) -> &str {
        &self.full_version
    }

    fn place(&self) -> String {
        self.place.display().to_string()
    }

    fn spare_rows(&self) -> u64 {
        // An interpreter writes them.
        40_000
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        (self.words)(scene).map(drop)
    }

    fn variant(&self, name: &str) -> Option<Box<dyn Engine>> {
        let (_, key, value) = self.variants.iter().find(|(variant, ..)| *variant == name)?;
        let mut settings = self.settings.clone();
        settings.insert((*key).to_string(), value());
        let [version, full_version] = [&self.version, &self.full_version].map(|version| format!("{version} {name}"));
        Some(Box::new(Self { version, full_version, settings, place: self.place.clone(), ..*self }))
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let refused = |what| Cause::Unreadable { file: super::protocol::SCENE, line: 0, what };
        Request::new(batch, None).map_err(refused)?.write(folder)?;
        let mut scenes: Vec<&Scene> = Vec::new();
        for pair in &batch.pairs {
            if !scenes.iter().any(|scene| std::ptr::eq(*scene, pair.scene)) {
                scenes.push(pair.scene);
            }
        }
        let said: Result<Vec<Words>, String> = scenes.into_iter().map(self.words).collect();
        let mut driver = self.settings.clone();
        driver.insert("scenes".to_string(), serde_json::to_value(said.map_err(refused)?).unwrap_or_default());
        let text = serde_json::to_string_pretty(&driver).unwrap_or_default() + "\n";
        for (name, text) in [(DRIVER, text.as_str()), (SCRIPT, self.script)] {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Cause::file("failed to write", &path))?;
        }
        let arguments = [SCRIPT.to_string()];
        let program = self.place.to_string_lossy();
        let environment = [("PYTHONDONTWRITEBYTECODE".to_string(), "1".to_string())];
        process::run(&Job {
            program: &program,
            arguments: &arguments,
            folder,
            environment: &environment,
            time_limit: TIME_LIMIT,
            quota: Quota::of(batch),
            stop,
        })?;
        read::read(batch, folder)
    }
}
