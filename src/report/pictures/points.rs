//! Points of a figure with their error bars and names.

use plotters::style::RGBColor;

use super::drawing::Drawing;
use super::figure::{Dot, Figure, Item, Panel};
use super::label::Label;
use super::layout::{EDGE, Frame, NOTE};
use super::names::{self, Rectangle};
use super::style::{Marker, SOLID, legible};

impl Figure {
    pub(super) fn points(
        &self,
        pen: &mut Drawing,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Option<f64>)],
        dot: Dot,
    ) {
        for &(px, py, _) in points {
            let (at, height) = (self.x.position(px), panel.y.position(py));
            if !(-0.01..=1.01).contains(&at) || !height.is_finite() {
                continue;
            }
            let x = frame.x(at);
            if !(-0.01..=1.01).contains(&height) {
                // Outside, such as zero on a logarithmic axis: an arrow on the side where it is.
                let (y, shape) =
                    if height < 0.0 { (frame.bottom - EDGE, Marker::Down) } else { (frame.top + EDGE, Marker::Up) };
                pen.marker(shape, (x, y), dot.size, dot.colour, false);
                continue;
            }
            pen.marker(dot.shape, (x, frame.y(height)), dot.size, dot.colour, dot.filled);
        }
    }

    /// Error bars, before any point: no bar crosses one.
    pub(super) fn bars(
        &self,
        pen: &mut Drawing,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Option<f64>)],
        dot: Dot,
    ) {
        const CAP: f64 = 9.0;
        let inside = |at: f64| (-0.01..=1.01).contains(&at);
        for &(px, py, error) in points {
            let (at, height) = (self.x.position(px), panel.y.position(py));
            let Some(error) = error.filter(|e| *e > 0.0 && inside(at) && inside(height)) else { continue };
            let x = frame.x(at);
            let end = |value: f64| frame.y(panel.y.position(value).clamp(0.0, 1.0));
            let (foot, head) = (end(py - error), end(py + error));
            if foot - head > 2.0 * dot.size {
                pen.line(&[(x, foot), (x, head)], 3.0, dot.colour, SOLID);
                for y in [foot, head] {
                    pen.line(&[(x - CAP, y), (x + CAP, y)], 3.0, dot.colour, SOLID);
                }
            }
        }
    }

    pub(super) fn names(
        &self,
        pen: &mut Drawing,
        panel: &Panel,
        frame: Frame,
        points: &[(f64, f64, Label)],
        colour: RGBColor,
    ) {
        // What is outside is marked at the edge, and named there.
        let place = |x: f64, y: f64| {
            let y = frame.y(panel.y.position(y));
            (frame.x(self.x.position(x)), y.clamp(frame.top + EDGE, frame.bottom - EDGE))
        };
        let mut taken = Vec::new();
        for item in &panel.items {
            match item {
                Item::Points { points, dot } => {
                    for &(x, y, error) in points {
                        taken.push((Rectangle::round(place(x, y), 1.4 * dot.size), names::POINT));
                        if let Some(error) = error {
                            let ((left, foot), (_, top)) = (place(x, y - error), place(x, y + error));
                            let bar = Rectangle { left: left - 9.0, right: left + 9.0, top, bottom: foot };
                            taken.push((bar, names::LINE));
                        }
                    }
                }
                Item::Line { points, .. } => {
                    taken.extend(points.iter().map(|&(x, y)| (Rectangle::round(place(x, y), 6.0), names::LINE)));
                }
                _ => {}
            }
        }
        // No name covers a note.
        let noted = pen.text_boxes().into_iter();
        taken
            .extend(noted.map(|([left, top, right, bottom], _)| (Rectangle { left, top, right, bottom }, names::NAME)));
        let room = Rectangle {
            left: frame.left + 18.0,
            right: frame.right - 18.0,
            top: frame.top + 18.0,
            bottom: frame.bottom - 18.0,
        };
        let inside =
            |at: &(f64, f64)| (frame.left..=frame.right).contains(&at.0) && (frame.top..=frame.bottom).contains(&at.1);
        let at: Vec<((f64, f64), &Label)> =
            points.iter().map(|(x, y, label)| (place(*x, *y), label)).filter(|(at, _)| inside(at)).collect();
        names::write(pen, room, &at, taken, NOTE, legible(colour));
    }
}
