//! A linear spring with a slider.

use super::{Memory, Pressed};

/// Cundall & Strack: `T += k_s du`, held within `+-mu N`, in N.
///
/// A constant stiffness whatever the load: it stores and gives back the same energy, but is no theory of spheres.
/// Cundall & Strack 1979, Geotechnique 29, 47.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CundallStrack {
    /// `k_s`, N/m
    stiffness: f64,
    force: f64,
}

impl CundallStrack {
    /// With the stiffness `k_s`, N/m.
    pub fn new(stiffness: f64) -> Self {
        Self { stiffness, force: 0.0 }
    }
}

impl Memory for CundallStrack {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        self.force = (self.force + self.stiffness * du).max(-to.limit).min(to.limit);
        self.force
    }

    fn force(&self) -> f64 {
        self.force
    }
}
