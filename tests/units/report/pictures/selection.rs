use collisionbench::report::pictures::selection::*;

#[test]
fn a_spread_has_both_ends() {
    let items: Vec<u32> = (0..11).collect();
    assert_eq!(spread(&items, 5), [0, 2, 5, 7, 10]);
    assert_eq!(spread(&items[..3], 5), [0, 1, 2]);
}
