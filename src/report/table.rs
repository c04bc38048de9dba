//! A table: rows of texts and numbers under one header, and the CSV file it becomes.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use super::files;
use crate::error::Error;
use crate::number::{exact, label};

/// Rows under one header.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Between several names in one cell.
pub const SEPARATOR: &str = "; ";

/// What stands in a cell: a text that no spreadsheet takes for a formula, a number that reads back to the same bits, nothing
/// for an unknown.
#[derive(Debug, Clone)]
pub struct Cell<'a>(Cow<'a, str>);

impl<'a, T: AsRef<str> + ?Sized> From<&'a T> for Cell<'a> {
    fn from(text: &'a T) -> Self {
        Self(label(text.as_ref()))
    }
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.unwrap_or_default().into()
    }
}

impl From<f64> for Cell<'_> {
    fn from(value: f64) -> Self {
        Self(exact(value).into())
    }
}

impl From<Option<f64>> for Cell<'_> {
    fn from(value: Option<f64>) -> Self {
        Self(value.map(exact).unwrap_or_default().into())
    }
}

impl From<usize> for Cell<'_> {
    fn from(count: usize) -> Self {
        Self(count.to_string().into())
    }
}

impl AsRef<[u8]> for Cell<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The cells of a row: `cells![&case.name, speed, uncertainty]`.
macro_rules! cells {
    ($($cell:expr),+ $(,)?) => { [$($crate::report::table::Cell::from($cell)),+] };
}
pub(crate) use cells;

impl Table {
    /// A table without rows, under columns of these names: `"case scene angle"`.
    pub fn new(header: &str) -> Self {
        Self::of(header.split_whitespace())
    }

    /// The same, of names that come from a case.
    pub fn of<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Self {
        Self { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) {
        self.rows.push(cells.into_iter().map(|cell| cell.0.into_owned()).collect());
    }

    /// The words of a column; none where there is no such column.
    pub fn column(&self, header: &str) -> impl Iterator<Item = &str> {
        let at = self.header.iter().position(|known| known == header);
        at.into_iter().flat_map(|at| self.rows.iter().filter_map(move |row| Some(row.get(at)?.as_str())))
    }

    /// The different words of a column, in their order.
    pub fn distinct(&self, header: &str) -> Vec<&str> {
        crate::distinct::distinct(self.column(header))
    }

    /// The bytes of the CSV file.
    ///
    /// # Errors
    /// When a row is longer or shorter than the header.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(&self.header)?;
        self.rows.iter().try_for_each(|row| out.write_record(row))?;
        out.into_inner().map_err(|e| e.into_error().into())
    }

    /// Writes the CSV file and returns its name.
    ///
    /// # Errors
    /// As [`files::write`].
    pub fn write(&self, folder: &Path, name: &str) -> Result<String, Error> {
        let bytes = self.csv().map_err(|e| Error::write(&folder.join(name), io::Error::other(e)))?;
        files::write(folder, name, &bytes)
    }
}
