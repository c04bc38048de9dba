use std::f64::consts::PI;

use collisionbench::polyline::*;

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
