//! A table of a run as a CSV file.

use std::io::Write;
use std::path::Path;

use super::{Context, Reporter, files};
use crate::error::Error;
use crate::record::Record;

/// Where rows are written to; large files are compressed on the way.
pub type Rows<'a> = csv::Writer<&'a mut (dyn Write + 'a)>;

/// A file, its columns in order, and what writes the rows below them. An unknown is an empty cell.
pub struct CsvTable {
    pub name: &'static str,
    pub about: &'static str,
    pub columns: &'static [&'static str],
    pub rows: fn(&Record, &mut Rows<'_>) -> Result<(), csv::Error>,
}

impl Reporter for CsvTable {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn write(&self, context: &Context<'_>, folder: &Path) -> Result<Vec<String>, Error> {
        files::write_table(folder, self.name, context.record.partial.is_some(), |out| {
            out.write_record(self.columns)?;
            (self.rows)(context.record, out)
        })
    }
}
