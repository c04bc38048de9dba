//! A damping of the motion of bodies: a share of the force on them, by the sign or the direction of their velocity.

use nalgebra::Vector3;

use super::{Elastic, Ends};
use crate::words::worded;

worded! {
    /// What the share of local damping opposes in an oblique impact.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DampedAlong {
        /// Each component of the force for itself, by the sign of that of the velocity: the result depends on the axes.
        Axes = "axes",
        /// The whole force, by the direction of the velocity.
        Velocity = "velocity",
    }
}

/// Local damping of an elastic contact as a force on the motion, for an impact that is no sequence of branches of the overlap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionDamping {
    /// Share of the force that opposes the motion.
    pub alpha: f64,
    /// `None` head-on.
    pub along: Option<DampedAlong>,
    /// The force of the contact without its dashpot.
    pub elastic: Elastic,
    /// The end of contact, which a dashpot makes a difference to.
    pub ends: Ends,
}

impl MotionDamping {
    /// Whether a head-on impact along this normal, in the axes of the case, gets motion along the contact: components along several axes
    /// are damped apart.
    pub fn deflects(&self, normal: &[f64; 3]) -> bool {
        let tilted = normal.iter().filter(|part| **part != 0.0).count() > 1;
        tilted && self.along == Some(DampedAlong::Axes)
    }

    /// The force that a body with this velocity is under, of the `force` of its contact.
    pub fn damped(&self, force: &Vector3<f64>, velocity: &Vector3<f64>) -> Vector3<f64> {
        let a = self.alpha;
        if self.along == Some(DampedAlong::Axes) {
            let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            return force.zip_map(velocity, |f, v| f - a * f.abs() * sign(v));
        }
        let speed = velocity.norm();
        if speed == 0.0 { *force } else { force - velocity * (a * force.norm() / speed) }
    }
}
