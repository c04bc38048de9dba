//! Figure: one number of two codes or cases beside each other, over what was asked for or over the angle of impact.

use super::prelude::*;

/// The lines of two, each with its name; `one_to_one` adds what is as asked for. `None` where either has fewer than two points.
pub fn draw(
    title: &str,
    [x, y]: [Quantity<'_>; 2],
    lines: [(&str, &[(f64, f64)]); 2],
    one_to_one: bool,
) -> Option<Drawn> {
    if lines.iter().any(|(_, points)| points.len() < 2) {
        return None;
    }
    let mut table = Table::of(["of", x.name, y.name]);
    let mut layers = Layers::default();
    if one_to_one {
        let stroke = Stroke { colour: QUIET, width: 3.0, dash: SOLID };
        layers.line("as asked for", vec![(0.0, 0.0), (1.0, 1.0)], stroke);
    }
    for ((name, points), (colour, dash)) in lines.into_iter().zip([(PALETTE[0], SOLID), (PALETTE[1], DASHED)]) {
        points.iter().for_each(|(x, y)| table.row(cells![name, *x, *y]));
        layers.line(name, points.to_vec(), Stroke { colour, width: 5.0, dash });
    }
    layers.spanned(title, [x, y], 1000, table)
}
