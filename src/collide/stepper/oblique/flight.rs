//! Two rigid bodies and the force and torques on them.

use nalgebra::Vector3;

use super::normal::NormalPair;
use super::{Impact, Oblique};

/// Force and torques that act now.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Wrench {
    /// On body 1; the opposite acts on body 2. N
    pub force: Vector3<f64>,
    /// On each body about its centre, N m.
    pub torque: [Vector3<f64>; 2],
}

/// The last step of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Crossing {
    /// Displacements of body 1 relative to body 2 since first touch, before and after, m.
    pub start: Vector3<f64>,
    pub end: Vector3<f64>,
    /// Part of the step after which the contact is over, on a straight line.
    pub part: f64,
    /// Whether the law ends it, at an overlap of its own; otherwise it is over at zero overlap.
    pub law: bool,
}

/// Two rigid bodies in the axes of the case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Flight {
    /// Displacement of each body from its position at first touch, m.
    pub place: [Vector3<f64>; 2],
    /// m/s
    pub velocity: [Vector3<f64>; 2],
    /// rad/s
    pub spin: [Vector3<f64>; 2],
    /// `1/m`, 0 for a body that does not move.
    light: [f64; 2],
    /// `1/I`
    nimble: [f64; 2],
}

impl Flight {
    /// The bodies a part `phase` of a step before first touch. The speeds are those about the common centre of mass
    /// plus the drift of the frame; a body of infinite mass has the drift alone.
    pub fn before<N: NormalPair>(oblique: &Oblique<N>, impact: &Impact) -> Self {
        let [n, t, b] = oblique.frame();
        let relative = t * oblique.kinematics.tangential_speed - n * impact.speed;
        let drift = Vector3::from(oblique.kinematics.drift);
        let m_star = oblique.encounter.m_star();
        let [one, two] = oblique.mass.map(|mass| m_star / mass);
        let velocity = [drift + relative * one, drift - relative * two];
        let spin = oblique.kinematics.spin.map(|[along_n, along_t, along_b]| n * along_n + t * along_t + b * along_b);
        let mut place = velocity.map(|velocity| velocity * (-impact.phase * impact.dt));
        place[0] -= n * oblique.encounter.touch();
        let inverse = |inertia: f64| 1.0 / inertia;
        Self { place, velocity, spin, light: oblique.mass.map(inverse), nimble: oblique.bodies.inertia.map(inverse) }
    }

    #[inline(always)]
    pub fn drift(&mut self, dt: f64) {
        self.place[0] += self.velocity[0] * dt;
        self.place[1] += self.velocity[1] * dt;
    }

    #[inline(always)]
    pub fn kick(&mut self, wrench: &Wrench, dt: f64) {
        self.velocity[0] += wrench.force * (self.light[0] * dt);
        self.velocity[1] -= wrench.force * (self.light[1] * dt);
        self.spin[0] += wrench.torque[0] * (self.nimble[0] * dt);
        self.spin[1] += wrench.torque[1] * (self.nimble[1] * dt);
    }

    /// Displacement of body 1 relative to body 2 since first touch, m.
    #[inline(always)]
    pub fn apart(&self) -> Vector3<f64> {
        self.place[0] - self.place[1]
    }

    /// Velocity of body 1 relative to body 2, m/s.
    #[inline(always)]
    pub fn relative(&self) -> Vector3<f64> {
        self.velocity[0] - self.velocity[1]
    }
}
