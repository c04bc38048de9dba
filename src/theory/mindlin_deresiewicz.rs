//! Spheres sheared back and forth under a constant normal load.

/// A contact under the constant load `N`: closed forms of Cattaneo 1938, Mindlin 1949 and Mindlin & Deresiewicz 1953.
///
/// Valid for elastic spheres in partial slip (`|T| <= mu N`), `N` constant since before the first shear, with pressure
/// and shear uncoupled: exact for elastically similar bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstantLoad {
    /// Friction limit, `mu N`, N
    pub limit: f64,
    /// Displacement per force without slip, `C = 1/(8 G* a)`, m/N
    pub compliance: f64,
}

/// `1 - (1-x)^(2/3)` for `x <= 1`, without cancellation at small `x`.
fn fall(x: f64) -> f64 {
    if x >= 1.0 { 1.0 } else { -((-x).ln_1p() * 2.0 / 3.0).exp_m1() }
}

impl ConstantLoad {
    /// Of spheres: `G_star` (Pa, `1/G* = sum (2-nu)/G`), contact radius `a` (m), friction, normal load `N` (N).
    pub fn new(G_star: f64, a: f64, friction: f64, N: f64) -> Self {
        Self { limit: friction * N, compliance: 1.0 / (8.0 * G_star * a) }
    }

    /// Displacement on the first loading, m: `(3/2) mu N C [1 - (1 - T/muN)^(2/3)]`.
    pub fn load(&self, T: f64) -> f64 {
        1.5 * self.limit * self.compliance * fall(T / self.limit)
    }

    /// Radius of the circle that has not slipped on first loading, in contact radii: `(1 - T/muN)^(1/3)`.
    pub fn stick_radius(&self, T: f64) -> f64 {
        (1.0 - T / self.limit).max(0.0).cbrt()
    }
}
