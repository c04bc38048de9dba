//! The memory diagram along a straight piece of path: exact wherever it is asked.

use super::quadrature::kinked;
use super::{Driven, Spent};
use crate::contact::history::{Memory, MemoryDiagram, Spheres};

/// Of an integral over one piece, relative to friction times the way.
const WITHIN: f64 = 1e-14;

/// Work and slip are integrated apart, over the force and over the power of the ring that slips; what is stored is read
/// off the rings. The ledger therefore says something.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    law: MemoryDiagram,
    spheres: Spheres,
    delta: f64,
}

impl Diagram {
    pub fn new(spheres: Spheres) -> Self {
        Self { law: MemoryDiagram::new(spheres), spheres, delta: 0.0 }
    }

    /// The law a part `x` of the way along.
    fn at(&self, x: f64, delta: f64, du: f64) -> MemoryDiagram {
        let mut law = self.law.clone();
        law.advance(&self.spheres.pressed(self.delta + (delta - self.delta) * x), du * x);
        law
    }
}

impl Driven for Diagram {
    fn advance(&mut self, delta: f64, du: f64) {
        self.law.advance(&self.spheres.pressed(delta), du);
        self.delta = delta.max(0.0);
    }

    fn straight(&mut self, delta: f64, du: f64) -> Spent {
        let delta = delta.max(0.0);
        let rise = delta - self.delta;
        let power = |x: f64| {
            let law = self.at(x, delta, du);
            [Memory::force(&law) * du, law.slip_power(rise, du)]
        };
        let eta = self.spheres.slide_per_overlap();
        let limit = self.spheres.pressed(delta.max(self.delta)).limit;
        let scale = WITHIN * limit * (du.abs() + eta * rise.abs());
        let [work, slip] = kinked(&power, [scale, scale]);
        self.advance(delta, du);
        Spent { work, slip: Some(slip), created: Some(0.0) }
    }

    fn force(&self) -> f64 {
        Memory::force(&self.law)
    }

    fn strain(&self) -> Option<f64> {
        Some(self.law.energy())
    }

    fn stick_radius(&self) -> Option<f64> {
        Some(self.law.stick_radius())
    }
}
