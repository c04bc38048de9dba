use collisionbench::fit::chi2::*;

/// Abramowitz & Stegun table 26.8; two degrees of freedom in closed form, `-2 ln(1 - p)`.
#[test]
fn quantiles_are_those_of_the_tables() {
    for (dof, probability, x) in [
        (1.0, 0.95, 3.841_46),
        (1.0, 0.99, 6.634_90),
        (5.0, 0.01, 0.554_300),
        (10.0, 0.99, 23.209_3),
        (30.0, 0.99, 50.892_2),
        (100.0, 0.99, 135.807),
        (100.0, 0.05, 77.929_5),
    ] {
        let got = quantile(probability, dof);
        assert!((got / x - 1.0).abs() < 5e-6, "{dof} {probability}: {got}");
    }
    for probability in [1e-6, 0.01, 0.5, 0.99, 1.0 - 1e-6] {
        let exact = -2.0 * f64::ln_1p(-probability);
        assert!((quantile(probability, 2.0) / exact - 1.0).abs() < 1e-9, "{probability}");
    }
    assert!(quantile(0.99, 0.0).is_nan() && quantile(1.0, 3.0).is_nan());
}
