//! Kratos Multiphysics with its DEM application.

use std::path::PathBuf;

use super::installed::{PROBE, printed};
use super::probe::{Answering, look};
use super::{BuiltIn, Engine, Looked};

/// Kratos' DEMApplication.
#[derive(Debug)]
pub struct Kratos;

/// Says the version of the installed package, without importing it.
const ASK: &str = "import importlib.metadata as m
try:
    print('kratos', m.version('KratosDEMApplication'))
except m.PackageNotFoundError:
    pass
";

impl BuiltIn for Kratos {
    fn name(&self) -> &'static str {
        "kratos"
    }

    fn title(&self) -> &'static str {
        "Kratos Multiphysics, DEMApplication"
    }

    fn get(&self) -> &'static str {
        "PyPI: KratosMultiphysics KratosDEMApplication"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["python3"], places, |place| {
            let command = [place.display().to_string(), "-c".to_string(), ASK.to_string()];
            let text = printed(&command, &[], PROBE, &[]).map_err(|cause| cause.to_string())?;
            let Some(version) = text.lines().find_map(|line| line.strip_prefix("kratos ")) else { return Ok(None) };
            let version = version.trim().to_string();
            Ok(Some(Box::new(Answering { name: "kratos", version, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}
