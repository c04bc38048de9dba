//! Elastic spheres.

use super::NormalLaw;
use crate::law::card::{Card, Key, LawError, Numbers, positive};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Hertz: `F = 4/3 E* sqrt(R*) delta^(3/2)`, in N.
///
/// Exact for smooth elastic spheres when `delta << R*`. Hertz 1881; Johnson 1985, eq. 4.23.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Hertz {
    /// E*, Pa; `None`: from the two materials.
    pub effective_modulus: Option<f64>,
}

impl Hertz {
    pub const CARD: Card = Card {
        name: "hertz",
        title: "Elastic spheres",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2)\na = sqrt(R* delta)        contact radius\nk_secant = 4/3 E* a,  k_tangent = 2 E* a",
        symbols: &[
            ("E*", "effective modulus, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2", "Pa"),
            ("R*", "effective radius, 1/R* = 1/R1 + 1/R2", "m"),
            ("delta", "overlap", "m"),
        ],
        holds: "smooth, elastic, frictionless spheres with delta << R*; the duration must be long against the travel time of a wave",
        source: "Hertz 1881, J. reine angew. Math. 92, 156; Johnson 1985, Contact Mechanics, eq. 4.23",
        known_as: &[
            ("LAMMPS", "hertz/material"),
            ("LIGGGHTS", "model hertz"),
            ("YADE", "MindlinPhys kno"),
            ("Woo", "HertzPhys kn0"),
            ("PFC", "hertz, h_n"),
        ],
    };
    pub const KEYS: &[Key] = &[Key::number(
        "effective_modulus",
        Dimension::Pressure,
        "E* of the contact; that of the two materials unless given",
    )];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let given = numbers.get("effective_modulus");
        Ok(Self { effective_modulus: given.map(|E_star| positive("effective_modulus", E_star)).transpose()? })
    }
}

impl NormalLaw for Hertz {
    fn elastic(&self, pair: &Pair) -> Result<Elastic, LawError> {
        let E_star = match self.effective_modulus {
            Some(E_star) => E_star,
            None => pair.require_E_star("hertz")?,
        };
        let R_star = pair.R_star;
        Ok(Elastic { K: 4.0 / 3.0 * E_star * R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 })
    }

    fn numbers(&self) -> Numbers {
        Numbers::new(self.effective_modulus.map(|E_star| ("effective_modulus", E_star)).into_iter().collect())
    }
}
