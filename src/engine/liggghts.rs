//! LIGGGHTS.

use std::path::PathBuf;

use super::installed::{PROBE, printed};
use super::probe::{Answering, look};
use super::{BuiltIn, Engine, Looked};

/// LIGGGHTS-PUBLIC.
#[derive(Debug)]
pub struct Liggghts;

impl BuiltIn for Liggghts {
    fn name(&self) -> &'static str {
        "liggghts"
    }

    fn title(&self) -> &'static str {
        "LIGGGHTS-PUBLIC"
    }

    fn get(&self) -> &'static str {
        "Debian: liggghts"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["liggghts"], places, |place| {
            let command = [place.display().to_string(), "-h".to_string()];
            let text = printed(&command, &[], PROBE, &[1]).map_err(|cause| cause.to_string())?;
            let version = version(&text).ok_or("it does not say its version")?;
            Ok(Some(Box::new(Answering { name: "liggghts", version, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}

/// `3.8.0` of `LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled ...)`.
fn version(help: &str) -> Option<String> {
    let (_, after) = help.split_once("LIGGGHTS-PUBLIC ")?;
    let version: String = after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    (!version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_read_off_its_help() {
        let help =
            "LIGGGHTS (Version LIGGGHTS-PUBLIC 3.8.0, compiled 2022-01-26-19:42:32 by buildd, git commit unknown)";
        assert_eq!(super::version(help).unwrap(), "3.8.0");
        assert_eq!(super::version("Command line options:"), None);
    }
}
