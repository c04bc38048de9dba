//! A workbook of the old format (.xls, [MS-XLS], BIFF8 in a compound file), which phyphox writes on Android.
//!
//! The cells are read here: calamine 0.38, tried on a file with one byte changed, panics or ends the program for want of memory.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use super::workbook::{Grid, Sheet, broken, plain};
use crate::error::Error;
use crate::number::exact;

/// How it begins.
pub(super) const MARK: &[u8] = b"\xd0\xcf\x11\xe0";

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
    pub const ROW: u16 = 0x208;
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
    let mut sheets = Vec::new();
    for (called, begins, unseen) in found {
        let records = Bytes(stream.get(begins as usize..).unwrap_or_default());
        let (cells, rows) = cells(records, &texts);
        let mut grid = Grid::default();
        (grid.unseen, grid.hidden[0]) = (unseen, rows);
        let grid = table(grid, &cells);
        grid.and_then(|grid| grid.add_to(&mut sheets, called)).map_err(|why| broken(name, &why))?;
    }
    Ok(sheets)
}

fn stream(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    if file.is_stream("/EncryptedPackage") {
        return Err("it has a password".to_string());
    }
    let stream = file.open_stream("/Workbook").map_err(|_| "it is of before 1997, or no workbook".to_string())?;
    let mut records = Vec::new();
    // No stream is longer than the file.
    stream.take(bytes.len() as u64).read_to_end(&mut records).map_err(|error| error.to_string())?;
    Ok(records)
}

/// Name of a sheet with cells, where its records begin, and whether it is hidden.
fn place(content: &mut Bytes<'_>) -> Option<(String, u32, bool)> {
    let begins = content.long()?;
    let [state, kind, length] = content.array()?;
    (kind == 0).then_some((content.text(length.into())?, begins, state & 3 != 0))
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
    Flag(u8),
}

type Cells = BTreeMap<(u16, u16), Cell>;

/// The cells of a sheet, and the rows that are hidden.
fn cells(mut records: Bytes<'_>, texts: &[String]) -> (Cells, BTreeSet<usize>) {
    let mut hidden = BTreeSet::new();
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
            // Row, [MS-XLS] section 2.4.221: its number, ten bytes, and flags of which the sixth is fDyZero.
            record::ROW => {
                if let Some((row, [.., flags])) = content.word().zip(content.array::<11>())
                    && flags & 0x20 != 0
                {
                    hidden.insert(usize::from(row));
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
                    record::FLAG => content.array().map(|[value, failed]| match failed {
                        0 => Cell::Flag(value),
                        _ => failure(value),
                    }),
                    record::FORMULA => match content.array::<8>() {
                        Some([0, .., 0xFF, 0xFF]) => {
                            waits = Some((row, column));
                            None
                        }
                        Some([1, _, flag, .., 0xFF, 0xFF]) => Some(Cell::Flag(flag)),
                        Some([2, _, code, .., 0xFF, 0xFF]) => Some(failure(code)),
                        // An empty text.
                        Some([.., 0xFF, 0xFF]) => None,
                        Some(bytes) => Some(Cell::Number(f64::from_le_bytes(bytes))),
                        None => None,
                    },
                    _ => None,
                };
                cells.extend(cell.map(|cell| ((row, column), cell)));
            }
        }
    }
    (cells, hidden)
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

/// An error is a gap.
fn failure(code: u8) -> Cell {
    Cell::Text(format!("#{code}!"))
}

fn table(mut grid: Grid, cells: &Cells) -> Result<Grid, String> {
    for ((row, column), cell) in cells {
        let text = match cell {
            Cell::Number(value) => exact(*value),
            Cell::Text(text) => plain(text),
            Cell::Flag(flag) => flag.to_string(),
        };
        grid.put((usize::from(*row), usize::from(*column)), &text, !matches!(cell, Cell::Flag(_)))?;
    }
    Ok(grid)
}
