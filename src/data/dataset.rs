//! A CSV with its `source.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::error::{Diagnostic, Error, SourceFile, cut, nearest};
use crate::units::{self, Dimension};

use super::Files;
use super::lines::{Lines, Writer};
use super::source::{self, Described, Quantity, Source};
use super::table::{Row, Table};

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
        let columns = columns(&numbers, &about, &source)?;
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

/// Reads the table into SI, one column a quantity, in the order of the file.
///
/// Every header must be described and every description have its header. All wrong cells are reported together.
fn columns(file: &Arc<SourceFile>, about: &Arc<SourceFile>, source: &Source) -> Result<Vec<Column>, Error> {
    let lines = Lines::of(file, Writer::Csv)?;
    let Some(mut table) = Table::open(lines, None).map_err(|fault| fault.at(file))? else {
        return Err(Error::wrong(format!("{}: the file is empty; it begins with a line of headers", file.name)));
    };
    let described = matched(file, about, &table.headers, source)?;

    let mut values: Vec<Vec<Option<f64>>> = vec![Vec::new(); described.len()];
    let mut wrong = Vec::new();
    while table.next().map_err(|fault| fault.at(file))? {
        if let Some(message) = table.misfit() {
            wrong.push(Diagnostic::new(message).at(&table.row.place(file, None)));
            continue;
        }
        for (index, cell) in table.row.cells.iter().enumerate() {
            let Some(quantity) = &described[index].holds else { continue };
            match number(cell, quantity) {
                Ok(value) => values[index].push(value),
                Err(message) => {
                    let message = format!("{message}, in column `{}`", cut(&described[index].header, 80));
                    wrong.push(Diagnostic::new(message).at(&table.row.place(file, Some(index))));
                }
            }
        }
    }
    if !wrong.is_empty() {
        return Err(Error::Wrong(wrong));
    }
    let columns: Vec<Column> = described
        .iter()
        .zip(values)
        .filter_map(|(described, values)| {
            let Quantity { is, dimension, .. } = described.holds.as_ref()?;
            Some(Column { header: described.header.clone(), is: is.clone(), dimension: *dimension, values })
        })
        .collect();
    enough(file, source.form, &columns)?;
    Ok(columns)
}

/// An empty cell is an unknown; anything else must be a finite number.
fn number(cell: &str, quantity: &Quantity) -> Result<Option<f64>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    units::in_unit(cell, &quantity.unit, quantity.dimension).map(Some).map_err(|error| cut(&error.to_string(), 160))
}

/// What `source.toml` says about each header, in the order of the table.
fn matched<'a>(
    file: &Arc<SourceFile>,
    about: &Arc<SourceFile>,
    headers: &Row,
    source: &'a Source,
) -> Result<Vec<&'a Described>, Error> {
    let mut wrong = Vec::new();
    let mut described: Vec<&Described> = Vec::new();
    for (index, header) in headers.cells.iter().enumerate() {
        let origin = headers.place(file, Some(index));
        match source.columns.iter().find(|column| column.header == header) {
            Some(column) if described.iter().any(|known| known.header == header) => {
                wrong.push(Diagnostic::new(format!("two columns are headed `{}`", column.header)).at(&origin));
            }
            Some(column) => described.push(column),
            None => {
                let shown = cut(header, 80);
                let message = format!("column `{shown}` is not described in {}", about.name);
                let known = source.columns.iter().map(|column| column.header.as_str());
                let help = match nearest(header, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "describe it, or write there:  column.{shown} = {{ is = \"ignored\", reason = \"...\" }}"
                    ),
                };
                wrong.push(Diagnostic::new(message).at(&origin).help(help));
            }
        }
    }
    for column in &source.columns {
        if !headers.cells.iter().any(|header| header == column.header) {
            let message = format!("{} has no column `{}`", file.name, cut(&column.header, 80));
            wrong.push(Diagnostic::new(message).at(&column.origin));
        }
    }
    if wrong.is_empty() { Ok(described) } else { Err(Error::Wrong(wrong)) }
}

fn enough(file: &SourceFile, form: RowKind, columns: &[Column]) -> Result<(), Error> {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let lacking = match form {
        _ if columns.is_empty() => "every column is ignored",
        RowKind::Table if rows == 0 => "there is no row below the headers",
        RowKind::Curve if rows < 2 || columns.len() < 2 => "a curve needs two columns and two points at least",
        _ => return Ok(()),
    };
    Err(Error::wrong(format!("{}: {lacking}", file.name)))
}

/// A dataset by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Titled {
    /// The last part of its folder, as figures and records name it.
    pub name: String,
    /// As a case names it: `reference-data/published/NAME`.
    pub folder: String,
    pub title: String,
    /// The original publication.
    pub cite: String,
}

#[derive(Deserialize)]
struct Head {
    title: String,
    cite: String,
}

/// Every dataset below `reference-data`, sorted by folder. One whose `source.toml` cannot be read is listed with its
/// folder for a title; the error is reported for a case that names it.
///
/// # Errors
/// When the folder cannot be read.
pub fn titles(files: &Files) -> Result<Vec<Titled>, Error> {
    let sources = files.list("reference-data", "source.toml")?;
    let titled = sources.into_iter().filter_map(|file| {
        let folder = file.strip_suffix("/source.toml")?.to_string();
        let name = folder.rsplit('/').next().unwrap_or(&folder).to_string();
        let head = files.text(&file, LARGEST_SOURCE).ok().and_then(|file| toml::from_str::<Head>(&file.text).ok());
        let head = head.unwrap_or_else(|| Head { title: folder.clone(), cite: String::new() });
        Some(Titled { name, folder, title: head.title, cite: head.cite })
    });
    Ok(titled.collect())
}

/// The SHA-256 of a text, in hexadecimal digits.
pub fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}
