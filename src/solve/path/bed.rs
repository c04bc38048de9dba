//! The bed of springs along a straight piece of path: every spring exact.

use super::{Driven, Spent};
use crate::contact::history::Spheres;
use crate::solve::mdr::Springs;

/// The method of dimensionality reduction.
#[derive(Debug, Clone)]
pub(super) struct Bed(Springs);

impl Bed {
    /// `count` springs up to the largest overlap of the path (m).
    pub fn new(spheres: Spheres, deepest: f64, count: usize) -> Self {
        Self(Springs::new(spheres, deepest, count))
    }
}

impl Driven for Bed {
    fn advance(&mut self, delta: f64, du: f64) {
        self.0.advance(delta.max(0.0), du);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let (work, slip) = self.0.advance_counted(delta.max(0.0), du);
        Spent { work, slip: Some(slip), created: Some(0.0) }
    }

    fn force(&self) -> f64 {
        self.0.force()
    }

    fn strain(&self) -> Option<f64> {
        Some(self.0.energy())
    }

    fn stick_radius(&self) -> Option<f64> {
        Some(self.0.stick_radius())
    }
}
