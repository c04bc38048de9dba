//! Adhesive elastic spheres: Derjaguin, Muller and Toporov.

use std::f64::consts::PI;

use super::NormalLaw;
use super::attracted::attracted;
use super::surface::{MIXING, SEPARATION, WORK, work};
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};

/// DMT: `F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*` for `delta > 0`, in N.
///
/// The contact forms and breaks at `delta = 0`: without damping no energy is lost. Derjaguin, Muller & Toporov 1975.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dmt {
    /// w, J/m2, of the pair.
    pub work_of_adhesion: f64,
}

impl Dmt {
    pub const CARD: Card = Card {
        name: "dmt",
        title: "Adhesive elastic spheres, long-ranged adhesion (Derjaguin, Muller and Toporov)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*,  delta > 0\nthe contact forms and breaks at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
            ("delta", "overlap", "m"),
        ],
        holds: "adhesion that acts outside the contact circle: Tabor's number below about 0.1; undamped e = 1: the bodies never stick",
        source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
        known_as: &[("LAMMPS", "granular dmt, w = 2 gamma"), ("Kratos", "DEM_D_DMT_Cohesive_Law, w = PARTICLE_COHESION"), ("YADE", "includeAdhesion, w = 2 gamma"), ("Woo", "HertzMat, w = 2 surfEnergy")],
    };
    pub const KEYS: &[Key] = &[WORK, MIXING, SEPARATION];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { work_of_adhesion: work(numbers, "dmt")? })
    }
}

impl NormalLaw for Dmt {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![(WORK.name, self.work_of_adhesion)])
    }

    /// A dashpot acts on the Hertz part of the force.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        attracted(2.0 * PI * self.work_of_adhesion * pair.R_star, 0.0, pair, damping, "dmt").map(Some)
    }
}
