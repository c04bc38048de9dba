//! Overlap and force against time.

use crate::bench::record::CaseRecord;
use crate::distinct::enter;

use super::prelude::*;
use super::series::SceneCurves;

/// Five scenes at most, measured curves as points. Scenes of very different size are drawn over their own maxima.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let words = ["time", "overlap", "force"];
    let curves = SceneCurves::of(case, ["time", "force"], &words, (5, 0.4));
    let mut panels = Vec::new();
    let (mut legend, mut data_legend) = (Vec::new(), Vec::new());
    let mut span = None;
    for word in ["overlap", "force"] {
        let (computed, measurements) = curves.layers(["time", word]);
        legend = computed.legend;
        measurements.legend.into_iter().for_each(|entry| enter(&mut data_legend, entry));
        let items = [computed.items, measurements.items].concat();
        let (x_range, y_range) = ranges(&items)?;
        let (low, high) = span.unwrap_or(x_range);
        span = Some((x_range.0.min(low), x_range.1.max(high)));
        panels.push(Panel { y: Axis::linear(curves.quantity(word), y_range), weight: 1.0, items });
    }
    legend.extend(data_legend);
    let x = Axis::linear(curves.quantity("time"), span?);
    let spans = curves.span("duration").zip(curves.span("max_force"));
    let finding = spans.map(|(time, force)| format!("The contact lasts {time}; its largest force is {force}."));
    let figure = Figure::new(&case.name, legend, x, panels, 1200).finding(finding);
    let names: Vec<&str> = curves.scenes.iter().map(|(scene, _)| scene.name.as_str()).collect();
    Some(Drawn { figure, table: table(case, &names) })
}

/// Every curve that is drawn, in SI: a quantity that a curve does not have is an empty cell.
fn table(case: &CaseRecord, scenes: &[&str]) -> Table {
    let mut table = Table::new("scene by variant time overlap force force_uncertainty");
    for scene in scenes {
        for curve in case.curves.iter().filter(|curve| curve.scene == *scene) {
            let Some(time) = curve.column("time") else { continue };
            let at = |word: &str, row: usize| curve.column(word).and_then(|values| values.get(row).copied());
            for (row, &t) in time.iter().enumerate() {
                table.row(cells![
                    &curve.scene,
                    &curve.by,
                    &curve.variant,
                    t,
                    at("overlap", row),
                    at("force", row),
                    at("force_uncertainty", row),
                ]);
            }
        }
    }
    table
}
