//! Force over displacement along a loading path: tangential, or normal where nothing slides.

use crate::distinct::enter;
use crate::record::CaseRecord;

use super::prelude::*;
use super::series::{leading, points, representative, solved, sparse, styled};

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

fn drawn(case: &CaseRecord, words: [&'static str; 2], [x, y]: [Quantity<'static>; 2]) -> Option<Drawn> {
    let scenes = leading(case, representative(case, words), &words);
    let mut table = Table::of(["scene", "by", words[0], words[1]]);
    let (mut lines, mut dots, mut legend) = (Vec::new(), Vec::new(), Vec::new());
    for (i, &(scene, first)) in scenes.iter().enumerate() {
        for curve in solved(case, &scene.name, &words) {
            let drawn = points(curve, words[0], words[1]);
            for (slide, force) in &drawn {
                table.row(cells![&scene.name, &curve.by, *slide, *force,]);
            }
            let (stroke, dot, entry) = styled(curve, curve.by == first.by, i, &scenes);
            if let Some(dot) = dot {
                dots.push(Item::Points { points: sparse(&drawn, 4, 0.5), dot });
            }
            enter(&mut legend, entry);
            lines.push(Item::Line { points: drawn, stroke });
        }
    }
    let mut items: Vec<Item> = lines.into_iter().chain(dots).collect();
    let (x_range, y_range) = ranges(&items)?;
    items.insert(0, Item::Level { value: 0.0, colour: QUIET });
    let axes = [Axis::linear(x, x_range), Axis::linear(y, y_range)];
    Some(Drawn { figure: Figure::single(&case.name, legend, axes, items, 1000), table })
}
