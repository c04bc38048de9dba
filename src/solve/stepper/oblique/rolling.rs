//! The torque that resists rolling.

use nalgebra::Vector3;

use crate::contact::history::turned;
use crate::contact::shear::RollingForce;

/// A rolling law with its memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rolling {
    law: RollingForce,
    /// m
    radius: [f64; 2],
    R_star: f64,
    /// `theta_r` of the rolling spring, rad.
    angle: Vector3<f64>,
}

impl Rolling {
    pub fn new(law: RollingForce, radius: [f64; 2]) -> Self {
        let R_star = 1.0 / (1.0 / radius[0] + 1.0 / radius[1]);
        Self { law, radius, R_star, angle: Vector3::zeros() }
    }

    pub fn open(&mut self) {
        self.angle = Vector3::zeros();
    }

    /// Torques on both bodies, N m, under the load `normal` (N) of the friction limit, at the end of `dt` seconds in
    /// which the contact has turned to `n` and by `twist` about it.
    pub fn torques(
        &mut self,
        normal: f64,
        n: &Vector3<f64>,
        twist: f64,
        spin: &[Vector3<f64>; 2],
        dt: f64,
    ) -> Option<[Vector3<f64>; 2]> {
        let across = || {
            let relative = spin[0] - spin[1];
            relative - n * n.dot(&relative)
        };
        match self.law {
            RollingForce::None => None,
            RollingForce::OwnSpin { friction } => {
                let torque = |i: usize| {
                    // A wall has no spin and no radius.
                    if self.radius[i].is_finite() {
                        against(&spin[i], friction * normal * self.radius[i])
                    } else {
                        Vector3::zeros()
                    }
                };
                Some([torque(0), torque(1)])
            }
            RollingForce::Constant { friction } => {
                let torque = against(&across(), friction * normal * self.R_star);
                Some([torque, -torque])
            }
            RollingForce::SpringDashpot { stiffness, damping, friction } => {
                let rate = across();
                let angle = turned(&self.angle, n, twist) + rate * dt;
                let (trial, limit) = (angle * stiffness + rate * damping, friction * normal * self.R_star);
                let size = trial.norm();
                let held = if size > limit { trial * (limit / size) } else { trial };
                self.angle = if stiffness > 0.0 { (held - rate * damping) / stiffness } else { angle };
                Some([-held, held])
            }
        }
    }
}

/// A torque of that size against a spin; none where nothing turns.
fn against(spin: &Vector3<f64>, size: f64) -> Vector3<f64> {
    let rate = spin.norm();
    if rate > 0.0 { spin * (-size / rate) } else { Vector3::zeros() }
}
