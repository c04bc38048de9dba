//! Drivers in Python: a script of ours that imports an engine's package, run by the interpreter that has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::process::{self, Job};
use super::protocol::Request;
use super::{Batch, Bounce, Cause, Engine, Quota, read};
use crate::contact::shear::Form;
use crate::scene::{Body, Scene, Shape};
use crate::system::{Parameters, System, express};

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

/// A contact of axis-aligned walls and spheres in materials, with the parameters in which the code has it.
///
/// # Errors
/// What of the scene the code does not have.
pub fn words(scene: &Scene, system: &dyn System) -> Result<(Words, Parameters), String> {
    if let Shape::Wall { normal } = scene.bodies[1].shape
        && normal.iter().filter(|part| **part != 0.0).count() != 1
    {
        return Err("its walls stand across an axis".to_string());
    }
    let parameters = express(scene, system, "")?;
    let friction = scene.shear.filter(|shear| shear.form != Form::Frictionless).map_or(0.0, |shear| shear.friction);
    let (young, poisson) = materials(scene, scene.power()?.K);
    Ok((Words { young, poisson, friction, restitution: None, en: None, betan: None, betas: None }, parameters))
}

/// Moduli and Poisson's ratios that give the `K` of the scene: those of the bodies where they do, or else a body whose
/// effective modulus is that of `K` against one that does not deform.
fn materials(scene: &Scene, K: f64) -> ([f64; 2], [f64; 2]) {
    let own = |body: &Body| match &body.material {
        _ if body.rigid => Some((RIGID, 0.0)),
        Some(material) => Some((material.young_modulus?, material.poisson_ratio?)),
        None => None,
    };
    let E_star = 0.75 * K / scene.pair.R_star.sqrt();
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

    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause> {
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
        Ok(vec![self.place(), SCRIPT.to_string()])
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let command = self.write(batch, folder)?;
        let (program, arguments) = command.split_first().ok_or(Cause::NoOutput("command"))?;
        let environment = [("PYTHONDONTWRITEBYTECODE".to_string(), "1".to_string())];
        process::run(&Job {
            program,
            arguments,
            folder,
            environment: &environment,
            time_limit: TIME_LIMIT,
            quota: Quota::of(batch),
            stop,
        })?;
        read::read(batch, folder)
    }
}
