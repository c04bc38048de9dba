//! A spring, a dashpot and a slider against rolling.

use super::RollingLaw;
use crate::law::Pair;
use crate::law::card::{Card, Key, LawError, Numbers, not_negative};
use crate::law::shear::RollingForce;
use crate::units::Dimension;

/// Rolling spring and dashpot: `M = k_r theta + c_r theta'` within `mu_r N R*`, in N m, `theta` the relative rolling angle.
///
/// Objective, and it can keep a body at rest. Iwashita & Oda 1998, J. Eng. Mech. 124, 285; Ai et al. 2011, model C.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringDashpot {
    /// `k_r`, N m/rad
    pub stiffness: f64,
    /// `c_r`, N m s/rad
    pub damping: f64,
    pub friction: f64,
}

impl SpringDashpot {
    pub const CARD: Card = Card {
        name: "spring-dashpot",
        title: "A rolling spring and dashpot with a slider",
        formula: "M = -(k_r theta + c_r theta'),  |M| <= mu_r N R*,  theta' = w1 - w2 in the plane of contact",
        symbols: &[
            ("M", "torque on body 1; body 2 gets the opposite", "N m"),
            ("k_r", "rolling stiffness", "N m/rad"),
            ("c_r", "rolling damping", "N m s/rad"),
            ("theta", "relative rolling angle", "rad"),
            ("mu_r", "coefficient of rolling friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
        ],
        holds: "a modelling choice; k_r and c_r are constants of the contact here",
        source: "Iwashita & Oda 1998, J. Eng. Mech. 124, 285; Ai et al. 2011, Powder Technology 206, 269, model C",
        known_as: &[("LIGGGHTS", "rolling_friction epsd"), ("LAMMPS", "rolling sds"), ("PFC", "rrlinear")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("stiffness", Dimension::RollingStiffness, "k_r, of the rolling spring"),
        Key::number("damping", Dimension::RollingDamping, "c_r; 0 unless given"),
        Key::number("friction", Dimension::Number, "mu_r, the coefficient of rolling friction"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let law = "spring-dashpot";
        Ok(Self {
            stiffness: numbers.positive("stiffness", law)?,
            damping: not_negative("damping", numbers.get("damping").unwrap_or(0.0))?,
            friction: numbers.not_negative("friction", law)?,
        })
    }
}

impl RollingLaw for SpringDashpot {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        let Self { stiffness, damping, friction } = *self;
        Ok(RollingForce::SpringDashpot { stiffness, damping, friction })
    }
}
