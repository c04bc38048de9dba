//! Points that would cover one another, and points that would push the others together.

use super::marks::Point;
use crate::fit::calibrate::result::Fate;
use crate::report::pictures::axis::{Axis, extent};
use crate::report::pictures::label::{Face, Label};

/// Distance of points that stand side by side, as a share of the axis.
const STEP: f64 = 0.014;
/// The least distance, however near the next place is.
const LEAST: f64 = 0.5 * STEP;
/// Part of the way to the next place that a group may fill.
const ROOM: f64 = 0.6;
/// Places that differ by less, as a share of the axis, are one.
const SAME: f64 = 1e-6;
/// How far beyond the others something that was left out is shown where it is, as a share of their range.
const NEAR: f64 = 0.3;

/// Points of one abscissa beside one another, in the order of the table; whether any had to be moved.
pub(super) fn side_by_side<'a>(points: Vec<Point<'a>>, axis: &Axis) -> (Vec<Point<'a>>, bool) {
    let place = |point: &Point<'_>| axis.position(point.0);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| {
        let [a, b] = [a, b].map(|at| points.get(*at).map_or(f64::NAN, place));
        a.total_cmp(&b)
    });
    let at = |index: &usize| points.get(*index).map_or(f64::NAN, place);
    let groups: Vec<&[usize]> = order.chunk_by(|a, b| at(b) - at(a) < SAME).collect();
    let middles: Vec<f64> = groups.iter().filter_map(|group| group.first().map(at)).collect();
    let mut moved = points.clone();
    let mut any = false;
    for (k, group) in groups.iter().enumerate().filter(|(_, group)| group.len() > 1) {
        let gap = |other: Option<&f64>| other.zip(middles.get(k)).map_or(1.0, |(a, b)| (a - b).abs());
        let room = ROOM * gap(k.checked_sub(1).and_then(|k| middles.get(k))).min(gap(middles.get(k + 1)));
        let step = STEP.min((room / (group.len() - 1) as f64).max(LEAST));
        for (i, index) in group.iter().enumerate() {
            if let Some(point) = moved.get_mut(*index) {
                point.0 = axis.moved(point.0, (i as f64 - 0.5 * (group.len() - 1) as f64) * step);
            }
        }
        any = true;
    }
    (moved, any)
}

/// Says on the axis that equal values have been moved apart.
pub(super) fn told(mut axis: Axis, moved: bool) -> Axis {
    if moved {
        let Label(pieces) = &mut axis.label;
        pieces.push((", equal ones side by side".to_string(), Face::Upright));
    }
    axis
}

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
    use crate::fit::calibrate::result::Measurement;
    use crate::fit::observations::Target;
    use crate::report::pictures::axis::Quantity;

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

    /// Groups spread about their place and keep clear of one another; a point alone stays, on either kind of axis.
    #[test]
    fn equal_places_spread_and_others_stay() {
        let m = measured(Fate::Used);
        let quantity = Quantity { name: "speed", symbol: "v", unit: "m/s" };
        for axis in [Axis::linear(quantity, (1.0, 4.0)), Axis::log(quantity, (1.0, 4.0))] {
            let xs = [2.0, 1.0, 2.0, 2.05, 2.0, 2.05, 4.0];
            let points = xs.iter().map(|x| (*x, 0.9, None, &m)).collect();
            let (moved, any) = side_by_side(points, &axis);
            let x: Vec<f64> = moved.iter().map(|point| point.0).collect();
            assert!(any && x[1] == 1.0 && x[6] == 4.0, "{x:?}");
            assert!(x[0] < x[2] && x[2] < x[4] && x[4] < x[3] && x[3] < x[5], "{x:?}");
            let middle = [0, 2, 4].map(|k| axis.position(x[k])).iter().sum::<f64>() / 3.0;
            assert!((middle - axis.position(2.0)).abs() < 1e-12);
            let (same, any) = side_by_side(vec![(1.0, 0.9, None, &m), (2.0, 0.9, None, &m)], &axis);
            assert!(!any && same[0].0 == 1.0 && same[1].0 == 2.0);
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
