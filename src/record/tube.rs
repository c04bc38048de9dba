//! Distance between two curves, and thinning of a curve to a given distance.

use crate::number::rounded;
use crate::polyline;

/// The points from the last one without a force on, with the time counted from it: codes start their clocks anywhere.
///
/// Points that are not finite are left out; a force counts from a billionth of the largest.
pub fn from_first_touch(points: impl IntoIterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = points.into_iter().filter(|[t, F]| t.is_finite() && F.is_finite()).collect();
    let largest = points.iter().fold(0.0_f64, |largest, [_, F]| largest.max(F.abs()));
    let onset = points.iter().position(|[_, F]| F.abs() > 1e-9 * largest).unwrap_or(0);
    points.drain(..onset.saturating_sub(1));
    let start = points.first().map_or(0.0, |[t, _]| *t);
    points.iter_mut().for_each(|point| point[0] -= start);
    points
}

/// Duration and largest force of a curve, by which distances are measured; 1 where they are zero.
fn size(points: &[[f64; 2]]) -> [f64; 2] {
    let span = |of: fn(&[f64; 2]) -> f64| points.iter().map(of).fold(0.0_f64, |largest, x| largest.max(x.abs()));
    [span(|p| p[0]), span(|p| p[1])].map(|size| if size > 0.0 { size } else { 1.0 })
}

/// The largest distance between two curves, either way, in parts of the duration and the largest force of `accepted`.
/// Points of one are held against the polygon through the other, so that both may have their own steps.
///
/// Infinite when one of them has no points.
pub fn farthest(accepted: &[[f64; 2]], now: &[[f64; 2]]) -> f64 {
    if accepted.is_empty() || now.is_empty() {
        return if accepted.len() == now.len() { 0.0 } else { f64::INFINITY };
    }
    let size = size(accepted);
    let scaled =
        |points: &[[f64; 2]]| -> Vec<[f64; 2]> { points.iter().map(|[t, F]| [t / size[0], F / size[1]]).collect() };
    let (then, now) = (scaled(accepted), scaled(now));
    let one_way = |from: &[[f64; 2]], to: &[[f64; 2]]| {
        from.iter()
            .map(|point| to_polygon(*point, to))
            .fold(0.0, |worst: f64, off| if off.is_nan() { f64::INFINITY } else { worst.max(off) })
    };
    one_way(&then, &now).max(one_way(&now, &then))
}

fn to_polygon(point: [f64; 2], polygon: &[[f64; 2]]) -> f64 {
    match polygon {
        [only] => (point[0] - only[0]).hypot(point[1] - only[1]),
        _ => {
            polygon.windows(2).map(|side| polyline::distance(&point, &side[0], &side[1])).fold(f64::INFINITY, f64::min)
        }
    }
}

/// As few of the points, to six digits (an error of a thousandth of `loss`), as the polygon through them stays within `loss` of the rest, in parts of duration
/// and largest force.
pub fn thinned(points: &[[f64; 2]], loss: f64) -> Vec<[f64; 2]> {
    let size = size(points);
    let scaled: Vec<[f64; 2]> = points.iter().map(|[t, F]| [t / size[0], F / size[1]]).collect();
    polyline::thinned(&scaled, loss).into_iter().map(|i| points[i].map(|x| rounded(x, 6))).collect()
}
