//! Rolling laws: the resistance to rolling.

use super::Pair;
use super::card::{LawError, axis};
use super::shear::RollingForce;

/// The rolling part of a contact.
pub trait RollingLaw {
    /// The torque between the two bodies of `pair`.
    ///
    /// # Errors
    /// When the law lacks input.
    fn force(&self, pair: &Pair) -> Result<RollingForce, LawError>;
}

axis! {
    /// A rolling law.
    Rolling: RollingLaw {
        none::Free,
        own_spin::OwnSpin,
        constant::Constant,
        spring_dashpot::SpringDashpot,
    }
}
