//! A panel on paper: where values lie, what of it may not be covered, and what is written into its corners.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::drawing::font::wrapped;
use super::drawing::{Align, Drawing};
use super::label::Label;
use super::names::Rectangle;
use super::style::{INK, legible};

/// Heights of an em, in units: 8, 7.4 and 7 points.
pub(super) const LABEL: f64 = 37.6;
pub(super) const TICK: f64 = 35.0;
pub(super) const LEGEND: f64 = 35.0;
pub(super) const NOTE: f64 = 33.0;
/// From the frame to the mark of what is beyond it.
pub(super) const EDGE: f64 = 13.0;

/// A panel on paper: its axes along the edges of its frame.
pub(super) struct PanelPlace<'a> {
    pub x: &'a Axis,
    pub y: &'a Axis,
    pub frame: Rectangle,
}

impl PanelPlace<'_> {
    /// Where a value of the abscissa, or of the ordinate, lies on the paper.
    pub(super) fn x(&self, value: f64) -> f64 {
        self.frame.x(self.x.position(value))
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        self.frame.y(self.y.position(value))
    }
}

/// What the panel is, and coloured lines about it.
pub(super) fn notes(pen: &mut Drawing, frame: Rectangle, title: &Label, lines: &[(Label, RGBColor)]) {
    let room = frame.right - frame.left - 50.0;
    for (i, line) in wrapped(title, LEGEND, room).iter().enumerate() {
        let base = frame.top + 12.0 + LEGEND * (1.0 + 1.25 * i as f64);
        pen.text(line, (frame.right - 24.0, base), LEGEND, INK, Align::Right);
    }
    let broken =
        lines.iter().flat_map(|(label, colour)| wrapped(label, NOTE, room).into_iter().map(move |l| (l, colour)));
    for (i, (line, colour)) in broken.collect::<Vec<_>>().iter().rev().enumerate() {
        let base = frame.bottom - 24.0 - 1.25 * NOTE * i as f64;
        pen.text(line, (frame.left + 26.0, base), NOTE, legible(**colour), Align::Left);
    }
}

/// The pieces of a line inside the unit square, cut where it leaves it.
pub fn inside(points: impl Iterator<Item = (f64, f64)>) -> Vec<Vec<(f64, f64)>> {
    const ROOM: (f64, f64) = (-0.01, 1.01);
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    let points: Vec<(f64, f64)> = points.collect();
    let mut open = false;
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, step) in [(a.0, dx), (a.1, dy)] {
            let (low, high) = ((ROOM.0 - start) / step, (ROOM.1 - start) / step);
            if step != 0.0 {
                (from, to) = (from.max(low.min(high)), to.min(low.max(high)));
            } else if !(ROOM.0..=ROOM.1).contains(&start) {
                to = -1.0;
            }
        }
        if !(dx.is_finite() && dy.is_finite() && from <= to) {
            open = false;
            continue;
        }
        let at = |part: f64| (a.0 + part * dx, a.1 + part * dy);
        if !open || from > 0.0 {
            pieces.push(vec![at(from)]);
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(at(to));
        }
        open = to >= 1.0;
    }
    pieces
}
