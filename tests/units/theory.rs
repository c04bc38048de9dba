//! Quadratures.

use collisionbench::theory::numerics::*;

// src/theory/numerics.rs
/// (x, Gamma(x)) from DLMF 5.4 and Abramowitz & Stegun table 6.1, extended to 17 digits.
#[test]
fn gamma_has_its_known_values() {
    let sqrt_pi = std::f64::consts::PI.sqrt();
    for (x, expected) in [
        (0.5, sqrt_pi),
        (1.5, 0.5 * sqrt_pi),
        (0.4, 2.218_159_543_757_688),
        (0.8, 1.164_229_713_725_303_4),
        (0.9, 1.068_628_702_119_319_4),
        (2.1, 1.046_485_846_853_560_5),
    ] {
        assert!((gamma(x) / expected - 1.0).abs() < 1e-15, "Gamma({x}) = {:e}", gamma(x));
    }
}

/// `|Gamma(1+iy)|^2 = pi y/sinh(pi y)` and `|Gamma(1/2+iy)|^2 = pi/cosh(pi y)`, DLMF 5.4.3 and 5.4.4.
#[test]
fn gamma_off_the_axis_obeys_reflection() {
    let pi = std::f64::consts::PI;
    for y in [1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 40.0] {
        let one = (pi * y / (pi * y).sinh()).ln();
        let half = -(pi * y).cosh().ln();
        let scale = 1.0_f64.max(pi * y);
        assert!((ln_gamma_fall(1.0, y) - one).abs() < 2e-15 * scale, "1 + {y} i: {:e}", ln_gamma_fall(1.0, y) - one);
        assert!((ln_gamma_fall(0.5, y) - half).abs() < 2e-15 * scale, "1/2 + {y} i");
    }
    // Leading term -psi'(1) y^2, psi'(1) = pi^2/6.
    assert!((ln_gamma_fall(1.0, 1e-6) + pi * pi / 6.0 * 1e-12).abs() < 1e-17);
}

#[test]
fn the_difference_to_a_logarithm_does_not_cancel() {
    // Series x^2/2 - x^3/3 + x^4/4 - ..., exact to rounding at these arguments.
    for x in [1e-8, -1e-8, 1e-5, -1e-5, 1e-3, -1e-3_f64] {
        let series = x * x * (0.5 - x * (1.0 / 3.0 - x * (0.25 - x * (0.2 - x / 6.0))));
        assert!((minus_ln_1p(x) / series - 1.0).abs() < 1e-15, "{x}");
    }
    // 1 - ln 2 and -1/2 + ln 2.
    assert!((minus_ln_1p(1.0) - (1.0 - std::f64::consts::LN_2)).abs() < 2e-16);
    assert!((minus_ln_1p(-0.5) - (std::f64::consts::LN_2 - 0.5)).abs() < 2e-16);
}

#[test]
fn the_two_branches_of_the_difference_meet() {
    for x in [-0.6, 1.0_f64] {
        let direct = x - x.ln_1p();
        assert!((minus_ln_1p(x) / direct - 1.0).abs() < 2e-15, "{x}");
    }
}

#[test]
fn a_root_is_found_to_rounding() {
    let x = increasing_root(|x| (x * x - 2.0, 2.0 * x), 0.0, 10.0);
    assert!((x - std::f64::consts::SQRT_2).abs() < 3e-16);
}

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
    let exact = gamma(0.8) * gamma(0.5) / gamma(1.3);
    let found = integral(|s, rest| s.powf(-0.2) / rest.sqrt(), 1.0);
    assert!((found.value / exact - 1.0).abs() < 4e-15);
}
