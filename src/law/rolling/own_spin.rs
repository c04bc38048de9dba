//! A constant torque against each body's own spin.

use super::RollingLaw;
use crate::law::Pair;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::RollingForce;
use crate::units::Dimension;

/// Own spin: `M_i = mu_r N r_i` against the spin of body `i` itself, in N m.
///
/// Not objective, and it creates angular momentum, because the two torques are not equal and opposite. The formula of MUSEN's
/// manual; available so that its numbers can be reproduced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnSpin {
    pub friction: f64,
}

impl OwnSpin {
    pub const CARD: Card = Card {
        name: "own-spin",
        title: "A constant torque against each body's own spin",
        formula: "M_i = -mu_r N r_i w_i/|w_i|",
        symbols: &[
            ("M_i", "torque on body i", "N m"),
            ("mu_r", "coefficient of rolling friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("w_i", "spin of body i", "rad/s"),
        ],
        holds: "one body on a wall at rest; for two moving bodies it is not objective, and the two torques are not equal and opposite",
        source: "MUSEN documentation, Hertz-Mindlin contact model",
        known_as: &[("MUSEN", "Hertz-Mindlin, rolling friction")],
    };
    pub const KEYS: &[Key] = &[Key::number("friction", Dimension::Number, "mu_r, the coefficient of rolling friction")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { friction: numbers.not_negative("friction", "own-spin")? })
    }
}

impl RollingLaw for OwnSpin {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::OwnSpin { friction: self.friction })
    }
}
