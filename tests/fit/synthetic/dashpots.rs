//! A dashpot beside a spring by its restitutions and its durations: what the studies of contact times fit.

use std::sync::Arc;

use collisionbench::fit::curve::{CollisionCurves, power};
use collisionbench::fit::problem::{Datum, Model, Unknown};
use collisionbench::law::{Ends, PowerForce};

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
/// CollisionCurves by `L = (m v^2/K)^(1/(n+1))` and `T = L/v`, restitution and duration over `T` depend on one number alone,
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
    scaled: Arc<CollisionCurves>,
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
        let scaled = CollisionCurves::cached(&force, low, high, with_durations);
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
                let unit = time * ratio.powf(2.0 / (self.force.alpha + 1.0) - 1.0);
                Ok(unit * self.scaled.duration(g)?)
            }
        }
    }

    fn numerical_error(&self) -> f64 {
        self.scaled.error()
    }
}
