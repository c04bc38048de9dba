//! What the pictures of one unknown have in common.

use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::Parameter;
use crate::report::pictures::axis::{Axis, Quantity, extent};
use crate::report::pictures::figure::{Entry, Figure, Item};
use crate::report::pictures::sweep;

/// One panel over the unknown, from zero to `top`, as wide as its lines are below that.
pub(super) fn figure(
    found: &Calibrated,
    parameter: &Parameter,
    (y, top): (&str, f64),
    items: Vec<Item>,
    legend: Vec<Entry>,
) -> Option<Figure> {
    let across = items.iter().flat_map(|item| match item {
        Item::Line { points, .. } => points.iter().filter(|p| p.1 <= top).map(|p| p.0).collect::<Vec<f64>>(),
        _ => Vec::new(),
    });
    let x_range = extent(across)?;
    let (name, symbol) = sweep::parameter(&parameter.path);
    let x = Axis::linear(Quantity { name: &name, symbol, unit: &parameter.unit }, x_range);
    let y = Axis::linear(Quantity { name: y, symbol: "", unit: "" }, (0.0, top));
    Some(Figure::single(&found.case, legend, [x, y], items, 1000))
}
