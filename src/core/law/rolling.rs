//! Rolling laws: the resistance to rolling.

use super::Pair;
use super::card::{Card, Key, LawError, NOT_NEGATIVE, OR_ZERO, POSITIVE, axis, law};
use super::shear::RollingForce;
use crate::units::Dimension;

/// The rolling part of a contact.
pub trait RollingLaw {
    /// The torque between the two bodies of `pair`.
    ///
    /// # Errors
    /// When the law lacks input.
    fn force(&self, pair: &Pair) -> Result<RollingForce, LawError>;
}

axis! {
    /// A rolling law.
    Rolling: RollingLaw { Free, OwnSpin, Constant, SpringDashpot, }
}

const FRICTION: Key = Key::number("friction", Dimension::Number, "mu_r, the coefficient of rolling friction");

law! {
    /// No rolling resistance.
    pub struct Free;
}

impl Free {
    pub const CARD: Card = Card::none("No resistance to rolling", "M = 0", "always");
}

impl RollingLaw for Free {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::None)
    }
}

law! {
    /// Own spin: `M_i = mu_r N r_i` against the spin of body `i` itself, in N m.
    ///
    /// Not objective, and it creates angular momentum, because the two torques are not equal and opposite. The formula of MUSEN's
    /// manual; available so that its numbers can be reproduced.
    pub struct OwnSpin {
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
    }
}

impl OwnSpin {
    pub const CARD: Card = Card {
        name: "own-spin",
        title: "A constant torque against each body's own spin",
        formula: "M_i = -mu_r N r_i w_i/|w_i|",
        symbols: &[
            ("M_i", "torque on body i", "N m"),
            ("mu_r", "coefficient of rolling friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("w_i", "spin of body i", "rad/s"),
        ],
        holds: "one body on a wall at rest; for two moving bodies it is not objective, and the two torques are not equal and opposite",
        source: "MUSEN documentation, Hertz-Mindlin contact model",
        known_as: &[("MUSEN", "Hertz-Mindlin, rolling friction")],
    };
}

impl RollingLaw for OwnSpin {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::OwnSpin { friction: self.friction })
    }
}

law! {
    /// Constant torque: `M = mu_r N R*` against the relative spin in the plane of contact, in N m.
    ///
    /// Objective: it depends on the relative spin alone, and the other body gets the opposite torque. Zhou et al. 1999,
    /// Physica A 269, 536, model A; Ai et al. 2011, Powder Technology 206, 269.
    pub struct Constant {
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
    }
}

impl Constant {
    pub const CARD: Card = Card {
        name: "constant",
        title: "A constant torque against the relative spin",
        formula: "M = -mu_r N R* w_r/|w_r|,  w_r = w1 - w2 in the plane of contact",
        symbols: &[
            ("M", "torque on body 1; body 2 gets the opposite", "N m"),
            ("mu_r", "coefficient of rolling friction", "-"),
            ("N", "normal force of `friction_limit`", "N"),
            ("w_r", "relative spin", "rad/s"),
        ],
        holds: "bodies that keep rolling; at rest its direction is undetermined and it does not hold",
        source: "Zhou et al. 1999, Physica A 269, 536; Ai et al. 2011, Powder Technology 206, 269, model A",
        known_as: &[("LIGGGHTS", "rolling_friction cdt")],
    };
}

impl RollingLaw for Constant {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        Ok(RollingForce::Constant { friction: self.friction })
    }
}

law! {
    /// Rolling spring and dashpot: `M = k_r theta + c_r theta'` within `mu_r N R*`, in N m, `theta` the relative rolling angle.
    ///
    /// Objective, and it can keep a body at rest. Iwashita & Oda 1998, J. Eng. Mech. 124, 285; Ai et al. 2011, model C.
    pub struct SpringDashpot {
        /// `k_r`, N m/rad
        pub stiffness: f64 = POSITIVE[Key::number("stiffness", Dimension::RollingStiffness, "k_r, of the rolling spring")],
        /// `c_r`, N m s/rad
        pub damping: f64 = OR_ZERO[Key::number("damping", Dimension::RollingDamping, "c_r; 0 unless given")],
        pub friction: f64 = NOT_NEGATIVE[FRICTION],
    }
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
}

impl RollingLaw for SpringDashpot {
    fn force(&self, _: &Pair) -> Result<RollingForce, LawError> {
        let Self { stiffness, damping, friction } = *self;
        Ok(RollingForce::SpringDashpot { stiffness, damping, friction })
    }
}
