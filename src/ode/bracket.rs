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

/// Evaluations after which the best point is returned; bisection alone needs about 60.
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
    // Weights of the two ends: Illinois halves one when its end stays. The true values are kept to choose the better end.
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

/// Bisects the interval between a point at which `past` is false and one at which it is true, by a number of halvings; returns
/// both ends, of which the second satisfies `past`.
pub fn halved([mut before, mut after]: [f64; 2], halvings: usize, past: impl Fn(f64) -> bool) -> [f64; 2] {
    for _ in 0..halvings {
        let middle = 0.5 * (before + after);
        if past(middle) { after = middle } else { before = middle }
    }
    [before, after]
}
