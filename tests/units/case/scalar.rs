use collisionbench::case::scalar::{axis, unit};

#[test]
fn a_direction_has_length_one() {
    assert_eq!(unit([0.0, 3.0, 4.0]), Some([0.0, 0.6, 0.8]));
    assert_eq!(unit([0.0, 0.0, 1e-300]), Some([0.0, 0.0, 1.0]));
    assert_eq!(unit([0.0, 0.0, 1e300]), Some([0.0, 0.0, 1.0]));
    assert_eq!(unit([0.0; 3]), None);
}

#[test]
fn an_axis_has_a_sign() {
    assert_eq!(axis("-x"), Some([-1.0, 0.0, 0.0]));
    assert_eq!(axis("z"), None);
    assert_eq!(axis("+w"), None);
}
