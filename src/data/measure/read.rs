//! Reads a file of measurements: what it is by its first bytes, and what the rows of its table are by its headers.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::header::{Header, is_one, is_rebound};
use super::heights::{self, trials};
use super::layout::Long;
use super::sheet::Sheet;
use super::workbook::{self, LARGEST_FILE, Limited, is_ods, is_xlsx, ods_sheets, xlsx_sheets};
use super::{Besides, Mapping, Totals, Visit, layout, old_workbook, plain, pulses, sound, throws, track, tracker};
use crate::data::table::is_value;
use crate::error::{Diagnostic, Error, cut};
use crate::units::{self, Dimension::Length};

/// Most bytes of a zip or a workbook.
const LARGEST_ZIP: u64 = 64 << 20;
/// Most bytes of a table whose layout is looked at.
const LARGEST_LAYOUT: u64 = 4 << 20;
/// Most files in a zip, and most bytes one of them may unpack to.
const MOST_FILES: usize = 64;
/// Most rows of a table that nobody knows which are looked at.
const MOST_LOOKED_AT: usize = 1000;
/// The tables that are looked for: of the experiment "(In)elastic collision", and of the acoustic stopwatch.
const ENERGY: &str = "Energy.csv";
const KNOWN: &[&str] = &[ENERGY, "Multiple.csv", "Sequence.csv"];

/// Reads a table or a zip, with columns, units and rows as `mapping` has them, and hands on what was measured, one by one; `name` is what
/// messages call it. Returns how much that was, and what was passed over.
///
/// ```
/// use collisionbench::data::measure::{Mapping, Measured, read};
/// let table = "Drop height (cm);Rebound height (cm)\n80;63,7\n80;64,6\n";
/// let mut rebounds = Vec::new();
/// let (tally, _) = read("golf.csv", &mut table.as_bytes(), &Mapping::default(), &mut |measured| {
///     if let Measured::Drop(drop) = measured {
///         rebounds.push(drop.rebound);
///     }
///     Ok(())
/// })?;
/// assert_eq!((tally.measured, rebounds), (2, vec![0.637, 0.646]));
/// # Ok::<(), collisionbench::error::Error>(())
/// ```
///
/// # Errors
/// With line and column of the first thing that is wrong, or whatever `visit` returns.
pub fn read(
    name: &str,
    input: &mut dyn Read,
    mapping: &Mapping,
    visit: &mut Visit,
) -> Result<(Totals, Besides), Error> {
    if let Some(problem) = unread(name) {
        return Err(problem);
    }
    let failed = |error: std::io::Error| Error::wrong(format!("{name}: {error}"));
    let mut start = Vec::new();
    (&mut *input).take(4).read_to_end(&mut start).map_err(failed)?;
    if [b"RIFF", b"RIFX", b"RF64"].iter().any(|mark| start == *mark) {
        return sound::read(name, &mut Cursor::new(start).chain(input), visit);
    }
    if start == b"<?xm" || start == b"<obj" {
        let mut text = String::new();
        let whole = Cursor::new(start).chain(input).take(LARGEST_FILE).read_to_string(&mut text);
        whole.map_err(failed)?;
        return table(name, &mut tracker::table(name, &text)?.as_bytes(), mapping, visit);
    }
    // Every zip begins with a file, or, when it is empty, with its end.
    if ![b"PK\x03\x04", b"PK\x05\x06", old_workbook::MARK].iter().any(|mark| start == *mark) {
        return table(name, &mut Cursor::new(start).chain(input), mapping, visit);
    }
    let old = start == old_workbook::MARK;
    let mut bytes = start;
    input.take(LARGEST_ZIP).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > LARGEST_ZIP {
        return Err(Error::wrong(format!("{name}: a zip or workbook of more than {LARGEST_ZIP} bytes is not read")));
    }
    if old {
        return of_workbook(name, &old_workbook::sheets(name, &bytes)?, mapping, visit);
    }
    unpack(name, bytes, mapping, visit)
}

/// Endings of tables that may lie in a folder, one throw each.
pub(super) const TABLES: [&str; 8] = ["csv", "tsv", "txt", "dat", "xlsx", "ods", "xls", "xlsm"];

/// A file by its name, and its bytes.
pub(super) type TableFile = (String, Vec<u8>);

/// Reads several tables of equal headers as one, with a column `file` that says which.
///
/// # Errors
/// With the first file whose table cannot be found, or where their headers differ.
pub(super) fn folder(
    name: &str,
    files: &[TableFile],
    mapping: &Mapping,
    visit: &mut Visit,
) -> Result<(Totals, Besides), Error> {
    let (mut parts, mut notes) = (Vec::new(), Vec::new());
    for (file, bytes) in files {
        let sheets = if bytes.starts_with(old_workbook::MARK) {
            old_workbook::sheets(file, bytes)?
        } else if bytes.starts_with(b"PK\x03\x04") {
            let broken = |error: zip::result::ZipError| {
                Error::wrong(format!("{file}: a broken zip: {}", cut(&error.to_string(), 120)))
            };
            let mut archive = ZipArchive::new(Cursor::new(bytes.clone())).map_err(broken)?;
            if is_ods(&mut archive) { ods_sheets(file, archive)? } else { xlsx_sheets(file, archive)? }
        } else {
            parts.push((file.clone(), bytes.clone()));
            continue;
        };
        let (chosen, own) = workbook::chosen(file, &sheets, mapping.sheet.as_deref())?;
        notes.extend(own.into_iter().map(|note| format!("{file}: {note}")));
        let [sheet] = &chosen[..] else {
            let message = format!("{file}: several sheets hold numbers");
            return Err(Error::with_help(message, "choose one:  sheet = \"NAME\", --sheet NAME for `fit`"));
        };
        parts.push((file.clone(), sheet.text.clone().into_bytes()));
    }
    let texts: Vec<(&str, &[u8])> = parts.iter().map(|(file, bytes)| (file.as_str(), bytes.as_slice())).collect();
    let long = layout::stacked(layout::FILE, &texts, mapping).map_err(|file| {
        let message = match name {
            "." => format!("the tables do not have equal headers: {file}"),
            _ => format!("{name}: the tables of the folder do not have equal headers: {file}"),
        };
        Error::with_help(message, "keep the tables of one experiment in a folder, or fit each alone")
    })?;
    let (tally, mut besides) = laid_out(name, &long, mapping, visit)?;
    besides.notes.extend(notes);
    Ok((tally, besides))
}

/// Files of measurements that are not read, by how they end, and what to make of each.
const UNREAD: [(&[&str], &str, &str); 6] = [
    (
        &["cmbl", "mat", "npy", "npz", "h5", "hdf5", "pkl", "sav", "rda", "rds", "json", "xml", "html"],
        "a file of another program, and no table",
        "export the table from that program as CSV or text",
    ),
    (&["fods", "numbers", "gsheet"], "a spreadsheet of a form that is not read", "save it as .xlsx, .ods or CSV"),
    (
        &["m4a", "mp3", "aac", "ogg", "opus", "flac", "wma", "aiff", "caf", "amr"],
        "a recording of a form that is not read",
        "save it as WAV, for example  ffmpeg -i recording.m4a recording.wav",
    ),
    (
        &["mp4", "mov", "avi", "mkv", "webm", "m4v", "3gp"],
        "a film",
        "track the ball (Tracker, trackpy) and save the track as CSV, or its sound as WAV:  ffmpeg -i film.mp4 film.wav",
    ),
    (
        &["png", "jpg", "jpeg", "gif", "heic", "tif", "tiff", "bmp", "svg", "pdf"],
        "a picture",
        "type the numbers into a table and save it as CSV",
    ),
    (
        &["doc", "docx", "odt", "rtf", "pages"],
        "a text document",
        "copy its table into a spreadsheet and save that as CSV",
    ),
];

/// Why a file cannot be read, by its name.
pub fn unread(name: &str) -> Option<Error> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase())?;
    let (_, what, cure) = UNREAD.iter().find(|(endings, ..)| endings.contains(&ending.as_str()))?;
    Some(Error::with_help(format!("{}: this is {what}", cut(name, 160)), *cure))
}

/// Reads a table of any known form.
fn table(name: &str, input: &mut dyn Read, mapping: &Mapping, visit: &mut Visit) -> Result<(Totals, Besides), Error> {
    let failed = |error: std::io::Error| Error::wrong(format!("{name}: {error}"));
    let mut start = Vec::new();
    (&mut *input).take(LARGEST_LAYOUT).read_to_end(&mut start).map_err(failed)?;
    // What is longer has a row for every number.
    let long = if (start.len() as u64) < LARGEST_LAYOUT { layout::long(&start, mapping) } else { None };
    if let Some(long) = long {
        return laid_out(name, &long, mapping, visit);
    }
    let mut whole = Cursor::new(start).chain(input);
    let mut sheet = Sheet::open(name, &mut whole, mapping, visit)?;
    rows(&mut sheet)?;
    sheet.done()
}

/// Reads a table that was laid out anew.
fn laid_out(name: &str, long: &Long, mapping: &Mapping, visit: &mut Visit) -> Result<(Totals, Besides), Error> {
    let mut text = long.text.as_bytes();
    let mut sheet = Sheet::laid_out(name, &mut text, long, mapping, visit)?;
    rows(&mut sheet)?;
    sheet.done()
}

fn of_workbook(
    name: &str,
    sheets: &[workbook::Sheet],
    mapping: &Mapping,
    visit: &mut Visit,
) -> Result<(Totals, Besides), Error> {
    let (chosen, notes) = workbook::chosen(name, sheets, mapping.sheet.as_deref())?;
    let (tally, mut besides) = match &chosen[..] {
        [sheet] => table(&format!("{name}/{}", sheet.name), &mut sheet.text.as_bytes(), mapping, visit)?,
        several => {
            let parts: Vec<(&str, &[u8])> =
                several.iter().map(|sheet| (sheet.name.trim(), sheet.text.as_bytes())).collect();
            let Ok(long) = layout::stacked(layout::SHEET, &parts, mapping) else {
                let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
                let message = format!(
                    "{name}: several sheets hold numbers, under different headers: {}",
                    cut(&names.join(", "), 160)
                );
                let help = format!("choose one:  sheet = \"{0}\", --sheet '{0}' for `fit`", cut(names[0], 80));
                return Err(Error::with_help(message, help));
            };
            laid_out(name, &long, mapping, visit)?
        }
    };
    besides.notes.extend(notes);
    Ok((tally, besides))
}

fn unpack(name: &str, bytes: Vec<u8>, mapping: &Mapping, visit: &mut Visit) -> Result<(Totals, Besides), Error> {
    let broken =
        |error: zip::result::ZipError| Error::wrong(format!("{name}: a broken zip: {}", cut(&error.to_string(), 120)));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.is_empty() {
        return Err(Error::wrong(format!("{name}: the zip is empty")));
    }
    if is_ods(&mut archive) {
        return of_workbook(name, &ods_sheets(name, archive)?, mapping, visit);
    }
    if archive.len() > MOST_FILES {
        return Err(Error::wrong(format!(
            "{name}: {} files in the zip; {MOST_FILES} is the most that is read",
            archive.len()
        )));
    }
    if is_xlsx(&archive) {
        return of_workbook(name, &xlsx_sheets(name, archive)?, mapping, visit);
    }
    let mut tables = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).map_err(broken)?;
        let inner = String::from_utf8_lossy(file.name_raw()).into_owned();
        let shown = cut(&inner, 80);
        // Nothing is written to disk, but a name that leaves its folder is no export of a phone.
        let leaves = inner.starts_with('/')
            || inner.contains('\\')
            || inner.contains(':')
            || inner.split('/').any(|part| part == "..");
        if leaves {
            return Err(Error::wrong(format!("{name}: `{shown}` in the zip leaves its folder")));
        }
        if file.size() > LARGEST_FILE {
            let message =
                format!("{name}: `{shown}` unpacks to {} bytes; {LARGEST_FILE} is the most that is read", file.size());
            return Err(Error::wrong(message));
        }
        if [".csv", ".trk"].iter().any(|ending| inner.ends_with(ending)) && !inner.contains('/') {
            tables.push((index, inner));
        }
    }
    let known = KNOWN.iter().find_map(|known| tables.iter().find(|(_, inner)| inner == known));
    let chosen = known.or(match &tables[..] {
        [only] => Some(only),
        _ => None,
    });
    let Some((index, inner)) = chosen else {
        let names: Vec<&str> = tables.iter().map(|(_, inner)| inner.as_str()).collect();
        return Err(match names.is_empty() {
            true => {
                let all: Vec<String> = archive.file_names().flatten().map(|name| name.to_string()).collect();
                let message =
                    format!("{name}: no table (.csv) at the top of the zip: it has {}", cut(&all.join(", "), 120));
                Error::with_help(message, "unpack it, and fit the table")
            }
            false => {
                let found = cut(&names.join(", "), 120);
                let message =
                    format!("{name}: several tables in the zip, none of which is {ENERGY} of phyphox: {found}");
                Error::with_help(message, "unpack it, and fit one of them")
            }
        });
    };
    let file = archive.by_index(*index).map_err(broken)?;
    // The size that is written in a zip may be a lie.
    let mut limited = Limited::new(file);
    if inner.ends_with(".trk") {
        let (name, mut text) = (format!("{name}/{inner}"), String::new());
        limited.read_to_string(&mut text).map_err(|error| Error::wrong(format!("{name}: {error}")))?;
        return table(&name, &mut tracker::table(&name, &text)?.as_bytes(), mapping, visit);
    }
    table(&format!("{name}/{inner}"), &mut limited, mapping, visit)
}

/// Finds what the rows of a table are and hands on what was measured.
fn rows(sheet: &mut Sheet) -> Result<(), Error> {
    let drop = sheet.column(|words| words.contains("drop") && words.contains("height") && !words.contains("sigma"));
    // `drop` alone is the name of a throw where it is no length.
    let is_length =
        |header: &Header| header.unit.as_ref().is_some_and(|unit| units::in_unit("1", unit, Length).is_ok());
    let drop = drop.or_else(|| sheet.headers.iter().position(|header| header.words == "drop" && is_length(header)));
    let ratio = |words: &str| words.contains("ratio");
    let mut rebounds: Vec<usize> = sheet.columns(is_rebound);
    let mapped = |&at: &usize| sheet.headers[at].mapped;
    if rebounds.iter().any(mapped) {
        rebounds.retain(mapped);
        if let (&[one], Some(_)) = (&rebounds[..], sheet.mapping().wide) {
            let shown = cut(&sheet.headers[one].text, 80);
            let message = format!("{}: `{shown}` is one column of rebounds, and `wide` is of several", sheet.place());
            let help = "assign the others too:  rebound_2 = \"...\", --columns 'rebound_2=...' for `fit`";
            return Err(Error::with_help(message, help));
        }
    }
    if rebounds.is_empty() && drop.is_some() {
        rebounds = trials(sheet);
    }
    if let Some(series) = series(sheet).filter(|_| rebounds.is_empty()) {
        return side_by_side(sheet, &series, drop);
    }
    let interval =
        sheet.column(|words| words.contains("interval") && !words.ends_with("index") && !words.contains("sigma"));
    if let Some(columns) = throws::bounce_columns(sheet).filter(|_| interval.is_none()) {
        return throws::bounces(sheet, columns);
    }
    if !rebounds.is_empty() && sheet.column(ratio).is_none() {
        let Some(drop) = drop else { return Err(lacks(sheet, "drop height (m)", "drop")) };
        return heights::read(sheet, drop, &rebounds);
    }
    if let Some(interval) = interval {
        return throws::intervals(sheet, interval, drop);
    }
    if sheet.column(|words| words == "bounce 0").is_some() {
        return throws::phyphox_collision(sheet);
    }
    if sheet.column(|words| words == "start").is_some() && sheet.column(|words| words.starts_with("stop")).is_some() {
        return throws::phyphox_stopwatch(sheet);
    }
    if let Some(read) = plain::read(sheet) {
        return read;
    }
    if let Some((time, force)) = pulses::columns(sheet) {
        return pulses::read(sheet, time, force);
    }
    if let Some(time) = sheet.column(|words| words == "impact time") {
        return sound::table(sheet, time);
    }
    if let Some(columns) = track::columns(sheet) {
        return track::read(sheet, columns);
    }
    match sheet.column(|words| words.starts_with("time") || words.starts_with("event")) {
        Some(time) if sheet.headers.len() == 1 => throws::impact_times(sheet, time),
        _ if drop.is_some() => Err(lacks(sheet, "rebound height (m)", "rebound")),
        _ => Err(unknown(sheet)),
    }
}

/// A table of no known kind: what it may be, and how to say so.
fn unknown(sheet: &mut Sheet) -> Error {
    let headers: Vec<&str> = sheet.headers.iter().map(|header| header.text.as_str()).collect();
    let (place, line) = (sheet.place(), sheet.line());
    let shown = cut(&headers.join("`, `"), 120);
    let missing = headers.iter().all(|header| is_value(header));
    let problem = Diagnostic::new(match sheet.is_numbered() {
        true => format!("{place}: the table has no headers; its columns are numbered `{shown}`"),
        false => format!("{place}: no known table has the columns `{shown}`"),
    });
    let example = example(sheet);
    // A column that counts or times is no height.
    let counts = ["time", "count", "event", "frame", "trial", "number"];
    let is_count = |header: &&str| counts.iter().any(|word| header.to_lowercase().starts_with(word));
    let heights = if headers.iter().any(is_count) { None } else { falling(sheet) };
    if let Some([drop, rebound]) = heights {
        let [drop, rebound] = [drop, rebound].map(|header| cut(&header, 40));
        return problem
            .help("the second is below the first in every row: is this drop and rebound? then say so, with their unit:")
            .help(format!(
                "  --columns 'drop={drop}' --columns 'rebound={rebound}' --units '{drop}=m' --units '{rebound}=m' for `fit`"
            ))
            .help("or write a line of headers with units above the numbers:  drop height (m), rebound height (m)")
            .into();
    }
    let missing = missing.then_some("these are numbers: write a line of headers with units above them");
    let is_headers = (!sheet.is_numbered()).then(|| format!("line {line} is read as the headers"));
    let problem = missing
        .into_iter()
        .fold(problem, Diagnostic::help)
        .help("heights:        drop height (m), rebound height (m)")
        .help("bounces:        throw, bounce, height (m) or time (s)")
        .help("intervals:      throw, interval (s)")
        .help("phyphox:        Bounce 0 (s), Height 0 (m), Bounce 1 (s), ...")
        .help("oblique:        impact angle (deg), tangential restitution")
        .help("contact times:  speed (m/s), contact time (us)")
        .help("rolling:        rolling speed (m/s), rolling distance (m) or rolling time (s)")
        .help("loops:          overlap (um), force (N)")
        .help("tracks:         frame or time (s), y (px) or height (m)")
        .help("ratios:         restitution; or impact speed (m/s), rebound speed (m/s)");
    is_headers.into_iter().fold(problem, Diagnostic::help).help(example).into()
}

/// What columns of one name and a number are, side by side in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Heights,
    Intervals,
    Times,
}

/// Columns of one name that are numbered.
struct Series {
    what: Side,
    columns: Vec<usize>,
    /// The number of the first one.
    first: u32,
}

/// Reads such columns; heights that are counted from 0, or that have no drop beside them, begin with it.
fn side_by_side(sheet: &mut Sheet, series: &Series, drop: Option<usize>) -> Result<(), Error> {
    let drop = drop.filter(|drop| series.first > 0 && !series.columns.contains(drop));
    match (series.what, &series.columns[..], drop) {
        (Side::Intervals, columns, _) => throws::interval_rows(sheet, columns),
        (Side::Times, columns, _) => throws::time_rows(sheet, columns),
        (Side::Heights, columns, Some(drop)) => heights::read(sheet, drop, columns),
        (Side::Heights, [drop, rebounds @ ..], None) => {
            let shown = sheet.headers.get(*drop).map_or(String::new(), |header| cut(&header.text, 40));
            sheet.note(format!("`{shown}` is read as the height that the ball falls from"));
            heights::read(sheet, *drop, rebounds)
        }
        (Side::Heights, [], None) => Ok(()),
    }
}

/// `h0`, `h1`, `h2`, or `dt1`, `dt2`: successive readings of one throw in a row.
fn series(sheet: &Sheet) -> Option<Series> {
    const NAMES: [(&str, Side); 3] = [
        ("h, height, bounce", Side::Heights),
        ("dt, \u{3b4}t, delta t, interval", Side::Intervals),
        ("t, time, impact time, time of impact", Side::Times),
    ];
    let parts = |words: &str| {
        let stem = words.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: u32 = words[stem.len()..].parse().ok()?;
        let (_, what) = NAMES.into_iter().find(|(names, _)| is_one(stem.trim_end(), names))?;
        Some((what, stem.trim_end().to_string(), number))
    };
    let (what, stem, first) = sheet.headers.iter().find_map(|header| parts(&header.words))?;
    let all = sheet.headers.iter().enumerate();
    let columns: Vec<(usize, u32)> =
        all.filter_map(|(at, header)| Some((at, parts(&header.words).filter(|part| part.1 == stem)?.2))).collect();
    let counted = columns.iter().zip(first..).all(|((_, number), count)| *number == count);
    let phone = sheet.column(|words| words == "bounce 0").is_some();
    let known = counted && !phone && first < 2 && columns.len() > 1;
    known.then(|| Series { what, columns: columns.into_iter().map(|(at, _)| at).collect(), first })
}

/// Two columns without units, the only ones of numbers, of which the second is below the first in every row.
fn falling(sheet: &mut Sheet) -> Option<[String; 2]> {
    let mut rows: Vec<Vec<Option<f64>>> = Vec::new();
    while rows.len() < MOST_LOOKED_AT && sheet.advance().ok()? {
        let number = |at: usize| sheet.text(at).replace(',', ".").parse::<f64>().ok();
        rows.push((0..sheet.headers.len()).map(number).collect());
    }
    let is_filled = |at: &usize| rows.iter().all(|row| row[*at].is_some());
    let numbers: Vec<usize> = (0..sheet.headers.len()).filter(is_filled).collect();
    let [from, to] = numbers[..] else { return None };
    let falls = |row: &Vec<Option<f64>>| row[from].zip(row[to]).is_some_and(|(from, to)| 0.0 < to && to < from);
    let bare = numbers.iter().all(|at| sheet.headers[*at].unit.is_none());
    (bare && rows.len() > 2 && rows.iter().all(falls)).then(|| [from, to].map(|at| sheet.headers[at].text.clone()))
}

/// How columns are assigned: two of lengths, the larger one first, are shown as drop and rebound. Of others nobody can tell.
fn example(sheet: &Sheet) -> String {
    let is_length = |unit: &String| units::in_unit("1", unit, Length).is_ok();
    let number = |at: usize| sheet.first(at).and_then(|cell| cell.replace(',', ".").parse::<f64>().ok());
    let all = sheet.headers.iter().enumerate().filter(|(_, header)| header.unit.as_ref().is_some_and(is_length));
    let lengths: Vec<(&Header, f64)> = all.filter_map(|(at, header)| Some((header, number(at)?))).collect();
    let (drop, rebound) = match lengths[..] {
        [(drop, from), (rebound, to)] if drop.unit == rebound.unit && from > to => (&drop.text, &rebound.text),
        _ => {
            return "or say which column is which:  columns = { WORD = \"HEADER\" }, --columns 'WORD=HEADER' for `fit`, where WORD is drop, \
                    rebound, interval, throw, time, frame, position, speed, restitution, ...; another one is answered with all"
                .to_string();
        }
    };
    let (drop, rebound) = (cut(drop, 40), cut(rebound, 40));
    let key = |text: &str| toml::Value::String(text.to_string());
    let (in_a_case, for_fit) = (
        format!("columns = {{ drop = {}, rebound = {} }}", key(&drop), key(&rebound)),
        format!("--columns 'drop={drop}' --columns 'rebound={rebound}'"),
    );
    format!("or say which column is which:  {in_a_case}, {for_fit} for `fit`")
}

/// A required column is missing; `word` names its type in `columns`.
fn lacks(sheet: &Sheet, column: &str, word: &str) -> Error {
    let headers: Vec<&str> = sheet.headers.iter().map(|header| header.text.as_str()).collect();
    let problem = Diagnostic::new(format!("{}: there is no column `{column}`", sheet.place()))
        .help(format!("the table has: {}", cut(&headers.join(", "), 160)))
        .help(format!("assign it:  columns = {{ {word} = \"...\" }} in the case, --columns '{word}=...' for `fit`"));
    match word {
        "rebound" => problem.help("further rebounds of a row:  rebound_2, rebound_3, ..."),
        _ => problem,
    }
    .into()
}
