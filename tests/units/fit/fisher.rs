use collisionbench::fit::fisher::*;

/// Abramowitz & Stegun table 26.9, upper 5 %; two degrees above: `P(F > f) = (1 + 2 f/d2)^(-d2/2)`.
#[test]
fn quantiles_are_those_of_the_tables() {
    for (d1, d2, f) in [(1.0, 10.0, 4.96), (4.0, 20.0, 2.87), (7.0, 72.0, 2.14), (10.0, 5.0, 4.74)] {
        assert!((quantile(0.95, d1, d2) - f).abs() < 6e-3, "{d1} {d2}: {}", quantile(0.95, d1, d2));
    }
    let exact = (1.0 + 2.0 * 50.8 / 24.0f64).powi(-12);
    assert!((above(50.8, 2.0, 24.0) / exact - 1.0).abs() < 1e-10);
    // Student's t is its root with one degree above.
    let t = collisionbench::fit::student::two_sided(0.95, 7.0);
    assert!((quantile(0.95, 1.0, 7.0) / (t * t) - 1.0).abs() < 1e-9);
}
