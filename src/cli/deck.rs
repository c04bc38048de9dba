//! `collisionbench export CASE --to ENGINE --out DIR`

use std::fs;
use std::path::Path;

use super::installation::installed;
use super::print;
use crate::bench::{Expectable, expected_of_two_bodies, two_bodies};
use crate::codes::engine::{Cause, Config, Engine, Engines, Folders, Installation, called};
use crate::codes::{driver, drivers};
use crate::error::Error;
use crate::law::scene::Scene;
use crate::number::significant;
use crate::output::OutputFolder;
use crate::report::files::slug;

/// An engine that input is written for: an installation, or one that is not here, whose input needs no program.
enum Target<'a> {
    Here(&'a dyn Engine),
    Elsewhere(Box<dyn Engine>),
}

impl Target<'_> {
    fn engine(&self) -> &dyn Engine {
        match self {
            Self::Here(engine) => *engine,
            Self::Elsewhere(engine) => engine.as_ref(),
        }
    }
}

/// The installation of a name, or the code itself where this version of it is not installed.
fn target<'a>(engines: &'a Engines, wanted: &str) -> Result<Target<'a>, Error> {
    let (name, version) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let refused = match installed(engines, wanted) {
        Ok(engine) => return Ok(Target::Here(engine)),
        Err(refused) => refused,
    };
    let none = engines.installations(name).is_empty() || !version.is_empty();
    match driver(name).filter(|_| none) {
        Some(driver) => {
            let program = Path::new(driver.programs.first().copied().unwrap_or(name));
            let installation = Installation::built_in(name, version.trim(), version.trim(), program);
            Ok(Target::Elsewhere((driver.written)(installation)))
        }
        None => Err(refused),
    }
}

/// The engines of `--to`, each with the name of its folder: of `all` every installation of the codes that can be started, and those
/// that are not here.
fn targets<'a>(engines: &'a Engines, to: &[String]) -> Result<Vec<(String, Target<'a>)>, Error> {
    let mut all = Vec::new();
    for name in to.iter().map(|name| name.trim()) {
        if name != "all" {
            all.push((slug(name), target(engines, name)?));
            continue;
        }
        for (name, _) in drivers() {
            match engines.installations(name)[..] {
                [] => all.push((slug(name), target(engines, name)?)),
                ref here => all.extend(here.iter().map(|&engine| (slug(&called(engine)), Target::Here(engine)))),
            }
        }
    }
    Ok(all)
}

/// Why an engine cannot have this scene as its input: a version that has an equivalent of what is asked for can.
fn refusal(engine: &dyn Engine, scene: &Scene) -> Option<String> {
    if engine.too_old(scene).is_some() { None } else { engine.covers(scene).err() }
}

/// Writes the whole input of one collision, as the drivers of the engines write it, and says how it is run and what comes of it.
/// The comments come first in the file that the engine is started with, and those that `judge` makes of the engine also beside
/// its name.
///
/// # Errors
/// When an engine that is named does not have the contact, or none of `all` has, when the folder is there already, and those of
/// `judge`.
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
    let chosen = targets(&engines, to)?;
    let every = to.iter().any(|name| name.trim() == "all");
    let (mut decks, mut refused) = (Vec::new(), Vec::new());
    for (name, target) in &chosen {
        let engine = target.engine();
        let inside = if chosen.len() == 1 { String::new() } else { name.clone() };
        if decks.iter().any(|(_, other, _)| *other == inside) {
            return Err(Error::wrong(format!("--to names {} twice", called(engine))));
        }
        let judged = match refusal(engine, scene) {
            Some(why) => Err(Error::wrong(format!("no input written for {}: {why}", called(engine)))),
            None => judge(engine),
        };
        match judged {
            Ok(departures) => decks.push((target, inside, departures)),
            Err(why) if every => refused.push(why.to_string()),
            Err(why) => return Err(why),
        }
    }
    if decks.is_empty() {
        return Err(Error::wrong(refused.join("\n")));
    }
    let batch = two_bodies(scene).map_err(|error| Error::wrong(format!("no input written: {error}")))?;
    let expected = expected_of_two_bodies(scene).into_iter().map(expectation).collect::<Vec<_>>().join("; ");
    let mut text = String::new();
    let building = OutputFolder::new(folder)?.begin()?;
    for (target, inside, departures) in &decks {
        let (engine, name) = (target.engine(), called(target.engine()));
        let built = building.folder().join(inside);
        fs::create_dir_all(&built).map_err(|source| Error::write(folder, source))?;
        let command = engine.write(&batch, &built).map_err(|cause| match cause {
            Cause::File { source, .. } => Error::write(folder, source),
            cause => Error::wrong(format!("no input written for {name}: {cause}")),
        })?;
        let mut said = departures.clone();
        if departures.is_empty() && !expected.is_empty() {
            said.push(format!("expected: {expected}"));
        }
        if matches!(target, Target::Elsewhere(_)) {
            let release = if engine.version().is_empty() { "; written for its present release" } else { "" };
            said.push(format!("not tried: {name} is not installed here{release}"));
        }
        comment(&command, &built, &[&comments[..], &said].concat())?;
        let there = if inside.is_empty() { folder.to_path_buf() } else { folder.join(inside) };
        text.push_str(&format!(
            "{}: one collision for {name}, {} steps of {:e} s; run it there:\n  {}\n",
            there.display(),
            batch.steps,
            batch.time_step,
            command.join(" ")
        ));
        text.extend(said.iter().map(|line| format!("  {line}\n")));
    }
    building.put_new()?;
    text.extend(refused.iter().map(|why| format!("{why}\n")));
    print(&text)
}

/// `restitution 0.2979 at this step, 0.3000 in the limit`
fn expectation(Expectable { word, stepped, limit }: Expectable) -> String {
    format!("{word} {} at this step, {} in the limit of small steps", significant(stepped, 4), significant(limit, 4))
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
