//! A workbook of LibreOffice (.ods, OpenDocument 1.3, part 3).

use std::collections::BTreeSet;

use quick_xml::events::{BytesStart, Event};

use super::package::{Book, Events, attribute, part, piece};
use super::workbook::{Grid, LAST_ROW, MOST_COLUMNS, NO_VALUE, Sheet, broken, plain};
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
    let (mut found, mut style, mut unseen) = (Vec::new(), None, BTreeSet::new());
    while let Some(event) = events.next()? {
        let Event::Start(start) = event else { continue };
        match start.local_name().as_ref() {
            b"style" => style = attribute(&start, "name"),
            b"table-properties" if attribute(&start, "display").is_some_and(|shown| shown == "false") => {
                unseen.extend(style.take());
            }
            b"table" => {
                let name = attribute(&start, "name").unwrap_or_default();
                let unseen = attribute(&start, "style-name").is_some_and(|style| unseen.contains(&style));
                let mut grid = table(&mut events)?;
                grid.unseen = unseen;
                grid.add_to(&mut found, name)?;
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Whether a row or a column is hidden, or filtered out.
fn hides(start: &BytesStart<'_>) -> bool {
    attribute(start, "visibility").is_some_and(|word| word != "visible")
}

/// How often a row or a cell is repeated.
fn times(start: &BytesStart<'_>, wanted: &str) -> Result<usize, String> {
    attribute(start, wanted).map_or(Ok(1), |count| count.parse().map_err(|_| format!("{wanted} is {count}")))
}

fn table(events: &mut Events<'_>) -> Result<Grid, String> {
    // Rows may be in groups.
    let (mut grid, mut row, mut column, mut depth) = (Grid::default(), 0usize, 0usize, 0u32);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) if start.local_name().as_ref() == b"table-row" => {
                let next = row.saturating_add(times(&start, "number-rows-repeated")?);
                let cells = cells(events)?;
                if !cells.is_empty() {
                    if hides(&start) {
                        grid.hidden[0].extend(row..next.min(row.saturating_add(LAST_ROW)));
                    }
                    (row..next).try_for_each(|row| put(&mut grid, row, &cells))?;
                }
                row = next;
            }
            Event::Start(start) => {
                if start.local_name().as_ref() == b"table-column" {
                    let next = column.saturating_add(times(&start, "number-columns-repeated")?);
                    if hides(&start) {
                        grid.hidden[1].extend(column..next.min(MOST_COLUMNS));
                    }
                    column = next;
                }
                depth += 1;
            }
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
                let computed = attribute(&start, "formula").is_some() && attribute(&start, "value-type").is_none();
                let text = if text.is_empty() && computed { NO_VALUE.to_string() } else { text };
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
