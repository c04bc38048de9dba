//! The force-overlap loop: what a contact law looks like.

use crate::record::{CaseRecord, Curve};

use super::Drawn;
use super::axis::{Axis, Quantity, extent};
use super::entity::look;
use super::figure::{Dot, Entry, Figure, Item, Panel, Stroke};
use super::label::Label;
use super::series::{
    curve_name, data, data_dot, enter, largest, leading, measured, points, representative, scene_label, solved, sparse,
    too_far_apart,
};
use super::style::{Marker, SOLID, shade};
use super::table::{Cell, Table};

/// The two columns.
pub const WORDS: [&str; 2] = ["overlap", "force"];

const OVERLAP: Quantity<'_> = Quantity { name: "overlap", symbol: "δ", unit: "m" };
const FORCE: Quantity<'_> = Quantity { name: "force", symbol: "F", unit: "N" };
const PART_OF_OVERLAP: Quantity<'_> = Quantity { name: "overlap", symbol: "δ/δ_max", unit: "" };
const PART_OF_FORCE: Quantity<'_> = Quantity { name: "force", symbol: "F/F_max", unit: "" };

/// Five scenes at most, measured curves as points. Scenes of very different size are drawn over their own maxima.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let scenes = leading(case, representative(case, WORDS), &WORDS);
    let sizes = |word: &str| scenes.iter().map(|(_, curve)| largest(curve, word)).collect::<Vec<f64>>();
    let scaled = too_far_apart(&sizes(WORDS[0])) || too_far_apart(&sizes(WORDS[1]));

    let header = ["scene", "by", "variant", "overlap", "force", "force_uncertainty"];
    let extra = ["overlap_over_largest", "force_over_largest"];
    let mut table = Table::new(header.into_iter().chain(extra.into_iter().filter(|_| scaled)));
    let (mut lines, mut dots, mut legend, mut data_legend) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, &(scene, first)) in scenes.iter().enumerate() {
        let by = if scaled { (largest(first, WORDS[0]), largest(first, WORDS[1])) } else { (1.0, 1.0) };
        let mut row = |curve: &Curve, (x, y, error): (f64, f64, Option<f64>)| {
            let (name, by_whom, variant) = (Cell::Text(&scene.name), Cell::Text(&curve.by), Cell::Text(&curve.variant));
            let mut cells = vec![name, by_whom, variant, Cell::Number(x), Cell::Number(y), Cell::Maybe(error)];
            if scaled {
                cells.extend([Cell::Number(x / by.0), Cell::Number(y / by.1)]);
            }
            table.row(&cells);
        };
        for curve in solved(case, &scene.name, &WORDS) {
            let all = points(curve, WORDS[0], WORDS[1]);
            all.iter().for_each(|&(x, y)| row(curve, (x, y, None)));
            let drawn: Vec<(f64, f64)> = all.iter().map(|&(x, y)| (x / by.0, y / by.1)).collect();
            let leads = curve.by == first.by;
            let ink = if leads { shade(i, scenes.len()) } else { look(&curve.by).colour };
            let stroke = Stroke { colour: ink, width: 5.0, dash: if leads { SOLID } else { look(&curve.by).dash } };
            let dot = Dot { shape: Marker::nth(i), colour: ink, size: 12.0, filled: true };
            let marked = scenes.len() > 1;
            if marked && leads {
                let offset = 0.3 + 0.4 * i as f64 / scenes.len() as f64;
                dots.push(Item::Points { points: sparse(&drawn, 7, offset), dot });
            }
            let label = if marked && leads { scene_label(&scene.name) } else { Label::text(curve_name(curve)) };
            enter(&mut legend, Entry::new(label, Some(stroke), (marked && leads).then_some(dot)));
            lines.push(Item::Line { points: drawn, stroke });
        }
        for curve in data(case, &scene.name, &WORDS) {
            let all = measured(curve, WORDS[0], WORDS[1]);
            all.iter().for_each(|&point| row(curve, point));
            let (mut dot, name) = data_dot(case, &curve.by);
            if scenes.len() > 1 {
                dot.shape = Marker::nth(i);
            }
            let drawn = all.iter().map(|&(x, y, e)| (x / by.0, y / by.1, e.map(|e| e / by.1))).collect();
            dots.push(Item::Points { points: drawn, dot });
            let label = Label::text(name).cut(80);
            if !data_legend.iter().any(|entry: &Entry| entry.label == label) {
                data_legend.push(Entry::new(label, None, Some(dot)));
            }
        }
    }
    legend.extend(data_legend);
    let items: Vec<Item> = lines.into_iter().chain(dots).collect();
    let (x_range, y_range) = ranges(&items)?;
    let (x, y) = if scaled { (PART_OF_OVERLAP, PART_OF_FORCE) } else { (OVERLAP, FORCE) };
    let figure = Figure {
        title: case.name.clone(),
        legend,
        x: Axis::linear(x, x_range),
        panels: vec![Panel { y: Axis::linear(y, y_range), weight: 1.0, items }],
        height: 1000,
    };
    Some(Drawn { figure, table })
}

/// What the lines and points of a panel span, each way, error bars included.
pub fn ranges(items: &[Item]) -> Option<((f64, f64), (f64, f64))> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Item::Line { points, .. } => points.iter().for_each(|p| {
                x.push(p.0);
                y.push(p.1);
            }),
            Item::Points { points, .. } => points.iter().for_each(|p| {
                x.push(p.0);
                y.extend([p.1 - p.2.unwrap_or(0.0), p.1 + p.2.unwrap_or(0.0)]);
            }),
            Item::Cells(cells) => cells.iter().for_each(|cell| {
                x.extend([cell.x.0, cell.x.1]);
                y.extend([cell.y.0, cell.y.1]);
            }),
            Item::Band { .. } | Item::Level { .. } | Item::Notes { .. } | Item::Names { .. } => {}
        }
    }
    Some((extent(x)?, extent(y)?))
}
