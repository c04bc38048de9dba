//! YADE, as a Python package: its launcher opens network ports, so it is never started.

use std::path::Path;

use serde_json::{Value, json};

use super::Yade;
use super::input::{self, Settings};
use crate::codes::engine::installed::on_path;
use crate::codes::engine::python::{self, Package, contact};
use crate::codes::engine::{Driver, DriverAnswer, Engine, Installation};
use crate::law::scene::Scene;

/// YADE, `Law2_ScGeom_MindlinPhys_Mindlin`.
///
/// Its `NewtonIntegrator` damps by 0.2 and its wall is not Hertz's unless told otherwise; both are. The variants
/// `default-damping` and `default-wall` leave them as they are.
pub(super) static DRIVER: Driver = Driver {
    title: "YADE, as a Python package",
    get: "Debian: yade",
    programs: &["/usr/bin/python3"],
    ask,
    written: engine,
};

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

fn ask(place: &Path) -> DriverAnswer {
    let launcher = on_path("yade".as_ref()).unwrap_or_default().display().to_string();
    Ok(python::ask("yade", place, &[ASK, FOLDER, &launcher])?.map(engine))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    let settings = Settings::HERTZ_MINDLIN;
    Box::new(Package { installation, script: SCRIPT, settings, variants: VARIANTS, input })
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
