//! Tangential force over displacement along a loading path.

use crate::record::CaseRecord;

use super::Drawn;
use super::axis::{Axis, Quantity};
use super::figure::{Dot, Entry, Figure, Item, Panel, Stroke};
use super::force_overlap::ranges;
use super::label::Label;
use super::series::{curve_name, leading, points, representative, scene_label, solved, sparse};
use super::style::{DASHED, Marker, QUIET, SOLID, colour, shade};
use super::table::{Cell, Table};

/// Axes of every loop.
pub const SLIDE: Quantity<'_> = Quantity { name: "displacement", symbol: "u", unit: "m" };
pub const FORCE: Quantity<'_> = Quantity { name: "tangential force", symbol: "T", unit: "N" };
/// Columns of a path's curve.
pub const WORDS: [&str; 2] = ["slide", "tangential_force"];

/// Five paths at most; the first solver whole, the others broken over it.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    let scenes = leading(case, representative(case, WORDS), &WORDS);
    let mut table = Table::new(["scene", "by", WORDS[0], WORDS[1]]);
    let (mut lines, mut dots, mut legend) = (Vec::new(), Vec::new(), Vec::new());
    for (i, &(scene, first)) in scenes.iter().enumerate() {
        for curve in solved(case, &scene.name, &WORDS) {
            let drawn = points(curve, WORDS[0], WORDS[1]);
            for (slide, force) in &drawn {
                table.row(&[
                    Cell::Text(&scene.name),
                    Cell::Text(&curve.by),
                    Cell::Number(*slide),
                    Cell::Number(*force),
                ]);
            }
            let leads = curve.by == first.by;
            let ink = if leads { shade(i, scenes.len()) } else { colour(case, &curve.by) };
            let stroke = Stroke { colour: ink, width: 5.0, dash: if leads { SOLID } else { DASHED } };
            let dot = Dot { shape: Marker::nth(i), colour: ink, size: 11.0, filled: false };
            let marked = scenes.len() > 1 && leads;
            if marked {
                dots.push(Item::Points { points: sparse(&drawn, 4, 0.5), dot });
            }
            let label = if marked { scene_label(&scene.name) } else { Label::text(curve_name(curve)) };
            if leads || i == 0 {
                legend.push(Entry::new(label, Some(stroke), marked.then_some(dot)));
            }
            lines.push(Item::Line { points: drawn, stroke });
        }
    }
    let mut items: Vec<Item> = lines.into_iter().chain(dots).collect();
    let (x_range, y_range) = ranges(&items)?;
    items.insert(0, Item::Level { value: 0.0, colour: QUIET });
    let panels = vec![Panel { y: Axis::linear(FORCE, y_range), weight: 1.0, items }];
    let x = Axis::linear(SLIDE, x_range);
    Some(Drawn { figure: Figure { title: case.name.clone(), legend, x, panels, height: 1000 }, table })
}
