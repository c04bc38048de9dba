//! A workbook of LibreOffice (.ods, OpenDocument 1.3, part 3).

use quick_xml::events::{BytesStart, Event};

use super::package::{Book, Events, attribute, part, piece};
use super::workbook::{Grid, Sheet, broken, plain};
use crate::error::Error;

/// What its part `mimetype` begins with.
const KIND: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// Whether a zip is one.
pub(super) fn is_one(book: &mut Book) -> bool {
    part(book, "mimetype").is_ok_and(|kind| kind.starts_with(KIND))
}

/// The sheets of a workbook.
pub(super) fn sheets(name: &str, mut book: Book) -> Result<Vec<Sheet>, Error> {
    content(&mut book).and_then(|xml| tables(&xml)).map_err(|why| broken(name, &why))
}

fn content(book: &mut Book) -> Result<String, String> {
    let manifest = part(book, "META-INF/manifest.xml").unwrap_or_default();
    let mut locked = false;
    Events::of(&manifest).each(|start| locked |= start.local_name().as_ref() == b"encryption-data")?;
    if locked { Err("it has a password".to_string()) } else { part(book, "content.xml") }
}

fn tables(xml: &str) -> Result<Vec<Sheet>, String> {
    let mut events = Events::of(xml);
    let mut found = Vec::new();
    while let Some(event) = events.next()? {
        if let Event::Start(start) = event
            && start.local_name().as_ref() == b"table"
        {
            let name = attribute(&start, "name").unwrap_or_default();
            table(&mut events)?.add_to(&mut found, name)?;
        }
    }
    Ok(found)
}

/// How often a row or a cell is repeated.
fn times(start: &BytesStart<'_>, wanted: &str) -> Result<usize, String> {
    attribute(start, wanted).map_or(Ok(1), |count| count.parse().map_err(|_| format!("{wanted} is {count}")))
}

fn table(events: &mut Events<'_>) -> Result<Grid, String> {
    // Rows may be in groups.
    let (mut grid, mut row, mut depth) = (Grid::default(), 0usize, 0u32);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) if start.local_name().as_ref() == b"table-row" => {
                let next = row.saturating_add(times(&start, "number-rows-repeated")?);
                let cells = cells(events)?;
                if !cells.is_empty() {
                    (row..next).try_for_each(|row| put(&mut grid, row, &cells))?;
                }
                row = next;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 0 => return Ok(grid),
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    Err("it ends within a table".to_string())
}

/// Cells of one text, side by side.
struct Run {
    column: usize,
    count: usize,
    text: String,
    counted: bool,
}

fn put(grid: &mut Grid, row: usize, cells: &[Run]) -> Result<(), String> {
    for run in cells {
        for column in run.column..run.column.saturating_add(run.count) {
            grid.put((row, column), &run.text, run.counted)?;
        }
    }
    Ok(())
}

/// The cells of a row that hold something and are seen: a cell that is covered by another one is not.
fn cells(events: &mut Events<'_>) -> Result<Vec<Run>, String> {
    let (mut found, mut column) = (Vec::new(), 0usize);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) => {
                let count = times(&start, "number-columns-repeated")?;
                let shown = shown(events)?;
                let flag = attribute(&start, "boolean-value").map(|flag| u8::from(flag == "true").to_string());
                // A number as it is and not as it is shown, rounded. An error is one of value 0.
                let value = flag.clone().or_else(|| attribute(&start, "value")).filter(|_| !shown.starts_with('#'));
                let text = value.map_or(shown, |value| plain(&value));
                if start.local_name().as_ref() == b"table-cell" && count > 0 && !text.is_empty() {
                    found.push(Run { column, count, text, counted: flag.is_none() });
                }
                column = column.saturating_add(count);
            }
            Event::End(_) => return Ok(found),
            _ => {}
        }
    }
    Err("it ends within a row".to_string())
}

/// The paragraphs of a cell: a comment or a drawing is no part of its text.
fn shown(events: &mut Events<'_>) -> Result<String, String> {
    let (mut text, mut depth, mut inside) = (String::new(), 0u32, false);
    while let Some(event) = events.next()? {
        match &event {
            Event::Start(start) => {
                depth += 1;
                if depth == 1 {
                    inside = start.local_name().as_ref() == b"p";
                }
                // A paragraph, or blanks in it.
                if depth == 1 || matches!(start.local_name().as_ref(), b"s" | b"tab" | b"line-break") {
                    text.push(' ');
                }
            }
            Event::End(_) if depth == 0 => return Ok(plain(&text)),
            Event::End(_) => depth -= 1,
            other if inside && depth > 0 => text.extend(piece(other)),
            _ => {}
        }
    }
    Err("it ends within a cell".to_string())
}
