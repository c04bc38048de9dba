//! Adhesive elastic spheres: Johnson, Kendall and Roberts.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::hertz::Hertz;
use super::jkr_curve::JkrCurve;
use super::surface::{MIXING, SEPARATION, WORK, work};
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};
use crate::words::worded;

worded! {
    /// Where a JKR contact breaks on separation.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BreaksAt {
        /// At the smallest overlap, `d delta/da = 0`: a free collision.
        Displacement = "displacement",
        /// At the largest tension, `dF/da = 0`.
        Force = "force",
        /// At zero overlap.
        ZeroOverlap = "zero-overlap",
    }
}

impl BreaksAt {
    /// Reads `breaks_at` from the table of a law.
    pub(super) fn read(numbers: &Numbers, law: &'static str) -> Result<Self, LawError> {
        let word = numbers.require_word("breaks_at", Self::WORDS, law)?;
        Ok(Self::from_word(word).unwrap_or(Self::ZeroOverlap))
    }
}

/// JKR: `delta = a^2/R* - sqrt(2 pi w a/E*)`, `F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)`.
///
/// The contact forms at `delta = 0` with `a > 0`. Johnson, Kendall & Roberts 1971.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jkr {
    /// w, J/m2, of the pair.
    pub work_of_adhesion: f64,
    pub breaks_at: BreaksAt,
}

impl Jkr {
    pub const CARD: Card = Card {
        name: "jkr",
        title: "Adhesive elastic spheres, short-ranged adhesion (Johnson, Kendall and Roberts)",
        formula: "delta = a^2/R* - sqrt(2 pi w a/E*)\n\
                  F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)\n\
                  the contact forms at delta = 0, a^3 = 2 pi w R*^2/E*\n\
                  breaks_at = displacement: a^3 = pi w R*^2/(8 E*);  force: a^3 = 9 pi w R*^2/(8 E*);  zero-overlap: the radius at which it formed",
        symbols: &[
            ("a", "contact radius", "m"),
            ("delta", "overlap, negative across a neck", "m"),
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "adhesion that acts over a distance much smaller than the height of the neck: Tabor's number above about 5; a << R*",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
        known_as: &[("LAMMPS", "granular jkr, w = 2 gamma, breaks_at = force"), ("Lethe", "jkr"), ("Woo", "HertzMat, alpha = 1, w = surfEnergy"), ("EDEM", "Hertz-Mindlin with JKR, w = 2 gamma")],
    };
    pub const KEYS: &[Key] = &[
        WORK,
        MIXING,
        Key::word("breaks_at", BreaksAt::WORDS, "end of contact: smallest overlap, largest tension, or zero overlap"),
        SEPARATION,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self {
            work_of_adhesion: work(numbers, "jkr")?,
            breaks_at: BreaksAt::read(numbers, "jkr")?,
        })
    }
}

impl NormalLaw for Jkr {
    fn numbers(&self) -> Numbers {
        let words = vec![("breaks_at", self.breaks_at.word().to_string())];
        Numbers::new(vec![(WORK.name, self.work_of_adhesion)]).with_words(words)
    }

    /// A dashpot acts as for Hertz, at the contact radius of JKR.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("jkr")?;
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "jkr")?;
        let curve = JkrCurve::new(pair.R_star, E_star, self.work_of_adhesion);
        let contact = JkrContact { curve, breaks: curve.breaks(self.breaks_at) };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// JKR between two bodies, with the chart `q = sqrt(a)`.
#[derive(Debug)]
struct JkrContact {
    curve: JkrCurve,
    /// `q` at which the contact breaks.
    breaks: f64,
}

impl Branches for JkrContact {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, self.curve.made())
    }

    fn spot(&self, _: &Branch, q: f64) -> Spot {
        self.curve.spot(q)
    }

    fn hertz_overlap(&self, _: &Branch, q: f64) -> [f64; 2] {
        let q3 = q * q * q / self.curve.R;
        [q * q3, 4.0 * q3]
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        self.curve.place(overlap, self.breaks, f64::NAN)
    }

    fn place_near(&self, _: &Branch, overlap: f64, near: f64) -> f64 {
        self.curve.place(overlap, self.breaks, near)
    }

    fn below(&self, _: &Branch) -> Exit {
        Exit { at: self.breaks, next: None }
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.curve.energy(q)
    }

    /// `3/2 pi w R*`
    fn pull_off(&self) -> Option<f64> {
        Some(1.5 * PI * self.curve.w * self.curve.R)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let per = 2.0 * self.curve.E_star * self.curve.s * q * q;
        Some([per * q, 3.0 * per])
    }

    fn well(&self) -> f64 {
        self.curve.well()
    }
}
