//! A dashpot scaled by the tangent stiffness.

use super::DampingLaw;
use crate::law::card::{Card, Key, LawError, Numbers, not_negative, positive};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Dashpot of the tangent stiffness: `F_d = 2 beta sqrt(m* k_n) (delta/delta_0)^p v`, in N, `k_n = dF/d(delta)`.
///
/// With `p = 0` restitution is constant, at `z = beta sqrt(2n/(n+1))`. With any other exponent it depends on the
/// speed and on the length `delta_0` the overlap is measured in. PFC, Hertz model, eq. 15.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffnessDashpot {
    pub ratio: f64,
    pub exponent: f64,
    /// m
    pub reference_length: f64,
}

impl StiffnessDashpot {
    pub const CARD: Card = Card {
        name: "stiffness-dashpot",
        title: "A dashpot scaled by the tangent stiffness",
        formula: "F_d = 2 beta sqrt(m* k_n) (delta/delta_0)^p v,  k_n = n K delta^(n-1)\np = 0:  z = beta sqrt(2n/(n+1))      spheres: beta = sqrt(5/6) z",
        symbols: &[
            ("beta", "damping ratio by the tangent stiffness", "-"),
            ("k_n", "tangent stiffness", "N/m"),
            ("p", "exponent", "-"),
            ("delta_0", "the unit of length of the overlap in the power; no effect with p = 0", "m"),
        ],
        holds: "restitution is constant for p = 0 only",
        source: "PFC documentation, Hertz model, dashpot force; Tsuji, Tanaka & Ishida 1992",
        known_as: &[("PFC", "dp_nratio, dp_alpha"), ("YADE", "betan (p = 0)"), ("LIGGGHTS", "beta (p = 0)")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("ratio", Dimension::Number, "beta, dashpot coefficient over 2 sqrt(m* k_n)"),
        Key::number("exponent", Dimension::Number, "p; 0 unless given"),
        Key::number("reference_length", Dimension::Length, "delta_0; needed with an exponent"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let ratio = numbers.not_negative("ratio", "stiffness-dashpot")?;
        let exponent = not_negative("exponent", numbers.get("exponent").unwrap_or(0.0))?;
        let reference_length = match numbers.get("reference_length") {
            Some(length) => positive("reference_length", length)?,
            None if exponent == 0.0 => 1.0,
            None => {
                return Err(LawError::key("exponent", "`exponent` requires `reference_length`: the power of an overlap depends on the unit of length")
                    .help("add it:  reference_length = \"1 m\"   (\"1 mm\" for a model in millimetres)"));
            }
        };
        Ok(Self { ratio, exponent, reference_length })
    }
}

impl DampingLaw for StiffnessDashpot {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        let Elastic { K, alpha: n, .. } = *elastic;
        let p = self.exponent;
        let C = 2.0 * self.ratio * (pair.m_star * n * K).sqrt() / self.reference_length.powf(p);
        Ok(Dashpot { C, beta: 0.5 * (n - 1.0) + p })
    }
}
