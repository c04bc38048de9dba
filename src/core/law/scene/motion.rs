//! Equations of motion of two rigid bodies in contact, shared by every integrator.
//!
//! In the plane, with `w` the rate of approach, `v` the tangential velocity of body 1 relative to body 2, `omega_i` the
//! spins along `b` and `d` the distance of the centres (infinite at a wall), under the normal force `N` and the
//! tangential force `-T` on body 1, in axes that turn with the contact at `phi' = v/d`:
//!
//! `delta' = w`, `w' = -N/m* - v^2/d`, `v' = -T/m* + w v/d`, `omega_i' = l_i T/I_i`, `v_s = v - a_1 omega_1 - a_2 omega_2`,
//!
//! `a_i` the arms of the slip velocity and `l_i` those of the torque (Goldstein, Classical Mechanics, chapters 1 and 5).

use nalgebra::Vector3;

use super::{ImpactKinematics, Scene};
use crate::law::shear::{Arm, Levers};

/// Effective mass, radii and moments of inertia of two rigid bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bodies {
    /// kg
    pub m_star: f64,
    /// m; infinite for a wall.
    pub radius: [f64; 2],
    /// Moment of inertia, kg m2; infinite for a wall and for a body that is held.
    pub inertia: [f64; 2],
}

impl Bodies {
    /// The numbers of a scene.
    pub fn of(scene: &Scene) -> Self {
        Self {
            m_star: scene.pair.m_star,
            radius: [scene.bodies[0].radius(), scene.bodies[1].radius()],
            inertia: scene.bodies.each_ref().map(|body| if body.held { f64::INFINITY } else { body.inertia() }),
        }
    }

    /// An effective mass (kg) in one-dimensional motion.
    pub fn head_on(m_star: f64) -> Self {
        Self { m_star, radius: [f64::INFINITY; 2], inertia: [f64::INFINITY; 2] }
    }

    /// Distance of the centres at an overlap, m; infinite at a wall.
    pub fn distance(&self, delta: f64) -> f64 {
        self.radius[0] + self.radius[1] - delta
    }

    /// The arms of both bodies, m; 0 for a wall.
    pub fn arms(&self, arm: Arm, delta: f64) -> [f64; 2] {
        let [one, two] = self.radius;
        [arm.length(one, two, delta), arm.length(two, one, delta)]
    }

    /// Slip velocity at first touch along `t` and `b`, m/s.
    pub fn slip(&self, arm: Arm, kinematics: &ImpactKinematics) -> [f64; 2] {
        let arms = self.arms(arm, 0.0);
        let along = |k: usize| arms[0] * kinematics.spin[0][k] + arms[1] * kinematics.spin[1][k];
        [kinematics.tangential_speed - along(2), along(1)]
    }

    /// Kinetic energy of the relative velocity and the spins, J, without bodies that cannot turn.
    pub fn kinetic(&self, velocity: &Vector3<f64>, spin: &[Vector3<f64>; 2]) -> f64 {
        let turning = self.inertia.iter().zip(spin).filter(|(inertia, _)| inertia.is_finite());
        let turning: f64 = turning.map(|(inertia, spin)| 0.5 * inertia * spin.norm_squared()).sum();
        0.5 * self.m_star * velocity.norm_squared() + turning
    }

    /// Angular momentum of the relative velocity of bodies whose centres are `apart`, and of the spins, N m s.
    pub fn angular(&self, apart: &Vector3<f64>, velocity: &Vector3<f64>, spin: &[Vector3<f64>; 2]) -> Vector3<f64> {
        let turning = self.inertia.iter().zip(spin).filter(|(inertia, _)| inertia.is_finite());
        turning.fold(apart.cross(velocity) * self.m_star, |sum, (inertia, spin)| sum + spin * *inertia)
    }

    /// `m*/m_t`: velocity change of the contact point by a tangential impulse over that by an equal normal one, at zero
    /// overlap; 7/2 for a solid sphere on a wall and for two like ones.
    pub fn mass_ratio(&self, levers: Levers) -> f64 {
        let (slip, torque) = (self.arms(levers.slip, 0.0), self.arms(levers.torque, 0.0));
        let part = |i: usize| if self.inertia[i].is_infinite() { 0.0 } else { slip[i] * torque[i] / self.inertia[i] };
        1.0 + self.m_star * (part(0) + part(1))
    }
}

/// Signed residual of a balance of momentum (along `n`) or angular momentum (along `b`): the length of the vector, with
/// the sign of its component along that axis.
pub fn residual(left: Vector3<f64>, axis: Vector3<f64>) -> f64 {
    left.norm().copysign(left.dot(&axis))
}
