//! The collision with a spring of free exponent.

use std::f64::consts::PI;

use super::Oracle;
use super::constant_restitution::{damping_ratio, restitution};
use super::scales::{ElasticImpact, SpringImpact, undamped};
use super::special::gamma;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::Card;
use crate::law::scene::Scene;

/// `F = K delta^n`: elastic duration, overlap and force; restitution where the damping gives one for every speed.
pub static POWER_LAW_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "power-law-impact",
        title: "The collision with a spring of free exponent",
        formula: "F = K delta^n\n\
                  delta_max = ((n+1) m* v^2/(2 K))^(1/(n+1)),  F_max = K delta_max^n\n\
                  t_c = 2 sqrt(pi)/(n+1) Gamma(1/(n+1))/Gamma(1/2 + 1/(n+1)) delta_max/v,  t_max = t_c/2\n\
                  beside C delta^((n-1)/2) v:  z = C/sqrt(2(n+1) m* K),  e(z) as for the linear dashpot",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("n", "exponent: 1 hooke, 3/2 hertz", "-"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("C", "damping coefficient", "N s/m^((n+1)/2)"),
            ("z", "damping ratio", "-"),
        ],
        holds: "exact for every elastic law K delta^n; damped, restitution only, and only where it is the same at every speed",
        source: "energy integral, as Landau & Lifshitz, Theory of Elasticity, section 9, for n = 3/2; restitution as Antypov & Elliott 2011",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Duration,
        Observable::DurationToZeroForce,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
    ],
    |scene| predict(scene).into(),
);

/// Closed forms for a mass that meets `K delta^n`.
pub fn elastic(impact: &SpringImpact) -> ElasticImpact {
    let SpringImpact { m, K, n, v } = *impact;
    let root = 1.0 / (n + 1.0);
    let max_overlap = (0.5 * (n + 1.0) * m * v * v / K).powf(root);
    let duration = 2.0 * PI.sqrt() * root * gamma(root) / gamma(0.5 + root) * max_overlap / v;
    // K d^n = (n+1) m v^2/(2 d): one power fewer.
    let max_force = 0.5 * (n + 1.0) * m * v * v / max_overlap;
    ElasticImpact { duration, max_overlap, max_force }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let impact = SpringImpact::of(scene)?;
    if !undamped(&scene.contact) {
        let ratio = damping_ratio(scene, &impact)?;
        let ends = scene.contact.ends;
        return Ok(vec![(Observable::Restitution, restitution(&ratio, ends))]);
    }
    let restitution = (Observable::Restitution, Estimate::exact(1.0));
    Ok([restitution].into_iter().chain(elastic(&impact).values()).collect())
}
