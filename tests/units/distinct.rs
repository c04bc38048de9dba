use collisionbench::distinct::paired;

fn pairs(one: &[(&str, i32)], other: &[(&str, i32)]) -> Vec<(Option<i32>, Option<i32>)> {
    let mut found = Vec::new();
    paired(one.to_vec(), other.to_vec(), |one, other| found.push((one, other)));
    found
}

#[test]
fn what_has_one_key_is_paired_whatever_its_place() {
    let one = [("a", 1), ("b", 2), ("c", 3)];
    assert_eq!(pairs(&one, &one), [(Some(1), Some(1)), (Some(2), Some(2)), (Some(3), Some(3))]);
    let other = [("a", 10), ("d", 40), ("c", 30)];
    assert_eq!(pairs(&one, &other), [(Some(1), Some(10)), (Some(2), None), (Some(3), Some(30)), (None, Some(40))]);
    assert_eq!(pairs(&one[..1], &[]), [(Some(1), None)]);
    assert_eq!(pairs(&[], &one[..1]), [(None, Some(1))]);
    // Of several with one key the first belongs to the first.
    let twice = [("a", 10), ("b", 20), ("b", 21), ("b", 22)];
    let one = [("b", 1), ("b", 2)];
    assert_eq!(pairs(&one, &twice), [(Some(1), Some(20)), (Some(2), Some(21)), (None, Some(10)), (None, Some(22))]);
}
