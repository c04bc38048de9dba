//! A table as a spreadsheet or a phone writes it: separators, decimals, units, gaps.

use std::collections::BTreeSet;
use std::io::Read;

use super::besides::{Besides, Collector, Film, Gap};
use super::header::Header;
use super::layout::{FILE, Long, SHEET};
use super::mapping::{Mapping, header_words, place};
use super::workbook::NO_VALUE;
use super::{Measured, Totals, Visit};
use crate::data::lines::{Fault, Lines, Writer};
use crate::data::table::{Table, is_gap, is_value, with_unit};
use crate::error::{Diagnostic, Error, cut};
use crate::units::{self, Dimension};

/// Most columns.
const MOST_COLUMNS: usize = 1024;
/// Texts of rows that are not read, that are named.
const NAMED: usize = 8;

/// A table that is read row by row: a row is a line.
pub(super) struct Sheet<'r> {
    name: String,
    pub headers: Vec<Header>,
    table: Table<'r>,
    row: u64,
    /// The lines of the file, of a table that was laid out anew.
    lines: &'r [u64],
    /// Columns that are read.
    read: Vec<bool>,
    /// Of the present row: the columns that are empty, whether that counts, and whether something of it is not used.
    empty: Vec<usize>,
    wanting: bool,
    skipped: bool,
    besides: Collector,
    mapping: Mapping,
    /// Columns that rows are chosen by, each with the text they have, and what the other rows have.
    chosen: Vec<(usize, String)>,
    others: (u64, BTreeSet<String>),
    /// The text last seen in each of these columns, and how many empty cells below one were read as it.
    above: Vec<String>,
    filled: u64,
    visit: &'r mut Visit<'r>,
    pub tally: Totals,
}

impl<'r> Sheet<'r> {
    /// Reads the headers.
    pub fn open(
        name: &str,
        input: &'r mut dyn Read,
        mapping: &Mapping,
        visit: &'r mut Visit<'r>,
    ) -> Result<Self, Error> {
        mapping.check()?;
        let of = |fault: Fault| fault.of(name);
        let lines = Lines::open(input, Writer::Anybody).map_err(of)?;
        let named = |cell: &str| {
            let mut columns = mapping.columns.iter().map(|(_, header)| header);
            columns.any(|header| header == cell) || mapping.units.iter().any(|(header, _)| header == cell)
        };
        let known = |cell: &str| named(cell) || Header::new(cell).is_known();
        let Some(mut table) = Table::open(lines, Some(&known)).map_err(of)? else {
            return Err(Error::wrong(format!("{name}: the file is empty; it begins with a line of headers")));
        };
        if table.headers.cells.len() > MOST_COLUMNS {
            let message =
                format!("{name}: {} columns; {MOST_COLUMNS} is the most that is read", table.headers.cells.len());
            return Err(Error::wrong(message));
        }
        let mut headers: Vec<Header> = table.headers.cells.iter().map(Header::new).collect();
        for (index, header) in headers.iter().enumerate() {
            let same = |other: &Header| other.text == header.text && !header.text.is_empty();
            if headers.iter().take(index).any(same) {
                let (line, shown) = (table.line(), cut(&header.text, 80));
                return Err(Error::wrong(format!("{name}: line {line}: two columns are headed `{shown}`")));
            }
        }
        let mut besides = Collector::default();
        besides.found.notes = table.notes();
        let mut read = vec![false; headers.len()];
        let at = |text: &str, key: &str| place(name, &headers, text, key);
        let chosen = mapping.rows.iter().map(|(text, wanted)| Ok((at(text, "where")?, wanted.clone())));
        let chosen: Vec<(usize, String)> = chosen.collect::<Result<_, Error>>()?;
        let places = mapping.columns.iter().map(|(word, text)| Ok((word, at(text, word)?)));
        let places: Vec<(&String, usize)> = places.collect::<Result<_, Error>>()?;
        let units = mapping.units.iter().map(|(text, unit)| Ok((unit, at(text, "units")?)));
        let units: Vec<(&String, usize)> = units.collect::<Result<_, Error>>()?;
        for (at, header) in headers.iter_mut().enumerate() {
            if let Some((word, _)) = places.iter().find(|(_, place)| *place == at) {
                header.words = header_words(word).unwrap_or_default();
                header.mapped = true;
            } else if places.iter().any(|(word, _)| header_words(word).is_some_and(|words| words == header.words)) {
                // What is mapped by name is meant, whatever else has that header.
                header.words = format!("other {}", header.original);
            } else if header.is_foreign() {
                besides.found.notes.push(format!("the column `{}` is read as {}", cut(&header.text, 80), header.words));
            }
            if let Some((unit, _)) = units.iter().find(|(_, place)| *place == at) {
                header.unit = Some((*unit).clone()).filter(|unit| unit.as_str() != "-");
            }
        }
        for (column, _) in &chosen {
            read[*column] = true;
        }
        Ok(Self {
            name: name.to_string(),
            read,
            headers,
            table,
            row: 0,
            lines: &[],
            empty: Vec::new(),
            wanting: false,
            skipped: false,
            besides,
            mapping: mapping.clone(),
            above: vec![String::new(); chosen.len()],
            filled: 0,
            chosen,
            others: (0, BTreeSet::new()),
            visit,
            tally: Totals::default(),
        })
    }

    /// Reads the headers of a table that was laid out anew: its lines are those of the file.
    pub fn laid_out(
        name: &str,
        input: &'r mut dyn Read,
        long: &'r Long,
        mapping: &Mapping,
        visit: &'r mut Visit<'r>,
    ) -> Result<Self, Error> {
        let mut sheet = Self::open(name, input, mapping, visit)?;
        sheet.lines = &long.lines;
        sheet.besides.found.notes.splice(0..0, long.notes.iter().cloned());
        Ok(sheet)
    }

    /// How the table is to be read.
    pub fn mapping(&self) -> &Mapping {
        &self.mapping
    }

    /// Keeps a track for its picture.
    pub fn keep(&mut self, film: Film) {
        self.besides.found.track = Some(film);
    }

    /// Takes down that times between bounces are those of the flights.
    pub fn without_contact(&mut self) {
        self.besides.found.without_contact = true;
    }

    /// Takes down what was found in the table.
    pub fn note(&mut self, note: String) {
        self.besides.found.notes.push(note);
    }

    /// Whether a reading that is too large by `over` is so by noise: within three of its standard deviations; then it is noted.
    pub fn noisy(&mut self, over: f64, sigma: f64, what: &str) -> bool {
        let noise = over >= 0.0 && over < 3.0 * sigma;
        if noise {
            let (line, times) = (self.line(), over / sigma);
            self.note(format!(
                "line {line}: {what}, by {times:.1} of its standard deviations: used, as a noisy reading"
            ));
        }
        noise
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
            if !self.table.next().map_err(|fault| fault.of(&self.name))? {
                self.end()?;
                return Ok(false);
            }
            // A spreadsheet ends with rows of nothing but separators.
            if self.table.row.cells.iter().all(str::is_empty) {
                continue;
            }
            self.row += 1;
            let mut filled = 0;
            for ((column, _), above) in self.chosen.iter().zip(&mut self.above) {
                match self.table.row.text(*column) {
                    // Merged cells of a spreadsheet are empty but for the first.
                    "" => filled += u64::from(!above.is_empty()),
                    text => *above = text.to_string(),
                }
            }
            let Some(other) = self.chosen.iter().zip(&self.above).find(|((_, wanted), above)| wanted != *above) else {
                self.filled += filled;
                break;
            };
            self.others.0 += 1;
            if self.others.1.len() <= NAMED {
                self.others.1.insert(cut(other.1, 40));
            }
        }
        if !self.text(0).is_empty() && self.text(0) == self.headers[0].text {
            let message = format!("{}: the header line is repeated: two tables in one file", self.place());
            return Err(Error::with_help(message, "write one table per file"));
        }
        let headers = self.headers.len();
        // A spreadsheet writes empty columns behind the last one.
        if self.table.row.cells.iter().skip(headers).all(str::is_empty) {
            self.table.row.cells.truncate(headers);
        }
        if let Some(message) = self.table.misfit() {
            let error = Diagnostic::new(format!("{}: {message}", self.place()));
            let commas = self.table.separator == b',' && self.table.row.cells.len() > headers;
            let help = commas.then_some("decimal commas? then separate the cells with semicolons or tabs");
            return Err(help.into_iter().fold(error, Diagnostic::help).into());
        }
        Ok(true)
    }

    /// What the rows have that are not read, once all are passed.
    fn end(&mut self) -> Result<(), Error> {
        if self.chosen.is_empty() {
            return Ok(());
        }
        let chosen = self.chosen.iter().filter_map(|(column, wanted)| {
            Some(format!("{} = \"{}\"", self.headers.get(*column)?.text, cut(wanted, 40)))
        });
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        let (count, others) = (self.others.0, self.others.1.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>());
        if self.others.0 == self.row {
            let message = format!("{}: no row has {chosen}", self.name);
            return Err(Error::with_help(message, format!("there is: {}", others.join(", "))));
        }
        if count > 0 {
            let rows = if count == 1 { "row is" } else { "rows are" };
            self.note(format!("{count} {rows} not read: where = {{ {chosen} }}; they have {}", others.join(", ")));
        }
        if self.filled > 0 {
            self.note(format!("empty cells read as the text above them, in rows of {chosen}: {}", self.filled));
        }
        Ok(())
    }

    /// Takes down what was passed over in the present row.
    fn leave(&mut self) {
        if self.row > 0 {
            let line = (!self.skipped && self.empty.is_empty()).then_some(self.line());
            self.besides.row(self.row, self.table.row.cells.iter(), &self.read, line);
        }
        if self.skipped || self.wanting {
            let header = |&column: &usize| {
                let header = cut(&self.headers.get(column)?.text, 80);
                let cell = self.text(column);
                Some(if cell.is_empty() { header } else { format!("{header} has `{}`", cut(cell, 40)) })
            };
            let columns = self.empty.iter().filter_map(header).collect();
            self.besides.gap(Gap { line: self.line(), columns, skipped: self.skipped });
        }
        self.empty.clear();
        (self.wanting, self.skipped) = (false, false);
    }

    /// Something of the present row is not used, because of a gap.
    pub fn skip(&mut self) {
        self.skipped = true;
        self.tally.gaps += 1;
    }

    /// Hands a measurement on.
    ///
    /// # Errors
    /// Where intervals grow too often to be those of one ball that bounces.
    pub fn hand_on(&mut self, measured: Measured) -> Result<(), Error> {
        if let Measured::Throw(throw) = &measured {
            let grown = throw.intervals.windows(2).filter(|pair| pair[1] > pair[0]).count();
            // One may be a bounce that was missed.
            if grown > 1 && 3 * grown >= throw.intervals.len() - 1 {
                let (first, last) = (throw.row_of(0), throw.row_of(throw.intervals.len() - 1));
                let message = format!(
                    "{}: rows {first} to {last}: {grown} of {} intervals are longer than the one before: as those of one throw they would \
                     create energy",
                    self.name,
                    throw.intervals.len()
                );
                let help = "rows of several throws? tell them apart in a column `throw`; intervals of a throw side by side in a row? write \
                            them one below the other";
                return Err(Error::with_help(message, help));
            }
        }
        self.tally.measured += 1;
        (self.visit)(measured)
    }

    /// What the whole table was and what was passed over, once it is read; an error where no row was complete.
    pub fn done(self) -> Result<(Totals, Besides), Error> {
        if self.tally.measured == 0 {
            let uncomputed = |gap: &Gap| gap.columns.iter().find(|column| column.contains(NO_VALUE)).cloned();
            let gaps = &self.besides.found.gaps;
            if let Some((gap, column)) = gaps.iter().find_map(|gap| Some((gap, uncomputed(gap)?))) {
                let message = format!("{}: line {}: {column}: no row is complete", self.name, gap.line);
                return Err(Error::with_help(message, RECALCULATE));
            }
            let error = Diagnostic::new(format!("{}: there is no complete row below the headers", self.name));
            return Err(self.besides.found.notes.iter().take(NAMED).fold(error, Diagnostic::help).into());
        }
        let flagged = |wanted| self.headers.iter().zip(&self.read).filter(move |(_, read)| **read == wanted);
        if let Some((at, (line, text))) = self.besides.foot() {
            let header = flagged(false).nth(at).map_or(String::new(), |(header, _)| cut(&header.text, 80));
            let message = format!("{}: line {line}, column `{header}`: `{text}` below numbers", self.name);
            return Err(Error::with_help(message, "if this line is no measurement, such as a mean: remove it"));
        }
        let (mut besides, mut table) = (self.besides, self.table);
        besides.found.notes.extend(table.notes());
        let unread = flagged(false).map(|(header, _)| (cut(&header.text, 80), header.unit.clone()));
        let mut besides = besides.done(unread);
        let about = |header: &Header| (cut(&header.text, 80), header.words.clone(), header.unit.clone());
        besides.read = flagged(true).map(|(header, _)| about(header)).collect();
        Ok((self.tally, besides))
    }

    /// The present row, counted from 1 below the headers; empty lines do not count, rows that are not chosen do.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// Line of the present row, counted from 1.
    pub fn line(&self) -> u64 {
        let line = self.table.line();
        let of_file = usize::try_from(line).ok().and_then(|line| self.lines.get(line.checked_sub(1)?));
        of_file.copied().unwrap_or(line)
    }

    /// `FILE: line 3`, or of several tables `FOLDER/FILE: line 3`.
    pub fn place(&self) -> String {
        let several = self.headers.first().filter(|header| [SHEET, FILE].contains(&header.text.as_str()));
        let part = several.map(|_| self.text(0)).filter(|part| !part.is_empty() && !self.lines.is_empty());
        let part = part.map_or(String::new(), |part| format!("/{}", cut(part, 80)));
        format!("{}{part}: line {}", self.name, self.line())
    }

    /// Something wrong with a cell of the present row.
    pub fn wrong(&self, column: usize, message: &str) -> Diagnostic {
        Diagnostic::new(format!("{}, column `{}`: {message}", self.place(), cut(&self.headers[column].text, 80)))
    }

    /// Why the table is refused at a cell of the present row, and what to do about it.
    pub fn refused(&self, column: usize, message: &str, help: &str) -> Error {
        self.wrong(column, message).help(help).into()
    }

    /// A reading that no experiment gives: the table is refused, unless the case leaves the row out, which is noted then. The caller
    /// passes over the row.
    pub fn misread(&mut self, column: usize, message: &str, help: &str) -> Result<(), Error> {
        let row = self.row;
        if self.mapping.left_out.contains(&row) {
            self.besides.found.misread.push(row);
            self.note(format!("line {}: {message}; the case leaves the row out", self.line()));
            return Ok(());
        }
        let left =
            format!("if it was misread, leave it out in a case:  left_out = [{{ row = {row}, reason = \"...\" }}]");
        Err(self.wrong(column, message).help(help).help(left).into())
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
        self.table.row.text(column)
    }

    /// A cell of the present row as it fits in a message.
    pub fn shown(&self, column: usize) -> String {
        cut(self.text(column), 40)
    }

    /// [`Self::check_unit`] of several columns.
    pub fn check_units(&self, columns: impl IntoIterator<Item = usize>, dimension: Dimension) -> Result<(), Error> {
        columns.into_iter().try_for_each(|column| self.check_unit(column, dimension))
    }

    /// The unit of a column, which must have the dimension it is read in.
    pub fn check_unit(&self, column: usize, dimension: Dimension) -> Result<(), Error> {
        let Header { text, unit, .. } = &self.headers[column];
        let shown = cut(text, 80);
        if unit.is_none() && (dimension == Dimension::Number || self.unit_in_cells(column).is_some()) {
            return Ok(());
        }
        let Some(unit) = unit else {
            let error = Diagnostic::new(format!("{}: column `{shown}` has no unit", self.place()));
            // As another column has it.
            let known = self.headers.iter().filter_map(|header| header.unit.as_deref());
            let unit = known.into_iter().find(|unit| units::in_unit("1", unit, dimension).is_ok());
            // Nothing in a laboratory takes ten seconds to come down.
            let first = self.table.first.cells.get(column).and_then(|cell| cell.replace(',', ".").parse::<f64>().ok());
            let long = dimension == Dimension::Time && first.is_some_and(|first| first >= 10.0);
            let unit = unit.unwrap_or(if long { "ms" } else { dimension.si() });
            let help = format!("write `{shown} ({unit})`");
            let other =
                format!("or give it:  units = {{ \"{shown}\" = \"{unit}\" }}, --units '{shown}={unit}' for `fit`");
            let error = if self.table.numbered { error } else { error.help(help) };
            return Err(if dimension == Dimension::Number { error } else { error.help(other) }.into());
        };
        match units::in_unit("1", unit, dimension) {
            Ok(_) => Ok(()),
            Err(error) => Err(Error::wrong(format!("{}: column `{shown}`: {error}", self.place()))),
        }
    }

    /// A number of the present row in SI; `None` for a gap.
    pub fn number(&mut self, column: usize, dimension: Dimension) -> Result<Option<f64>, Error> {
        self.reads(column);
        let (number, unit) = self.number_and_unit(column)?;
        let pointed = match self.table.point(&number) {
            Ok(Some(pointed)) => pointed,
            Ok(None) => {
                if !self.empty.contains(&column) {
                    self.empty.push(column);
                }
                return Ok(None);
            }
            Err(message) => return Err(self.wrong(column, &message).into()),
        };
        let (cell, shown) = (self.text(column), self.shown(column));
        match units::in_unit(&pointed, &unit, dimension) {
            Ok(value) => Ok(Some(value)),
            Err(_) if pointed.trim_start_matches(['+', '-']).to_ascii_lowercase().starts_with("inf") => {
                Err(self.wrong(column, &format!("`{shown}` is not finite")).into())
            }
            Err(_) => {
                let problem = self.wrong(column, &format!("`{shown}` is not a number"));
                let word = cell.chars().all(char::is_alphabetic);
                let remark = word.then(|| {
                    "if the number is missing: leave the cell empty; if this line is no measurement, such as a mean: remove it"
                        .to_string()
                });
                let helps = alone(cell, &self.headers[column].words).or(remark);
                Err(helps.into_iter().fold(problem, Diagnostic::help).into())
            }
        }
    }

    /// The text of a number of the present row, and its unit: of the header, or of the cell.
    fn number_and_unit(&self, column: usize) -> Result<(String, String), Error> {
        let cell = self.text(column);
        let own = with_unit(cell);
        match (&self.headers[column].unit, own) {
            (None, own) => match (own, self.unit_in_cells(column)) {
                (Some((number, unit)), Some(_)) => Ok((number.to_string(), unit)),
                (None, Some(unit)) if !is_gap(cell) => {
                    let message = format!("`{}` has no unit, as other cells of the column have", self.shown(column));
                    let help = match is_value(cell) {
                        true => format!("write `{} {unit}`, or in its own unit", self.shown(column)),
                        false => UNITS_IN_CELLS.to_string(),
                    };
                    Err(self.refused(column, &message, &help))
                }
                _ => Ok((cell.to_string(), String::new())),
            },
            (Some(unit), Some((number, own))) if own == *unit => Ok((number.to_string(), own)),
            (Some(unit), _) => Ok((cell.to_string(), unit.clone())),
        }
    }

    /// The unit of the first cell of a column whose header has none, if the cells have their own.
    fn unit_in_cells(&self, column: usize) -> Option<String> {
        let own = with_unit(self.table.first.cells.get(column)?)?.1;
        self.headers.get(column).is_some_and(|header| header.unit.is_none()).then_some(own)
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

    /// The first row, before it is read.
    pub fn first(&self, column: usize) -> Option<&str> {
        self.table.first.cells.get(column)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the table has no headers.
    pub fn is_numbered(&self) -> bool {
        self.table.numbered
    }
}

/// What to do about `64 cm` in a cell.
const UNITS_IN_CELLS: &str = "write each number with its unit where the header has none, or the numbers alone, all in one unit, and that unit in the header";
/// What to do about a formula without a value.
const RECALCULATE: &str = "open the workbook in a spreadsheet program, let it recalculate, and save it";

/// How to write a value that has its error beside it, `64 ± 1`, or its unit, `64 cm`.
fn alone(cell: &str, words: &str) -> Option<String> {
    let Some((value, error)) = ["\u{b1}", "+-", "+/-"].iter().find_map(|sign| cell.split_once(sign)) else {
        return with_unit(cell).map(|_| UNITS_IN_CELLS.to_string());
    };
    let (value, error, words) = (value.trim(), error.trim(), words.trim_end_matches(" height"));
    Some(format!(
        "write {value} here and {error} in a column `{words} sigma`: one standard deviation, not the largest error"
    ))
}
