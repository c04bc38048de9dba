//! Sound: a recording of a bouncing ball, its onsets and which of them are impacts; and the table of them, which can be edited.

use std::fmt::Write as _;
use std::io::Read;

use hound::{SampleFormat, WavReader};

use super::sheet::Sheet;
use super::{Besides, Measured, Throw, Totals, Uncertain, Visit};
use crate::error::{Error, cut};
use crate::number::median;
use crate::units::Dimension::Time;

/// Most samples of all channels.
const MOST: usize = 12_000_000;
/// Impacts that are needed: two intervals.
const LEAST: usize = 3;
/// Impacts of a second throw in one recording.
const LEAST_AGAIN: usize = 4;
/// Energy of its loudest impact over that of the first throw: the same ball, from a hand. Quieter rows are noise.
const AGAIN: f64 = 0.01;
/// An interval over the one before it.
const RATIO: std::ops::Range<f64> = 0.15..0.995;
/// How much the logarithm of that ratio may change from one bounce to the next.
const STEADY: f64 = 0.15;
/// Difference of two delays that are one, s.
const SAME_DELAY: f64 = 1.5e-3;
/// Energy of a sound over that of the impact before it, from which it is no echo.
const AS_LOUD: f64 = 0.5;
/// Energy of an impact over what the one before it and the ratio of their intervals, that of the speeds, lead to expect: less is
/// noise that lies where an impact would.
const FAINT: f64 = 0.03;
/// How much louder, beside its impact, a sound is than the echoes of the others from which it is none.
const LOUDER: f64 = 4.0;
/// Logarithm of the ratio of two intervals over that of the others, from which the impact between them may be another sound; and how much
/// closer that one has to come.
const UNSTEADY: f64 = 0.03;
const STEADIER: f64 = 4.0;
/// Longest interval between two impacts, s: a flight of 11 m.
const LONGEST: f64 = 3.0;
/// Below it there is hum and handling noise, Hz.
const HIGH_PASS: f64 = 400.0;
/// After an onset, before it, and between two onsets, s.
const AFTER: f64 = 1e-3;
const BEFORE: f64 = 5e-3;
const APART: f64 = 4e-3;
/// How much louder it is after an onset than before it, and than the background of the recording, in energy.
const RISE: f64 = 5.0;
const LOUD: f64 = 6.0;
/// Most onsets of a recording: beyond it there is music, or rain.
const MOST_ONSETS: usize = 400;

/// A sudden rise of the energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Onset {
    /// s
    pub time: Uncertain,
    /// Energy after it over that of the background.
    pub energy: f64,
}

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
        without_hum(&mut sound, rate);
        let refused = |why: String| {
            let help =
                "record three bounces or more near the impact; or write a table of the times you hear: impact time (s)";
            Error::with_help(format!("{name}: {why}"), help)
        };
        let onsets = onsets(&sound, rate).map_err(refused)?;
        let first = impacts(&onsets);
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
                10.0 * libm::log10(onset.energy.max(1e-30)),
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
    throws.get(nearest(onsets, throws, k)).map_or_else(String::new, |row| why_none(onsets, row, k))
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
                let found = impacts(onsets.get(part.clone()).unwrap_or_default());
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

/// Takes away what is below 400 Hz, causally: nothing is heard before it happens.
fn without_hum(sound: &mut [f32], rate: f64) {
    let keep = 1.0 / (1.0 + 2.0 * std::f64::consts::PI * HIGH_PASS / rate);
    for _ in 0..2 {
        let (mut before, mut out) = (sound.first().map_or(0.0, |&x| f64::from(x)), 0.0);
        for x in sound.iter_mut() {
            let now = f64::from(*x);
            out = keep * (out + now - before);
            before = now;
            *x = out as f32;
        }
    }
}

fn energy(sound: &[f32]) -> f64 {
    sound.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>() / sound.len().max(1) as f64
}

/// Mean energy of the background: a quiet fifth of the recording has less.
fn background(sound: &[f32], rate: f64) -> f64 {
    let mut all: Vec<f64> = sound.chunks(((BEFORE * rate) as usize).max(1)).map(energy).collect();
    all.sort_by(f64::total_cmp);
    let loudest = all.last().copied().unwrap_or(0.0);
    // Digital silence is quieter than any room: 100 dB below the loudest sound.
    all.get(all.len() / 5).copied().unwrap_or(0.0).max(1e-10 * loudest)
}

/// All onsets of a sound without hum, in their order.
///
/// # Errors
/// When it is silent, or there are too many.
fn onsets(sound: &[f32], rate: f64) -> Result<Vec<Onset>, String> {
    let floor = background(sound, rate);
    if floor <= 0.0 {
        return Err("the recording is silent".to_string());
    }
    let [after, before, apart] = [AFTER, BEFORE, APART].map(|time| ((time * rate) as usize).max(2));
    let mut found: Vec<Onset> = Vec::new();
    let mut best: Option<(usize, f64)> = None;
    let end = sound.len().saturating_sub(after);
    let (mut behind, mut ahead) = (0.0, sound.iter().take(after).map(|&x| f64::from(x).powi(2)).sum::<f64>());
    for at in 0..=end {
        let [rise, loud] =
            [ahead / after as f64 / (behind / before as f64).max(0.0).max(floor), ahead / after as f64 / floor];
        if rise > RISE && loud > LOUD && best.is_none_or(|(_, known)| rise > known) {
            best = Some((at, rise));
        }
        if let Some((place, _)) = best.filter(|(place, _)| at >= place + apart || at == end) {
            found.push(timed(sound, rate, place, floor));
            if found.len() > MOST_ONSETS {
                return Err(format!("more than {MOST_ONSETS} sudden sounds: no recording of a bouncing ball"));
            }
            best = None;
        }
        // Sums of squares move by a sample; the background is what was there up to now.
        let square = |at: usize| sound.get(at).map_or(0.0, |&x| f64::from(x).powi(2));
        behind += square(at) - at.checked_sub(before).map_or(0.0, square);
        ahead += square(at + after) - square(at);
    }
    Ok(found)
}

/// When the energy changes, near a sample: the two-part Gaussian of greatest likelihood, `k ln s1 + (n - k) ln s2` (Maeda 1985,
/// Zisin 38, 365), averaged over the places that the sound cannot tell apart by their Akaike weights.
fn timed(sound: &[f32], rate: f64, near: usize, floor: f64) -> Onset {
    let reach = |time: f64| (time * rate) as usize;
    let from = near.saturating_sub(reach(BEFORE));
    let until = (near + reach(1.5 * AFTER)).min(sound.len());
    let window = sound.get(from..until).unwrap_or_default();
    // Up to the loudest sample: what rings out behind it is another story.
    let loudest = window.iter().enumerate().skip(near - from).max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let last = loudest.map_or(window.len(), |(at, _)| at + 1).max((near - from + reach(0.2e-3)).min(window.len()));
    let window = window.get(..last).unwrap_or_default();
    let squares: Vec<f64> = window.iter().map(|&x| f64::from(x).powi(2)).collect();
    let all: f64 = squares.iter().sum();
    // Eight bits are silent between their steps: nothing is quieter than the background.
    let least = floor;
    let (mut sum, n) = (0.0, squares.len() as f64);
    let mut criterion = Vec::with_capacity(squares.len());
    for (k, square) in squares.iter().enumerate() {
        let k = k as f64;
        let [s1, s2] = [(sum / k.max(1.0)).max(least), ((all - sum) / (n - k)).max(least)];
        criterion.push(if k < 4.0 || n - k < 3.0 {
            f64::INFINITY
        } else {
            k * libm::log(s1) + (n - k) * libm::log(s2)
        });
        sum += square;
    }
    let lowest = criterion.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut weights, mut mean, mut square) = (0.0, 0.0, 0.0);
    for (k, value) in criterion.iter().enumerate() {
        let weight = libm::exp(-0.5 * (value - lowest));
        if weight.is_finite() {
            weights += weight;
            mean += weight * k as f64;
            square += weight * (k * k) as f64;
        }
    }
    let energy = energy(sound.get(near..near + reach(2.0 * AFTER)).or(sound.get(near..)).unwrap_or_default()) / floor;
    let (place, spread) = match weights > 0.0 {
        true => (mean / weights, (square / weights - (mean / weights).powi(2)).max(0.0)),
        false => ((near - from) as f64, 1.0),
    };
    // The sound begins between the sample before and this one; how its rise hides in the noise adds a sample. Where the noise
    // has a larger part of the energy it is a later swing of the sound that stands out.
    let time = (from as f64 + place - 0.5) / rate;
    let sigma = libm::hypot((spread + 1.0).sqrt() / rate, AFTER / energy.max(1.0));
    Onset { time: Uncertain { value: time, sigma: Some(sigma) }, energy }
}

/// Places of the onsets that are impacts: the row of greatest energy in which every interval is shorter than the one before,
/// by nearly the same factor; empty where no three are such a row.
fn impacts(onsets: &[Onset]) -> Vec<usize> {
    let count = onsets.len();
    let energy = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.energy);
    let worth = |k: usize| libm::log(energy(k).max(1.0));
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    // Of every pair of neighbours in a row: the worth of the best row that ends with it, the onset before the pair, and whether the
    // row begins there.
    let mut best: Vec<(f64, Option<(usize, bool)>)> = vec![(0.0, None); count * count];
    let mut last: Option<(f64, usize, usize)> = None;
    for j in 0..count {
        for i in 0..j {
            let interval = time(j) - time(i);
            // What is as loud between two impacts is no echo: the row is not that of one ball.
            let loud = |k: usize| energy(k) > AS_LOUD * energy(i);
            if interval > LONGEST || (i + 1..j).any(loud) {
                continue;
            }
            let mut found = (worth(i) + worth(j), None);
            for h in 0..i {
                let before = time(i) - time(h);
                let Some(&(known, earlier)) = best.get(h * count + i).filter(|_| RATIO.contains(&(interval / before)))
                else {
                    continue;
                };
                let steady = earlier.is_none_or(|(g, _)| {
                    (libm::log(interval / before) - libm::log(before / (time(h) - time(g)))).abs() < STEADY
                });
                // What came before the first impact of a throw is no part of its row, however loud.
                let known = if steady || known == 0.0 { known } else { worth(h) + worth(i) };
                let faint = energy(j) < FAINT * (interval / before).powi(2) * energy(i);
                if !faint && before <= LONGEST && known > 0.0 && known + worth(j) > found.0 {
                    found = (known + worth(j), Some((h, !steady)));
                }
            }
            if let Some(place) = best.get_mut(i * count + j) {
                *place = found;
            }
            if found.1.is_some() && last.is_none_or(|(known, ..)| found.0 > known) {
                last = Some((found.0, i, j));
            }
        }
    }
    let Some((_, mut i, mut j)) = last else { return Vec::new() };
    let mut row = vec![j, i];
    while let Some((h, begins)) = best.get(i * count + j).and_then(|(_, before)| *before) {
        row.push(h);
        (i, j) = (h, i);
        if begins {
            break;
        }
    }
    row.reverse();
    without_echoes(onsets, steadied(onsets, row))
}

/// The row with another onset in the place of an impact, where the intervals beside it then shrink much more as the others do: a louder
/// sound behind the impact was taken for it.
fn steadied(onsets: &[Onset], mut row: Vec<usize>) -> Vec<usize> {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let energy = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.energy);
    let shrink = |a: f64, b: f64, c: f64| libm::log((c - b) / (b - a));
    let usual = median(row.windows(3).map(|at| shrink(time(at[0]), time(at[1]), time(at[2]))).collect());
    for at in 1..row.len().saturating_sub(1) {
        let (before, impact, after) = (row[at - 1], row[at], row[at + 1]);
        let off = |k: usize| (shrink(time(before), time(k), time(after)) - usual).abs();
        let others = (before + 1..after).filter(|&k| k != impact && energy(k) > FAINT * energy(impact));
        let best = others.min_by(|&a, &b| off(a).total_cmp(&off(b)));
        if let Some(best) = best.filter(|&best| off(impact) > UNSTEADY && STEADIER * off(best) < off(impact)) {
            row[at] = best;
        }
    }
    row
}

/// The last of a row are as far behind their neighbours, and as much quieter, as echoes are behind the other impacts: they are left
/// out.
fn without_echoes(onsets: &[Onset], mut row: Vec<usize>) -> Vec<usize> {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let energy = |k: usize| onsets.get(k).map_or(f64::MIN_POSITIVE, |onset| onset.energy);
    while let [before @ .., early, late] = &row[..] {
        let quieter = |k: usize, impact: usize| energy(k) / energy(impact);
        let (delay, own) = (time(*late) - time(*early), quieter(*late, *early));
        let echoed = |&&impact: &&usize| {
            let next = row.iter().copied().find(|&other| other > impact).unwrap_or(onsets.len());
            let alike = |&k: &usize| own < LOUDER * quieter(k, impact);
            (impact + 1..next).filter(alike).any(|k| (time(k) - time(impact) - delay).abs() < SAME_DELAY)
        };
        let echoes = before.iter().filter(echoed).count();
        if echoes < 2 || 2 * echoes < before.len() {
            break;
        }
        row.pop();
    }
    if row.len() < 3 { Vec::new() } else { row }
}

/// Why an onset is not taken for an impact.
fn why_none(onsets: &[Onset], row: &[usize], k: usize) -> String {
    let time = |k: usize| onsets.get(k).map_or(0.0, |onset| onset.time.value);
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else { return "no row of bounces".to_string() };
    let before = row.iter().copied().rfind(|&impact| impact < k);
    match before {
        None if k < first => "before the first impact".to_string(),
        Some(impact) if time(k) - time(impact) < 0.1 => {
            let quieter = onsets.get(k).zip(onsets.get(impact)).map_or(1.0, |(a, b)| a.energy / b.energy);
            let decibels = 10.0 * libm::log10(quieter);
            let delay = 1e3 * (time(k) - time(impact));
            format!("{delay:.1} ms after an impact, {decibels:+.0} dB: an echo, or a part that rattles")
        }
        _ if k > last => "after the last impact that fits the row".to_string(),
        _ => "not in the row of intervals that shrink by one factor".to_string(),
    }
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
