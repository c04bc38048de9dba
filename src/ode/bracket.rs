//! Roots of a function of one number that changes sign.

/// A root lies between `a` and `b`: `fa` and `fb`, the values there, differ in sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// One end.
    pub a: f64,
    /// The function there.
    pub fa: f64,
    /// The other end; not necessarily the larger one.
    pub b: f64,
    /// The function there.
    pub fb: f64,
}

/// Evaluations after which the best point is taken as it is; bisection alone needs about 60.
const MOST_EVALUATIONS: usize = 200;

/// The root of `f` in a bracket, by the Illinois form of false position, with a bisection wherever that does not halve
/// the bracket in three evaluations.
///
/// Stops when the bracket is no wider than `width`, when |f| is below 2 eps times its smaller value at the ends of the
/// bracket, or when no number lies in between. Order 1.44. Dowell & Jarratt 1971, BIT 11, 168.
///
/// # Errors
/// Whatever `f` returns.
pub fn root<E>(mut f: impl FnMut(f64) -> Result<f64, E>, bracket: Bracket, width: f64) -> Result<f64, E> {
    let Bracket { mut a, mut fa, mut b, mut fb } = bracket;
    let enough = 2.0 * f64::EPSILON * fa.abs().min(fb.abs());
    if fa == 0.0 {
        return Ok(a);
    }
    // Weights that Illinois halves when the same end stays; the true values are kept to choose the better end.
    let (mut wa, mut wb) = (fa, fb);
    let mut target = 0.5 * (b - a).abs();
    let mut patience = 3;
    for _ in 0..MOST_EVALUATIONS {
        if fb == 0.0 || (b - a).abs() <= width {
            break;
        }
        let mut x = (wb * a - wa * b) / (wb - wa);
        if patience == 0 || !(x > a.min(b) && x < a.max(b)) {
            x = a + 0.5 * (b - a);
            patience = 3;
        }
        if x == a || x == b {
            break;
        }
        let fx = f(x)?;
        if fx.abs() <= enough {
            return Ok(x);
        }
        if (fx > 0.0) == (fb > 0.0) {
            (b, fb, wb) = (x, fx, fx);
            wa *= 0.5;
        } else {
            (a, fa, wa) = (b, fb, fb);
            (b, fb, wb) = (x, fx, fx);
        }
        if (b - a).abs() <= target {
            target = 0.5 * (b - a).abs();
            patience = 3;
        } else {
            patience -= 1;
        }
    }
    Ok(if fa.abs() < fb.abs() { a } else { b })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn counted(f: impl Fn(f64) -> f64, a: f64, b: f64) -> (f64, usize) {
        let mut calls = 0;
        let bracket = Bracket { a, fa: f(a), b, fb: f(b) };
        let x = root::<Infallible>(
            |x| {
                calls += 1;
                Ok(f(x))
            },
            bracket,
            0.0,
        );
        (x.unwrap(), calls)
    }

    #[test]
    fn a_simple_root_is_found_in_few_evaluations() {
        let (x, calls) = counted(|x| x * x - 2.0, 0.0, 3.0);
        assert!((x - 2f64.sqrt()).abs() < 1e-15, "{x}");
        assert!(calls < 15, "{calls}");
    }

    #[test]
    fn a_flat_and_lopsided_function_does_not_stall() {
        // The end of a barely damped collision: q^5 against a speed times 1e-18.
        let (x, calls) = counted(|x| (1.0 - x).max(0.0).powi(5) * 1e-6 - 1e-18, 0.0, 2.0);
        assert!((1.0 - x - 1e-12f64.powf(0.2)).abs() < 1e-8, "{x}");
        assert!(calls < 150, "{calls}");
    }

    #[test]
    fn either_direction_and_exact_ends_work() {
        assert!((counted(|x: f64| x.cos(), 2.0, 1.0).0 - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
        assert_eq!(counted(|x| x - 1.0, 1.0, 2.0).0, 1.0);
        assert_eq!(counted(|x| x - 1.0, 0.0, 1.0).0, 1.0);
    }
}
