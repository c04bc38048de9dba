//! How a contact gets its shear modulus and Poisson's ratio from the two pieces.

/// Shear modulus and Poisson's ratio of a piece, or of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shear {
    /// Pa
    pub G: f64,
    pub nu: f64,
}

impl Shear {
    /// Effective modulus of a contact that has these values, Pa: `G/(1-nu)`.
    pub fn E_star(self) -> f64 {
        self.G / (1.0 - self.nu)
    }

    /// Effective shear modulus of a contact that has these values, Pa: `G/(2(2-nu))`; `k_s = 8 G* a`.
    pub fn G_star(self) -> f64 {
        self.G / (2.0 * (2.0 - self.nu))
    }
}

/// `1/E* = (1-nu1)/(2G1) + (1-nu2)/(2G2)`, `1/G* = (2-nu1)/G1 + (2-nu2)/G2`, Pa. PFC, Hertz model, eq. (19).
pub fn effective(one: Shear, two: Shear) -> (f64, f64) {
    let E = (1.0 - one.nu) / (2.0 * one.G) + (1.0 - two.nu) / (2.0 * two.G);
    let G = (2.0 - one.nu) / one.G + (2.0 - two.nu) / two.G;
    (E.recip(), G.recip())
}

/// The values of the contact, which have the effective moduli of the pair: `nu = (4G*-E*)/(2G*-E*)`,
/// `G = 2 G*(2-nu)`. PFC, Hertz model, eq. (18); since revision 28.
pub fn inherited(one: Shear, two: Shear) -> Shear {
    let (E_star, G_star) = effective(one, two);
    let nu = (4.0 * G_star - E_star) / (2.0 * G_star - E_star);
    Shear { G: 2.0 * G_star * (2.0 - nu), nu }
}

/// The plain averages that were taken before revision 28. They are not those of the pair when its materials differ.
pub fn averaged(one: Shear, two: Shear) -> Shear {
    Shear { G: 0.5 * (one.G + two.G), nu: 0.5 * (one.nu + two.nu) }
}

/// Friction of the contact: the smaller one. PFC, Hertz model, eq. (20).
pub fn friction(one: f64, two: f64) -> f64 {
    one.min(two)
}
