//! `observations.csv`: a row an observable, whoever made it.

use std::path::Path;

use crate::error::Error;
use crate::record::Record;

use super::number::cell;
use super::{Context, Reporter, files};

/// The columns, in order.
pub const COLUMNS: [&str; 8] = ["case", "scene", "by", "variant", "observable", "value", "unit", "uncertainty"];

/// Writes `observations.csv`.
pub struct ObservationsCsv;

impl Reporter for ObservationsCsv {
    fn name(&self) -> &'static str {
        "observations.csv"
    }

    fn about(&self) -> &'static str {
        "one row an observable, from solvers, theory and data alike"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        files::write_table(folder, self.name(), text(context.record))
    }
}

/// The file's bytes. An unknown is an empty cell.
///
/// # Errors
/// None that a record can cause; the CSV writer's own type asks for one.
pub fn text(record: &Record) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for case in &record.cases {
        for seen in &case.observations {
            out.write_record([
                &case.name,
                &seen.scene,
                &seen.by,
                &seen.variant,
                &seen.observable,
                &cell(seen.value),
                &seen.unit,
                &cell(seen.uncertainty),
            ])?;
        }
    }
    out.into_inner().map_err(|e| e.into_error().into())
}
