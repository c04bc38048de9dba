//! A finding as a sentence.

use std::collections::HashSet;

use crate::bench::record::CaseRecord;
use crate::number::{brief, significant};

use super::measure::{Deviation, Measure};
use super::question::{Question, observable_words};
use super::{Finding, Worst};

/// Ranges of the swept values of scenes: `poisson ratio = 0.1 to 0.45, speed = 1 m/s to 10 m/s`; empty for one scene.
pub(super) fn over(case: &CaseRecord, scenes: &[usize]) -> String {
    let mut parts = Vec::new();
    for path in &case.swept {
        let parameter = |&at: &usize| case.scenes.get(at)?.parameter(path);
        let mut known = HashSet::new();
        let found = scenes.iter().filter_map(parameter).map(|p| (p.value, p.text.as_str()));
        let values: Vec<_> = found.filter(|(_, text)| known.insert(*text)).collect();
        let name = path.rsplit('.').next().unwrap_or(path).replace('_', " ");
        let by = |a: &&(Option<f64>, &str), b: &&(Option<f64>, &str)| {
            a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal)
        };
        let numbers = !values.is_empty() && values.iter().all(|(value, _)| value.is_some());
        match (numbers, values.len()) {
            (_, 0) => {}
            (_, 1) => parts.push(format!("{name} = {}", short(values[0].1))),
            (true, _) => {
                let (low, high) = (values.iter().min_by(by), values.iter().max_by(by));
                let ends = low.zip(high).map(|(low, high)| format!("{name} = {} to {}", short(low.1), short(high.1)));
                parts.extend(ends);
            }
            (false, count) => parts.push(format!("{count} values of {name}")),
        }
    }
    if scenes.len() < 2 { String::new() } else { parts.join(", ") }
}

/// A value as its case writes it, or with three digits where that is long.
fn short(text: &str) -> String {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    match number.parse::<f64>() {
        Ok(value) if number.len() > 6 => format!("{} {unit}", significant(value, 3)).trim_end().to_string(),
        _ => text.to_string(),
    }
}

/// `contact duration 3.7 to 14 % too short, poisson ratio = 0.1 to 0.45`
pub(super) fn sentence(finding: &Finding<'_>) -> String {
    let printed = if finding.question == Question::Printed { "printed " } else { "" };
    let name = format!("{printed}{}", observable_words(finding.observable));
    let Some(worst) = &finding.worst else { return format!("{name}: {}", finding.agreement().word()) };
    let over = if worst.over.is_empty() { String::new() } else { format!("; {}", worst.over) };
    if worst.deviation.measure == Measure::Order {
        let [found, expected] = [worst.check.observed, worst.check.expected].map(|v| v.map_or(String::new(), brief));
        let at_least = if worst.check.is_at_least() { "at least " } else { "" };
        return format!("order of {name} {found}, expected {at_least}{expected}{over}");
    }
    if !finding.deviates() {
        return format!("{name} agrees to {}{over}", worst.deviation.text(finding.unit));
    }
    format!("{name} {}{over}", extent(finding, worst))
}

/// `3.7 to 14 % too short`, `deviates by -0.2 to 0.43`
fn extent(finding: &Finding<'_>, worst: &Worst<'_>) -> String {
    let text = |value: f64| Deviation { value, ..worst.deviation }.text(finding.unit);
    let [low, high] = worst.range;
    let (few, much) = match finding.observable {
        word if word.starts_with("duration") => ("too short", "too long"),
        _ => ("too low", "too high"),
    };
    let between = |a: f64, b: f64, side: &str| {
        let (a, b) = (text(a), text(b));
        if a == b { format!("{b} {side}") } else { format!("{} to {b} {side}", without_unit(&a, &b)) }
    };
    if worst.check.observed.is_none() || worst.check.expected.is_none() {
        format!("deviates by {}", text(worst.deviation.value))
    } else if low >= 0.0 {
        between(low, high, much)
    } else if high <= 0.0 {
        between(high, low, few)
    } else {
        format!("{} {few} to {} {much}", text(low), text(high))
    }
}

/// The first of two numbers without its unit, where both have the same.
fn without_unit<'a>(first: &'a str, second: &str) -> &'a str {
    match (first.rsplit_once(' '), second.rsplit_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => number,
        _ => first.strip_suffix('°').unwrap_or(first),
    }
}
