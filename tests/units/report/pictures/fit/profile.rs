use collisionbench::report::pictures::fit::profile::*;

#[test]
fn the_curve_goes_through_its_points_and_never_back() {
    let points = [(0.0, -2.0), (1.0, -1.2), (1.2, 0.0), (3.0, 2.1), (3.1, 2.2)];
    let line = smooth(&points);
    for point in points {
        assert!(line.iter().any(|p| (p.0 - point.0).hypot(p.1 - point.1) < 1e-12));
    }
    assert!(line.windows(2).all(|w| w[1].1 >= w[0].1 - 1e-12 && w[1].0 >= w[0].0));
}

#[test]
fn a_straight_line_stays_one() {
    let line = smooth(&[(0.0, -1.0), (0.7, 0.4), (2.0, 3.0)]);
    assert!(line.iter().all(|p| (p.1 - (2.0 * p.0 - 1.0)).abs() < 1e-12));
}
