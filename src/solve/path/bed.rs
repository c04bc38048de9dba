//! The bed of springs along a straight piece of path: exact for every spring.

use super::{Driven, Spent};
use crate::solve::mdr::Springs;

impl Driven for Springs {
    fn advance(&mut self, delta: f64, du: f64) {
        Self::advance(self, delta.max(0.0), du);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let (work, slip) = self.advance_counted(delta.max(0.0), du);
        Spent { work, slip, created: 0.0 }
    }

    fn force(&self) -> f64 {
        Self::force(self)
    }

    fn strain(&self) -> f64 {
        self.energy()
    }

    fn stick_radius(&self) -> Option<f64> {
        Some(Self::stick_radius(self))
    }
}
