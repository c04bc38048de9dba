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

impl Bracket {
    /// The end with the smaller value.
    pub fn best(&self) -> f64 {
        if self.fa.abs() < self.fb.abs() { self.a } else { self.b }
    }
}

/// Evaluations after which a search ends: of a function that jumps one in four halves the bracket, some 60 times.
const MOST_EVALUATIONS: usize = 300;

/// The root of `f` in a bracket: where [`narrowed`] has it no wider than `width`, or |f| is below 2 eps times its smaller value at
/// the ends of the bracket.
///
/// # Errors
/// Whatever `f` returns.
pub fn root<E>(f: impl FnMut(f64) -> Result<f64, E>, bracket: Bracket, width: f64) -> Result<f64, E> {
    let enough = 2.0 * f64::EPSILON * bracket.fa.abs().min(bracket.fb.abs());
    Ok(narrowed(f, bracket, width, enough)?.best())
}

/// The last bracket of a search by the Illinois form of false position, with a bisection wherever that does not halve the bracket
/// in three evaluations.
///
/// Stops when the bracket is no wider than `width`, when |f| at one end is at most `enough`, or when no number lies in between:
/// then a function that jumps across zero has its jump there. Order 1.44. Dowell & Jarratt 1971, BIT 11, 168.
///
/// # Errors
/// Whatever `f` returns.
pub fn narrowed<E>(
    mut f: impl FnMut(f64) -> Result<f64, E>,
    bracket: Bracket,
    width: f64,
    enough: f64,
) -> Result<Bracket, E> {
    let Bracket { mut a, mut fa, mut b, mut fb } = bracket;
    // Weights of the two ends: Illinois halves one when its end stays. The true values are kept to choose the better end.
    let (mut wa, mut wb) = (fa, fb);
    let mut target = 0.5 * (b - a).abs();
    let mut patience = 3;
    for _ in 0..MOST_EVALUATIONS {
        if fa.abs().min(fb.abs()) <= enough || (b - a).abs() <= width {
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
    Ok(Bracket { a, fa, b, fb })
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
