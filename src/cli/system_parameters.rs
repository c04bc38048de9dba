//! Parses the name and the parameters of a DEM code on the command line: `en=0.5 noAttraction=false`.

use crate::codes::{self, Code, Key, Parameters, Reading};
use crate::error::{Diagnostic, Error};
use crate::law::LawError;
use crate::units;

/// The name for the laws of this program, used in place of that of a code.
pub(super) const OURS: &str = "ours";

/// The dialect of that name.
pub(super) fn system(name: &str) -> Result<&'static Code, Error> {
    codes::find(name).ok_or_else(|| {
        let names: Vec<&str> = codes::names().collect();
        Error::unknown(format!("there is no system `{name}`"), name, &names, &format!(", or {OURS}"))
    })
}

/// The requested reading, or else the one that the code itself follows.
pub(super) fn reading(asked: Option<&str>, dialect: &Code) -> Result<Reading, Error> {
    reading_of(asked, dialect.name(), dialect.readings, dialect.in_use)
}

/// One of `readings` of what is called `name`, or else `in_use`.
pub(super) fn reading_of(
    asked: Option<&str>,
    name: &str,
    readings: &[Reading],
    in_use: Reading,
) -> Result<Reading, Error> {
    let Some(word) = asked else { return Ok(in_use) };
    let Some(reading) = Reading::from_word(word) else {
        return Err(Error::with_help(format!("`{word}` is not a reading"), "use corrected or as-documented"));
    };
    if readings.contains(&reading) {
        return Ok(reading);
    }
    let message = format!("{name} has no reading `{word}`: its parameters have a single reading");
    Err(Error::with_help(message, "leave the reading out"))
}

/// Reads `key=value` words against the keys of a system; quantities carry their units as in a case file.
pub(super) fn parse_parameters(words: &[String], name: &str, keys: &[Key]) -> Result<Parameters, Error> {
    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
    let mut numbers: Vec<(&'static str, f64)> = Vec::new();
    let mut choices: Vec<(&'static str, &str)> = Vec::new();
    for word in words {
        let Some((typed, value)) = word.split_once('=').map(|(key, value)| (key.trim(), value.trim())) else {
            let message = format!("`{word}` is not `name=value`");
            return Err(Error::with_help(message, format!("{name} understands {}", names.join(", "))));
        };
        let Some(key) = keys.iter().find(|key| key.name == typed) else {
            return Err(Error::unknown(format!("{name} has no parameter `{typed}`"), typed, &names, ""));
        };
        if numbers.iter().any(|(known, _)| *known == key.name) || choices.iter().any(|(known, _)| *known == key.name) {
            return Err(Error::wrong(format!("`{typed}` is given twice")));
        }
        match key.dimension() {
            Some(dimension) => {
                let number =
                    units::parse(value, dimension).map_err(|error| Error::wrong(format!("`{typed}`: {error}")))?;
                numbers.push((key.name, number));
            }
            None => choices.push((key.name, value)),
        }
    }
    Ok(Parameters::new(numbers, &choices))
}

/// Converts an error in parameters to one of the command line.
pub(super) fn refused(error: LawError) -> Error {
    let mut problem = Diagnostic::new(error.message);
    problem.help = error.help;
    problem.into()
}
