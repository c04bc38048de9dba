//! Kratos Multiphysics with its DEM application.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::Kratos;
use crate::scene::{Scene, Shape};
use crate::system::engine::installed::{PROBE, printed};
use crate::system::engine::probe::look;
use crate::system::engine::python::{Package, Variant, Words, words};
use crate::system::engine::{Counts, Driver, Engine, Looked};

/// Kratos' DEMApplication, `DEM_D_Hertz_viscous_Coulomb`.
///
/// A wall is a rigid triangle. The scheme is `Symplectic_Euler`, as it is unless told otherwise; a case takes another as
/// its variant: `Velocity_Verlet`, `Forward_Euler`, `Taylor_Scheme`.
#[derive(Debug)]
pub struct Installations;

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("kratos.py");

/// Its other schemes.
const VARIANTS: &[Variant] = &[
    ("Velocity_Verlet", "scheme", || "Velocity_Verlet".into()),
    ("Forward_Euler", "scheme", || "Forward_Euler".into()),
    ("Taylor_Scheme", "scheme", || "Taylor_Scheme".into()),
];

/// Says the version of the installed package, without importing it.
const ASK: &str = "import importlib.metadata as m
try:
    print('kratos', m.version('KratosDEMApplication'))
except m.PackageNotFoundError:
    pass
";

impl Driver for Installations {
    fn title(&self) -> &'static str {
        "Kratos Multiphysics, DEMApplication"
    }

    fn get(&self) -> &'static str {
        "PyPI: KratosMultiphysics KratosDEMApplication"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["python3"], places, |place| {
            let command = [place.display().to_string(), "-c".to_string(), ASK.to_string()];
            let text = printed(&command, &[], PROBE, &[])?;
            let Some(version) = text.lines().find_map(|line| line.strip_prefix("kratos ")) else { return Ok(None) };
            let version = version.trim().to_string();
            Ok(Some(Box::new(package(version, place.to_path_buf())) as Box<dyn Engine>))
        })
    }
}

fn package(full_version: String, place: PathBuf) -> Package {
    let settings = Map::from_iter([("scheme".to_string(), Value::from("Symplectic_Euler"))]);
    let version = Counts::Release.of(&full_version).to_string();
    Package { name: "kratos", version, full_version, place, script: SCRIPT, settings, variants: VARIANTS, words: said }
}

/// A scene in its words. A restitution stands for the damping: that of the case where it is written in Kratos' words, or
/// else the one whose fit has the damping of the scene.
fn said(scene: &Scene) -> Result<Words, String> {
    let (words, parameters) = words(scene, &Kratos)?;
    for body in &scene.bodies {
        if let Shape::Sphere { inertia_factor, .. } = body.shape {
            if body.held {
                return Err("its spheres cannot be held: it would take their mass for free".to_string());
            }
            if words.friction > 0.0 && (inertia_factor - 0.4).abs() > 1e-12 {
                return Err("its spheres are solid".to_string());
            }
        }
    }
    let restitution = parameters.numbers.get("COEFFICIENT_OF_RESTITUTION").unwrap_or(1.0);
    Ok(Words { restitution: Some(restitution), ..words })
}
