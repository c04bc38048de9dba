use collisionbench::collide::estimate::Estimate;
use collisionbench::judge::curve::*;

#[test]
fn a_cubic_is_read_off_exactly() {
    let x: Vec<f64> = (0..9).map(|i| f64::from(i * i)).collect();
    let y: Vec<f64> = x.iter().map(|x| 1.0 + x * x * x).collect();
    let course = Interpolant { x, y, ends: (0.0, 513.0) };
    for at in [0.0, 0.5, 7.3, 30.0, 64.0] {
        assert!((course.at(at) / (1.0 + at * at * at) - 1.0).abs() < 1e-12);
    }
    assert_eq!((course.at(-1.0), course.at(65.0)), (0.0, 513.0));
}

#[test]
fn a_point_may_move_by_the_uncertainty_of_its_abscissa() {
    let x: Vec<f64> = (0..9).map(f64::from).collect();
    let course = Interpolant { y: x.iter().map(|x| 10.0 * x).collect(), x, ends: (0.0, 80.0) };
    assert_eq!(course.nearest(Estimate::new(4.0, 0.0), 42.0), 40.0);
    assert!((course.nearest(Estimate::new(4.0, 0.1), 42.0) - 41.0).abs() < 1e-12);
    assert_eq!(course.nearest(Estimate::new(4.0, 0.5), 42.0), 42.0);
    assert!(course.nearest(Estimate::new(f64::NAN, 0.5), 42.0).is_nan());
}
