//! What the rows of a table are, by its headers.

use std::io::Read;

use super::besides::Besides;
use super::header::Header;
use super::mapping::Mapping;
use super::plain::{after_impact, did_stick, sticks_column};
use super::sheet::{MOST_INTERVALS, Sheet};
use super::wide::{Wide, is_rebound, meaning, trials};
use super::{Drop, Measured, Throw, Totals, Uncertain, Visit, long, phyphox, plain, sound, track};
use crate::data::table::is_value;
use crate::error::{Diagnostic, Error, cut};
use crate::number::counted;
use crate::units::{
    self,
    Dimension::{Length, Speed, Time},
};

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
    if let Some(columns) = long::columns(sheet).filter(|_| interval.is_none()) {
        return long::read(sheet, columns);
    }
    if !rebounds.is_empty() && sheet.column(ratio).is_none() {
        let Some(drop) = drop else { return Err(lacks(sheet, "drop height (m)", "drop")) };
        return heights(sheet, drop, &rebounds);
    }
    if let Some(interval) = interval {
        return intervals(sheet, interval, drop);
    }
    if sheet.column(|words| words == "bounce 0").is_some() {
        return phyphox::collision(sheet);
    }
    if sheet.column(|words| words == "start").is_some() && sheet.column(|words| words.starts_with("stop")).is_some() {
        return phyphox::stopwatch(sheet);
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
        Some(time) if sheet.headers.len() == 1 => phyphox::events(sheet, time),
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
    let number = |at: usize| sheet.first.get(at).and_then(|cell| cell.replace(',', ".").parse::<f64>().ok());
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

/// The column of release speeds.
fn release(sheet: &Sheet) -> Result<Option<usize>, Error> {
    let column = sheet.column(|words| words.contains("release") && words.contains("speed"));
    sheet.check_units(column, Speed).map(|()| column)
}

fn heights(sheet: &mut Sheet, drop: usize, rebounds: &[usize]) -> Result<(), Error> {
    let sigmas = sheet.columns(|words| words.contains("rebound") && words.contains("sigma"));
    let drop_sigma = sheet.column(|words| words.contains("drop") && words.contains("sigma"));
    sheet.check_units([drop].iter().chain(rebounds).chain(&sigmas).chain(&drop_sigma).copied(), Length)?;
    let release = release(sheet)?;
    let repeats = rebounds.len() > 1 && meaning(sheet, rebounds)? == Wide::Repeats;
    // One sigma stands for all the rebounds of a row.
    let sigma_of = |k: usize| sigmas.get(k).or(sigmas.last().filter(|_| sigmas.len() == 1)).copied();
    let sticks = sticks_column(sheet);
    let (mut first, mut differ) = (None, false);
    while sheet.advance()? {
        let row = sheet.row();
        let mut readings: Vec<Uncertain> = Vec::new();
        let from = sheet.positive(drop, Length)?;
        let given_sigma = sheet.optional(drop_sigma, Length)?;
        let release_speed = sheet.finite(release, Speed)?;
        let stuck = did_stick(sheet, sticks)?;
        for (k, &column) in rebounds.iter().enumerate() {
            let value = after_impact(sheet, column, Length, stuck)?;
            let over = !repeats && readings.last().is_some_and(|reading| reading.value == 0.0);
            if over && value.is_none_or(|value| value == 0.0) {
                continue;
            }
            let sigma = if value == Some(0.0) { None } else { sheet.optional(sigma_of(k), Length)? };
            let (Some(value), true, Some(from)) = (value, repeats || readings.len() == k, from) else {
                sheet.skip();
                continue;
            };
            let whence = readings.last().filter(|_| !repeats).map(|reading| reading.value);
            let before = whence.unwrap_or(from);
            let noise = sigma.unwrap_or(0.0).hypot(given_sigma.filter(|_| whence.is_none()).unwrap_or(0.0));
            let gained = value >= before && release_speed.is_none_or(|speed| speed == 0.0 || whence.is_some());
            if gained && !sheet.noisy(value - before, noise, "the rebound is not below what it fell from") {
                let whence = if whence.is_none() { "a drop of" } else { "a rebound to" };
                let message = format!("a rebound to {value} m from {whence} {before} m: a bounce cannot gain height");
                sheet.misread(column, &message, "are the columns exchanged, or in different units?")?;
                readings.clear();
                break;
            }
            readings.push(Uncertain { value, sigma });
        }
        let Some(drop) = from else { continue };
        for of in readings.chunks(if repeats { 1 } else { readings.len().max(1) }) {
            let [Uncertain { value: rebound, sigma: rebound_sigma }, ref further @ ..] = *of else { continue };
            differ |= *first.get_or_insert((drop, rebound)) != (drop, rebound);
            let (drop_sigma, further) = (given_sigma, further.to_vec());
            let measured = Drop { row, drop, drop_sigma, rebound, rebound_sigma, further, release_speed };
            sheet.hand_on(Measured::Drop(measured))?;
        }
    }
    match sheet.tally.measured {
        1 if rebounds.len() == 1 => Err(Error::wrong(format!(
            "{}: one drop is not enough to estimate the scatter: at least two are needed",
            sheet.name()
        ))),
        count if !differ && count > 2 => {
            if first.is_some_and(|(drop, rebound)| ![drop, rebound].into_iter().all(is_reading)) {
                let message =
                    "heights with more digits than a ruler or a film has: copied values or a mean, not measurements";
                return Err(Error::wrong(format!("{}: all {count} drops are equal, {message}", sheet.name())));
            }
            sheet.note(format!(
                "all {count} drops have equal readings: they scatter by less than the step of the readings, and the uncertainty \
                 is that of `height_sigma`"
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The finest step of a height that is read, m: an eighth of a micrometre, of which millimetres and parts of an inch are
/// multiples.
const STEP: f64 = 1.25e-7;

/// Whether a height may have been read: it has no more digits than that.
fn is_reading(height: f64) -> bool {
    let steps = height / STEP;
    (steps - steps.round()).abs() < 1e-3
}

/// The throw whose rows are being read.
struct Open {
    key: (String, String),
    /// Of its first interval.
    line: u64,
    throw: Throw,
    broken: bool,
}

fn intervals(sheet: &mut Sheet, interval: usize, drop: Option<usize>) -> Result<(), Error> {
    sheet.check_unit(interval, Time)?;
    sheet.check_units(drop, Length)?;
    let sigma = sheet.column(|words| words.contains("interval") && words.contains("sigma"));
    sheet.check_units(sigma, Time)?;
    let release = release(sheet)?;
    let throw = sheet.column(|words| words == "throw" || words == "trial" || words == "drop");
    let index = sheet.column(|words| words.ends_with("index"));
    let mut open: Option<Open> = None;
    while sheet.advance()? {
        let height = drop.map_or(Ok(None), |drop| sheet.positive(drop, Length))?;
        let value = sheet.positive(interval, Time)?;
        let interval_sigma = sheet.optional(sigma, Time)?;
        let release_speed = sheet.finite(release, Speed)?;
        let mut text = |column: Option<usize>| column.map_or(String::new(), |column| sheet.key(column));
        let key = (text(drop), text(throw));
        text(index);
        if open.as_ref().is_none_or(|open| open.key != key) {
            close(sheet, open.take())?;
            let name = if key.1.is_empty() { (sheet.tally.measured + 1).to_string() } else { key.1.clone() };
            let throw = Throw { drop: height, release_speed, ..Throw::of_impacts(Vec::new(), name, &[]) };
            open = Some(Open { key, line: sheet.line(), throw, broken: false });
        }
        let Some(Open { throw, broken, .. }) = &mut open else { continue };
        let expected = throw.intervals.len() + 1;
        if let Some(column) = index.filter(|&column| !*broken && sheet.text(column) != expected.to_string()) {
            let message = format!(
                "`{}` found where interval {expected} of throw {} is expected",
                cut(sheet.text(column), 40),
                cut(&throw.name, 40)
            );
            return Err(sheet.refused(column, &message, "write NaN for a missing interval"));
        }
        match value {
            // What follows a gap has lost its neighbour: two bounces may lie in it.
            Some(value) if !*broken => {
                throw.intervals.push(value);
                throw.rows.push(sheet.row());
                throw.sigmas.push(interval_sigma);
            }
            _ => {
                *broken = true;
                sheet.skip();
            }
        }
        if expected > MOST_INTERVALS {
            return Err(Error::wrong(format!("{}: more than {MOST_INTERVALS} intervals in one throw", sheet.place())));
        }
    }
    close(sheet, open)
}

/// Hands a throw on; two intervals are the least that hold a bounce between them.
fn close(sheet: &mut Sheet, open: Option<Open>) -> Result<(), Error> {
    let Some(Open { throw, line, broken, .. }) = open else { return Ok(()) };
    let count = throw.intervals.len();
    if count == 0 || count < 2 && throw.drop.is_none() {
        let (name, gap) = (cut(&throw.name, 40), if broken { " before its gap" } else { "" });
        let count = counted(count, "interval");
        sheet.note(format!("line {line}: throw {name} is not used: {count}{gap}, and at least two are needed"));
        return Ok(());
    }
    sheet.hand_on(Measured::Throw(throw))
}
