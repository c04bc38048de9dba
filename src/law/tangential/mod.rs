//! Tangential laws: the resistance to sliding.

mod coulomb;
pub mod dashpot;
mod mindlin_deresiewicz;
mod none;
mod spring;

use super::card::{LawError, axis};
use super::shear::ShearForce;
use super::{Elastic, Pair};

pub use coulomb::Coulomb;
pub use dashpot::{ShearDamping, ShearStrength};
pub use mindlin_deresiewicz::MindlinDeresiewicz;
pub use none::Frictionless;
pub use spring::{CundallStrack, Mindlin, StiffnessRatio};

/// The tangential part of a contact.
pub trait TangentialLaw {
    /// The tangential force for the elastic normal part `elastic`, `None` where that is not a power of the overlap. Limit, levers
    /// and rolling belong to the contact and are added by [`Contact::shear`](super::Contact::shear).
    ///
    /// # Errors
    /// When the bodies lack a required modulus, or the law cannot be combined with the normal law.
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError>;

    /// Coulomb's coefficient.
    fn friction(&self) -> f64;

    /// Whether a dashpot acts in parallel with the spring.
    fn has_dashpot(&self) -> bool {
        false
    }
}

axis! {
    /// A tangential law.
    Tangential: TangentialLaw {
        Frictionless,
        Coulomb,
        CundallStrack,
        Mindlin,
        StiffnessRatio,
        MindlinDeresiewicz,
    }
}
