//! Integrals over the interval (0, 1), for one straight piece of a path.

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
