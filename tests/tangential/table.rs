//! Rows of `tests/theory-tables/`.

use std::collections::BTreeMap;
use std::path::Path;

/// A row by the names of its columns.
pub struct Row(BTreeMap<String, String>);

impl Row {
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap()
    }
}

/// Rows of a file of theory-tables.
pub fn rows(name: &str) -> Vec<Row> {
    rows_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables").join(name))
}

pub fn rows_of(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let found: Vec<Row> = reader.deserialize().map(|row| Row(row.unwrap())).collect();
    assert!(found.len() > 3, "{} is nearly empty", path.display());
    found
}
