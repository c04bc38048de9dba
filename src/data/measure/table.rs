//! What the rows of a table are, by its headers.

use std::io::Read;

use super::sheet::Sheet;
use super::{Drop, Measured, Tally, Throw};
use crate::error::{Diagnostic, Error, cut};
use crate::units::Dimension::{Length, Time};

/// Most intervals of one throw.
const MOST_INTERVALS: usize = 10_000;

/// Reads a table of any known form and hands on what was measured.
pub(super) fn read<R: Read>(
    name: &str,
    input: R,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<Tally, Error> {
    let mut sheet = Sheet::open(name, input)?;
    let drop = sheet.column(|words| words.contains("drop") && words.contains("height"));
    let sigma = sheet.column(|words| words.contains("rebound") && words.contains("sigma"));
    let rebound = sheet.column(|words| words.contains("rebound") && !words.contains("sigma"));
    let interval = sheet.column(|words| words.contains("interval") && !words.ends_with("index"));
    if let Some(rebound) = rebound {
        let Some(drop) = drop else { return Err(lacks(&sheet, "drop height (m)")) };
        return heights(&mut sheet, drop, rebound, sigma, visit);
    }
    if let Some(interval) = interval {
        return intervals(&mut sheet, interval, drop, visit);
    }
    if sheet.column(|words| words == "bounce 0").is_some() {
        return collision(&mut sheet, visit);
    }
    match sheet.column(|words| words.starts_with("time") || words.starts_with("event")) {
        Some(time) if sheet.headers.len() == 1 => events(&mut sheet, time, visit),
        _ if drop.is_some() => Err(lacks(&sheet, "rebound height (m)")),
        _ => {
            let headers: Vec<&str> = sheet.headers.iter().map(|header| header.text.as_str()).collect();
            let shown = cut(&headers.join("`, `"), 120);
            Err(Diagnostic::new(format!("{name}: line 1: no known table has the columns `{shown}`"))
                .help("heights:    drop height (m), rebound height (m)")
                .help("intervals:  throw, interval (s)")
                .help("phyphox:    Bounce 0 (s), Height 0 (m), Bounce 1 (s), ...")
                .into())
        }
    }
}

fn lacks<R: Read>(sheet: &Sheet<R>, column: &str) -> Error {
    Error::wrong(format!("{}: line 1: there is no column `{column}`", sheet.name()))
}

fn heights<R: Read>(
    sheet: &mut Sheet<R>,
    drop: usize,
    rebound: usize,
    sigma: Option<usize>,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<Tally, Error> {
    for column in [Some(drop), Some(rebound), sigma].into_iter().flatten() {
        sheet.check_unit(column, Length)?;
    }
    let mut tally = Tally::default();
    let (mut first, mut differ) = (None, false);
    while sheet.advance()? {
        let line = sheet.line();
        let rebound_sigma = match sigma {
            Some(column) => sheet.positive(column, Length)?,
            None => None,
        };
        let (Some(from), Some(to)) = (sheet.positive(drop, Length)?, sheet.positive(rebound, Length)?) else {
            tally.gaps += 1;
            continue;
        };
        if to >= from {
            let message = format!("a rebound to {to} m from a drop of {from} m: a bounce cannot gain height");
            let error = sheet.wrong(rebound, &message);
            return Err(error.help("are the columns exchanged, or in different units?").into());
        }
        differ |= *first.get_or_insert((from, to)) != (from, to);
        tally.measured += 1;
        visit(Measured::Drop(Drop { line, drop: from, rebound: to, rebound_sigma }))?;
    }
    match tally.measured {
        0 => Err(Error::wrong(format!("{}: there is no complete row below the headers", sheet.name()))),
        1 => Err(Error::wrong(format!(
            "{}: one drop says nothing about their scatter: two at least are needed",
            sheet.name()
        ))),
        count if !differ && count > 2 => {
            let message = format!("{}: all {count} drops are equal: they were copied, not measured", sheet.name());
            Err(Error::wrong(message))
        }
        _ => Ok(tally),
    }
}

/// The throw whose rows are being read.
struct Open {
    key: (String, String),
    throw: Throw,
    broken: bool,
}

fn intervals<R: Read>(
    sheet: &mut Sheet<R>,
    interval: usize,
    drop: Option<usize>,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<Tally, Error> {
    sheet.check_unit(interval, Time)?;
    if let Some(drop) = drop {
        sheet.check_unit(drop, Length)?;
    }
    let throw = sheet.column(|words| words == "throw" || words == "trial" || words == "drop");
    let index = sheet.column(|words| words.ends_with("index"));
    let mut tally = Tally::default();
    let mut open: Option<Open> = None;
    while sheet.advance()? {
        let height = match drop {
            Some(drop) => sheet.positive(drop, Length)?,
            None => None,
        };
        let value = sheet.positive(interval, Time)?;
        let text = |column: Option<usize>| column.map_or(String::new(), |column| sheet.text(column).to_string());
        let key = (text(drop), text(throw));
        if open.as_ref().is_none_or(|open| open.key != key) {
            close(sheet, open.take(), &mut tally, visit)?;
            let name = if key.1.is_empty() { (tally.measured + 1).to_string() } else { key.1.clone() };
            let throw = Throw { line: sheet.line(), name, drop: height, intervals: Vec::new() };
            open = Some(Open { key, throw, broken: false });
        }
        let Some(Open { throw, broken, .. }) = &mut open else { continue };
        let expected = throw.intervals.len() + 1;
        if let Some(column) = index.filter(|&column| !*broken && sheet.text(column) != expected.to_string()) {
            let message = format!(
                "`{}` where interval {expected} of throw {} is due",
                cut(sheet.text(column), 40),
                cut(&throw.name, 40)
            );
            return Err(sheet.wrong(column, &message).help("an interval that is not known is a gap: write NaN").into());
        }
        match value {
            // What follows a gap has lost its neighbour: two bounces may lie in it.
            Some(value) if !*broken => throw.intervals.push(value),
            _ => {
                *broken = true;
                tally.gaps += 1;
            }
        }
        if expected > MOST_INTERVALS {
            return Err(Error::wrong(format!("{}: more than {MOST_INTERVALS} intervals in one throw", sheet.place())));
        }
    }
    close(sheet, open, &mut tally, visit)?;
    nothing(sheet, tally)
}

/// Hands a throw on; two intervals are the least that hold a bounce between them.
fn close<R: Read>(
    sheet: &Sheet<R>,
    open: Option<Open>,
    tally: &mut Tally,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<(), Error> {
    let Some(Open { throw, .. }) = open else { return Ok(()) };
    let count = throw.intervals.len();
    if count < 2 && throw.drop.is_none() {
        let place = format!("{}: line {}", sheet.name(), throw.line);
        let message = format!(
            "{place}: throw {} has {count} interval{}: two at least are needed",
            cut(&throw.name, 40),
            if count == 1 { "" } else { "s" }
        );
        return Err(Error::wrong(message));
    }
    tally.measured += 1;
    visit(Measured::Throw(throw))
}

fn nothing<R: Read>(sheet: &Sheet<R>, tally: Tally) -> Result<Tally, Error> {
    if tally.measured == 0 {
        return Err(Error::wrong(format!("{}: there is no complete row below the headers", sheet.name())));
    }
    Ok(tally)
}

/// `Bounce k (s)`: the k-th interval; a row a throw. `Height k` and `Energy k` are computed from it by the phone.
fn collision<R: Read>(
    sheet: &mut Sheet<R>,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<Tally, Error> {
    let columns: Vec<usize> = (0..).map_while(|k| sheet.column(|words| words == format!("bounce {k}"))).collect();
    for &column in &columns {
        sheet.check_unit(column, Time)?;
    }
    let mut tally = Tally::default();
    while sheet.advance()? {
        let line = sheet.line();
        let mut intervals = Vec::new();
        for (k, &column) in columns.iter().enumerate() {
            match sheet.positive(column, Time)? {
                Some(value) if intervals.len() == k => intervals.push(value),
                _ => tally.gaps += 1,
            }
        }
        if intervals.len() < 2 {
            let count = intervals.len();
            let message = format!(
                "{}: {count} interval{} before the first gap: two at least are needed",
                sheet.place(),
                if count == 1 { "" } else { "s" }
            );
            return Err(Error::wrong(message));
        }
        tally.measured += 1;
        let name = tally.measured.to_string();
        visit(Measured::Throw(Throw { line, name, drop: None, intervals }))?;
    }
    nothing(sheet, tally)
}

/// Times of impacts, one a row.
fn events<R: Read>(
    sheet: &mut Sheet<R>,
    time: usize,
    visit: &mut dyn FnMut(Measured) -> Result<(), Error>,
) -> Result<Tally, Error> {
    sheet.check_unit(time, Time)?;
    let mut last: Option<f64> = None;
    let mut throw = Throw { line: 2, name: "1".to_string(), drop: None, intervals: Vec::new() };
    while sheet.advance()? {
        let Some(now) = sheet.number(time, Time)? else {
            return Err(sheet.wrong(time, "a gap among the times of impacts").into());
        };
        if now < 0.0 {
            return Err(sheet.wrong(time, &format!("`{}` is before the start", cut(sheet.text(time), 40))).into());
        }
        match last {
            Some(before) if now <= before => {
                let message = format!("`{}` is not later than the time before it", cut(sheet.text(time), 40));
                return Err(sheet.wrong(time, &message).into());
            }
            Some(before) => throw.intervals.push(now - before),
            None => {}
        }
        last = Some(now);
        if throw.intervals.len() > MOST_INTERVALS {
            return Err(Error::wrong(format!("{}: more than {MOST_INTERVALS} intervals in one throw", sheet.place())));
        }
    }
    if throw.intervals.len() < 2 {
        return Err(Error::wrong(format!("{}: three impacts at least are needed", sheet.name())));
    }
    visit(Measured::Throw(throw))?;
    Ok(Tally { measured: 1, gaps: 0 })
}
