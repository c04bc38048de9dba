//! A table as text: lines, their cells with the place of each, units in headers, decimals.
//!
//! The one reader behind data sets, measurements, recorded trajectories and the output of engines. What a header means, and how a mistake
//! is reported, is up to each of them.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;

use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::number::counted;
use crate::units::{self, Dimension};

/// Bytes of a file that show its encoding and the ends of its lines.
const START: u64 = 4096;
/// Most bytes of a file that is not UTF-8 as a whole: it is turned into that in memory.
const LARGEST_UTF_16: u64 = 16 << 20;
/// Most lines without a cell between a title and what is below it.
const MOST_BLANK: usize = 20;

/// What a text may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Longest line with its end, bytes.
    pub longest: usize,
    /// Whether a last line without an end is refused: what a program writes line by line is cut off there.
    pub ended: bool,
    /// Whether lines that are blank or begin with `#` are passed over.
    pub comments: bool,
    /// Whether a cell in quotes may go on in the next line.
    pub quoted_lines: bool,
    /// Whether UTF-16 and Windows-1252 are read, and what is no text is refused.
    pub foreign: bool,
}

/// A table that people type.
pub(crate) const TYPED: Rules =
    Rules { longest: 64 << 10, ended: false, comments: false, quoted_lines: false, foreign: false };
/// A table that a program writes.
pub(crate) const PRINTED: Rules = Rules { longest: 16 << 10, ended: true, ..TYPED };

/// Why a line cannot be read.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Counted from 1.
    pub line: u64,
    /// Where it begins, bytes from the start of the file.
    start: usize,
    pub kind: FaultKind,
}

#[derive(Debug)]
pub(crate) enum FaultKind {
    Read(io::Error),
    TooLong(usize),
    Unended,
    NotText,
    /// In UTF-16, and why it is not read.
    Utf16(String),
}

impl Fault {
    /// At its place in a file that is held whole.
    pub fn at(self, file: &Arc<SourceFile>) -> Diagnostic {
        let text = file.text.get(self.start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let problem = match self.kind {
            FaultKind::TooLong(longest) => {
                Diagnostic::new(format!("a line of {} bytes; {longest} is the most that is read", text.len()))
            }
            FaultKind::Unended => Diagnostic::new("the last line does not end: the table is cut off here")
                .help("export it again; if it is complete, end its last line with a line break"),
            _ => Diagnostic::new("this is no text"),
        };
        problem.at(&Origin::new(file, self.start..self.start + 1))
    }

    /// In a file that is called `name` and read in pieces.
    pub fn of(self, name: &str) -> Error {
        let line = self.line;
        match self.kind {
            FaultKind::Read(error) => Error::wrong(format!("{name}: {error}")),
            FaultKind::TooLong(longest) => {
                Error::wrong(format!("{name}: line {line}: more than {longest} bytes without an end; is it a table?"))
            }
            FaultKind::Unended => Error::wrong(format!("{name}: line {line} does not end")),
            FaultKind::NotText => {
                let message = format!("{name}: line {line}: this is no text");
                Error::with_help(message, "save the table as CSV in UTF-8")
            }
            FaultKind::Utf16(why) => Error::with_help(format!("{name}: {why}"), "save it as UTF-8"),
        }
    }
}

/// A line without its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// Counted from 1.
    pub number: u64,
    pub text: String,
    start: usize,
    end: &'static str,
}

/// The lines of a text one by one, none of them longer than is held.
pub(crate) struct Lines<'r> {
    input: BufReader<Chain<Cursor<Vec<u8>>, Box<dyn Read + 'r>>>,
    rules: Rules,
    bytes: Vec<u8>,
    /// What was read of the file: lines and bytes.
    read: (u64, usize),
    line: Line,
    ahead: VecDeque<Line>,
    /// How the text was read.
    pub notes: Vec<String>,
    /// Whether a line was not UTF-8.
    old: bool,
}

impl<'r> Lines<'r> {
    /// Looks at the start of a text for its encoding.
    pub fn open(input: impl Read + 'r, rules: Rules) -> Result<Self, Fault> {
        let mut input: Box<dyn Read + 'r> = Box::new(input);
        let failed = |kind| Fault { line: 1, start: 0, kind };
        let mut start = Vec::new();
        let more = |input: &mut dyn Read, start: &mut Vec<u8>, most: u64| {
            input.take(most).read_to_end(start).map_err(|error| failed(FaultKind::Read(error)))
        };
        more(&mut *input, &mut start, START)?;
        let mut notes = Vec::new();
        let big = match start[..] {
            _ if !rules.foreign => None,
            [0xff, 0xfe, ..] => Some(false),
            [0xfe, 0xff, ..] => Some(true),
            [a, 0, b, 0, ..] if a != 0 && b != 0 => Some(false),
            [0, a, 0, b, ..] if a != 0 && b != 0 => Some(true),
            _ => None,
        };
        if let Some(big) = big {
            more(&mut *input, &mut start, LARGEST_UTF_16)?;
            if start.len() as u64 > LARGEST_UTF_16 {
                let why = format!("a file in UTF-16 of more than {LARGEST_UTF_16} bytes is not read");
                return Err(failed(FaultKind::Utf16(why)));
            }
            let unit = |pair: &[u8]| match pair {
                [high, low] if big => u16::from_be_bytes([*high, *low]),
                [low, high] => u16::from_le_bytes([*low, *high]),
                _ => 0xfffd,
            };
            let text: Result<String, _> = char::decode_utf16(start.chunks(2).map(unit)).collect();
            start = text.map_err(|_| failed(FaultKind::Utf16("the file is broken UTF-16".to_string())))?.into_bytes();
            notes.push("the file is UTF-16".to_string());
        }
        if !rules.ended && start.contains(&b'\r') && !start.contains(&b'\n') {
            // Lines end as on a Macintosh of before 2001.
            more(&mut *input, &mut start, LARGEST_UTF_16)?;
            start.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        let input = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(input));
        let (bytes, line, ahead) = (Vec::new(), Line::default(), VecDeque::new());
        Ok(Self { input, rules, bytes, read: (0, 0), line, ahead, notes, old: false })
    }

    /// The lines of a file that is held whole, none of which is wrong.
    pub fn of(file: &'r Arc<SourceFile>, rules: Rules) -> Result<Self, Diagnostic> {
        let open = || Self::open(file.text.as_bytes(), rules);
        let checked = open().and_then(|mut lines| {
            while lines.next()?.is_some() {}
            open()
        });
        checked.map_err(|fault| fault.at(file))
    }

    /// The line that was read last.
    pub fn line(&self) -> &Line {
        &self.line
    }

    pub fn next(&mut self) -> Result<Option<&Line>, Fault> {
        match self.ahead.pop_front() {
            Some(line) => self.line = line,
            None if !self.fetch()? => return Ok(None),
            None => {}
        }
        Ok(Some(&self.line))
    }

    /// Reads the next row; false at the end.
    pub fn row(&mut self, row: &mut Row, separator: u8) -> Result<bool, Fault> {
        if self.next()?.is_none() {
            return Ok(false);
        }
        while row.split(&self.line, separator) && self.rules.quoted_lines {
            let Line { number, mut text, start, end } = std::mem::take(&mut self.line);
            let more = self.next()?.is_some();
            let next = std::mem::take(&mut self.line);
            text.push_str(if more { end } else { "" });
            text.push_str(&next.text);
            self.line = Line { number, text, start, end: next.end };
            if !more {
                break;
            }
        }
        Ok(true)
    }

    /// The next line that holds more than separators, and how many lines ahead it is.
    pub fn peek(&mut self) -> Result<Option<(String, usize)>, Fault> {
        let is_filled = |line: &Line| !is_blank(&line.text);
        while !self.ahead.back().is_some_and(is_filled) && self.ahead.len() < MOST_BLANK && self.look_further()? {}
        let found = self.ahead.iter().position(is_filled);
        Ok(found.and_then(|at| Some((self.ahead.get(at)?.text.clone(), at + 1))))
    }

    /// The next lines, as many as there are.
    pub fn look(&mut self, most: usize) -> Result<impl Iterator<Item = &str>, Fault> {
        while self.ahead.len() < most && self.look_further()? {}
        Ok(self.ahead.iter().take(most).map(|line| line.text.as_str()))
    }

    /// Reads one more line ahead; false at the end.
    fn look_further(&mut self) -> Result<bool, Fault> {
        let present = std::mem::take(&mut self.line);
        let more = self.fetch();
        let next = std::mem::replace(&mut self.line, present);
        let more = more?;
        self.ahead.extend(more.then_some(next));
        Ok(more)
    }

    /// Reads one more line of the file; false at the end.
    fn fetch(&mut self) -> Result<bool, Fault> {
        loop {
            let (number, start) = (self.read.0 + 1, self.read.1);
            let fault = |kind| Fault { line: number, start, kind };
            let failed = |error| fault(FaultKind::Read(error));
            self.bytes.clear();
            let comment = self.rules.comments && self.input.fill_buf().map_err(failed)?.starts_with(b"#");
            let most = if comment { u64::MAX } else { self.rules.longest as u64 + 1 };
            self.input.by_ref().take(most).read_until(b'\n', &mut self.bytes).map_err(failed)?;
            if self.bytes.is_empty() {
                return Ok(false);
            }
            self.read = (number, start + self.bytes.len());
            if !comment && self.bytes.len() > self.rules.longest {
                return Err(fault(FaultKind::TooLong(self.rules.longest)));
            }
            let line = &mut self.line;
            (line.number, line.start) = (number, start);
            line.text.clear();
            let control = |byte: &u8| *byte < 0x20 && ![b'\t', b'\r', b'\n'].contains(byte);
            let plain = !self.rules.foreign || !self.bytes.iter().any(control);
            match std::str::from_utf8(&self.bytes) {
                Ok(text) if plain => line.text.push_str(text),
                Err(_) if self.rules.foreign && plain && self.bytes.iter().all(|&b| windows_1252(b).is_some()) => {
                    line.text.extend(self.bytes.iter().filter_map(|&byte| windows_1252(byte)));
                    if !std::mem::replace(&mut self.old, true) {
                        self.notes.push(format!("line {number} is not UTF-8 and is read as Windows-1252 (Latin-1)"));
                    }
                }
                _ => return Err(fault(FaultKind::NotText)),
            }
            line.end = ["\r\n", "\n", ""].into_iter().find(|end| line.text.ends_with(end)).unwrap_or_default();
            line.text.truncate(line.text.len() - line.end.len());
            if number == 1 && line.text.starts_with('\u{feff}') {
                line.text.drain(..'\u{feff}'.len_utf8());
                line.start += '\u{feff}'.len_utf8();
            }
            let text = line.text.trim_start();
            if self.rules.comments && (text.is_empty() || text.starts_with('#')) {
                continue;
            }
            return match line.end {
                "" if self.rules.ended => Err(fault(FaultKind::Unended)),
                _ => Ok(true),
            };
        }
    }
}

/// Whether a line holds nothing but separators.
pub(crate) fn is_blank(line: &str) -> bool {
    line.trim_matches([',', ';', '\t', ' ', '\r', '\n']).is_empty()
}

/// The character of a byte in the encoding of Western Europe, five bytes of which have none.
fn windows_1252(byte: u8) -> Option<char> {
    const HIGH: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“', '”',
        '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH.get(usize::from(byte - 0x80)).copied().filter(|c| *c != '\0'),
        other => Some(char::from(other)),
    }
}

/// The cells of a line, without blanks and quotes around them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    /// Of its first line, counted from 1.
    pub line: u64,
    /// Its bytes in the file, and those of each cell.
    whole: Range<usize>,
    places: Vec<Range<usize>>,
    /// The cells one after the other, and where each ends.
    text: String,
    ends: Vec<usize>,
}

impl Row {
    /// The cells of a text that is no line of a file.
    pub fn of(text: &str, separator: u8) -> Self {
        let mut row = Self::default();
        row.split(&Line { text: text.to_string(), ..Line::default() }, separator);
        row
    }

    /// Takes the cells of a line; whether the last one is in quotes that do not close.
    fn split(&mut self, line: &Line, separator: u8) -> bool {
        let (text, separator) = (line.text.as_str(), char::from(separator));
        (self.line, self.whole) = (line.number, line.start..line.start + text.len());
        self.places.clear();
        self.ends.clear();
        self.text.clear();
        if separator == ' ' {
            text.split_whitespace().for_each(|cell| self.push(line, cell));
            return false;
        }
        let (mut from, mut begun, mut open) = (0, false, false);
        for (at, c) in text.char_indices() {
            if c == separator && !open {
                self.push(line, &text[from..at]);
                (from, begun) = (at + c.len_utf8(), false);
            } else if c == '"' && (begun || text[from..at].trim().is_empty()) {
                // One that is doubled opens them again.
                (begun, open) = (true, !open);
            }
        }
        self.push(line, &text[from..]);
        open
    }

    fn push(&mut self, line: &Line, cell: &str) {
        let cell = cell.trim();
        let inner = cell.strip_prefix('"').map(|rest| rest.strip_suffix('"').unwrap_or(rest).trim());
        let bare = inner.unwrap_or(cell);
        let start = line.start + (bare.as_ptr() as usize - line.text.as_ptr() as usize);
        self.places.push(start..start + bare.len());
        match inner {
            Some(inner) if inner.contains("\"\"") => self.text.push_str(&inner.replace("\"\"", "\"")),
            _ => self.text.push_str(bare),
        }
        self.ends.push(self.text.len());
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, cell: usize) -> Option<&str> {
        let from = cell.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
        self.text.get(*from..*self.ends.get(cell)?)
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|cell| self.get(cell))
    }

    /// Forgets the cells behind the first ones.
    pub fn truncate(&mut self, cells: usize) {
        self.ends.truncate(cells);
        self.places.truncate(cells);
    }

    /// Where a cell, or else the whole row, stands in its file.
    pub fn place(&self, file: &Arc<SourceFile>, cell: Option<usize>) -> Origin {
        Origin::new(file, cell.and_then(|cell| self.places.get(cell)).unwrap_or(&self.whole).clone())
    }

    /// What is wrong with a row that has another number of cells than there are headers.
    pub fn misfit(&self, headers: usize) -> Option<String> {
        let message = || format!("{} under {}", counted(self.len(), "cell"), counted(headers, "header"));
        (self.len() != headers).then(message)
    }
}

/// What a header may have the unit of behind a stroke.
const IN_HEADERS: &[Dimension] = &[
    Dimension::Length,
    Dimension::Time,
    Dimension::Speed,
    Dimension::Angle,
    Dimension::AngularSpeed,
    Dimension::Force,
    Dimension::Mass,
];

/// Whether a header may state this unit.
pub(crate) fn is_unit(text: &str) -> bool {
    IN_HEADERS.iter().any(|&dimension| units::in_unit("1", text.trim(), dimension).is_ok())
}

/// Whether a cell is a number, or marks a missing one.
pub(crate) fn is_value(cell: &str) -> bool {
    is_gap(cell) || cell.replace(',', ".").replace('\u{2212}', "-").parse::<f64>().is_ok()
}

/// Whether a cell marks a missing number.
pub(crate) fn is_gap(cell: &str) -> bool {
    // Of six languages, without their points and blanks: not measured, keine Angabe, sans donnée.
    const GAPS: [&str; 22] = [
        "nan", "na", "n/a", "#n/a", "#nv", "null", "none", "missing", "nm", "n/m", "nd", "n/d", "ka", "k/a", "sd",
        "ns", "fehlt", "-", "--", "\u{2013}", "\u{2014}", "?",
    ];
    // `#DIV/0!`, `#WERT!` of a spreadsheet.
    let failed = cell.starts_with('#') && (cell.ends_with('!') || cell.ends_with('?'));
    if cell.is_empty() || failed {
        return true;
    }
    // Most cells are numbers.
    if cell.len() > 16 || cell.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let bare: String = cell.chars().filter(|c| *c != '.' && !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    GAPS.contains(&bare.as_str())
}

/// Whether a cell is a number with its unit, `64 cm`.
pub(crate) fn has_unit(cell: &str) -> bool {
    let end = cell.find(|c: char| c.is_alphabetic() || c == '\u{b5}').unwrap_or(0);
    let (number, unit) = cell.split_at(end);
    number.trim().replace(',', ".").parse::<f64>().is_ok() && is_unit(unit)
}

/// The name in a header, and the unit behind it: `Height (cm)`, `Height [cm]`, `Height / cm`, `Height/(cm)`, `Height in cm` and
/// `Height_cm` are the same.
pub(crate) fn name_and_unit(header: &str) -> (&str, Option<String>) {
    let text = header.trim();
    let bracketed = |open, close| {
        let inner = text.strip_suffix(close)?;
        let at = inner.rfind(open)?;
        Some((inner.get(..at)?, inner.get(at + 1..)?.trim()))
    };
    // `v_in` is a speed, and in no inches; of the strokes of `speed / m/s` the second is in the unit.
    let behind_blank = text.rsplit_once('_').filter(|(_, unit)| *unit != "in");
    let tails = [text.rsplit_once(" in "), behind_blank, text.split_once('/'), text.rsplit_once('/')];
    let mut tails =
        tails.into_iter().flatten().filter(|(_, unit)| is_unit(unit)).map(|(name, unit)| (name, unit.trim()));
    let split = bracketed('(', ')').or_else(|| bracketed('[', ']')).or_else(|| tails.next());
    let (name, unit) = split.map_or((text, None), |(name, unit)| (name, Some(symbol(unit))));
    (name.trim_end().trim_end_matches('/').trim_end(), unit)
}

/// `m/s2` of `m/s^2` and `m/s²`, `in` of `inches`.
fn symbol(unit: &str) -> String {
    match unit {
        "inch" | "inches" | "\"" => "in".to_string(),
        "foot" | "feet" | "'" => "ft".to_string(),
        _ => unit.replace('^', "").replace('²', "2").replace('³', "3"),
    }
}

/// How the numbers of a table are written: with a point or a comma, as the first cell that has one of them shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimals {
    mark: Option<char>,
    /// Whether commas separate cells: one in a number is of a quoted cell then.
    commas: bool,
}

impl Decimals {
    pub fn new(separator: u8) -> Self {
        Self { mark: None, commas: separator == b',' }
    }

    /// A number with a decimal point, and what is wrong with it.
    pub fn pointed(&mut self, cell: &str) -> Result<String, String> {
        let shown = crate::error::cut(cell, 40);
        let mark = match (cell.contains('.'), cell.contains(',')) {
            (true, true) => {
                return Err(format!(
                    "`{shown}` has a point and a comma: write numbers without separators of thousands"
                ));
            }
            (true, false) => Some('.'),
            (false, true) => Some(','),
            (false, false) => None,
        };
        let last = cell.rsplit(',').next().map_or(0, str::len);
        match (self.mark, mark) {
            (Some(known), Some(mark)) if known != mark => {
                let [here, before] =
                    [mark, known].map(|m| if m == ',' { "a decimal comma" } else { "a decimal point" });
                return Err(format!("`{shown}` has {here}, the cells before it have {before}"));
            }
            // `1,234` for 1234: of a quoted cell, where commas separate cells.
            (None, Some(',')) if self.commas && cell.len() > 4 && !cell.starts_with('0') && last == 3 => {
                return Err(format!(
                    "`{shown}` has a comma before three digits: write numbers without separators of thousands"
                ));
            }
            (None, Some(_)) => self.mark = mark,
            _ => {}
        }
        let pointed = if mark == Some(',') { cell.replace(',', ".") } else { cell.to_string() };
        Ok(pointed.replace('\u{2212}', "-"))
    }
}
