//! Cohesion proportional to the contact area: the simplified JKR of LIGGGHTS.

use std::f64::consts::PI;

use super::NormalLaw;
use super::attracted::attracted;
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};
use crate::units::Dimension;

/// SJKR: `F = 4/3 E* sqrt(R*) delta^(3/2) - k 2 pi R* delta` for `delta > 0`, in N.
///
/// The contact forms and breaks at `delta = 0`: without damping no energy is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sjkr {
    /// k, J/m3, of the pair.
    pub cohesion_energy_density: f64,
}

impl Sjkr {
    pub const CARD: Card = Card {
        name: "sjkr",
        title: "Cohesion in proportion to the area of overlap (simplified JKR)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2) - k A,  A = 2 pi R* delta,  delta > 0\nthe contact forms and breaks at delta = 0",
        symbols: &[
            ("k", "cohesion energy density of the pair", "J/m3"),
            ("A", "area in which two spheres overlap, to first order in delta/R*", "m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "k is fitted to bulk flow and is not a surface energy; undamped e = 1: the bodies never stick; delta << R*",
        source: "LIGGGHTS-PUBLIC 3.8.0, source of cohesion_model sjkr",
        known_as: &[("LIGGGHTS", "sjkr; sjkr2 has 4 pi R* delta between spheres and 2 pi R* delta at a wall")],
    };
    pub const KEYS: &[Key] = &[Key::number("cohesion_energy_density", Dimension::EnergyDensity, "k of the pair")];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let k = numbers.positive("cohesion_energy_density", "sjkr")?;
        Ok(Self { cohesion_energy_density: k })
    }
}

impl NormalLaw for Sjkr {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![("cohesion_energy_density", self.cohesion_energy_density)])
    }

    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        attracted(2.0 * PI * pair.R_star * self.cohesion_energy_density, 1.0, pair, damping, "sjkr").map(Some)
    }
}
