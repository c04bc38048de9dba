//! Spheres sheared back and forth under a constant normal load.

/// A contact under the constant load `N`: closed forms of Cattaneo 1938, Mindlin 1949 and Mindlin & Deresiewicz 1953.
///
/// Valid for elastic spheres in partial slip (`|T| <= mu N`), `N` constant since before the first shear, with pressure
/// and shear uncoupled: exact for elastically similar bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConstantLoad {
    /// What friction can hold, `mu N`, N
    pub limit: f64,
    /// Displacement per force without slip, `C = 1/(8 G* a)`, m/N
    pub compliance: f64,
}

/// `1 - (1-x)^(p)` for `p = thirds/3` and `x <= 1`, without cancellation at small `x`.
fn fall(x: f64, thirds: f64) -> f64 {
    if x >= 1.0 { 1.0 } else { -((-x).ln_1p() * thirds / 3.0).exp_m1() }
}

impl ConstantLoad {
    /// Of spheres: `G_star` (Pa, `1/G* = sum (2-nu)/G`), contact radius `a` (m), friction, normal load `N` (N).
    pub fn new(G_star: f64, a: f64, friction: f64, N: f64) -> Self {
        Self { limit: friction * N, compliance: 1.0 / (8.0 * G_star * a) }
    }

    /// Displacement on the first loading, m: `(3/2) mu N C [1 - (1 - T/muN)^(2/3)]`.
    pub fn load(&self, T: f64) -> f64 {
        1.5 * self.limit * self.compliance * fall(T / self.limit, 2.0)
    }

    /// Displacement on unloading from `T1`, m: `(3/2) mu N C [2(1-(T1-T)/(2muN))^(2/3) - (1-T1/muN)^(2/3) - 1]`.
    ///
    /// Holds down to `T = -T1`.
    pub fn unload(&self, T1: f64, T: f64) -> f64 {
        let back = fall((T1 - T) / (2.0 * self.limit), 2.0);
        1.5 * self.limit * self.compliance * (fall(T1 / self.limit, 2.0) - 2.0 * back)
    }

    /// Displacement on loading again from `-T1`, m: by symmetry `-unload(-T)`.
    pub fn reload(&self, T1: f64, T: f64) -> f64 {
        -self.unload(T1, -T)
    }

    /// Force on the first loading at a displacement (m), N: the inverse of [`Self::load`]; `mu N` once all slips.
    pub fn force_on_loading(&self, u: f64) -> f64 {
        self.limit * fall((u / (1.5 * self.limit * self.compliance)).min(1.0), 4.5)
    }

    /// Radius of the circle that has not slipped on first loading, in contact radii: `(1 - T/muN)^(1/3)`.
    pub fn stick_radius(&self, T: f64) -> f64 {
        (1.0 - T / self.limit).max(0.0).cbrt()
    }

    /// What one cycle between `+T1` and `-T1` dissipates, J:
    /// `(36/5)(mu N)^2 C {1-(1-q)^(5/3) - (5q/6)[1+(1-q)^(2/3)]}`, `q = T1/muN`.
    ///
    /// Taken as `(6/5)(mu N)^2 C (1-c)^3 (1 + 3c + c^2)` with `c = (1-q)^(1/3)`, which is the same and does not cancel
    /// for small cycles, where it tends to `(2/9) (mu N)^2 C q^3`.
    pub fn loop_energy(&self, T1: f64) -> f64 {
        let q = T1 / self.limit;
        let slipped = fall(q, 1.0);
        let c = 1.0 - slipped;
        1.2 * self.limit * self.limit * self.compliance * slipped.powi(3) * (1.0 + 3.0 * c + c * c)
    }
}
