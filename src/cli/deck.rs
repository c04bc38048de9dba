//! `collisionbench export CASE --to ENGINE --deck FOLDER`

use std::fs;
use std::path::Path;

use super::installation::installed;
use super::print;
use crate::bench::two_bodies;
use crate::error::Error;
use crate::scene::Scene;
use crate::system::engine::{Config, Engines, Folders, called};

/// Writes the whole input of one collision, as the driver of an installed engine writes it, and says how it is run. The
/// comments come first in the file that the engine is started with.
///
/// # Errors
/// When the engine is not installed, does not have the contact, or the folder is there already.
pub(super) fn write(scene: &Scene, to: &str, folder: &Path, config: Config, comments: &[String]) -> Result<(), Error> {
    let engines = Engines::new(config, Folders::temporary());
    let engine = installed(&engines, to.trim())?;
    let name = called(engine);
    let refused = |why: String| Error::wrong(format!("no input written for {name}: {why}"));
    engine.covers(scene).map_err(refused)?;
    let batch = two_bodies(scene).map_err(|error| refused(error.to_string()))?;
    // An existing folder is never overwritten.
    if folder.exists() {
        return Err(Error::wrong(format!("{} already exists; name a new folder", folder.display())));
    }
    fs::create_dir(folder).map_err(|source| Error::write(folder, source))?;
    let command = engine.write(&batch, folder).map_err(|cause| {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(folder);
        refused(cause.to_string())
    })?;
    comment(&command, folder, comments)?;
    print(&format!(
        "{}: one collision for {name}, {} steps of {:e} s; run it there:\n  {}\n",
        folder.display(),
        batch.steps,
        batch.time_step,
        command.join(" ")
    ))
}

/// Puts comments at the beginning of the input: the first file of the folder that the command names. The engines that are
/// started take `#`.
fn comment(command: &[String], folder: &Path, comments: &[String]) -> Result<(), Error> {
    let mut named = command.iter().skip(1).map(|word| folder.join(word));
    let Some(input) = named.find(|path| path.parent() == Some(folder) && path.is_file()) else { return Ok(()) };
    if comments.is_empty() {
        return Ok(());
    }
    let failed = |source| Error::write(&input, source);
    let lines: String = comments.iter().map(|line| format!("# {line}\n")).collect();
    let text = fs::read_to_string(&input).map_err(failed)?;
    fs::write(&input, lines + &text).map_err(failed)
}
