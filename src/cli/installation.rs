//! Finds the installation of an engine that an argument names.

use crate::codes::engine::{Engine, Engines, called};
use crate::error::Error;

/// The installation of a name: an engine, with its version where there are several.
pub(super) fn installed<'a>(engines: &'a Engines, wanted: &str) -> Result<&'a dyn Engine, Error> {
    let name = wanted.split(' ').next().unwrap_or(wanted);
    let found: Vec<&dyn Engine> = engines.installations(name);
    let meant = found.iter().copied().find(|engine| called(*engine) == wanted);
    match (meant, found[..].first()) {
        (Some(engine), _) => Ok(engine),
        (None, Some(only)) if found.len() == 1 && name == wanted => Ok(*only),
        (None, Some(_)) => {
            let named: Vec<String> = found.iter().map(|engine| format!("\"{}\"", called(*engine))).collect();
            let message = format!("`{wanted}` does not select one installation");
            Err(Error::with_help(message, format!("use one of {}", named.join(", "))))
        }
        (None, None) if engines.names().contains(&name) => Err(Error::wrong(engines.absent(name))),
        (None, None) => Err(Error::unknown(format!("there is no engine `{name}`"), name, &engines.names(), "")),
    }
}
