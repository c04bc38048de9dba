//! Searches for installations of built-in engines, in the usual places and those of a configuration.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::installed::on_path;
use super::{Engine, EngineLocation, NoAnswer};

/// Every program that is there: `usual` names on the path, then `places`, each file once and all at the same time, because
/// a program may take most of a second to say who it is.
///
/// `ask` is given a program and makes an engine of it, or says why it does not answer. A usual program that `ask` finds
/// to be something else, `Ok(None)`, is passed over.
pub fn locate(
    usual: &[&str],
    places: &[PathBuf],
    ask: impl Fn(&Path) -> Result<Option<Box<dyn Engine>>, NoAnswer> + Sync,
) -> Vec<EngineLocation> {
    let usual = usual.iter().filter_map(|name| on_path(Path::new(name))).map(|place| (place, false));
    let mut wanted: Vec<(PathBuf, bool)> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for (place, named) in usual.chain(places.iter().map(|place| (place.clone(), true))) {
        // A link to an interpreter is an installation of its own, so links are not followed.
        let file = std::path::absolute(&place).unwrap_or_else(|_| place.clone());
        if !seen.contains(&file) {
            seen.push(file);
            wanted.push((place, named));
        }
    }
    let answer = |(place, named): (PathBuf, bool)| {
        let there = if place.is_file() { ask(&place) } else { Err(NoAnswer::no_program(&place)) };
        let engine = match there {
            Ok(Some(engine)) => Ok(engine),
            Ok(None) if named => Err(NoAnswer::because("there is no such engine")),
            Ok(None) => return None,
            Err(why) => Err(why),
        };
        Some(EngineLocation { place, engine })
    };
    wanted.into_par_iter().filter_map(answer).collect()
}
