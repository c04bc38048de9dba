use collisionbench::collide::stepper::energy::*;

/// `zeta(-1, phi) = -B_2(phi)/2`, `zeta(-2, phi) = -B_3(phi)/3`; `zeta(-3/2) = -0.025485201889833035` (Riemann's, DLMF 25.6).
#[test]
fn hurwitz_zeta_is_that_of_the_tables() {
    for i in 1..=10 {
        let x = 0.1 * f64::from(i);
        let (b2, b3) = (x * x - x + 1.0 / 6.0, x * (x - 0.5) * (x - 1.0));
        assert!((hurwitz_zeta(1.0, x) + b2 / 2.0).abs() < 1e-13, "{x}");
        assert!((hurwitz_zeta(2.0, x) + b3 / 3.0).abs() < 1e-12, "{x}");
    }
    let riemann = -0.025_485_201_889_833_035;
    assert!((hurwitz_zeta(1.5, 1.0) - riemann).abs() < 1e-12);
    assert!((hurwitz_zeta(1.5, 0.5) - (0.5f64.powf(1.5) - 1.0) * riemann).abs() < 1e-12);
}
