//! `summary.csv`: a row a check.

use std::io::Write;
use std::path::Path;

use crate::error::Error;
use crate::record::Record;

use super::{Context, Reporter, files};
use crate::number::{cell, label};

/// The columns, in order.
pub const COLUMNS: [&str; 15] = [
    "case",
    "scene",
    "who",
    "variant",
    "against",
    "observable",
    "unit",
    "expected",
    "expected_uncertainty",
    "observed",
    "observed_uncertainty",
    "deviation",
    "allowed",
    "deviation_unit",
    "outcome",
];

/// Writes `summary.csv`.
pub struct SummaryCsv;

impl Reporter for SummaryCsv {
    fn name(&self) -> &'static str {
        "summary.csv"
    }

    fn about(&self) -> &'static str {
        "one row per check: expected, observed, deviation, allowed, outcome"
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
        for check in &case.checks {
            out.write_record([
                &*label(&case.name),
                &*label(&check.scene),
                &*label(&check.who),
                &*label(&check.variant),
                &check.against,
                &check.observable,
                &check.unit,
                &cell(check.expected),
                &cell(check.expected_uncertainty),
                &cell(check.observed),
                &cell(check.observed_uncertainty),
                &cell(check.deviation),
                &cell(check.allowed),
                &check.deviation_unit,
                check.outcome.word(),
            ])?;
        }
    }
    Ok(())
}
