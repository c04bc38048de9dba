//! YADE, as a Python package: its launcher opens network ports, so it is never started.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Yade;
use super::input::{self, Settings};
use crate::scene::Scene;
use crate::system::engine::installed::{PROBE, on_path, printed};
use crate::system::engine::probe::locate;
use crate::system::engine::python::{Package, contact};
use crate::system::engine::{Counts, Driver, Engine, EngineLocation, Installation};

/// YADE, `Law2_ScGeom_MindlinPhys_Mindlin`.
///
/// Its `NewtonIntegrator` damps by 0.2 and its wall is not Hertz's unless told otherwise; both are. The variants
/// `default-damping` and `default-wall` leave them as they are.
#[derive(Debug)]
pub struct YadeDriver;

/// Where Debian keeps the package, which is on no interpreter's own path and made for the system's interpreter.
const FOLDER: &str = "/usr/lib/x86_64-linux-gnu/yade-double/py";

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("yade.py");

/// Defaults that someone may have left on.
const VARIANTS: &[(&str, Settings)] = &[
    ("default-damping", Settings { damping: 0.2, ..Settings::HERTZ_MINDLIN }),
    ("default-wall", Settings { hertzian: false, ..Settings::HERTZ_MINDLIN }),
];

/// Says whether the package can be found, and its version as the launcher has it, without starting either.
const ASK: &str = "import importlib.util as u, re, sys
sys.path.insert(1, sys.argv[1])
if u.find_spec('yade') is None:
    sys.exit(0)
try:
    text = open(sys.argv[2], encoding='utf-8').read()
except OSError:
    text = ''
found = re.search(r\"'(20[0-9]{2}\\.[0-9A-Za-z.-]+)'\", text)
print('yade', found.group(1) if found else '')
";

impl Driver for YadeDriver {
    fn title(&self) -> &'static str {
        "YADE, as a Python package"
    }

    fn get(&self) -> &'static str {
        "Debian: yade"
    }

    fn locate(&self, places: &[PathBuf]) -> Vec<EngineLocation> {
        let launcher = on_path("yade".as_ref()).unwrap_or_default().display().to_string();
        locate(&["/usr/bin/python3"], places, |place| {
            let command =
                [place.display().to_string(), "-c".to_string(), ASK.to_string(), FOLDER.to_string(), launcher.clone()];
            let text = printed(&command, &[], PROBE, &[])?;
            let Some(version) = text.lines().find_map(|line| line.strip_prefix("yade")) else { return Ok(None) };
            Ok(Some(Box::new(package(version.trim(), place)) as Box<dyn Engine>))
        })
    }
}

fn package(full_version: &str, place: &Path) -> Package<Settings> {
    let installation = Installation::built_in("yade", Counts::Release.of(full_version), full_version, place);
    let settings = Settings::HERTZ_MINDLIN;
    Package { installation, script: SCRIPT, settings, variants: VARIANTS, input }
}

/// The lines of each scene as export writes them: with `en` where the case is written in YADE's parameters and asks for it, or
/// else `betan = sqrt(5/6) z`, which is exact. `betas` is always there: left out, it would be `betan`.
fn input(scenes: &[&Scene], settings: Settings) -> Result<Value, String> {
    let lines = |scene: &&Scene| {
        let (materials, parameters) = contact(scene, &Yade)?;
        Ok(input::contact(&materials, &parameters, settings))
    };
    let lines = scenes.iter().map(lines).collect::<Result<Vec<_>, String>>()?;
    Ok(json!({ "package": FOLDER, "contacts": lines }))
}
