//! The torque that resists rolling.

use nalgebra::Vector3;

use crate::law::history::{SpringSlider, VectorMemory, sized};
use crate::law::shear::{Form, RollingForce, WhileSliding};

/// A rolling law with its memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rolling {
    law: RollingForce,
    /// m
    radius: [f64; 2],
    R_star: f64,
    /// Spring of the moment over the relative rolling angle, N m/rad.
    spring: SpringSlider<3>,
}

impl Rolling {
    pub fn new(law: RollingForce, radius: [f64; 2]) -> Self {
        let R_star = 1.0 / (1.0 / radius[0] + 1.0 / radius[1]);
        let form = if matches!(law, RollingForce::SpringDashpot { .. }) { Form::Total } else { Form::Coulomb };
        Self { law, radius, R_star, spring: SpringSlider::new(form) }
    }

    pub fn open(&mut self) {
        self.spring.open();
    }

    /// Torques on both bodies, N m, under the load `normal` (N) of the friction limit, at the end of `dt` (s) in which
    /// the normal has turned to `n` and the contact by `twist` about it.
    pub fn torques(
        &mut self,
        normal: f64,
        n: &Vector3<f64>,
        twist: f64,
        spin: &[Vector3<f64>; 2],
        dt: f64,
    ) -> [Vector3<f64>; 2] {
        let (stiffness, damping, friction) = match self.law {
            RollingForce::None => return [Vector3::zeros(); 2],
            RollingForce::OwnSpin { friction } => {
                let limit =
                    |i: usize| if self.radius[i].is_finite() { friction * normal * self.radius[i] } else { 0.0 };
                return [0, 1].map(|i| -sized(&spin[i], limit(i)));
            }
            RollingForce::Constant { friction } => (0.0, 0.0, friction),
            RollingForce::SpringDashpot { stiffness, damping, friction } => (stiffness, damping, friction),
        };
        let relative = spin[0] - spin[1];
        let rate = relative - n * n.dot(&relative);
        self.spring.turn(n, twist);
        let held = [stiffness, friction * normal * self.R_star];
        let torque = self.spring.step(held, &(rate * dt), &(rate * damping), WhileSliding::Capped).force;
        [-torque, torque]
    }
}
