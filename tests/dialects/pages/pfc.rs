//! The formulas of PFC's page on the Hertz model that its parameters do not already stand for.

/// Mean radius of the page, m: `2/R-bar = 1/R1 + 1/R2`, twice our R*; infinite for a facet. Eq. (6).
pub fn mean_radius(R1: f64, R2: f64) -> f64 {
    2.0 / (R1.recip() + R2.recip())
}

/// Normal stiffness factor, N/m^(3/2): `h_n = 2 G sqrt(2 R-bar)/(3(1-nu))`. Eq. (5).
pub fn h_n(G: f64, nu: f64, mean_radius: f64) -> f64 {
    2.0 * G * (2.0 * mean_radius).sqrt() / (3.0 * (1.0 - nu))
}

/// Tangent stiffness, N/m: `k_n = alpha_h h_n delta^(alpha_h-1)`. Eq. (13).
pub fn tangent_stiffness(h_n: f64, alpha_h: f64, delta: f64) -> f64 {
    alpha_h * h_n * delta.powf(alpha_h - 1.0)
}

/// Elastic force as printed (P3), N, positive when it pushes apart: from `contact_gap`, switched by the surface gap
/// `contact_gap - rgap`. Eq. (4).
///
/// With `rgap < 0` it jumps by `h_n |rgap|^alpha_h`, with `rgap > 0` it is missing over the gap.
pub fn force_as_printed(h_n: f64, alpha_h: f64, rgap: f64, contact_gap: f64) -> f64 {
    let active = contact_gap - rgap <= 0.0;
    if active && contact_gap < 0.0 { h_n * (-contact_gap).powf(alpha_h) } else { 0.0 }
}

/// The same force computed from the surface gap, N.
pub fn force(h_n: f64, alpha_h: f64, rgap: f64, contact_gap: f64) -> f64 {
    let overlap = rgap - contact_gap;
    if overlap > 0.0 { h_n * overlap.powf(alpha_h) } else { 0.0 }
}

/// Dashpot force in the normal direction, N, as eq. (13) caps it in modes 1 and 3: no more tension than the elastic
/// force pushes. `v` is the rate of approach.
pub fn dashpot_force(coefficient: f64, v: f64, elastic: f64, no_tension: bool) -> f64 {
    let free = coefficient * v;
    if no_tension { free.max(-elastic) } else { free }
}

/// Strain energy of the normal spring, J: `alpha_h/(alpha_h+1) F^2/k_n`, with the tangent stiffness. Eq. (15).
///
/// Exact for every exponent.
pub fn strain_energy(force: f64, tangent_stiffness: f64, alpha_h: f64) -> f64 {
    alpha_h / (alpha_h + 1.0) * force * force / tangent_stiffness
}

/// Dashpot work of one step in the normal direction, J: `F_d v dt`, positive when energy is taken. Eq. (17).
pub fn dashpot_energy(dashpot_force: f64, v: f64, dt: f64) -> f64 {
    dashpot_force * v * dt
}

/// Ball on a facet as PFC 4 had it, N: an equal ball behind the wall, and twice the overlap.
///
/// Twice the force of PFC 5 with a facet of the same material, and that of a rigid facet.
pub fn ball_wall_force_of_pfc4(E_star_of_two: f64, radius: f64, overlap: f64) -> f64 {
    4.0 / 3.0 * E_star_of_two * (0.5 * radius).sqrt() * (2.0 * overlap).powf(1.5)
}

/// Tangent shear stiffness, N/m, from the magnitude of the Hertz force:
/// `k_s = 2(1-nu)/(2-nu) alpha_h h_n^(1/alpha_h) F^((alpha_h-1)/alpha_h)`. Eq. (8).
///
/// `8 G* a` for spheres.
pub fn shear_stiffness(nu: f64, alpha_h: f64, h_n: f64, force: f64) -> f64 {
    2.0 * (1.0 - nu) / (2.0 - nu) * alpha_h * h_n.powf(1.0 / alpha_h) * force.powf((alpha_h - 1.0) / alpha_h)
}

/// Shear strength, N, from the magnitude of the Hertz force: `mu F`. Eq. (10).
///
/// With the signed force of eq. (4) it is negative (P2), and eq. (8) has no real value.
pub fn shear_strength(mu: f64, force: f64) -> f64 {
    mu * force
}
