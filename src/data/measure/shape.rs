//! What the rows of a table are, by its headers.

use std::io::Read;

use super::besides::Besides;
use super::header::Header;
use super::heights::{self, is_rebound, trials};
use super::mapping::Mapping;
use super::sheet::Sheet;
use super::{Totals, Visit, plain, sound, throws, track};
use crate::data::table::is_value;
use crate::error::{Diagnostic, Error, cut};
use crate::units::{self, Dimension::Length};

/// Reads a table of any known form and hands on what was measured.
pub(super) fn read(
    name: &str,
    input: &mut dyn Read,
    mapping: &Mapping,
    visit: &mut Visit,
) -> Result<(Totals, Besides), Error> {
    let mut sheet = Sheet::open(name, input, mapping, visit)?;
    rows(&mut sheet)?;
    sheet.done()
}

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
    if let Some(time) = sheet.column(|words| words == "impact time") {
        return sound::table(sheet, time);
    }
    if let Some(columns) = track::columns(sheet) {
        return track::read(sheet, columns);
    }
    match sheet.column(|words| words.starts_with("time") || words.starts_with("event")) {
        Some(time) if sheet.headers.len() == 1 => throws::impact_times(sheet, time),
        _ if drop.is_some() => Err(lacks(sheet, "rebound height (m)", "rebound")),
        _ => {
            let headers: Vec<&str> = sheet.headers.iter().map(|header| header.text.as_str()).collect();
            let shown = cut(&headers.join("`, `"), 120);
            let problem = format!("{}: no known table has the columns `{shown}`", sheet.place());
            let numbers = headers.iter().all(|header| is_value(header));
            let missing = numbers.then_some("these are numbers: write a line of headers with units above them");
            Err(missing
                .into_iter()
                .fold(Diagnostic::new(problem), Diagnostic::help)
                .help("heights:        drop height (m), rebound height (m)")
                .help("bounces:        throw, bounce, height (m) or time (s)")
                .help("intervals:      throw, interval (s)")
                .help("phyphox:        Bounce 0 (s), Height 0 (m), Bounce 1 (s), ...")
                .help("oblique:        impact angle (deg), tangential restitution")
                .help("contact times:  speed (m/s), contact time (us)")
                .help("rolling:        rolling speed (m/s), rolling distance (m) or rolling time (s)")
                .help("loops:          overlap (um), force (N)")
                .help("tracks:         frame or time (s), y (px) or height (m)")
                .help("ratios:         restitution; or impact speed (m/s), rebound speed (m/s)")
                .help(format!("line {} is read as the headers", sheet.line()))
                .help(example(sheet))
                .into())
        }
    }
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
