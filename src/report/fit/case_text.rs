//! The text of the fitted case: with fitted values, and without the measurements.

use std::fmt::Display;

use toml::{Table, Value, toml};

use crate::case::edit::{quantity, with_value};
use crate::case::mark_examples;
use crate::error::Error;
use crate::fit::calibrate::Calibrated;
use crate::units::Dimension;

/// The tables of a case but for some, with the fitted values in them.
pub(super) fn fitted(text: &str, found: &Calibrated, without: &[&str]) -> Result<Table, Error> {
    let unreadable = |error: &dyn Display| Error::wrong(format!("the case cannot be read again: {error}"));
    let mut text = text.to_string();
    for parameter in &found.parameters {
        text = with_value(&text, &parameter.path, quantity(parameter.value, &parameter.unit))
            .map_err(|error| unreadable(&error))?
            .ok_or_else(|| Error::wrong(format!("the case has no `{}` to put its fitted value", parameter.path)))?;
    }
    let mut table: Table = text.parse().map_err(|error: toml::de::Error| unreadable(&error))?;
    table.retain(|key, _| !without.contains(&key));
    Ok(table)
}

/// The text of a case with its fitted values, at one impact of the middle speed of the data.
///
/// What was looked for, and what was known to a deviation, is a plain value; the tables of the measurements and the claims
/// about the fit are left out.
///
/// # Errors
/// When the text is no case any more, which its reader would have said.
pub fn case_text(text: &str, found: &Calibrated) -> Result<String, Error> {
    let mut table = fitted(text, found, &["experiment", "fit", "export", "expect", "run"])?;
    settle(&mut table);
    let mut impact = Table::new();
    impact.insert("speed".into(), format!("{:e} {}", middle(found), Dimension::Speed.si()).into());
    if let Some(angle) = angle(found) {
        impact.insert("angle".into(), format!("{angle:e} {}", Dimension::Angle.si()).into());
    }
    table.insert("impact".into(), Value::Table(impact));
    table.extend(toml! {
        [run.reference]
        [[expect]]
        that = "reference"
        agrees_with = "conserved"
        momentum_residual = { within = "1e-11 absolute" }
    });
    let text = toml::to_string(&table);
    let text = text.map_err(|error| Error::wrong(format!("the fitted case cannot be written: {error}")))?;
    // What was an example is one still.
    if found.examples.is_empty() {
        return Ok(text);
    }
    Ok(mark_examples(&text, |path| found.examples.iter().any(|example| example.path == path)))
}

/// Replaces `{ value = .., sigma = .. }` by the value.
fn settle(table: &mut Table) {
    for (_, value) in table.iter_mut() {
        if let Value::Table(inner) = value {
            if inner.len() == 2 && inner.contains_key("sigma") {
                if let Some(known) = inner.remove("value") {
                    *value = known;
                }
            } else {
                settle(inner);
            }
        }
    }
}

/// The middle speed of what was used, on a logarithmic scale; 1 m/s where none is known.
fn middle(found: &Calibrated) -> f64 {
    let speeds = found.measurements.iter().filter(|m| m.sigma_used.is_some()).filter_map(|m| m.speed);
    let logs: Vec<f64> = speeds.filter(|speed| *speed > 0.0).map(f64::ln).collect();
    if logs.is_empty() { 1.0 } else { (logs.iter().sum::<f64>() / logs.len() as f64).exp() }
}

/// The middle angle of an oblique experiment.
fn angle(found: &Calibrated) -> Option<f64> {
    let mut angles: Vec<f64> = found.measurements.iter().filter_map(|m| m.angle).collect();
    angles.sort_by(f64::total_cmp);
    angles.get(angles.len() / 2).copied()
}
