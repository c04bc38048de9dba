//! Overlap and force against time.

use crate::distinct::enter;
use crate::record::CaseRecord;

use super::prelude::*;
use super::series::{SceneCurves, largest, leading, representative, too_far_apart};

const TIME: Quantity<'_> = Quantity { name: "time", symbol: "t", unit: "s" };
const PART_OF_TIME: Quantity<'_> = Quantity { name: "time over duration", symbol: "t/t_c", unit: "" };

/// One panel: its column, its axis in SI, and its axis over the largest value.
const PANELS: [(&str, Quantity<'_>, Quantity<'_>); 2] = [
    (
        "overlap",
        Quantity { name: "overlap", symbol: "δ", unit: "m" },
        Quantity { name: "overlap", symbol: "δ/δ_max", unit: "" },
    ),
    (
        "force",
        Quantity { name: "force", symbol: "F", unit: "N" },
        Quantity { name: "force", symbol: "F/F_max", unit: "" },
    ),
];

/// Five scenes at most, measured curves as points. Scenes of very different size are drawn over their own maxima.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let words = ["time", "overlap", "force"];
    let scenes = leading(case, representative(case, ["time", "force"]), &words);
    let scaled = words
        .iter()
        .any(|word| too_far_apart(&scenes.iter().map(|(_, curve)| largest(curve, word)).collect::<Vec<f64>>()));
    let mut panels = Vec::new();
    let (mut legend, mut data_legend) = (Vec::new(), Vec::new());
    let mut span = None;
    for (word, plain, part) in PANELS {
        let curves =
            SceneCurves { case, scenes: &scenes, words: ["time", word], needed: &words, scaled, markers: (5, 0.4) };
        let (computed, measurements) = curves.layers();
        legend = computed.legend;
        measurements.legend.into_iter().for_each(|entry| enter(&mut data_legend, entry));
        let items = [computed.items, measurements.items].concat();
        let (x_range, y_range) = ranges(&items)?;
        let (low, high) = span.unwrap_or(x_range);
        span = Some((x_range.0.min(low), x_range.1.max(high)));
        panels.push(Panel { y: Axis::linear(if scaled { part } else { plain }, y_range), weight: 1.0, items });
    }
    legend.extend(data_legend);
    let x = Axis::linear(if scaled { PART_OF_TIME } else { TIME }, span?);
    let figure = Figure { title: case.name.clone(), legend, x, panels, height: 1200 };
    let names: Vec<&str> = scenes.iter().map(|(scene, _)| scene.name.as_str()).collect();
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
