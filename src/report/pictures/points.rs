//! Points of a figure with their error bars and names.

use std::collections::HashSet;

use plotters::style::RGBColor;

use super::drawing::font::{width, wrapped};
use super::drawing::{Align, Drawing, simplified};
use super::figure::{CellText, Dot, Item, Stroke};
use super::label::Label;
use super::names::{MARGIN, Rectangle, around, spot};
use super::place::{EDGE, LABEL, NOTE, PanelPlace, notes};
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

    /// What of some items may not be covered: points with the marks at the edge, lines with error bars, and areas.
    pub(super) fn covered(&self, items: &[Item]) -> [Vec<Rectangle>; 3] {
        let frame = self.frame;
        // What is outside is marked at the edge.
        let place = |x: f64, y: f64| (self.x(x), self.y(y).clamp(frame.top + EDGE, frame.bottom - EDGE));
        let (mut taken, mut lines, mut areas) = (Vec::new(), Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Points { points, dot } => {
                    taken.extend(points.iter().map(|&(x, y, _)| Rectangle::round(place(x, y), 1.4 * dot.size)));
                    lines.extend(points.iter().filter_map(|&(x, y, error)| {
                        let ((left, bottom), (_, top)) = (place(x, y - error?), place(x, y + error?));
                        Some(Rectangle { left: left - 9.0, right: left + 9.0, top, bottom })
                    }));
                }
                Item::Line { points, stroke } => {
                    let at = points.iter().map(|&(x, y)| (self.x.position(x), self.y.position(y)));
                    for piece in super::place::inside(at) {
                        let piece: Vec<(f64, f64)> = piece.iter().map(|&(x, y)| (frame.x(x), frame.y(y))).collect();
                        let along = simplified(&piece, 1.0);
                        lines.extend(along.windows(2).flat_map(|pair| stretch(pair[0], pair[1], stroke.width)));
                    }
                }
                Item::Band { points, .. } => areas.extend(points.windows(2).map(|pair| {
                    let x = |x: f64| frame.x(self.x.position(x).clamp(0.0, 1.0));
                    let y = |y: f64| frame.y(self.y.position(y).clamp(0.0, 1.0));
                    let (top, bottom) = (y(pair[0].2.max(pair[1].2)), y(pair[0].1.min(pair[1].1)));
                    Rectangle { left: x(pair[0].0), right: x(pair[1].0), top, bottom }
                })),
                Item::Level { value, .. } => {
                    let y = self.y(*value);
                    lines.push(Rectangle { left: frame.left, right: frame.right, top: y - 2.0, bottom: y + 2.0 });
                }
                _ => {}
            }
        }
        [taken, lines, areas]
    }

    /// Where the notes of a panel stand.
    pub(super) fn noted(&self, items: &[Item]) -> Vec<Rectangle> {
        let mut pen = Drawing::default();
        for item in items {
            if let Item::Notes { title, lines } = item {
                notes(&mut pen, self.frame, title, lines);
            }
        }
        boxes(&pen)
    }

    /// Names beside their points; where all beside a point is covered, in the nearest free place, with a line to the point.
    pub(super) fn names(&self, pen: &mut Drawing, items: &[Item], points: &[(f64, f64, Label)], colour: RGBColor) {
        let frame = self.frame;
        let place = |x: f64, y: f64| (self.x(x), self.y(y).clamp(frame.top + EDGE, frame.bottom - EDGE));
        // No name covers a note or a point.
        let [points_of, lines, _] = self.covered(items);
        let mut taken = [boxes(pen), points_of].concat();
        let room = frame.widened(-18.0);
        for (x, y, label) in points {
            let at = place(*x, *y);
            if !(frame.left..=frame.right).contains(&at.0) || !(frame.top..=frame.bottom).contains(&at.1) {
                continue;
            }
            let broken = wrapped(label, NOTE, 0.5 * (frame.right - frame.left));
            let size = (
                broken.iter().map(|line| width(line, NOTE)).fold(0.0, f64::max),
                NOTE * (1.0 + 1.16 * (broken.len() as f64 - 1.0)),
            );
            let beside = spot(at, size, &room, &taken, &lines).filter(|(_, covers)| *covers == 0);
            let free = || around(at, size, &room, &taken, &lines).map(|room| (room, true));
            let least = || spot(at, size, &room, &taken, &lines).map(|(room, _)| (room, false));
            let Some((name, far)) = beside.map(|(room, _)| (room, false)).or_else(free).or_else(least) else {
                continue;
            };
            if far {
                let to = (at.0.clamp(name.left, name.right), at.1.clamp(name.top, name.bottom));
                pen.line(&[at, to], Stroke { colour: legible(colour), width: 2.0, dash: SOLID });
            }
            for (i, line) in broken.iter().enumerate() {
                let base = name.top + MARGIN + NOTE * (0.84 + 1.16 * i as f64);
                pen.text(line, (name.left + MARGIN, base), NOTE, legible(colour), Align::Left);
            }
            taken.push(name);
        }
    }
}

/// Where the texts of a drawing stand.
fn boxes(pen: &Drawing) -> Vec<Rectangle> {
    let texts = pen.text_boxes().into_iter();
    texts.map(|([left, top, right, bottom], _)| Rectangle { left, top, right, bottom }).collect()
}

/// Squares along a straight stretch of a line.
fn stretch(from: (f64, f64), to: (f64, f64), width: f64) -> impl Iterator<Item = Rectangle> {
    let count = (libm::hypot(to.0 - from.0, to.1 - from.1) / 12.0).ceil().max(1.0);
    let at = move |part: f64| (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
    (0..=count as usize).map(move |k| Rectangle::round(at(k as f64 / count), 0.5 * width + 3.0))
}

/// Whether a position is in the frame, or at its edge.
fn inside(position: f64) -> bool {
    (-0.01..=1.01).contains(&position)
}
