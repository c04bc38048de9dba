//! A spring that is stiffer on unloading: Walton and Braun.

use std::sync::Arc;

use super::luding::LudingContact;
use super::{NormalLaw, Reload};
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers, not_negative};
use crate::law::{Damping, Elastic, Pair};
use crate::units::Dimension;

/// Walton & Braun: load `k1 delta`, unload and reload `k2 (delta - delta_0)`, `k2 = k20 + S k1 delta_max`, in N.
///
/// The contact ends at zero force, at `delta_0 = (1 - k1/k2) delta_max`. Walton & Braun 1986.
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
    pub const KEYS: &[Key] = &[
        Key::number("loading_stiffness", Dimension::Stiffness, "k1, of the first loading"),
        Key::number("unloading_stiffness", Dimension::Stiffness, "k20, at least k1"),
        Key::number("stiffening", Dimension::InverseLength, "S in k2 = k20 + S F_max; 0 unless given"),
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

    /// Luding's spring without adhesion; the contact ends at zero force and not at zero overlap. A dashpot acts in parallel with
    /// the loading spring.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let loading = Elastic { K: self.loading_stiffness, alpha: 1.0, reference_gap: 0.0 };
        let dashpot = damping.beside_branches(&loading, pair, "walton-braun")?;
        let contact = LudingContact {
            k1: self.loading_stiffness,
            k_c: 0.0,
            k2: [self.unloading_stiffness, self.stiffening * self.loading_stiffness],
            limit: f64::INFINITY,
            reload: Reload::Kept,
            remembers: true,
        };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}
