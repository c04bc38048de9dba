//! Notes on columns and rows of the table that the fit does not use.

use std::ops::Range;

use super::FittedLaw;
use super::goodness_of_fit::brief;
use super::residual_order::whitened;
use crate::case::{Calibration, Experiment, RatioOf};
use crate::data::measure::{Besides, Gap, Unread, Values};
use crate::fit::{chi2, fisher};

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
    /// Of each text.
    sums: Vec<Sum>,
    all: f64,
}

#[derive(Default, Clone, Copy)]
struct Sum {
    count: f64,
    value: f64,
    /// Of the ranks of the residuals, of the residuals, and of their squares.
    ranks: f64,
    residual: f64,
    squares: f64,
}

impl Groups {
    /// `None` if every row has a different text, or the column was stored only in part.
    fn new(texts: usize, of: &[usize], (found, among): (&FittedLaw<'_>, &Range<usize>), white: &[f64]) -> Option<Self> {
        let data = &found.data;
        let of_table = |at: &usize| data.used.get(*at).is_some_and(|at| among.contains(at));
        let mut order: Vec<usize> = (0..white.len()).filter(of_table).collect();
        order.sort_by(|a, b| white.get(*a).unwrap_or(&0.0).total_cmp(white.get(*b).unwrap_or(&0.0)));
        let mut sums = vec![Sum::default(); texts];
        for (rank, &at) in order.iter().enumerate() {
            let row = data.measurements.get(*data.used.get(at)?)?.row;
            let text = *of.get(usize::try_from(row).ok()?.checked_sub(1)?)?;
            let (sum, residual) = (sums.get_mut(text)?, *white.get(at)?);
            sum.count += 1.0;
            sum.value += data.problem.data.get(at)?.value;
            sum.ranks += rank as f64 + 1.0;
            sum.residual += residual;
            sum.squares += residual * residual;
        }
        let all = order.len() as f64;
        sums.iter().any(|sum| sum.count > 1.0).then_some(Self { sums, all })
    }

    fn used(&self) -> impl Iterator<Item = &Sum> {
        self.sums.iter().filter(|sum| sum.count > 0.0)
    }

    /// Probability by chance of residuals that differ so much between the texts, and the name of the test: `H = 12/(N (N+1)) sum R^2/n -
    /// 3 (N+1)` of the ranks, near chi-square of one less than the texts (Kruskal & Wallis 1952, J. Am. Stat. Assoc. 47, 583).
    ///
    /// Groups without a rank in common have `H = N - 1 - sum n (n^2 - 1)/(N (N+1))`, the largest. Where even that is no evidence, of
    /// 4 and 2 numbers `p = 0.064`, the means are compared with the scatter within the groups (Fisher's analysis of variance).
    fn chance(&self) -> (f64, &'static str) {
        let (N, dof) = (self.all, self.used().count().saturating_sub(1) as f64);
        if dof == 0.0 {
            return (1.0, "one group");
        }
        let apart = self.used().map(|sum| sum.count * (sum.count * sum.count - 1.0)).sum::<f64>();
        if 1.0 - chi2::below(N - 1.0 - apart / (N * (N + 1.0)), dof) < LEVEL {
            let squares: f64 = self.used().map(|sum| sum.ranks * sum.ranks / sum.count).sum();
            let H = 12.0 / (N * (N + 1.0)) * squares - 3.0 * (N + 1.0);
            return (1.0 - chi2::below(H, dof), "Kruskal & Wallis 1952, chi-square approximation");
        }
        let of_means: f64 = self.used().map(|sum| sum.residual * sum.residual / sum.count).sum();
        let whole: f64 = self.used().map(|sum| sum.residual).sum();
        let within = (self.used().map(|sum| sum.squares).sum::<f64>() - of_means).max(0.0);
        let inside = N - dof - 1.0;
        let F = (of_means - whole * whole / N).max(0.0) / dof / (within / inside);
        let chance = if F.is_nan() { 1.0 } else { fisher::above(F, dof, inside) };
        (chance, "means against the scatter in their groups, F test")
    }

    fn words(&self, texts: &[String], found: &FittedLaw<'_>) -> String {
        let what = found.data.targets.first().map_or("", |target| target.word()).replace('_', " ");
        let one = found.data.targets.len() == 1;
        let group = |(text, Sum { count, value, .. }): (&String, &Sum)| {
            let mean = if one { format!(", mean {what} {}", brief(value / count)) } else { String::new() };
            format!("\"{text}\" in {count} {}{mean}", if *count == 1.0 { "number" } else { "numbers" })
        };
        let used = texts.iter().zip(&self.sums).filter(|(_, sum)| sum.count > 0.0);
        let mut named: Vec<String> = used.map(group).collect();
        if named.len() > NAMED {
            named.truncate(NAMED);
            named.push("and others".to_string());
        }
        let (chance, test) = self.chance();
        let shown = format!("p = {} by chance, {test}", brief(chance));
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
