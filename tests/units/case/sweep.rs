use collisionbench::case::sweep::*;
use collisionbench::limits::compact;

#[test]
fn a_linear_range_has_round_values() {
    assert_eq!(between(0.1, 0.7, 7, false), [0.2, 0.3, 0.4, 0.5, 0.6]);
    assert_eq!(between(7.0, 1.0, 3, false), [4.0]);
    assert!(between(1.0, 2.0, 2, false).is_empty());
}

#[test]
fn a_log_range_multiplies() {
    assert_eq!(between(1e-3, 1e3, 7, true), [1e-2, 1e-1, 1.0, 10.0, 100.0]);
    let half_decades = between(1.0, 10.0, 3, true);
    // sqrt(10) = 3.16228, to a thousandth of the gap of 2.16 to the next value.
    assert!((half_decades[0] - 10_f64.sqrt()).abs() < 2.2e-3, "{half_decades:?}");
}

#[test]
fn neighbours_that_are_close_keep_their_digits() {
    let close = between(1.0, 1.0000001, 4, false);
    assert!(close[0] > 1.0 && close[0] < close[1] && close[1] < 1.0000001, "{close:?}");
}

#[test]
fn compact_texts_read_back_to_the_same_bits() {
    for number in [0.0, 1e-9, 0.3, 1.0 / 3.0, 123456.0, 2.5e12, -7e-12] {
        assert_eq!(compact(number).parse::<f64>(), Ok(number));
    }
    assert_eq!(compact(1e-9), "1e-9");
    assert_eq!(compact(0.25), "0.25");
}
