//! Formulas for the restitution as models of measured data.

use super::problem::{Datum, Model, Unknown};
use super::scaled::{CollisionCurves, power};
use crate::contact::{Ends, PowerForce};

/// The restitution as a function of the unknowns and the speed.
type Restitution = Box<dyn Fn(&[f64], f64) -> Result<f64, String> + Send + Sync>;

/// Restitution as a function of the speed.
pub struct Formula {
    unknowns: Vec<Unknown>,
    restitution: Restitution,
    /// Largest relative error.
    error: f64,
}

fn unknown(name: &str, unit: &str, start: f64, low: f64, high: f64) -> Unknown {
    Unknown { name: name.to_string(), unit: unit.to_string(), start, low, high }
}

impl Formula {
    /// `of` gets the first unknown, the second if there is one, and the speed.
    fn new(unknowns: Vec<Unknown>, of: impl Fn(f64, Option<f64>, f64) -> f64 + Send + Sync + 'static) -> Self {
        let restitution = move |theta: &[f64], speed: f64| {
            let first = *theta.first().ok_or("an unknown is missing")?;
            Ok(of(first, theta.get(1).copied(), speed))
        };
        Self { unknowns, restitution: Box::new(restitution), error: 0.0 }
    }

    /// The same at every speed.
    pub fn constant() -> Self {
        Self::new(vec![unknown("restitution", "1", 0.8, 0.0, 1.5)], |e, _, _| e)
    }

    /// `e = c (v/v_ref)^(-n)` with `c` unknown, and `n` as well where it is not given; 1/4 is far beyond first yield
    /// (Johnson 1985, section 11.5).
    pub fn power(reference_speed: f64, exponent: Option<f64>) -> Self {
        let mut unknowns = vec![unknown("restitution_at_reference", "1", 0.8, 0.0, 1.5)];
        if exponent.is_none() {
            unknowns.push(unknown("exponent", "1", 0.1, -1.0, 1.0));
        }
        let n = exponent.unwrap_or(0.0);
        Self::new(unknowns, move |c, own, speed| c * (speed / reference_speed).powf(-own.unwrap_or(n)))
    }

    /// `e = c + slope (v - v_ref)`, both unknown.
    pub fn line(reference_speed: f64) -> Self {
        let free = |name, unit, start| unknown(name, unit, start, f64::NEG_INFINITY, f64::INFINITY);
        let unknowns = vec![free("restitution", "", 0.8), free("slope", "s/m", 0.0)];
        Self::new(unknowns, move |c, slope, speed| c + slope.unwrap_or(0.0) * (speed - reference_speed))
    }

    /// [`thornton`], with the speed of first yield unknown.
    pub fn thornton(start: f64, low: f64, high: f64) -> Self {
        Self::new(vec![unknown("yield_speed", "m/s", start, low, high)], |V_y, _, speed| thornton(V_y, speed))
    }

    /// A dashpot `C delta^beta v` beside a spring `K delta^n`, as it is seen from outside: `number` is `g` at the speed of
    /// reference, between bounds, and `speeds` are those of the data, m/s.
    ///
    /// CollisionCurves by `L = (m v^2/K)^(1/(n+1))` the restitution depends on one number alone, `g = C L^(beta+1)/(m v)`, which goes
    /// with `v` as `v^(2(beta+1)/(n+1) - 1)`: drops tell it, and nothing else. For Kuwabara & Kono `g = (3/2) A (K/m)^(2/5)
    /// v^(1/5)`; for Tsuji `g = alpha`; for a linear dashpot it is twice the damping ratio.
    pub fn dashpot(
        (n, beta, ends): (f64, f64, Ends),
        reference_speed: f64,
        number: Unknown,
        (slow, fast): (f64, f64),
    ) -> Self {
        let force = PowerForce { K: 1.0, alpha: n, C: 1.0, beta, reference_gap: 0.0, ends };
        let factor = move |speed: f64| (speed / reference_speed).powf(power(&force));
        let factors = [slow, fast].map(factor);
        let low = 0.999 * number.low * factors[0].min(factors[1]);
        let high = 1.001 * number.high * factors[0].max(factors[1]);
        let scaled = CollisionCurves::cached(&force, low, high, false);
        let error = scaled.error();
        let restitution = move |theta: &[f64], speed: f64| {
            scaled.restitution(theta.first().ok_or("an unknown is missing")? * factor(speed))
        };
        Self { unknowns: vec![number], restitution: Box::new(restitution), error }
    }
}

impl Model for Formula {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        (self.restitution)(theta, datum.speed)
    }

    fn numerical_error(&self) -> f64 {
        self.error
    }
}

/// Restitution of an elastic, perfectly plastic sphere of yield speed `V_y` at speed `v`, m/s both; 1 below `V_y`.
///
/// `e = (6 sqrt3/5)^(1/2) [1 - w^2/6]^(1/2) [w/(w + 2 sqrt(6/5 - w^2/5))]^(1/4)` with `w = V_y/v` (Thornton 1997, J. Appl.
/// Mech. 64, 383; Thornton & Ning 1998).
pub fn thornton(V_y: f64, v: f64) -> f64 {
    let w = V_y / v;
    if w >= 1.0 {
        return 1.0;
    }
    let plastic = w / (w + 2.0 * (1.2 - 0.2 * w * w).sqrt());
    (1.2 * 3f64.sqrt()).sqrt() * (1.0 - w * w / 6.0).sqrt() * plastic.powf(0.25)
}
