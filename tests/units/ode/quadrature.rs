use collisionbench::ode::quadrature::*;

#[test]
fn powers_at_the_ends_are_exact() {
    let [half, other] = smooth(|x| [x.sqrt(), (1.0 - x).powf(1.5)]);
    assert!((half - 2.0 / 3.0).abs() < 1e-14 && (other - 0.4).abs() < 1e-14, "{half} {other}");
}
