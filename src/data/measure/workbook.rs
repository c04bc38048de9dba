//! A workbook (.xlsx, Office Open XML, ECMA-376) as a table: one row a line, so that messages have the row of the sheet.
//! The old format (.xls, BIFF8), which phyphox writes on Android, is read by [`old_workbook`](super::old_workbook).

use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::header::{is_gap, is_value};
use super::lines::Limited;
use crate::error::{Diagnostic, Error, cut};

/// Most columns, and most bytes of the text of a sheet.
pub(super) const MOST_COLUMNS: usize = 1024;
const LARGEST_TEXT: usize = 32 << 20;
/// Sheets of phyphox that hold measurements.
const KNOWN: [&str; 3] = ["Energy", "Multiple", "Sequence"];

type Book = ZipArchive<Cursor<Vec<u8>>>;

/// A sheet of a workbook.
pub(super) struct Sheet {
    pub name: String,
    /// One row a line, cells between tabs.
    pub text: String,
    /// Cells that are numbers.
    pub numbers: usize,
}

pub(super) fn broken(name: &str, why: &str) -> Error {
    let error = Diagnostic::new(format!("{name}: a workbook that cannot be read: {}", cut(why, 120)));
    error.help("save the sheet as CSV, or the workbook as .xlsx without a password").into()
}

/// The sheets of a workbook.
pub(super) fn sheets(name: &str, mut book: Book) -> Result<Vec<Sheet>, Error> {
    let broken = |why: String| broken(name, &why);
    let strings = match part(&mut book, "xl/sharedStrings.xml") {
        Ok(xml) => shared(&xml).map_err(broken)?,
        Err(_) => Vec::new(),
    };
    let mut found = Vec::new();
    for (name, path) in places(&mut book).map_err(broken)? {
        let xml = part(&mut book, &path).map_err(broken)?;
        let (text, numbers) = cells(&xml, &strings).map_err(broken)?;
        found.push(Sheet { name, text, numbers });
    }
    Ok(found)
}

/// The sheet that is read, as text between tabs, its name, and a note on the others.
pub(super) fn chosen(name: &str, sheets: &[Sheet]) -> Result<(String, String, Option<String>), Error> {
    let filled: Vec<&Sheet> =
        sheets.iter().filter(|sheet| sheet.numbers > 1 && !sheet.name.starts_with("Metadata")).collect();
    let known = filled.iter().position(|sheet| KNOWN.contains(&sheet.name.as_str()));
    let names: Vec<&str> = filled.iter().map(|sheet| sheet.name.as_str()).collect();
    let chosen = match (known, filled.len()) {
        (Some(known), _) => filled[known],
        (None, 1) => filled[0],
        // What its cells have instead is shown by the reader of the table.
        (None, 0) if sheets.len() == 1 => &sheets[0],
        (None, 0) => return Err(broken(name, "no sheet holds numbers")),
        (None, _) => {
            let message = format!("{name}: several sheets hold numbers: {}", cut(&names.join(", "), 160));
            return Err(Error::with_help(message, "keep one table in the workbook, or save the sheet as CSV"));
        }
    };
    let others: Vec<&str> = sheets.iter().map(|other| other.name.as_str()).filter(|n| *n != chosen.name).collect();
    let note = (!others.is_empty()).then(|| format!("sheets that are not read: {}", cut(&others.join(", "), 160)));
    Ok((chosen.text.clone(), chosen.name.clone(), note))
}

fn part(book: &mut Book, path: &str) -> Result<String, String> {
    let file = book.by_name(path).map_err(|_| format!("it has no {path}"))?;
    let mut text = String::new();
    Limited::new(file).read_to_string(&mut text).map_err(|error| format!("{path}: {error}"))?;
    Ok(text)
}

/// An attribute by its last word: `r:id` is `id`.
fn attribute(start: &BytesStart<'_>, wanted: &str) -> Option<String> {
    let found = start.attributes().flatten().find(|a| a.key.local_name().as_ref() == wanted.as_bytes())?;
    found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
}

/// Names of the sheets and where they are.
fn places(book: &mut Book) -> Result<Vec<(String, String)>, String> {
    let (workbook, links) = (part(book, "xl/workbook.xml")?, part(book, "xl/_rels/workbook.xml.rels")?);
    let mut targets = Vec::new();
    each(&links, |start| {
        if start.local_name().as_ref() == b"Relationship" {
            targets.extend(attribute(start, "Id").zip(attribute(start, "Target")));
        }
    })?;
    let mut found = Vec::new();
    each(&workbook, |start| {
        if start.local_name().as_ref() == b"sheet"
            && let Some((name, id)) = attribute(start, "name").zip(attribute(start, "id"))
            && let Some((_, target)) = targets.iter().find(|(known, _)| *known == id)
        {
            let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_string);
            found.push((cut(&name, 80), path));
        }
    })?;
    Ok(found)
}

fn each(xml: &str, mut visit: impl FnMut(&BytesStart<'_>)) -> Result<(), String> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(start) | Event::Empty(start) => visit(&start),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Text of an XML event, where it has any.
fn piece(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::CData(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::GeneralRef(name) => {
            let name = name.decode().ok()?;
            let full = format!("&{name};");
            quick_xml::escape::unescape(&full).ok().map(|text| text.into_owned())
        }
        _ => None,
    }
}

/// The texts that cells refer to by number; what is written above them for reading aloud is no part of them.
fn shared(xml: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::from_str(xml);
    let (mut found, mut aloud, mut inside) = (Vec::new(), false, false);
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                b"si" => found.push(String::new()),
                b"rPh" => aloud = true,
                b"t" => inside = !aloud,
                _ => {}
            },
            Event::Empty(start) if start.local_name().as_ref() == b"si" => found.push(String::new()),
            Event::End(end) => match end.local_name().as_ref() {
                b"rPh" => aloud = false,
                b"t" => inside = false,
                _ => {}
            },
            Event::Eof => return Ok(found),
            other => {
                if let (true, Some(last), Some(text)) = (inside, found.last_mut(), piece(other)) {
                    last.push_str(&text);
                }
            }
        }
    }
}

/// Column and row of `B7`, from 0.
fn place(reference: &str) -> Option<(usize, usize)> {
    let letters = reference.chars().take_while(char::is_ascii_uppercase);
    let column = letters
        .clone()
        .try_fold(0usize, |column, letter| Some(column.checked_mul(26)? + (letter as usize - 'A' as usize) + 1))?;
    let row: usize = reference.get(letters.count()..)?.parse().ok()?;
    Some((column.checked_sub(1)?, row.checked_sub(1)?))
}

/// A sheet as text between tabs, and how many numbers it holds.
fn cells(xml: &str, strings: &[String]) -> Result<(String, usize), String> {
    let mut reader = Reader::from_str(xml);
    let (mut text, mut numbers, mut line, mut column) = (String::new(), 0usize, 0usize, 0usize);
    let (mut kind, mut value, mut inside) = (String::new(), String::new(), false);
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                b"c" => {
                    kind = attribute(start, "t").unwrap_or_default();
                    value.clear();
                    let at = attribute(start, "r").and_then(|reference| place(&reference));
                    let (to, row) = at.unwrap_or((column, line));
                    if to >= MOST_COLUMNS || row > 1 << 20 {
                        return Err(format!("a cell beyond column {MOST_COLUMNS}, or the last row a sheet can have"));
                    }
                    while line < row {
                        text.push_str("\t\n");
                        (line, column) = (line + 1, 0);
                    }
                    while column < to {
                        text.push('\t');
                        column += 1;
                    }
                }
                b"v" | b"t" => inside = true,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                b"v" | b"t" => inside = false,
                b"c" => {
                    let found = match kind.as_str() {
                        "s" => value.parse::<usize>().ok().and_then(|at| strings.get(at)).cloned().unwrap_or_default(),
                        _ => value.clone(),
                    };
                    // Numbers with decimal commas are texts where the program has points.
                    numbers += usize::from(kind != "b" && is_value(&found) && !is_gap(&found));
                    text.push_str(&plain(&found));
                    text.push('\t');
                    column += 1;
                    if text.len() > LARGEST_TEXT {
                        return Err(format!("a sheet of more than {LARGEST_TEXT} bytes"));
                    }
                }
                _ => {}
            },
            Event::Eof => return Ok((even(&text), numbers)),
            other => {
                if let (true, Some(text)) = (inside, piece(other)) {
                    value.push_str(&text);
                }
            }
        }
    }
}

/// Text of a cell: a line is a row, and a quote would begin a quoted cell.
pub(super) fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ").replace('"', "\u{201d}").trim().to_string()
}

/// Lines of one number of cells: a sheet does not write those at the end that are empty.
fn even(text: &str) -> String {
    let count = |line: &str| line.matches('\t').count();
    let most = text.lines().map(count).max().unwrap_or(1).max(1);
    let mut found = String::with_capacity(text.len());
    for line in text.lines() {
        found.push_str(line);
        found.push_str(&"\t".repeat(most - count(line)));
        found.push('\n');
    }
    found
}
