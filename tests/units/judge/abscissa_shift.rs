use collisionbench::judge::curve::SweepCurve;

#[test]
fn a_point_moves_no_farther_than_its_reach() {
    let line = SweepCurve::new(vec![(2.0, 20.0), (0.0, 0.0), (1.0, 10.0)]);
    assert_eq!(line.nearest(1.0, 0.0, 12.0), Some(10.0));
    assert!((line.nearest(1.0, 0.1, 12.0).unwrap() - 11.0).abs() < 1e-12);
    assert_eq!(line.nearest(1.0, 0.5, 12.0), Some(12.0));
    // Beyond the ends the last side goes on.
    assert!((line.nearest(2.0, 0.5, 30.0).unwrap() - 25.0).abs() < 1e-12);
    assert!((line.nearest(0.0, 0.5, -9.0).unwrap() + 5.0).abs() < 1e-12);
}

#[test]
fn a_peak_between_the_ends_is_reached() {
    let roof = SweepCurve::new(vec![(0.0, 0.0), (1.0, 10.0), (2.0, 0.0)]);
    assert_eq!(roof.nearest(1.2, 0.5, 9.9), Some(9.9));
    assert_eq!(roof.nearest(1.2, 0.5, 11.0), Some(10.0));
}

#[test]
fn one_point_is_no_curve() {
    assert_eq!(SweepCurve::new(vec![(1.0, 1.0)]).nearest(1.0, 0.1, 1.0), None);
    assert_eq!(SweepCurve::new(vec![(1.0, f64::NAN), (2.0, 1.0)]).nearest(1.0, 0.1, 1.0), None);
}
