//! Points of a figure with their error bars and names.

use std::collections::HashSet;

use plotters::style::RGBColor;

use super::drawing::font::{width, wrapped};
use super::drawing::{Align, Drawing};
use super::figure::{CellText, Dot, Item, Stroke};
use super::label::Label;
use super::layout::{EDGE, LABEL, NOTE, PanelPlace};
use super::names::{MARGIN, Rectangle, spot};
use super::style::{INK, Marker, SOLID, legible};

/// Number of points above which equal ones are drawn once.
const MANY: usize = 1000;

impl PanelPlace<'_> {
    /// The lines of a cell, one under another about its middle.
    pub(super) fn cell_text(&self, pen: &mut Drawing, text: &CellText) {
        let (left, right) = (self.x(text.x.0), self.x(text.x.1));
        let middle = self.y(0.5 * (text.y.0 + text.y.1));
        let room = right - left - 6.0;
        let lines = |label: &Label, size: f64| {
            wrapped(label, size, room).into_iter().map(move |line| (line, size)).collect::<Vec<_>>()
        };
        let cut = |size: f64| lines(&text.head, size).iter().any(|(line, _)| line.plain().ends_with('…'));
        let size = if cut(LABEL) { NOTE } else { LABEL };
        let lines = [lines(&text.head, size), lines(&text.below, NOTE)].concat();
        let x = if text.align == Align::Left { left + 6.0 } else { 0.5 * (left + right) };
        let height: f64 = lines.iter().map(|(_, size)| 1.12 * size).sum();
        let mut top = middle - 0.5 * height;
        for (line, size) in &lines {
            pen.text(line, (x, top + 0.92 * size), *size, INK, text.align);
            top += 1.12 * size;
        }
    }

    /// Points, one upon another drawn once where they are many.
    pub(super) fn points(&self, pen: &mut Drawing, points: &[(f64, f64, Option<f64>)], dot: Dot) {
        let mut drawn = HashSet::new();
        for &(px, py, _) in points {
            let (at, height) = (self.x.position(px), self.y.position(py));
            if !inside(at) || !height.is_finite() {
                continue;
            }
            if points.len() > MANY && !drawn.insert((px.to_bits(), py.to_bits())) {
                continue;
            }
            let x = self.frame.x(at);
            if !inside(height) {
                // Outside, such as zero on a logarithmic axis: an arrow on the side where it is.
                let Rectangle { top, bottom, .. } = self.frame;
                let (y, shape) = if height < 0.0 { (bottom - EDGE, Marker::Down) } else { (top + EDGE, Marker::Up) };
                pen.marker((x, y), Dot { shape, filled: false, ..dot });
                continue;
            }
            pen.marker((x, self.frame.y(height)), dot);
        }
    }

    /// Error bars, before any point: no bar crosses one.
    pub(super) fn bars(&self, pen: &mut Drawing, points: &[(f64, f64, Option<f64>)], dot: Dot) {
        const CAP: f64 = 9.0;
        let stroke = Stroke { colour: dot.colour, width: 3.0, dash: SOLID };
        for &(px, py, error) in points {
            let (at, height) = (self.x.position(px), self.y.position(py));
            let Some(error) = error.filter(|e| *e > 0.0 && inside(at) && inside(height)) else { continue };
            let x = self.frame.x(at);
            let end = |value: f64| self.frame.y(self.y.position(value).clamp(0.0, 1.0));
            let (foot, head) = (end(py - error), end(py + error));
            if foot - head > 2.0 * dot.size {
                pen.line(&[(x, foot), (x, head)], stroke);
                for y in [foot, head] {
                    pen.line(&[(x - CAP, y), (x + CAP, y)], stroke);
                }
            }
        }
    }

    pub(super) fn names(&self, pen: &mut Drawing, items: &[Item], points: &[(f64, f64, Label)], colour: RGBColor) {
        let frame = self.frame;
        // What is outside is marked at the edge, and named there.
        let place = |x: f64, y: f64| (self.x(x), self.y(y).clamp(frame.top + EDGE, frame.bottom - EDGE));
        // No name covers a note or a point.
        let noted = pen.text_boxes().into_iter();
        let mut taken: Vec<Rectangle> =
            noted.map(|([left, top, right, bottom], _)| Rectangle { left, top, right, bottom }).collect();
        let mut lines = Vec::new();
        for item in items {
            match item {
                Item::Points { points, dot } => {
                    taken.extend(points.iter().map(|&(x, y, _)| Rectangle::round(place(x, y), 1.4 * dot.size)));
                    lines.extend(points.iter().filter_map(|&(x, y, error)| {
                        let ((left, bottom), (_, top)) = (place(x, y - error?), place(x, y + error?));
                        Some(Rectangle { left: left - 9.0, right: left + 9.0, top, bottom })
                    }));
                }
                Item::Line { points, .. } => {
                    lines.extend(points.iter().map(|&(x, y)| Rectangle::round(place(x, y), 6.0)));
                }
                _ => {}
            }
        }
        let room = frame.widened(-18.0);
        for (x, y, label) in points {
            let at = place(*x, *y);
            if !(frame.left..=frame.right).contains(&at.0) || !(frame.top..=frame.bottom).contains(&at.1) {
                continue;
            }
            let Some(name) = spot(at, (width(label, NOTE), NOTE), &room, &taken, &lines) else { continue };
            let start = (name.left + MARGIN, name.bottom - MARGIN - 0.16 * NOTE);
            pen.text(label, start, NOTE, legible(colour), Align::Left);
            taken.push(name);
        }
    }
}

/// Whether a position is in the frame, or at its edge.
fn inside(position: f64) -> bool {
    (-0.01..=1.01).contains(&position)
}
