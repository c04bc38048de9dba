//! Mindlin's stiffness without slip, in the springs of production codes.

use super::dashpot::{BETA, COEFFICIENT, RATIO, WHILE_SLIDING};
use super::{ShearDamping, TangentialLaw};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Mindlin without slip: `k_t = 8 G* a`, with three rules for a changing load.
///
/// The stiffness is exact for spheres that do not slip under a constant load: Mindlin 1949, J. Appl. Mech. 16, 259.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mindlin {
    /// Total, incremental or rescaled.
    pub form: Form,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
}

impl Mindlin {
    /// The words for `form`.
    pub const FORMS: &[&str] = &["total-spring", "incremental", "rescaled"];

    pub const CARD: Card = Card {
        name: "mindlin",
        title: "Mindlin's stiffness without slip, 8 G* a, with a slider",
        formula: "total-spring:  T = 8 G* a s\n\
                  incremental:   T += 8 G* a du\n\
                  rescaled:      as incremental; on unloading T also falls as T a/a_old\n\
                  all:           |T| <= mu N,  a = sqrt(R* delta)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
            ("a", "contact radius", "m"),
            ("s, u", "total displacement of the spring, tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "no slip under a constant load; the incremental form creates energy where the load falls under shear",
        source: "Mindlin 1949, J. Appl. Mech. 16, 259; Elata & Berryman 1996, Mech. Mater. 24, 229",
        known_as: &[
            ("LAMMPS", "tangential mindlin (total-spring), mindlin_rescale/force"),
            ("LIGGGHTS", "tangential history (total-spring)"),
            ("YADE", "Ip2_FrictMat_FrictMat_MindlinPhys (incremental)"),
            ("Kratos", "Hertz (rescaled)"),
            ("PFC", "hertz, hz_mode 0 (incremental), 1 (rescaled)"),
            ("MUSEN", "Hertz-Mindlin (total-spring)"),
        ],
    };
    pub const KEYS: &[Key] = &[
        Key::word("form", Self::FORMS, "how the tangential spring responds to a change of the normal load"),
        Key::number("friction", Dimension::Number, "mu, the coefficient of friction"),
        RATIO,
        COEFFICIENT,
        BETA,
        WHILE_SLIDING,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let form = Self::form(numbers, "mindlin")?;
        let friction = numbers.not_negative("friction", "mindlin")?;
        Ok(Self { form, friction, dashpot: ShearDamping::build(numbers, "mindlin")? })
    }
}

impl Mindlin {
    /// The form given in a table; the word for the total spring is longer there than in a record.
    pub(super) fn form(numbers: &Numbers, law: &str) -> Result<Form, LawError> {
        Ok(Form::from_word(numbers.require_word("form", Self::FORMS, law)?).unwrap_or(Form::Total))
    }
}

impl TangentialLaw for Mindlin {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let G_star = pair.require_G_star("mindlin")?;
        let bare = ShearForce::new(self.form, self.friction);
        let (S, gamma) = (8.0 * G_star * pair.R_star.sqrt(), 0.5);
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
