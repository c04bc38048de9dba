use collisionbench::theory::quadrature::*;

#[test]
fn powers_at_the_ends_are_integrated_to_rounding() {
    for power in [-0.6, -0.2, 0.0, 0.5, 3.0_f64] {
        for length in [1.0, 3.7e-6_f64] {
            let exact = length.powf(power + 1.0) / (power + 1.0);
            let low = integral(|s, _| s.powf(power), length);
            let high = integral(|_, rest| rest.powf(power), length);
            for found in [low, high] {
                assert!((found.value / exact - 1.0).abs() < 4e-15, "{power}: {:e}", found.value / exact - 1.0);
                assert!((found.value - exact).abs() <= found.uncertainty);
                assert!(found.uncertainty < 1e-14 * exact);
            }
        }
    }
}

/// Beta function: `int_0^1 s^(-1/5) (1-s)^(-1/2) ds = Gamma(4/5) Gamma(1/2)/Gamma(13/10)`.
#[test]
fn a_beta_function_comes_out() {
    use collisionbench::theory::special::gamma;
    let exact = gamma(0.8) * gamma(0.5) / gamma(1.3);
    let found = integral(|s, rest| s.powf(-0.2) / rest.sqrt(), 1.0);
    assert!((found.value / exact - 1.0).abs() < 4e-15);
}
