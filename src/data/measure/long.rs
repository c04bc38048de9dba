//! Long tables: a row for each bounce of a throw, with its number and the height after it, or the time of its impact.

use super::sheet::{MOST_INTERVALS, Sheet};
use super::{Drop, Measured, Throw, Uncertain};
use crate::error::{Error, cut};
use crate::units::Dimension::{self, Length, Time};

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
pub(super) fn columns(sheet: &Sheet) -> Option<Columns> {
    const NUMBERS: [&str; 9] = [
        "bounce",
        "bounce number",
        "bounce no",
        "bounce no.",
        "bounce nr",
        "rebound number",
        "impact number",
        "bounce index",
        "number of bounce",
    ];
    let number = sheet.column(|words| NUMBERS.contains(&words))?;
    let drop = sheet.column(|words| words.contains("drop") && words.contains("height") && !words.contains("sigma"));
    let height = sheet.column(|words| words.contains("height") && !words.contains("drop") && !words.contains("sigma"));
    let time = || sheet.column(|words| words == "time" || words.starts_with("time ") || words == "impact time");
    let (value, dimension) = height.map(|at| (at, Length)).or_else(|| Some((time()?, Time)))?;
    let throw = sheet.column(|words| ["throw", "trial", "drop", "run", "series"].contains(&words));
    Some(Columns { number, value, dimension, throw, drop })
}

/// A throw whose rows are being read.
struct Open {
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

pub(super) fn read(sheet: &mut Sheet, columns: Columns) -> Result<(), Error> {
    let Columns { number, value, dimension, throw, drop } = columns;
    sheet.check_unit(value, dimension)?;
    sheet.check_units(drop, Length)?;
    let mut single = false;
    let mut open: Option<Open> = None;
    while sheet.advance()? {
        let from = drop.map_or(Ok(None), |drop| sheet.positive(drop, Length))?;
        let mut text = |column: Option<usize>| column.map_or(String::new(), |column| sheet.key(column));
        let key = (text(throw), text(drop));
        let Ok(n) = sheet.key(number).parse::<u64>() else {
            let message = format!("`{}` is not the number of a bounce", sheet.shown(number));
            return Err(sheet.refused(number, &message, "number the bounces of a throw 1, 2, 3, ..."));
        };
        if open.as_ref().is_none_or(|open| open.key != key || n <= open.number) {
            single |= close(sheet, open.take(), columns)?;
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
            open = Some(Open { key, line, drop: from, number: n, values, rows, broken: false });
        } else if let Some(open) = &mut open {
            if n != open.number + 1 {
                let message = format!("bounce {n} follows bounce {}", open.number);
                return Err(sheet.refused(number, &message, "write a row with an empty cell for what was missed"));
            }
            open.number = n;
        }
        let Some(Open { values, rows, broken, drop: from, .. }) = &mut open else { continue };
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
    single |= close(sheet, open, columns)?;
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
fn close(sheet: &mut Sheet, open: Option<Open>, columns: Columns) -> Result<bool, Error> {
    let Some(Open { key, line, drop, values, rows, .. }) = open else { return Ok(false) };
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
