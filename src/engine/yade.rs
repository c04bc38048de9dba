//! YADE, as a Python package: its launcher opens network ports, so it is never started.

use std::path::PathBuf;

use super::installed::{PROBE, on_path, printed};
use super::probe::{Answering, look};
use super::{BuiltIn, Engine, Looked};

/// YADE.
#[derive(Debug)]
pub struct Yade;

/// Where Debian keeps the package, which is on no interpreter's own path and made for the system's interpreter.
const FOLDER: &str = "/usr/lib/x86_64-linux-gnu/yade-double/py";

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

impl BuiltIn for Yade {
    fn name(&self) -> &'static str {
        "yade"
    }

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
            let text = printed(&command, &[], PROBE, &[]).map_err(|cause| cause.to_string())?;
            let Some(version) = text.lines().find_map(|line| line.strip_prefix("yade")) else { return Ok(None) };
            let version = version.trim().to_string();
            Ok(Some(Box::new(Answering { name: "yade", version, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}
