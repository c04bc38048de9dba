use collisionbench::fit::problem::*;

#[test]
fn bounds_are_never_left_and_transforms_invert() {
    let inf = f64::INFINITY;
    for (low, high) in [(1e-3, 10.0), (0.0, inf), (0.0, 2.0), (-1.0, 1.0), (-inf, inf), (2.0, inf), (-inf, 3.0)] {
        let start = if low == 2.0 { 3.0 } else { 0.5 };
        let unknown = Unknown { name: "x".into(), unit: String::new(), start, low, high };
        for factor in [0.6, 1.0, 1.7] {
            let value = start * factor;
            if value > low && value < high {
                let back = unknown.from_free(unknown.to_free(value));
                assert!((back / value - 1.0).abs() < 1e-13, "{low} {high} {value} {back}");
            }
        }
        for x in [-800.0, -40.0, 0.0, 40.0, 800.0] {
            let value = unknown.from_free(x);
            assert!(value >= low && value <= high, "{low} {high} {x}: {value}");
        }
        assert!(!unknown.at_bound(start));
    }
}

/// Abramowitz & Stegun table 26.2 for `Phi(-1)` and `-log10 Phi(-30) = 197.30921`, and a slope by differences.
#[test]
fn the_normal_distribution_is_that_of_the_tables() {
    assert!((ln_phi(-1.0) - 0.158_655_253_931_457_f64.ln()).abs() < 1e-13);
    assert!((ln_phi(-30.0) / -std::f64::consts::LN_10 - 197.309_21).abs() < 1e-5);
    assert!((ln_phi(FAR + 1e-9) - ln_phi(FAR - 1e-9)).abs() < 1e-7);
    for z in [-40.0, -20.0, -3.0, 0.0, 2.0, 6.0] {
        let slope = (ln_phi(z + 1e-4) - ln_phi(z - 1e-4)) / 2e-4;
        assert!((mills(z) - slope).abs() < 1e-6 * (1.0 + slope), "{z}");
    }
}
