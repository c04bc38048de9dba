//! Adhesive elastic spheres: Derjaguin, Muller and Toporov.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::hertz::Hertz;
use crate::contact::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::contact::card::{Card, Key, LawError, Numbers, positive};
use crate::contact::flow::{Power, regular_power};
use crate::contact::{Damping, Elastic, Pair};
use crate::units::Dimension;

/// DMT: `F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*` for `delta > 0`, in N.
///
/// Made and broken at `delta = 0`: undamped it gives back all energy. Derjaguin, Muller & Toporov 1975.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dmt {
    /// w, J/m2, of the pair.
    pub work_of_adhesion: f64,
}

impl Dmt {
    pub const CARD: Card = Card {
        name: "dmt",
        title: "Adhesive elastic spheres, long-ranged adhesion (Derjaguin, Muller and Toporov)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*,  delta > 0\nmade and broken at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
            ("delta", "overlap", "m"),
        ],
        holds: "adhesion of long range: Tabor's number below about 0.1; undamped e = 1, it never sticks",
        source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
        known_as: &[("LAMMPS", "granular dmt, w = 2 gamma")],
    };
    pub const KEYS: &[Key] =
        &[Key { name: "work_of_adhesion", dimension: Dimension::SurfaceEnergy, words: &[], doc: "w of the pair" }];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { work_of_adhesion: positive("work_of_adhesion", numbers.require("work_of_adhesion", "dmt")?)? })
    }
}

impl NormalLaw for Dmt {
    fn elastic(&self, _: &Pair) -> Result<Elastic, LawError> {
        Err(LawError::table("the force of `dmt` is not a power of the overlap: it is attractive"))
    }

    fn numbers(&self) -> Numbers {
        Numbers::new(vec![("work_of_adhesion", self.work_of_adhesion)])
    }

    /// A dashpot acts on the part of Hertz.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let Elastic { K, alpha, .. } = Hertz::default().elastic(pair)?;
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "dmt")?;
        let exponents = if dashpot.C == 0.0 { vec![alpha] } else { vec![alpha, dashpot.beta] };
        let p = regular_power(&exponents);
        let contact = DmtContact {
            K,
            pull: 2.0 * PI * self.work_of_adhesion * pair.R_star,
            p,
            depth: Power::new(p),
            rate: Power::new(p - 1.0),
            elastic: Power::new(1.5 * p),
            slope: Power::new(1.5 * p - 1.0),
        };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// DMT between two bodies, in the chart `delta = q^p`.
#[derive(Debug)]
struct DmtContact {
    /// N/m^(3/2)
    K: f64,
    /// N
    pull: f64,
    p: f64,
    depth: Power,
    rate: Power,
    elastic: Power,
    slope: Power,
}

impl Branches for DmtContact {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, 0.0)
    }

    fn spot(&self, _: &Branch, q: f64) -> Spot {
        Spot {
            overlap: self.depth.of(q),
            rate: self.p * self.rate.of(q),
            force: self.K * self.elastic.of(q) - self.pull,
            slope: 1.5 * self.p * self.K * self.slope.of(q),
        }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap.max(0.0).powf(1.0 / self.p)
    }

    fn below(&self, _: &Branch) -> Exit {
        Exit { at: 0.0, next: None }
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        let overlap = self.depth.of(q);
        overlap * (0.4 * self.K * self.elastic.of(q) - self.pull)
    }

    /// At rest, `K delta^(3/2) = F_a`: `3/5 F_a delta`.
    fn well(&self) -> f64 {
        0.6 * self.pull * (self.pull / self.K).powf(2.0 / 3.0)
    }
}
