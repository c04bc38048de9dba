//! Overlap, duration and speeds of the undamped collision, used by several criteria.

use crate::law::PowerForce;
use crate::law::scene::Scene;
use crate::law::undamped::{self, Course};
use libm::tgamma;
use std::f64::consts::PI;

/// The undamped collision of a law with branches; `None` for any other law.
pub(super) fn course(scene: &Scene) -> Option<Course> {
    undamped::collide(&*scene.branches().ok()??.law, scene.pair.m_star, scene.speed, scene.before)
}

/// Impact speed with which the largest overlap on the first branch is `overlap` (m), m/s.
pub(super) fn speed_to(scene: &Scene, overlap: f64) -> Option<f64> {
    Some(undamped::speed_to(&*scene.branches().ok()??.law, scene.pair.m_star, overlap))
}

/// Largest overlap without damping, m, counted from where the force begins: `((n + 1) m* v^2/(2 K))^(1/(n + 1))` for a power of
/// the overlap; for a law with branches where the energy of its branches is that of the impact.
pub fn elastic_overlap(scene: &Scene) -> Option<f64> {
    let Some(PowerForce { K, alpha: n, .. }) = scene.force else { return Some(course(scene)?.overlap) };
    Some(((n + 1.0) * scene.pair.m_star * scene.speed * scene.speed / (2.0 * K)).powf(1.0 / (n + 1.0)))
}

/// Duration without damping, s: `2 sqrt(pi)/(n + 1) Gamma(1/(n + 1))/Gamma(1/2 + 1/(n + 1)) delta_max/v` for a power of the
/// overlap, the integral of d delta/v under a law with branches; `None` for bodies that stick.
///
/// Damping makes a collision last longer, so this is the shortest it can be.
pub fn elastic_duration(scene: &Scene) -> Option<f64> {
    let Some(force) = scene.force else {
        return course(scene)?.duration();
    };
    let p = 1.0 / (force.alpha + 1.0);
    Some(2.0 * PI.sqrt() * p * tgamma(p) / tgamma(0.5 + p) * elastic_overlap(scene)? / scene.speed)
}
