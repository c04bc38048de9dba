//! Bounds of the energy that a scheme gains or loses in an undamped collision.

use std::f64::consts::PI;

use super::{Encounter, Oblique, undamped_overlap};

/// Onset phases at which the error of a sum over steps is evaluated; it is smooth in between.
const PHASES: usize = 256;

/// Fewest steps in a contact with a bound. The error from the middle of the contact falls exponentially with their number,
/// and is below that of its ends from here on, up to the steepest force of a case file, `delta^4`.
const FEWEST: f64 = 12.0;

/// Largest `|e^2 - 1|` of an undamped collision with one force evaluation a step, whatever the onset phase and the phase at
/// which the contact ends: velocity Verlet, leapfrog and position Verlet. `None` with fewer than twelve steps in a contact.
///
/// Each kick changes the kinetic energy by exactly `F_n (delta_n+1 - delta_n-1)/2`: the work of a collision is the trapezoid rule
/// over the overlaps at the steps. Its errors cancel between loading and unloading of a smooth force; the rest is from the two
/// ends, where the force begins and ends as `K delta^alpha` between two steps. The first step in contact is a part `phi` of a
/// step after first touch, and the rule is off by `K (v dt)^(alpha+1) zeta(-alpha, phi)` (Navot 1961, J. Math. Phys. 40, 271), so
/// that with the phases of both ends free
///
/// `|e^2 - 1| <= 2 K (v dt)^(alpha+1)/(m* v^2) [max zeta(-alpha, .) - min zeta(-alpha, .)]`.
///
/// The bracket is 1/8 for `alpha = 1` and 0.0557 for Hertz. For a step of finite length it is divided by `1 - (pi dt/2 tau)^2`.
/// With a linear spring that is exact: `v_n+1/2^2 + w^2 delta_n delta_n+1` stays the same, so that
/// `e^2 = (1 - (w dt)^2 phi (1 - phi))/(1 - (w dt)^2 psi (1 - psi))` with the phases `phi`, `psi` of its two ends.
pub fn energy_error(encounter: &Encounter, speed: f64, dt: f64) -> Option<f64> {
    let (force, m_star) = (&encounter.force, encounter.m_star);
    let part = dt / encounter.undamped_duration(speed);
    if !(part > 0.0 && part * FEWEST <= 1.0) {
        return None;
    }
    let ends = (1..=PHASES).map(|i| hurwitz_zeta(force.alpha, i as f64 / PHASES as f64));
    let (least, most) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), zeta| (a.min(zeta), b.max(zeta)));
    let leading = 2.0 * force.K * libm::pow(speed * dt, force.alpha + 1.0) / (m_star * speed * speed) * (most - least);
    Some(leading / (1.0 - (0.5 * PI * part).powi(2)))
}

/// Most work of friction in one step, J: a history that is updated once a step acts up to a step too early or too late,
/// with an energy error of up to this work.
///
/// The force is at most `mu` times the largest normal force without damping, and at most that of a spring that is stretched
/// at the first slip velocity for the whole contact.
pub fn friction_in_a_step(oblique: &Oblique, speed: f64, dt: f64) -> f64 {
    let Oblique { encounter, bodies, kinematics, shear, .. } = oblique;
    let deepest = undamped_overlap(&encounter.force, encounter.m_star, speed);
    let [t, b] = bodies.slip(shear.levers.slip, kinematics);
    let slip = libm::hypot(t, b);
    let stretched = shear.stiffness(deepest) * slip * encounter.undamped_duration(speed);
    let limit = shear.largest_coefficient() * encounter.force.elastic(deepest);
    (if shear.S > 0.0 { limit.min(stretched) } else { limit }) * slip * dt
}

/// `zeta(-alpha, phi)` of Hurwitz for `alpha > 0` and `0 < phi <= 1`: the sum of `(k + phi)^alpha` over `k >= 0` minus
/// its integral from 0 (Euler-Maclaurin; NIST Digital Library of Mathematical Functions, 25.11.28).
pub fn hurwitz_zeta(alpha: f64, phi: f64) -> f64 {
    const TERMS: u32 = 16;
    let x = f64::from(TERMS) + phi;
    let sum: f64 = (0..TERMS).map(|k| libm::pow(f64::from(k) + phi, alpha)).sum();
    let power = |n: f64| libm::pow(x, alpha - n);
    // alpha (alpha - 1) .. (alpha - n + 1)
    let falling = |n: u32| (0..n).map(|k| alpha - f64::from(k)).product::<f64>();
    sum - power(-1.0) / (alpha + 1.0) + 0.5 * power(0.0) - falling(1) * power(1.0) / 12.0
        + falling(3) * power(3.0) / 720.0
        - falling(5) * power(5.0) / 30240.0
        + falling(7) * power(7.0) / 1_209_600.0
}
