//! Uncertainty of the numbers of an export that come from a fit.

use super::{Export, words};
use crate::codes::Key;
use crate::number::significant;

/// A fitted value with the ends of its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known<'a> {
    /// Its path in the case.
    pub path: &'a str,
    /// Low and high end, in its unit.
    pub interval: [f64; 2],
    /// Probability of the interval, where it is stated.
    pub level: Option<f64>,
}

/// Every number of the export that depends on one fitted value, with its values at both ends of the interval: `e = 0.436, 0.420
/// to 0.453 at 95 %`. `ends` are exports of the same scene there, or why there is none. The other fitted values stay.
pub fn known(middle: &Export, ends: &[Result<Export, String>; 2], keys: &[Key], fitted: &Known<'_>) -> Vec<String> {
    let [from, to] = fitted.interval;
    let level = fitted.level.map(|level| format!(" at {}", crate::number::percent(level))).unwrap_or_default();
    let because = format!("{} from {} to {}", words(fitted.path), significant(from, 4), significant(to, 4));
    let [low, high] = match ends {
        [Ok(low), Ok(high)] => [low, high],
        [low, high] => {
            let why = low.as_ref().err().or(high.as_ref().err()).map_or("", String::as_str);
            return vec![format!("no interval with {because}{level}: {}", words(why))];
        }
    };
    let numbers = keys.iter().filter(|key| key.dimension().is_some());
    let line = |key: &Key| {
        let [value, a, b] = [middle, low, high].map(|export| export.params.numbers.get(key.name));
        let (value, a, b) = (value?, a?, b?);
        let (least, most) = (a.min(b), a.max(b));
        // Two digits of the width.
        let digits = |number: f64| {
            let places = number.abs().log10().floor() - (most - least).log10().floor() + 2.0;
            significant(number, places.clamp(1.0, 17.0) as usize)
        };
        (most > least)
            .then(|| format!("{} = {}, {} to {}{level}", key.name, digits(value), digits(least), digits(most)))
    };
    let lines: Vec<String> = numbers.filter_map(line).map(|line| format!("{line} (with {because})")).collect();
    if lines.is_empty() { vec![format!("no number here depends on {}", words(fitted.path))] } else { lines }
}
