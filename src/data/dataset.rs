//! A CSV with its `source.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use toml::Spanned;

use crate::error::{Diagnostic, Error, Origin, SourceFile, cut, nearest};
use crate::units::{self, Dimension};

use super::Files;
use super::lines::{Lines, Writer};
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
    /// The same as a bibliography has it, of an article in a journal.
    pub article: Option<Article>,
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

/// An article in a journal, as a bibliography needs it. What is not known for sure is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// `Kharaz, A. H. and Gorham, D. A. and Salman, A. D.`
    pub authors: String,
    pub title: String,
    pub journal: String,
    pub year: String,
    pub volume: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// `281--291`, or the first.
    pub pages: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doi: Option<String>,
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
        let (mut dataset, described, rows_left_out) = source(path, &about)?;
        dataset.columns = columns(&numbers, &about, &described, dataset.form)?;
        dataset.left_out = left_out(&about, &rows_left_out, dataset.rows())?;
        dataset.physics = sha256(&(without_words(&about.text) + &numbers.text));
        dataset.hashes[0] = sha256(&numbers.text);
        Ok(dataset)
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
fn columns(
    file: &Arc<SourceFile>,
    about: &Arc<SourceFile>,
    described: &[Described],
    form: RowKind,
) -> Result<Vec<Column>, Error> {
    let lines = Lines::of(file, Writer::Csv)?;
    let Some(mut table) = Table::open(lines, None).map_err(|fault| fault.at(file))? else {
        return Err(Error::wrong(format!("{}: the file is empty; it begins with a line of headers", file.name)));
    };
    let described = matched(file, about, &table.headers, described)?;

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
    enough(file, form, &columns)?;
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
    all: &'a [Described],
) -> Result<Vec<&'a Described>, Error> {
    let mut wrong = Vec::new();
    let mut described: Vec<&Described> = Vec::new();
    for (index, header) in headers.cells.iter().enumerate() {
        let origin = headers.place(file, Some(index));
        match all.iter().find(|column| column.header == header) {
            Some(column) if described.iter().any(|known| known.header == header) => {
                wrong.push(Diagnostic::new(format!("two columns are headed `{}`", column.header)).at(&origin));
            }
            Some(column) => described.push(column),
            None => {
                let shown = cut(header, 80);
                let message = format!("column `{shown}` is not described in {}", about.name);
                let known = all.iter().map(|column| column.header.as_str());
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
    for column in all {
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

/// `source.toml` as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: Spanned<String>,
    cite: Spanned<String>,
    read_in: Spanned<String>,
    how: Spanned<String>,
    form: Spanned<String>,
    class: Option<Spanned<String>>,
    article: Option<Article>,
    column: BTreeMap<Spanned<String>, WrittenColumn>,
    #[serde(default)]
    uncertainty: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    left_out: Vec<WrittenLeftOut>,
    frame_rate: Option<Spanned<f64>>,
    pixel_size: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenColumn {
    is: Spanned<String>,
    unit: Option<Spanned<String>>,
    reason: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLeftOut {
    row: Spanned<u32>,
    reason: Spanned<String>,
}

/// What `source.toml` says about one column.
struct Described {
    header: String,
    /// Of the header in `source.toml`.
    origin: Origin,
    holds: Option<Quantity>,
}

/// A column that is not ignored.
struct Quantity {
    is: String,
    /// As `units::in_unit` takes it: empty for a plain number.
    unit: String,
    dimension: Dimension,
}

/// Reads `source.toml`: all but the numbers, what it says about each column and the rows it leaves out. Reports everything that is wrong with
/// its values at once.
fn source(path: &str, file: &Arc<SourceFile>) -> Result<(Dataset, Vec<Described>, Vec<WrittenLeftOut>), Error> {
    let written: Written = toml::from_str(&file.text).map_err(|error| {
        let diagnostic = Diagnostic::new(cut(error.message(), 400));
        match error.span() {
            Some(span) if !span.is_empty() || span.start > 0 => diagnostic.at(&Origin::new(file, span)),
            _ => Diagnostic { message: format!("{}: {}", file.name, diagnostic.message), ..diagnostic },
        }
    })?;
    let mut wrong = Wrong { file, found: Vec::new() };
    for text in [&written.title, &written.cite, &written.read_in] {
        wrong.unless_filled(text);
    }
    wrong.choice("how", &written.how, &["digitised", "tabulated", "computed"]);
    let form = match wrong.choice("form", &written.form, &["table", "curve"]) {
        Some("curve") => RowKind::Curve,
        _ => RowKind::Table,
    };
    let class = written.class.as_ref().and_then(|class| wrong.choice("class", class, &["experiment", "benchmark"]));
    let described = described(&mut wrong, &written);
    let dataset = Dataset {
        path: path.to_string(),
        title: written.title.get_ref().clone(),
        cite: written.cite.get_ref().clone(),
        article: written.article.clone(),
        read_in: format!("{}: {}", written.how.get_ref(), written.read_in.get_ref()),
        form,
        experiment: class == Some("experiment"),
        columns: Vec::new(),
        uncertainty: uncertainty(&mut wrong, &written, &described, form),
        left_out: Vec::new(),
        film: film(&mut wrong, &written),
        hashes: [String::new(), sha256(&file.text)],
        physics: String::new(),
    };
    wrong.end()?;
    Ok((dataset, described, written.left_out))
}

/// The rows left out, counted from 0, once it is known how many there are.
fn left_out(file: &Arc<SourceFile>, written: &[WrittenLeftOut], rows: usize) -> Result<Vec<LeftOut>, Error> {
    let mut wrong = Wrong { file, found: Vec::new() };
    let mut left_out: Vec<LeftOut> = Vec::new();
    for written in written {
        wrong.unless_filled(&written.reason);
        let row = *written.row.get_ref() as usize;
        match row.checked_sub(1) {
            Some(row) if left_out.iter().any(|known| known.row == row) => {
                wrong.add(&written.row, Diagnostic::new(format!("row {} is left out twice", row + 1)));
            }
            Some(row) if row < rows => left_out.push(LeftOut { row, reason: written.reason.get_ref().clone() }),
            _ => {
                let help = format!("the rows of the table are 1, the first below the headers, to {rows}");
                wrong.add(&written.row, Diagnostic::new(format!("there is no row {row}")).help(help));
            }
        }
    }
    wrong.end()?;
    Ok(left_out)
}

/// Frame rate and pixel size of a track.
fn film(wrong: &mut Wrong, written: &Written) -> [Option<f64>; 2] {
    let rate = written.frame_rate.as_ref().map(|rate| *rate.get_ref());
    if let Some(place) =
        written.frame_rate.as_ref().filter(|rate| !(*rate.get_ref() > 0.0 && rate.get_ref().is_finite()))
    {
        let problem = Diagnostic::new("`frame_rate` is not above zero");
        wrong.add(place, problem.help("frames in a second:  frame_rate = 240.0"));
    }
    let size = written.pixel_size.as_ref().and_then(|text| match units::parse(text.get_ref(), Dimension::Length) {
        Ok(size) if size > 0.0 => Some(size),
        Ok(_) => {
            wrong.add(text, Diagnostic::new("`pixel_size` is not above zero").help("write:  pixel_size = \"0.4 mm\""));
            None
        }
        Err(error) => {
            wrong.add(text, Diagnostic::new(format!("`pixel_size`: {error}")));
            None
        }
    });
    [rate, size]
}

fn described(wrong: &mut Wrong, written: &Written) -> Vec<Described> {
    let mut words = BTreeSet::new();
    let mut columns = Vec::new();
    for (header, column) in &written.column {
        wrong.unless_filled(&column.is);
        let is = column.is.get_ref();
        let holds = if is == "ignored" {
            wrong.ignored(column);
            None
        } else {
            if !words.insert(is.clone()) {
                wrong.add(&column.is, Diagnostic::new(format!("two columns are `{is}`")));
            }
            wrong.measured(column)
        };
        let origin = Origin::new(wrong.file, header.span());
        columns.push(Described { header: header.get_ref().clone(), origin, holds });
    }
    columns
}

fn uncertainty(wrong: &mut Wrong, written: &Written, columns: &[Described], form: RowKind) -> BTreeMap<String, Spread> {
    // With a column that could not be read, a word without one proves nothing.
    let sound = wrong.found.is_empty();
    let mut spreads = BTreeMap::new();
    for (word, text) in &written.uncertainty {
        let known = || columns.iter().filter_map(|column| column.holds.as_ref());
        let column = known().find(|quantity| quantity.is == *word.get_ref()).filter(|_| sound);
        // What is read off a curve (its largest force) has no column; what stands in a table has.
        if column.is_none() && sound && form == RowKind::Table {
            let near = nearest(word.get_ref(), known().map(|quantity| quantity.is.as_str()));
            let diagnostic = Diagnostic::new(format!("no column is `{}`", cut(word.get_ref(), 80)));
            wrong.add(word, near.into_iter().fold(diagnostic, |d, near| d.help(format!("did you mean `{near}`?"))));
            continue;
        }
        match spread(text.get_ref(), column.map(|q| q.dimension)) {
            Ok(spread) => {
                spreads.insert(word.get_ref().clone(), spread);
            }
            Err(message) => {
                let help =
                    "write part of the value, \"0.7 %\", or an amount with its unit, \"0.5 deg\", \"0.01 absolute\"";
                wrong.add(text, Diagnostic::new(message).help(help));
            }
        }
    }
    spreads
}

/// Reads `"0.7 %"`, `"0.5 deg"` or `"0.01 absolute"`.
fn spread(text: &str, dimension: Option<Dimension>) -> Result<Spread, String> {
    let (number, unit) = units::split(text);
    let plain = |number| units::in_unit(number, "", Dimension::Number);
    let spread = match unit {
        "%" => plain(number).map(|percent| Spread::Relative(percent / 100.0)),
        "absolute" if dimension.is_none_or(|d| d == Dimension::Number) => plain(number).map(Spread::Absolute),
        "" => return Err(format!("`{}` has no unit", cut(text, 80))),
        _ => match dimension.or_else(|| dimension_of(unit)) {
            Some(dimension) => units::in_unit(number, unit, dimension).map(Spread::Absolute),
            None => return Err(format!("`{}` is not a unit", cut(unit, 80))),
        },
    };
    match spread.map_err(|error| error.to_string())? {
        Spread::Relative(amount) | Spread::Absolute(amount) if amount < 0.0 => {
            Err("an uncertainty is not negative".to_string())
        }
        spread => Ok(spread),
    }
}

fn dimension_of(unit: &str) -> Option<Dimension> {
    units::MEASURED.iter().copied().find(|&dimension| units::in_unit("1", unit, dimension).is_ok())
}

/// What was found wrong with one file so far.
struct Wrong<'a> {
    file: &'a Arc<SourceFile>,
    found: Vec<Diagnostic>,
}

impl Wrong<'_> {
    fn add<T>(&mut self, place: &Spanned<T>, diagnostic: Diagnostic) {
        self.found.push(diagnostic.at(&Origin::new(self.file, place.span())));
    }

    /// Everything that was found, in order of place.
    fn end(mut self) -> Result<(), Error> {
        self.found.sort_by_key(|diagnostic| diagnostic.origin.as_ref().map_or(0, |origin| origin.span.start));
        if self.found.is_empty() { Ok(()) } else { Err(Error::Wrong(self.found)) }
    }

    fn unless_filled(&mut self, text: &Spanned<String>) {
        if text.get_ref().trim().is_empty() {
            self.add(text, Diagnostic::new("this must not be empty"));
        }
    }

    fn choice(&mut self, key: &str, text: &Spanned<String>, choices: &[&'static str]) -> Option<&'static str> {
        let found = choices.iter().copied().find(|choice| choice == text.get_ref());
        if found.is_none() {
            let listed = choices.join("\", \"");
            let message = format!("`{key}` must be one of \"{listed}\"");
            self.add(text, Diagnostic::new(message));
        }
        found
    }

    fn ignored(&mut self, column: &WrittenColumn) {
        match &column.reason {
            Some(reason) => self.unless_filled(reason),
            None => self
                .add(&column.is, Diagnostic::new("an ignored column needs a reason").help("add it:  reason = \"...\"")),
        }
        if let Some(unit) = &column.unit {
            self.add(unit, Diagnostic::new("an ignored column must not have a unit").help("leave it out"));
        }
    }

    fn measured(&mut self, column: &WrittenColumn) -> Option<Quantity> {
        if let Some(reason) = &column.reason {
            let help = "leave it out, or write `is = \"ignored\"`";
            self.add(reason, Diagnostic::new("`reason` belongs to an ignored column").help(help));
        }
        let is = column.is.get_ref().clone();
        let Some(unit) = &column.unit else {
            let help = "write `unit = \"mm\"`, or `unit = \"-\"` for a plain number";
            self.add(&column.is, Diagnostic::new(format!("`{}` has no unit", cut(&is, 80))).help(help));
            return None;
        };
        let written = unit.get_ref().as_str();
        if written == "-" {
            return Some(Quantity { is, unit: String::new(), dimension: Dimension::Number });
        }
        if let Some(dimension) = dimension_of(written) {
            return Some(Quantity { is, unit: written.to_string(), dimension });
        }
        let mut diagnostic = Diagnostic::new(format!("`{}` is not a unit", cut(written, 80)));
        for dimension in units::MEASURED {
            diagnostic = diagnostic.help(format!("{}: {}", dimension.word(), dimension.choices()));
        }
        self.add(unit, diagnostic.help("\"-\" for a plain number"));
        None
    }
}

/// What says where numbers come from, not what they are.
const WORDS: [&str; 6] = ["title", "cite", "article", "read_in", "how", "class"];

/// `source.toml` in one canonical form without comments, title, source and reasons. A text that is no TOML is its own form.
fn without_words(text: &str) -> String {
    let Ok(mut source) = text.parse::<toml::Table>() else { return text.to_string() };
    source.retain(|key, _| !WORDS.contains(&key));
    let columns =
        source.get_mut("column").and_then(toml::Value::as_table_mut).into_iter().flat_map(|all| all.iter_mut());
    columns.filter_map(|(_, column)| column.as_table_mut()).for_each(|column| drop(column.remove("reason")));
    let left_out = source.get_mut("left_out").and_then(toml::Value::as_array_mut).into_iter().flatten();
    left_out.filter_map(toml::Value::as_table_mut).for_each(|row| drop(row.remove("reason")));
    toml::to_string(&source).unwrap_or_else(|_| text.to_string())
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
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    format!("{:x}", Sha256::digest(bytes))
}
