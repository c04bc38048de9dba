//! A workbook of Excel (.xlsx, Office Open XML, ECMA-376).

use std::collections::BTreeMap;

use quick_xml::events::{BytesStart, Event};

use super::package::{Book, Events, attribute, part, path, piece};
use super::workbook::{Grid, MOST_COLUMNS, NO_VALUE, Sheet, broken, plain};
use crate::error::Error;

/// The folder of the list of sheets: `xl/` in most.
fn folder(book: &Book) -> Option<String> {
    let mut paths = book.file_names().flatten().map(|written| path(&written));
    let list = paths.find(|path| path == "workbook.xml" || path.ends_with("/workbook.xml"))?;
    list.strip_suffix("workbook.xml").map(str::to_string)
}

/// Whether a zip is one.
pub(super) fn is_one(book: &Book) -> bool {
    folder(book).is_some()
}

/// The sheets of a workbook.
pub(super) fn sheets(name: &str, mut book: Book) -> Result<Vec<Sheet>, Error> {
    let broken = |why: String| broken(name, &why);
    let folder = folder(&book).unwrap_or_default();
    let strings = match part(&mut book, &format!("{folder}sharedStrings.xml")) {
        Ok(xml) => shared(&xml).map_err(broken)?,
        Err(_) => Vec::new(),
    };
    let mut found = Vec::new();
    for (name, path, unseen) in places(&mut book, &folder).map_err(broken)? {
        let xml = part(&mut book, &path).map_err(broken)?;
        let mut grid = cells(&xml, &strings).map_err(broken)?;
        grid.unseen = unseen;
        grid.add_to(&mut found, name).map_err(broken)?;
    }
    Ok(found)
}

/// Names of the sheets, where they are, and whether they are hidden.
fn places(book: &mut Book, folder: &str) -> Result<Vec<(String, String, bool)>, String> {
    let workbook = part(book, &format!("{folder}workbook.xml"))?;
    let links = part(book, &format!("{folder}_rels/workbook.xml.rels"))?;
    let mut targets = BTreeMap::new();
    Events::of(&links).each(|start| {
        if start.local_name().as_ref() == b"Relationship" {
            targets.extend(attribute(start, "Id").zip(attribute(start, "Target")));
        }
    })?;
    let mut found = Vec::new();
    Events::of(&workbook).each(|start| {
        if start.local_name().as_ref() == b"sheet"
            && let Some((name, id)) = attribute(start, "name").zip(attribute(start, "id"))
            && let Some(target) = targets.get(&id)
        {
            let path = target.strip_prefix('/').map_or_else(|| format!("{folder}{target}"), str::to_string);
            let unseen = attribute(start, "state").is_some_and(|state| state.to_lowercase().ends_with("hidden"));
            found.push((name, path, unseen));
        }
    })?;
    Ok(found)
}

/// The texts that cells refer to by number; what is written above them for reading aloud is no part of them.
fn shared(xml: &str) -> Result<Vec<String>, String> {
    let mut events = Events::of(xml);
    let (mut found, mut text, mut aloud, mut inside) = (Vec::new(), String::new(), false, false);
    while let Some(event) = events.next()? {
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                b"si" => text.clear(),
                b"rPh" => aloud = true,
                b"t" => inside = !aloud,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                b"si" => found.push(shown(&text)),
                b"rPh" => aloud = false,
                b"t" => inside = false,
                _ => {}
            },
            other if inside => text.extend(piece(other)),
            _ => {}
        }
    }
    Ok(found)
}

/// The text of a cell, with the end of a line as Excel writes it.
fn shown(text: &str) -> String {
    plain(&text.replace("_x000D_", " "))
}

/// Row and column of `B7`, from 0.
fn place(reference: &str) -> Option<(usize, usize)> {
    let letters = reference.chars().take_while(char::is_ascii_uppercase);
    let column = letters
        .clone()
        .try_fold(0usize, |column, letter| Some(column.checked_mul(26)? + (letter as usize - 'A' as usize) + 1))?;
    let row: usize = reference.get(letters.count()..)?.parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

/// Whether a row or columns are hidden.
fn hides(start: &BytesStart<'_>) -> bool {
    attribute(start, "hidden").is_some_and(|flag| flag == "1" || flag == "true")
}

/// The columns of a group, from 0.
fn span(start: &BytesStart<'_>) -> std::ops::Range<usize> {
    let end =
        |key| attribute(start, key).and_then(|number| number.parse::<usize>().ok()).unwrap_or(0).min(MOST_COLUMNS);
    end("min").saturating_sub(1)..end("max")
}

/// The cells of a sheet: one without its place is right of the one before it, a row without its number below.
fn cells(xml: &str, strings: &[String]) -> Result<Grid, String> {
    let mut events = Events::of(xml);
    let (mut grid, mut row, mut column) = (Grid::default(), 0, 0);
    let (mut kind, mut value, mut inside, mut computed) = (String::new(), String::new(), false, false);
    while let Some(event) = events.next()? {
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                b"row" => {
                    let number = attribute(start, "r").and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
                    (row, column) = (number.unwrap_or(row), 0);
                    if hides(start) {
                        grid.hidden[0].insert(row);
                    }
                }
                b"col" if hides(start) => grid.hidden[1].extend(span(start)),
                b"f" => computed = true,
                b"c" => {
                    kind = attribute(start, "t").unwrap_or_default();
                    value.clear();
                    computed = false;
                    (row, column) =
                        attribute(start, "r").and_then(|reference| place(&reference)).unwrap_or((row, column));
                }
                // A text in its place is in `v` once more.
                b"v" => inside = kind != "inlineStr",
                b"t" => inside = true,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                b"v" | b"t" => inside = false,
                b"row" => row = row.saturating_add(1),
                b"c" => {
                    let referred = || strings.get(value.parse::<usize>().ok()?).cloned();
                    let text = if kind == "s" { referred().unwrap_or_default() } else { shown(&value) };
                    let text = if text.is_empty() && computed && kind != "str" { NO_VALUE.to_string() } else { text };
                    if !text.is_empty() {
                        // Numbers with decimal commas are texts where the program has points.
                        grid.put((row, column), &text, kind != "b")?;
                    }
                    column = column.saturating_add(1);
                }
                _ => {}
            },
            other if inside => value.extend(piece(other)),
            _ => {}
        }
    }
    Ok(grid)
}
