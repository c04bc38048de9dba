//! `scenes.csv`: what each scene name stands for.

use std::io::Write;
use std::path::Path;

use crate::error::Error;
use crate::record::Record;

use super::{Context, Reporter, files};
use crate::number::{exact, label};

/// The columns, in order.
pub const COLUMNS: [&str; 5] = ["case", "scene", "parameter", "value", "unit"];

/// Writes `scenes.csv`.
pub struct ScenesCsv;

impl Reporter for ScenesCsv {
    fn name(&self) -> &'static str {
        "scenes.csv"
    }

    fn about(&self) -> &'static str {
        "every parameter of every scene, in SI"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        files::write_table(folder, self.name(), context.record.partial.is_some(), |out| rows(context.record, out))
    }
}

/// The file's bytes. A choice (the name of a material) stands as its word, without a unit.
///
/// # Errors
/// None that a record can cause; the CSV writer's own type asks for one.
pub fn text(record: &Record) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    rows(record, &mut out)?;
    out.into_inner().map_err(|e| e.into_error().into())
}

fn rows<W: Write>(record: &Record, out: &mut csv::Writer<W>) -> Result<(), csv::Error> {
    out.write_record(COLUMNS)?;
    for case in &record.cases {
        for scene in &case.scenes {
            for parameter in &scene.parameters {
                let value = match (parameter.value, &parameter.word) {
                    (Some(number), _) => exact(number),
                    (None, Some(word)) => word.clone(),
                    (None, None) => String::new(),
                };
                let [case, scene, value] = [&case.name, &scene.name, &value].map(|text| label(text));
                out.write_record([&*case, &*scene, &parameter.path, &*value, &parameter.unit])?;
            }
        }
    }
    Ok(())
}
