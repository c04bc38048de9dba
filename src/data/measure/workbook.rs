//! The sheets of a workbook as tables: one row a line, so that messages have the row of the sheet.
//!
//! The forms are read in [`xlsx`](super::xlsx), [`ods`](super::ods) and [`old_workbook`](super::old_workbook), cell by cell and within limits. A
//! library for all of them, calamine 0.38, was tried: files of less than 6 kB end the program or take 12 GB. It also changes what compresses
//! pictures and pages, and so the bytes of each.

use std::collections::BTreeSet;

use crate::data::table::{is_gap, is_value};
use crate::error::{Diagnostic, Error, cut};
use crate::number::counted;

/// Most sheets, most columns and the last row of one.
const MOST_SHEETS: usize = 256;
pub(super) const MOST_COLUMNS: usize = 1024;
pub(super) const LAST_ROW: usize = 1 << 20;
/// Most cells of the rectangle from A1 to the last one.
const MOST_CELLS: usize = 4 << 20;
/// Most bytes of the text of all sheets.
const LARGEST_TEXT: usize = 32 << 20;
/// Sheets of phyphox that hold measurements.
const KNOWN: [&str; 3] = ["Energy", "Multiple", "Sequence"];

/// A sheet of a workbook.
pub(super) struct Sheet {
    pub name: String,
    /// One row a line, cells between tabs.
    pub text: String,
    /// Cells that are numbers.
    numbers: usize,
    /// Whether the program shows it.
    shown: bool,
    /// Rows and columns that it does not show, and that are not read.
    hidden: [usize; 2],
}

/// What a cell has whose value was never computed.
pub(super) const NO_VALUE: &str = "#formula without a stored value!";

/// The cells of a sheet, from left to right and from top to bottom.
#[derive(Default)]
pub(super) struct Grid {
    text: String,
    /// Where the next cell is, from 0.
    row: usize,
    column: usize,
    /// Cells of the longest row.
    columns: usize,
    numbers: usize,
    /// Whether the sheet itself is hidden.
    pub unseen: bool,
    /// Rows and columns that are hidden, from 0. Their cells are passed over: nobody saw them.
    pub hidden: [BTreeSet<usize>; 2],
    /// Those of them that hold something.
    passed: [BTreeSet<usize>; 2],
}

impl Grid {
    /// Adds a cell; `counted` where it is a number if its text is one.
    ///
    /// # Errors
    /// Where it is not behind the last one, or too far away.
    pub fn put(&mut self, (row, column): (usize, usize), text: &str, counted: bool) -> Result<(), String> {
        if column >= MOST_COLUMNS || row > LAST_ROW {
            return Err(format!("a cell beyond column {MOST_COLUMNS}, or the last row a sheet can have"));
        }
        if (row, column) < (self.row, self.column) {
            return Err(format!("cells out of order in row {}", row + 1));
        }
        for (at, place) in [row, column].into_iter().enumerate() {
            if self.hidden[at].contains(&place) {
                self.passed[at].insert(place);
                return Ok(());
            }
        }
        let (rows, columns) = (row + 1, self.columns.max(column + 1));
        if rows * columns > MOST_CELLS {
            return Err(format!("cells to row {rows} and column {columns}; {MOST_CELLS} cells are read"));
        }
        while self.row < row {
            self.text.push('\n');
            (self.row, self.column) = (self.row + 1, 0);
        }
        while self.column < column {
            self.text.push('\t');
            self.column += 1;
        }
        self.text.push_str(text);
        self.text.push('\t');
        (self.column, self.columns) = (column + 1, columns);
        self.numbers += usize::from(counted && is_value(text) && !is_gap(text));
        if self.text.len() > LARGEST_TEXT {
            return Err(format!("a sheet of more than {LARGEST_TEXT} bytes"));
        }
        Ok(())
    }

    /// Adds the sheet, with lines of one number of cells, to those before it.
    ///
    /// # Errors
    /// Where all of them together are too large.
    pub fn add_to(self, sheets: &mut Vec<Sheet>, name: String) -> Result<(), String> {
        let mut text = String::with_capacity(self.text.len());
        for line in self.text.lines() {
            text.push_str(line);
            text.push_str(&"\t".repeat(self.columns - line.matches('\t').count()));
            text.push('\n');
        }
        let size = sheets.iter().map(|sheet| sheet.text.len()).sum::<usize>() + text.len();
        if sheets.len() >= MOST_SHEETS || size > LARGEST_TEXT + MOST_CELLS {
            return Err(format!("more than {MOST_SHEETS} sheets, or than {LARGEST_TEXT} bytes"));
        }
        let (shown, hidden) = (!self.unseen, self.passed.map(|places| places.len()));
        sheets.push(Sheet { name: cut(&name, 80), text, numbers: self.numbers, shown, hidden });
        Ok(())
    }
}

pub(super) fn broken(name: &str, why: &str) -> Error {
    let error = Diagnostic::new(format!("{name}: a workbook that cannot be read: {}", cut(why, 120)));
    error.help("save the sheet as CSV, or the workbook as .xlsx without a password").into()
}

/// The sheet that is read, and notes on the others and on what it hides.
pub(super) fn chosen<'s>(name: &str, sheets: &'s [Sheet]) -> Result<(&'s Sheet, Vec<String>), Error> {
    let holds = |sheet: &&Sheet| sheet.numbers > 1 && !sheet.name.starts_with("Metadata");
    let (filled, unseen): (Vec<&Sheet>, Vec<&Sheet>) = sheets.iter().filter(holds).partition(|sheet| sheet.shown);
    let known = filled.iter().position(|sheet| KNOWN.contains(&sheet.name.as_str()));
    let names: Vec<&str> = filled.iter().map(|sheet| sheet.name.as_str()).collect();
    let chosen = match (known, filled.len()) {
        (Some(known), _) => filled[known],
        (None, 1) => filled[0],
        // What its cells have instead is shown by the reader of the table.
        (None, 0) if sheets.len() == 1 && sheets[0].shown => &sheets[0],
        (None, 0) => {
            return Err(match unseen.first() {
                Some(sheet) => {
                    let message =
                        format!("{name}: the sheet `{}` is hidden, and no other one holds numbers", sheet.name);
                    Error::with_help(message, "unhide it, or save it as CSV")
                }
                None => broken(name, "no sheet holds numbers"),
            });
        }
        (None, _) => {
            let message = format!("{name}: several sheets hold numbers: {}", cut(&names.join(", "), 160));
            return Err(Error::with_help(message, "keep one table in the workbook, or save the sheet as CSV"));
        }
    };
    let others = sheets.iter().filter(|other| other.name != chosen.name);
    let others: Vec<String> =
        others.map(|other| format!("{}{}", other.name, if other.shown { "" } else { " (hidden)" })).collect();
    let mut notes = Vec::new();
    if !others.is_empty() {
        notes.push(format!("sheets that are not read: {}", cut(&others.join(", "), 160)));
    }
    for (count, what) in chosen.hidden.into_iter().zip(["row", "column"]) {
        if count > 0 {
            let (what, them) = (counted(count, what), if count == 1 { "it" } else { "them" });
            notes.push(format!(
                "{what} of the sheet hidden, or filtered out, and not read: unhide {them} to use {them}"
            ));
        }
    }
    Ok((chosen, notes))
}

/// Text of a cell: a line is a row, and a quote would begin a quoted cell.
pub(super) fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ").replace('"', "\u{201d}").trim().to_string()
}
