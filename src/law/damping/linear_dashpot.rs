//! A dashpot proportional to speed.

use super::DampingLaw;
use crate::law::achieved;
use crate::law::card::{Card, Key, LawError, Numbers, not_negative, restitution};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

/// Linear dashpot: `F_d = C v`, in N, with `C = 2 z sqrt(m* K)` beside a linear spring.
///
/// The force jumps at first touch. Schwager & Poeschel 2007, eqs. 15 and 21.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LinearDashpot {
    /// `C`, N s/m
    Coefficient(f64),
    /// `z`, damping as a fraction of the critical damping of a linear spring.
    Ratio(f64),
    Restitution(f64),
}

impl LinearDashpot {
    pub const CARD: Card = Card {
        name: "linear-dashpot",
        title: "A dashpot proportional to speed",
        formula: "F_d = C v,  C = 2 z sqrt(m* K)\n\
                  zero-overlap:   e = exp(-pi z/sqrt(1-z^2)),  z < 1\n\
                  otherwise:      e = exp(-(pi-2p) tan p), z = sin p;  z > 1: e = exp(-2u coth u), z = cosh u",
        symbols: &[
            ("C", "damping coefficient", "N s/m"),
            ("z", "damping ratio, 1 is critical", "-"),
            ("v", "rate of approach", "m/s"),
        ],
        holds: "constant restitution with a linear spring only; the force jumps by C v at first touch",
        source: "Schwager & Poeschel 2007, Granular Matter 9, 465, eqs. 15 and 21",
        known_as: &[("LAMMPS", "hooke, damping velocity"), ("PFC", "linear, dp_nratio"), ("HYBIRD", "alpha_n,L = z, gamma_L = z sqrt(K/m*)")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("coefficient", Dimension::Damping, "C, force per speed"),
        Key::number("ratio", Dimension::Number, "z, damping as a fraction of critical damping"),
        Key::number("restitution", Dimension::Number, "restitution achieved with the given end of contact"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let (key, value) = numbers.exactly_one(&["coefficient", "ratio", "restitution"], "linear-dashpot")?;
        Ok(match key {
            "coefficient" => Self::Coefficient(not_negative(key, value)?),
            "ratio" => Self::Ratio(not_negative(key, value)?),
            _ => Self::Restitution(restitution(value)?),
        })
    }
}

impl DampingLaw for LinearDashpot {
    fn dashpot(&self, elastic: &Elastic, pair: &Pair, ends: Ends) -> Result<Dashpot, LawError> {
        let z = match *self {
            Self::Coefficient(C) => return Ok(Dashpot { C, beta: 0.0 }),
            Self::Ratio(z) => z,
            Self::Restitution(e) => achieved::damping_ratio(e, ends),
        };
        if elastic.alpha != 1.0 {
            let key = if matches!(self, Self::Ratio(_)) { "ratio" } else { "restitution" };
            return Err(LawError::key(key, "a linear dashpot has a damping ratio only with a linear spring")
                .help("give its `coefficient`, or use `[contact.damping.tsuji]`, whose restitution does not depend on speed"));
        }
        Ok(Dashpot { C: 2.0 * z * (pair.m_star * elastic.K).sqrt(), beta: 0.0 })
    }

    fn restitution(&self) -> Option<f64> {
        match *self {
            Self::Restitution(e) => Some(e),
            _ => None,
        }
    }
}
