//! Powers that stay smooth at zero, roots of a function of one number that changes sign, and integrals over the interval (0, 1).

/// `q^n`; a whole `n` is stored as an integer, so that the power is correct and smooth for `q < 0` too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Power {
    Whole(u32),
    Real(f64),
}

/// Largest distance from a whole number at which an exponent is taken as whole.
pub(crate) const WHOLE: f64 = 1e-12;

impl Power {
    pub(crate) fn new(exponent: f64) -> Self {
        let whole = exponent.round();
        if (exponent - whole).abs() <= WHOLE * exponent.abs().max(1.0) && (0.0..1000.0).contains(&whole) {
            Self::Whole(whole as u32)
        } else {
            Self::Real(exponent)
        }
    }

    #[inline(always)]
    pub(crate) fn of(self, q: f64) -> f64 {
        match self {
            // Common exponents without a loop, with the same products in the same order.
            Self::Whole(0) => 1.0,
            Self::Whole(1) => q,
            Self::Whole(2) => q * q,
            Self::Whole(3) => q * (q * q),
            Self::Whole(4) => (q * q) * (q * q),
            Self::Whole(5) => q * ((q * q) * (q * q)),
            Self::Whole(6) => (q * q) * ((q * q) * (q * q)),
            Self::Whole(mut n) => {
                let (mut square, mut product) = (q, 1.0);
                while n > 0 {
                    if n & 1 == 1 {
                        product *= square;
                    }
                    square *= square;
                    n >>= 1;
                }
                product
            }
            Self::Real(n) => raised(q.max(0.0), n),
        }
    }
}

/// `x^n` for `x >= 0`: where `n` is quarters up to 4 by square roots, which every processor rounds alike, several times as fast as a logarithm.
#[inline]
pub(crate) fn raised(x: f64, n: f64) -> f64 {
    let quarters = 4.0 * n;
    if !(0.0..=16.0).contains(&quarters) || quarters.fract() != 0.0 {
        return libm::pow(x, n);
    }
    let quarters = quarters as u32;
    let whole = Power::Whole(quarters / 4).of(x);
    match quarters % 4 {
        0 => whole,
        1 => whole * x.sqrt().sqrt(),
        2 => whole * x.sqrt(),
        _ => whole * (x.sqrt() * x.sqrt().sqrt()),
    }
}

/// The binary logarithm of a positive number to 0.09, by its exponent and its digits; of what is not a number a large one.
#[inline(always)]
pub(crate) fn log2(x: f64) -> f64 {
    x.abs().to_bits() as i64 as f64 / (1u64 << 52) as f64 - 1023.0
}

/// A power of two to 0.3 %, by a parabola between the whole ones; its exponent is between -1023 and 1024.
#[inline(always)]
pub(crate) fn exp2(x: f64) -> f64 {
    let above = x + 1023.0;
    let whole = above as u64;
    let part = above - whole as f64;
    f64::from_bits(whole << 52) * (1.0 + part * (0.6565 + 0.3435 * part))
}

/// `p` where no candidate makes all exponents whole: smooth enough at touch for a method of order 8.
pub(crate) const ROUGH: f64 = 8.0;

/// The smallest `p` that makes `p` times every exponent whole, for a flow with time and quadratures.
pub(crate) fn regular_power(exponents: &[f64]) -> f64 {
    let whole = |x: f64| matches!(Power::new(x), Power::Whole(_));
    let fits = |p: &f64| exponents.iter().all(|e| whole(p * e));
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0].into_iter().find(fits).unwrap_or(ROUGH)
}

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

/// Gauss-Legendre with ten points on (-1, 1), positive half: nodes and weights (DLMF table 3.5.2).
const GAUSS: [(f64, f64); 5] = [
    (0.148_874_338_981_631_21, 0.295_524_224_714_752_87),
    (0.433_395_394_129_247_2, 0.269_266_719_309_996_36),
    (0.679_409_568_299_024_4, 0.219_086_362_515_982_04),
    (0.865_063_366_688_984_5, 0.149_451_349_150_580_6),
    (0.973_906_528_517_171_7, 0.066_671_344_308_688_14),
];

fn gauss<const N: usize>(f: &impl Fn(f64) -> [f64; N], from: f64, to: f64) -> [f64; N] {
    let (mid, half) = (0.5 * (from + to), 0.5 * (to - from));
    let mut sum = [0.0; N];
    for (node, weight) in GAUSS {
        let (left, right) = (f(mid - half * node), f(mid + half * node));
        for ((sum, left), right) in sum.iter_mut().zip(left).zip(right) {
            *sum += half * weight * (left + right);
        }
    }
    sum
}

/// Integrals of a smooth function over `(0, 1)`.
pub fn panel<const N: usize>(f: impl Fn(f64) -> [f64; N]) -> [f64; N] {
    gauss(&f, 0.0, 1.0)
}

/// Integrals over `(0, 1)` of a function that is smooth except for a power of the distance at either end.
///
/// The powers that occur are multiples of 1/2; the substitution `x = y^4 (35 - 84 y + 70 y^2 - 20 y^3)`, flat at both ends,
/// makes them smooth.
pub fn smooth<const N: usize>(f: impl Fn(f64) -> [f64; N]) -> [f64; N] {
    let graded = |y: f64| {
        let x = y.powi(4) * (35.0 - y * (84.0 - y * (70.0 - 20.0 * y)));
        let slope = 140.0 * (y * (1.0 - y)).powi(3);
        f(x).map(|value| value * slope)
    };
    let mut sum = [0.0; N];
    for k in 0..8 {
        let part = gauss(&graded, f64::from(k) / 8.0, f64::from(k + 1) / 8.0);
        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }
    sum
}

/// The number of standard deviations below which this part of the normal distribution lies, to rounding: Newton's steps on `erfc`, from a
/// start with the right tails.
pub fn normal_quantile(part: f64) -> f64 {
    if !(part > 0.0 && part < 1.0) {
        return if part <= 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let tail = part.min(1.0 - part);
    // The leading terms of a tail; near the middle a straight line.
    let t = libm::sqrt(-2.0 * libm::log(tail));
    let mut x = if t > 2.0 { t - libm::log(t) / t } else { 1.25 * (1.0 - 2.0 * tail) };
    for _ in 0..8 {
        let above = 0.5 * libm::erfc(x / std::f64::consts::SQRT_2);
        let density = libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * std::f64::consts::PI);
        // Of the logarithm, which is nearly a parabola in the tail.
        let step = (above / density) * libm::log(above / tail);
        x += step;
        if step.abs() <= 4.0 * f64::EPSILON * x.abs() {
            break;
        }
    }
    if part < 0.5 { -x } else { x }
}
