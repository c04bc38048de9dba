//! Selects the installation of the engine that a case is fitted with.

use crate::case::{Calibration, Case, Simulator};
use crate::error::{Diagnostic, Error};
use crate::system::engine::{Engine, Engines, called};

/// The selected installation, or a variant of it.
pub(super) enum ChosenEngine<'a> {
    Installed(&'a dyn Engine),
    Way(Box<dyn Engine>),
}

impl ChosenEngine<'_> {
    pub(super) fn engine(&self) -> &dyn Engine {
        match self {
            Self::Installed(engine) => *engine,
            Self::Way(engine) => engine.as_ref(),
        }
    }
}

/// Why no installation was selected.
enum NoEngine {
    /// It is not installed, or does not have the law.
    Absent(String),
    /// It is installed but does not work, or is too old.
    Broken(String),
    /// Several are installed, and the case does not select one.
    Which(Diagnostic),
}

/// Why a valid case cannot be fitted here: its engine is not installed or does not have the law. `None` if it can be
/// fitted, or for an error, which [`super::calibrate_with`] returns.
pub fn absent(case: &Case, engines: &Engines) -> Option<String> {
    match find(case.calibration.as_deref()?, engines) {
        Err(NoEngine::Absent(why)) => Some(why),
        Ok(_) | Err(NoEngine::Which(_) | NoEngine::Broken(_)) => None,
    }
}

/// The engine of a case; `None` if it is fitted without one.
///
/// # Errors
/// When it is not installed, does not have the law, or the case does not select one of several.
pub(super) fn chosen<'a>(calibration: &Calibration, engines: &'a Engines) -> Result<Option<ChosenEngine<'a>>, Error> {
    find(calibration, engines).map_err(|no| match no {
        NoEngine::Absent(why) | NoEngine::Broken(why) => Error::Engine(why),
        NoEngine::Which(problem) => problem.into(),
    })
}

fn find<'a>(calibration: &Calibration, engines: &'a Engines) -> Result<Option<ChosenEngine<'a>>, NoEngine> {
    let Simulator::Engine { name: word, variant, .. } = &calibration.fit.with else { return Ok(None) };
    let name = word.text.as_str();
    let here = engines.installations(name);
    if here.is_empty() {
        let silent = engines.silent(name).into_iter().next();
        return Err(silent.map_or_else(|| NoEngine::Absent(engines.absent(name)), NoEngine::Broken));
    }
    let meant = |engine: &&dyn Engine| variant.as_deref().is_none_or(|variant| engine.version() == variant);
    let mut found: Vec<ChosenEngine<'a>> = here.iter().copied().filter(meant).map(ChosenEngine::Installed).collect();
    if let (Some(variant), true) = (variant, found.is_empty()) {
        // It is no version: perhaps a way to run, which every installation may know.
        found.extend(here.iter().filter_map(|engine| engine.variant(variant)).map(ChosenEngine::Way));
        if found.is_empty() {
            return Err(NoEngine::Absent(format!("{name} {variant} is not installed, though another version is")));
        }
    }
    let versions: Vec<&str> = here.iter().map(|engine| engine.version()).collect();
    let several = found.len();
    match (found.pop(), several) {
        (Some(chosen), 1) => match chosen.engine().covers(&calibration.nominal) {
            Ok(()) => Ok(Some(chosen)),
            Err(why) => {
                let name = called(chosen.engine());
                let old = chosen.engine().too_old(&calibration.nominal);
                Err(old.map_or_else(
                    || NoEngine::Absent(format!("{name}: {why}")),
                    |old| NoEngine::Broken(format!("{name}: {old}")),
                ))
            }
        },
        _ => {
            let message = format!("{several} installations of {name} answer: {}", versions.join(", "));
            let problem = Diagnostic::new(message).at(&word.origin);
            Err(NoEngine::Which(match versions.first() {
                Some(first) => problem.help(format!("say which is meant, for example:  variant = \"{first}\"")),
                None => problem,
            }))
        }
    }
}
