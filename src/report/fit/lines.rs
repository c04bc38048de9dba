//! Words and numbers of a calibration, as every one of its reports says them.

use crate::case::{Loss, With};
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Fate, Parameter};
use crate::fit::spread::Interval;
use crate::report::number::significant;
use crate::report::quantity::Scale;

/// `reference`, or `velocity-verlet, 50.5 steps per undamped contact, 64 onset phases`.
pub fn with(with: &With) -> String {
    match with {
        With::Reference => "reference".to_string(),
        With::Scheme { name, steps_per_contact, onset_phases } => {
            format!("{name}, {steps_per_contact} steps per undamped contact, mean of {onset_phases} onset phases")
        }
        With::Engine { name, steps_per_contact, onset_phases, .. } => {
            let name = &name.text;
            format!("{name}, {steps_per_contact} steps per undamped contact, mean of {onset_phases} onset phases")
        }
    }
}

/// The word of a case file.
pub fn loss(loss: Loss) -> &'static str {
    match loss {
        Loss::Squares => "squares",
        Loss::Huber => "huber",
    }
}

/// `12.34 ± 0.05 µs`, both to the same place: two digits of the uncertainty.
pub fn plus_minus(value: f64, sigma: Option<f64>, unit: &str) -> String {
    let scale = Scale::of(unit, value);
    match sigma.filter(|sigma| *sigma > 0.0 && sigma.is_finite()) {
        Some(sigma) => {
            let (value, sigma) = (value * scale.factor, sigma * scale.factor);
            let places = (1 - sigma.abs().log10().floor() as i32).max(0) as usize;
            let unit = if scale.unit.is_empty() { String::new() } else { format!(" {}", scale.unit) };
            format!("{value:.places$} ± {sigma:.places$}{unit}")
        }
        None => scale.show(value, 6),
    }
}

/// `12.2 .. 12.5 µs`, to a hundredth of its width.
pub fn interval(interval: &Interval, unit: &str) -> String {
    let scale = Scale::of(unit, interval.low.abs().max(interval.high.abs()));
    let (low, high) = (interval.low * scale.factor, interval.high * scale.factor);
    let width = (high - low).abs();
    let unit = if scale.unit.is_empty() { String::new() } else { format!(" {}", scale.unit) };
    if width > 0.0 && width.is_finite() {
        let places = (2 - width.log10().floor() as i32).clamp(0, 17) as usize;
        format!("{low:.places$} .. {high:.places$}{unit}")
    } else {
        format!("{} .. {}{unit}", significant(low, 6), significant(high, 6))
    }
}

/// Which interval is quoted and how often it was measured to hold the truth.
pub fn method(parameter: &Parameter) -> Option<String> {
    let method = parameter.method?;
    let coverage = parameter.coverage.as_ref().map(|coverage| {
        format!(
            "; of 2000 synthetic experiments ({}, {} drops) it held the truth in {:.1} %",
            coverage.of,
            coverage.drops,
            100.0 * coverage.measured
        )
    });
    Some(format!("{}{}", method.word(), coverage.unwrap_or_default()))
}

/// `160 restitutions: 112 used, 40 held out, 8 left out`
pub fn counts(found: &Calibrated) -> String {
    let count = |wanted: fn(&Fate) -> bool| found.measurements.iter().filter(|m| wanted(&m.fate)).count();
    let (used, kept) = (count(|fate| *fate == Fate::Used), count(|fate| *fate == Fate::HeldOut));
    let left = count(|fate| matches!(fate, Fate::LeftOut(_)));
    let mut text = format!("{} numbers of {} drops: {used} used", found.measurements.len(), drops(found));
    if kept > 0 {
        text.push_str(&format!(", {kept} held out"));
    }
    if left > 0 {
        text.push_str(&format!(", {left} left out"));
    }
    text
}

fn drops(found: &Calibrated) -> usize {
    let mut drops: Vec<usize> = found.measurements.iter().map(|m| m.drop).collect();
    drops.sort_unstable();
    drops.dedup();
    drops.len()
}

/// What looks wrong about the data, each thing once: name, reason, and whether it is used.
pub fn suspicious(found: &Calibrated) -> Vec<(String, String, bool)> {
    let mut seen: Vec<(String, String, bool)> = Vec::new();
    for m in &found.measurements {
        let Some(doubt) = &m.doubt else { continue };
        for reason in doubt.split("; ") {
            let used = m.fate == Fate::Used;
            match seen.iter_mut().find(|(name, known, _)| *name == m.name && known == reason) {
                Some((_, _, any)) => *any |= used,
                None => seen.push((m.name.clone(), reason.to_string(), used)),
            }
        }
    }
    seen
}

/// Mean and largest effect of a correction on the restitutions that were used; `None` where it was not made.
pub fn effect(found: &Calibrated, of: fn(&crate::fit::experiment::Effects) -> Option<f64>) -> Option<(f64, f64)> {
    let used = found.measurements.iter().filter(|m| m.fate == Fate::Used);
    let all: Vec<f64> = used.filter_map(|m| of(&m.effects)).collect();
    if all.is_empty() {
        return None;
    }
    let largest = all.iter().copied().fold(0.0, |top: f64, x| if x.abs() > top.abs() { x } else { top });
    Some((all.iter().sum::<f64>() / all.len() as f64, largest))
}
