//! The formulas of HYBIRD's page on normal contact, as printed and as they are.
//!
//! Notation of the page: `r~` is the effective radius, `u` the speed of impact.

use std::f64::consts::PI;

/// Collision time of the linear dashpot, s: `pi/sqrt(omega^2 - gamma^2)`; `None` when it is overdamped.
///
/// For a force that may pull (H6). `gamma` and `omega` in 1/s.
pub fn linear_collision_time(gamma: f64, omega: f64) -> Option<f64> {
    let square = (omega - gamma) * (omega + gamma);
    (square > 0.0).then(|| PI / square.sqrt())
}

/// Restitution of the linear dashpot: `exp(-pi gamma/sqrt(omega^2 - gamma^2))`; `None` when it is overdamped.
///
/// For a force that may pull (H6). `gamma` and `omega` in 1/s.
pub fn linear_restitution(gamma: f64, omega: f64) -> Option<f64> {
    linear_collision_time(gamma, omega).map(|t| (-gamma * t).exp())
}

/// `gamma_L = alpha_L sqrt(k_L/m~)`, 1/s: a rate, not the ratio (H5).
pub fn decay_rate(alpha: f64, stiffness: f64, m_star: f64) -> f64 {
    alpha * (stiffness / m_star).sqrt()
}

/// `k_H/sqrt(xi)` of two spheres of one material, N/m^(3/2): `2/3 E/(1-nu^2) sqrt(r~)`, a secant (H4).
pub fn secant_stiffness_factor(E: f64, nu: f64, R_star: f64) -> f64 {
    2.0 / 3.0 * E / (1.0 - nu * nu) * R_star.sqrt()
}

/// The Hertzian collision time as printed (H1): `1.1 (M rho)^(2/5) r~/u^(1/5)`, `M = E/(1-nu^2)`. Not a time.
pub fn collision_time_as_printed(M: f64, density: f64, R_star: f64, u: f64) -> f64 {
    1.1 * (M * density).powf(0.4) * R_star / u.powf(0.2)
}

/// The printed collision time with its ratio put right (H2), s: `1.1 (rho/M)^(2/5) r~/u^(1/5)`.
pub fn collision_time_with_ratio(M: f64, density: f64, R_star: f64, u: f64) -> f64 {
    1.1 * (density / M).powf(0.4) * R_star / u.powf(0.2)
}

/// The factor of [`collision_time`].
pub const COLLISION_TIME: f64 = 11.686_670_994_122_458;

/// Elastic collision time of two like spheres, s: `11.687 (rho/M)^(2/5) r~/u^(1/5)`, `M = E/(1-nu^2)`.
///
/// Landau & Lifshitz, Theory of Elasticity, section 9, with `r1 + r2 = 4 r~` and `E* = M/2`.
pub fn collision_time(M: f64, density: f64, R_star: f64, u: f64) -> f64 {
    COLLISION_TIME * (density / M).powf(0.4) * R_star / u.powf(0.2)
}

/// The page's rule for the time step: a tenth of the collision time at the highest speed expected, which is the
/// shortest one.
pub fn time_step(collision_time: f64) -> f64 {
    0.1 * collision_time
}
