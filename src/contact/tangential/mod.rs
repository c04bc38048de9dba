//! Tangential laws: what resists sliding along the contact.

pub mod dashpot;

use super::card::{LawError, axis};
use super::shear::ShearForce;
use super::{Elastic, Pair};

pub use dashpot::{ShearDamping, ShearStrength};

/// The tangential part of a contact.
pub trait TangentialLaw {
    /// The tangential force beside the elastic normal part `elastic`, `None` where that is no power of the overlap. Limit, levers and rolling are the contact's own
    /// and are put in by [`Contact::shear`](super::Contact::shear).
    ///
    /// # Errors
    /// When the bodies lack a modulus the law needs, or the law does not go with the normal law.
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError>;

    /// Coulomb's coefficient.
    fn friction(&self) -> f64;

    /// Whether a dashpot acts beside the spring.
    fn has_dashpot(&self) -> bool {
        false
    }
}

axis! {
    /// A tangential law.
    Tangential: TangentialLaw {
        none::Frictionless,
        coulomb::Coulomb,
        cundall_strack::CundallStrack,
        mindlin::Mindlin,
        stiffness_ratio::StiffnessRatio,
        mindlin_deresiewicz::MindlinDeresiewicz,
    }
}
