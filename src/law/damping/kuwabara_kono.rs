//! Viscoelastic spheres.

use super::Strength;
use crate::law::card::{Card, Key, LawError, Numbers, positive};
use crate::units::Dimension;

/// Kuwabara & Kono: `F_d = A dF/d(delta) v`, in N; for spheres `3/2 A K sqrt(delta) v`.
///
/// The relaxation time `A` is a property of the material, so restitution falls with speed.
/// Kuwabara & Kono 1987; Brilliantov, Spahn, Hertzsch & Poeschel 1996, eq. 26.
///
/// The relaxation time that achieves a restitution has no closed form: its dashpot is in `collide/viscous.rs`, which computes collisions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KuwabaraKono {
    pub(crate) strength: Strength,
    /// Speed at which the restitution is achieved, m/s.
    pub(crate) at_speed: Option<f64>,
}

impl KuwabaraKono {
    pub const CARD: Card = Card {
        name: "kuwabara-kono",
        title: "Viscoelastic spheres",
        formula: "F_d = A n K delta^(n-1) v      beside F = K delta^n; spheres: 3/2 A K sqrt(delta) v\n\
                  b = 3/2 A (K/m*)^(2/5) v^(1/5),  e = 1 - 1.15344885809529 b + 0.798266560944795 b^2 + ...",
        symbols: &[
            ("A", "relaxation time of the material", "s"),
            ("b", "the only parameter of the restitution (spheres)", "-"),
        ],
        holds: "quasi-static: A v << delta and v << speed of sound; restitution falls with speed",
        source: "Kuwabara & Kono 1987, Jpn. J. Appl. Phys. 26, 1230; Brilliantov et al. 1996, Phys. Rev. E 53, 5382",
        known_as: &[("LAMMPS", "damping viscoelastic (different prefactor)"), ("YADE", "Ip2_ViscElMat")],
    };
    pub const KEYS: &[Key] = &[
        Key::number("relaxation_time", Dimension::Time, "A, a constant of the material"),
        Key::number("restitution", Dimension::Number, "restitution achieved at `at_speed` with the given end of contact"),
        Key::number("at_speed", Dimension::Speed, "the impact speed at which `restitution` is achieved"),
    ];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        let strength = Strength::read(numbers, "relaxation_time", "kuwabara-kono")?;
        Ok(Self { strength, at_speed: at_speed(numbers, strength, "kuwabara-kono")? })
    }

    /// The relaxation time as given, s.
    pub fn relaxation_time(&self) -> Option<f64> {
        self.strength.coefficient()
    }
}

/// The speed at which a speed-dependent restitution is achieved: required with a restitution, an error without.
pub(super) fn at_speed(numbers: &Numbers, strength: Strength, law: &str) -> Result<Option<f64>, LawError> {
    match (strength, numbers.get("at_speed")) {
        (Strength::Restitution(_), Some(v)) => positive("at_speed", v).map(Some),
        (Strength::Restitution(_), None) => Err(LawError::key("restitution", format!("the restitution of `{law}` depends on the speed: `restitution` requires `at_speed`"))
            .help("add the impact speed at which it was measured:  at_speed = \"1 m/s\"")),
        (Strength::Coefficient(_), Some(_)) => Err(LawError::key("at_speed", "`at_speed` is only valid with `restitution`").help("leave it out")),
        (Strength::Coefficient(_), None) => Ok(None),
    }
}
