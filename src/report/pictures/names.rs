//! The room of a name beside a point, over no other name and no point.

/// Room round a name, in pixels.
pub const MARGIN: f64 = 5.0;
/// Distance of a name from its point, across and up, in pixels.
const DISTANCE: f64 = 34.0;
/// From there on a line would part it from its point, in pixels.
const CLEAR: f64 = 14.0;
/// Whether a name is to the right of its point, and below it, in the order of preference.
const CORNERS: [(bool, bool); 4] = [(true, false), (false, false), (true, true), (false, true)];

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

    pub fn inside(&self, frame: &Self) -> bool {
        frame.left <= self.left && self.right <= frame.right && frame.top <= self.top && self.bottom <= frame.bottom
    }
}

/// The room beside a point for a name of this width and height: at the corner where it covers no other name, no point and the
/// fewest lines, those between point and name included; `None` where no corner in the frame is free.
pub fn spot(
    at: (f64, f64),
    size: (f64, f64),
    frame: &Rectangle,
    taken: &[Rectangle],
    lines: &[Rectangle],
) -> Option<Rectangle> {
    let covers = |room: &Rectangle, others: &[Rectangle]| others.iter().filter(|other| room.overlaps(other)).count();
    let corner = |(right, down): (bool, bool), from: f64| {
        let (x, y) = (DISTANCE + size.0, DISTANCE + size.1);
        let (left, right) = if right { (at.0 + from, at.0 + x) } else { (at.0 - x, at.0 - from) };
        let (top, bottom) = if down { (at.1 + from, at.1 + y) } else { (at.1 - y, at.1 - from) };
        Rectangle { left, top, right, bottom }.widened(MARGIN)
    };
    let free = CORNERS.into_iter().filter(|&place| {
        let room = corner(place, DISTANCE);
        room.inside(frame) && covers(&room, taken) == 0
    });
    let best = free.min_by_key(|&place| covers(&corner(place, CLEAR), lines))?;
    Some(corner(best, DISTANCE))
}
