//! The lines of a text that people or programs wrote, in any of the encodings of spreadsheets and phones.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::sync::Arc;

use crate::error::{Diagnostic, Error, Origin, SourceFile};

/// Bytes of a file that show its encoding and the ends of its lines.
const START: u64 = 4096;
/// Most bytes of a file that is not UTF-8 as a whole: it is turned into that in memory.
const LARGEST_UTF_16: u64 = 16 << 20;
/// Most lines without a cell between a title and what is below it.
const MOST_BLANK: usize = 20;

/// Who wrote a text, and so what it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// A program, line by line: where the last line does not end the file is cut off. Lines of numbers are short.
    Program,
    /// A program, with comments behind `#` and blank lines, which are passed over.
    Annotated,
    /// Who follows RFC 4180: a cell in quotes may go on in the next line.
    Csv,
    /// Anybody: in UTF-16 or Windows-1252 too, and what is no text is refused.
    Anybody,
}

impl Writer {
    /// Longest line with its end, bytes.
    fn longest(self) -> usize {
        if self.is_program() { 16 << 10 } else { 64 << 10 }
    }

    fn is_program(self) -> bool {
        matches!(self, Self::Program | Self::Annotated)
    }
}

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
    /// Where it begins in the file, bytes, and how it ends.
    pub start: usize,
    pub end: &'static str,
}

/// What was read to tell the encoding, and the rest.
type Begun<'r> = Chain<Cursor<Vec<u8>>, Box<dyn Read + 'r>>;

/// The lines of a text one by one, none of them longer than is held.
pub(crate) struct Lines<'r> {
    input: BufReader<Begun<'r>>,
    pub writer: Writer,
    bytes: Vec<u8>,
    /// What was read of the file: lines and bytes.
    read: (u64, usize),
    /// The line that was read last.
    pub line: Line,
    ahead: VecDeque<Line>,
    /// How the text was read.
    pub notes: Vec<String>,
    /// Whether a line was not UTF-8.
    old: bool,
}

impl<'r> Lines<'r> {
    /// Looks at the start of a text for its encoding.
    pub fn open(input: impl Read + 'r, writer: Writer) -> Result<Self, Fault> {
        let mut input: Box<dyn Read + 'r> = Box::new(input);
        let failed = |kind| Fault { line: 1, start: 0, kind };
        let mut start = Vec::new();
        let more = |input: &mut dyn Read, start: &mut Vec<u8>, most: u64| {
            input.take(most).read_to_end(start).map_err(|error| failed(FaultKind::Read(error)))
        };
        more(&mut *input, &mut start, START)?;
        let mut notes = Vec::new();
        let big = match start[..] {
            _ if writer != Writer::Anybody => None,
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
        if !writer.is_program() && start.contains(&b'\r') && !start.contains(&b'\n') {
            // Lines end as on a Macintosh of before 2001.
            more(&mut *input, &mut start, LARGEST_UTF_16)?;
            start.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        let input = BufReader::with_capacity(1 << 16, Cursor::new(start).chain(input));
        let (bytes, line, ahead) = (Vec::new(), Line::default(), VecDeque::new());
        Ok(Self { input, writer, bytes, read: (0, 0), line, ahead, notes, old: false })
    }

    /// The lines of a file that is held whole, none of which is wrong.
    pub fn of(file: &'r Arc<SourceFile>, writer: Writer) -> Result<Self, Diagnostic> {
        let open = || Self::open(file.text.as_bytes(), writer);
        let checked = open().and_then(|mut lines| {
            while lines.next()?.is_some() {}
            open()
        });
        checked.map_err(|fault| fault.at(file))
    }

    pub fn next(&mut self) -> Result<Option<&Line>, Fault> {
        match self.ahead.pop_front() {
            Some(line) => self.line = line,
            None if !self.fetch()? => return Ok(None),
            None => {}
        }
        Ok(Some(&self.line))
    }

    /// Puts the present line back: it is the next one again.
    pub fn back(&mut self) {
        self.ahead.push_front(self.line.clone());
    }

    /// The next line that holds more than separators, and how many lines ahead it is.
    pub fn peek(&mut self) -> Result<Option<(&str, usize)>, Fault> {
        let is_filled = |line: &Line| !is_blank(&line.text);
        while !self.ahead.back().is_some_and(is_filled) && self.ahead.len() < MOST_BLANK && self.look_further()? {}
        let found = self.ahead.iter().position(is_filled);
        Ok(found.and_then(|at| Some((self.ahead.get(at)?.text.as_str(), at + 1))))
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
        let (foreign, longest) = (self.writer == Writer::Anybody, self.writer.longest());
        loop {
            let (number, start) = (self.read.0 + 1, self.read.1);
            let fault = |kind| Fault { line: number, start, kind };
            let failed = |error| fault(FaultKind::Read(error));
            self.bytes.clear();
            let annotated = self.writer == Writer::Annotated;
            let comment = annotated && self.input.fill_buf().map_err(failed)?.starts_with(b"#");
            let most = if comment { u64::MAX } else { longest as u64 + 1 };
            self.input.by_ref().take(most).read_until(b'\n', &mut self.bytes).map_err(failed)?;
            if self.bytes.is_empty() {
                return Ok(false);
            }
            self.read = (number, start + self.bytes.len());
            if !comment && self.bytes.len() > longest {
                return Err(fault(FaultKind::TooLong(longest)));
            }
            let line = &mut self.line;
            (line.number, line.start) = (number, start);
            line.text.clear();
            let control = |byte: &u8| *byte < 0x20 && ![b'\t', b'\r', b'\n'].contains(byte);
            let plain = !foreign || !self.bytes.iter().any(control);
            match std::str::from_utf8(&self.bytes) {
                Ok(text) if plain => line.text.push_str(text),
                Err(_) if foreign && plain && self.bytes.iter().all(|&byte| windows_1252(byte).is_some()) => {
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
                line.text.remove(0);
                line.start += '\u{feff}'.len_utf8();
            }
            let text = line.text.trim_start();
            if annotated && (text.is_empty() || text.starts_with('#')) {
                continue;
            }
            if self.writer.is_program() && line.end.is_empty() {
                return Err(fault(FaultKind::Unended));
            }
            return Ok(true);
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
