//! A table as a spreadsheet or a phone writes it: separators, decimals, units, gaps.

use std::io::{BufRead, BufReader, Read};

use csv::{ReaderBuilder, StringRecord, Trim};

use super::besides::{Besides, Collector, Gap};
use crate::error::{Diagnostic, Error, cut};
use crate::units::{self, Dimension};

/// Longest line that is read, in bytes. The csv reader itself has no limit.
const LONGEST_LINE: usize = 64 << 10;
/// Most columns.
const MOST_COLUMNS: usize = 1024;

/// What a header may have the unit of behind a stroke.
const IN_HEADERS: &[Dimension] = &[
    Dimension::Length,
    Dimension::Time,
    Dimension::Speed,
    Dimension::Angle,
    Dimension::AngularSpeed,
    Dimension::Force,
];

/// One header: what it is called, and the unit behind it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    /// As in the file.
    pub text: String,
    /// Lower case, single blanks, without the unit.
    pub words: String,
    pub unit: Option<String>,
}

impl Header {
    /// `Height (cm)`, `height [cm]`, `height / cm` and `height_cm` are the same.
    fn new(text: &str) -> Self {
        let text = text.trim();
        let bracketed = |open, close| {
            let inner = text.strip_suffix(close)?;
            let at = inner.rfind(open)?;
            Some((&inner[..at], inner[at + 1..].trim()))
        };
        let tail = |separator| {
            let (name, unit) = text.rsplit_once(separator)?;
            let known = IN_HEADERS.iter().any(|&d| units::in_unit("1", unit.trim(), d).is_ok());
            known.then_some((name, unit.trim()))
        };
        let split = bracketed('(', ')').or_else(|| bracketed('[', ']')).or_else(|| tail('/')).or_else(|| tail('_'));
        let (name, unit) = split.map_or((text, None), |(name, unit)| (name, Some(unit.to_string())));
        let words: Vec<String> = name
            .split(|c: char| c.is_whitespace() || c == '_')
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect();
        let unit = unit.filter(|unit| unit != "-" && unit != "1");
        Self { text: text.to_string(), words: words.join(" "), unit }
    }
}

/// A table that is read row by row: a row is a line.
pub(super) struct Sheet<R: Read> {
    name: String,
    pub headers: Vec<Header>,
    separator: u8,
    /// `.` or `,`, once a cell has shown it.
    decimal: Option<char>,
    lines: Lines<R>,
    record: StringRecord,
    row: u64,
    /// Columns that are read.
    read: Vec<bool>,
    /// Of the present row: the columns that are empty, whether that counts, and whether something of it is not used.
    empty: Vec<usize>,
    wanting: bool,
    skipped: bool,
    besides: Collector,
}

impl<R: Read> Sheet<R> {
    /// Reads the line of headers.
    pub fn open(name: &str, input: R) -> Result<Self, Error> {
        let mut lines = Lines { input: BufReader::new(input), bytes: Vec::new(), number: 0 };
        let first = lines.next(name)?.unwrap_or_default();
        let text = first.trim_start_matches('\u{feff}').trim().to_string();
        if text.is_empty() {
            return Err(Error::wrong(format!("{name}: the file is empty; it begins with a line of headers")));
        }
        let separator = [b'\t', b';'].into_iter().find(|&s| text.as_bytes().contains(&s)).unwrap_or(b',');
        let headers = cells(&text, separator).map_err(|error| broken(name, 1, &error))?;
        if headers.len() > MOST_COLUMNS {
            let message = format!("{name}: {} columns; {MOST_COLUMNS} is the most that is read", headers.len());
            return Err(Error::wrong(message));
        }
        let headers: Vec<Header> = headers.iter().map(Header::new).collect();
        for (index, header) in headers.iter().enumerate() {
            if headers[..index].iter().any(|other| other.text == header.text) {
                let message = format!("{name}: line 1: two columns are headed `{}`", cut(&header.text, 80));
                return Err(Error::wrong(message));
            }
        }
        let decimal = (separator == b',').then_some('.');
        Ok(Self {
            name: name.to_string(),
            read: vec![false; headers.len()],
            headers,
            separator,
            decimal,
            lines,
            record: StringRecord::new(),
            row: 0,
            empty: Vec::new(),
            wanting: false,
            skipped: false,
            besides: Collector::default(),
        })
    }

    /// The column whose words satisfy a test.
    pub fn column(&self, mut wanted: impl FnMut(&str) -> bool) -> Option<usize> {
        self.headers.iter().position(|header| wanted(&header.words))
    }

    /// All such columns, in the order of the file.
    pub fn columns(&self, wanted: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.headers.len()).filter(|&index| wanted(&self.headers[index].words)).collect()
    }

    /// Goes to the next row; false at the end.
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.leave();
        loop {
            let Some(line) = self.lines.next(&self.name)? else { return Ok(false) };
            let record = cells(line, self.separator);
            self.record = record.map_err(|error| broken(&self.name, self.lines.number, &error))?;
            // A spreadsheet ends with rows of nothing but separators.
            if self.record.iter().any(|cell| !cell.is_empty()) {
                break;
            }
        }
        if self.record.get(0).is_some_and(|cell| cell == self.headers[0].text) {
            let error =
                Diagnostic::new(format!("{}: the header line is repeated: two tables in one file", self.place()));
            return Err(error.help("write one table a file").into());
        }
        let (cells, headers) = (self.record.len(), self.headers.len());
        if cells != headers {
            let error = Diagnostic::new(format!("{}: {cells} cells under {headers} headers", self.place()));
            let commas = self.separator == b',' && cells > headers;
            return Err(if commas {
                error.help("decimal commas? then separate the cells with semicolons or tabs")
            } else {
                error
            }
            .into());
        }
        self.row += 1;
        Ok(true)
    }

    /// Takes down what was passed over in the present row.
    fn leave(&mut self) {
        if self.row > 0 {
            self.besides.row(self.record.iter(), &self.read);
        }
        if self.skipped || self.wanting {
            let header = |&column: &usize| self.headers.get(column).map(|header| cut(&header.text, 80));
            let columns = self.empty.iter().filter_map(header).collect();
            self.besides.gap(Gap { line: self.line(), columns, skipped: self.skipped });
        }
        self.empty.clear();
        (self.wanting, self.skipped) = (false, false);
    }

    /// Something of the present row is not used, because of a gap.
    pub fn skip(&mut self) {
        self.skipped = true;
    }

    /// What was passed over in the whole table, once it is read.
    pub fn besides(self) -> Besides {
        let unread = self.headers.iter().zip(&self.read).filter(|(_, read)| !**read);
        self.besides.done(unread.map(|(header, _)| cut(&header.text, 80)))
    }

    /// The present row, counted from 1 below the headers; empty lines do not count.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Line of the present row, counted from 1.
    pub fn line(&self) -> u64 {
        self.lines.number
    }

    /// `FILE: line 3`
    pub fn place(&self) -> String {
        format!("{}: line {}", self.name, self.line())
    }

    /// Something wrong with a cell of the present row.
    pub fn wrong(&self, column: usize, message: &str) -> Diagnostic {
        Diagnostic::new(format!("{}, column `{}`: {message}", self.place(), cut(&self.headers[column].text, 80)))
    }

    /// A cell of the present row that tells rows apart.
    pub fn key(&mut self, column: usize) -> String {
        self.reads(column);
        self.text(column).to_string()
    }

    fn reads(&mut self, column: usize) {
        if let Some(read) = self.read.get_mut(column) {
            *read = true;
        }
    }

    /// A cell of the present row as it stands.
    pub fn text(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default()
    }

    /// A cell of the present row as it fits in a message.
    pub fn shown(&self, column: usize) -> String {
        cut(self.text(column), 40)
    }

    /// The unit of a column, which must have the dimension it is read in.
    pub fn check_unit(&self, column: usize, dimension: Dimension) -> Result<(), Error> {
        let Header { text, unit, .. } = &self.headers[column];
        let shown = cut(text, 80);
        if dimension == Dimension::Number && unit.is_none() {
            return Ok(());
        }
        let Some(unit) = unit else {
            let error = Diagnostic::new(format!("{}: line 1: column `{shown}` has no unit", self.name));
            return Err(error.help(format!("write `{shown} ({})`", dimension.si())).into());
        };
        match units::in_unit("1", unit, dimension) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::wrong(format!("{}: line 1: column `{shown}`: {error}", self.name))),
        }
    }

    /// A number of the present row in SI; `None` for a gap.
    pub fn number(&mut self, column: usize, dimension: Dimension) -> Result<Option<f64>, Error> {
        self.reads(column);
        let cell = self.record.get(column).unwrap_or_default();
        if cell.is_empty() || cell.eq_ignore_ascii_case("nan") {
            if !self.empty.contains(&column) {
                self.empty.push(column);
            }
            return Ok(None);
        }
        let shown = cut(cell, 40);
        let mark = match (cell.contains('.'), cell.contains(',')) {
            (true, true) => {
                let message =
                    format!("`{shown}` has a point and a comma: write numbers without separators of thousands");
                return Err(self.wrong(column, &message).into());
            }
            (true, false) => Some('.'),
            (false, true) => Some(','),
            (false, false) => None,
        };
        match (self.decimal, mark) {
            (Some(known), Some(mark)) if known != mark => {
                let [here, before] =
                    [mark, known].map(|m| if m == ',' { "a decimal comma" } else { "a decimal point" });
                return Err(self
                    .wrong(column, &format!("`{shown}` has {here}, the cells before it have {before}"))
                    .into());
            }
            (None, Some(_)) => self.decimal = mark,
            _ => {}
        }
        let unit = self.headers[column].unit.as_deref().unwrap_or_default();
        let pointed = if mark == Some(',') { cell.replace(',', ".") } else { cell.to_string() };
        match units::in_unit(&pointed, unit, dimension) {
            Ok(value) => Ok(Some(value)),
            Err(_) if pointed.trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("inf") => {
                Err(self.wrong(column, &format!("`{shown}` is not finite")).into())
            }
            Err(_) => Err(self.wrong(column, &format!("`{shown}` is not a number")).into()),
        }
    }

    /// A number above zero; `None` for a gap.
    pub fn positive(&mut self, column: usize, dimension: Dimension) -> Result<Option<f64>, Error> {
        match self.number(column, dimension)? {
            Some(value) if value <= 0.0 => {
                let message = format!("`{}` is not above zero", cut(self.text(column), 40));
                Err(self.wrong(column, &message).into())
            }
            other => Ok(other),
        }
    }

    /// A number above zero of a column that may not be there.
    pub fn optional(&mut self, column: Option<usize>, dimension: Dimension) -> Result<Option<f64>, Error> {
        let found = column.map_or(Ok(None), |column| self.positive(column, dimension))?;
        self.wanting |= column.is_some() && found.is_none();
        Ok(found)
    }

    /// A number of either sign of a column that may not be there.
    pub fn finite(&mut self, column: Option<usize>, dimension: Dimension) -> Result<Option<f64>, Error> {
        column.map_or(Ok(None), |column| self.number(column, dimension))
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The cells of one line, quotes taken off.
fn cells(line: &str, separator: u8) -> Result<StringRecord, csv::Error> {
    // Building a reader costs more than a line of numbers.
    if !line.contains('"') {
        let line = line.trim_end_matches(['\r', '\n']);
        return Ok(line.split(char::from(separator)).map(str::trim).collect());
    }
    let mut builder = ReaderBuilder::new();
    builder.delimiter(separator).trim(Trim::All).has_headers(false).buffer_capacity(line.len().clamp(64, 4096));
    let mut record = StringRecord::new();
    builder.from_reader(line.as_bytes()).read_record(&mut record)?;
    Ok(record)
}

fn broken(name: &str, line: u64, error: &csv::Error) -> Error {
    Error::wrong(format!("{name}: line {line}: {}", cut(&error.to_string(), 160)))
}

/// Lines, none of them longer than is held.
struct Lines<R: Read> {
    input: BufReader<R>,
    bytes: Vec<u8>,
    /// Of the line that was read last, counted from 1.
    number: u64,
}

impl<R: Read> Lines<R> {
    fn next(&mut self, name: &str) -> Result<Option<&str>, Error> {
        self.bytes.clear();
        let most = LONGEST_LINE as u64 + 1;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.bytes);
        read.map_err(|error| Error::wrong(format!("{name}: {error}")))?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let place = format_args!("{name}: line {}", self.number);
        if self.bytes.len() > LONGEST_LINE {
            let message = format!("{place}: more than {LONGEST_LINE} bytes without an end; is it a table?");
            return Err(Error::wrong(message));
        }
        if self.number == 1 && [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| self.bytes.starts_with(mark)) {
            return Err(Diagnostic::new(format!("{name}: the file is UTF-16")).help("save it as UTF-8").into());
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(Diagnostic::new(format!("{place}: not UTF-8 text")).help("save it as UTF-8").into()),
        }
    }
}
