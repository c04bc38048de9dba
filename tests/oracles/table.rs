//! Reading a theory table, and the one comparison every test of this program uses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use collisionbench::collide::estimate::Estimate;

/// One row: column name to number; `inf` and `nan` are read as such, words and empty cells are left out.
pub struct Row(BTreeMap<String, f64>, String);

impl Row {
    pub fn get(&self, column: &str) -> f64 {
        *self.0.get(column).unwrap_or_else(|| panic!("{}: no number in `{column}`", self.1))
    }

    pub fn name(&self) -> &str {
        &self.1
    }
}

/// The rows of a CSV under `tests/`, never none.
pub fn read(path: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let rows: Vec<Row> = reader
        .records()
        .map(|record| {
            let record = record.unwrap();
            let numbers = headers.iter().zip(&record).filter_map(|(h, c)| Some((h.to_string(), c.parse().ok()?)));
            Row(numbers.collect(), format!("{file} row {}", &record[0]))
        })
        .collect();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}

pub fn theory(name: &str) -> Vec<Row> {
    read(&format!("theory-tables/{name}.csv"))
}

/// What is wrong with a column: the first row that is not met within `tolerance`, relative, or not within the
/// uncertainty the theory states (plus what the inputs lose when they are read as doubles).
pub fn miss(rows: &[Row], column: &str, tolerance: f64, compute: impl Fn(&Row) -> Estimate) -> Option<String> {
    rows.iter().find_map(|row| {
        let Estimate { value, uncertainty } = compute(row);
        let expected = row.get(column);
        let (off, size) = ((value - expected).abs(), expected.abs());
        let place = format!("{} {column}: {value:e}, expected {expected:e}", row.name());
        println!("{place}: off {:.1e}, stated {:.1e}", off / size, uncertainty / size);
        let met = off <= tolerance * size && off <= uncertainty + 4.0 * f64::EPSILON * size;
        (!met || uncertainty > tolerance * size)
            .then(|| format!("{place}: off {:.2e}, stated {:.2e}", off / size, uncertainty / size))
    })
}

pub fn meets(rows: &[Row], column: &str, tolerance: f64, compute: impl Fn(&Row) -> Estimate) {
    assert!(!rows.is_empty());
    assert_eq!(miss(rows, column, tolerance, compute), None);
}
