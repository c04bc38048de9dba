//! Rolling laws: the resistance to rolling.

mod constant;
mod none;
mod own_spin;
mod spring_dashpot;

use super::Pair;
use super::card::{LawError, axis};
use super::shear::RollingForce;

pub use constant::Constant;
pub use none::Free;
pub use own_spin::OwnSpin;
pub use spring_dashpot::SpringDashpot;

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
        Free,
        OwnSpin,
        Constant,
        SpringDashpot,
    }
}
