//! A tangential spring proportional to the normal stiffness.

use super::dashpot::{BETA, COEFFICIENT, RATIO, WHILE_SLIDING};
use super::{Mindlin, ShearDamping, TangentialLaw};
use crate::law::card::{Card, Key, LawError, Numbers, positive};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// A constant fraction of the normal stiffness: `k_t = kappa dF_n/d(delta)`, in N/m.
///
/// With Hertz `kappa = 4 G*/E*`, which is `2(1-nu)/(2-nu)` for one material, gives Mindlin's `8 G* a`; with another power of
/// the overlap it is PFC's `k_s`; with a linear spring it is constant. Mindlin 1949, J. Appl. Mech. 16, 259.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StiffnessRatio {
    /// Total, incremental or rescaled.
    pub form: Form,
    /// `kappa`; `None`: `4 G*/E*` of the pair.
    pub ratio: Option<f64>,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
}

impl StiffnessRatio {
    pub const CARD: Card = Card {
        name: "stiffness-ratio",
        title: "A constant fraction of the normal stiffness, with a slider",
        formula: "k_t = kappa dF_n/d(delta) = kappa alpha K delta^(alpha-1),  kappa = 4 G*/E* unless given\n\
                  total-spring:  T = k_t s\n\
                  incremental:   T += k_t du\n\
                  rescaled:      as incremental; on unloading T also falls as T k_t/k_t_old\n\
                  all:           |T| <= mu N",
        symbols: &[
            ("T", "tangential force", "N"),
            ("kappa", "tangential over normal tangent stiffness", "-"),
            ("K, alpha", "stiffness and exponent of the elastic normal force", "N/m^alpha, -"),
            ("s, u", "total displacement of the spring, tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "with Hertz and 4 G*/E* it equals `mindlin`; otherwise a modelling choice",
        source: "Mindlin 1949, J. Appl. Mech. 16, 259; PFC documentation, Hertz model, eq. (8)",
        known_as: &[
            ("PFC", "hertz, k_s at any hz_alpha"),
            ("MercuryDPM", "Mindlin: total-spring, 2/3 of 4 G*/E*"),
            ("LAMMPS", "hooke with tangential linear_history"),
        ],
    };
    pub const KEYS: &[Key] = &[
        Key::word("form", Mindlin::FORMS, "how the tangential spring responds to a change of the normal load"),
        Key::number("ratio", Dimension::Number, "kappa; 4 G*/E* of the bodies unless given"),
        Key::number("friction", Dimension::Number, "mu, the coefficient of friction"),
        RATIO,
        COEFFICIENT,
        BETA,
        WHILE_SLIDING,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let form = Mindlin::form(numbers, "stiffness-ratio")?;
        let ratio = numbers.get("ratio").map(|ratio| positive("ratio", ratio)).transpose()?;
        let friction = numbers.not_negative("friction", "stiffness-ratio")?;
        Ok(Self { form, ratio, friction, dashpot: ShearDamping::build(numbers, "stiffness-ratio")? })
    }

    /// Mindlin's `kappa` of a pair, `8 G* a/(2 E* a) = 4 G*/E*`.
    ///
    /// # Errors
    /// When a body has no moduli.
    pub fn of_mindlin(pair: &Pair) -> Result<f64, LawError> {
        Ok(4.0 * pair.require_G_star("stiffness-ratio")? / pair.require_E_star("stiffness-ratio")?)
    }

    /// Mindlin's `kappa` of two bodies of one material, `2(1-nu)/(2-nu)`.
    pub fn of_poisson(nu: f64) -> f64 {
        2.0 * (1.0 - nu) / (2.0 - nu)
    }
}

impl TangentialLaw for StiffnessRatio {
    fn spring(&self, elastic: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let elastic = elastic.ok_or_else(|| {
            LawError::table("`stiffness-ratio` requires a normal law that is a power of the overlap")
                .help("write:  [contact.tangential.mindlin]  or  [contact.tangential.cundall-strack]")
        })?;
        let ratio = self.ratio.map_or_else(|| Self::of_mindlin(pair), Ok)?;
        let bare = ShearForce::new(self.form, self.friction);
        let (S, gamma) = (ratio * elastic.alpha * elastic.K, elastic.alpha - 1.0);
        let dashpot = self.dashpot.map_or(bare.dashpot, |damping| damping.force(S, gamma, pair));
        Ok(ShearForce { S, gamma, dashpot, ..bare })
    }

    fn friction(&self) -> f64 {
        self.friction
    }

    fn has_dashpot(&self) -> bool {
        self.dashpot.is_some()
    }
}
