//! Adhesive elastic spheres: Johnson, Kendall and Roberts.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use crate::contact::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::contact::card::{Card, Key, LawError, Numbers, positive};
use crate::contact::{Damping, Dashpot, Elastic, Pair};
use crate::units::Dimension;

/// Where a JKR contact breaks as the bodies part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreaksAt {
    /// Where the overlap cannot fall any further, `d delta/da = 0`: a free collision.
    Displacement,
    /// Where the tension is largest, `dF/da = 0`.
    Force,
    /// Where the overlap is zero again.
    ZeroOverlap,
}

impl BreaksAt {
    /// The word in a case file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Displacement => "displacement",
            Self::Force => "force",
            Self::ZeroOverlap => "zero-overlap",
        }
    }
}

/// The words for `breaks_at`.
const BREAKS: &[&str] = &["displacement", "force", "zero-overlap"];

/// JKR: `delta = a^2/R* - sqrt(2 pi w a/E*)`, `F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)`.
///
/// Made at `delta = 0` with `a > 0`. Johnson, Kendall & Roberts 1971.
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
                  made at delta = 0, a^3 = 2 pi w R*^2/E*\n\
                  breaks_at = displacement: a^3 = pi w R*^2/(8 E*);  force: a^3 = 9 pi w R*^2/(8 E*);  zero-overlap: where it was made",
        symbols: &[
            ("a", "contact radius", "m"),
            ("delta", "overlap, negative across a neck", "m"),
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "adhesion of short range against the height of the neck: Tabor's number above about 5; a << R*",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
        known_as: &[("LAMMPS", "granular jkr, w = 2 gamma, breaks_at = force"), ("Lethe", "jkr")],
    };
    pub const KEYS: &[Key] = &[
        Key { name: "work_of_adhesion", dimension: Dimension::SurfaceEnergy, words: &[], doc: "w of the pair" },
        Key {
            name: "breaks_at",
            dimension: Dimension::Number,
            words: BREAKS,
            doc: "end of contact: smallest overlap, largest tension, or zero overlap",
        },
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let work = positive("work_of_adhesion", numbers.require("work_of_adhesion", "jkr")?)?;
        let breaks_at = match numbers.require_word("breaks_at", BREAKS, "jkr")? {
            "displacement" => BreaksAt::Displacement,
            "force" => BreaksAt::Force,
            _ => BreaksAt::ZeroOverlap,
        };
        Ok(Self { work_of_adhesion: work, breaks_at })
    }
}

impl NormalLaw for Jkr {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        Err(LawError::table("the force of `jkr` is not a power of the overlap: it is attractive, also across a gap"))
    }

    fn numbers(&self) -> Numbers {
        let words = vec![("breaks_at", self.breaks_at.word().to_string())];
        Numbers::new(vec![("work_of_adhesion", self.work_of_adhesion)]).with_words(words)
    }

    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("jkr")?;
        let C = damping.constant().ok_or_else(|| {
            LawError::table(format!("`{}` cannot be combined with `jkr`: its dashpot needs a force that is a power of the overlap", damping.card().name))
                .help("use `[contact.damping.linear-dashpot]` with its `coefficient`, or no damping")
        })?;
        let contact = JkrContact::new(pair.R_star, E_star, self.work_of_adhesion, self.breaks_at);
        Ok(Some(Branched { law: Arc::new(contact), dashpot: Dashpot { C, beta: 0.0 } }))
    }
}

/// JKR between two bodies, in the chart `q = sqrt(a)`:
///
/// `delta = q^4/R* - s q`, `F = 4 E* q^6/(3 R*) - 2 E* s q^3`, `s = sqrt(2 pi w/E*)`.
#[derive(Debug)]
struct JkrContact {
    R_star: f64,
    E_star: f64,
    /// `sqrt(2 pi w/E*)`
    s: f64,
    /// `q` at which the contact is made and at which it breaks.
    made: f64,
    breaks: f64,
}

impl JkrContact {
    fn new(R_star: f64, E_star: f64, w: f64, breaks_at: BreaksAt) -> Self {
        // a^3 of first touch is 16 times that of the smallest overlap.
        let root = |part: f64| (part * PI * w * R_star * R_star / E_star).powf(1.0 / 6.0);
        let made = root(2.0);
        let breaks = match breaks_at {
            BreaksAt::Displacement => root(1.0 / 8.0),
            BreaksAt::Force => root(9.0 / 8.0),
            BreaksAt::ZeroOverlap => made,
        };
        Self { R_star, E_star, s: (2.0 * PI * w / E_star).sqrt(), made, breaks }
    }

    /// `int F d delta` from `q = 0`, J: `E* (8 q^10/(15 R*^2) - 4 s q^7/(3 R*) + s^2 q^4/2)`.
    fn potential(&self, q: f64) -> f64 {
        let (R, s) = (self.R_star, self.s);
        let q4 = q.powi(4);
        self.E_star * q4 * (8.0 * q4 * q * q / (15.0 * R * R) - 4.0 * s * q.powi(3) / (3.0 * R) + 0.5 * s * s)
    }
}

impl Branches for JkrContact {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, self.made)
    }

    fn spot(&self, _: &Branch, q: f64) -> Spot {
        let Self { R_star: R, E_star: E, s, .. } = *self;
        let (q2, q3) = (q * q, q * q * q);
        Spot {
            overlap: q * (q3 / R - s),
            rate: 4.0 * q3 / R - s,
            force: 2.0 * E * q3 * (2.0 * q3 / (3.0 * R) - s),
            slope: E * q2 * (8.0 * q3 / R - 6.0 * s),
        }
    }

    fn hertz_overlap(&self, _: &Branch, q: f64) -> [f64; 2] {
        let q3 = q * q * q / self.R_star;
        [q * q3, 4.0 * q3]
    }

    /// Newton's method from above the larger root of a convex function.
    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        let mut q = (self.s * self.R_star).cbrt() + (overlap.max(0.0) * self.R_star).powf(0.25);
        for _ in 0..100 {
            let spot = self.spot(&Branch::ONLY, q);
            let next = q - (spot.overlap - overlap) / spot.rate;
            if !(next < q && next > self.breaks) {
                return if next >= q { q } else { self.breaks };
            }
            q = next;
        }
        q
    }

    fn below(&self, _: &Branch) -> Exit {
        Exit { at: self.breaks, next: None }
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.potential(q) - self.potential(self.made)
    }

    /// `3/2 pi w R*`
    fn pull_off(&self) -> Option<f64> {
        Some(0.75 * self.E_star * self.s * self.s * self.R_star)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let per = 2.0 * self.E_star * self.s * q * q;
        Some([per * q, 3.0 * per])
    }

    /// At rest, `F = 0`: `a^3 = 9 pi w R*^2/(2 E*)`.
    fn well(&self) -> f64 {
        let rest = (4.5 * PI * self.R_star * self.R_star * self.s * self.s / (2.0 * PI)).powf(1.0 / 6.0);
        -self.energy(&Branch::ONLY, rest)
    }
}
