//! Sound: a recording of a bouncing ball, its onsets and which of them are impacts; and the table of them, which can be edited.

pub mod chain;
pub mod onsets;

use std::fmt::Write as _;
use std::io::Read;

use hound::{SampleFormat, WavReader};
use onsets::Onset;

use super::sheet::Sheet;
use super::{Besides, Measured, Throw, Totals, Uncertain, Visit};
use crate::error::{Error, cut};
use crate::units::Dimension::Time;

/// Most samples of all channels.
const MOST: usize = 12_000_000;
/// Impacts that are needed: two intervals.
const LEAST: usize = 3;
/// Impacts of a second throw in one recording.
const LEAST_AGAIN: usize = 4;
/// Energy of its loudest impact over that of the first throw: the same ball, from a hand. Quieter rows are noise.
const AGAIN: f64 = 0.01;

/// A recording, one channel of it without hum, and what was heard.
#[derive(Debug, Clone, PartialEq)]
pub struct SoundRecording {
    /// Samples a second.
    pub rate: f64,
    pub sound: Vec<f32>,
    pub onsets: Vec<Onset>,
    /// The onsets of each throw that are impacts.
    pub throws: Vec<Vec<usize>>,
    pub notes: Vec<String>,
}

impl SoundRecording {
    /// Reads a WAV file and finds the impacts.
    ///
    /// # Errors
    /// When it is no WAV file of numbers, or no bouncing ball is heard.
    pub fn read(name: &str, mut input: impl Read) -> Result<Self, Error> {
        let (rate, mut sound, mut notes) = decode(name, &mut input)?;
        onsets::without_hum(&mut sound, rate);
        let refused = |why: String| {
            let help =
                "record three bounces or more near the impact; or write a table of the times you hear: impact time (s)";
            Error::with_help(format!("{name}: {why}"), help)
        };
        let onsets = onsets::onsets(&sound, rate).map_err(refused)?;
        let first = chain::impacts(&onsets);
        if first.len() < LEAST {
            let times: Vec<String> = onsets.iter().take(12).map(|onset| format!("{:.3}", onset.time.value)).collect();
            let heard =
                if times.is_empty() { "no sudden sound".into() } else { format!("sounds at {} s", times.join(", ")) };
            return Err(refused(format!("no three impacts whose intervals shrink by one factor: {heard}")));
        }
        let mut throws = vec![first];
        more(&onsets, &mut throws);
        let used: Vec<usize> = throws.concat();
        let left = onsets.len() - used.len();
        let count = used.len();
        notes.push(format!(
            "{count} impacts are found in {} throw{}",
            throws.len(),
            if throws.len() == 1 { "" } else { "s" }
        ));
        for k in (0..onsets.len()).filter(|k| !used.contains(k)).take(12) {
            let at = onsets.get(k).map_or(0.0, |onset| onset.time.value);
            notes.push(format!("the sound at {at:.4} s is not used: {}", reason(&onsets, &throws, k)));
        }
        if left > 12 {
            notes.push(format!("{} more sounds are not used", left - 12));
        }
        Ok(Self { rate, sound, onsets, throws, notes })
    }

    /// The table of onsets: `impact` is the column to edit.
    pub fn csv(&self) -> String {
        let mut text = String::from("throw,impact time (s),impact time sigma (s),impact,level (dB),remark\n");
        for (k, onset) in self.onsets.iter().enumerate() {
            let throw = nearest(&self.onsets, &self.throws, k);
            let own = self.throws.get(throw).is_some_and(|row| row.contains(&k));
            let remark = if own { String::new() } else { reason(&self.onsets, &self.throws, k).replace(',', ";") };
            let _ = writeln!(
                text,
                "{},{:.7},{:.1e},{},{:.1},{remark}",
                throw + 1,
                onset.time.value,
                onset.time.sigma.unwrap_or(f64::NAN),
                if own { "yes" } else { "no" },
                10.0 * onset.energy.max(1e-30).log10(),
            );
        }
        text
    }
}

/// The throw that an onset belongs to, or is nearest to in time.
fn nearest(onsets: &[Onset], throws: &[Vec<usize>], k: usize) -> usize {
    let time = |k: Option<&usize>| k.and_then(|&k| onsets.get(k)).map_or(f64::NAN, |onset| onset.time.value);
    let from = |row: &[usize]| (time(row.first()) - time(Some(&k))).max(time(Some(&k)) - time(row.last())).max(0.0);
    (0..throws.len()).min_by(|&a, &b| from(&throws[a]).total_cmp(&from(&throws[b]))).unwrap_or(0)
}

fn reason(onsets: &[Onset], throws: &[Vec<usize>], k: usize) -> String {
    throws.get(nearest(onsets, throws, k)).map_or_else(String::new, |row| chain::reason(onsets, row, k))
}

/// Further throws before and after those that were found.
fn more(onsets: &[Onset], throws: &mut Vec<Vec<usize>>) {
    let mut gaps: Vec<std::ops::Range<usize>> = std::iter::once(0..onsets.len()).collect();
    let loudest =
        |row: &[usize]| row.iter().filter_map(|&k| onsets.get(k)).map(|onset| onset.energy).fold(0.0, f64::max);
    let first_throw = throws.first().map_or(0.0, |row| loudest(row));
    let mut at = 0;
    while let Some(row) = throws.get(at).cloned() {
        let (Some(&first), Some(&last)) = (row.first(), row.last()) else { break };
        if let Some(place) = gaps.iter().position(|gap| gap.contains(&first)) {
            let gap = gaps.remove(place);
            for part in [gap.start..first, last + 1..gap.end] {
                let found = chain::impacts(onsets.get(part.clone()).unwrap_or_default());
                let found: Vec<usize> = found.into_iter().map(|k| k + part.start).collect();
                if found.len() >= LEAST_AGAIN && loudest(&found) > AGAIN * first_throw {
                    throws.push(found);
                }
                gaps.push(part);
            }
        }
        at += 1;
    }
    throws.sort();
}

/// Samples a second, those of the channel with the loudest impact over its background, and notes.
fn decode(name: &str, input: &mut dyn Read) -> Result<(f64, Vec<f32>, Vec<String>), Error> {
    let refused = |why: &str| {
        let help = "save the recording as WAV, PCM, 44.1 or 48 kHz (Audacity: File, Export Audio)";
        Error::with_help(format!("{name}: {}", cut(why, 160)), help)
    };
    let reader = WavReader::new(input).map_err(|error| refused(&format!("no WAV file that can be read: {error}")))?;
    let spec = reader.spec();
    let count = usize::from(spec.channels).max(1);
    if !(4000..=1_000_000).contains(&spec.sample_rate) {
        return Err(refused(&format!("{} samples a second: at least 4000 are needed", spec.sample_rate)));
    }
    let mut channels: Vec<Vec<f32>> = vec![Vec::new(); count.min(2)];
    let scale = 0.5f32.powi(i32::from(spec.bits_per_sample.clamp(1, 32)) - 1);
    let samples: Box<dyn Iterator<Item = Result<f32, hound::Error>>> = match spec.sample_format {
        SampleFormat::Float => Box::new(reader.into_samples::<f32>()),
        SampleFormat::Int => Box::new(reader.into_samples::<i32>().map(|sample| Ok(sample? as f32 * scale))),
    };
    let mut notes = Vec::new();
    for (taken, sample) in samples.enumerate() {
        match sample {
            Ok(_) if taken >= MOST => {
                return Err(refused(&format!("more than {MOST} samples: cut the recording to the bounces")));
            }
            Ok(sample) => {
                if let Some(channel) = channels.get_mut(taken % count) {
                    channel.push(if sample.is_finite() { sample } else { 0.0 });
                }
            }
            Err(error) if taken < spec.sample_rate as usize / 10 => {
                return Err(refused(&format!("broken WAV file: {error}")));
            }
            Err(_) => {
                notes.push("the recording is shorter than its header states".to_string());
                break;
            }
        }
    }
    let rate = f64::from(spec.sample_rate);
    let contrast = |channel: &Vec<f32>| {
        let peak = channel.iter().map(|x| x.abs()).fold(0.0, f32::max);
        let mean = channel.iter().map(|x| x.abs()).sum::<f32>() / channel.len().max(1) as f32;
        if mean > 0.0 { peak / mean } else { 0.0 }
    };
    let best = (0..channels.len()).max_by(|&a, &b| {
        let of = |k: usize| channels.get(k).map_or(0.0, contrast);
        of(a).total_cmp(&of(b)).then(b.cmp(&a))
    });
    let chosen = best.unwrap_or(0);
    if count > 1 {
        notes.push(format!("channel {} of {count} is used", chosen + 1));
    }
    let sound = channels.into_iter().nth(chosen).unwrap_or_default();
    if sound.iter().filter(|x| x.abs() > 0.999).count() > 20 {
        notes.push("the recording is overdriven: record it with less gain".to_string());
    }
    Ok((rate, sound, notes))
}

/// Reads a recording and hands on its throws.
pub(super) fn read(name: &str, input: &mut dyn Read, visit: &mut Visit) -> Result<(Totals, Besides), Error> {
    let recording = SoundRecording::read(name, input)?;
    for (k, row) in recording.throws.iter().enumerate() {
        let impacts: Vec<Uncertain> = row.iter().filter_map(|&k| Some(recording.onsets.get(k)?.time)).collect();
        visit(Measured::Throw(Throw::of_impacts((2..=impacts.len() as u64).collect(), (k + 1).to_string(), &impacts)))?;
    }
    let tally = Totals { measured: recording.throws.len() as u64, gaps: 0 };
    Ok((tally, Besides { notes: recording.notes, ..Besides::default() }))
}

/// Line and name of the throw that is read, its impacts and their rows.
type Open = (u64, String, Vec<Uncertain>, Vec<u64>);

/// Reads a table of onsets: `impact time`, and where they are there `impact time sigma`, `impact` (yes or no) and `throw`.
pub(super) fn table(sheet: &mut Sheet, time: usize) -> Result<(), Error> {
    let sigma = sheet.column(|words| words == "impact time sigma");
    sheet.check_units([Some(time), sigma].into_iter().flatten(), Time)?;
    let (impact, name) = (sheet.column(|words| words == "impact"), sheet.column(|words| words == "throw"));
    // What this program wrote beside them is about the sound.
    let about = sheet.columns(|words| words == "level" || words == "remark");
    let mut unused = 0;
    let mut open: Option<Open> = None;
    loop {
        let more = sheet.advance()?;
        about.iter().filter(|_| more).for_each(|&column| drop(sheet.key(column)));
        let key = name.filter(|_| more).map(|column| sheet.key(column)).unwrap_or_default();
        if let Some((line, name, impacts, rows)) = open.take_if(|open| !more || open.1 != key) {
            if impacts.len() < LEAST {
                let message = format!(
                    "{}: line {line}: {} impacts in this throw, at least three are needed",
                    sheet.name(),
                    impacts.len()
                );
                return Err(Error::wrong(message));
            }
            let shown = if name.is_empty() { (sheet.tally.measured + 1).to_string() } else { name };
            sheet.hand_on(Measured::Throw(Throw::of_impacts(rows[1..].to_vec(), shown, &impacts)))?;
        }
        if !more {
            break;
        }
        let word = impact.map(|column| sheet.key(column).to_lowercase());
        match word.as_deref() {
            None | Some("yes" | "y" | "true" | "1" | "") => {}
            Some("no" | "n" | "false" | "0") => {
                sheet.number(time, Time)?;
                sheet.finite(sigma, Time)?;
                unused += 1;
                continue;
            }
            Some(_) => return Err(sheet.wrong(impact.unwrap_or(time), "is it an impact? write yes or no").into()),
        }
        let spread = sheet.optional(sigma, Time)?;
        let Some(at) = sheet.number(time, Time)? else {
            let help = "write it, or write  no  under `impact`";
            return Err(sheet.refused(time, "the time of this impact is missing", help));
        };
        let (_, _, impacts, rows) = open.get_or_insert_with(|| (sheet.line(), key, Vec::new(), Vec::new()));
        if impacts.last().is_some_and(|before| at <= before.value) {
            let message = format!("`{}` is not later than the time before it", sheet.shown(time));
            return Err(sheet.wrong(time, &message).into());
        }
        impacts.push(Uncertain { value: at, sigma: spread });
        rows.push(sheet.row());
    }
    if unused > 0 {
        sheet.note(format!("{unused} onsets have `no` under `impact` and are not used"));
    }
    Ok(())
}
