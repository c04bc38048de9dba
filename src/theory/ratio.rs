//! The damping ratio and the restitution it achieves.

use super::special::increasing_root;

/// The ratio `z` of the linear dashpot `X'' + 2 z X' + X = 0`, `X(0) = 0`, `X'(0) = 1`.
///
/// Every constant-restitution law reduces to this equation (Antypov & Elliott 2011), whose solution is
/// `X = exp(-z s) sin(w s)/w`, `w^2 = 1 - z^2`, with `sinh` where `z > 1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Fraction of critical damping.
    pub z: f64,
    /// `1 - z^2`, kept apart because it cannot be had back from a `z` near 1.
    pub w2: f64,
}

impl Ratio {
    /// The ratio itself.
    pub fn new(z: f64) -> Self {
        Self { z, w2: (1.0 - z) * (1.0 + z) }
    }

    /// The ratio that achieves restitution `e` in (0, 1] when the contact may pull: `z = -ln e/sqrt(ln^2 e + pi^2)`.
    pub fn full(e: f64) -> Self {
        let fall = -e.ln();
        let norm = fall.hypot(std::f64::consts::PI);
        let w = std::f64::consts::PI / norm;
        Self { z: fall / norm, w2: w * w }
    }

    /// The ratio that achieves restitution `e` in (0, 1] when it may not: the inverse of `e = exp(-2 z s_max)`.
    ///
    /// Up to `z = 1` (`e = exp(-2)`) solved for `z`; above it for `u`, `z = cosh u`, from `2u coth u = -ln e`.
    pub fn clipped(e: f64) -> Self {
        let fall = -e.ln();
        if fall <= 2.0 {
            let z = increasing_root(|z| (decay(z) - fall, decay_slope(z)), 0.0, 1.0);
            return Self::new(if fall > 0.0 { z } else { 0.0 });
        }
        let u = increasing_root(
            |u| (2.0 * u / u.tanh() - fall, 2.0 / u.tanh() - 2.0 * u / (u.sinh() * u.sinh())),
            0.0,
            0.5 * fall,
        );
        Self { z: u.cosh(), w2: -u.sinh() * u.sinh() }
    }

    /// The ratio that achieves `e`, for a contact that may pull or may not.
    pub fn achieving(e: f64, pulls: bool) -> Self {
        if pulls { Self::full(e) } else { Self::clipped(e) }
    }

    /// `s` at which `X'/X` has come down to `r`: `w cot(w s) = r + z`.
    pub fn arc(&self, r: f64) -> f64 {
        let y = r + self.z;
        if self.w2 > 0.0 {
            let w = self.w2.sqrt();
            w.atan2(y) / w
        } else if self.w2 < 0.0 {
            // z - W = 1/(z + W): nothing cancels for large z.
            let W = (-self.w2).sqrt();
            0.5 * (2.0 * W / (r + 1.0 / (self.z + W))).ln_1p() / W
        } else {
            1.0 / y
        }
    }

    /// `s` of the largest overlap; the force is zero again at `2 s_max`.
    pub fn s_max(&self) -> f64 {
        self.arc(0.0)
    }

    /// `-ln e`; infinite when the bodies never part.
    ///
    /// May pull: `pi z/w`. May not: `2 z s_max`, that is `(pi - 2p) tan p` with `z = sin p`, `2u coth u` with
    /// `z = cosh u` (Schwager & Poeschel 2007, eqs. 15 and 21).
    pub fn fall(&self, pulls: bool) -> f64 {
        match pulls {
            true if self.w2 > 0.0 => std::f64::consts::PI * self.z / self.w2.sqrt(),
            true => f64::INFINITY,
            false => 2.0 * self.z * self.s_max(),
        }
    }

    /// Restitution; 0 when the bodies never part.
    pub fn restitution(&self, pulls: bool) -> f64 {
        (-self.fall(pulls)).exp()
    }

    /// `X` at `s`, which lies `rest` short of `end` times `s_max`; `end` is 1 or 2.
    pub fn x(&self, s: f64, rest: f64, end: f64) -> f64 {
        if self.w2 > 0.0 {
            let w = self.w2.sqrt();
            let angle = w * s;
            // sin(w s) = sin(pi - w s), and pi - end w s_max is known without cancellation.
            let sine = if angle > std::f64::consts::FRAC_PI_2 {
                let p = self.z.atan2(w);
                (std::f64::consts::FRAC_PI_2 * (2.0 - end) + end * p + w * rest).sin()
            } else {
                angle.sin()
            };
            (-self.z * s).exp() * sine / w
        } else if self.w2 < 0.0 {
            let W = (-self.w2).sqrt();
            (-s / (self.z + W)).exp() * -(-2.0 * W * s).exp_m1() / (2.0 * W)
        } else {
            (-self.z * s).exp() * s
        }
    }
}

/// `2 z s_max(z)`, for `z <= 1`.
fn decay(z: f64) -> f64 {
    Ratio::new(z).fall(false)
}

/// `d(2 z s_max)/dz`, from `ds_max/dz = (z s_max - 1)/(1 - z^2)`.
fn decay_slope(z: f64) -> f64 {
    let ratio = Ratio::new(z);
    let s = ratio.s_max();
    // s_max = 1 + y/3 + 2y^2/15 + ..., y = 1 - z
    let y = 1.0 - z;
    let slope = if y < 1e-4 { -1.0 / 3.0 - 4.0 / 15.0 * y } else { (z * s - 1.0) / ratio.w2 };
    2.0 * s + 2.0 * z * slope
}
