//! A track with the parabolas of its flights: the frames that are used, those that are not, and the impacts.

use super::prelude::*;
use crate::data::measure::Film;

const USED: Dot = Dot { shape: Marker::Circle, colour: QUIET, size: 7.0, filled: false };
const OTHER: Dot = Dot { shape: Marker::Diamond, colour: DOUBTFUL, size: 7.0, filled: false };
const IMPACT: Dot = Dot { shape: Marker::Circle, colour: INK, size: 12.0, filled: false };
const FLIGHT: Stroke = Stroke { colour: INK, width: 1.6, dash: SOLID };

/// Position over time, as the file has them.
pub fn draw(film: &Film, title: &str) -> Drawn {
    let mut table = Table::new("time position used");
    let (mut dots, mut others) = (Vec::new(), Vec::new());
    for &(t, z, used) in &film.frames {
        (if used { &mut dots } else { &mut others }).push((t, z));
        table.row(cells![t, z, if used { "yes" } else { "no" }]);
    }
    let mut layers = Layers::default();
    layers.dots("frame", dots, USED);
    layers.dots("frame that is not used", others, OTHER);
    // What is used is in front.
    layers.items.swap(0, 1);
    layers.legend.push(Entry::line("parabola of a flight", FLIGHT));
    layers.items.extend(film.flights.iter().map(|points| Item::Line { points: points.clone(), stroke: FLIGHT }));
    layers.dots("impact", film.impacts.iter().copied(), IMPACT);
    let range = |of: fn(&(f64, f64, bool)) -> f64| {
        let all = || film.frames.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let x = Axis::linear(Quantity::plain("time", "t"), range(|frame| frame.0));
    let y = Axis::linear(Quantity::plain("position", "z"), range(|frame| frame.1));
    layers.drawn(title, [x, y], 800, table)
}
