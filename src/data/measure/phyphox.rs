//! What phyphox exports.
//!
//! The columns are those of the experiments' own definitions, inelastic_collision.phyphox and acoustic_stopwatch.phyphox
//! of github.com/phyphox/phyphox-experiments: `Bounce k` is the container `t_k`, the time of the k-th impact since the
//! start, and `Height k = g (t_k - t_(k-1))^2/8` with g = 9.81 m/s2. A container that was never filled holds 0.

use super::sheet::{MOST_INTERVALS, Sheet};
use super::{Measured, Throw, Uncertain};
use crate::error::{Error, cut};
use crate::number::counted;
use crate::units::Dimension::{Length, Time};

/// `g/8` of the phone.
const EIGHTH: f64 = 1.22625;
/// How far its own heights may be from those of the times before the table is something else.
const NEAR: f64 = 0.02;

/// "(In)elastic collision": `Bounce k (s)`, a row a throw. `Height k` and `Energy k` follow from the times.
pub(super) fn collision(sheet: &mut Sheet) -> Result<(), Error> {
    let named = |sheet: &Sheet, what: &str, k: usize| sheet.column(|words| words == format!("{what} {k}"));
    let bounces: Vec<usize> = (0..).map_while(|k| named(sheet, "bounce", k)).collect();
    let heights: Vec<Option<usize>> = (0..bounces.len()).map(|k| named(sheet, "height", k)).collect();
    sheet.check_units(bounces.iter().copied(), Time)?;
    sheet.check_units(heights.iter().flatten().copied(), Length)?;
    rows(sheet, &bounces, &heights)
}

/// The stopwatch: `Start (s)`, `Stop 1 (s)`, ..., a row a throw.
pub(super) fn stopwatch(sheet: &mut Sheet) -> Result<(), Error> {
    let times = sheet.columns(|words| words == "start" || words.starts_with("stop"));
    sheet.check_units(times.iter().copied(), Time)?;
    rows(sheet, &times, &vec![None; times.len()])
}

fn rows(sheet: &mut Sheet, times: &[usize], heights: &[Option<usize>]) -> Result<(), Error> {
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
pub(super) fn events(sheet: &mut Sheet, time: usize) -> Result<(), Error> {
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
