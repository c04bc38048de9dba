//! Engines that are Python packages: a driver script is run by the interpreter that has the package.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::installed::{PROBE, printed};
use super::protocol::{self, Request};
use super::{Batch, Bounce, Cause, Counts, Engine, Installation, NoAnswer};
use crate::codes::differences::spring;
use crate::codes::export::{BodyMaterial, density};
use crate::codes::{Code, Parameters};
use crate::law::scene::{Body, Scene};

/// Second input file of the driver script, besides `scene.json`.
pub const DRIVER: &str = "driver.json";
/// Name of the driver script in the folder of a run.
pub const SCRIPT: &str = "driver.py";

/// For one batch; starting an interpreter with such a package takes seconds.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Young's modulus of a rigid body, Pa: so large that it does not change any digit of `E*`.
const RIGID: f64 = 1e30;

/// The parameters of a contact of spheres and axis-aligned walls, and a material for each body: how a code combines two
/// materials is part of the test.
///
/// # Errors
/// The property of the scene that the code does not support.
pub fn bodies_and_parameters(scene: &Scene, system: &Code) -> Result<([BodyMaterial; 2], Parameters), String> {
    if scene.bodies[1].is_wall() && scene.bodies[1].axis().is_none() {
        return Err("its walls must be perpendicular to an axis".to_string());
    }
    let parameters = system.scene_parameters(scene, "")?;
    let moduli = moduli(scene, spring(scene)?.K);
    // A wall has no mass: any density will do.
    let densities = scene.bodies.each_ref().map(|body| density(body).unwrap_or(1.0));
    let material = |i: usize| {
        let [young, poisson] = moduli[i];
        BodyMaterial { name: format!("m{}", i + 1), young, poisson, density: densities[i] }
    };
    Ok(([material(0), material(1)], parameters))
}

/// Young's moduli and Poisson's ratios that give the `K` of the scene: those of the bodies if possible, or else a body
/// with the effective modulus of `K` against a rigid one.
fn moduli(scene: &Scene, K: f64) -> [[f64; 2]; 2] {
    let own = |body: &Body| match &body.material {
        _ if body.rigid => Some([RIGID, 0.0]),
        Some(material) => Some([material.young_modulus?, material.poisson_ratio?]),
        None => None,
    };
    let E_star = 0.75 * K / scene.pair.R_star.sqrt();
    if let [Some(one), Some(two)] = scene.bodies.each_ref().map(own) {
        let compliance = |[E, nu]: [f64; 2]| (1.0 - nu * nu) / E;
        if ((compliance(one) + compliance(two)) * E_star - 1.0).abs() < 1e-12 {
            return [one, two];
        }
    }
    [[E_star, 0.0], [RIGID, 0.0]]
}

/// The installation of a package in an interpreter, whose version the first of `arguments`, a script, prints behind its name;
/// `None` where it prints no such line.
///
/// # Errors
/// When the interpreter does not answer.
pub fn ask(name: &str, place: &Path, arguments: &[&str]) -> Result<Option<Installation>, NoAnswer> {
    let arguments = ["-c"].iter().chain(arguments).map(|argument| (*argument).to_string());
    let command: Vec<String> = std::iter::once(place.display().to_string()).chain(arguments).collect();
    let text = printed(&command, &[], PROBE, &[])?;
    let found = text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    Ok(found.map(|full| Installation::built_in(name, Counts::Release.of(full), full, place)))
}

/// An engine that is a package of an interpreter.
pub struct Package<S: 'static> {
    /// Its place is the interpreter; the name of a variant is part of both versions.
    pub installation: Installation,
    pub script: &'static str,
    /// Settings of the code that are independent of the contact.
    pub settings: S,
    /// Further settings by the name of the variant.
    pub variants: &'static [(&'static str, S)],
    /// Makes the input of the script from scenes, or says why the code does not support one of them.
    pub input: fn(&[&Scene], S) -> Result<Value, String>,
}

impl<S: Copy + Send + Sync> Engine for Package<S> {
    fn installation(&self) -> &Installation {
        &self.installation
    }

    fn spare_rows(&self) -> u64 {
        // An interpreter writes them.
        40_000
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        (self.input)(&[scene], self.settings).map(drop)
    }

    fn variant(&self, name: &str) -> Option<Box<dyn Engine>> {
        let (_, settings) = *self.variants.iter().find(|(variant, _)| *variant == name)?;
        let Installation { version, full_version, .. } = &self.installation;
        let [version, full_version] = [version, full_version].map(|version| format!("{version} {name}"));
        let installation = Installation { version, full_version, ..self.installation.clone() };
        Some(Box::new(Self { installation, settings, ..*self }))
    }

    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause> {
        let refused = |what| Cause::Unreadable { file: protocol::SCENE, line: 0, what };
        Request::new(batch, None).map_err(refused)?.write(folder)?;
        let input = (self.input)(&batch.scenes(), self.settings).map_err(refused)?;
        for (name, text) in [(DRIVER, format!("{input:#}\n").as_str()), (SCRIPT, self.script)] {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Cause::file("failed to write", &path))?;
        }
        Ok(vec![self.installation.place.clone(), SCRIPT.to_string()])
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let environment = [("PYTHONDONTWRITEBYTECODE".to_string(), "1".to_string())];
        protocol::run(self, batch, folder, (&environment, TIME_LIMIT), stop)
    }
}
