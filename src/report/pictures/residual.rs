//! The panel below a comparison: deviations and tolerance.

use plotters::style::RGBColor;

use crate::bench::record::CaseRecord;
use crate::distinct::{distinct, enter};
use crate::number::brief;

use super::entity::name;
use super::prelude::*;

/// Tolerances that differ by more than this need a logarithmic axis.
const ONE_AXIS: f64 = 30.0;

/// Deviations from one maker's values.
#[derive(Debug, Clone, PartialEq)]
pub struct Residuals {
    pub against: String,
    /// Colour of what is allowed.
    pub area: RGBColor,
    pub dot: Dot,
    /// Abscissa, deviation with its sign, allowed size.
    pub points: Vec<(f64, f64, Option<f64>)>,
    /// How far the uncertainty of the abscissa moves each deviation; empty when it is known exactly.
    pub errors: Vec<f64>,
}

/// What the deviations are of.
#[derive(Debug, Clone, Copy)]
pub struct Of<'a> {
    /// `e`, `F_max`
    pub symbol: &'a str,
    /// SI, for absolute deviations.
    pub unit: &'a str,
    /// Whether they are parts of the expected value.
    pub relative: bool,
    /// Size of the values in the unit of the deviations.
    pub size: f64,
}

/// Deviations and tolerances below this part of the values are rounding noise, which no panel shows.
pub const NOISE: f64 = 1e-9;
/// Part of the largest deviation that is not seen beside it, and of the values that is.
const UNSEEN: f64 = 0.01;
const VISIBLE: f64 = 1e-4;

/// The panel and the legend's entry for what is allowed; `None` when nothing can be compared.
///
/// Deviations are shown with their sign. When the tolerances differ too much for one even axis, their sizes are shown
/// on a logarithmic one.
pub fn panel(case: &CaseRecord, series: &[Residuals], of: Of<'_>) -> Option<(Panel, Vec<Entry>)> {
    let deviations = series.iter().flat_map(|s| s.points.iter().map(|p| p.1.abs()));
    let (_, largest) = extent(deviations.clone())?;
    // Beside what can be seen, what agrees to many more digits is said in words: both on one axis show neither.
    let furthest = |s: &Residuals| s.points.iter().fold(0.0, |most: f64, p| most.max(p.1.abs()));
    let (far, near): (Vec<&Residuals>, Vec<&Residuals>) = series
        .iter()
        .partition(|s| furthest(s) >= UNSEEN * largest || s.points.iter().any(|p| p.2 > Some(UNSEEN * largest)));
    if largest > VISIBLE * of.size && !near.is_empty() && !far.is_empty() {
        let far: Vec<Residuals> = far.into_iter().cloned().collect();
        let (panel, mut legend) = panel(case, &far, of)?;
        let within = near.iter().map(|s| furthest(s)).fold(0.0, f64::max);
        let names = distinct(near.iter().map(|s| name(case, &s.against))).join(", ");
        legend.push(Entry::new(format!("within {} of {names}", brief(within)), None, None));
        return Some((panel, legend));
    }
    let allowed = extent(series.iter().flat_map(|s| s.points.iter().filter_map(|p| p.2)).filter(|a| *a > 0.0));
    let allowed = allowed.filter(|(_, high)| *high > 0.3 * UNSEEN * largest);
    if largest.max(allowed.map_or(0.0, |(_, high)| high)) <= NOISE * of.size {
        return None;
    }
    let signed = allowed.is_none_or(|(low, high)| high <= ONE_AXIS * low);
    // A ratio in a ratio needs its brackets.
    let symbol = if of.symbol.contains('/') { format!("({})", of.symbol) } else { of.symbol.to_string() };
    let symbol = match (of.relative, signed) {
        (true, true) => format!("Δ{symbol}/{symbol}"),
        (true, false) => format!("|Δ{symbol}|/{symbol}"),
        (false, true) => format!("Δ{symbol}"),
        (false, false) => format!("|Δ{symbol}|"),
    };
    let unit = if of.relative { "" } else { of.unit };
    let quantity = Quantity { name: "", symbol: &symbol, unit };
    let y = if signed {
        let reach = largest.max(allowed.map_or(0.0, |(_, high)| 1.25 * high));
        let reach = if reach > 0.0 { reach } else { f64::EPSILON };
        Axis::linear(quantity, (-reach, reach))
    } else {
        let (low, high) = allowed?;
        let smallest = extent(deviations.filter(|d| *d > 0.0)).map_or(low, |(small, _)| small);
        // Rounding noise far below every tolerance says nothing: two decades are shown of it.
        Axis::log(quantity, (smallest.clamp(low * 1e-4, low * 0.1), largest.max(high) * 3.0))
    };
    let same = allowed.is_some_and(|(low, high)| low == high);
    let all = extent(series.iter().flat_map(|s| s.points.iter().map(|p| p.0)))?;
    let mut items: Vec<Item> = Vec::new();
    let mut legend = Vec::new();
    for s in series {
        let points = band(&s.points, signed, all);
        if points.is_empty() || allowed.is_none() {
            continue;
        }
        let shade = tint(if same { QUIET } else { s.area });
        let text = if same { "allowed".to_string() } else { format!("allowed: {}", name(case, &s.against)) };
        let entry = Entry::area(text, shade);
        if !same || !legend.contains(&entry) {
            items.push(Item::Band { points, colour: shade });
        }
        enter(&mut legend, entry);
    }
    // The widest area goes behind the others.
    items.sort_by(|a, b| width(b).total_cmp(&width(a)));
    if signed {
        items.push(Item::Level { value: 0.0, colour: QUIET });
    }
    for (at, s) in series.iter().enumerate() {
        // What one solver is held against besides has open marks.
        let again = series.iter().take(at).any(|other| other.dot == s.dot && other.against != s.against);
        let dot = if again { Dot { filled: false, ..s.dot } } else { s.dot };
        if again {
            enter(&mut legend, Entry::dot(format!("deviation from {}", name(case, &s.against)), dot));
        }
        let shown = |d: f64| if signed { d } else { d.abs() };
        let error = |i: usize| s.errors.get(i).copied().filter(|_| signed);
        let points = s.points.iter().enumerate().map(|(i, &(x, d, _))| (x, shown(d), error(i))).collect();
        items.push(Item::Points { points, dot });
    }
    Some((Panel { y, weight: 0.5, items }, legend))
}

/// The allowed area, carried on to an edge of the frame where no other comparison goes on beyond it.
fn band(points: &[(f64, f64, Option<f64>)], signed: bool, (low, high): (f64, f64)) -> Vec<(f64, f64, f64)> {
    let mut edge: Vec<(f64, f64, f64)> =
        points.iter().filter_map(|&(x, _, allowed)| allowed.map(|a| (x, if signed { -a } else { 0.0 }, a))).collect();
    edge.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Of several tolerances at one place the widest: the edge is a line, not a saw.
    edge.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same && next.2 > kept.2 {
            *kept = *next;
        }
        same
    });
    if let (Some(&first), Some(&last)) = (edge.first(), edge.last()) {
        if first.0 <= low {
            edge.insert(0, (f64::NEG_INFINITY, first.1, first.2));
        }
        if last.0 >= high {
            edge.push((f64::INFINITY, last.1, last.2));
        }
    }
    edge
}

fn width(item: &Item) -> f64 {
    match item {
        Item::Band { points, .. } => points.iter().map(|p| p.2).fold(0.0, f64::max),
        _ => 0.0,
    }
}
