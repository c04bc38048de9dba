//! The restitution that a force achieves, and the damping formulas of DEM codes.

use std::f64::consts::PI;

use crate::law::achieved::restitution_of_ratio;
use crate::law::{LawError, PowerForce};
use crate::numerics::{Bracket, root};

/// Damping ratio for restitution `e` when the full force acts to zero overlap: `z = -ln e/sqrt(ln^2 e + pi^2)`.
///
/// The formula behind `en`, `coefficientRestitution` and the like in most systems, whatever end of contact they have.
/// Antypov & Elliott 2011, eq. 17.
pub fn full_force_ratio(e: f64) -> f64 {
    // From zero, so that e = 1 gives 0 and not -0.
    let L = 0.0 - libm::log(e);
    L / libm::hypot(L, PI)
}

/// Damping ratio of a force whose restitution is the same at every speed, `z = C/sqrt(2(n+1) m* K)`; `None` for a force
/// whose restitution depends on speed.
pub fn ratio(force: &PowerForce, m_star: f64) -> Option<f64> {
    if force.C == 0.0 {
        return Some(0.0);
    }
    let n = force.alpha;
    let constant = (force.beta - 0.5 * (n - 1.0)).abs() < 1e-12;
    constant.then(|| force.C / (2.0 * (n + 1.0) * m_star * force.K).sqrt())
}

/// Restitution a force achieves at every speed; 0 when the bodies never part, `None` when it depends on speed.
pub fn achieved(force: &PowerForce, m_star: f64) -> Option<f64> {
    ratio(force, m_star).map(|z| restitution_of_ratio(z, force.ends))
}

/// Thornton's `gamma` for restitution `e` of a clamped contact: `gamma = sqrt(1/(1 - (1+e)^2 exp(p(e))) - 1)`, with a
/// polynomial `p` of tenth degree; the dashpot is `2 gamma sqrt(m* k_tangent) v`, so `z = sqrt(6/5) gamma`.
///
/// A fit: above 0.9 the achieved restitution is too low (0.999 gives 0.984). Thornton, Cummins & Cleary 2013.
///
/// # Errors
/// When `e` lies where the fit has no real value.
pub fn thornton_gamma(e: f64) -> Result<f64, LawError> {
    let p = e * THORNTON.iter().rev().fold(0.0, |sum, &h| sum * e + h);
    let q = (1.0 + e).powi(2) * libm::exp(p);
    // 1/(1 - q) - 1 without the digits that cancel near a restitution of 1.
    if (0.0..1.0).contains(&q) {
        Ok((q / (1.0 - q)).sqrt())
    } else {
        Err(LawError::table(format!("Thornton's fit has no value at a restitution of {e}")))
    }
}

/// Inverse of [`thornton_gamma`] between 0.001 and 0.999, for codes whose only damping parameter is a restitution.
///
/// # Errors
/// When `gamma` lies outside what the fit reaches there.
pub fn thornton_request(gamma: f64) -> Result<f64, LawError> {
    let [a, b] = [0.001, 0.999];
    let excess = |e: f64| Ok::<_, LawError>(thornton_gamma(e)? - gamma);
    let (fa, fb) = (excess(a)?, excess(b)?);
    if fa < 0.0 || fb > 0.0 {
        return Err(LawError::table(format!(
            "Thornton's fit goes from a damping ratio of {:.5} at a restitution of {b} to {:.5} at {a}, and this law has {:.5}",
            (fb + gamma) * 1.2f64.sqrt(),
            (fa + gamma) * 1.2f64.sqrt(),
            gamma * 1.2f64.sqrt()
        )));
    }
    root(excess, Bracket { a, fa, b, fb }, 0.0)
}

const THORNTON: [f64; 10] =
    [-6.918798, -16.41105, 146.8049, -796.4559, 2928.711, -7206.864, 11494.29, -11342.18, 6276.757, -1489.915];

/// LAMMPS' polynomial for the coefficient of `damping tsuji`: `1.2728 - 4.2783 e + 11.087 e^2 - ...`.
///
/// It fits `alpha/sqrt(2)`, Tsuji's coefficient for the mass of a whole particle. LAMMPS, `pair_style granular`.
pub fn lammps_tsuji_alpha(e: f64) -> f64 {
    [1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218].iter().rev().fold(0.0, |sum, &c| sum * e + c)
}
