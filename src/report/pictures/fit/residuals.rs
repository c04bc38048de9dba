//! Figure: residuals in standard deviations against the abscissae, to show trends.

use super::framing::{Point, framing};
use super::marks::{Along, fanned, fate, marked, spread};
use super::plot_data::PlotData;
use crate::report::pictures::prelude::*;

/// About 19 of 20 lie within so many standard deviations.
const MOST: f64 = 2.0;
/// The others: `2 (1 - Phi(2))` of a normal distribution.
const CHANCE: f64 = 0.0455;

/// A panel a quantity; the area holds about 19 of 20 of what scatters as the fit assumes.
pub(super) fn draw(found: &PlotData<'_>) -> Option<Drawn> {
    let targets = found.targets();
    let all: Vec<_> = found.measurements.iter().collect();
    // One abscissa for all panels: what is known of every number.
    let along = targets.iter().map(|target| Along::of(&found.members(*target)));
    let along = along.reduce(|a, b| if a == b { a } else { Along::ROW })?;
    let mut table = Table::new(&format!("quantity name impact {} standardised fate doubt", along.word));
    let mut panels = Vec::new();
    let mut legend: Vec<Entry> = Vec::new();
    for target in &targets {
        let points: Vec<Point<'_>> = all
            .iter()
            .filter(|m| m.quantity == *target)
            .filter_map(|&m| Some(((along.value)(m)?, m.residual()? / spread(found, m)?, None, m)))
            .collect();
        for (x, off, _, m) in &points {
            table.row(cells![
                target.word(),
                &m.name,
                m.number as f64,
                *x,
                *off,
                fate(m),
                m.doubt.as_deref().unwrap_or_default(),
            ]);
        }
        let (points, _) = fanned(&points, along.decades);
        let marks = marked(found, &points, "");
        let far = framing(&points).iter().fold(1.25 * MOST, |far, p| far.max(p.1.abs()));
        let area = vec![(f64::NEG_INFINITY, -MOST, MOST), (f64::INFINITY, -MOST, MOST)];
        let mut items = vec![Item::Band { points: area, colour: tint(QUIET) }, Item::Level { value: 0.0, colour: INK }];
        items.extend(marks.items);
        if targets.len() > 1 {
            let title = Label::word(target.word());
            items.push(Item::note(title));
        }
        for entry in marks.legend {
            if !legend.iter().any(|known| known.label == entry.label) {
                legend.push(entry);
            }
        }
        let y = Axis::linear(Quantity { name: "residual/σ", symbol: "", unit: "" }, (-far, far));
        panels.push(Panel { y, weight: 1.0, items });
    }
    legend.push(Entry::area("±2 σ", tint(QUIET)));
    let items: Vec<Item> = panels.iter().flat_map(|panel| panel.items.clone()).collect();
    let (x_range, _) = ranges(&items)?;
    let x = along.axis(x_range);
    let height = if panels.len() > 1 { 1300 } else { 850 };
    let used = all.iter().filter(|m| m.fate.is_used());
    let parts: Vec<f64> = used.filter_map(|m| Some((m.residual()? / spread(found, m)?).abs())).collect();
    let far = parts.iter().filter(|part| **part > MOST).count();
    let finding = format!(
        "{far} of {} residuals are beyond 2σ; some {:.0} would be by chance.",
        parts.len(),
        CHANCE * parts.len() as f64
    );
    let figure = Figure::new(found.case, legend, x, panels, height).finding((!parts.is_empty()).then_some(finding));
    Some(Drawn { figure, table })
}
