//! Properties of the contact of two spheres that a tangential law depends on.

/// Two elastic spheres (or a sphere and a wall) that touch with friction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spheres {
    /// `1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2`, Pa
    pub E_star: f64,
    /// `1/G* = (2-nu1)/G1 + (2-nu2)/G2`, Pa: a quarter of the tangential modulus of the method of dimensionality reduction.
    pub G_star: f64,
    /// `1/R* = 1/R1 + 1/R2`, m
    pub R_star: f64,
    /// Coulomb coefficient
    pub friction: f64,
}

/// The contact at one normal load, Hertz 1881 and Mindlin 1949.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pressed {
    /// Overlap, m; 0 when the bodies do not touch.
    pub delta: f64,
    /// Stiffness against tangential displacement without any slip, `8 G* a` with the contact radius `a = sqrt(R* delta)`, N/m
    pub k_t: f64,
    /// Friction limit, `mu N` with `N = 4/3 E* a delta`, N
    pub limit: f64,
}

impl Spheres {
    /// `eta = mu E*/(4 G*)`: a point with the gap `g` at first touch sticks up to a displacement of `eta (delta - g)`.
    pub fn slide_per_overlap(&self) -> f64 {
        self.friction * self.E_star / (4.0 * self.G_star)
    }
}
