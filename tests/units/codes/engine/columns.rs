use collisionbench::codes::engine::Digits;

/// What C prints of these, and half a unit in the last place of 12.345678 and of 0.00123.
#[test]
fn half_a_unit_in_the_last_place() {
    for (format, texts, expected) in [
        ("%.6g", ["12.3457", "0.00123", "-10", "1.23457e-18"], [0.5e-4, 0.5e-8]),
        ("%.6f", ["12.345678", "0.001230", "-10.000000", "0.000000"], [0.5e-6, 0.5e-6]),
        ("%.4e", ["1.2346e+01", "1.2300e-03", "-1.0000e+01", "0.0000e+00"], [0.5e-3, 0.5e-7]),
        ("%.17g", ["12.345678000000001", "0.00123", "-10", "0"], [0.5e-15, 0.5e-15]),
        ("%.2g", ["12", "0.0012", "-10", "0"], [0.5, 0.5e-4]),
    ] {
        let mut printed = Digits::default();
        texts.iter().for_each(|text| printed.see(text));
        for (value, expected) in [12.345678, 0.00123].into_iter().zip(expected) {
            let got = printed.half_unit(value);
            assert!((got / expected - 1.0).abs() < 1e-9, "{format}: {got:e} for {expected:e} at {value}");
        }
    }
    assert_eq!(Digits::default().half_unit(-3.0), 3.0);
}

/// 1.2345 mm is known to 0.05 um; 30.0 deg/s to 0.05 deg/s = 9e-4 rad/s, and no better.
#[test]
fn half_a_unit_of_another_unit_is_said_in_si() {
    let mut printed = Digits::default();
    printed.see_in("1.2345", 1e-3);
    assert!((printed.half_unit(1.2345e-3) / 0.5e-7 - 1.0).abs() < 1e-9);
    let (mut printed, degree) = (Digits::default(), std::f64::consts::PI / 180.0);
    printed.see_in("30.0", degree);
    let half = printed.half_unit(30.0 * degree);
    assert!((0.05 * degree..1.0 * degree).contains(&half), "{half}");
}
