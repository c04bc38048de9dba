//! Reads the case of a verb that takes a single case.

use std::path::Path;

use super::compute::config;
use crate::bench;
use crate::case::Case;
use crate::data::Files;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::scene::Scene;

/// Reads the one case that is asked for, a file or the name of a shipped case; it may name the engines of a file, or else
/// of the user's own configuration.
pub(super) fn one_case(asked: &Path, engines: Option<&Path>) -> Result<Case, Error> {
    let own = config(engines)?.names();
    let (name, file, data) = one_file(asked)?;
    Case::read_unjudged(file.into(), &name, &data, &own)
}

/// The scene of that name, or of that number, counted from 1.
pub(super) fn scene<'a>(case: &'a Case, name: &str) -> Result<&'a Scene, Error> {
    let numbered = || case.scenes.get(name.parse::<usize>().ok()?.checked_sub(1)?);
    case.scenes.iter().find(|scene| scene.name == name).or_else(numbered).ok_or_else(|| {
        let names = case.scenes.iter().map(|scene| scene.name.as_str());
        let example = names.clone().next().map_or(String::new(), |first| format!("for example --scene \"{first}\""));
        Diagnostic::new(format!("the case `{}` has no scene `{name}`", case.name)).meant(name, names, example).into()
    })
}

/// Name and text of the one case that is asked for, and where its datasets are.
pub(super) fn one_file(asked: &Path) -> Result<(String, SourceFile, Files), Error> {
    let found = bench::find(&[asked.to_path_buf()], Path::new("."))?;
    let mut cases = found.cases.into_iter();
    match (cases.next(), cases.next()) {
        (Some((name, file)), None) => Ok((name, file, found.data)),
        (one, two) => {
            let mut error = Diagnostic::new(format!("{} contains several cases: name one of them", asked.display()));
            error.help.extend([one, two].into_iter().flatten().map(|(name, _)| format!("for example `{name}`")));
            Err(error.into())
        }
    }
}
