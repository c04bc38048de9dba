use collisionbench::fit::student::*;

/// Two-sided 95 % and 99 %, Abramowitz & Stegun table 26.10; one and two degrees of freedom in closed form.
#[test]
fn quantiles_are_those_of_the_tables() {
    for (dof, confidence, t) in [
        (1.0, 0.95, 12.706),
        (2.0, 0.95, 4.303),
        (4.0, 0.95, 2.776),
        (5.0, 0.99, 4.032),
        (9.0, 0.95, 2.262),
        (29.0, 0.95, 2.045),
        (60.0, 0.95, 2.000),
        (f64::INFINITY, 0.95, 1.960),
    ] {
        assert!((two_sided(confidence, dof) - t).abs() < 5.1e-4, "{dof}: {}", two_sided(confidence, dof));
    }
    // Beyond a million degrees of freedom, and on both sides of it: Abramowitz & Stegun 26.7.5 to the second order.
    let x = 1.959963984540054_f64;
    for dof in [2e5, 0.999e6, 1.001e6, 1e8] {
        let first = (x.powi(3) + x) / (4.0 * dof);
        let second = (5.0 * x.powi(5) + 16.0 * x.powi(3) + 3.0 * x) / (96.0 * dof * dof);
        let t = two_sided(0.95, dof);
        assert!((t - (x + first + second)).abs() < 1e-2 * first, "{dof}: {t} for {}", x + first + second);
        assert!((t / (x + first + second) - 1.0).abs() < 1e-10, "{dof}: {t} for {}", x + first + second);
    }
    let exact = (std::f64::consts::PI * 0.95 / 2.0).tan();
    assert!((two_sided(0.95, 1.0) / exact - 1.0).abs() < 1e-10);
    let exact = 0.95 * (2.0 / (1.0 - 0.95_f64.powi(2))).sqrt();
    assert!((two_sided(0.95, 2.0) / exact - 1.0).abs() < 1e-10);
}

/// GUM G.4.1 with an infinite number of degrees of freedom for the second: of errors as large as each other four times those
/// of the first; (1 + 4)^2 = 25 times where the known one is twice as large.
#[test]
fn a_known_error_adds_degrees_of_freedom() {
    for (stated, times) in [(0.0, 1.0), (0.3, 4.0), (0.6, 25.0)] {
        assert!((welch(0.3, 7.0, stated) / (7.0 * times) - 1.0).abs() < 1e-14, "{stated}");
    }
    assert_eq!(welch(0.0, 7.0, 0.3), f64::INFINITY);
}
