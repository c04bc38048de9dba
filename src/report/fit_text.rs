//! Phrases and tables of a calibration that all its reports share.

use crate::distinct::grouped;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Consistency, Count, DropScatter, HeldOutHeight};
use crate::fit::problem::measured_name;
use crate::fit::spread::Birge;
use crate::number::significant;
use crate::report::quantity::{Scale, with_uncertainty};

/// `160 numbers of 20 drops: 152 used, 8 left out; 40 of them judge a fit of the others`
pub fn counts(Count { drops, used, held_out, left_out }: Count, units: &str) -> String {
    let all = used + left_out;
    let units = if drops == 1 { units.trim_end_matches('s') } else { units };
    let mut text = format!("{all} number{} of {drops} {units}: {used} used", plural(all));
    if left_out > 0 {
        text.push_str(&format!(", {left_out} left out"));
    }
    if held_out > 0 {
        text.push_str(&format!("; {held_out} of those used judge a fit of the others"));
    }
    text
}

/// Plural `s`.
pub fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A table whose first row is its head.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let head = head.iter().map(|name| name.to_string()).collect();
    [head].into_iter().chain(rows).collect()
}

/// The heights that were kept from a fit of the rest.
pub fn heights(held_out: &[HeldOutHeight]) -> Vec<Vec<String>> {
    let row = |height: &HeldOutHeight| {
        vec![
            Scale::of("m", height.height).show(height.height, 3),
            height.drops.to_string(),
            with_uncertainty(height.measured, Some(height.measured_sigma), ""),
            with_uncertainty(height.predicted, Some(height.predicted_sigma), ""),
            off_by(height.off()),
        ]
    };
    table(&["height", "drops", "measured e", "predicted e", "deviation"], held_out.iter().map(row))
}

/// `−1.9 σ`
pub fn off_by(sigmas: f64) -> String {
    format!("{sigmas:+.1} σ").replace('-', "−")
}

/// With a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// With a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim_end_matches('.'));
    if text.is_empty() { text } else { format!("{text}.") }
}

/// `within drops`, or `of all data` where no scatter between drops is estimated.
pub fn birge_of(birge: &Birge) -> &'static str {
    if birge.within_drops { "within drops" } else { "of all data" }
}

/// The ratio and its limit.
pub fn birge(birge: &Birge) -> String {
    let (ratio, limit) = (significant(birge.ratio, 3), significant(birge.limit, 3));
    format!("Birge ratio {}: {ratio}, by chance below {limit} in 99 of 100.", birge_of(birge))
}

/// Beyond the reading uncertainty, of so many drops and unknowns: as many unknowns leave nothing but the impacts.
pub fn scatter_between_drops(drops: usize, unknowns: usize, units: &str, of: &DropScatter) -> String {
    format!("Scatter between {} ({}.", if drops > unknowns { units } else { "impacts" }, scattered(of))
}

/// `restitution of drop-height 2 (tuesday.csv)): 0.0027`: which number, of which experiment where there are several, and how much.
pub fn scattered(DropScatter { quantity, experiment, sigma }: &DropScatter) -> String {
    let shown = Scale::of(quantity.dimension().si(), *sigma).show(*sigma, 2);
    format!("{}): {shown}", measured_name(&quantity.word().replace('_', " "), experiment.as_deref()))
}

/// Notes for the reader.
pub fn notes(consistency: Option<&Consistency>, others: &[String]) -> Vec<String> {
    consistency.and_then(Consistency::too_small).into_iter().chain(others.iter().cloned()).collect()
}

/// Suspicious data, each once: name, reason, and whether it is used.
pub fn suspicious(found: &Calibrated) -> Vec<(String, String, bool)> {
    let doubts = found.measurements.iter().flat_map(|m| {
        let reasons = m.doubt.iter().flat_map(|doubt| doubt.split("; "));
        reasons.map(|reason| ((&m.name, reason), m.fate.is_used()))
    });
    let each = grouped(doubts).into_iter();
    each.map(|((name, reason), used)| (name.clone(), reason.to_string(), used.contains(&true))).collect()
}
