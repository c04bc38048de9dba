//! Sliding friction and nothing else.

use super::{Memory, Pressed};

/// Coulomb: `T = mu N` against the sliding, in N, and 0 where nothing slides.
///
/// Rigid surfaces. At rest the force is not determined by the law; 0 is what is left of it. Coulomb 1785.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Coulomb {
    force: f64,
}

impl Memory for Coulomb {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        self.force = if du == 0.0 { 0.0 } else { to.limit.copysign(du) };
        self.force
    }

    fn force(&self) -> f64 {
        self.force
    }
}
