//! A constant torque against rolling.

use super::RollingLaw;
use crate::law::Pair;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::RollingForce;
use crate::units::Dimension;

/// Constant torque: `M = mu_r N R*` against the relative spin in the plane of contact, in N m.
///
/// Objective: it depends on the relative spin alone, and the other body gets the opposite torque. Zhou et al. 1999,
/// Physica A 269, 536, model A; Ai et al. 2011, Powder Technology 206, 269.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    pub friction: f64,
}

impl Constant {
    pub const CARD: Card = Card {
        name: "constant",
        title: "A constant torque against the relative spin",
        formula: "M = -mu_r N R* w_r/|w_r|,  w_r = w1 - w2 in the plane of contact",
        symbols: &[
            ("M", "torque on body 1; body 2 gets the opposite", "N m"),
            ("mu_r", "coefficient of rolling friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("w_r", "relative spin", "rad/s"),
        ],
        holds: "bodies that keep rolling; at rest its direction is undetermined and it does not hold",
        source: "Zhou et al. 1999, Physica A 269, 536; Ai et al. 2011, Powder Technology 206, 269, model A",
        known_as: &[("LIGGGHTS", "rolling_friction cdt")],
    };
    pub const KEYS: &[Key] = &[Key::number("friction", Dimension::Number, "mu_r, the coefficient of rolling friction")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { friction: numbers.not_negative("friction", "constant")? })
    }
}

impl RollingLaw for Constant {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::Constant { friction: self.friction })
    }
}
