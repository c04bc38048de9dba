//! A recording with its onsets: the envelope of the sound, impacts and what is not taken for one.

use super::prelude::*;
use crate::data::measure::sound::SoundRecording;

/// Steps of the envelope.
const STEPS: usize = 1600;
/// Below the loudest sound, dB.
const DEEPEST: f64 = -80.0;
const IMPACT: Dot = Dot { shape: Marker::Circle, colour: INK, size: 11.0, filled: false };
const OTHER: Dot = Dot { shape: Marker::Diamond, colour: DOUBTFUL, size: 10.0, filled: false };

/// Level over time, and below it the logarithm of the intervals: a ball of one restitution makes a straight line of them.
pub fn draw(recording: &SoundRecording, title: &str) -> Drawn {
    let step = recording.sound.len().div_ceil(STEPS).max(1);
    let peak = |part: &[f32]| f64::from(part.iter().map(|x| x.abs()).fold(0.0, f32::max));
    let loudest = peak(&recording.sound).max(f64::MIN_POSITIVE);
    let level = |amplitude: f64| (20.0 * libm::log10(amplitude / loudest)).max(DEEPEST);
    let time = |sample: usize| sample as f64 / recording.rate;
    let parts = recording.sound.chunks(step).enumerate();
    let envelope: Vec<(f64, f64, f64)> = parts.map(|(k, part)| (time(k * step), DEEPEST, level(peak(part)))).collect();
    let at = |seconds: f64| {
        let from = ((seconds * recording.rate).max(0.0) as usize).min(recording.sound.len());
        let until = (from + (2e-3 * recording.rate) as usize).min(recording.sound.len());
        level(peak(recording.sound.get(from..until).unwrap_or_default()))
    };
    let used: Vec<usize> = recording.throws.concat();
    let points = |impacts: bool| -> Vec<(f64, f64)> {
        let onsets = recording.onsets.iter().enumerate().filter(|(k, _)| used.contains(k) == impacts);
        onsets.map(|(_, onset)| (onset.time.value, at(onset.time.value))).collect()
    };
    let (impacts, others) = (points(true), points(false));
    let mut table = Table::new("time_s level_dB impact");
    for (points, word) in [(&impacts, "yes"), (&others, "no")] {
        for (time, level) in points {
            table.row(cells![*time, *level, word]);
        }
    }
    let colour = faded(QUIET, 0.4);
    let mut layers = Layers::default();
    layers.put(Entry::area("sound above 400 Hz", colour), Item::Band { points: envelope, colour });
    layers.dots("impact", impacts, IMPACT);
    if !others.is_empty() {
        layers.dots("not used: see the table of onsets", others, OTHER);
        // What is used is in front.
        layers.items.swap(1, 2);
    }
    let end = time(recording.sound.len());
    let x = Axis::linear(Quantity { name: "time", symbol: "t", unit: "s" }, (0.0, end));
    let y = Axis::linear(Quantity { name: "level", symbol: "L", unit: "dB" }, (DEEPEST, 0.0));
    layers.drawn(title, [x, y], 800, table)
}
