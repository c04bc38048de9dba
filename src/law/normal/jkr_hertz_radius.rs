//! The JKR force with the contact radius of Hertz.

use std::f64::consts::PI;

use super::NormalLaw;
use super::attracted::attracted;
use super::surface::{MIXING, SEPARATION, WORK, work};
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};

/// The JKR force with the contact radius `a = sqrt(R* delta)`: `F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)`, in N.
///
/// The contact forms and breaks at `delta = 0`, without a neck: without damping no energy is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JkrHertzRadius {
    /// w, J/m2, of the pair.
    pub work_of_adhesion: f64,
}

impl JkrHertzRadius {
    pub const CARD: Card = Card {
        name: "jkr-hertz-radius",
        title: "JKR's force at the contact radius of Hertz: no neck",
        formula: "F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3),  a = sqrt(R* delta),  delta > 0\nthe contact forms and breaks at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("a", "contact radius of Hertz", "m"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "pull-off force 3/2 pi w R* as JKR, but undamped e = 1: the bodies never stick; at rest 3 times the overlap of JKR",
        source: "Kratos DEMApplication, source of DEM_D_JKR_Cohesive_Law",
        known_as: &[("Kratos", "DEM_D_JKR_Cohesive_Law, w = PARTICLE_COHESION"), ("MUSEN", "JKR, w = surface energy")],
    };
    pub const KEYS: &[Key] = &[WORK, MIXING, SEPARATION];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { work_of_adhesion: work(numbers, "jkr-hertz-radius")? })
    }
}

impl NormalLaw for JkrHertzRadius {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![(WORK.name, self.work_of_adhesion)])
    }

    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("jkr-hertz-radius")?;
        let B = (8.0 * PI * self.work_of_adhesion * E_star).sqrt() * pair.R_star.powf(0.75);
        attracted(B, 0.75, pair, damping, "jkr-hertz-radius").map(Some)
    }
}
