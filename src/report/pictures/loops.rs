//! Force over displacement along a loading path: tangential, or normal where nothing slides.

use crate::record::CaseRecord;

use super::prelude::*;
use super::series::{SceneCurves, leading, points, representative, solved};

/// Axes of every loop.
pub const SLIDE: Quantity<'_> = Quantity { name: "displacement", symbol: "u", unit: "m" };
pub const FORCE: Quantity<'_> = Quantity { name: "tangential force", symbol: "T", unit: "N" };
/// Columns of a path's curve.
pub const WORDS: [&str; 2] = ["slide", "tangential_force"];

/// The same of a contact that is only pressed.
pub const PRESSED: [&str; 2] = ["overlap", "normal_force"];
const OVERLAP: Quantity<'_> = Quantity { name: "overlap", symbol: "δ", unit: "m" };
const NORMAL: Quantity<'_> = Quantity { name: "normal force", symbol: "F", unit: "N" };

/// Five paths at most; the first solver whole, the others broken over it.
pub fn draw(case: &CaseRecord) -> Option<Drawn> {
    drawn(case, WORDS, [SLIDE, FORCE]).or_else(|| drawn(case, PRESSED, [OVERLAP, NORMAL]))
}

fn drawn(case: &CaseRecord, words: [&'static str; 2], axes: [Quantity<'static>; 2]) -> Option<Drawn> {
    let scenes = leading(case, representative(case, words), &words);
    let mut table = Table::of(["scene", "by", words[0], words[1]]);
    for (scene, _) in &scenes {
        for curve in solved(case, &scene.name, &words) {
            points(curve, words[0], words[1])
                .iter()
                .for_each(|(x, y)| table.row(cells![&scene.name, &curve.by, *x, *y]));
        }
    }
    let curves = SceneCurves { case, scenes: &scenes, words, needed: &words, scaled: false, markers: (4, 0.0) };
    let (mut layers, _) = curves.layers();
    layers.items.insert(0, Item::Level { value: 0.0, colour: QUIET });
    layers.spanned(&case.name, axes, 1000, table)
}
