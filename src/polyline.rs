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
