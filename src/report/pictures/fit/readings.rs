//! Figure: readings against predictions, for rebound heights and bounce times.

use std::collections::HashMap;

use super::framing::Point;
use super::marks::{fan_entry, fanned, fate, marked, spread, under};
use super::measured::FIT;
use super::plot_data::PlotData;
use crate::fit::calibrate::result::{Measurement, Rebound};
use crate::report::pictures::prelude::*;

/// The height a ball fell from: that of the drop, or of the rebound before.
fn before(known: &HashMap<(usize, usize), &Measurement>, m: &Measurement) -> Option<f64> {
    if m.number <= 1 {
        return m.height;
    }
    let last = known.get(&(m.drop, m.number - 1))?;
    last.rebound.filter(|rebound| !rebound.timed).map(|rebound| rebound.measured)
}

/// One standard deviation of a reading, from that of the restitution: a height goes with `e^2`, a time with `e`.
fn bar(found: &PlotData<'_>, m: &Measurement, rebound: &Rebound) -> Option<f64> {
    let power = if rebound.timed { 1.0 } else { 2.0 };
    Some(power * rebound.measured * spread(found, m)? / m.value).filter(|bar| bar.is_finite())
}

/// A reading: its abscissa, what was read, and of which measurement.
type Read<'a> = (f64, Rebound, &'a Measurement);

/// Rebound heights against the heights before, and their residuals.
pub(super) fn heights(found: &PlotData<'_>) -> Option<Drawn> {
    let known: HashMap<_, _> = found.measurements.iter().map(|m| ((m.drop, m.number), m)).collect();
    let read = |m| Some((before(&known, m)?, m.rebound.filter(|rebound| !rebound.timed)?, m));
    let all: Vec<Read<'_>> = found.measurements.iter().filter_map(read).collect();
    let mut line: Vec<(f64, f64)> = all.iter().filter_map(|(x, rebound, _)| Some((*x, rebound.predicted?))).collect();
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    let points: Vec<Point<'_>> =
        all.iter().map(|&(x, rebound, m)| (x, rebound.measured, bar(found, m, &rebound), m)).collect();
    let mut table = Table::new("name impact height_before rebound rebound_sigma rebound_predicted fate doubt");
    fill(found, &mut table, &all, true);
    let axes = [("height before", "H"), ("rebound height", "h"), ("", "Δh")];
    let axes = axes.map(|(name, symbol)| Quantity { name, symbol, unit: "m" });
    let (points, moved) = fanned(&points, false);
    let mut marks = marked(found, &points, "error bars: 1σ as used in the fit");
    marks.legend.extend(moved.then(fan_entry));
    let residuals: Vec<Point<'_>> = all.iter().filter_map(|&(x, rebound, m)| residual(found, x, &rebound, m)).collect();
    let figure = figure(found, &fanned(&residuals, false).0, (line, "fit"), marks, axes)?;
    Some(Drawn { figure: figure.finding(within(&residuals)), table })
}

/// Times between impacts less those of the fit: on a diagonal of both no deviation is seen.
pub(super) fn intervals(found: &PlotData<'_>) -> Option<Drawn> {
    let read =
        |m: &'_ Measurement| m.rebound.filter(|rebound| rebound.timed).map(|rebound| (rebound.measured, rebound));
    let all: Vec<Read<'_>> =
        found.measurements.iter().filter_map(|m| read(m).map(|(x, rebound)| (x, rebound, m))).collect();
    let mut table = Table::new("name impact interval interval_sigma interval_predicted fate doubt");
    fill(found, &mut table, &all, false);
    let residuals: Vec<Point<'_>> = all.iter().filter_map(|&(x, rebound, m)| residual(found, x, &rebound, m)).collect();
    let marks = marked(found, &residuals, "error bars: 1σ as used in the fit");
    let [x, off] = [("measured interval", "T"), ("measured minus fit", "ΔT")].map(|(name, symbol)| Quantity {
        name,
        symbol,
        unit: "s",
    });
    let (x_range, _) = ranges(&marks.items)?;
    let names = marks.items.iter().filter(|item| matches!(item, Item::Names { .. })).cloned();
    let mut panel = under(found, &residuals, Vec::new(), off, |range, _| range)?;
    panel.items.extend(names);
    panel.weight = 1.0;
    let figure = Figure::new(found.case, marks.legend, Axis::linear(x, x_range), vec![panel], 900);
    Some(Drawn { figure: figure.finding(within(&residuals)), table })
}

/// How many of the readings that were used the fit meets within two of their standard deviations.
fn within(residuals: &[Point<'_>]) -> Option<String> {
    let used = residuals.iter().filter(|(.., m)| m.fate.is_used());
    let barred: Vec<(f64, f64)> = used.filter_map(|(_, off, bar, _)| Some((*off, (*bar)?))).collect();
    let near = barred.iter().filter(|(off, bar)| off.abs() <= 2.0 * bar).count();
    (!barred.is_empty()).then(|| format!("The fit meets {near} of {} readings within 2σ.", barred.len()))
}

/// Readings over a line that they should lie on, and their residuals below; axes across, up, and of the residuals.
fn figure(
    found: &PlotData<'_>,
    residuals: &[Point<'_>],
    (line, name): (Vec<(f64, f64)>, &str),
    marks: Layers,
    [x, y, off]: [Quantity<'_>; 3],
) -> Option<Figure> {
    let items = [vec![Item::Line { points: line, stroke: FIT }], marks.items].concat();
    let (x_range, y_range) = ranges(&items)?;
    let legend = [vec![Entry::line(name, FIT)], marks.legend].concat();
    let mut panels = vec![Panel { y: Axis::linear(y, y_range), weight: 1.0, items }];
    panels.extend(under(found, residuals, Vec::new(), off, |range, _| range));
    Some(Figure::new(found.case, legend, Axis::linear(x, x_range), panels, 1300))
}

fn residual<'a>(found: &PlotData<'_>, x: f64, rebound: &Rebound, m: &'a Measurement) -> Option<Point<'a>> {
    Some((x, rebound.measured - rebound.predicted?, bar(found, m, rebound), m))
}

fn fill(found: &PlotData<'_>, table: &mut Table, all: &[Read<'_>], with_height: bool) {
    for (x, rebound, m) in all {
        let read = cells![rebound.measured, bar(found, m, rebound), rebound.predicted, fate(m), m.doubt.as_deref()];
        let height = with_height.then(|| Cell::from(*x));
        table.row(cells![&m.name, m.number].into_iter().chain(height).chain(read));
    }
}
