//! The formulas of MUSEN's page on the Hertz contact, as printed and as they are. SI; vectors in one frame.

use nalgebra::Vector3;

/// Where two spheres touch and how they move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// m
    pub centres: [Vector3<f64>; 2],
    /// m
    pub radii: [f64; 2],
    /// m/s
    pub velocities: [Vector3<f64>; 2],
    /// rad/s
    pub spins: [Vector3<f64>; 2],
}

impl Geometry {
    /// `CP = O1 + (O2 - O1) r1/(r1 + r2)`, m.
    pub fn contact_point(&self) -> Vector3<f64> {
        let [O1, O2] = self.centres;
        O1 + (O2 - O1) * (self.radii[0] / (self.radii[0] + self.radii[1]))
    }

    /// Contact vectors from each centre, m. The page defines the first.
    pub fn arms(&self) -> [Vector3<f64>; 2] {
        let point = self.contact_point();
        self.centres.map(|centre| point - centre)
    }

    /// Normal from body 1 to body 2.
    pub fn normal(&self) -> Vector3<f64> {
        (self.centres[1] - self.centres[0]).normalize()
    }

    /// Overlap, m: `xi_n = r1 + r2 - |O2 - O1|`.
    pub fn overlap(&self) -> f64 {
        self.radii[0] + self.radii[1] - (self.centres[1] - self.centres[0]).norm()
    }

    /// Velocity of body 2 relative to body 1 at the contact point, m/s: `v2 - v1 - w1 x rc1 + w2 x rc2`.
    pub fn relative_velocity(&self) -> Vector3<f64> {
        self.velocities[1] - self.velocities[0] + self.turning()
    }

    /// The same as printed (X1): `v2 - v1 + w1 x rc1 - w2 x rc2`.
    pub fn relative_velocity_as_printed(&self) -> Vector3<f64> {
        self.velocities[1] - self.velocities[0] - self.turning()
    }

    fn turning(&self) -> Vector3<f64> {
        let [rc1, rc2] = self.arms();
        self.spins[1].cross(&rc2) - self.spins[0].cross(&rc1)
    }

    /// Rate of angular momentum of the pair, N m, under a tangential force `F_t` on body 1 and `-F_t` on body 2 and
    /// moments on both. 0 in a system that keeps it.
    pub fn angular_momentum_rate(&self, F_t: Vector3<f64>, moments: [Vector3<f64>; 2]) -> Vector3<f64> {
        (self.centres[0] - self.centres[1]).cross(&F_t) + moments[0] + moments[1]
    }

    /// Moments as printed (X2), N m: `n x F_t r1` and `-n x F_t r2`.
    pub fn moments_as_printed(&self, F_t: Vector3<f64>) -> [Vector3<f64>; 2] {
        let turn = self.normal().cross(&F_t);
        [turn * self.radii[0], -turn * self.radii[1]]
    }

    /// The same with the sign of the second put right, N m, with the radii as arms.
    pub fn moments_with_sign(&self, F_t: Vector3<f64>) -> [Vector3<f64>; 2] {
        let turn = self.normal().cross(&F_t);
        [turn * self.radii[0], turn * self.radii[1]]
    }

    /// Moments about the arms that the overlap shortens, N m: `rc1 x F_t` and `rc2 x (-F_t)`.
    pub fn moments(&self, F_t: Vector3<f64>) -> [Vector3<f64>; 2] {
        let [rc1, rc2] = self.arms();
        [rc1.cross(&F_t), rc2.cross(&-F_t)]
    }
}

/// `R* = r1 r2/(r1 + r2)`, m.
pub fn equivalent_radius(r1: f64, r2: f64) -> f64 {
    r1 * r2 / (r1 + r2)
}

/// `E* = ((1-nu1^2)/E1 + (1-nu2^2)/E2)^-1`, Pa.
pub fn equivalent_modulus(E1: f64, nu1: f64, E2: f64, nu2: f64) -> f64 {
    ((1.0 - nu1 * nu1) / E1 + (1.0 - nu2 * nu2) / E2).recip()
}

/// Tangent stiffness, N/m: `k_n = 2 E* sqrt(xi_n R*)`.
pub fn normal_stiffness(E_star: f64, R_star: f64, overlap: f64) -> f64 {
    2.0 * E_star * (overlap * R_star).sqrt()
}

/// Normal force, N, positive when it pushes apart: `2/3 xi_n k_n`, which is Hertz.
pub fn normal_force(E_star: f64, R_star: f64, overlap: f64) -> f64 {
    2.0 / 3.0 * overlap * normal_stiffness(E_star, R_star, overlap)
}
