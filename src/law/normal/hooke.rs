//! A linear spring.

use super::NormalLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Hooke: `F = K delta`, in N.
///
/// A modelling choice, not a material property: the duration does not depend on speed. Cundall & Strack 1979.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hooke {
    /// N/m
    pub stiffness: f64,
}

impl Hooke {
    pub const CARD: Card = Card {
        name: "hooke",
        title: "A linear spring",
        formula: "F = K delta",
        symbols: &[("K", "stiffness", "N/m"), ("delta", "overlap", "m")],
        holds: "a modelling choice: duration pi sqrt(m*/K) at every speed",
        source: "Cundall & Strack 1979, Geotechnique 29, 47",
        known_as: &[("LAMMPS", "hooke"), ("LIGGGHTS", "model hooke"), ("PFC", "linear")],
    };
    pub const KEYS: &[Key] = &[Key::number("stiffness", Dimension::Stiffness, "force per overlap")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { stiffness: numbers.positive("stiffness", "hooke")? })
    }
}

impl NormalLaw for Hooke {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        Ok(Elastic { K: self.stiffness, alpha: 1.0, reference_gap: 0.0 })
    }

    fn numbers(&self) -> Numbers {
        Numbers::new(vec![("stiffness", self.stiffness)])
    }
}
