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
