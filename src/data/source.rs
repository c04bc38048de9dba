//! `source.toml`: what the numbers of a dataset are and where they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::error::{Diagnostic, Error, Origin, SourceFile, cut, nearest};
use crate::units::{self, Dimension};

use super::{LeftOut, RowKind, Spread};

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: Spanned<String>,
    cite: Spanned<String>,
    read_in: Spanned<String>,
    how: Spanned<String>,
    form: Spanned<String>,
    class: Option<Spanned<String>>,
    column: BTreeMap<Spanned<String>, WrittenColumn>,
    #[serde(default)]
    uncertainty: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    left_out: Vec<WrittenLeftOut>,
    frame_rate: Option<Spanned<f64>>,
    pixel_size: Option<Spanned<String>>,
}

/// What says where numbers come from, not what they are.
const WORDS: [&str; 5] = ["title", "cite", "read_in", "how", "class"];

/// The file in one canonical form without comments, title, source and reasons. A text that is no TOML is its own form.
pub(super) fn without_words(text: &str) -> String {
    let Ok(mut source) = text.parse::<toml::Table>() else { return text.to_string() };
    source.retain(|key, _| !WORDS.contains(&key));
    let columns =
        source.get_mut("column").and_then(toml::Value::as_table_mut).into_iter().flat_map(|all| all.iter_mut());
    columns.filter_map(|(_, column)| column.as_table_mut()).for_each(|column| drop(column.remove("reason")));
    let left_out = source.get_mut("left_out").and_then(toml::Value::as_array_mut).into_iter().flatten();
    left_out.filter_map(toml::Value::as_table_mut).for_each(|row| drop(row.remove("reason")));
    toml::to_string(&source).unwrap_or_else(|_| text.to_string())
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

/// The file as meant; the rows left out are checked when the table has been read.
pub(super) struct Source {
    pub title: String,
    pub cite: String,
    pub read_in: String,
    pub form: RowKind,
    pub experiment: bool,
    pub columns: Vec<Described>,
    pub uncertainty: BTreeMap<String, Spread>,
    left_out: Vec<WrittenLeftOut>,
    /// Frames in a second, and m in a pixel, of a track.
    pub film: [Option<f64>; 2],
}

/// What `source.toml` says about one column.
pub(super) struct Described {
    pub header: String,
    /// Of the header in `source.toml`.
    pub origin: Origin,
    pub holds: Option<Quantity>,
}

/// A column that is not ignored.
pub(super) struct Quantity {
    pub is: String,
    /// As `units::in_unit` takes it: empty for a plain number.
    pub unit: String,
    pub dimension: Dimension,
}

/// Reads `source.toml`; reports everything that is wrong with its values at once.
pub(super) fn read(file: &Arc<SourceFile>) -> Result<Source, Error> {
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
    let experiment = class == Some("experiment");
    let columns = columns(&mut wrong, &written);
    let uncertainty = uncertainty(&mut wrong, &written, &columns, form);
    let film = film(&mut wrong, &written);
    wrong.end()?;
    let (how, read_in) = (written.how.get_ref(), written.read_in.get_ref());
    Ok(Source {
        title: written.title.get_ref().clone(),
        cite: written.cite.get_ref().clone(),
        read_in: format!("{how}: {read_in}"),
        form,
        experiment,
        columns,
        uncertainty,
        left_out: written.left_out,
        film,
    })
}

impl Source {
    /// The rows left out, counted from 0, once it is known how many there are.
    pub fn left_out(&self, file: &Arc<SourceFile>, rows: usize) -> Result<Vec<LeftOut>, Error> {
        let mut wrong = Wrong { file, found: Vec::new() };
        let mut left_out: Vec<LeftOut> = Vec::new();
        for written in &self.left_out {
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

fn columns(wrong: &mut Wrong, written: &Written) -> Vec<Described> {
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
