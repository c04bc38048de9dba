//! Chebyshev interpolation of a function that is costly to compute.
//!
//! What a one-parameter law does depends on one dimensionless number: a fit that asks for thousands of collisions reads
//! them off a curve, whose error is known and goes into the uncertainty of the fit.

use std::collections::HashMap;
use std::f64::consts::PI;

/// Chebyshev's interpolation of a function of `ln g` between two bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Chebyshev {
    low: f64,
    high: f64,
    coefficients: Vec<f64>,
    /// Largest absolute error found between the nodes.
    pub error: f64,
    /// Number of evaluations of the function.
    pub evaluations: usize,
}

/// Most nodes.
const MOST: usize = 257;
/// Safety factor on the error found between the nodes.
const MARGIN: f64 = 3.0;

impl Chebyshev {
    /// Through the values of `f` between `low` and `high`, both above zero, with more nodes until twice as many change
    /// nothing by more than `tolerance`; where 257 do not suffice the error is what is left.
    ///
    /// # Errors
    /// What `f` says, or that the bounds are none.
    pub fn through(
        mut f: impl FnMut(f64) -> Result<f64, String>,
        low: f64,
        high: f64,
        tolerance: f64,
    ) -> Result<Self, String> {
        if !(low > 0.0 && high > low && high.is_finite()) {
            return Err(format!("no curve can be drawn from {low:e} to {high:e}"));
        }
        let (low, high) = (low.ln(), high.ln());
        let mut at = |x: f64| f((0.5 * (low + high) + 0.5 * (high - low) * x).exp());
        // Clenshaw-Curtis points: each doubling keeps the old ones.
        let mut values = vec![at(1.0)?, at(0.0)?, at(-1.0)?];
        let mut evaluations = 3;
        loop {
            let n = values.len() - 1;
            let coarse = coefficients(&values);
            let mut finer = Vec::with_capacity(2 * n + 1);
            let mut error: f64 = 0.0;
            for (j, value) in values.iter().enumerate() {
                finer.push(*value);
                if j < n {
                    let x = (PI * (2 * j + 1) as f64 / (2 * n) as f64).cos();
                    let exact = at(x)?;
                    evaluations += 1;
                    error = error.max((clenshaw(&coarse, x) - exact).abs());
                    finer.push(exact);
                }
            }
            values = finer;
            if error.is_nan() {
                return Err("a value is not a number".to_string());
            }
            if error <= tolerance || values.len() >= MOST {
                // The finer curve is better than what was measured of the coarser one.
                return Ok(Self {
                    low,
                    high,
                    coefficients: trimmed(coefficients(&values), tolerance),
                    error: MARGIN * error.max(tolerance),
                    evaluations,
                });
            }
        }
    }

    /// The value at `g`; `None` outside the bounds.
    pub fn at(&self, g: f64) -> Option<f64> {
        let x = (2.0 * g.ln() - self.low - self.high) / (self.high - self.low);
        // Rounding may lead out by an ulp or two.
        (x.abs() <= 1.0 + 1e-12).then(|| clenshaw(&self.coefficients, x))
    }
}

/// Fewest different arguments for which a curve is drawn.
const MANY: usize = 300;
/// Tolerance of such a curve, relative.
const CLOSE: f64 = 1e-13;

/// A function that is costly to compute and is asked for a table of arguments, many of them the same or close together.
pub struct Tabulated<'f, E> {
    of: Box<dyn Fn(f64) -> Result<f64, E> + Sync + 'f>,
    known: HashMap<u64, f64>,
    /// Of the function over the argument to this power.
    curve: Option<(Chebyshev, f64)>,
}

impl<'f, E> Tabulated<'f, E> {
    /// Of `f`, which goes nearly as a `power` of its argument: each of a few different arguments is computed once; of many all are read
    /// off a curve, within 1e-12.
    pub fn new(
        arguments: impl IntoIterator<Item = f64>,
        power: f64,
        f: impl Fn(f64) -> Result<f64, E> + Sync + 'f,
    ) -> Self {
        let mut distinct: Vec<f64> = arguments.into_iter().filter(|x| *x > 0.0 && x.is_finite()).collect();
        let asked = distinct.len();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let (mut known, mut curve) = (HashMap::new(), None);
        if let ([low, .., high], true) = (&distinct[..], distinct.len() >= MANY) {
            curve = drawn([*low, *high], power, &f);
        } else if distinct.len() < asked {
            known.extend(distinct.iter().filter_map(|&x| Some((x.to_bits(), f(x).ok()?))));
        }
        Self { of: Box::new(f), known, curve }
    }

    /// Of `f`, which goes nearly as a `power` of its argument, for so many arguments between two bounds.
    pub fn between(
        (arguments, bounds): (usize, [f64; 2]),
        power: f64,
        f: impl Fn(f64) -> Result<f64, E> + Sync + 'f,
    ) -> Self {
        let curve = if arguments >= MANY { drawn(bounds, power, &f) } else { None };
        Self { of: Box::new(f), known: HashMap::new(), curve }
    }

    /// The value at `x`, where it is in the table.
    pub fn read(&self, x: f64) -> Option<f64> {
        let drawn = self.curve.as_ref().and_then(|(curve, power)| Some(curve.at(x)? * x.powf(*power)));
        drawn.or_else(|| self.known.get(&x.to_bits()).copied())
    }

    /// The value at `x`.
    ///
    /// # Errors
    /// Those of the function.
    pub fn at(&self, x: f64) -> Result<f64, E> {
        self.read(x).map_or_else(|| (self.of)(x), Ok)
    }
}

/// The curve of a function over a power of its argument, if one is close enough.
fn drawn<E>([low, high]: [f64; 2], power: f64, f: impl Fn(f64) -> Result<f64, E>) -> Option<(Chebyshev, f64)> {
    let scaled = |x: f64| f(x).map(|value| value / x.powf(power)).map_err(|_| String::new());
    let curve = Chebyshev::through(scaled, low, high, CLOSE * f(high).ok()?.abs() / high.powf(power)).ok()?;
    let close = curve.at(high).is_some_and(|value| curve.error < 1e-11 * value.abs());
    close.then_some((curve, power))
}

/// Coefficients of the polynomial through values at `cos(pi j/n)`.
fn coefficients(values: &[f64]) -> Vec<f64> {
    let n = values.len() - 1;
    let term = |k: usize| {
        let sum: f64 = values
            .iter()
            .enumerate()
            .map(|(j, value)| {
                let half = if j == 0 || j == n { 0.5 } else { 1.0 };
                half * value * (PI * ((k * j) % (2 * n)) as f64 / n as f64).cos()
            })
            .sum();
        let half = if k == 0 || k == n { 0.5 } else { 1.0 };
        2.0 * half * sum / n as f64
    };
    (0..=n).map(term).collect()
}

/// Drops the last terms if their sum is below a tenth of the tolerance.
fn trimmed(mut coefficients: Vec<f64>, tolerance: f64) -> Vec<f64> {
    let mut rest = 0.0;
    while let Some(last) = coefficients.last() {
        rest += last.abs();
        if rest > 0.1 * tolerance {
            break;
        }
        coefficients.pop();
    }
    coefficients
}

fn clenshaw(coefficients: &[f64], x: f64) -> f64 {
    let (mut b1, mut b2) = (0.0, 0.0);
    for c in coefficients.iter().skip(1).rev() {
        (b1, b2) = (2.0 * x * b1 - b2 + c, b1);
    }
    x * b1 - b2 + coefficients.first().copied().unwrap_or(0.0)
}
