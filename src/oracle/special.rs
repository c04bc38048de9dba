//! The special functions theory needs.

/// `Gamma(x)` for `x > 0`, relative error below 1e-15.
pub fn gamma(x: f64) -> f64 {
    libm::tgamma(x)
}

/// `B_2k / (2k (2k-1))`, the coefficients of Stirling's series.
const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];

/// `ln(|Gamma(x+iy)|^2 / Gamma(x)^2)` for `x > 0`: zero at `y = 0`, negative elsewhere.
///
/// The argument is shifted past 10 by `Gamma(w+1) = w Gamma(w)` and Stirling's series taken there (DLMF 5.11.1).
/// Only the difference to the real axis is formed, so the absolute error is 1e-17 near it and grows as the value does.
pub fn ln_gamma_fall(x: f64, y: f64) -> f64 {
    let mut X = x;
    let mut shift = 0.0;
    while X < 10.0 {
        shift += ((y / X) * (y / X)).ln_1p();
        X += 1.0;
    }
    let main = (X - 0.5) * ((y / X) * (y / X)).ln_1p() - 2.0 * y * y.atan2(X);
    main + 2.0 * (stirling_real(X, y) - stirling_real(X, 0.0)) - shift
}

/// Real part of Stirling's series at `x + iy`.
fn stirling_real(x: f64, y: f64) -> f64 {
    let norm = x * x + y * y;
    let (a, b) = (x / norm, -y / norm);
    let (square_a, square_b) = (a * a - b * b, 2.0 * a * b);
    let (mut power_a, mut power_b) = (a, b);
    let mut sum = 0.0;
    for coefficient in STIRLING {
        sum += coefficient * power_a;
        (power_a, power_b) = (power_a * square_a - power_b * square_b, power_a * square_b + power_b * square_a);
    }
    sum
}

/// `x - ln(1+x)` for `x > -1`, to rounding also where the two nearly cancel.
///
/// With `r = x/(2+x)`, `ln(1+x) = 2 artanh r`, so the difference is `x r - 2 (r^3/3 + r^5/5 + ...)`.
pub fn minus_ln_1p(x: f64) -> f64 {
    if !(-0.6..=1.0).contains(&x) {
        return x - x.ln_1p();
    }
    let r = x / (2.0 + x);
    let square = r * r;
    let mut power = r;
    let mut sum = 0.0;
    for k in 1..64 {
        power *= square;
        let term = power / f64::from(2 * k + 1);
        sum += term;
        if term.abs() <= f64::EPSILON * 0.125 * sum.abs() {
            break;
        }
    }
    x * r - 2.0 * sum
}

/// The root of an increasing function between `low` and `high`: Newton's method, kept inside the bracket by bisection.
///
/// `f` returns the function and its slope. The result is as near as rounding of `f` allows.
pub fn increasing_root(f: impl Fn(f64) -> (f64, f64), mut low: f64, mut high: f64) -> f64 {
    let mut x = 0.5 * (low + high);
    for _ in 0..400 {
        let (value, slope) = f(x);
        if value == 0.0 {
            return x;
        }
        if value < 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= f64::EPSILON * 0.5 * next.abs() || next == low || next == high {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(
                (ln_gamma_fall(1.0, y) - one).abs() < 2e-15 * scale,
                "1 + {y} i: {:e}",
                ln_gamma_fall(1.0, y) - one
            );
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
}
