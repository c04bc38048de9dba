//! No resistance to rolling.

use super::RollingLaw;
use crate::law::Pair;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::RollingForce;

/// No rolling resistance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Free;

impl Free {
    pub const CARD: Card = Card {
        name: "none",
        title: "No resistance to rolling",
        formula: "M = 0",
        symbols: &[],
        holds: "always",
        source: "-",
        known_as: &[],
    };
    pub const KEYS: &[Key] = &[];

    pub fn build(_: &Numbers) -> Result<Self, LawError> {
        Ok(Self)
    }
}

impl RollingLaw for Free {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::None)
    }
}
