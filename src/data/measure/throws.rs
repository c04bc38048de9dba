//! Throws: the intervals between the impacts of a ball, or the times of its impacts, or its bounces, over several rows or in one.
//!
//! The columns of phyphox are those of the experiments' own definitions, inelastic_collision.phyphox and acoustic_stopwatch.phyphox
//! of github.com/phyphox/phyphox-experiments: `Bounce k` is the container `t_k`, the time of the k-th impact since the
//! start, and `Height k = g (t_k - t_(k-1))^2/8` with g = 9.81 m/s2. A container that was never filled holds 0.

use super::header::{REPEATED, is_one};
use super::heights::release;
use super::layout::{BLOCK, FILE, SHEET};
use super::sheet::Sheet;
use super::{Drop, Measured, Throw, Uncertain};
use crate::error::{Error, cut};
use crate::number::counted;
use crate::units::Dimension::{self, Length, Speed, Time};

/// Most intervals of one throw.
const MOST_INTERVALS: usize = 10_000;
/// `g/8` of the phone.
const EIGHTH: f64 = 1.22625;
/// How far its own heights may be from those of the times before the table is something else.
const NEAR: f64 = 0.02;

/// The throw whose rows are being read.
struct Open {
    key: (String, String),
    /// Of its first interval.
    line: u64,
    throw: Throw,
    broken: bool,
}

pub(super) fn intervals(sheet: &mut Sheet, interval: usize, drop: Option<usize>) -> Result<(), Error> {
    sheet.check_unit(interval, Time)?;
    sheet.check_units(drop, Length)?;
    let sigma = sheet.column(|words| words.contains("interval") && words.contains("sigma"));
    sheet.check_units(sigma, Time)?;
    let release = release(sheet)?;
    let throw = sheet.column(|words| words == "throw" || words == "trial" || words == "drop");
    let index = sheet.column(|words| words.ends_with("index"));
    let is_end = sheet.column(|words| words == "event time").is_some();
    let mut ends = 0;
    let mut open: Option<Open> = None;
    while sheet.advance()? {
        let height = drop.map_or(Ok(None), |drop| sheet.positive(drop, Length))?;
        // phyphox writes 0 behind the last event.
        if is_end && sheet.number(interval, Time)? == Some(0.0) {
            ends += 1;
            close(sheet, open.take())?;
            continue;
        }
        let value = sheet.positive(interval, Time)?;
        let interval_sigma = sheet.optional(sigma, Time)?;
        let release_speed = sheet.finite(release, Speed)?;
        let mut text = |column: Option<usize>| column.map_or(String::new(), |column| sheet.key(column));
        let mut key = (text(drop), text(throw));
        text(index);
        key.1 = with_sheet(sheet, key.1);
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
    if ends > 0 {
        sheet.note(format!("{}: what a recording ends with", counted(ends, "interval of 0")));
    }
    close(sheet, open)
}

/// The name of a throw, behind that of its sheet or file where there are several; this column is left for `group_by`.
fn with_sheet(sheet: &Sheet, throw: String) -> String {
    let parts = sheet.columns(|words| [SHEET, FILE, BLOCK].contains(&words));
    let parts = parts.into_iter().map(|column| sheet.text(column)).chain([throw.as_str()]);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
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

/// The columns of such a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    number: usize,
    /// Of heights, or else of times.
    value: usize,
    dimension: Dimension,
    throw: Option<usize>,
    drop: Option<usize>,
}

/// The columns, if the table has them.
pub(super) fn bounce_columns(sheet: &Sheet) -> Option<Columns> {
    const NUMBERS: &str = "bounce, bounce number, bounce no, bounce no., bounce nr, rebound number, impact number, bounce index, number of bounce, \
                           impact, impact no, impact no., impact nr, aufprall, aufprall nr., stoß nr.";
    // Beside the times of onsets it is whether one is an impact.
    let onsets = sheet.column(|words| words == "impact time").is_some();
    let number = sheet.column(|words| is_one(words, NUMBERS) && !(onsets && words == "impact"))?;
    let drop = sheet.column(|words| words.contains("drop") && words.contains("height") && !words.contains("sigma"));
    let height = sheet.column(|words| words.contains("height") && !words.contains("drop") && !words.contains("sigma"));
    let time = || sheet.column(|words| is_one(words, "t, time, impact time") || words.starts_with("time "));
    let (value, dimension) = height.map(|at| (at, Length)).or_else(|| Some((time()?, Time)))?;
    let throw = sheet.column(|words| ["throw", "trial", "drop", "run", "series"].contains(&words));
    Some(Columns { number, value, dimension, throw, drop })
}

/// A throw whose rows are being read.
struct OpenBounces {
    key: (String, String),
    /// Line of its first reading, and the height it fell from where the table has it.
    line: u64,
    drop: Option<f64>,
    number: u64,
    values: Vec<f64>,
    /// Of the values.
    rows: Vec<u64>,
    broken: bool,
}

pub(super) fn bounces(sheet: &mut Sheet, columns: Columns) -> Result<(), Error> {
    let Columns { number, value, dimension, throw, drop } = columns;
    sheet.check_unit(value, dimension)?;
    sheet.check_units(drop, Length)?;
    let mut single = false;
    let mut open: Option<OpenBounces> = None;
    while sheet.advance()? {
        let from = drop.map_or(Ok(None), |drop| sheet.positive(drop, Length))?;
        let mut text = |column: Option<usize>| column.map_or(String::new(), |column| sheet.key(column));
        let mut key = (text(throw), text(drop));
        key.0 = with_sheet(sheet, key.0);
        let Ok(n) = sheet.key(number).parse::<u64>() else {
            let message = format!("`{}` is not the number of a bounce", sheet.shown(number));
            return Err(sheet.refused(number, &message, "number the bounces of a throw 1, 2, 3, ..."));
        };
        if open.as_ref().is_none_or(|open| open.key != key || n <= open.number) {
            single |= close_bounces(sheet, open.take(), columns)?;
            let from_zero = n == 0 && dimension == Length && drop.is_none();
            if n != 1 && !from_zero {
                let message = format!("a throw begins with bounce {n}");
                let help = match dimension {
                    Length => {
                        "number the bounces of a throw from 1, or from 0 where that row has the height of the drop"
                    }
                    _ => "number the impacts of a throw from 1, and leave the release out",
                };
                return Err(sheet.refused(number, &message, help));
            }
            let (line, values, rows) = (sheet.line(), Vec::new(), Vec::new());
            open = Some(OpenBounces { key, line, drop: from, number: n, values, rows, broken: false });
        } else if let Some(open) = &mut open {
            if n != open.number + 1 {
                let message = format!("bounce {n} follows bounce {}", open.number);
                return Err(sheet.refused(number, &message, "write a row with an empty cell for what was missed"));
            }
            open.number = n;
        }
        let Some(OpenBounces { values, rows, broken, drop: from, .. }) = &mut open else { continue };
        let Some(read) = sheet.positive(value, dimension)?.filter(|_| !*broken) else {
            *broken = true;
            sheet.skip();
            continue;
        };
        let before = values.last().copied().or(from.filter(|_| dimension == Length));
        if let Some((message, help)) = before.and_then(|before| off(sheet, columns, before, read)) {
            sheet.misread(value, &message, &help)?;
            *broken = true;
            continue;
        }
        values.push(read);
        rows.push(sheet.row());
        if values.len() > MOST_INTERVALS {
            return Err(Error::wrong(format!("{}: more than {MOST_INTERVALS} bounces in one throw", sheet.place())));
        }
    }
    single |= close_bounces(sheet, open, columns)?;
    if sheet.tally.measured == 1 && single {
        return Err(Error::wrong(format!("{}: one bounce is not enough to estimate the scatter", sheet.name())));
    }
    if dimension == Length && drop.is_none() && sheet.tally.measured > 0 {
        sheet.note("the first height of each throw is the one it falls from to its next bounce".to_string());
    }
    Ok(())
}

/// What is wrong with a height that is not below, or a time that is not after, the one before, and what to do about it.
fn off(sheet: &Sheet, columns: Columns, before: f64, read: f64) -> Option<(String, String)> {
    match columns.dimension {
        Length if read >= before => {
            let message = format!("a rebound to {read} m after {before} m: a bounce cannot gain height");
            Some((message, "a new throw begins with bounce 1".to_string()))
        }
        Time if read <= before => {
            let message = format!("`{}` is not later than the impact before it", sheet.shown(columns.value));
            let header = sheet.headers.get(columns.value).map_or(String::new(), |header| cut(&header.text, 80));
            let help = format!(
                "are these intervals between impacts? then:  columns = {{ interval = \"{header}\" }}, --columns 'interval={header}' \
                 for `fit`"
            );
            Some((message, help))
        }
        _ => None,
    }
}

/// Hands a throw on; whether it holds one bounce only.
fn close_bounces(sheet: &mut Sheet, open: Option<OpenBounces>, columns: Columns) -> Result<bool, Error> {
    let Some(OpenBounces { key, line, drop, values, rows, .. }) = open else { return Ok(false) };
    let lone = |sheet: &mut Sheet| {
        sheet.note(format!("line {line}: a throw with nothing to compare is not used"));
        sheet.tally.gaps += 1;
        Ok(false)
    };
    let certain = |value| Uncertain { value, sigma: None };
    if columns.dimension == Time {
        if values.len() < 2 || values.len() == 2 && drop.is_none() {
            return lone(sheet);
        }
        let name = if key.0.is_empty() { (sheet.tally.measured + 1).to_string() } else { key.0 };
        let impacts: Vec<Uncertain> = values.into_iter().map(certain).collect();
        sheet.hand_on(Measured::Throw(Throw { drop, ..Throw::of_impacts(rows[1..].to_vec(), name, &impacts) }))?;
        return Ok(false);
    }
    let readings: Vec<Uncertain> = drop.into_iter().chain(values).map(certain).collect();
    let [drop, rebound, further @ ..] = &readings[..] else { return lone(sheet) };
    sheet.hand_on(Measured::Drop(Drop {
        row: rows[0],
        drop: drop.value,
        drop_sigma: None,
        rebound: rebound.value,
        rebound_sigma: None,
        further: further.to_vec(),
        release_speed: None,
    }))?;
    Ok(further.is_empty())
}

/// Successive intervals side by side, a row a throw.
pub(super) fn interval_rows(sheet: &mut Sheet, columns: &[usize]) -> Result<(), Error> {
    sheet.check_units(columns.iter().copied(), Time)?;
    let drop = sheet.column(|words| words == "drop height");
    sheet.check_units(drop, Length)?;
    let throw = sheet.column(|words| is_one(words, REPEATED));
    while sheet.advance()? {
        let height = drop.map_or(Ok(None), |drop| sheet.positive(drop, Length))?;
        let name = throw.map_or(String::new(), |throw| sheet.key(throw));
        let name = if name.is_empty() { (sheet.tally.measured + 1).to_string() } else { name };
        let (mut intervals, mut ended) = (Vec::new(), false);
        for &column in columns {
            match sheet.positive(column, Time)? {
                Some(interval) if !ended => intervals.push(interval),
                _ => {
                    ended = true;
                    sheet.skip();
                }
            }
        }
        let (line, rows, sigmas) = (sheet.line(), vec![sheet.row()], vec![None; intervals.len()]);
        let throw = Throw { drop: height, intervals, sigmas, ..Throw::of_impacts(rows, name, &[]) };
        close(sheet, Some(Open { key: Default::default(), line, throw, broken: ended }))?;
    }
    Ok(())
}

/// "(In)elastic collision": `Bounce k (s)`, a row a throw. `Height k` and `Energy k` follow from the times.
pub(super) fn phyphox_collision(sheet: &mut Sheet) -> Result<(), Error> {
    let named = |sheet: &Sheet, what: &str, k: usize| sheet.column(|words| words == format!("{what} {k}"));
    let bounces: Vec<usize> = (0..).map_while(|k| named(sheet, "bounce", k)).collect();
    let heights: Vec<Option<usize>> = (0..bounces.len()).map(|k| named(sheet, "height", k)).collect();
    sheet.check_units(bounces.iter().copied(), Time)?;
    sheet.check_units(heights.iter().flatten().copied(), Length)?;
    phyphox_rows(sheet, &bounces, &heights)
}

/// The stopwatch: `Start (s)`, `Stop 1 (s)`, ..., a row a throw.
pub(super) fn phyphox_stopwatch(sheet: &mut Sheet) -> Result<(), Error> {
    let times = sheet.columns(|words| words == "start" || words.starts_with("stop"));
    sheet.check_units(times.iter().copied(), Time)?;
    phyphox_rows(sheet, &times, &vec![None; times.len()])
}

/// Times of successive impacts side by side, a row a throw.
pub(super) fn time_rows(sheet: &mut Sheet, columns: &[usize]) -> Result<(), Error> {
    sheet.check_units(columns.iter().copied(), Time)?;
    phyphox_rows(sheet, columns, &vec![None; columns.len()])
}

fn phyphox_rows(sheet: &mut Sheet, times: &[usize], heights: &[Option<usize>]) -> Result<(), Error> {
    while sheet.advance()? {
        let mut heard: Vec<f64> = Vec::new();
        for (k, &column) in times.iter().enumerate() {
            let height = sheet.finite(heights.get(k).copied().flatten(), Length)?;
            let Some(time) = sheet.number(column, Time)?.filter(|&time| time != 0.0 && heard.len() == k) else {
                sheet.skip();
                continue;
            };
            if time < 0.0 {
                return Err(sheet.wrong(column, &format!("`{}` is before the start", sheet.shown(column))).into());
            }
            if let Some(&before) = heard.last() {
                let interval = time - before;
                let own = EIGHTH * interval * interval;
                let off = height.is_some_and(|height| height > 0.0 && (own / height - 1.0).abs() > NEAR);
                if interval <= 0.0 || off {
                    return Err(not_a_time(sheet, column, k, interval, height));
                }
            }
            heard.push(time);
        }
        if heard.len() < 3 {
            let (line, count) = (sheet.line(), counted(heard.len(), "impact"));
            sheet.note(format!("line {line} is not used: {count} before its first gap, and at least three are needed"));
            continue;
        }
        let name = (sheet.tally.measured + 1).to_string();
        sheet.hand_on(Measured::Throw(throw(vec![sheet.row()], name, &heard)))?;
    }
    Ok(())
}

/// A time that cannot be one: not later than the one before, or at odds with the height the phone made of it.
fn not_a_time(sheet: &Sheet, column: usize, k: usize, interval: f64, height: Option<f64>) -> Error {
    let shown = sheet.shown(column);
    let (message, help) = match height.filter(|_| interval > 0.0) {
        Some(height) => (
            format!("{interval:.4} s after the previous impact and a height of {height:.4} m are inconsistent"),
            "write times of impacts, not intervals, and heights in the unit of their header",
        ),
        None => (
            format!("`{shown}` is not later than the time before it"),
            "write times of impacts since the start, not intervals between them",
        ),
    };
    sheet.refused(column, &format!("impact {k}: {message}"), help)
}

fn throw(rows: Vec<u64>, name: String, times: &[f64]) -> Throw {
    let impacts: Vec<Uncertain> = times.iter().map(|&value| Uncertain { value, sigma: None }).collect();
    Throw::of_impacts(rows, name, &impacts)
}

/// Times of impacts, one a row.
pub(super) fn impact_times(sheet: &mut Sheet, time: usize) -> Result<(), Error> {
    sheet.check_unit(time, Time)?;
    let (mut times, mut rows): (Vec<f64>, Vec<u64>) = Default::default();
    while sheet.advance()? {
        let Some(now) = sheet.number(time, Time)? else {
            let help = "write it: without it the flights are unknown";
            return Err(sheet.refused(time, "the time of this impact is missing", help));
        };
        if now < 0.0 {
            return Err(sheet.wrong(time, &format!("`{}` is before the start", sheet.shown(time))).into());
        }
        if times.last().is_some_and(|&before| now <= before) {
            let message = format!("`{}` is not later than the time before it", cut(sheet.text(time), 40));
            return Err(sheet.wrong(time, &message).into());
        }
        times.push(now);
        rows.push(sheet.row());
        if times.len() > MOST_INTERVALS + 1 {
            return Err(Error::wrong(format!("{}: more than {MOST_INTERVALS} intervals in one throw", sheet.place())));
        }
    }
    if times.len() < 3 {
        return Err(Error::wrong(format!("{}: at least three impacts are needed", sheet.name())));
    }
    sheet.hand_on(Measured::Throw(throw(rows[1..].to_vec(), "1".to_string(), &times)))
}
