//! Kratos Multiphysics with its DEM application.

use std::path::Path;

use serde_json::{Value, json};

use super::Kratos;
use super::input::{Part, materials};
use crate::codes::engine::python::{self, Package, contact};
use crate::codes::engine::spheres::free;
use crate::codes::engine::{Driver, DriverAnswer, Engine, Installation};
use crate::codes::export::BodyMaterial;
use crate::law::scene::Scene;

/// Kratos' DEMApplication, `DEM_D_Hertz_viscous_Coulomb`.
///
/// A wall is a rigid triangle. The scheme is `Symplectic_Euler`, as it is unless told otherwise; a case takes another as
/// its variant: `Velocity_Verlet`, `Forward_Euler`, `Taylor_Scheme`.
pub(super) static DRIVER: Driver = Driver {
    title: "Kratos Multiphysics, DEMApplication",
    get: "PyPI: KratosMultiphysics KratosDEMApplication",
    programs: &["python3"],
    ask,
    written: engine,
};

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("kratos.py");

/// Its other schemes.
const VARIANTS: &[(&str, &str)] =
    &[("Velocity_Verlet", "Velocity_Verlet"), ("Forward_Euler", "Forward_Euler"), ("Taylor_Scheme", "Taylor_Scheme")];

/// Says the version of the installed package, without importing it.
const ASK: &str = "import importlib.metadata as m
try:
    print('kratos', m.version('KratosDEMApplication'))
except m.PackageNotFoundError:
    pass
";

fn ask(place: &Path) -> DriverAnswer {
    Ok(python::ask("kratos", place, &[ASK])?.map(engine))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    Box::new(Package { installation, script: SCRIPT, settings: "Symplectic_Euler", variants: VARIANTS, input })
}

/// The materials file of all scenes as export writes it. The damping is given by a restitution: that of the case if it
/// is given in Kratos' parameters, or else the one for which Thornton's fit has the damping of the scene.
fn input(scenes: &[&Scene], scheme: &str) -> Result<Value, String> {
    let (mut parts, mut contacts) = (Vec::new(), Vec::new());
    for scene in scenes {
        let (materials, parameters) = contact(scene, &Kratos)?;
        free(scene)?;
        let first = parts.len();
        for (body, material) in scene.bodies.iter().zip(materials) {
            let name = format!("m{}", parts.len() + 1);
            let whole = if body.is_wall() { "RigidFacePart" } else { "SpheresPart" };
            parts.push(Part { name: format!("{whole}.{name}"), material: BodyMaterial { name, ..material } });
        }
        contacts.push(([first, first + 1], parameters));
    }
    let relations: Vec<_> = contacts.iter().map(|(of, parameters)| (*of, parameters)).collect();
    let materials = materials(&parts, &relations).map_err(|error| error.message)?;
    Ok(json!({ "scheme": scheme, "materials": materials }))
}
