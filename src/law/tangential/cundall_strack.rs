//! A linear spring with a slider.

use super::dashpot::{BETA, COEFFICIENT, RATIO, WHILE_SLIDING};
use super::{ShearDamping, TangentialLaw};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::shear::{Form, ShearForce};
use crate::law::{Elastic, Pair};
use crate::units::Dimension;

/// Cundall & Strack: `T += k_s du` within `+-mu N`, in N, at a constant stiffness `k_s`.
///
/// It stores and returns the same energy at every load, but is not a theory of spheres. Geotechnique 29, 47 (1979).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CundallStrack {
    /// `k_s`, N/m
    pub stiffness: f64,
    pub friction: f64,
    /// `None` for no dashpot.
    pub dashpot: Option<ShearDamping>,
}

impl CundallStrack {
    pub const CARD: Card = Card {
        name: "cundall-strack",
        title: "A linear spring with a slider",
        formula: "T += k_s du,  |T| <= mu N",
        symbols: &[
            ("T", "tangential force", "N"),
            ("k_s", "tangential stiffness, constant", "N/m"),
            ("u", "tangential displacement of the surfaces", "m"),
            ("mu", "coefficient of friction", "-"),
        ],
        holds: "a modelling choice; the stiffness of spheres in contact, 8 G* a, grows with the load",
        source: "Cundall & Strack 1979, Geotechnique 29, 47",
        known_as: &[("LAMMPS", "tangential linear_history"), ("PFC", "linear ks")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("stiffness", Dimension::Stiffness, "k_s, of the tangential spring"),
        Key::number("friction", Dimension::Number, "mu, the coefficient of friction"),
        RATIO,
        COEFFICIENT,
        BETA,
        WHILE_SLIDING,
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let stiffness = numbers.positive("stiffness", "cundall-strack")?;
        let friction = numbers.not_negative("friction", "cundall-strack")?;
        Ok(Self { stiffness, friction, dashpot: ShearDamping::build(numbers, "cundall-strack")? })
    }
}

impl TangentialLaw for CundallStrack {
    fn spring(&self, _: Option<&Elastic>, pair: &Pair) -> Result<ShearForce, LawError> {
        let bare = ShearForce::new(Form::Incremental, self.friction);
        let (S, gamma) = (self.stiffness, 0.0);
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
