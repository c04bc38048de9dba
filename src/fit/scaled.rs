//! Dimensionless collisions of a spring with a dashpot, as functions of their single number.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::collide::reference::{Approach, collide};
use crate::collide::restitution;
use crate::collide::stepper::undamped_duration;
use crate::fit::curve::Chebyshev;
use crate::law::{Ends, PowerForce};

/// Tolerance of one collision where it is computed by itself.
const TOLERANCE: f64 = 1e-12;
/// Error of the curves.
const CLOSE: f64 = 1e-9;
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
    let length = (m_star * speed * speed / force.K).powf(1.0 / (force.alpha + 1.0));
    (force.C * length.powf(force.beta + 1.0) / (m_star * speed), length / speed)
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
                let durations = || Chebyshev::through(|g| scaled.exact_duration(g), low, high, CLOSE).ok();
                let restitution = Chebyshev::through(|g| scaled.exact_restitution(g), low, high, CLOSE).ok();
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
