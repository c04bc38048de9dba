//! A CSV with its `source.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::error::{Error, SourceFile};
use crate::units::Dimension;

use super::{Files, source, table};

/// Most bytes that are read of `data.csv`.
const LARGEST_TABLE: u64 = 16 << 20;
/// Most bytes that are read of `source.toml`.
const LARGEST_SOURCE: u64 = 1 << 20;

/// What the rows of a dataset are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// One row a collision.
    Table,
    /// One row a point of one collision's curve.
    Curve,
}

/// One column, in SI.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// As in the header of the CSV.
    pub header: String,
    /// The word for what it holds: an observable, a parameter of a scene, or an axis (`time`, `overlap`, `force`).
    pub is: String,
    pub dimension: Dimension,
    /// Row by row; an empty cell is `None`.
    pub values: Vec<Option<f64>>,
}

/// How far a value may be from the truth, one standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spread {
    Relative(f64),
    /// SI
    Absolute(f64),
}

impl Spread {
    /// In the unit of the value.
    pub fn of(self, value: f64) -> f64 {
        match self {
            Self::Relative(part) => part * value.abs(),
            Self::Absolute(amount) => amount,
        }
    }
}

/// A row that cannot be compared, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Counted from 0.
    pub row: usize,
    pub reason: String,
}

/// Measured or published numbers with where they come from.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Folder, as named by its reader: `reference-data/published/...`.
    pub path: String,
    pub title: String,
    /// Original publication.
    pub cite: String,
    /// How and where the numbers were read: `digitised: ...`.
    pub read_in: String,
    pub form: RowKind,
    /// Whether somebody measured it; otherwise somebody computed or derived it.
    pub experiment: bool,
    pub columns: Vec<Column>,
    /// One standard deviation, by word.
    pub uncertainty: BTreeMap<String, Spread>,
    pub left_out: Vec<LeftOut>,
    /// Frames in a second, and m in a pixel, of a track.
    pub film: [Option<f64>; 2],
    /// SHA-256 of data.csv and of source.toml.
    pub hashes: [String; 2],
    /// SHA-256 of the numbers and of what they are: without title, source and reasons.
    pub physics: String,
}

impl Dataset {
    /// Reads `PATH/data.csv` and `PATH/source.toml`.
    ///
    /// # Errors
    /// With file, line and column of everything that is wrong.
    ///
    /// ```
    /// use collisionbench::data::{Dataset, Files};
    /// let loss = Dataset::read(&Files::Embedded, "reference-data/published/chung-ooi-2011-test-3-restitution")?;
    /// assert_eq!(loss.column("restitution").map(|c| c.values[1]), Some(Some(0.2)));
    /// # Ok::<(), collisionbench::error::Error>(())
    /// ```
    pub fn read(files: &Files, path: &str) -> Result<Self, Error> {
        let path = path.trim_end_matches('/');
        let about = files.text(&format!("{path}/source.toml"), LARGEST_SOURCE)?;
        let numbers = files.text(&format!("{path}/data.csv"), LARGEST_TABLE)?;
        Self::parse(path, about, numbers)
    }

    /// Reads a dataset from the texts of its `source.toml` and `data.csv`.
    ///
    /// # Errors
    /// As [`Dataset::read`].
    pub fn parse(path: &str, about: SourceFile, numbers: SourceFile) -> Result<Self, Error> {
        let (about, numbers) = (Arc::new(about), Arc::new(numbers));
        let source = source::read(&about)?;
        let columns = table::read(&numbers, &about, &source)?;
        let rows = columns.first().map_or(0, |column| column.values.len());
        let left_out = source.left_out(&about, rows)?;
        Ok(Self {
            path: path.to_string(),
            title: source.title,
            cite: source.cite,
            read_in: source.read_in,
            form: source.form,
            experiment: source.experiment,
            columns,
            uncertainty: source.uncertainty,
            left_out,
            physics: sha256(&(source::without_words(&about.text) + &numbers.text)),
            film: source.film,
            hashes: [sha256(&numbers.text), sha256(&about.text)],
        })
    }

    /// The column that holds what `word` names.
    pub fn column(&self, word: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.is == word)
    }

    /// How many rows there are, those left out included.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }

    /// Why a row (counted from 0) is left out, if it is.
    pub fn left_out(&self, row: usize) -> Option<&LeftOut> {
        self.left_out.iter().find(|l| l.row == row)
    }
}

/// The SHA-256 of a text, in hexadecimal digits.
pub fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}
