//! Places names next to points without covering points or other names.

use plotters::style::RGBColor;

use super::drawing::font::width;
use super::drawing::{Align, Drawing};
use super::label::Label;
use super::style::{QUIET, SOLID, Stroke};

/// Room round a name, in pixels.
const MARGIN: f64 = 5.0;
/// Distances from the point that are tried, in pixels; beyond the first a thin line leads back to it.
pub const DISTANCES: [f64; 5] = [26.0, 56.0, 96.0, 150.0, 220.0];
/// That line.
const LEADER: Stroke = Stroke { colour: QUIET, width: 2.0, dash: SOLID };
/// Directions that are tried, as shares of the full circle.
const DIRECTIONS: usize = 16;

/// The frame of a panel, a rectangle that may not be covered, or one that a name stands in, in units; y points down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rectangle {
    /// A square round a point.
    pub fn round((x, y): (f64, f64), size: f64) -> Self {
        Self { left: x - size, top: y - size, right: x + size, bottom: y + size }
    }

    /// Where a position from 0 to 1 lies across it, and up it.
    pub fn x(&self, position: f64) -> f64 {
        self.left + position * (self.right - self.left)
    }

    pub fn y(&self, position: f64) -> f64 {
        self.bottom - position * (self.bottom - self.top)
    }

    /// With so much more at every edge.
    pub fn widened(&self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Its point nearest to another.
    pub fn nearest(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// Whether a line between two points goes through it.
    pub fn crossed(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        (0..=STRETCHES).any(|k| {
            let part = f64::from(k) / f64::from(STRETCHES);
            let (x, y) = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            self.left < x && x < self.right && self.top < y && y < self.bottom
        })
    }

    pub fn inside(&self, frame: &Self) -> bool {
        frame.left <= self.left && self.right <= frame.right && frame.top <= self.top && self.bottom <= frame.bottom
    }
}

/// Where a name goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelSpot {
    pub room: Rectangle,
    pub distance: f64,
}

/// The spot that covers least: no name at any price, points rarely, lines if need be; of equals the nearest.
pub fn spot(at: (f64, f64), size: (f64, f64), frame: &Rectangle, taken: &[(Rectangle, f64)]) -> Option<LabelSpot> {
    let mut best: Option<(f64, LabelSpot)> = None;
    for distance in DISTANCES {
        for k in 0..DIRECTIONS {
            let angle = std::f64::consts::TAU * (k as f64 + 1.0) / DIRECTIONS as f64;
            let (dx, dy) = (angle.cos(), -angle.sin());
            // The name's nearest edge is at the distance, not its middle.
            let middle = (at.0 + dx * (distance + size.0 / 2.0), at.1 + dy * (distance + size.1 / 2.0));
            let (width, height) = (size.0 / 2.0, size.1 / 2.0);
            let (left, right, top, bottom) = (middle.0 - width, middle.0 + width, middle.1 - height, middle.1 + height);
            let room = Rectangle { left, top, right, bottom }.widened(MARGIN);
            if !room.inside(frame) {
                continue;
            }
            let covered: f64 = taken.iter().filter(|(other, _)| room.overlaps(other)).map(|(_, price)| price).sum();
            let end = room.nearest(at);
            let crosses = |other: &Rectangle| distance > DISTANCES[0] && other.crossed(at, end);
            let crossed = taken.iter().filter(|(other, price)| *price >= NAME && crosses(other)).count();
            let price = covered + CROSSED * crossed as f64 + 0.02 * distance;
            if best.is_none_or(|(known, _)| price < known - 1e-9) {
                best = Some((price, LabelSpot { room, distance }));
            }
        }
    }
    best.map(|(_, spot)| spot)
}

/// Price of covering another name, a point, a stretch of a line.
pub const NAME: f64 = 1000.0;
pub const POINT: f64 = 10.0;
pub const LINE: f64 = 1.0;
/// Price of the room beside a point that is still to be named, and how far that goes, in pixels.
const KEPT: f64 = 5.0;
const BESIDE: f64 = 60.0;
/// Price of a name on the thin line of another, or the other way round.
const CROSSED: f64 = 100.0;
/// Places of such a line that are looked at.
const STRETCHES: u32 = 40;

/// Writes names beside points, in pixels; `taken` is what they should not cover, each with its price.
///
/// A name that finds no room inside the frame is left out.
pub fn write(
    pen: &mut Drawing,
    frame: Rectangle,
    points: &[((f64, f64), &Label)],
    mut taken: Vec<(Rectangle, f64)>,
    size: f64,
    colour: RGBColor,
) {
    for &(at, label) in points {
        let extent = (width(label, size), size);
        // Room beside the other points is for their names.
        let others = points.iter().filter(|(other, _)| *other != at);
        let kept = others.map(|(other, _)| (Rectangle::round(*other, BESIDE), KEPT));
        let priced: Vec<(Rectangle, f64)> = taken.iter().copied().chain(kept).collect();
        let Some(LabelSpot { room, distance }) = spot(at, extent, &frame, &priced) else { continue };
        if distance > DISTANCES[0] {
            let end = room.nearest(at);
            pen.line(&[at, end], LEADER);
            let (left, right, top, bottom) = (at.0.min(end.0), at.0.max(end.0), at.1.min(end.1), at.1.max(end.1));
            taken.push((Rectangle { left, top, right, bottom }.widened(MARGIN), CROSSED));
        }
        pen.text(label, (room.left + MARGIN, room.bottom - MARGIN - 0.16 * size), size, colour, Align::Left);
        taken.push((room, NAME));
    }
}
