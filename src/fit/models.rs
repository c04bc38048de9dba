//! Laws as models of what is measured of drops: restitution, duration, rebound speed.

use super::curve::Curve;
use super::problem::{Datum, Model, Unknown};
use crate::contact::flow::restitution;
use crate::contact::{Ends, PowerForce};
use crate::solve::reference::collide;

/// What a datum measures; the number that [`Datum::quantity`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Restitution,
    /// From touch to the end of contact, s.
    ContactTime,
    /// m/s
    ReboundSpeed,
}

impl Measure {
    /// Its number.
    pub fn quantity(self) -> usize {
        match self {
            Self::Restitution => 0,
            Self::ContactTime => 1,
            Self::ReboundSpeed => 2,
        }
    }

    fn of(datum: &Datum) -> Result<Self, String> {
        match datum.quantity {
            0 => Ok(Self::Restitution),
            1 => Ok(Self::ContactTime),
            2 => Ok(Self::ReboundSpeed),
            other => Err(format!("there is no quantity {other}")),
        }
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
    n: f64,
    beta: f64,
    /// m/s
    reference_speed: f64,
    unknowns: Vec<Unknown>,
    free: [Free; 2],
    restitution: Curve,
    duration: Option<Curve>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Free {
    Unknown(usize),
    Held(f64),
}

/// What is to be found of a law, or is known: the number `g` and the time `T` in s, both at the speed of reference.
#[derive(Debug, Clone, PartialEq)]
pub enum Given {
    Unknown(Unknown),
    Held(f64),
}

/// Error of the curves.
const TOLERANCE: f64 = 1e-9;

impl Dashpots {
    /// `between` holds the least and the greatest `g` at the speed of reference that may be asked for, `speeds` the speeds
    /// of the data, m/s. The curve of durations is drawn only `with_durations`, since it takes longer.
    ///
    /// # Errors
    /// When a collision inside the bounds cannot be computed.
    pub fn new(
        (n, beta, ends): (f64, f64, Ends),
        reference_speed: f64,
        number: Given,
        time: Given,
        speeds: (f64, f64),
        with_durations: bool,
    ) -> Result<Self, String> {
        let power = 2.0 * (beta + 1.0) / (n + 1.0) - 1.0;
        let (least, greatest) = match &number {
            Given::Unknown(unknown) => (unknown.low, unknown.high),
            Given::Held(value) => (0.999 * value, 1.001 * value),
        };
        let factors = [speeds.0, speeds.1].map(|speed| (speed / reference_speed).powf(power));
        let low = 0.999 * least * factors[0].min(factors[1]);
        let high = 1.001 * greatest * factors[0].max(factors[1]);
        let force = |g: f64| PowerForce { K: 1.0, alpha: n, C: g, beta, reference_gap: 0.0, ends };
        let e = |g: f64| restitution(&force(g), 1.0, 1.0, 1e-12).map_err(|error| error.to_string());
        let duration = |g: f64| {
            let trajectory = collide(&force(g), 1.0, 1.0, 1e-11).map_err(|error| error.to_string())?;
            trajectory.end.map(|end| end.time.value).ok_or_else(|| "the bodies do not part".to_string())
        };
        let mut unknowns = Vec::new();
        let free = [number, time].map(|given| match given {
            Given::Held(value) => Free::Held(value),
            Given::Unknown(unknown) => {
                unknowns.push(unknown);
                Free::Unknown(unknowns.len() - 1)
            }
        });
        let restitution = Curve::through(e, low, high, TOLERANCE)?;
        let duration = if with_durations { Some(Curve::through(duration, low, high, TOLERANCE)?) } else { None };
        Ok(Self { n, beta, reference_speed, unknowns, free, restitution, duration })
    }

    fn value(&self, which: Free, theta: &[f64]) -> Result<f64, String> {
        match which {
            Free::Held(value) => Ok(value),
            Free::Unknown(at) => theta.get(at).copied().ok_or_else(|| "an unknown is missing".to_string()),
        }
    }

    /// `K` (N/m^n) of a time `T` at the speed of reference, for a mass in kg: `m v^2/(T v)^(n+1)`.
    pub fn stiffness(&self, time: f64, m_star: f64) -> f64 {
        let v = self.reference_speed;
        m_star * v * v / (time * v).powf(self.n + 1.0)
    }
}

impl Model for Dashpots {
    fn unknowns(&self) -> &[Unknown] {
        &self.unknowns
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        let [number, time] = self.free;
        let ratio = datum.speed / self.reference_speed;
        let power = 2.0 * (self.beta + 1.0) / (self.n + 1.0) - 1.0;
        let faster = if power == 0.0 { 1.0 } else { ratio.powf(power) };
        let g = self.value(number, theta)? * faster;
        let outside = || format!("g = {g:e} is outside the curve");
        match Measure::of(datum)? {
            Measure::Restitution => self.restitution.at(g).ok_or_else(outside),
            Measure::ReboundSpeed => Ok(datum.speed * self.restitution.at(g).ok_or_else(outside)?),
            Measure::ContactTime => {
                let curve = self.duration.as_ref().ok_or("contact times were not asked for")?;
                let T = self.value(time, theta)? * ratio.powf(2.0 / (self.n + 1.0) - 1.0);
                Ok(T * curve.at(g).ok_or_else(outside)?)
            }
        }
    }

    fn numerical_error(&self) -> f64 {
        self.restitution.error.max(self.duration.as_ref().map_or(0.0, |curve| curve.error))
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
        let first = *theta.first().ok_or("an unknown is missing")?;
        let e = match self.kind {
            Kind::Power => {
                let n = theta.get(1).copied().unwrap_or(self.exponent);
                first * (datum.speed / self.reference_speed).powf(-n)
            }
            Kind::Thornton => theta.get(1).copied().unwrap_or(1.0) * thornton(first, datum.speed),
        };
        match Measure::of(datum)? {
            Measure::Restitution => Ok(e),
            Measure::ReboundSpeed => Ok(datum.speed * e),
            Measure::ContactTime => Err("a formula for the restitution does not define contact times".to_string()),
        }
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

/// Speed of first yield, m/s, at a limiting contact pressure `p_y` (Pa, some 1.6 times the uniaxial yield stress):
/// `V_y = [(16/15)(pi/2)^5 p_y^5 R*^3/(m* E*^4)]^(1/2)` (Thornton 1997; Johnson 1985, eq. 6.9 to 6.11).
pub fn yield_speed(p_y: f64, E_star: f64, R_star: f64, m_star: f64) -> f64 {
    let ratio = (std::f64::consts::FRAC_PI_2 * p_y).powi(5) * R_star.powi(3) / (m_star * E_star.powi(4));
    (16.0 / 15.0 * ratio).sqrt()
}

/// The inverse of [`yield_speed`]: the limiting pressure, Pa.
pub fn limiting_pressure(V_y: f64, E_star: f64, R_star: f64, m_star: f64) -> f64 {
    (15.0 / 16.0 * V_y * V_y * m_star * E_star.powi(4) / R_star.powi(3)).powf(0.2) * std::f64::consts::FRAC_2_PI
}
