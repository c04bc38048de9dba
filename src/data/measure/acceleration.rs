//! Acceleration over time, of a phone beside the ball or on it: an impact is where it rises at once.
//!
//! The restitution follows from the intervals between impacts. An impact is found to a sample, so that a slow sensor cannot tell
//! it: then the table is refused, with the rate that is needed.

use super::sheet::Sheet;
use super::sound::chain;
use super::sound::onsets::Onset;
use super::{Measured, Throw, Uncertain};
use crate::error::Error;
use crate::number::median;
use crate::units::Dimension::{Acceleration, Time};

/// Rows of a table at least, and at most.
const LEAST: usize = 50;
const MOST: usize = 2_000_000;
/// Over the spread of what is read between the impacts, from which a rise is an impact.
const RISE: f64 = 8.0;
/// m/s2; what a hand or a motor does.
const SMALLEST: f64 = 0.5;
/// After an impact, s: it rings.
const RINGING: f64 = 0.04;
/// Uncertainty of the restitution of the first two intervals from which it is no measurement.
const TOO_COARSE: f64 = 0.03;
/// Samples in the shortest interval that is used.
const SAMPLES: f64 = 12.0;

/// Columns of the time and of the acceleration, its amount or its components.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    time: usize,
    parts: Vec<usize>,
}

/// The columns, if the table has them.
pub(super) fn columns(sheet: &Sheet) -> Option<Columns> {
    let time = sheet.column(|words| words == "time" || words == "t")?;
    let accelerations = |words: &str| words.contains("acceleration") && !words.contains("sigma");
    let amount = sheet.column(|words| accelerations(words) && words.contains("absolute"));
    let parts = amount.map_or_else(|| sheet.columns(accelerations), |amount| vec![amount]);
    (!parts.is_empty()).then_some(Columns { time, parts })
}

/// Reads the table and hands on its throw.
pub(super) fn read(sheet: &mut Sheet, columns: &Columns) -> Result<(), Error> {
    let samples = samples(sheet, columns)?;
    let name = sheet.name().to_string();
    let refused = |why: String, help: &str| Error::with_help(format!("{name}: {why}"), help);
    let record = "record the sound of the impacts instead, a WAV file; or their times: impact time (s)";
    if samples.len() < LEAST {
        return Err(refused(
            format!("{} samples of an acceleration, at least {LEAST} are needed", samples.len()),
            record,
        ));
    }
    let step = median(samples.iter().zip(samples.iter().skip(1)).map(|(a, b)| b.0 - a.0).collect());
    let onsets = onsets(&samples, step);
    let mut row = chain::impacts(&onsets);
    let time = |k: usize| onsets.get(k).map_or(f64::NAN, |onset| onset.time.value);
    // What comes after it is too short to be told by these samples.
    let short = row.windows(2).position(|pair| matches!(pair, &[a, b] if time(b) - time(a) < SAMPLES * step));
    row.truncate(short.map_or(row.len(), |at| at + 1));
    let &[first, second, third, ..] = &row[..] else {
        let why = format!(
            "no three impacts whose intervals shrink by one factor in {} sudden rises of the acceleration, {:.0} samples a second",
            onsets.len(),
            1.0 / step
        );
        return Err(refused(why, record));
    };
    // Each of two intervals has two ends that are known to a sample: a uniform error.
    let (before, after) = (time(second) - time(first), time(third) - time(second));
    let sigma = after / before * (step / 6f64.sqrt()) * (before.recip().hypot(after.recip()));
    if sigma > TOO_COARSE {
        let why = format!(
            "{:.0} samples a second give intervals of {:.0} and {:.0} ms a restitution to ±{sigma:.2}: that is no measurement; {:.0} a \
             second at least would be one",
            1.0 / step,
            1e3 * before,
            1e3 * after,
            sigma / TOO_COARSE / step
        );
        return Err(refused(why, record));
    }
    let times: Vec<String> = row.iter().map(|&k| format!("{:.3}", time(k))).collect();
    sheet.note(format!(
        "impacts at {} s, each to {:.1} ms: {:.0} samples a second",
        times.join(", "),
        1e3 * step / 12f64.sqrt(),
        1.0 / step
    ));
    let impacts: Vec<Uncertain> = row.iter().filter_map(|&k| Some(onsets.get(k)?.time)).collect();
    sheet.hand_on(Measured::Throw(Throw::of_impacts(vec![1], "1".to_string(), &impacts)))
}

/// Times and amounts of the acceleration, s and m/s2.
fn samples(sheet: &mut Sheet, columns: &Columns) -> Result<Vec<(f64, f64)>, Error> {
    sheet.check_unit(columns.time, Time)?;
    sheet.check_units(columns.parts.iter().copied(), Acceleration)?;
    let mut samples: Vec<(f64, f64)> = Vec::new();
    while sheet.advance()? {
        let time = sheet.number(columns.time, Time)?;
        let mut squares = Some(0.0);
        for &part in &columns.parts {
            let read = sheet.number(part, Acceleration)?;
            squares = squares.zip(read).map(|(sum, part)| sum + part * part);
        }
        let Some((time, squares)) = time.zip(squares) else {
            sheet.skip();
            continue;
        };
        if samples.last().is_some_and(|before: &(f64, f64)| time <= before.0) {
            let message = format!("`{}` is not later than the row before", sheet.shown(columns.time));
            return Err(sheet.wrong(columns.time, &message).into());
        }
        samples.push((time, squares.sqrt()));
        if samples.len() > MOST {
            return Err(Error::wrong(format!("{}: more than {MOST} samples of an acceleration", sheet.place())));
        }
    }
    Ok(samples)
}

/// Where the acceleration rises above what it is between the impacts.
fn onsets(samples: &[(f64, f64)], step: f64) -> Vec<Onset> {
    let rest = median(samples.iter().map(|(_, a)| *a).collect());
    let spread = 1.4826 * median(samples.iter().map(|(_, a)| (a - rest).abs()).collect());
    let enough = rest + (RISE * spread).max(SMALLEST);
    let mut found: Vec<Onset> = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for (k, &(time, a)) in samples.iter().enumerate() {
        let quiet = k.checked_sub(1).and_then(|before| samples.get(before)).is_none_or(|(_, before)| *before <= enough);
        if a > enough {
            if quiet && time - last > RINGING {
                // Anywhere between this sample and the one before.
                let time = Uncertain { value: time - 0.5 * step, sigma: Some(step / 12f64.sqrt()) };
                found.push(Onset { time, energy: 1.0 });
            }
            last = time;
        }
        if let Some(onset) = found.last_mut().filter(|onset| time - onset.time.value < RINGING) {
            onset.energy = onset.energy.max(((a - rest) / spread.max(SMALLEST / RISE)).powi(2));
        }
    }
    found
}
