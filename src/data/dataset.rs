//! A CSV with its `source.toml`.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::units::Dimension;

use super::Files;

/// What the rows of a dataset are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
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
    /// Where and how the numbers were read.
    pub read_in: String,
    pub form: Form,
    pub columns: Vec<Column>,
    /// One standard deviation, by word.
    pub uncertainty: BTreeMap<String, Spread>,
    pub left_out: Vec<LeftOut>,
    /// SHA-256 of data.csv and of source.toml.
    pub hashes: [String; 2],
}

impl Dataset {
    /// Reads `PATH/data.csv` and `PATH/source.toml`.
    ///
    /// # Errors
    /// With file, line and column of everything that is wrong.
    pub fn read(files: &Files, path: &str) -> Result<Self, Error> {
        let _ = (files, path);
        todo!()
    }

    pub fn column(&self, word: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.is == word)
    }

    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }

    pub fn left_out(&self, row: usize) -> Option<&LeftOut> {
        self.left_out.iter().find(|l| l.row == row)
    }
}
