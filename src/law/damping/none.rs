//! No dissipation.

use super::DampingLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Dashpot, Elastic, Ends, Pair};

/// No damping: the collision is elastic, restitution 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Undamped;

impl Undamped {
    pub const CARD: Card = Card {
        name: "none",
        title: "No dissipation",
        formula: "F_d = 0",
        symbols: &[],
        holds: "always; restitution is 1",
        source: "-",
        known_as: &[],
    };
    pub const KEYS: &[Key] = &[];

    pub fn build(_: &Numbers) -> Result<Self, LawError> {
        Ok(Self)
    }
}

impl DampingLaw for Undamped {
    fn dashpot(&self, _: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        Ok(Dashpot { C: 0.0, beta: 0.0 })
    }
}
