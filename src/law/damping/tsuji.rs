//! The dashpot whose restitution is the same at every speed.

use super::{DampingLaw, Strength};
use crate::law::achieved;
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Tsuji: `F_d = alpha sqrt(m* K) delta^((n-1)/2) v`, in N, beside `K delta^n`; for spheres `delta^(1/4)`.
///
/// Restitution does not depend on speed: it is that of a linear dashpot of ratio `z = alpha/sqrt(2(n+1))`.
/// Tsuji, Tanaka & Ishida 1992; Antypov & Elliott 2011.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tsuji(pub Strength);

impl Tsuji {
    pub const CARD: Card = Card {
        name: "tsuji",
        title: "The dashpot whose restitution is the same at every speed",
        formula: "F_d = alpha sqrt(m* K) delta^((n-1)/2) v      beside F = K delta^n; spheres: delta^(1/4)\n\
                  z = alpha/sqrt(2(n+1))                        spheres: alpha = sqrt(5) z\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  z < 1\n\
                  otherwise:      e = exp(-(pi-2p) tan p), z = sin p;  z > 1: e = exp(-2u coth u), z = cosh u",
        symbols: &[
            ("alpha", "damping coefficient", "-"),
            ("m*", "effective mass", "kg"),
            ("K", "stiffness, 4/3 E* sqrt(R*) for spheres", "N/m^n"),
            ("z", "ratio of the linear dashpot with the same restitution", "-"),
        ],
        holds: "a modelling choice: real restitution falls with speed",
        source: "Tsuji, Tanaka & Ishida 1992, Powder Technology 71, 239; Antypov & Elliott 2011, EPL 94, 50004",
        known_as: &[
            ("Woo", "alpha(en), alpha_sqrtMK"),
            ("LAMMPS", "damping tsuji, coeff_restitution"),
            ("LIGGGHTS", "model hertz, coefficientRestitution"),
            ("YADE", "betan = sqrt(5/6) z"),
            ("MercuryDPM", "dissipation = sqrt(5) z"),
        ],
    };
    pub const KEYS: &[Key] = &[
        Key::number("alpha", Dimension::Number, "the damping coefficient"),
        Key::number("restitution", Dimension::Number, "restitution achieved with the given end of contact"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Strength::read(numbers, "alpha", "tsuji").map(Self)
    }
}

impl DampingLaw for Tsuji {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        let n = elastic.alpha;
        let alpha = match self.0 {
            Strength::Coefficient(alpha) => alpha,
            Strength::Restitution(e) => (2.0 * (n + 1.0)).sqrt() * achieved::damping_ratio(e, ends),
        };
        Ok(Dashpot { C: alpha * (pair.m_star * elastic.K).sqrt(), beta: 0.5 * (n - 1.0) })
    }

    fn restitution(&self) -> Option<f64> {
        self.0.restitution()
    }
}
