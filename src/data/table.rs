//! `data.csv`: the numbers of a dataset.

use std::ops::Range;
use std::sync::Arc;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::error::{Diagnostic, Error, Origin, SourceFile, cut, nearest};
use crate::number::counted;
use crate::units;

use super::source::{Described, Quantity, Source};
use super::{Column, RowKind};

/// Longest line that is read, in bytes. The csv reader itself has no limit.
const LONGEST_LINE: usize = 64 << 10;

/// Reads the table into SI, one column a quantity, in the order of the file.
///
/// Every header must be described and every description have its header. All wrong cells are reported together.
pub(super) fn read(file: &Arc<SourceFile>, about: &Arc<SourceFile>, source: &Source) -> Result<Vec<Column>, Error> {
    refuse_long_lines(file)?;
    let mut reader =
        ReaderBuilder::new().trim(Trim::All).flexible(true).has_headers(false).from_reader(file.text.as_bytes());
    let mut records = reader.records();
    let Some(headers) = records.next() else {
        return Err(Error::wrong(format!("{}: the file is empty; it begins with a line of headers", file.name)));
    };
    let headers = headers.map_err(|error| broken(file, &error))?;
    let described = matched(file, about, &headers, source)?;

    let mut values: Vec<Vec<Option<f64>>> = vec![Vec::new(); headers.len()];
    let mut wrong = Vec::new();
    for record in records {
        let record = record.map_err(|error| broken(file, &error))?;
        if record.len() != headers.len() {
            let message = format!("{} under {}", counted(record.len(), "cell"), counted(headers.len(), "header"));
            wrong.push(Diagnostic::new(message).at(&place(file, &record, None)));
            continue;
        }
        for (index, cell) in record.iter().enumerate() {
            let Some(quantity) = &described[index].holds else { continue };
            match number(cell, quantity) {
                Ok(value) => values[index].push(value),
                Err(message) => {
                    let message = format!("{message}, in column `{}`", cut(&described[index].header, 80));
                    wrong.push(Diagnostic::new(message).at(&place(file, &record, Some(index))));
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
    headers: &StringRecord,
    source: &'a Source,
) -> Result<Vec<&'a Described>, Error> {
    let mut wrong = Vec::new();
    let mut described: Vec<&Described> = Vec::new();
    for (index, header) in headers.iter().enumerate() {
        let origin = place(file, headers, Some(index));
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
        if !headers.iter().any(|header| header == column.header) {
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

fn refuse_long_lines(file: &Arc<SourceFile>) -> Result<(), Error> {
    let mut start = 0;
    for line in file.text.split_inclusive('\n') {
        if line.len() > LONGEST_LINE {
            let message = format!("a line of {} bytes; {LONGEST_LINE} is the most that is read", line.len());
            return Err(Diagnostic::new(message).at(&Origin::new(file, start..start + 1)).into());
        }
        start += line.len();
    }
    Ok(())
}

/// Where a cell, or a whole record, stands.
fn place(file: &Arc<SourceFile>, record: &StringRecord, cell: Option<usize>) -> Origin {
    let start = record.position().map_or(0, |position| position.byte() as usize);
    Origin::new(file, span(&file.text, start, cell))
}

fn span(text: &str, start: usize, cell: Option<usize>) -> Range<usize> {
    let rest = text.get(start..).unwrap_or_default();
    // The reader counts line ends it skips to the record that follows.
    let start = start + (rest.len() - rest.trim_start_matches(['\r', '\n']).len());
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let whole = start..start + line.len();
    let Some(index) = cell.filter(|_| !line.contains('"')) else { return whole };
    let mut from = start;
    for (i, part) in line.split(',').enumerate() {
        if i == index {
            let blank = part.len() - part.trim_start().len();
            return from + blank..from + blank + part.trim().len();
        }
        from += part.len() + 1;
    }
    whole
}

fn broken(file: &Arc<SourceFile>, error: &csv::Error) -> Error {
    let message = format!("not a CSV file: {}", cut(&error.to_string(), 160));
    let start = error.position().map_or(0, |position| position.byte() as usize);
    Diagnostic::new(message).at(&Origin::new(file, span(&file.text, start, None))).into()
}
