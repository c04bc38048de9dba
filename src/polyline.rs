//! Lines through points: how far a point is off, and as few of the points as show the same line.

/// Of a point from the stretch between two others.
pub fn distance<const N: usize>(point: &[f64; N], a: &[f64; N], b: &[f64; N]) -> f64 {
    let (mut length2, mut inner) = (0.0, 0.0);
    for i in 0..N {
        length2 += (b[i] - a[i]) * (b[i] - a[i]);
        inner += (point[i] - a[i]) * (b[i] - a[i]);
    }
    let part = if length2 > 0.0 { (inner / length2).clamp(0.0, 1.0) } else { 0.0 };
    (0..N).map(|i| (point[i] - a[i] - part * (b[i] - a[i])).powi(2)).sum::<f64>().sqrt()
}

/// Indices of as few points, both ends among them, as the line through them stays within `off` of the others (Ramer 1972,
/// Comput. Graph. Image Process. 1, 244; Douglas & Peucker 1973, Cartographica 10, 112). Coordinates are finite.
pub fn thinned<const N: usize>(points: &[[f64; N]], off: f64) -> Vec<usize> {
    let mut kept = vec![false; points.len()];
    let mut open = Vec::new();
    if let Some(last) = points.len().checked_sub(1) {
        kept[0] = true;
        kept[last] = true;
        open.push((0, last));
    }
    while let Some((from, to)) = open.pop() {
        let between = (from + 1..to).map(|i| (i, distance(&points[i], &points[from], &points[to])));
        if let Some((i, away)) = between.max_by(|a, b| a.1.total_cmp(&b.1))
            && away > off
        {
            kept[i] = true;
            open.extend([(from, i), (i, to)]);
        }
    }
    (0..points.len()).filter(|i| kept[*i]).collect()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    #[test]
    fn what_is_left_out_lies_near_what_is_kept() {
        let circle: Vec<[f64; 2]> =
            (0..=2000).map(|i| (f64::from(i) / 2000.0 * PI).sin_cos()).map(|(x, y)| [500.0 * x, 500.0 * y]).collect();
        let kept = thinned(&circle, 0.25);
        // The sag of a chord over an angle h is 500 h^2/8; no piece is shorter than half of the longest that is allowed.
        assert!((kept.len() as f64) < 2.0 * PI / (8.0 * 0.25 / 500.0_f64).sqrt() + 2.0, "{}", kept.len());
        assert_eq!((kept.first(), kept.last()), (Some(&0), Some(&2000)));
        let off = |p: &[f64; 2]| {
            kept.windows(2).map(|pair| distance(p, &circle[pair[0]], &circle[pair[1]])).fold(f64::INFINITY, f64::min)
        };
        assert!(circle.iter().all(|p| off(p) <= 0.25));
    }

    #[test]
    fn a_line_that_comes_back_keeps_its_turning_point() {
        assert_eq!(thinned(&[[0.0, 0.0], [9.0, 0.0], [1.0, 0.0]], 0.25), [0, 1, 2]);
        assert_eq!(thinned::<2>(&[], 0.25), [0; 0]);
        assert_eq!(thinned(&[[1.0, 2.0, 3.0]], 0.25), [0]);
    }

    #[test]
    fn a_spike_in_one_of_many_columns_is_kept() {
        let mut points: Vec<[f64; 5]> = (0..100).map(|i| [f64::from(i) / 99.0; 5]).collect();
        points[40][3] += 1e-3;
        assert_eq!(thinned(&points, 5e-4), [0, 39, 40, 41, 99]);
    }
}
