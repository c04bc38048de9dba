//! Collisions of a spring with a dashpot as functions of their single number, read off Chebyshev curves.
//!
//! What a one-parameter law does depends on one dimensionless number: a fit that asks for thousands of collisions reads
//! them off a curve, whose error is known and goes into the uncertainty of the fit.

use std::collections::{HashMap, VecDeque};
use std::f64::consts::PI;
use std::sync::{Arc, Mutex};

use crate::collide::reference::{Approach, collide};
use crate::collide::restitution;
use crate::collide::stepper::undamped_duration;
use crate::law::{Ends, PowerForce};

/// Chebyshev's interpolation of a function of `ln g` between two bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Chebyshev {
    low: f64,
    high: f64,
    coefficients: Vec<f64>,
    /// Largest absolute error found between the nodes.
    pub error: f64,
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
        let (low, high) = (libm::log(low), libm::log(high));
        let mut at = |x: f64| f(libm::exp(0.5 * (low + high) + 0.5 * (high - low) * x));
        // Clenshaw-Curtis points: each doubling keeps the old ones.
        let mut values = vec![at(1.0)?, at(0.0)?, at(-1.0)?];
        loop {
            let n = values.len() - 1;
            let coarse = coefficients(&values);
            let mut finer = Vec::with_capacity(2 * n + 1);
            let mut error: f64 = 0.0;
            for (j, value) in values.iter().enumerate() {
                finer.push(*value);
                if j < n {
                    let x = libm::cos(PI * (2 * j + 1) as f64 / (2 * n) as f64);
                    let exact = at(x)?;
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
                });
            }
        }
    }

    /// The value at `g`; `None` outside the bounds.
    pub fn at(&self, g: f64) -> Option<f64> {
        let x = (2.0 * libm::log(g) - self.low - self.high) / (self.high - self.low);
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
        let drawn = self.curve.as_ref().and_then(|(curve, power)| Some(curve.at(x)? * libm::pow(x, *power)));
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
    let scaled = |x: f64| f(x).map(|value| value / libm::pow(x, power)).map_err(|_| String::new());
    let curve = Chebyshev::through(scaled, low, high, CLOSE * f(high).ok()?.abs() / libm::pow(high, power)).ok()?;
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
                half * value * libm::cos(PI * ((k * j) % (2 * n)) as f64 / n as f64)
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

/// Tolerance of one collision where it is computed by itself.
const TOLERANCE: f64 = 1e-12;
/// Error of the curves.
const CURVES_TO: f64 = 1e-9;
/// Restitutions below this are not put on a curve: there it bends without end.
const LEAST: f64 = 0.03;
/// Numbers below this are not put on a curve: the restitution is 1 to a millionth.
const SMALLEST: f64 = 1e-6;

/// `e` and the duration over `T` of `F = K delta^n + C delta^beta v` as functions of `g = C L^(beta+1)/(m* v)`, with
/// `L = (m* v^2/K)^(1/(n+1))` and `T = L/v`.
#[derive(Debug, Clone)]
pub struct CollisionCurves {
    n: f64,
    beta: f64,
    ends: Ends,
    restitution: Option<Chebyshev>,
    duration: Option<Chebyshev>,
}

/// The dimensionless number and the time scale of one impact.
pub fn number(force: &PowerForce, m_star: f64, speed: f64) -> (f64, f64) {
    let length = libm::pow(m_star * speed * speed / force.K, 1.0 / (force.alpha + 1.0));
    (force.C * libm::pow(length, force.beta + 1.0) / (m_star * speed), length / speed)
}

/// How long bodies of the effective mass `m_star` (kg) that meet at `speed` (m/s) act on each other, s, which is what is measured: a
/// force that is clamped at zero ends before the overlap does (Schwager & Poeschel 2007).
///
/// # Errors
/// When the bodies do not part, or their collision has no answer to this relative tolerance.
pub fn pushing(force: &PowerForce, m_star: f64, speed: f64, tolerance: f64) -> Result<f64, String> {
    let found =
        collide(force, None, &Approach::head_on(m_star, speed), tolerance).map_err(|error| error.to_string())?;
    let clamped = found.zero_force.filter(|_| force.ends == Ends::ForceClamped);
    clamped.or(found.end).map(|end| end.time.value).ok_or_else(|| "the bodies do not part".to_string())
}

/// Power of the speed in the number: 0 where the restitution is the same at every speed.
pub fn power(force: &PowerForce) -> f64 {
    2.0 * (force.beta + 1.0) / (force.alpha + 1.0) - 1.0
}

/// Key of the cache: exponents, end of contact, bounds of the number, and whether durations are included.
type CurveKey = ([u64; 4], Ends, bool);

/// Curves that were drawn last. A fit, the one its held-out heights judge and the next of a row of tables ask for the same.
static DRAWN: Mutex<VecDeque<(CurveKey, Arc<CollisionCurves>)>> = Mutex::new(VecDeque::new());
/// Size of the cache.
const KEPT: usize = 8;

impl CollisionCurves {
    /// Curves for forces like this one with numbers from `low` to `high`, drawn once; beyond them, and where no curve can be
    /// drawn, each collision is computed by itself.
    pub fn cached(force: &PowerForce, low: f64, high: f64, with_durations: bool) -> Arc<Self> {
        let asked = ([force.alpha, force.beta, low, high].map(f64::to_bits), force.ends, with_durations);
        let known = || DRAWN.lock().ok()?.iter().find(|(of, _)| *of == asked).map(|(_, scaled)| Arc::clone(scaled));
        known().unwrap_or_else(|| {
            // Others may draw meanwhile.
            let scaled = Arc::new(Self::new(force, low, high, with_durations));
            // What was ended while it was drawn is not kept.
            let whole = scaled.restitution.is_some() && scaled.duration.is_some() == with_durations;
            if let (true, Ok(mut drawn)) = (whole, DRAWN.lock()) {
                drawn.truncate(KEPT - 1);
                drawn.push_front((asked, Arc::clone(&scaled)));
            }
            scaled
        })
    }

    /// [`Self::drawn`] anew.
    fn new(force: &PowerForce, low: f64, high: f64, with_durations: bool) -> Self {
        let (n, beta, ends) = (force.alpha, force.beta, force.ends);
        let mut scaled = Self { n, beta, ends, restitution: None, duration: None };
        let low = low.max(SMALLEST);
        let mut high = high;
        while high > low && !scaled.exact_restitution(high).is_ok_and(|e| e > LEAST) {
            high *= 0.8;
        }
        if high > 1.001 * low {
            let (restitution, duration) = {
                let durations = || Chebyshev::through(|g| scaled.exact_duration(g), low, high, CURVES_TO).ok();
                let restitution = Chebyshev::through(|g| scaled.exact_restitution(g), low, high, CURVES_TO).ok();
                (restitution, if with_durations { durations() } else { None })
            };
            (scaled.restitution, scaled.duration) = (restitution, duration);
        }
        scaled
    }

    /// Whether the curves apply to a force.
    pub fn holds(&self, force: &PowerForce) -> bool {
        (self.n, self.beta, self.ends) == (force.alpha, force.beta, force.ends)
    }

    /// At this number.
    pub fn restitution(&self, g: f64) -> Result<f64, String> {
        if g == 0.0 {
            return Ok(1.0);
        }
        self.restitution.as_ref().and_then(|curve| curve.at(g)).map_or_else(|| self.exact_restitution(g), Ok)
    }

    /// Over `T`, until nothing acts any more.
    pub fn duration(&self, g: f64) -> Result<f64, String> {
        if g == 0.0 {
            return Ok(undamped_duration(&self.force(0.0), 1.0, 1.0));
        }
        self.duration.as_ref().and_then(|curve| curve.at(g)).map_or_else(|| self.exact_duration(g), Ok)
    }

    /// Largest error of what is read off the curves, relative.
    pub fn error(&self) -> f64 {
        let of = |curve: &Option<Chebyshev>| curve.as_ref().map_or(0.0, |curve| curve.error);
        of(&self.restitution).max(of(&self.duration)).max(TOLERANCE)
    }

    fn force(&self, g: f64) -> PowerForce {
        PowerForce { K: 1.0, alpha: self.n, C: g, beta: self.beta, reference_gap: 0.0, ends: self.ends }
    }

    fn exact_restitution(&self, g: f64) -> Result<f64, String> {
        restitution(&self.force(g), 1.0, 1.0, TOLERANCE).map_err(|error| error.to_string())
    }

    fn exact_duration(&self, g: f64) -> Result<f64, String> {
        pushing(&self.force(g), 1.0, 1.0, 1e-11)
    }
}
