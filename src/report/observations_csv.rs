//! `observations.csv`: a row an observable, whoever made it.

use std::io::Write;
use std::path::Path;

use crate::error::Error;
use crate::record::Record;

use super::{Context, Reporter, files};
use crate::number::{cell, label};

/// The columns, in order.
pub const COLUMNS: [&str; 8] = ["case", "scene", "by", "variant", "observable", "value", "unit", "uncertainty"];

/// Writes `observations.csv`.
pub struct ObservationsCsv;

impl Reporter for ObservationsCsv {
    fn name(&self) -> &'static str {
        "observations.csv"
    }

    fn about(&self) -> &'static str {
        "one row per observable of solvers, theories and datasets"
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        files::write_table(folder, self.name(), context.record.partial.is_some(), |out| rows(context.record, out))
    }
}

/// The file's bytes. An unknown is an empty cell.
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
        for seen in case.observations.iter() {
            out.write_record([
                &*label(&case.name),
                &*label(seen.scene),
                &*label(seen.by),
                &*label(seen.variant),
                seen.observable,
                &cell(seen.value),
                seen.unit,
                &cell(seen.uncertainty),
            ])?;
        }
    }
    Ok(())
}
