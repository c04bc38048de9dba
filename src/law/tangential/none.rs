//! No tangential force.

use super::TangentialLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};

/// No friction: the tangential motion does not change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frictionless;

impl Frictionless {
    pub const CARD: Card = Card {
        name: "none",
        title: "No friction",
        formula: "T = 0",
        symbols: &[],
        holds: "frictionless surfaces",
        source: "-",
        known_as: &[],
    };
    pub const KEYS: &[Key] = &[];

    pub fn build(_: &Numbers) -> Result<Self, LawError> {
        Ok(Self)
    }
}

impl TangentialLaw for Frictionless {
    fn spring(&self, _: Option<&Elastic>, _: &Pair) -> Result<ShearForce, LawError> {
        Ok(ShearForce::new(Form::Frictionless, 0.0))
    }

    fn friction(&self) -> f64 {
        0.0
    }
}
