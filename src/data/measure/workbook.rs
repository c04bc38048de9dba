//! The sheets of a workbook as tables: one row a line, so that messages have the row of the sheet.
//!
//! Workbooks in a zip (.xlsx, .ods) are read here, those before them in [`old_workbook`](super::old_workbook), cell by cell and within limits.
//! A library for all of them, calamine 0.38, was tried: files of less than 6 kB end the program or take 12 GB. It also changes what
//! compresses pictures and pages, and so the bytes of each.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use crate::data::table::{is_gap, is_value};
use crate::error::{Diagnostic, Error, cut};
use crate::number::counted;

/// Most sheets, most columns and the last row of one.
const MOST_SHEETS: usize = 256;
const MOST_COLUMNS: usize = 1024;
const LAST_ROW: usize = 1 << 20;
/// Most cells of the rectangle from A1 to the last one.
const MOST_CELLS: usize = 4 << 20;
/// Most bytes of the text of all sheets.
const LARGEST_TEXT: usize = 32 << 20;
/// Sheets of phyphox that hold measurements.
const KNOWN: [&str; 3] = ["Energy", "Multiple", "Sequence"];

/// A sheet of a workbook.
pub(super) struct Sheet {
    pub name: String,
    /// One row a line, cells between tabs.
    pub text: String,
    /// Cells that are numbers.
    numbers: usize,
    /// Whether the program shows it.
    shown: bool,
    /// Rows and columns that it does not show, and that are not read.
    hidden: [usize; 2],
}

/// How the text of a cell begins whose value was never computed; the cell follows: a gap for who does not read its column.
pub(super) const NO_VALUE: &str = "#formula in ";

/// The text of such a cell.
fn never_computed(row: usize, column: usize) -> String {
    let (mut letters, mut rest) = (String::new(), column + 1);
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{NO_VALUE}{letters}{} without a stored value!", row.saturating_add(1))
}

/// The cells of a sheet, from left to right and from top to bottom.
#[derive(Default)]
pub(super) struct Grid {
    text: String,
    /// Where the next cell is, from 0.
    row: usize,
    column: usize,
    /// Cells of the longest row.
    columns: usize,
    numbers: usize,
    /// Whether the sheet itself is hidden.
    pub unseen: bool,
    /// Rows and columns that are hidden, from 0. Their cells are passed over: nobody saw them.
    pub hidden: [BTreeSet<usize>; 2],
    /// Those of them that hold something.
    passed: [BTreeSet<usize>; 2],
}

impl Grid {
    /// Adds a cell; `counted` where it is a number if its text is one.
    ///
    /// # Errors
    /// Where it is not behind the last one, or too far away.
    pub fn put(&mut self, (row, column): (usize, usize), text: &str, counted: bool) -> Result<(), String> {
        if column >= MOST_COLUMNS || row > LAST_ROW {
            return Err(format!("a cell beyond column {MOST_COLUMNS}, or the last row a sheet can have"));
        }
        if (row, column) < (self.row, self.column) {
            return Err(format!("cells out of order in row {}", row + 1));
        }
        for (at, place) in [row, column].into_iter().enumerate() {
            if self.hidden[at].contains(&place) {
                self.passed[at].insert(place);
                return Ok(());
            }
        }
        let (rows, columns) = (row + 1, self.columns.max(column + 1));
        if rows * columns > MOST_CELLS {
            return Err(format!("cells to row {rows} and column {columns}; {MOST_CELLS} cells are read"));
        }
        while self.row < row {
            self.text.push('\n');
            (self.row, self.column) = (self.row + 1, 0);
        }
        while self.column < column {
            self.text.push('\t');
            self.column += 1;
        }
        self.text.push_str(text);
        self.text.push('\t');
        (self.column, self.columns) = (column + 1, columns);
        self.numbers += usize::from(counted && is_value(text) && !is_gap(text));
        if self.text.len() > LARGEST_TEXT {
            return Err(format!("a sheet of more than {LARGEST_TEXT} bytes"));
        }
        Ok(())
    }

    /// Adds the sheet, with lines of one number of cells, to those before it.
    ///
    /// # Errors
    /// Where all of them together are too large.
    pub fn add_to(self, sheets: &mut Vec<Sheet>, name: String) -> Result<(), String> {
        let mut text = String::with_capacity(self.text.len());
        for line in self.text.lines() {
            text.push_str(line);
            text.push_str(&"\t".repeat(self.columns - line.matches('\t').count()));
            text.push('\n');
        }
        let size = sheets.iter().map(|sheet| sheet.text.len()).sum::<usize>() + text.len();
        if sheets.len() >= MOST_SHEETS || size > LARGEST_TEXT + MOST_CELLS {
            return Err(format!("more than {MOST_SHEETS} sheets, or than {LARGEST_TEXT} bytes"));
        }
        let (shown, hidden) = (!self.unseen, self.passed.map(|places| places.len()));
        sheets.push(Sheet { name: cut(&name, 80), text, numbers: self.numbers, shown, hidden });
        Ok(())
    }
}

pub(super) fn broken(name: &str, why: &str) -> Error {
    let error = Diagnostic::new(format!("{name}: a workbook that cannot be read: {}", cut(why, 120)));
    error.help("save the sheet as CSV, or the workbook as .xlsx without a password").into()
}

/// The sheets that are read, and notes on the others and on what they hide: the one that is `wanted`, or that holds numbers, or several.
pub(super) fn chosen<'s>(
    name: &str,
    sheets: &'s [Sheet],
    wanted: Option<&str>,
) -> Result<(Vec<&'s Sheet>, Vec<String>), Error> {
    let holds = |sheet: &&Sheet| sheet.numbers > 1 && !sheet.name.starts_with("Metadata");
    let (filled, unseen): (Vec<&Sheet>, Vec<&Sheet>) = sheets.iter().filter(holds).partition(|sheet| sheet.shown);
    let known = filled.iter().position(|sheet| KNOWN.contains(&sheet.name.as_str()));
    let asked = wanted.map(|wanted| {
        sheets.iter().find(|sheet| sheet.name.trim() == wanted.trim()).ok_or_else(|| {
            let all: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
            let message = format!("{name}: there is no sheet `{}`", cut(wanted, 80));
            Error::with_help(message, format!("there are: {}", cut(&all.join(", "), 160)))
        })
    });
    let chosen = match (asked.transpose()?, known, filled.len()) {
        (Some(asked), ..) => vec![asked],
        (None, Some(known), _) => vec![filled[known]],
        (None, None, 1) => vec![filled[0]],
        // What its cells have instead is shown by the reader of the table.
        (None, None, 0) if sheets.len() == 1 && sheets[0].shown => vec![&sheets[0]],
        (None, None, 0) => {
            return Err(match unseen.first() {
                Some(sheet) => {
                    let message =
                        format!("{name}: the sheet `{}` is hidden, and no other one holds numbers", sheet.name);
                    Error::with_help(message, "unhide it, or save it as CSV")
                }
                None => broken(name, "no sheet holds numbers"),
            });
        }
        (None, None, _) => filled,
    };
    let others = sheets.iter().filter(|other| chosen.iter().all(|sheet| sheet.name != other.name));
    let others: Vec<String> =
        others.map(|other| format!("{}{}", other.name, if other.shown { "" } else { " (hidden)" })).collect();
    let mut notes = Vec::new();
    if !others.is_empty() {
        notes.push(format!("sheets that are not read: {}", cut(&others.join(", "), 160)));
    }
    for (at, what) in ["row", "column"].into_iter().enumerate() {
        let count: usize = chosen.iter().map(|sheet| sheet.hidden[at]).sum();
        if count > 0 {
            let (what, them) = (counted(count, what), if count == 1 { "it" } else { "them" });
            notes.push(format!(
                "{what} of the sheet hidden, or filtered out, and not read: unhide {them} to use {them}"
            ));
        }
    }
    Ok((chosen, notes))
}

/// Text of a cell: a line is a row, and a quote would begin a quoted cell.
pub(super) fn plain(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ").replace('"', "\u{201d}").trim().to_string()
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

type Book = ZipArchive<Cursor<Vec<u8>>>;

/// A path as it is compared: some programs write `\` or other letters.
fn path(written: &str) -> String {
    written.replace('\\', "/").to_lowercase()
}

/// The text of a part.
fn part(book: &mut Book, wanted: &str) -> Result<String, String> {
    let at = book.file_names().position(|known| known.is_ok_and(|known| path(&known) == path(wanted)));
    let file = at.and_then(|at| book.by_index(at).ok()).ok_or_else(|| format!("it has no {wanted}"))?;
    let mut text = String::new();
    Limited::new(file).read_to_string(&mut text).map_err(|error| format!("{wanted}: {error}"))?;
    Ok(text)
}

/// The events of a part: what begins ends, also an element that is empty.
struct Events<'x>(Reader<&'x [u8]>);

impl<'x> Events<'x> {
    fn of(xml: &'x str) -> Self {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        Self(reader)
    }

    /// The next event; none at the end.
    fn next(&mut self) -> Result<Option<Event<'x>>, String> {
        match self.0.read_event().map_err(|error| error.to_string())? {
            Event::Eof => Ok(None),
            event => Ok(Some(event)),
        }
    }

    /// Visits the start of each element.
    fn each(mut self, mut visit: impl FnMut(&BytesStart<'_>)) -> Result<(), String> {
        while let Some(event) = self.next()? {
            if let Event::Start(start) = event {
                visit(&start);
            }
        }
        Ok(())
    }
}

/// An attribute by its last word: `r:id` is `id`.
fn attribute(start: &BytesStart<'_>, wanted: &str) -> Option<String> {
    let found = start.attributes().flatten().find(|a| a.key.local_name().as_ref() == wanted.as_bytes())?;
    found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(|value| value.into_owned())
}

/// Text of an event, where it has any.
fn piece(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::CData(text) => text.decode().ok().map(|text| text.into_owned()),
        Event::GeneralRef(name) => {
            let name = name.decode().ok()?;
            let full = format!("&{name};");
            // One that is not defined stays as it was written.
            Some(quick_xml::escape::unescape(&full).map_or_else(|_| full.clone(), |text| text.into_owned()))
        }
        _ => None,
    }
}

/// The folder of the list of sheets: `xl/` in most.
fn folder(book: &Book) -> Option<String> {
    let mut paths = book.file_names().flatten().map(|written| path(&written));
    let list = paths.find(|path| path == "workbook.xml" || path.ends_with("/workbook.xml"))?;
    list.strip_suffix("workbook.xml").map(str::to_string)
}

/// Whether a zip is a workbook of Excel (.xlsx, Office Open XML, ECMA-376).
pub(super) fn is_xlsx(book: &Book) -> bool {
    folder(book).is_some()
}

/// The sheets of a workbook.
pub(super) fn xlsx_sheets(name: &str, mut book: Book) -> Result<Vec<Sheet>, Error> {
    let broken = |why: String| broken(name, &why);
    let folder = folder(&book).unwrap_or_default();
    let strings = match part(&mut book, &format!("{folder}sharedStrings.xml")) {
        Ok(xml) => shared(&xml).map_err(broken)?,
        Err(_) => Vec::new(),
    };
    let mut found = Vec::new();
    for (name, path, unseen) in places(&mut book, &folder).map_err(broken)? {
        let xml = part(&mut book, &path).map_err(broken)?;
        let mut grid = xlsx_cells(&xml, &strings).map_err(broken)?;
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
                b"si" => found.push(xlsx_text(&text)),
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
fn xlsx_text(text: &str) -> String {
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
fn xlsx_hides(start: &BytesStart<'_>) -> bool {
    attribute(start, "hidden").is_some_and(|flag| flag == "1" || flag == "true")
}

/// The columns of a group, from 0.
fn span(start: &BytesStart<'_>) -> Range<usize> {
    let end =
        |key| attribute(start, key).and_then(|number| number.parse::<usize>().ok()).unwrap_or(0).min(MOST_COLUMNS);
    end("min").saturating_sub(1)..end("max")
}

/// The cells of a sheet: one without its place is right of the one before it, a row without its number below.
fn xlsx_cells(xml: &str, strings: &[String]) -> Result<Grid, String> {
    let mut events = Events::of(xml);
    let (mut grid, mut row, mut column) = (Grid::default(), 0, 0);
    let (mut kind, mut value, mut inside, mut computed) = (String::new(), String::new(), false, false);
    while let Some(event) = events.next()? {
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                b"row" => {
                    let number = attribute(start, "r").and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
                    (row, column) = (number.unwrap_or(row), 0);
                    if xlsx_hides(start) {
                        grid.hidden[0].insert(row);
                    }
                }
                b"col" if xlsx_hides(start) => grid.hidden[1].extend(span(start)),
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
                    let text = if kind == "s" { referred().unwrap_or_default() } else { xlsx_text(&value) };
                    let never = text.is_empty() && computed && kind != "str";
                    let text = if never { never_computed(row, column) } else { text };
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

/// What its part `mimetype` begins with.
const KIND: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// Whether a zip is a workbook of LibreOffice (.ods, OpenDocument 1.3, part 3).
pub(super) fn is_ods(book: &mut Book) -> bool {
    part(book, "mimetype").is_ok_and(|kind| kind.starts_with(KIND))
}

/// The sheets of a workbook.
pub(super) fn ods_sheets(name: &str, mut book: Book) -> Result<Vec<Sheet>, Error> {
    ods_content(&mut book).and_then(|xml| ods_tables(&xml)).map_err(|why| broken(name, &why))
}

fn ods_content(book: &mut Book) -> Result<String, String> {
    let manifest = part(book, "META-INF/manifest.xml").unwrap_or_default();
    let mut locked = false;
    Events::of(&manifest).each(|start| locked |= start.local_name().as_ref() == b"encryption-data")?;
    if locked { Err("it has a password".to_string()) } else { part(book, "content.xml") }
}

fn ods_tables(xml: &str) -> Result<Vec<Sheet>, String> {
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
                let mut grid = ods_grid(&mut events)?;
                grid.unseen = unseen;
                grid.add_to(&mut found, name)?;
            }
            _ => {}
        }
    }
    Ok(found)
}

/// Whether a row or a column is hidden, or filtered out.
fn ods_hides(start: &BytesStart<'_>) -> bool {
    attribute(start, "visibility").is_some_and(|word| word != "visible")
}

/// How often a row or a cell is repeated.
fn times(start: &BytesStart<'_>, wanted: &str) -> Result<usize, String> {
    attribute(start, wanted).map_or(Ok(1), |count| count.parse().map_err(|_| format!("{wanted} is {count}")))
}

fn ods_grid(events: &mut Events<'_>) -> Result<Grid, String> {
    // Rows may be in groups.
    let (mut grid, mut row, mut column, mut depth) = (Grid::default(), 0usize, 0usize, 0u32);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) if start.local_name().as_ref() == b"table-row" => {
                let next = row.saturating_add(times(&start, "number-rows-repeated")?);
                let cells = ods_row(events, row)?;
                if !cells.is_empty() {
                    if ods_hides(&start) {
                        grid.hidden[0].extend(row..next.min(row.saturating_add(LAST_ROW)));
                    }
                    (row..next).try_for_each(|row| put_row(&mut grid, row, &cells))?;
                }
                row = next;
            }
            Event::Start(start) => {
                if start.local_name().as_ref() == b"table-column" {
                    let next = column.saturating_add(times(&start, "number-columns-repeated")?);
                    if ods_hides(&start) {
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

fn put_row(grid: &mut Grid, row: usize, cells: &[Run]) -> Result<(), String> {
    for run in cells {
        for column in run.column..run.column.saturating_add(run.count) {
            grid.put((row, column), &run.text, run.counted)?;
        }
    }
    Ok(())
}

/// The cells of a row that hold something and are seen: a cell that is covered by another one is not.
fn ods_row(events: &mut Events<'_>, row: usize) -> Result<Vec<Run>, String> {
    let (mut found, mut column) = (Vec::new(), 0usize);
    while let Some(event) = events.next()? {
        match event {
            Event::Start(start) => {
                let count = times(&start, "number-columns-repeated")?;
                let shown = ods_text(events)?;
                let flag = attribute(&start, "boolean-value").map(|flag| u8::from(flag == "true").to_string());
                // A number as it is and not as it is shown, rounded. An error is one of value 0.
                let value = flag.clone().or_else(|| attribute(&start, "value")).filter(|_| !shown.starts_with('#'));
                let text = value.map_or(shown, |value| plain(&value));
                let computed = attribute(&start, "formula").is_some() && attribute(&start, "value-type").is_none();
                let text = if text.is_empty() && computed { never_computed(row, column) } else { text };
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
fn ods_text(events: &mut Events<'_>) -> Result<String, String> {
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
