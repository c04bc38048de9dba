//! One step of MUSEN's page, as printed and as it must be: history, friction, moments, rolling.

use nalgebra::{Rotation3, Vector3};

use super::musen::{Geometry, equivalent_modulus, equivalent_radius, normal_force};
use collisionbench::codes::Reading;

/// What both bodies are made of, and how they rub.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Pa
    pub young: [f64; 2],
    pub poisson: [f64; 2],
    /// `mu_sl`
    pub sliding: f64,
    /// `mu_ro`
    pub rolling: f64,
}

/// What acts after one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Acting {
    /// `F_n` on body 1, N
    pub normal: Vector3<f64>,
    /// `F_t` on body 1, N
    pub tangential: Vector3<f64>,
    /// Total moment on each body, N m
    pub moments: [Vector3<f64>; 2],
}

impl Acting {
    /// Total force on each body, N.
    pub fn forces(&self) -> [Vector3<f64>; 2] {
        let total = self.normal + self.tangential;
        [total, -total]
    }
}

/// `G* = ((2-nu1)/G1 + (2-nu2)/G2)^-1`, Pa: what belongs into `k_t = 8 G* a`.
pub fn equivalent_shear_modulus(contact: &Contact) -> f64 {
    let [one, two] = shear_moduli(contact);
    ((2.0 - contact.poisson[0]) / one + (2.0 - contact.poisson[1]) / two).recip()
}

/// `G* = (1/G1 + 1/G2)^-1`, Pa: the reading its `E*` suggests, which the page leaves open (X4).
///
/// `2 - nu` times too stiff for like bodies.
pub fn harmonic_shear_modulus(contact: &Contact) -> f64 {
    let [one, two] = shear_moduli(contact);
    (one.recip() + two.recip()).recip()
}

fn shear_moduli(contact: &Contact) -> [f64; 2] {
    [0, 1].map(|i| contact.young[i] / (2.0 * (1.0 + contact.poisson[i])))
}

/// Tangential stiffness, N/m: `k_t = 8 G* sqrt(R* xi_n)`.
pub fn tangential_stiffness(G_star: f64, R_star: f64, overlap: f64) -> f64 {
    8.0 * G_star * (R_star * overlap).sqrt()
}

/// The old force in the new tangent plane with its magnitude kept, N, as the page projects it.
///
/// It follows the tilt of the normal and leaves the twist about it out (X5).
pub fn projected(old: Vector3<f64>, normal: Vector3<f64>) -> Vector3<f64> {
    let within = old - normal * normal.dot(&old);
    let size = within.norm();
    if size > 0.0 { within * (old.norm() / size) } else { Vector3::zeros() }
}

/// The old force turned as the contact turns, N: by the tilt of the normal, then about it by the mean spin of both
/// bodies in the time `dt`.
pub fn carried(old: Vector3<f64>, from: Vector3<f64>, geometry: &Geometry, dt: f64) -> Vector3<f64> {
    let normal = geometry.normal();
    let tilted = Rotation3::rotation_between(&from, &normal).map_or(old, |tilt| tilt * old);
    let [one, two] = geometry.spins;
    let twist = 0.5 * (one + two).dot(&normal) * dt;
    Rotation3::from_scaled_axis(normal * twist) * tilted
}

/// Rolling moments as printed, N m: `-mu_ro |F_n| r_i w_i/|w_i|`, each against the body's own spin (X3).
///
/// No number without spin, as printed.
pub fn rolling_as_printed(mu: f64, normal: f64, geometry: &Geometry) -> [Vector3<f64>; 2] {
    let against = |i: usize| geometry.spins[i] / geometry.spins[i].norm() * (-mu * normal * geometry.radii[i]);
    [against(0), against(1)]
}

/// Rolling moments that depend on how the bodies roll over each other, N m: `-+ mu_ro |F_n| R*` against the relative spin
/// in the tangent plane; none without it.
pub fn rolling(mu: f64, normal: f64, geometry: &Geometry) -> [Vector3<f64>; 2] {
    let n = geometry.normal();
    let relative = geometry.spins[0] - geometry.spins[1];
    let within = relative - n * n.dot(&relative);
    let size = within.norm();
    if size == 0.0 {
        return [Vector3::zeros(); 2];
    }
    let moment = within / size * (-mu * normal * equivalent_radius(geometry.radii[0], geometry.radii[1]));
    [moment, -moment]
}

/// One step of length `dt`, s: from the force of the step before, N, and the normal it belonged to.
pub fn step(
    contact: &Contact,
    geometry: &Geometry,
    before: (Vector3<f64>, Vector3<f64>),
    dt: f64,
    reading: Reading,
) -> Acting {
    let n = geometry.normal();
    let overlap = geometry.overlap().max(0.0);
    let R_star = equivalent_radius(geometry.radii[0], geometry.radii[1]);
    let [E1, E2] = contact.young;
    let [nu1, nu2] = contact.poisson;
    let size = normal_force(equivalent_modulus(E1, nu1, E2, nu2), R_star, overlap);
    let k_t = tangential_stiffness(equivalent_shear_modulus(contact), R_star, overlap);
    let (velocity, old) = match reading {
        Reading::AsDocumented => (geometry.relative_velocity_as_printed(), projected(before.0, n)),
        Reading::Corrected => (geometry.relative_velocity(), carried(before.0, before.1, geometry, dt)),
    };
    let along = velocity - n * n.dot(&velocity);
    let mut tangential = old + along * (k_t * dt);
    let limit = contact.sliding * size;
    if tangential.norm() > limit {
        tangential *= limit / tangential.norm();
    }
    let (turning, roll) = match reading {
        Reading::AsDocumented => {
            (geometry.moments_as_printed(tangential), rolling_as_printed(contact.rolling, size, geometry))
        }
        Reading::Corrected => (geometry.moments(tangential), rolling(contact.rolling, size, geometry)),
    };
    Acting { normal: n * -size, tangential, moments: [turning[0] + roll[0], turning[1] + roll[1]] }
}
