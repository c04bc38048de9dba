//! Lines of a text in any of the encodings of spreadsheets and phones.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Chain, Cursor, Read};

use crate::error::Error;

/// Longest line that is read, in bytes. The csv reader itself has no limit.
const LONGEST_LINE: usize = 64 << 10;
/// Bytes of a file that show its encoding and the ends of its lines.
const START: u64 = 4096;
/// Most bytes of a file that is not UTF-8 as a whole: it is turned into that in memory.
const LARGEST_UTF_16: u64 = 16 << 20;

/// Most lines without a cell between a title and what is below it.
const MOST_BLANK: usize = 20;

/// Lines, none of them longer than is held.
pub(super) struct Lines<'r> {
    input: BufReader<Chain<Cursor<Vec<u8>>, &'r mut dyn Read>>,
    bytes: Vec<u8>,
    /// Of the line that was read last, counted from 1.
    pub number: u64,
    line: String,
    ahead: VecDeque<String>,
    /// How the text was read.
    pub notes: Vec<String>,
    /// Whether a line was not UTF-8.
    old: bool,
}

impl<'r> Lines<'r> {
    /// Turns a file that is UTF-16 into UTF-8.
    pub fn open(name: &str, input: &'r mut dyn Read) -> Result<Self, Error> {
        let failed = |error: std::io::Error| Error::wrong(format!("{name}: {error}"));
        let mut start = Vec::new();
        (&mut *input).take(START).read_to_end(&mut start).map_err(failed)?;
        let mut notes = Vec::new();
        let big = match start[..] {
            [0xff, 0xfe, ..] => Some(false),
            [0xfe, 0xff, ..] => Some(true),
            [a, 0, b, 0, ..] if a != 0 && b != 0 => Some(false),
            [0, a, 0, b, ..] if a != 0 && b != 0 => Some(true),
            _ => None,
        };
        if let Some(big) = big {
            (&mut *input).take(LARGEST_UTF_16).read_to_end(&mut start).map_err(failed)?;
            if start.len() as u64 > LARGEST_UTF_16 {
                let message = format!("{name}: a file in UTF-16 of more than {LARGEST_UTF_16} bytes is not read");
                return Err(Error::with_help(message, "save it as UTF-8"));
            }
            let unit = |pair: &[u8]| match pair {
                [high, low] if big => u16::from_be_bytes([*high, *low]),
                [low, high] => u16::from_le_bytes([*low, *high]),
                _ => 0xfffd,
            };
            let text: Result<String, _> = char::decode_utf16(start.chunks(2).map(unit)).collect();
            let Ok(text) = text else {
                return Err(Error::with_help(format!("{name}: the file is broken UTF-16"), "save it as UTF-8"));
            };
            start = text.into_bytes();
            notes.push("the file is UTF-16".to_string());
        }
        if start.contains(&b'\r') && !start.contains(&b'\n') {
            // Lines end as on a Macintosh of before 2001.
            (&mut *input).take(LARGEST_UTF_16).read_to_end(&mut start).map_err(failed)?;
            start.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
        let input = BufReader::new(Cursor::new(start).chain(input));
        let (bytes, line, ahead) = (Vec::new(), String::new(), VecDeque::new());
        Ok(Self { input, bytes, number: 0, line, ahead, notes, old: false })
    }

    pub fn next(&mut self, name: &str) -> Result<Option<&str>, Error> {
        match self.ahead.pop_front() {
            Some(line) => self.line = line,
            None if !self.fetch(name, 1)? => return Ok(None),
            None => {}
        }
        self.number += 1;
        Ok(Some(&self.line))
    }

    /// The next line that holds more than separators, and how many lines ahead it is.
    pub fn peek(&mut self, name: &str) -> Result<Option<(String, usize)>, Error> {
        let is_filled = |line: &String| !line.trim_matches([',', ';', '\t', ' ', '\r', '\n']).is_empty();
        let present = std::mem::take(&mut self.line);
        while !self.ahead.back().is_some_and(is_filled) && self.ahead.len() < MOST_BLANK {
            if !self.fetch(name, self.ahead.len() as u64 + 1)? {
                break;
            }
            self.ahead.push_back(std::mem::take(&mut self.line));
        }
        self.line = present;
        let found = self.ahead.iter().position(is_filled);
        Ok(found.and_then(|at| Some((self.ahead.get(at)?.trim_end_matches(['\r', '\n']).to_string(), at + 1))))
    }

    /// The next lines, as many as there are.
    pub fn look(&mut self, name: &str, most: usize) -> Result<Vec<String>, Error> {
        let present = std::mem::take(&mut self.line);
        while self.ahead.len() < most && self.fetch(name, self.ahead.len() as u64 + 1)? {
            self.ahead.push_back(std::mem::take(&mut self.line));
        }
        self.line = present;
        Ok(self.ahead.iter().take(most).map(|line| line.trim_end_matches(['\r', '\n']).to_string()).collect())
    }

    /// Reads the line that is so many behind the present one; false at the end.
    fn fetch(&mut self, name: &str, behind: u64) -> Result<bool, Error> {
        self.bytes.clear();
        let most = LONGEST_LINE as u64 + 1;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.bytes);
        read.map_err(|error| Error::wrong(format!("{name}: {error}")))?;
        if self.bytes.is_empty() {
            return Ok(false);
        }
        let number = self.number + behind;
        if self.bytes.len() > LONGEST_LINE {
            let message =
                format!("{name}: line {number}: more than {LONGEST_LINE} bytes without an end; is it a table?");
            return Err(Error::wrong(message));
        }
        self.line.clear();
        let control = |byte: &u8| *byte < 0x20 && ![b'\t', b'\r', b'\n'].contains(byte);
        let plain = !self.bytes.iter().any(control);
        match std::str::from_utf8(&self.bytes) {
            Ok(line) if plain => self.line.push_str(line),
            Err(_) if plain && self.bytes.iter().all(|&byte| windows_1252(byte).is_some()) => {
                self.line.extend(self.bytes.iter().filter_map(|&byte| windows_1252(byte)));
                if !std::mem::replace(&mut self.old, true) {
                    self.notes.push(format!("line {number} is not UTF-8 and is read as Windows-1252 (Latin-1)"));
                }
            }
            _ => {
                let message = format!("{name}: line {number}: this is no text");
                return Err(Error::with_help(message, "save the table as CSV in UTF-8"));
            }
        }
        Ok(true)
    }
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

/// Fails, rather than ends, after so many bytes.
pub(super) struct Limited<R> {
    inner: R,
    left: u64,
}

impl<R> Limited<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, left: LARGEST_FILE }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| std::io::Error::other(format!("it unpacks to more than {LARGEST_FILE} bytes")))?;
        Ok(count)
    }
}

pub(super) const LARGEST_FILE: u64 = 16 << 20;
