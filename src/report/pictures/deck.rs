//! Figure: the restitution of a contact of a script over the impact speed: asked for, in the limit of short steps, at the time step of
//! the script, and of the code itself where it ran.

use super::prelude::*;
use crate::bench::deck::CheckedSize;

/// The figure of one size; `None` of fewer than two speeds.
pub fn draw(title: &str, code: &str, size: &CheckedSize) -> Option<Drawn> {
    let of = |restitution: &dyn Fn(&crate::bench::deck::Impact) -> Option<f64>| -> Vec<(f64, f64)> {
        size.impacts.iter().filter_map(|impact| Some((impact.speed, restitution(impact)?))).collect()
    };
    let exact = of(&|impact| impact.restitution);
    let stepped = of(&|impact| impact.restitution_at_step);
    let farthest = of(&|impact| impact.restitution_at_step_worst);
    let own = of(&|impact| impact.measured.map(|measured| measured.restitution));
    let (low, high) = extent(exact.iter().map(|point| point.0))?;
    if exact.len() < 2 || low >= high {
        return None;
    }
    let mut layers = Layers::default();
    if let Some(asked) = size.restitution_requested {
        let stroke = Stroke { colour: QUIET, width: 3.0, dash: DASHED };
        layers.line("asked for", vec![(low, asked), (high, asked)], stroke);
    }
    layers.line("read, no time step", exact, Stroke { colour: INK, width: 4.0, dash: SOLID });
    let dot = |colour, shape, filled| Dot { shape, colour, size: 14.0, filled };
    if !stepped.is_empty() {
        layers.dots("read, at the step: mean", stepped, dot(PALETTE[0], Marker::Circle, false));
        layers.dots("read, at the step: farthest onset", farthest, dot(PALETTE[0], Marker::Down, false));
    }
    if !own.is_empty() {
        let by = size.measured_by.as_deref().unwrap_or(code);
        layers.dots(format!("measured, {by}"), own, dot(PALETTE[1], Marker::Diamond, true));
    }
    let largest = layers.items.iter().flat_map(|item| match item {
        Item::Points { points, .. } => points.iter().map(|point| point.1).collect(),
        Item::Line { points, .. } => points.iter().map(|point| point.1).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let (_, top) = extent(largest)?;
    let x = Axis::fitting(Quantity { name: "impact speed", symbol: "v", unit: "m/s" }, (low, high), 1.0);
    let y = Axis::linear(Quantity::plain("restitution", "e"), (0.0, top.max(1.0)));
    Some(layers.drawn(title, [x, y], 1000, table(size)))
}

/// Every number of the head-on impacts, SI.
fn table(size: &CheckedSize) -> Table {
    let mut table = Table::new(
        "speed restitution_asked restitution restitution_at_step restitution_at_step_worst restitution_measured \
         measured_lowest measured_highest duration duration_measured steps_per_contact max_overlap overlap_over_radius \
         contact_radius_over_r_star pull two_over_omega",
    );
    for impact in &size.impacts {
        let own = impact.measured;
        table.row(cells![
            impact.speed,
            size.restitution_requested,
            impact.restitution,
            impact.restitution_at_step,
            impact.restitution_at_step_worst,
            own.map(|own| own.restitution),
            own.map(|own| own.range[0]),
            own.map(|own| own.range[1]),
            impact.duration,
            own.and_then(|own| own.duration),
            impact.steps_per_contact,
            impact.max_overlap,
            impact.overlap_over_radius,
            impact.contact_radius_over_r_star,
            impact.pull,
            impact.two_over_omega,
        ]);
    }
    table
}
