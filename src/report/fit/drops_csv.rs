//! `drops.csv`: every measured number, what the fit makes of it, and whether it was used.

use std::path::Path;

use super::{Part, Told};
use crate::error::Error;
use crate::fit::calibrate::result::{Calibrated, Fate, Measurement};
use crate::number::{cell, exact, label};
use crate::report::files;

/// The columns, in order. Heights, speeds, readings and angles are in m, m/s, m or s, and rad; an unknown is an empty
/// cell. The four `effect` columns are the restitution with a correction less that without.
pub const COLUMNS: [&str; 25] = [
    "drop",
    "impact",
    "row",
    "height",
    "speed",
    "angle",
    "overlap",
    "quantity",
    "unit",
    "value",
    "sigma",
    "sigma_used",
    "predicted",
    "residual",
    "standardised",
    "reading",
    "reading_measured",
    "reading_predicted",
    "effect_of_air",
    "effect_of_contact_duration",
    "effect_of_gravity_during_contact",
    "effect_of_height_to",
    "used",
    "why_not",
    "doubt",
];

/// Writes `drops.csv`.
pub struct DropsCsv;

impl Part for DropsCsv {
    fn name(&self) -> &'static str {
        "drops.csv"
    }

    fn write(&self, told: &Told<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let bytes = text(told.found).map_err(|e| Error::write(&folder.join(self.name()), std::io::Error::other(e)))?;
        Ok(vec![files::write(folder, self.name(), &bytes)?])
    }
}

/// The file's bytes; the last column holds what looks wrong about a number, used or not.
///
/// # Errors
/// None that a result can cause; the CSV writer's own type asks for one.
pub fn text(found: &Calibrated) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for measurement in &found.measurements {
        out.write_record(row(measurement))?;
    }
    out.into_inner().map_err(|e| e.into_error().into())
}

fn row(m: &Measurement) -> Vec<String> {
    let (used, why_not) = match &m.fate {
        Fate::Used => ("yes", String::new()),
        Fate::Stuck => ("yes", "the ball did not come back: a bound of the sticking speed".to_string()),
        Fate::HeldOut => ("yes", "judges a fit of the others".to_string()),
        Fate::LeftOut(reason) => ("no", reason.clone()),
    };
    let reading = match m.rebound {
        Some(rebound) if rebound.timed => "interval, s",
        Some(_) => "rebound height, m",
        None => "",
    };
    vec![
        label(&m.name).into_owned(),
        m.number.to_string(),
        m.row.to_string(),
        cell(m.height),
        cell(m.speed),
        cell(m.angle),
        cell(m.overlap),
        m.quantity.word().to_string(),
        m.quantity.dimension().si().to_string(),
        exact(m.value),
        cell(m.sigma),
        cell(m.sigma_used),
        cell(m.predicted),
        cell(m.residual()),
        cell(m.standardised()),
        reading.to_string(),
        cell(m.rebound.map(|rebound| rebound.measured)),
        cell(m.rebound.and_then(|rebound| rebound.predicted)),
        cell(m.effects.air),
        cell(m.effects.contact_duration),
        cell(m.effects.gravity_during_contact),
        cell(m.effects.height_to),
        used.to_string(),
        label(&why_not).into_owned(),
        label(m.doubt.as_deref().unwrap_or_default()).into_owned(),
    ]
}
