//! `collisionbench export CASE --to ENGINE --deck FOLDER`

use std::fs;
use std::path::Path;

use super::installation::installed;
use super::print;
use crate::bench::two_bodies;
use crate::error::Error;
use crate::output::OutputFolder;
use crate::report::files::slug;
use crate::scene::Scene;
use crate::system::engine::{Config, Engine, Engines, Folders, called};

/// Writes the whole input of one collision, as the driver of an installed engine writes it, and says how it is run. The
/// comments come first in the file that the engine is started with, and those that `judge` makes of the engine also beside
/// its name.
///
/// # Errors
/// When the engine is not installed, does not have the contact, or the folder is there already; and those of `judge`.
pub(super) fn write(
    scene: &Scene,
    to: &[String],
    folder: &Path,
    config: Config,
    comments: Vec<String>,
    judge: impl Fn(&dyn Engine) -> Result<Vec<String>, Error>,
) -> Result<(), Error> {
    let engines = Engines::new(config, Folders::temporary());
    // An existing folder is never overwritten.
    if folder.exists() {
        return Err(Error::wrong(format!("{} already exists; name a new folder", folder.display())));
    }
    let mut decks = Vec::new();
    for name in to {
        let engine = installed(&engines, name.trim())?;
        let refused = |why: String| Error::wrong(format!("no input written for {}: {why}", called(engine)));
        engine.covers(scene).map_err(refused)?;
        let inside = if to.len() == 1 { String::new() } else { slug(name.trim()) };
        if decks.iter().any(|(_, other, _)| *other == inside) {
            return Err(Error::wrong(format!("--to names {} twice", name.trim())));
        }
        decks.push((engine, inside, judge(engine)?));
    }
    let batch = two_bodies(scene).map_err(|error| Error::wrong(format!("no input written: {error}")))?;
    let mut text = String::new();
    let building = OutputFolder::new(folder)?.begin()?;
    for (engine, inside, departures) in &decks {
        let name = called(*engine);
        let built = building.folder().join(inside);
        fs::create_dir_all(&built).map_err(|source| Error::write(folder, source))?;
        let written = engine.write(&batch, &built);
        let command = written.map_err(|cause| Error::wrong(format!("no input written for {name}: {cause}")))?;
        comment(&command, &built, &[&comments[..], departures].concat())?;
        let there = if inside.is_empty() { folder.to_path_buf() } else { folder.join(inside) };
        text.push_str(&format!(
            "{}: one collision for {name}, {} steps of {:e} s; run it there:\n  {}\n",
            there.display(),
            batch.steps,
            batch.time_step,
            command.join(" ")
        ));
        text.extend(departures.iter().map(|line| format!("  {line}\n")));
    }
    building.put_new()?;
    print(&text)
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
