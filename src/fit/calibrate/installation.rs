//! Which installation of an engine a case is fitted through.

use crate::case::{Calibration, Case, Simulator};
use crate::error::{Diagnostic, Error};
use crate::system::engine::{Engine, Engines, called};

/// An installation, or one that is run in a way the case names.
pub(super) enum Chosen<'a> {
    Installed(&'a dyn Engine),
    Way(Box<dyn Engine>),
}

impl Chosen<'_> {
    pub(super) fn engine(&self) -> &dyn Engine {
        match self {
            Self::Installed(engine) => *engine,
            Self::Way(engine) => engine.as_ref(),
        }
    }
}

/// Why there is none.
enum No {
    /// It is not here, or has no such law.
    Absent(String),
    /// It is here and does not answer, or is too old.
    Broken(String),
    /// Several are here, and the case does not say which is meant.
    Which(Diagnostic),
}

/// Why a case cannot be fitted here, though nothing is wrong with it: its engine is absent, or has no such law. `None`
/// where it can, or where something is wrong, which [`super::calibrate_with`] says.
pub fn absent(case: &Case, engines: &Engines) -> Option<String> {
    match find(case.calibration.as_deref()?, engines) {
        Err(No::Absent(why)) => Some(why),
        Ok(_) | Err(No::Which(_) | No::Broken(_)) => None,
    }
}

/// The engine of a case; `None` where it is not fitted through one.
///
/// # Errors
/// When it is not here, has no such law, or several are here and the case does not say which.
pub(super) fn chosen<'a>(calibration: &Calibration, engines: &'a Engines) -> Result<Option<Chosen<'a>>, Error> {
    find(calibration, engines).map_err(|no| match no {
        No::Absent(why) | No::Broken(why) => Error::Engine(why),
        No::Which(problem) => problem.into(),
    })
}

fn find<'a>(calibration: &Calibration, engines: &'a Engines) -> Result<Option<Chosen<'a>>, No> {
    let Simulator::Engine { name: word, variant, .. } = &calibration.fit.with else { return Ok(None) };
    let name = word.text.as_str();
    let here = engines.installations(name);
    if here.is_empty() {
        let silent = engines.silent(name).into_iter().next();
        return Err(silent.map_or_else(|| No::Absent(engines.absent(name)), No::Broken));
    }
    let meant = |engine: &&dyn Engine| variant.as_deref().is_none_or(|variant| engine.version() == variant);
    let mut found: Vec<Chosen<'a>> = here.iter().copied().filter(meant).map(Chosen::Installed).collect();
    if let (Some(variant), true) = (variant, found.is_empty()) {
        // It is no version: perhaps a way to run, which every installation may know.
        found.extend(here.iter().filter_map(|engine| engine.variant(variant)).map(Chosen::Way));
        if found.is_empty() {
            return Err(No::Absent(format!("{name} {variant} is not installed, though another version is")));
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
                Err(old
                    .map_or_else(|| No::Absent(format!("{name}: {why}")), |old| No::Broken(format!("{name}: {old}"))))
            }
        },
        _ => {
            let message = format!("{several} installations of {name} answer: {}", versions.join(", "));
            let problem = Diagnostic::new(message).at(&word.origin);
            Err(No::Which(match versions.first() {
                Some(first) => problem.help(format!("say which is meant, for example:  variant = \"{first}\"")),
                None => problem,
            }))
        }
    }
}
