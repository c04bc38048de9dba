use std::f64::consts::PI;

use collisionbench::fit::calibrate::engine_difference::*;
use collisionbench::fit::problem::Unknown;

#[test]
fn polynomials_are_met_and_nothing_is_extrapolated() {
    let unknown = Unknown { name: "x".into(), unit: String::new(), start: 0.5, low: 0.0, high: f64::INFINITY };
    let exact = |x: f64, v: f64| 0.3 - x * x * x + 0.2 * x * v;
    let (x, v) = (nodes(-0.7, 0.4, 5), vec![0.0, 0.2, 1.5]);
    let off = x.iter().map(|x| v.iter().map(|v| exact(*x, *v)).collect()).collect();
    let response = EngineDifference::new(unknown, x, v, off);
    for (x, v) in [(-0.7, 0.0), (-0.31, 0.77), (0.4, 1.5), (0.123, 0.2), (0.3, 0.1)] {
        let read = response.at(f64::exp(x))(f64::exp(v));
        assert!((read - exact(x, v)).abs() < 1e-14, "{x} {v}: {read}");
    }
    for (x, v, [near_x, near_v]) in [(3.0, -2.0, [0.4, 0.0]), (-9.0, 4.0, [-0.7, 1.5])] {
        let beyond = response.at(f64::exp(x))(f64::exp(v));
        assert!((beyond - exact(near_x, near_v)).abs() < 1e-14, "{beyond}");
    }
}

#[test]
fn one_node_is_a_constant() {
    assert_eq!((nodes(1.0, 3.0, 1), through(&[2.0], &[0.25], 7.0)), (vec![2.0], 0.25));
    assert_eq!([between(&[2.0], &[0.25], 1.0), between(&[2.0], &[0.25], 7.0)], [0.25; 2]);
    assert_eq!(nodes(-1.0, 1.0, 3), vec![-1.0, -(0.5 * PI).cos(), 1.0]);
}
