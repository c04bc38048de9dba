//! Notes on columns and rows of the table that the fit does not use.

use std::ops::Range;

use super::FittedLaw;
use super::goodness_of_fit::brief;
use super::residual_order::whitened;
use crate::case::{Calibration, Experiment, RatioOf};
use crate::data::measure::{Besides, Gap, Unread, Values};
use crate::fit::fisher;

/// Significance level of a difference between the groups of a column.
const LEVEL: f64 = 0.05;
/// Most rows and texts that are listed.
const NAMED: usize = 10;

/// One sentence for each kind of unused data.
///
/// # Errors
/// When the problem is not the one the estimate is of.
pub(super) fn notes(calibration: &Calibration, found: &FittedLaw<'_>) -> Result<Vec<String>, String> {
    let several = found.data.spans.len() > 1;
    let mut all = Vec::new();
    for (span, experiment) in found.data.spans.iter().zip(calibration.experiments()) {
        let Besides { columns, gaps, gapped, notes: found_in, .. } = &experiment.measured.besides;
        let mut notes = found_in.clone();
        if !columns.is_empty() {
            let white = whitened(&found.data, &found.estimate)?;
            // The column of the groups is used: that groups differ is what it is for.
            let passed = columns.iter().enumerate().filter(|(at, _)| experiment.groups != Some(*at));
            let passed: Vec<&Unread> = passed.map(|(_, column)| column).collect();
            let names: Vec<String> = passed.iter().map(|column| format!("`{}`", column.header)).collect();
            match names.len() {
                0 => {}
                1 => notes.push(format!("the column {} is not used", names.concat())),
                _ => notes.push(format!("the columns {} are not used", names.join(", "))),
            }
            notes.extend(passed.iter().filter_map(|column| split(column, &span.measurements, found, &white)));
        }
        notes.extend(other_ratios(experiment));
        if *gapped > 0 {
            let mut named: Vec<String> = gaps.iter().take(NAMED).map(gap).collect();
            if *gapped > NAMED {
                named.push(format!("{} more lines have a gap or follow one", gapped - NAMED));
            }
            notes.push(named.join("; "));
        }
        let name = experiment.name();
        all.extend(notes.into_iter().map(|note| if several { format!("{name}: {note}") } else { note }));
    }
    Ok(all)
}

fn gap(gap: &Gap) -> String {
    let Gap { line, columns, skipped } = gap;
    let columns: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
    let why = match columns.len() {
        0 => "it follows a gap".to_string(),
        1 => format!("{} is empty", columns.concat()),
        _ => format!("{} are empty", columns.join(", ")),
    };
    match (skipped, columns.is_empty()) {
        (true, _) => format!("line {line} is not used, or not all of it: {why}"),
        (false, _) => format!("line {line} is used although {why}"),
    }
}

/// The texts of a column that split the data, by one-way analysis of variance of the residuals (Fisher); `None` where the means
/// differ as chance has it, or there is one text or a number for each.
fn split(column: &Unread, among: &Range<usize>, found: &FittedLaw<'_>, white: &[f64]) -> Option<String> {
    let Values::Texts { texts, of } = &column.values else { return None };
    let data = &found.data;
    // Of each text: how many data, the sum of their values, of their residuals, and of the squares of these.
    let mut sums = vec![[0.0; 4]; texts.len()];
    for ((at, datum), r) in
        data.used.iter().zip(&data.problem.data).zip(white).filter(|((at, _), _)| among.contains(at))
    {
        let row = usize::try_from(data.measurements.get(*at)?.row).ok()?.checked_sub(1)?;
        for (sum, part) in sums.get_mut(*of.get(row)?)?.iter_mut().zip([1.0, datum.value, *r, r * r]) {
            *sum += part;
        }
    }
    let used: Vec<(&String, [f64; 4])> = texts.iter().zip(sums).filter(|(_, [count, ..])| *count > 0.0).collect();
    let total = |part: fn([f64; 4]) -> f64| used.iter().map(|(_, sums)| part(*sums)).sum::<f64>();
    let (all, of_means) = (total(|[n, ..]| n), total(|[n, _, r, _]| r * r / n));
    let (between, within) = (used.len() as f64 - 1.0, all - used.len() as f64);
    let explained = (of_means - total(|[_, _, r, _]| r).powi(2) / all).max(0.0) / between;
    let chance = fisher::above(explained / ((total(|[.., r]| r) - of_means).max(0.0) / within), between, within);
    if !(between >= 1.0 && within >= 1.0 && chance < LEVEL) {
        return None;
    }
    let what = found.data.targets.first().map_or("", |target| target.word()).replace('_', " ");
    let one = found.data.targets.len() == 1;
    let group = |(text, [count, value, ..]): &(&String, [f64; 4])| {
        let mean = if one { format!(", mean {what} {}", brief(value / count)) } else { String::new() };
        format!("\"{text}\" in {count} {}{mean}", if *count == 1.0 { "number" } else { "numbers" })
    };
    let more = if used.len() > NAMED { ", and others" } else { "" };
    Some(format!(
        "the column `{}` splits the data: {}{more} (p = {} by chance, F test): fit each on its own with `group_by`; the value is \
         not valid for any of them",
        column.header,
        used.iter().take(NAMED).map(group).collect::<Vec<_>>().join(", "),
        brief(chance)
    ))
}

/// A note on the columns of ratios that the case does not select.
fn other_ratios(experiment: &Experiment) -> Option<String> {
    let of = experiment.of?;
    let name = |of: RatioOf| of.word().replace('_', " ");
    let others = RatioOf::of(&experiment.measured).into_iter().filter(|other| *other != of);
    let names: Vec<String> = others.map(|other| format!("`{}`", name(other))).collect();
    let chosen = name(of);
    (!names.is_empty())
        .then(|| format!("the fit uses the column `{chosen}`, as the case has it, and not {}", names.join(", ")))
}
