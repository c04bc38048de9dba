use collisionbench::case::expect::percent;

#[test]
fn a_per_cent_is_exact() {
    assert_eq!(percent("0.7", 0.7), 0.007);
    assert_eq!(percent("1e-3", 1e-3), 1e-5);
}
