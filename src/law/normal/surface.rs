//! Input of laws with a surface energy: the work of adhesion, its value from the two materials, and Tabor's separation.

use crate::law::card::{Key, LawError, Numbers, positive};
use crate::units::Dimension;

pub(super) const WORK: Key = Key::number("work_of_adhesion", Dimension::SurfaceEnergy, "w of the pair");

pub(super) const MIXING: Key = Key::word(
    "mixing_rule",
    &["arithmetic", "geometric"],
    "instead of work_of_adhesion: how w follows from the `surface_energy` of the materials, gamma1 + gamma2 or 2 sqrt(gamma1 gamma2)",
);

pub const SEPARATION: Key = Key::number(
    "equilibrium_separation",
    Dimension::Length,
    "z0, about 0.3 nm, for Tabor's number in the validity table",
)
.example("\"0.3 nm\"");

/// Work of adhesion of two surfaces, J/m2: `gamma1 + gamma2` (arithmetic) or `2 sqrt(gamma1 gamma2)` (geometric), each `2 gamma`
/// for like surfaces. The second is Girifalco & Good 1957 with an interaction parameter of 1, for dispersion forces.
pub fn work_of_adhesion(rule: &str, [gamma1, gamma2]: [f64; 2]) -> f64 {
    if rule == "arithmetic" { gamma1 + gamma2 } else { 2.0 * (gamma1 * gamma2).sqrt() }
}

/// w, J/m2. A separation enters no force: it is only checked here, and the validity check takes it from the scene.
pub(super) fn work(numbers: &Numbers, law: &str) -> Result<f64, LawError> {
    numbers.get(SEPARATION.name).map_or(Ok(0.0), |z0| positive(SEPARATION.name, z0))?;
    numbers.positive(WORK.name, law)
}
