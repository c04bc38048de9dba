//! YADE, as a Python package: its launcher opens network ports, so it is never started.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::Yade;
use crate::scene::Scene;
use crate::system::engine::installed::{PROBE, on_path, printed};
use crate::system::engine::probe::look;
use crate::system::engine::python::{Package, Variant, Words, words};
use crate::system::engine::{Counts, Driver, Engine, Looked};

/// YADE, `Law2_ScGeom_MindlinPhys_Mindlin`.
///
/// Its `NewtonIntegrator` damps by 0.2 and its wall is not Hertz's unless told otherwise; both are. The variants
/// `default-damping` and `default-wall` leave them as they are.
#[derive(Debug)]
pub struct Installations;

/// Where Debian keeps the package, which is on no interpreter's own path and made for the system's interpreter.
const FOLDER: &str = "/usr/lib/x86_64-linux-gnu/yade-double/py";

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("yade.py");

/// Defaults that someone may have left on.
const VARIANTS: &[Variant] =
    &[("default-damping", "damping", || 0.2.into()), ("default-wall", "hertzian", || false.into())];

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

impl Driver for Installations {
    fn title(&self) -> &'static str {
        "YADE, as a Python package"
    }

    fn get(&self) -> &'static str {
        "Debian: yade"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        let launcher = on_path("yade".as_ref()).unwrap_or_default().display().to_string();
        look(&["/usr/bin/python3"], places, |place| {
            let command =
                [place.display().to_string(), "-c".to_string(), ASK.to_string(), FOLDER.to_string(), launcher.clone()];
            let text = printed(&command, &[], PROBE, &[])?;
            let Some(version) = text.lines().find_map(|line| line.strip_prefix("yade")) else { return Ok(None) };
            let version = version.trim().to_string();
            Ok(Some(Box::new(package(version, place.to_path_buf())) as Box<dyn Engine>))
        })
    }
}

fn package(full_version: String, place: PathBuf) -> Package {
    let settings: [(&str, Value); 3] = [("package", FOLDER.into()), ("hertzian", true.into()), ("damping", 0.0.into())];
    let settings = Map::from_iter(settings.map(|(key, value)| (key.to_string(), value)));
    let version = Counts::Release.of(&full_version).to_string();
    Package { name: "yade", version, full_version, place, script: SCRIPT, settings, variants: VARIANTS, words: said }
}

/// A scene in its words: `en` where the case is written in YADE's and asks for it, or else `betan = sqrt(5/6) z`, which
/// is exact.
fn said(scene: &Scene) -> Result<Words, String> {
    let (words, parameters) = words(scene, &Yade)?;
    let number = |key: &str| parameters.numbers.get(key);
    // Left out, `betas` would damp along the contact as much as `betan` does across it.
    Ok(Words { en: number("en"), betan: number("betan"), betas: number("betas"), ..words })
}
