//! Points that would push the others together.

use crate::fit::calibrate::result::{Fate, Measurement};
use crate::report::pictures::axis::extent;

/// A measurement as a point: abscissa, ordinate, length of the bar.
pub type Point<'a> = (f64, f64, Option<f64>, &'a Measurement);

/// How far beyond the others something that was left out is shown where it is, as a share of their range.
const NEAR: f64 = 0.3;

/// The points that the frame is chosen by: what was used or kept from the fit, and what was left out near those. The rest
/// is marked at the edge.
pub(super) fn framing<'a>(points: &[Point<'a>]) -> Vec<Point<'a>> {
    let counts = points.iter().filter(|(.., m)| !matches!(m.fate, Fate::LeftOut(_)));
    let Some((low, high)) = extent(counts.map(|point| point.1)) else { return points.to_vec() };
    let room = NEAR * (high - low);
    points.iter().filter(|point| (low - room..=high + room).contains(&point.1)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::observations::Target;

    fn measured(fate: Fate) -> Measurement {
        Measurement {
            name: String::new(),
            drop: 0,
            number: 1,
            row: 1,
            quantity: Target::Restitution,
            height: None,
            speed: None,
            angle: None,
            overlap: None,
            value: 0.9,
            sigma: None,
            sigma_used: None,
            predicted: None,
            rebound: None,
            effects: Default::default(),
            fate,
            doubt: None,
        }
    }

    #[test]
    fn what_was_left_out_far_away_does_not_choose_the_frame() {
        let (used, left) = (measured(Fate::Used), measured(Fate::LeftOut("wrong".into())));
        let points =
            [(1.0, 0.90, None, &used), (2.0, 0.92, None, &used), (3.0, 0.925, None, &left), (4.0, 1.2, None, &left)];
        let kept: Vec<f64> = framing(&points).iter().map(|point| point.0).collect();
        assert_eq!(kept, [1.0, 2.0, 3.0]);
        assert_eq!(framing(&points[2..]).len(), 2, "where nothing else is, they are shown");
    }
}
