//! Input lines with the fitted values, for the codes in `[export]`.

use crate::case::Case;
use crate::cli::export::mark_examples;
use crate::codes::export::export;
use crate::codes::{Code, find};
use crate::error::Error;
use crate::fit::file::FitResult;
use crate::law::scene::Scene;

/// How far a restitution may go from that of the case before the range of speeds ends that is named.
const WITHIN: f64 = 0.01;

/// The lines of the input of each code that `[export]` names, with the fitted value, as `export` writes them.
///
/// # Errors
/// When the fitted contact is none.
pub(super) fn of(case: &Case, found: &FitResult) -> Result<String, Error> {
    let Some(calibration) = &case.calibration else { return Ok(String::new()) };
    let writers: Vec<&Code> = calibration.export.iter().filter_map(|code| find(&code.text)).collect();
    if writers.is_empty() {
        return Ok(String::new());
    }
    if let Some(bound) = found.parameters.iter().find(|parameter| parameter.at_bound) {
        return Ok(format!("\n  no input lines: the fit is at a bound of {}\n", bound.name));
    }
    let (scene, examples) = (found.scene()?, found.examples(&[]));
    let lines = writers.into_iter().map(|writer| match export(&scene, writer, WITHIN) {
        Ok(mut found) => {
            mark_examples(&mut found, &examples, |scene: &Scene| export(scene, writer, WITHIN).ok());
            format!("\n{}", found.text(&case.name, false))
        }
        Err(why) => format!("\n  no lines for {}: {}\n", writer.name(), why.message),
    });
    Ok(lines.collect())
}
