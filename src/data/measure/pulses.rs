//! A force against time: each impact on a load cell is a pulse, and the ball flies from the end of one to the start of the next.

use super::header::is_one;
use super::sheet::Sheet;
use super::{Measured, Throw, Uncertain};
use crate::error::{Diagnostic, Error};
use crate::number::{counted, rounded};
use crate::units::Dimension::{Force, Time};

/// Most samples.
const MOST: usize = 1_000_000;
/// A pulse rises above this many standard deviations of the force between impacts, and above this part of the largest force.
const ABOVE: f64 = 8.0;
const PART: f64 = 0.02;
/// A half sine lasts this many times its width at half height.
const WHOLE: f64 = 1.5;

/// The columns of such a table: time and force.
pub(super) fn columns(sheet: &Sheet) -> Option<(usize, usize)> {
    const FORCES: &str = "force, normal force, contact force, load, f";
    let has_unit = |column: &usize| sheet.headers.get(*column).is_some_and(|header| header.unit.is_some());
    let time = sheet.column(|words| is_one(words, "t, time") || words.starts_with("time ")).filter(has_unit);
    time.zip(sheet.column(|words| is_one(words, FORCES)).filter(has_unit))
}

/// One impact.
struct Pulse {
    /// Of its first sample above the threshold.
    row: u64,
    /// Where half of its impulse is transferred, s.
    middle: f64,
    /// s
    lasts: f64,
}

/// Hands on the flights: the times between the middles of the pulses, without the time that one lasts.
pub(super) fn read(sheet: &mut Sheet, time: usize, force: usize) -> Result<(), Error> {
    sheet.check_unit(time, Time)?;
    sheet.check_unit(force, Force)?;
    let (mut samples, mut rows): (Vec<(f64, f64)>, Vec<u64>) = Default::default();
    while sheet.advance()? {
        let (Some(t), Some(f)) = (sheet.number(time, Time)?, sheet.number(force, Force)?) else {
            sheet.skip();
            continue;
        };
        if samples.last().is_some_and(|(before, _)| t <= *before) {
            let message = format!("`{}` is not later than the time before it", sheet.shown(time));
            return Err(sheet.refused(time, &message, "write one recording a file, in the order of time"));
        }
        samples.push((t, f));
        rows.push(sheet.row());
        if samples.len() > MOST {
            return Err(Error::wrong(format!("{}: more than {MOST} samples of a force", sheet.place())));
        }
    }
    let pulses = pulses(&samples, &rows);
    let [first, _, _, ..] = &pulses[..] else {
        let message =
            format!("{}: {} in the force, and at least three are needed", sheet.name(), counted(pulses.len(), "pulse"));
        return Err(Diagnostic::new(message)
            .help("a recording of a plate on which a ball bounces has a pulse for each impact")
            .into());
    };
    let lasts = pulses.iter().map(|pulse| pulse.lasts).sum::<f64>() / pulses.len() as f64;
    sheet.note(format!(
        "the force has {}, the first at {} s; a contact lasts {} ms, which is taken off the intervals",
        counted(pulses.len(), "pulse"),
        rounded(first.middle, 5),
        rounded(1e3 * lasts, 3)
    ));
    sheet.without_contact();
    let times: Vec<Uncertain> = pulses.iter().map(|pulse| Uncertain { value: pulse.middle, sigma: None }).collect();
    let rows = pulses[1..].iter().map(|pulse| pulse.row).collect();
    let mut throw = Throw::of_impacts(rows, "1".to_string(), &times);
    throw.intervals.iter_mut().for_each(|interval| *interval -= lasts);
    sheet.hand_on(Measured::Throw(throw))
}

/// The pulses above the noise; what rings within the length of a pulse behind it belongs to it.
fn pulses(samples: &[(f64, f64)], rows: &[u64]) -> Vec<Pulse> {
    let zero = median(samples.iter().map(|(_, f)| *f).collect());
    let noise = 1.4826 * median(samples.iter().map(|(_, f)| (f - zero).abs()).collect());
    let (high, low) =
        samples.iter().fold((0.0f64, 0.0f64), |(high, low), (_, f)| (high.max(f - zero), low.min(f - zero)));
    // A load cell may count pressure as negative.
    let (sign, peak) = if -low > high { (-1.0, -low) } else { (1.0, high) };
    let force = |k: usize| sign * (samples[k].1 - zero);
    let threshold = (ABOVE * noise).max(PART * peak);
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for k in (0..samples.len()).filter(|k| force(*k) > threshold) {
        match parts.last_mut() {
            Some((from, to)) if k - *to <= (*to - *from) + 3 => *to = k,
            _ => parts.push((k, k)),
        }
    }
    let pulse = |&(from, to): &(usize, usize)| {
        let top = (from..=to).max_by(|a, b| force(*a).total_cmp(&force(*b)))?;
        let half = 0.5 * force(top);
        // Where the force passes half of its height, between two samples.
        let crossing = |inside: usize, outside: usize| {
            let [(t, f), (u, g)] = [inside, outside].map(|k| (samples[k].0, force(k)));
            if f == g { t } else { t + (u - t) * (f - half) / (f - g) }
        };
        let before = (1..=top).rev().find(|k| force(k - 1) < half)?;
        let after = (top..samples.len() - 1).find(|k| force(k + 1) < half)?;
        let lasts = WHOLE * (crossing(after, after + 1) - crossing(before, before - 1));
        let impulse: f64 = (from..=to).map(force).sum();
        let middle = (from..=to).map(|k| samples[k].0 * force(k)).sum::<f64>() / impulse;
        (to > from && middle.is_finite()).then(|| Pulse { row: rows[from], middle, lasts })
    };
    parts.iter().filter_map(pulse).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
