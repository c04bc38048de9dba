//! Mindlin's stiffness without slip, `k_t = 8 G* a`, as the springs production codes make of it.
//!
//! The stiffness is exact for spheres that do not slip under a constant load (Mindlin 1949, J. Appl. Mech. 16, 259).
//! What to do while the load changes is not in it, and the three readings differ. All hold the force within `+-mu N`.

use super::{Memory, Pressed};

/// `T = k_t(delta) s` with the total stretch `s`: the whole stretch is felt at today's stiffness.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TotalSpring {
    /// m
    stretch: f64,
    force: f64,
}

impl Memory for TotalSpring {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        if to.limit <= 0.0 {
            *self = Self::default();
            return 0.0;
        }
        self.stretch += du;
        self.force = to.k_t * self.stretch;
        if self.force.abs() > to.limit {
            self.force = to.limit.copysign(self.force);
            self.stretch = self.force / to.k_t;
        }
        self.force
    }

    fn force(&self) -> f64 {
        self.force
    }
}

/// `T += k_t(delta) du`: what was gained at a high load is kept at a low one, and so energy can come from nothing
/// (Elata & Berryman 1996, Mech. Mater. 24, 229).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct IncrementalSpring {
    force: f64,
}

impl Memory for IncrementalSpring {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        self.force = (self.force + to.k_t * du).max(-to.limit).min(to.limit);
        self.force
    }

    fn force(&self) -> f64 {
        self.force
    }
}

/// As [`IncrementalSpring`], but on unloading the force is first taken down with the stiffness, `T k_t/k_t_old`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RescaledSpring {
    force: f64,
    /// Of the step before, N/m
    k_t: f64,
}

impl Memory for RescaledSpring {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        if to.k_t < self.k_t {
            self.force *= to.k_t / self.k_t;
        }
        self.k_t = to.k_t;
        self.force = (self.force + to.k_t * du).max(-to.limit).min(to.limit);
        self.force
    }

    fn force(&self) -> f64 {
        self.force
    }
}
