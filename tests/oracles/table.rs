//! Reading a theory table, and the one comparison every test of this program uses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use collisionbench::trajectory::Estimate;

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

/// Largest relative difference of a column to what `compute` makes of its row.
pub fn worst(rows: &[Row], column: &str, compute: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(|row| (compute(row) / row.get(column) - 1.0).abs()).fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// Every row of `column` is met within `tolerance`, relative, and within the uncertainty the theory states
/// (plus what the inputs lose when they are read as doubles).
pub fn meets(rows: &[Row], column: &str, tolerance: f64, compute: impl Fn(&Row) -> Estimate) {
    for row in rows {
        let Estimate { value, uncertainty } = compute(row);
        let expected = row.get(column);
        let off = (value - expected).abs();
        println!("{} {column}: off {:.1e}, stated {:.1e}", row.name(), off / expected.abs(), uncertainty / expected.abs());
        assert!(off <= tolerance * expected.abs(), "{} {column}: {value:e} is not {expected:e}, {:.2e}", row.name(), off / expected);
        assert!(uncertainty <= tolerance * expected.abs(), "{} {column}: states only {uncertainty:e}", row.name());
        assert!(off <= uncertainty + 4.0 * f64::EPSILON * expected.abs(), "{} {column}: off {off:e}, states {uncertainty:e}", row.name());
    }
}
