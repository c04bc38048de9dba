//! A collision to be integrated in steps.

use std::f64::consts::PI;

use libm::tgamma;

use crate::law::scene::Scene;
use crate::law::{NoPower, PowerForce};

/// Two bodies as input of a scheme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    pub force: PowerForce,
    /// Effective mass, kg.
    pub m_star: f64,
}

impl Encounter {
    /// The bodies of a scene.
    ///
    /// # Errors
    /// When its normal law is not a power of the overlap.
    pub fn of(scene: &Scene) -> Result<Self, NoPower> {
        Ok(Self { force: scene.power()?, m_star: scene.pair.m_star })
    }

    /// Duration of the undamped collision at a speed, s: [`undamped_duration`].
    pub fn undamped_duration(&self, speed: f64) -> f64 {
        undamped_duration(&self.force, self.m_star, speed)
    }
}

/// One collision to be integrated in steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Fraction of the first step before first touch, in [0, 1).
    pub phase: f64,
    /// Rate of approach at first touch, m/s.
    pub speed: f64,
    /// s
    pub dt: f64,
}

/// Largest overlap of the undamped collision, m: `((n+1) m* v^2/(2K))^(1/(n+1))` for `F = K delta^n`.
pub fn undamped_overlap(force: &PowerForce, m_star: f64, speed: f64) -> f64 {
    let n = force.alpha;
    libm::pow((n + 1.0) * m_star * speed * speed / (2.0 * force.K), 1.0 / (n + 1.0))
}

/// Duration of the undamped collision, s:
/// `2 sqrt(pi)/(n+1) Gamma(1/(n+1))/Gamma(1/2 + 1/(n+1)) delta_max/v` for `F = K delta^n`.
///
/// Exact; for spheres the 2.943 delta_max/v of Hertz 1881 (Johnson 1985, section 11.4), for `n = 1` half a period.
pub fn undamped_duration(force: &PowerForce, m_star: f64, speed: f64) -> f64 {
    let p = 1.0 / (force.alpha + 1.0);
    2.0 * PI.sqrt() * p * tgamma(p) / tgamma(0.5 + p) * undamped_overlap(force, m_star, speed) / speed
}
