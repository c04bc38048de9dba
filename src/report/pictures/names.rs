//! The room of a name beside or near a point, over no other name and no point.

/// Room round a name, in pixels.
pub const MARGIN: f64 = 5.0;
/// Distance of a name from its point, across and up, in pixels.
const DISTANCE: f64 = 34.0;
/// From there on a line would part it from its point, in pixels.
const CLEAR: f64 = 14.0;
/// What each part of a line that is over another counts, as length.
const CROSSING: f64 = 40.0;
/// Rings round a point in which there is room for its name.
const FURTHEST: u32 = 32;
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
/// fewest lines, those between point and name included, and how many; `None` where no corner in the frame is free.
pub fn spot(
    at: (f64, f64),
    size: (f64, f64),
    frame: &Rectangle,
    taken: &[Rectangle],
    lines: &[Rectangle],
) -> Option<(Rectangle, usize)> {
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
    let counted = free.map(|place| (place, covers(&corner(place, CLEAR), lines)));
    let (best, count) = counted.min_by_key(|(_, count)| *count)?;
    Some((corner(best, DISTANCE), count))
}

/// The nearest room to a point for a name of this width and height that covers nothing, and from which a line to the point
/// crosses as few others as can be.
pub fn around(
    at: (f64, f64),
    size: (f64, f64),
    frame: &Rectangle,
    taken: &[Rectangle],
    lines: &[Rectangle],
) -> Option<Rectangle> {
    let free = |room: &Rectangle| {
        let covered = |others: &[Rectangle]| others.iter().any(|other| room.overlaps(other));
        room.inside(frame) && !covered(taken) && !covered(lines)
    };
    let ring = |k: u32| {
        let far = DISTANCE + 16.0 * f64::from(k);
        (0..32).map(move |turn| {
            let (sin, cos) = libm::sincos(f64::from(turn) / 32.0 * std::f64::consts::TAU);
            let (x, y) = (at.0 + cos * (far + 0.5 * size.0), at.1 - sin * (far + 0.5 * size.1));
            let (wide, high) = (0.5 * size.0, 0.5 * size.1);
            Rectangle { left: x - wide, right: x + wide, top: y - high, bottom: y + high }.widened(MARGIN)
        })
    };
    let crossed = |room: &Rectangle| {
        let to = (at.0.clamp(room.left, room.right), at.1.clamp(room.top, room.bottom));
        let length = libm::hypot(to.0 - at.0, to.1 - at.1);
        let steps = (length / 8.0).ceil().max(1.0);
        let place = |k: usize| {
            let part = k as f64 / steps;
            Rectangle::round((at.0 + part * (to.0 - at.0), at.1 + part * (to.1 - at.1)), 1.0)
        };
        // Its own line and mark are at the point.
        let away = (1..steps as usize).map(place).filter(|dot| libm::hypot(dot.left - at.0, dot.top - at.1) > DISTANCE);
        let over = away.filter(|dot| lines.iter().chain(taken).any(|other| dot.overlaps(other))).count();
        length + CROSSING * over as f64
    };
    let rooms = (0..FURTHEST).flat_map(ring).filter(free).map(|room| (crossed(&room), room));
    rooms.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, room)| room)
}
