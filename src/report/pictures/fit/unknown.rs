//! The frame of the pictures of one unknown.

use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::Parameter;
use crate::report::pictures::prelude::*;
use crate::report::pictures::sweep;

/// One panel over the unknown, from zero to `top`, as wide as its lines are below that.
pub(super) fn drawn(
    found: &Calibrated,
    parameter: &Parameter,
    (y, top): (&str, f64),
    layers: Layers,
    table: Table,
) -> Option<Drawn> {
    let across = layers.items.iter().flat_map(|item| match item {
        Item::Line { points, .. } => points.iter().filter(|p| p.1 <= top).map(|p| p.0).collect::<Vec<f64>>(),
        _ => Vec::new(),
    });
    let x_range = extent(across)?;
    let (name, symbol) = sweep::parameter(&parameter.path);
    let x = Axis::linear(Quantity { name: &name, symbol, unit: &parameter.unit }, x_range);
    let y = Axis::linear(Quantity::plain(y, ""), (0.0, top));
    Some(layers.drawn(&found.case, [x, y], 1000, table))
}
