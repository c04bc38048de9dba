//! A dashpot in parallel with the tangential spring.

use crate::law::Pair;
use crate::law::card::{Key, LawError, Numbers, not_negative};
use crate::law::shear::{ShearDashpot, WhileSliding};
use crate::units::Dimension;

/// The strength of a tangential dashpot `C delta^beta v_s`, in N, in parallel with the spring `k_t = S delta^gamma`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShearStrength {
    /// `C`, N s/m, independent of the overlap.
    Coefficient(f64),
    /// `z` in `C delta^beta = 2 z sqrt(m* k_t)`: damping as a fraction of critical damping of the spring (PFC, `dp_sratio`).
    Ratio(f64),
    /// `b` in `C delta^beta = 2 sqrt(5/6) b sqrt(m* k_t)`: the number of the normal dashpot (Tsuji, Tanaka & Ishida 1992,
    /// Powder Technology 71, 239, as in LIGGGHTS).
    Beta(f64),
    /// `C delta^beta` itself, N s/m^(1+beta): the result of converting the parameters of a code.
    Power { C: f64, beta: f64 },
}

/// A tangential dashpot as given in a case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearDamping {
    pub strength: ShearStrength,
    pub sliding: WhileSliding,
}

/// The keys for the strength; a case gives one of them.
const STRENGTHS: &[&str] = &["dashpot_ratio", "dashpot_coefficient", "dashpot_beta"];

pub(super) const RATIO: Key = Key::number(
    "dashpot_ratio",
    Dimension::Number,
    "ratio z of a tangential dashpot 2 z sqrt(m* k_t); none unless given",
);
pub(super) const COEFFICIENT: Key = Key::number(
    "dashpot_coefficient",
    Dimension::Damping,
    "coefficient C of a tangential dashpot C v_s; none unless given",
);
pub(super) const BETA: Key = Key::number(
    "dashpot_beta",
    Dimension::Number,
    "coefficient b of a tangential dashpot 2 sqrt(5/6) b sqrt(m* k_t); none unless given",
);
pub(super) const WHILE_SLIDING: Key =
    Key::word("while_sliding", WhileSliding::WORDS, "the dashpot during sliding; required with a dashpot");

impl ShearDamping {
    /// Reads the dashpot from a table; `None` without one.
    ///
    /// # Errors
    /// When more than one strength is given, it is negative, or `while_sliding` is missing.
    pub fn build(numbers: &Numbers, law: &str) -> Result<Option<Self>, LawError> {
        if STRENGTHS.iter().all(|key| numbers.get(key).is_none()) {
            return match numbers.word("while_sliding") {
                None => Ok(None),
                Some(_) => Err(LawError::key("while_sliding", "`while_sliding` requires a tangential dashpot")
                    .help("add one, dashpot_ratio = 0.1, or remove `while_sliding`")),
            };
        }
        let (key, value) = numbers.exactly_one(STRENGTHS, law)?;
        let value = not_negative(key, value)?;
        let strength = match key {
            "dashpot_ratio" => ShearStrength::Ratio(value),
            "dashpot_coefficient" => ShearStrength::Coefficient(value),
            _ => ShearStrength::Beta(value),
        };
        let Some(word) = numbers.word("while_sliding") else {
            let error = LawError::key(
                key,
                format!("`{key}` requires `while_sliding`, the treatment of the tangential dashpot during sliding"),
            );
            return Err(error
                .help("while_sliding = \"capped\"    spring and dashpot together stay within mu N")
                .help("while_sliding = \"added\"     the spring alone stays within mu N; the dashpot is added to it")
                .help("while_sliding = \"dropped\"   the spring alone stays within mu N; no dashpot during sliding"));
        };
        let sliding = WhileSliding::from_word(word).unwrap_or(WhileSliding::Capped);
        Ok(Some(Self { strength, sliding }))
    }

    /// The dashpot in parallel with the spring `k_t = S delta^gamma`, for the effective mass of `pair`.
    pub fn force(&self, S: f64, gamma: f64, pair: &Pair) -> ShearDashpot {
        let critical = 2.0 * (pair.m_star * S).sqrt();
        let (C, beta) = match self.strength {
            ShearStrength::Coefficient(C) => (C, 0.0),
            ShearStrength::Ratio(z) => (z * critical, 0.5 * gamma),
            ShearStrength::Beta(b) => ((5.0_f64 / 6.0).sqrt() * b * critical, 0.5 * gamma),
            ShearStrength::Power { C, beta } => (C, beta),
        };
        ShearDashpot { C, beta, sliding: self.sliding }
    }
}
