//! The formulas of Woo's page on Hertzian contacts, as printed and as they are.
//!
//! Notation of the page: `E` is the equivalent modulus, our E*; `R` the effective radius.

use std::f64::consts::PI;

/// `2.214`, the factor of the collision time, to the digits of the closed form
/// `(C/2)(8 pi^2/9)^(1/5)`, `C = (15/16)^(2/5) (4 sqrt(pi)/5) Gamma(2/5)/Gamma(9/10)`.
pub const COLLISION_TIME: f64 = 2.214_210_104_143_494;

/// Collision time as printed, s: `2.214 (rho/E)^(2/5) (r1 + r2)/v^(1/5)`.
///
/// Exact for equal radii and densities. Landau & Lifshitz, Theory of Elasticity, section 9.
pub fn collision_time(density: f64, E: f64, r1: f64, r2: f64, v: f64) -> f64 {
    COLLISION_TIME * (density / E).powf(0.4) * (r1 + r2) / v.powf(0.2)
}

/// How much too long the printed time is for radii `q : 1` of one density (W1):
/// `[(1+q)^4 (1+q^3)^2/(64 q^5)]^(1/5)`, 1 at `q = 1` and above it everywhere else.
pub fn collision_time_excess(q: f64) -> f64 {
    ((1.0 + q).powi(4) * (1.0 + q.powi(3)).powi(2) / (64.0 * q.powi(5))).powf(0.2)
}

/// The other effective modulus, Pa: `K = 4/3 E`, so that `F R/a^3 = K`.
pub fn effective_modulus(E: f64) -> f64 {
    4.0 / 3.0 * E
}

/// The same as printed (W2): `K = 3/4 E`.
pub fn effective_modulus_as_printed(E: f64) -> f64 {
    0.75 * E
}

/// Secant stiffness, N/m: `P/delta = k_n0 sqrt(delta)`.
pub fn secant_stiffness(kn0: f64, delta: f64) -> f64 {
    kn0 * delta.sqrt()
}

/// The stiffness the page calls secant (W3), N/m: `dP/d(delta) = 3/2 k_n0 sqrt(delta)`, the tangent.
pub fn tangent_stiffness(kn0: f64, delta: f64) -> f64 {
    1.5 * kn0 * delta.sqrt()
}

/// Contact radius from the force, m: `a = cbrt(3 R P/(4 E))`.
pub fn contact_radius(force: f64, R: f64, E: f64) -> f64 {
    (0.75 * R * force / E).cbrt()
}

/// Pressure at the centre of contact, Pa: `p0 = 3 P/(2 pi a^2)`.
pub fn peak_pressure(force: f64, a: f64) -> f64 {
    1.5 * force / (PI * a * a)
}

/// Pressure at distance `r` from the centre, Pa, for `r` in (0, a) (W7): `p0 sqrt(1 - (r/a)^2)`.
pub fn pressure(p0: f64, r: f64, a: f64) -> f64 {
    if r < a { p0 * (1.0 - (r / a).powi(2)).sqrt() } else { 0.0 }
}

/// Radius of the circle in which two undeformed spheres cut each other, m (W9); `a^2` is close to `2 R delta`.
pub fn geometric_contact_radius(r1: f64, r2: f64, delta: f64) -> f64 {
    let d = r1 + r2 - delta;
    let x = (d * d + r1 * r1 - r2 * r2) / (2.0 * d);
    ((r1 - x) * (r1 + x)).sqrt()
}

/// Effective mass, kg, with an infinite mass for a body that is blocked.
pub fn effective_mass(m1: f64, m2: f64, blocked: [bool; 2]) -> f64 {
    match blocked {
        [false, false] => m1 * m2 / (m1 + m2),
        [true, false] => m2,
        [false, true] => m1,
        [true, true] => f64::INFINITY,
    }
}

/// The same as the page has it (W6): a blocked body counts with mass zero, and so does the pair.
pub fn effective_mass_as_printed(m1: f64, m2: f64, blocked: [bool; 2]) -> f64 {
    if blocked == [false, false] { m1 * m2 / (m1 + m2) } else { 0.0 }
}

/// Three ways to measure a restitution. Arguments stand in the order before, after.
pub mod restitution {
    /// From relative speeds: `v1/v0`.
    pub fn from_speeds(v0: f64, v1: f64) -> f64 {
        v1 / v0
    }

    /// From kinetic energies of the relative motion: `sqrt(E_k1/E_k0) = sqrt(1 - E_d/E_k0)`.
    pub fn from_energies(E_k0: f64, E_k1: f64) -> f64 {
        (E_k1 / E_k0).sqrt()
    }

    /// From the height of a drop and of the rebound on a wall: `sqrt(h1/h0)`.
    pub fn from_heights(h0: f64, h1: f64) -> f64 {
        (h1 / h0).sqrt()
    }

    /// From speeds as printed (W4): `v0/v1`.
    pub fn from_speeds_as_printed(v0: f64, v1: f64) -> f64 {
        v0 / v1
    }

    /// From energies as printed (W5): `sqrt(E_d/E_k0)`; right at `1/sqrt(2)` only.
    pub fn from_energies_as_printed(E_k0: f64, E_k1: f64) -> f64 {
        ((E_k0 - E_k1) / E_k0).sqrt()
    }
}
