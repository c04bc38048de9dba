//! Laws as models of what is measured of drops: restitution and duration.

use std::sync::Arc;

use super::problem::{Datum, Model, Unknown};
use super::scaled::{Scaled, power};
use crate::contact::{Ends, PowerForce};

/// What a datum measures; the number that [`Datum::quantity`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measurand {
    Restitution,
    /// From touch to the end of contact, s.
    ContactTime,
}

impl Measurand {
    /// Its number.
    pub fn quantity(self) -> usize {
        usize::from(self == Self::ContactTime)
    }

    fn of(datum: &Datum) -> Result<Self, String> {
        let known = [Self::Restitution, Self::ContactTime].into_iter().find(|of| of.quantity() == datum.quantity);
        known.ok_or_else(|| format!("there is no quantity {}", datum.quantity))
    }
}

/// A dashpot `C delta^beta v` beside a spring `K delta^n`, as it is seen from outside.
///
/// Scaled by `L = (m v^2/K)^(1/(n+1))` and `T = L/v`, restitution and duration over `T` depend on one number alone,
/// `g = C L^(beta+1)/(m v)`; `g` goes with `v` as `v^(2(beta+1)/(n+1) - 1)`, `T` as `v^(2/(n+1) - 1)`. So drops tell `g` at
/// a speed of reference, and nothing else; contact times tell `T`, hence `K`, as well. For Kuwabara & Kono
/// `g = (3/2) A (K/m)^(2/5) v^(1/5)`; for Tsuji `g = alpha`; for a linear dashpot `g` is twice the damping ratio.
#[derive(Debug, Clone)]
pub struct Dashpots {
    /// Its powers and its end.
    force: PowerForce,
    /// m/s
    reference_speed: f64,
    unknowns: Vec<Unknown>,
    /// The number and the time, where they are known.
    held: [Option<f64>; 2],
    scaled: Arc<Scaled>,
}

/// What is to be found of a law, or is known: the number `g` and the time `T` in s, both at the speed of reference.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    Unknown(Unknown),
    Held(f64),
}

impl Dashpots {
    /// `number` has bounds between which `g` may be asked for, `speeds` are those of the data, m/s. The curve of durations is
    /// drawn only `with_durations`, since it takes longer.
    pub fn new(
        (n, beta, ends): (f64, f64, Ends),
        reference_speed: f64,
        number: Given,
        time: Given,
        speeds: (f64, f64),
        with_durations: bool,
    ) -> Self {
        let force = PowerForce { K: 1.0, alpha: n, C: 1.0, beta, reference_gap: 0.0, ends };
        let (least, greatest) = match &number {
            Given::Unknown(unknown) => (unknown.low, unknown.high),
            Given::Held(value) => (0.999 * value, 1.001 * value),
        };
        let factors = [speeds.0, speeds.1].map(|speed| (speed / reference_speed).powf(power(&force)));
        let low = 0.999 * least * factors[0].min(factors[1]);
        let high = 1.001 * greatest * factors[0].max(factors[1]);
        let mut unknowns = Vec::new();
        let held = [number, time].map(|given| match given {
            Given::Held(value) => Some(value),
            Given::Unknown(unknown) => {
                unknowns.push(unknown);
                None
            }
        });
        let scaled = Scaled::drawn(&force, low, high, with_durations);
        Self { force, reference_speed, unknowns, held, scaled }
    }
}

impl Model for Dashpots {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        let mut theta = theta.iter().copied();
        let [number, time] = self.held.map(|held| held.or_else(|| theta.next()));
        let (number, time) = number.zip(time).ok_or("an unknown is missing")?;
        let ratio = datum.speed / self.reference_speed;
        let g = number * ratio.powf(power(&self.force));
        match Measurand::of(datum)? {
            Measurand::Restitution => self.scaled.restitution(g),
            Measurand::ContactTime => {
                let T = time * ratio.powf(2.0 / (self.force.alpha + 1.0) - 1.0);
                Ok(T * self.scaled.duration(g)?)
            }
        }
    }

    fn numerical_error(&self) -> f64 {
        self.scaled.error()
    }
}

/// Restitution as a formula of the speed.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    kind: Kind,
    /// m/s
    reference_speed: f64,
    unknowns: Vec<Unknown>,
    exponent: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Power,
    Line,
    Thornton,
}

fn unknown(name: &str, unit: &str, start: f64, low: f64, high: f64) -> Unknown {
    Unknown { name: name.to_string(), unit: unit.to_string(), start, low, high }
}

impl Formula {
    /// The same at every speed.
    pub fn constant() -> Self {
        let unknowns = vec![unknown("restitution", "1", 0.8, 0.0, 1.5)];
        Self { kind: Kind::Power, reference_speed: 1.0, unknowns, exponent: 0.0 }
    }

    /// `e = c (v/v_ref)^(-n)` with `c` unknown, and `n` as well where it is not given; 1/4 is far beyond first yield
    /// (Johnson 1985, section 11.5).
    pub fn power(reference_speed: f64, exponent: Option<f64>) -> Self {
        let mut unknowns = vec![unknown("restitution_at_reference", "1", 0.8, 0.0, 1.5)];
        if exponent.is_none() {
            unknowns.push(unknown("exponent", "1", 0.1, -1.0, 1.0));
        }
        Self { kind: Kind::Power, reference_speed, unknowns, exponent: exponent.unwrap_or(0.0) }
    }

    /// `e = c + slope (v - v_ref)`, both unknown.
    pub fn line(reference_speed: f64) -> Self {
        let free = |name, unit, start| unknown(name, unit, start, f64::NEG_INFINITY, f64::INFINITY);
        let unknowns = vec![free("restitution", "", 0.8), free("slope", "s/m", 0.0)];
        Self { kind: Kind::Line, reference_speed, unknowns, exponent: 0.0 }
    }

    /// [`thornton`], with the speed of first yield unknown; `with_factor`, also a factor for what is lost besides.
    pub fn thornton(start: f64, low: f64, high: f64, with_factor: bool) -> Self {
        let mut unknowns = vec![unknown("yield_speed", "m/s", start, low, high)];
        if with_factor {
            unknowns.push(unknown("factor", "1", 0.95, 0.0, 1.5));
        }
        Self { kind: Kind::Thornton, reference_speed: 1.0, unknowns, exponent: 0.0 }
    }
}

impl Model for Formula {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        if Measurand::of(datum)? != Measurand::Restitution {
            return Err("a formula for the restitution does not define contact times".to_string());
        }
        let first = *theta.first().ok_or("an unknown is missing")?;
        let second = theta.get(1).copied();
        Ok(match self.kind {
            Kind::Power => first * (datum.speed / self.reference_speed).powf(-second.unwrap_or(self.exponent)),
            Kind::Line => first + second.unwrap_or(0.0) * (datum.speed - self.reference_speed),
            Kind::Thornton => second.unwrap_or(1.0) * thornton(first, datum.speed),
        })
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
