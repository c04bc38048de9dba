//! Chooses the frame of a picture without far-off excluded points.

use crate::fit::calibrate::result::{Fate, Measurement};
use crate::report::pictures::axis::extent;

/// A measurement as a point: abscissa, ordinate, length of the bar.
pub(super) type Point<'a> = (f64, f64, Option<f64>, &'a Measurement);

/// Distance beyond the other points, relative to their range, within which an excluded point is inside the frame.
const NEAR: f64 = 0.3;

/// The points that the frame is chosen by: what was used or kept from the fit, and what was left out near those. The rest
/// is marked at the edge.
pub fn framing<'a>(points: &[Point<'a>]) -> Vec<Point<'a>> {
    let counts = points.iter().filter(|(.., m)| !matches!(m.fate, Fate::LeftOut(_)));
    let Some((low, high)) = extent(counts.map(|point| point.1)) else { return points.to_vec() };
    let room = NEAR * (high - low);
    points.iter().filter(|point| (low - room..=high + room).contains(&point.1)).copied().collect()
}
