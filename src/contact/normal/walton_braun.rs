//! A spring that is stiffer on unloading: Walton and Braun.

use std::sync::Arc;

use super::NormalLaw;
use crate::contact::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::contact::card::{Card, LawKey, LawError, Numbers, not_negative};
use crate::contact::{Damping, Elastic, Pair};
use crate::units::Dimension;

/// Walton & Braun: load `k1 delta`, unload and reload `k2 (delta - delta_0)`, `k2 = k20 + S k1 delta_max`, in N.
///
/// Over where the force is zero, at `delta_0 = (1 - k1/k2) delta_max`. Walton & Braun 1986.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WaltonBraun {
    /// k1, N/m
    pub loading_stiffness: f64,
    /// k20, N/m
    pub unloading_stiffness: f64,
    /// S, 1/m
    pub stiffening: f64,
}

impl WaltonBraun {
    pub const CARD: Card = Card {
        name: "walton-braun",
        title: "A spring that is stiffer on unloading (Walton and Braun)",
        formula: "first loading   F = k1 delta\n\
                  otherwise       F = k2 (delta - delta_0),  delta_0 = (1 - k1/k2) delta_max\n\
                  k2 = k20 + S F_max,  F_max = k1 delta_max;  the contact ends where F = 0",
        symbols: &[
            ("k1", "loading stiffness", "N/m"),
            ("k20", "unloading stiffness at small forces", "N/m"),
            ("S", "stiffening, 0 unless given", "1/m"),
            ("delta_max", "largest overlap so far", "m"),
            ("delta_0", "residual overlap", "m"),
        ],
        holds: "the simplest plastic law: e = sqrt(k1/k2) at every speed with S = 0, falls with speed above",
        source: "Walton & Braun 1986, J. Rheology 30, 949",
        known_as: &[("Rocky", "Hysteretic Linear Spring")],
    };
    pub const KEYS: &[LawKey] = &[
        LawKey::number("loading_stiffness", Dimension::Stiffness, "k1, of the first loading"),
        LawKey::number("unloading_stiffness", Dimension::Stiffness, "k20, at least k1"),
        LawKey::number("stiffening", Dimension::InverseLength, "S in k2 = k20 + S F_max; 0 unless given"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let number = |key| numbers.positive(key, "walton-braun");
        let (k1, k2) = (number("loading_stiffness")?, number("unloading_stiffness")?);
        if k2 < k1 {
            let message = format!("`unloading_stiffness` must be at least `loading_stiffness`, {k1} N/m, not {k2} N/m");
            return Err(LawError::key("unloading_stiffness", message).help("a softer spring on unloading would create energy"));
        }
        let S = numbers.get("stiffening").map_or(Ok(0.0), |S| not_negative("stiffening", S))?;
        Ok(Self { loading_stiffness: k1, unloading_stiffness: k2, stiffening: S })
    }
}

impl NormalLaw for WaltonBraun {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![
            ("loading_stiffness", self.loading_stiffness),
            ("unloading_stiffness", self.unloading_stiffness),
            ("stiffening", self.stiffening),
        ])
    }

    /// A dashpot acts beside the loading spring.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let loading = Elastic { K: self.loading_stiffness, alpha: 1.0, reference_gap: 0.0 };
        let dashpot = damping.beside_branches(&loading, pair, "walton-braun")?;
        Ok(Some(Branched { law: Arc::new(*self), dashpot }))
    }
}

/// First loading, along k1.
const LOADING: usize = 0;
/// Unloading and reloading, along k2.
const UNLOADING: usize = 1;

impl WaltonBraun {
    /// `k2` after a largest overlap, N/m.
    fn k2(&self, largest: f64) -> f64 {
        self.unloading_stiffness + self.stiffening * self.loading_stiffness * largest
    }

    /// `delta_0 = (k2 - k1)/k2 delta_max`, m.
    fn zero(&self, largest: f64) -> f64 {
        let k2 = self.k2(largest);
        (k2 - self.loading_stiffness) / k2 * largest
    }
}

/// The chart is the overlap on first loading and the overlap less the residual one afterwards.
impl Branches for WaltonBraun {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        (Branch { kind: if largest > 0.0 { UNLOADING } else { LOADING }, largest, ..Branch::ONLY }, 0.0)
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        match branch.kind {
            LOADING => Spot { overlap: q, rate: 1.0, force: self.loading_stiffness * q, slope: self.loading_stiffness },
            _ => {
                let k2 = self.k2(branch.largest);
                Spot { overlap: self.zero(branch.largest) + q, rate: 1.0, force: k2 * q, slope: k2 }
            }
        }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        if branch.kind == LOADING { overlap } else { overlap - self.zero(branch.largest) }
    }

    /// Where `k1 delta_max = k2 q`.
    fn above(&self, branch: &Branch) -> Option<Exit> {
        let at = self.loading_stiffness * branch.largest / self.k2(branch.largest);
        let loading = Branch { kind: LOADING, ..Branch::ONLY };
        (branch.kind == UNLOADING).then_some(Exit { at, next: Some((loading, branch.largest)) })
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match branch.kind {
            LOADING => (Branch { kind: UNLOADING, largest: q, ..Branch::ONLY }, self.loading_stiffness * q / self.k2(q)),
            _ => (*branch, q),
        }
    }

    fn remembers(&self) -> bool {
        true
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let k = if branch.kind == LOADING { self.loading_stiffness } else { self.k2(branch.largest) };
        0.5 * k * q * q
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.zero(branch.largest))
    }
}
