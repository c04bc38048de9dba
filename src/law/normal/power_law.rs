//! A spring with a free exponent.

use super::NormalLaw;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Power law: `F = F1 (delta/delta1)^n`, in N, beyond a reference gap.
///
/// The stiffness is given as one point of the curve, because a number in N/m^1.3 is easily misread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    pub exponent: f64,
    /// N
    pub force: f64,
    /// m
    pub at_overlap: f64,
    /// m; 0 when the force starts at touch.
    pub reference_gap: f64,
}

impl PowerLaw {
    pub const CARD: Card = Card {
        name: "power-law",
        title: "A spring with a free exponent",
        formula: "F = F1 (delta/delta1)^n,  delta = reference_gap - gap",
        symbols: &[
            ("n", "exponent, at least 1", "-"),
            ("F1", "force at the overlap delta1", "N"),
            ("delta1", "overlap at which the force is F1", "m"),
            ("delta", "overlap counted from the reference gap", "m"),
        ],
        holds: "n = 1 a linear spring, n = 3/2 spheres, n = 2 a cone; n from 1 to 3/2 rough or faceted particles",
        source: "Johnson 1985, Contact Mechanics, section 5.3; Walton & Braun 1986, J. Rheology 30, 949",
        known_as: &[("PFC", "hz_alpha, rgap")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("exponent", Dimension::Number, "n, at least 1"),
        Key::number("force", Dimension::Force, "force at `at_overlap`"),
        Key::number("at_overlap", Dimension::Length, "overlap at which the force is `force`"),
        Key::number("reference_gap", Dimension::Length, "gap at which the force begins; 0 unless given"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let exponent = numbers.require("exponent", "power-law")?;
        if !(1.0..=4.0).contains(&exponent) {
            return Err(LawError::key("exponent", format!("`exponent` must lie between 1 and 4, not {exponent}"))
                .help("below 1 the force would be infinitely stiff at touch"));
        }
        Ok(Self {
            exponent,
            force: numbers.positive("force", "power-law")?,
            at_overlap: numbers.positive("at_overlap", "power-law")?,
            reference_gap: numbers.get("reference_gap").unwrap_or(0.0),
        })
    }
}

impl NormalLaw for PowerLaw {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        let n = self.exponent;
        Ok(Elastic { K: self.force / self.at_overlap.powf(n), alpha: n, reference_gap: self.reference_gap })
    }

    fn numbers(&self) -> Numbers {
        let gap = (self.reference_gap != 0.0).then_some(("reference_gap", self.reference_gap));
        let curve = [("exponent", self.exponent), ("force", self.force), ("at_overlap", self.at_overlap)];
        Numbers::new(curve.into_iter().chain(gap).collect())
    }
}
