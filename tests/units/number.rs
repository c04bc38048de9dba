use collisionbench::number::*;

#[test]
fn no_cell_is_a_formula() {
    for text in ["=1+1", "+cmd", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "--"] {
        assert_eq!(label(text), format!("'{text}"));
    }
    for text in ["", "-", "-1", "+2.5e3", "a=b", "inf"] {
        assert_eq!(label(text), text);
    }
}

#[test]
fn exact_reads_back_to_the_same_bits() {
    let values = [
        0.1,
        -0.0,
        1.0 / 3.0,
        10_696.889_012_345_678,
        5e-324,
        f64::MAX,
        4.0e-5,
        48e9,
        1e7,
        9_999_999.999,
        1e-3,
        f64::INFINITY,
    ];
    for value in values {
        let back: f64 = exact(value).parse().unwrap();
        assert_eq!(back.to_bits(), value.to_bits(), "{}", exact(value));
    }
    assert_eq!(exact(1e-12), "1e-12");
    assert_eq!(exact(48e9), "4.8e10");
    assert_eq!(exact(20.0), "20");
    assert_eq!(exact(f64::NAN), "");
}

#[test]
fn people_get_the_digits_they_asked_for() {
    assert_eq!(significant(10_696.889_4, 8), "10696.889");
    assert_eq!(significant(9.9996, 4), "10.00");
    assert_eq!(significant(4.034e-13, 3), "4.03e-13");
    assert_eq!(significant(-0.5, 2), "-0.50");
    assert_eq!(brief(4.0e-13), "4e-13");
    assert_eq!(brief(0.25), "0.25");
    assert_eq!(brief(13.5), "14");
    assert_eq!(brief(2.0), "2");
    assert_eq!(brief(0.05), "0.05");
    assert_eq!(brief(99.7), "100");
    assert_eq!(power_of_ten(-13), "10⁻¹³");
}

/// What is printed of a range is inside it, and as near as so many digits go.
#[test]
fn bounds_are_rounded_inward() {
    for (bounds, digits, printed) in [
        ([1.5336, 1.8762], 3, [1.54, 1.87]),
        ([1.54, 1.87], 3, [1.54, 1.87]),
        ([9.996, 1000.4], 3, [10.0, 1000.0]),
        ([0.099951, 0.010004], 4, [0.09996, 0.01]),
        ([0.0, f64::INFINITY], 3, [0.0, f64::INFINITY]),
    ] {
        assert_eq!(inward(bounds, digits), printed, "{bounds:?}");
    }
}
