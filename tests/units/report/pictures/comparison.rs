use collisionbench::report::pictures::comparison::*;

#[test]
fn a_curve_is_interpolated_only_where_it_is() {
    let line = [(0.0, 0.0), (1.0, 2.0), (3.0, 0.0)];
    assert_eq!(interpolated(&line, 0.0), Some(0.0));
    assert_eq!(interpolated(&line, 0.5), Some(1.0));
    assert_eq!(interpolated(&line, 2.0), Some(1.0));
    assert_eq!(interpolated(&line, 3.0), Some(0.0));
    assert_eq!(interpolated(&line, -0.1), None);
    assert_eq!(interpolated(&line, 3.1), None);
}
