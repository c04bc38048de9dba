//! A workbook of the old format (.xls, [MS-XLS], BIFF8 in a compound file), which phyphox writes on Android.
//!
//! The cells are read here: a library for this format, tried on damaged files, panics.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use super::workbook::{MOST_COLUMNS, Sheet, broken, plain};
use crate::error::{Error, cut};
use crate::number::exact;

/// How it begins.
pub(super) const MARK: &[u8] = b"\xd0\xcf\x11\xe0";

/// Most cells of the rectangle from A1 to the last one.
const MOST_CELLS: usize = 4 << 20;

/// The records that are read, [MS-XLS] section 2.3.
mod record {
    pub const FORMULA: u16 = 0x06;
    pub const END: u16 = 0x0A;
    pub const PASSWORD: u16 = 0x2F;
    pub const CONTINUE: u16 = 0x3C;
    pub const SHEET: u16 = 0x85;
    pub const NUMBERS: u16 = 0xBD;
    pub const TEXTS: u16 = 0xFC;
    pub const TEXT: u16 = 0xFD;
    pub const NUMBER: u16 = 0x203;
    pub const LABEL: u16 = 0x204;
    pub const FLAG: u16 = 0x205;
    pub const STRING: u16 = 0x207;
    pub const SHORT: u16 = 0x27E;
    pub const BEGIN: u16 = 0x809;
}

/// Bytes that are taken from the front; `None` where there are too few.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn byte(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn word(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn long(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next record: kind and content.
    fn record(&mut self) -> Option<(u16, Bytes<'a>)> {
        let kind = self.word()?;
        let length = self.word()?;
        Some((kind, Bytes(self.take(length.into())?)))
    }

    /// So many characters; `wide` ones have two bytes.
    fn characters(&mut self, count: usize, wide: bool) -> Option<Vec<u16>> {
        let bytes = self.take(if wide { 2 * count } else { count })?;
        Some(match wide {
            true => bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
            false => bytes.iter().map(|byte| u16::from(*byte)).collect(),
        })
    }

    fn text(&mut self, count: usize) -> Option<String> {
        let wide = self.byte()? & 1 == 1;
        self.characters(count, wide).map(|text| String::from_utf16_lossy(&text))
    }
}

/// The sheets of a workbook.
pub(super) fn sheets(name: &str, bytes: &[u8]) -> Result<Vec<Sheet>, Error> {
    let stream = stream(bytes).map_err(|why| broken(name, &why))?;
    let mut records = Bytes(&stream);
    let (mut found, mut texts) = (Vec::new(), Vec::new());
    while let Some((kind, mut content)) = records.record() {
        match kind {
            record::PASSWORD => return Err(broken(name, "it has a password")),
            record::TEXTS => {
                let mut parts = vec![content];
                while let Some((record::CONTINUE, part)) = records.clone().record() {
                    parts.push(part);
                    records.record();
                }
                texts = shared(parts);
            }
            record::SHEET => found.extend(place(&mut content)),
            // What follows is the first sheet.
            record::END => break,
            _ => {}
        }
    }
    let sheet = |(called, begins): (String, u32)| {
        let records = Bytes(stream.get(begins as usize..).unwrap_or_default());
        let (text, numbers) = table(&cells(records, &texts)).map_err(|why| broken(name, &why))?;
        Ok(Sheet { name: called, text, numbers })
    };
    found.into_iter().map(sheet).collect()
}

fn stream(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let stream = file.open_stream("/Workbook").map_err(|_| "it is of before 1997, or no workbook".to_string())?;
    let mut records = Vec::new();
    // No stream is longer than the file.
    stream.take(bytes.len() as u64).read_to_end(&mut records).map_err(|error| error.to_string())?;
    Ok(records)
}

/// Name of a sheet with cells, and where its records begin.
fn place(content: &mut Bytes<'_>) -> Option<(String, u32)> {
    let begins = content.long()?;
    let [_, kind, length] = content.array()?;
    (kind == 0).then_some((cut(&content.text(length.into())?, 80), begins))
}

/// The texts that cells refer to by number. They run on from record to record, and a record that goes on within the
/// characters of one says again how wide they are.
fn shared(parts: Vec<Bytes<'_>>) -> Vec<String> {
    let mut parts = parts.into_iter();
    let Some(mut at) = parts.next() else { return Vec::new() };
    let mut texts = Vec::new();
    let _ = at.take(8);
    loop {
        if at.0.is_empty() {
            match parts.next() {
                Some(part) => at = part,
                None => return texts,
            }
            continue;
        }
        let Some((count, flags)) = at.word().zip(at.byte()) else { return texts };
        let runs = if flags & 8 == 8 { at.word().map_or(0, usize::from) } else { 0 };
        let aloud = if flags & 4 == 4 { at.long().unwrap_or(0) as usize } else { 0 };
        let (mut left, mut wide, mut text) = (usize::from(count), flags & 1 == 1, Vec::new());
        while left > 0 {
            let here = left.min(at.0.len() / if wide { 2 } else { 1 });
            text.extend(at.characters(here, wide).unwrap_or_default());
            left -= here;
            if left > 0 {
                let Some(part) = parts.next() else { return texts };
                at = part;
                wide = at.byte().is_some_and(|flags| flags & 1 == 1);
            }
        }
        // Fonts and what is written for reading aloud are no part of it.
        let mut skipped = 4 * runs + aloud;
        while skipped > 0 {
            let here = skipped.min(at.0.len());
            at.take(here);
            skipped -= here;
            if skipped > 0 {
                let Some(part) = parts.next() else { return texts };
                at = part;
            }
        }
        texts.push(String::from_utf16_lossy(&text));
    }
}

/// What is in a cell.
enum Cell {
    Number(f64),
    Text(String),
}

type Cells = BTreeMap<(u16, u16), Cell>;

fn cells(mut records: Bytes<'_>, texts: &[String]) -> Cells {
    let (mut cells, mut depth, mut waits) = (Cells::new(), 0u32, None);
    while let Some((kind, mut content)) = records.record() {
        match kind {
            record::BEGIN => depth += 1,
            record::END if depth > 1 => depth -= 1,
            record::END => break,
            // A diagram within the sheet has cells of its own.
            _ if depth > 1 => {}
            record::STRING => {
                if let Some(text) = content.word().and_then(|count| content.text(count.into()))
                    && let Some(at) = waits.take()
                {
                    cells.insert(at, Cell::Text(text));
                }
            }
            _ => {
                let Some((row, column)) = content.word().zip(content.word()) else { continue };
                if kind == record::NUMBERS {
                    let each = (column..).map_while(|column| Some((column, short(content.array()?))));
                    cells.extend(each.map(|(column, value)| ((row, column), Cell::Number(value))));
                    continue;
                }
                let _format = content.word();
                let cell = match kind {
                    record::NUMBER => content.array().map(|bytes| Cell::Number(f64::from_le_bytes(bytes))),
                    record::SHORT => content.long().map(|bits| Cell::Number(unpacked(bits))),
                    record::TEXT => {
                        content.long().and_then(|at| texts.get(at as usize)).map(|text| Cell::Text(text.clone()))
                    }
                    record::LABEL => content.word().and_then(|count| content.text(count.into())).map(Cell::Text),
                    record::FLAG => content.byte().map(|flag| Cell::Text(flag.to_string())),
                    record::FORMULA => match content.array::<8>() {
                        Some([0, .., 0xFF, 0xFF]) => {
                            waits = Some((row, column));
                            None
                        }
                        // Nothing, or what is true, false or an error.
                        Some([3, .., 0xFF, 0xFF]) => None,
                        Some([_, _, flag, .., 0xFF, 0xFF]) => Some(Cell::Text(format!("#{flag}"))),
                        Some(bytes) => Some(Cell::Number(f64::from_le_bytes(bytes))),
                        None => None,
                    },
                    _ => None,
                };
                cells.extend(cell.map(|cell| ((row, column), cell)));
            }
        }
    }
    cells
}

/// A number of a row of them, behind its format.
fn short([_, _, a, b, c, d]: [u8; 6]) -> f64 {
    unpacked(u32::from_le_bytes([a, b, c, d]))
}

/// RkNumber, [MS-XLS] section 2.5.217: 30 bits of a double or of a whole number, and whether it is divided by 100.
fn unpacked(bits: u32) -> f64 {
    let value = match bits & 2 {
        0 => f64::from_bits(u64::from(bits & !3) << 32),
        _ => f64::from(bits.cast_signed() >> 2),
    };
    if bits & 1 == 1 { value / 100.0 } else { value }
}

/// Rows of the sheet as lines of text, and how many numbers it has.
fn table(cells: &Cells) -> Result<(String, usize), String> {
    let rows = cells.keys().map(|(row, _)| usize::from(*row) + 1).max().unwrap_or(0);
    let columns = cells.keys().map(|(_, column)| usize::from(*column) + 1).max().unwrap_or(0);
    if columns > MOST_COLUMNS || rows * columns > MOST_CELLS {
        return Err(format!("cells to row {rows} and column {columns}; {MOST_CELLS} cells are read"));
    }
    let (mut text, mut at, mut numbers) = (String::new(), (0, 0), 0);
    let mut go = |text: &mut String, row: usize, column: usize| {
        while at.0 < row {
            text.push_str(&"\t".repeat(columns - at.1));
            text.push('\n');
            at = (at.0 + 1, 0);
        }
        text.push_str(&"\t".repeat(column - at.1));
        at.1 = column;
    };
    for ((row, column), cell) in cells {
        go(&mut text, usize::from(*row), usize::from(*column));
        match cell {
            Cell::Number(value) => {
                numbers += 1;
                text.push_str(&exact(*value));
            }
            Cell::Text(words) => text.push_str(&plain(words)),
        }
    }
    go(&mut text, rows, 0);
    Ok((text, numbers))
}
