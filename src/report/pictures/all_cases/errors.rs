//! Figure: largest and mean error of each tangential law against exact partial slip and against measurements, and the
//! number of incidences at which it is the closest.

use std::collections::{BTreeMap, BTreeSet};

use super::super::entity;
use super::super::prelude::*;
use super::deviations::{ComputedLaws, datasets, measured};
use super::incidence;
use super::laws::Law;
use super::psi::{self, exact};
use super::{Cases, named};
use crate::distinct::grouped;
use crate::number::brief;

/// Errors of every law against one reference.
struct ErrorTable {
    /// Observable and reference.
    name: String,
    observable: &'static str,
    /// Names of the cases, and the dataset where it is one.
    cases: String,
    dataset: Option<String>,
    laws: Vec<LawErrors>,
}

/// Errors of one law.
struct LawErrors {
    law: Law,
    /// Error at each incidence.
    off: Vec<f64>,
    /// Incidence of the largest: `psi1`, or rad.
    worst_at: f64,
    /// Number of incidences at which it is the closest, and at which the laws differ by more than [`SAME`].
    closest: usize,
    differ: usize,
}

impl LawErrors {
    fn largest(&self) -> f64 {
        self.off.iter().fold(0.0, |most, off| most.max(off.abs()))
    }

    fn mean_square(&self) -> f64 {
        (self.off.iter().map(|off| off * off).sum::<f64>() / self.off.len() as f64).sqrt()
    }
}

/// The error of each law at one incidence.
type Row = (f64, BTreeMap<Law, f64>);

/// Difference below which laws count as equal: which is closest is chance.
const SAME: f64 = 2e-3;

/// Whether the laws differ at an incidence.
fn differ(row: &Row) -> bool {
    extent(row.1.values().copied()).is_some_and(|(low, high)| high - low > SAME)
}

fn collected(rows: &[Row]) -> Option<Vec<LawErrors>> {
    // Every law at every row, or a mean would not compare.
    let all: BTreeSet<Law> = rows.iter().flat_map(|row| row.1.keys().copied()).collect();
    let count = |law: &Law| rows.iter().filter(|row| row.1.contains_key(law)).count();
    let most = all.iter().map(count).max()?;
    let all: Vec<Law> = all.into_iter().filter(|law| count(law) == most).collect();
    let rows: Vec<&Row> = rows.iter().filter(|row| all.iter().all(|law| row.1.contains_key(law))).collect();
    let differing: Vec<&&Row> = rows.iter().filter(|row| differ(row)).collect();
    let errors = |law: Law| {
        let own: Vec<(f64, f64)> = rows.iter().map(|row| (row.0, row.1[&law])).collect();
        let worst = own.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
        let least = |row: &&&&Row| {
            let least = row.1.values().map(|off| off.abs()).fold(f64::INFINITY, f64::min);
            row.1[&law].abs() == least
        };
        let closest = differing.iter().filter(least).count();
        let off = own.iter().map(|e| e.1).collect();
        Some(LawErrors { law, worst_at: worst.0, off, closest, differ: differing.len() })
    };
    let laws: Option<Vec<LawErrors>> = all.into_iter().map(errors).collect();
    laws.filter(|laws| laws.len() > 1)
}

fn all(record: &Cases<'_>) -> Vec<ErrorTable> {
    let mut all = Vec::new();
    for group in psi::groups(record) {
        let curves = psi::curves(&group);
        let exact = curves.iter().find(|curve| curve.law == Law::MindlinDeresiewicz).map(|exact| &exact.points);
        let rows: Vec<Row> = exact.into_iter().flatten().filter_map(|point| row(&curves, point.0)).collect();
        let name = format!("slip after: exact, ν = {}", group.poisson_ratio);
        let cases = named(&group.cases);
        all.extend(collected(&rows).map(|laws| ErrorTable { name, observable: "psi2", cases, dataset: None, laws }));
    }
    for cases in incidence::groups(record) {
        for (word, name) in [("tangential_restitution", "tangential restitution"), ("rebound_spin", "spin")] {
            let measured = measured(&cases, word);
            let computed = ComputedLaws::of(&cases, word);
            for by in datasets(&measured) {
                let own = measured.iter().filter(|m| m.by == by);
                let rows: Vec<Row> =
                    own.map(|m| (m.angle, computed.beside(m).into_iter().map(|b| (b.law, b.off)).collect())).collect();
                // A case that cites it.
                let case = measured.iter().find(|m| m.by == by).map_or(cases[0], |m| m.case);
                let name = format!("{name}: {}", entity::name(case, by));
                let (cases, dataset) = (named(&cases), Some(by.to_string()));
                all.extend(collected(&rows).map(|laws| ErrorTable { name, observable: word, cases, dataset, laws }));
            }
        }
    }
    all
}

/// The error of every law against the exact solution.
fn row(curves: &[psi::Curve<'_>], psi1: f64) -> Option<Row> {
    let exact = exact(curves, psi1)?;
    let own = curves
        .iter()
        .filter(|curve| curve.law != Law::MindlinDeresiewicz)
        .filter_map(|curve| Some((curve.law, curve.at(psi1)? - exact)));
    Some((psi1, own.collect()))
}

/// The table of errors, as numbers and as a figure of the plain ones. Behind each name: at how many of the incidences
/// where laws differ it is the closest.
pub(super) fn draw(record: &Cases<'_>) -> Option<Drawn> {
    let all = all(record);
    let mut table = Table::new(
        "against observable case dataset law incidences largest largest_at root_mean_square closest_at differ_at",
    );
    let mut panels = Vec::new();
    let plain: Vec<&ErrorTable> = all.iter().filter(|against| against.observable != "rebound_spin").collect();
    let largest = plain.iter().flat_map(|against| &against.laws).map(LawErrors::largest);
    let high = largest.fold(0.0, f64::max);
    if high <= 0.0 {
        return None;
    }
    let x = Axis::linear(Quantity::plain("error of slip or tangential restitution", ""), (0.0, high));
    for against in &all {
        for errors in &against.laws {
            table.row(cells![
                &against.name,
                against.observable,
                &against.cases,
                against.dataset.as_deref().unwrap_or_default(),
                errors.law.word(),
                errors.off.len() as f64,
                errors.largest(),
                errors.worst_at,
                errors.mean_square(),
                errors.closest as f64,
                errors.differ as f64,
            ]);
        }
    }
    let mut rows = 0.0;
    for against in plain {
        let count = against.laws.len() as f64;
        let mut items = Vec::new();
        let (mut names, mut counts) = (Vec::new(), Vec::new());
        for (r, errors) in against.laws.iter().enumerate() {
            let place = count - r as f64;
            let stroke = errors.law.stroke();
            let (mean, largest) = (errors.mean_square(), errors.largest());
            items.push(Item::Line { points: vec![(mean, place), (largest, place)], stroke });
            for (value, filled) in [(largest, true), (mean, false)] {
                let dot = Dot { shape: Marker::Circle, colour: stroke.colour, size: 12.0, filled };
                items.push(Item::Points { points: vec![(value, place, None)], dot });
            }
            names.push((place, errors.law.word().to_string()));
            let times = Label::text(format!("{} of {}", errors.closest, errors.differ));
            counts.push((None, place, times, stroke.colour));
        }
        items.push(Item::Ends(counts));
        // In one column the name takes two lines: the space of a row and a half.
        items.push(Item::note(&against.name));
        panels.push(Panel { y: Axis::rows(names, (0.4, count + 1.9)), weight: count + 1.5, items });
        rows += count + 1.5;
    }
    let dot = |filled| Dot { shape: Marker::Circle, colour: QUIET, size: 12.0, filled };
    let legend = vec![
        Entry::dot("largest", dot(true)),
        Entry::dot("root mean square", dot(false)),
        Entry::new("right: at how many of the incidences where laws differ it is the closest", None, None),
    ];
    let height = 250.0 + 66.0 * rows + 34.0 * panels.len() as f64;
    let title = "model errors".to_string();
    let figure = Figure::new(title, legend, x, panels, height as u32).finding(finding(&all));
    Some(Drawn { figure, table })
}

/// The law that is closest most often, and the one with the largest error.
fn finding(all: &[ErrorTable]) -> Option<String> {
    let laws = || all.iter().flat_map(|against| &against.laws);
    let often = grouped(laws().map(|errors| (errors.law, (errors.closest, errors.differ))));
    let sums = often.into_iter().map(|(law, counts)| {
        let sum = |of: fn(&(usize, usize)) -> usize| counts.iter().map(of).sum::<usize>();
        (law, sum(|count| count.0), sum(|count| count.1))
    });
    let (best, closest, differ) = sums.max_by_key(|(_, closest, _)| *closest)?;
    let plain = all.iter().filter(|against| against.observable != "rebound_spin").flat_map(|against| &against.laws);
    let worst = plain.max_by(|a, b| a.largest().total_cmp(&b.largest()))?;
    Some(format!(
        "Closest at {closest} of {differ} incidences is {}; the largest error is that of {}, {}.",
        best.word(),
        worst.law.word(),
        brief(worst.largest())
    ))
}
