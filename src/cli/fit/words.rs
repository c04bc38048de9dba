//! What was fitted through an engine, in that engine's own words.

use std::sync::Arc;

use crate::case::Case;
use crate::data::Files;
use crate::error::{Error, SourceFile};
use crate::fit::calibrate::Calibrated;
use crate::report::fit::case_text::case_text;
use crate::system::export::export;
use crate::system::find;

/// How far a restitution may go from that of the case before the range of speeds ends that is named.
const WITHIN: f64 = 0.01;

/// The lines of the engine's input with the fitted value, as `export` writes them; nothing where the case was fitted
/// without an engine, or through one that lines are not written for.
///
/// # Errors
/// When the fitted case cannot be read again.
pub(super) fn of(case: &Case, found: &Calibrated) -> Result<String, Error> {
    let (Some(through), Some(calibration)) = (&found.engine, &case.calibration) else { return Ok(String::new()) };
    let Some(writer) = find(&through.name) else { return Ok(String::new()) };
    let text = case_text(&case.file.text, calibration, found)?;
    let file = SourceFile { name: format!("{}, fitted", case.file.name), text };
    let fitted = Case::read(Arc::new(file), &case.name, &Files::Embedded)?;
    let Some(scene) = fitted.scenes.first() else { return Ok(String::new()) };
    Ok(match export(scene, writer, WITHIN) {
        Ok(found) => format!("\n{}", found.text(&case.name, false)),
        Err(why) => format!("\n  no lines for {}: {}\n", through.name, why.message),
    })
}
