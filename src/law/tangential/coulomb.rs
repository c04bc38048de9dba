//! Pure sliding friction.

use super::TangentialLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Coulomb: `T = mu N` against the sliding, in N. Rigid surfaces; Coulomb 1785.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coulomb {
    pub friction: f64,
}

impl Coulomb {
    pub const CARD: Card = Card {
        name: "coulomb",
        title: "Coulomb friction only, without a tangential spring",
        formula: "T = mu N, opposite to the sliding velocity",
        symbols: &[("T", "tangential force", "N"), ("mu", "coefficient of friction", "-"), ("N", "normal force of `friction_limit`", "N")],
        holds: "surfaces that slide throughout; once the sliding stops, T is the force that keeps the slip at zero, at most mu N; a fixed step alternates about it",
        source: "Coulomb 1785; Johnson 1985, eq. 7.1",
        known_as: &[],
    };
    pub const KEYS: &[Key] = &[Key::number("friction", Dimension::Number, "mu, the coefficient of friction")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { friction: numbers.not_negative("friction", "coulomb")? })
    }
}

impl TangentialLaw for Coulomb {
    fn spring(&self, _: Option<&Elastic>, _: &Pair) -> Result<ShearForce, LawError> {
        Ok(ShearForce::new(Form::Coulomb, self.friction))
    }

    fn friction(&self) -> f64 {
        self.friction
    }
}
