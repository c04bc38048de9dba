//! A collision to be integrated in steps, and the results that a production code would report.

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

/// How a stepped collision ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Separated,
    /// No end after some 300 undamped durations (20 million steps at most).
    StaysInContact,
    /// The numbers diverged: the step is far too large.
    Diverged,
}

/// The results that a production code would report for one collision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stepped {
    pub ending: Ending,
    /// From the velocity after the last kick; 0 when the bodies stay in contact, not a number when the run diverged.
    pub restitution: f64,
    /// From first touch to the end of contact of a law with branches, s; interpolated. Absent for any other law.
    pub duration_to_end: Option<f64>,
    /// From first touch to the linearly interpolated crossing of zero overlap, s.
    pub duration_to_zero_overlap: Option<f64>,
    /// From first touch to the linearly interpolated zero of the law's force on separation, s; absent without damping, and when
    /// no step lies between that zero and the end.
    pub duration_to_zero_force: Option<f64>,
    /// Number of steps in contact times dt, s.
    pub duration_counted: Option<f64>,
    /// Largest sampled overlap, m.
    pub max_overlap: f64,
    /// Maximum of the parabola through the largest sample and its neighbours, m.
    pub max_overlap_interpolated: f64,
    /// Largest force the scheme evaluated, N.
    pub max_force: f64,
    /// The tangential result; absent head-on, and where the run diverged.
    pub tangential: Option<SteppedTangential>,
}

/// The tangential and rotational half of a stepped collision, as plain numbers; vectors in `n`, `t`, `b` of first touch.
///
/// Unless stated, as in [`TangentialResult`](crate::collide::trajectory::TangentialResult). `None`: not known from the law's memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SteppedTangential {
    /// Of body 1 relative to body 2 after the collision, m/s.
    pub velocity: [f64; 3],
    /// rad/s
    pub spin: [[f64; 3]; 2],
    /// Along `t` and `b`, m/s.
    pub slip_before: [f64; 2],
    /// Along `t` and `b` as they have turned with the normal, m/s.
    pub slip: [f64; 2],
    /// m/s
    pub separation: f64,
    /// On body 1, N s.
    pub impulse: [f64; 3],
    /// J
    pub energy_slip: Option<f64>,
    /// Work of both dashpots, J: normal and tangential.
    pub energy_dashpot: f64,
    /// J
    pub energy_rolling: f64,
    /// J
    pub energy_created: Option<f64>,
    /// Elastic energy deleted with the contact, normal and tangential, J.
    pub energy_strain: Option<f64>,
    /// Loss of kinetic energy of the relative motion and of the spins, J.
    pub energy_lost: f64,
    /// Magnitude.
    pub momentum_residual: f64,
    /// Magnitude, with the sign of the part along `b`.
    pub angular_momentum_residual: f64,
}

/// Largest overlap of the undamped collision, m: `((n+1) m* v^2/(2K))^(1/(n+1))` for `F = K delta^n`.
pub fn undamped_overlap(force: &PowerForce, m_star: f64, speed: f64) -> f64 {
    let n = force.alpha;
    ((n + 1.0) * m_star * speed * speed / (2.0 * force.K)).powf(1.0 / (n + 1.0))
}

/// Duration of the undamped collision, s:
/// `2 sqrt(pi)/(n+1) Gamma(1/(n+1))/Gamma(1/2 + 1/(n+1)) delta_max/v` for `F = K delta^n`.
///
/// Exact; for spheres the 2.943 delta_max/v of Hertz 1881 (Johnson 1985, section 11.4), for `n = 1` half a period.
pub fn undamped_duration(force: &PowerForce, m_star: f64, speed: f64) -> f64 {
    let p = 1.0 / (force.alpha + 1.0);
    2.0 * PI.sqrt() * p * tgamma(p) / tgamma(0.5 + p) * undamped_overlap(force, m_star, speed) / speed
}
