//! `run.json`: the record itself.

use std::path::Path;

use crate::error::Error;
use crate::record::Record;

use super::{Context, Reporter, files};

/// Writes `run.json`.
pub struct RunJson;

impl Reporter for RunJson {
    fn name(&self) -> &'static str {
        "run.json"
    }

    fn about(&self) -> &'static str {
        "the whole record: settings, observations, outcomes, curves as drawn"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        let text =
            text(context.record).map_err(|e| Error::write(&folder.join(self.name()), std::io::Error::other(e)))?;
        Ok(vec![files::write(folder, self.name(), text.as_bytes())?])
    }
}

/// The record as JSON. Numbers read back to the same bits.
///
/// # Errors
/// None that a record can cause; the serialiser's own type asks for one.
pub fn text(record: &Record) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(record)?;
    text.push('\n');
    Ok(text)
}

/// The JSON schema of `run.json`.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(Record)
}
