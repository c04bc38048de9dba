//! Elastic normal laws: powers of the overlap.

use super::NormalLaw;
use crate::law::card::{ANY, Card, Given, Key, LawError, OPTIONAL, POSITIVE, law};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

law! {
    /// Hertz: `F = 4/3 E* sqrt(R*) delta^(3/2)`, in N.
    ///
    /// Exact for smooth elastic spheres when `delta << R*`. Hertz 1881; Johnson 1985, eq. 4.23.
    #[derive(Default)]
    pub struct Hertz {
        /// E*, Pa; `None`: from the two materials.
        pub effective_modulus: Option<f64> = OPTIONAL[Key::number(
            "effective_modulus",
            Dimension::Pressure,
            "E* of the contact; that of the two materials unless given",
        )],
    }
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
}

law! {
    /// Hooke: `F = K delta`, in N.
    ///
    /// A modelling choice, not a material property: the duration does not depend on speed. Cundall & Strack 1979.
    pub struct Hooke {
        /// N/m
        pub stiffness: f64 = POSITIVE[Key::number("stiffness", Dimension::Stiffness, "force per overlap")],
    }
}

impl Hooke {
    pub const CARD: Card = Card {
        name: "hooke",
        title: "A linear spring",
        formula: "F = K delta",
        symbols: &[("K", "stiffness", "N/m"), ("delta", "overlap", "m")],
        holds: "a modelling choice: duration pi sqrt(m*/K) at every speed",
        source: "Cundall & Strack 1979, Geotechnique 29, 47",
        known_as: &[("LAMMPS", "hooke"), ("LIGGGHTS", "model hooke"), ("PFC", "linear")],
    };
}

impl NormalLaw for Hooke {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        Ok(Elastic { K: self.stiffness, alpha: 1.0, reference_gap: 0.0 })
    }
}

law! {
    /// Power law: `F = F1 (delta/delta1)^n`, in N, beyond a reference gap.
    ///
    /// The stiffness is given as one point of the curve, because a number in N/m^1.3 is easily misread.
    pub struct PowerLaw with finite_at_touch {
        pub exponent: f64 = ANY[Key::number("exponent", Dimension::Number, "n, at least 1")],
        /// N
        pub force: f64 = POSITIVE[Key::number("force", Dimension::Force, "force at `at_overlap`")],
        /// m
        pub at_overlap: f64 =
            POSITIVE[Key::number("at_overlap", Dimension::Length, "overlap at which the force is `force`")],
        /// m; 0 when the force starts at touch.
        pub reference_gap: f64 =
            GAP[Key::number("reference_gap", Dimension::Length, "gap at which the force begins; 0 unless given")],
    }
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

    fn finite_at_touch(&self) -> Result<(), LawError> {
        if (1.0..=4.0).contains(&self.exponent) {
            return Ok(());
        }
        let message = format!("`exponent` must lie between 1 and 4, not {}", self.exponent);
        Err(LawError::key("exponent", message).help("below 1 the force would be infinitely stiff at touch"))
    }
}

impl NormalLaw for PowerLaw {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        let n = self.exponent;
        Ok(Elastic { K: self.force / libm::pow(self.at_overlap, n), alpha: n, reference_gap: self.reference_gap })
    }
}

/// A gap, which may be an overlap; 0 unless given.
const GAP: Given<f64> = Given {
    read: |numbers, keys, _| Ok(numbers.get(keys[0].name).unwrap_or(0.0)),
    write: |gap, keys, numbers| numbers.set_given(keys[0].name, Some(*gap).filter(|gap| *gap != 0.0)),
};
