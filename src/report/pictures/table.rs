//! The numbers behind a picture.

use crate::number::{exact, label};

/// Rows of text and numbers under one header.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Between several names in one cell.
pub const SEPARATOR: &str = "; ";

/// One cell.
#[derive(Debug, Clone, Copy)]
pub enum Cell<'a> {
    Text(&'a str),
    Number(f64),
    Maybe(Option<f64>),
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Self {
        Self { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row; an unknown is an empty cell.
    pub fn row(&mut self, cells: &[Cell<'_>]) {
        let text = |cell: &Cell<'_>| match *cell {
            Cell::Text(text) => label(text).into_owned(),
            Cell::Number(value) | Cell::Maybe(Some(value)) => exact(value),
            Cell::Maybe(None) => String::new(),
        };
        self.rows.push(cells.iter().map(text).collect());
    }

    /// The different words of a column, in their order; none where there is no such column.
    pub fn distinct(&self, header: &str) -> Vec<&str> {
        let Some(at) = self.header.iter().position(|known| known == header) else { return Vec::new() };
        let mut words: Vec<&str> = Vec::new();
        for word in self.rows.iter().filter_map(|row| row.get(at)) {
            if words.last() != Some(&word.as_str()) && !words.contains(&word.as_str()) {
                words.push(word);
            }
        }
        words
    }

    /// The file's bytes. Numbers read back to the same bits.
    ///
    /// # Errors
    /// When a row is longer or shorter than the header.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(&self.header)?;
        for row in &self.rows {
            out.write_record(row)?;
        }
        out.into_inner().map_err(|e| e.into_error().into())
    }
}
