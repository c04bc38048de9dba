//! Notes on columns and rows of the table that the fit does not use.

use std::ops::Range;

use super::FittedLaw;
use super::goodness_of_fit::brief;
use super::residual_order::whitened;
use crate::case::{Calibration, Experiment, RatioOf};
use crate::data::measure::{Besides, Gap, Unread, Values};
use crate::fit::chi2;

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
            notes.extend(passed.map(|(_, column)| unread(column, &span.measurements, found, &white)));
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

fn unread(column: &Unread, among: &Range<usize>, found: &FittedLaw<'_>, white: &[f64]) -> String {
    let name = format!("the column `{}` is not used", column.header);
    match &column.values {
        Values::Many => format!("{name}: it holds many different texts"),
        Values::Numbers(numbers) => {
            let known = numbers.iter().filter(|number| number.is_finite());
            let (low, high) = known.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &x| (l.min(x), h.max(x)));
            if low < high { format!("{name} ({low} to {high})") } else { name }
        }
        Values::Texts { texts, of } => match Groups::new(texts.len(), of, (found, among), white) {
            Some(groups) if texts.len() > 1 => format!("{name}: {}", groups.words(texts, found)),
            _ => name,
        },
    }
}

/// The data by the texts of a column.
struct Groups {
    /// For each text: number of data, sum of their values, sum of the ranks of their residuals.
    sums: Vec<(f64, f64, f64)>,
    all: f64,
}

impl Groups {
    /// `None` if every row has a different text, or the column was stored only in part.
    fn new(texts: usize, of: &[usize], (found, among): (&FittedLaw<'_>, &Range<usize>), white: &[f64]) -> Option<Self> {
        let data = &found.data;
        let of_table = |at: &usize| data.used.get(*at).is_some_and(|at| among.contains(at));
        let mut order: Vec<usize> = (0..white.len()).filter(of_table).collect();
        order.sort_by(|a, b| white.get(*a).unwrap_or(&0.0).total_cmp(white.get(*b).unwrap_or(&0.0)));
        let mut sums = vec![(0.0, 0.0, 0.0); texts];
        for (rank, &at) in order.iter().enumerate() {
            let row = data.measurements.get(*data.used.get(at)?)?.row;
            let text = *of.get(usize::try_from(row).ok()?.checked_sub(1)?)?;
            let (count, value, ranks) = sums.get_mut(text)?;
            *count += 1.0;
            *value += data.problem.data.get(at)?.value;
            *ranks += rank as f64 + 1.0;
        }
        let all = order.len() as f64;
        sums.iter().any(|(count, ..)| *count > 1.0).then_some(Self { sums, all })
    }

    /// Probability by chance of residuals that differ so much between the texts: `H = 12/(N (N+1)) sum R^2/n - 3 (N+1)` of
    /// the ranks, near chi-square of one less than the texts (Kruskal & Wallis 1952, J. Am. Stat. Assoc. 47, 583).
    fn chance(&self) -> f64 {
        let used = self.sums.iter().filter(|(count, ..)| *count > 0.0);
        let squares: f64 = used.clone().map(|(count, _, ranks)| ranks * ranks / count).sum();
        let H = 12.0 / (self.all * (self.all + 1.0)) * squares - 3.0 * (self.all + 1.0);
        let dof = used.count().saturating_sub(1) as f64;
        if dof > 0.0 { 1.0 - chi2::below(H, dof) } else { 1.0 }
    }

    fn words(&self, texts: &[String], found: &FittedLaw<'_>) -> String {
        let what = found.data.targets.first().map_or("", |target| target.word()).replace('_', " ");
        let one = found.data.targets.len() == 1;
        let group = |(text, (count, value, _)): (&String, &(f64, f64, f64))| {
            let mean = if one { format!(", mean {what} {}", brief(value / count)) } else { String::new() };
            format!("\"{text}\" in {count} {}{mean}", if *count == 1.0 { "number" } else { "numbers" })
        };
        let used = texts.iter().zip(&self.sums).filter(|(_, (count, ..))| *count > 0.0);
        let mut named: Vec<String> = used.map(group).collect();
        if named.len() > NAMED {
            named.truncate(NAMED);
            named.push("and others".to_string());
        }
        let chance = self.chance();
        let shown = format!("p = {} by chance, Kruskal & Wallis 1952, chi-square approximation", brief(chance));
        let verdict = if chance < LEVEL {
            format!("it splits the data ({shown}): fit each on its own; the value is not valid for any of them")
        } else {
            format!("no difference is seen between them ({shown})")
        };
        format!("{}; {verdict}", named.join(", "))
    }
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
