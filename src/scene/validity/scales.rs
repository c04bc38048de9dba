//! Sizes of the undamped collision that several criteria ask for.

use crate::contact::PowerForce;
use crate::scene::Scene;
use libm::tgamma;
use std::f64::consts::PI;

/// Largest overlap without damping, counted from where the force begins: `((n + 1) m* v^2/(2 K))^(1/(n + 1))`, m. `None`
/// for a law that is no power of the overlap.
pub fn elastic_overlap(scene: &Scene) -> Option<f64> {
    let PowerForce { K, alpha: n, .. } = scene.force?;
    Some(((n + 1.0) * scene.pair.m_star * scene.speed * scene.speed / (2.0 * K)).powf(1.0 / (n + 1.0)))
}

/// Duration without damping: `2 sqrt(pi)/(n + 1) Gamma(1/(n + 1))/Gamma(1/2 + 1/(n + 1)) delta_max/v`, s.
///
/// Damping makes a collision last longer, so this is the shortest it can be.
pub fn elastic_duration(scene: &Scene) -> Option<f64> {
    let p = 1.0 / (scene.force?.alpha + 1.0);
    Some(2.0 * PI.sqrt() * p * tgamma(p) / tgamma(0.5 + p) * elastic_overlap(scene)? / scene.speed)
}
