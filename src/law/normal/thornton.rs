//! Elastic, perfectly plastic spheres: Thornton.

use std::sync::Arc;

use super::hertz::Hertz;
use super::{BreaksAt, JkrCurve, NormalLaw, ThorntonNingContact};
use crate::law::branches::Branched;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};
use crate::units::Dimension;

pub(super) const YIELD_PRESSURE: Key = Key::number(
    "yield_pressure",
    Dimension::Pressure,
    "p_y, the limiting contact pressure; neither the uniaxial yield stress nor the hardness",
);

/// Thornton: Hertz up to the yield overlap, then `F_y + pi p_y R* (delta - delta_y)`; unloads with a larger Hertz radius, in N.
///
/// Thornton & Ning's law without adhesion: with `w = 0` the contact radius beyond yield is `a^2 = (2 F + F_y)/(2 pi p_y)`. Thornton 1997, J. Appl. Mech. 64, 383, eqs 9, 11 and 13.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thornton {
    /// p_y, Pa: the limiting contact pressure.
    pub yield_pressure: f64,
}

impl Thornton {
    pub const CARD: Card = Card {
        name: "thornton",
        title: "Elastic, perfectly plastic spheres (Thornton)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2)  up to delta_y = pi^2 p_y^2 R*/(4 E*^2)\n\
                  F = F_y + pi p_y R* (delta - delta_y)  beyond\n\
                  otherwise  F = 4/3 E* sqrt(R_p) (delta - delta_p)^(3/2)\n\
                  R_p = 4 E*/(3 F_max) ((2 F_max + F_y)/(2 pi p_y))^(3/2);  the contact ends where F = 0",
        symbols: &[
            ("p_y", "limiting contact pressure: 1.60 times the yield stress at first yield (von Mises, nu = 0.3)", "Pa"),
            ("delta_y, F_y", "overlap and force at first yield", "m, N"),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "e = 1 up to V_y = sqrt(4 F_y delta_y/(5 m*)), falls as V^(-1/4) far above; a << R*",
        source: "Thornton 1997, J. Appl. Mech. 64, 383",
        known_as: &[("LIGGGHTS", "thornton_ning without adhesion (keeps R_p = R*)")],
    };
    pub const KEYS: &[Key] = &[YIELD_PRESSURE];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { yield_pressure: numbers.positive("yield_pressure", "thornton")? })
    }
}

impl NormalLaw for Thornton {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![("yield_pressure", self.yield_pressure)])
    }

    /// A dashpot acts as for the Hertz contact of first loading.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let first = JkrCurve::new(pair.R_star, pair.require_E_star("thornton")?, 0.0);
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "thornton")?;
        let contact = ThorntonNingContact::new(first, self.yield_pressure, BreaksAt::ZeroOverlap);
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}
