//! Laws without a spring, along a path.

use super::{Driven, Spent};
use crate::contact::PowerForce;
use crate::contact::shear::{Form, ShearForce};

/// No friction, or Coulomb's: all that is put in slips.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slider {
    /// `mu`, 0 without friction.
    friction: f64,
    normal: PowerForce,
    delta: f64,
    force: f64,
}

impl Slider {
    pub fn new(shear: &ShearForce, normal: &PowerForce) -> Self {
        let friction = if shear.form == Form::Coulomb { shear.friction } else { 0.0 };
        Self { friction, normal: *normal, delta: 0.0, force: 0.0 }
    }
}

impl Driven for Slider {
    fn advance(&mut self, delta: f64, du: f64) {
        self.straight(delta, du);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let from = self.delta;
        self.delta = delta;
        let limit = |x: f64| self.friction * self.normal.elastic(from + (delta - from) * x);
        self.force = if du == 0.0 { 0.0 } else { limit(1.0).copysign(du) };
        let [mean] = super::quadrature::smooth(|x| [limit(x)]);
        let work = mean * du.abs();
        Spent { work, slip: Some(work), created: Some(0.0) }
    }

    fn force(&self) -> f64 {
        self.force
    }

    fn strain(&self) -> Option<f64> {
        Some(0.0)
    }

    fn stick_radius(&self) -> Option<f64> {
        None
    }
}
