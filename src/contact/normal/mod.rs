//! Elastic normal laws.

use super::card::{LawError, axis};
use super::{Elastic, Pair};

/// The elastic part of a normal force.
pub trait NormalLaw {
    /// `K delta^alpha` for the two bodies of `pair`.
    ///
    /// # Errors
    /// When the bodies lack a modulus the law needs.
    fn elastic(&self, pair: &Pair) -> Result<Elastic, LawError>;
}

axis! {
    /// An elastic normal law.
    Normal: NormalLaw {
        hertz::Hertz,
        hooke::Hooke,
        power_law::PowerLaw,
    }
}
