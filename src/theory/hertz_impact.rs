//! The elastic collision of spheres.

use std::f64::consts::PI;

use super::Oracle;
use super::constant_restitution::contact_circle;
use super::scales::{Effective, ElasticImpact, SpringImpact, undamped};
use super::special::gamma;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// Hertz's elastic impact: exact closed forms.
pub static HERTZ_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "hertz-impact",
        title: "The elastic collision of spheres",
        formula: "delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5)\n\
                  F_max = 4/3 E* sqrt(R*) delta_max^(3/2)\n\
                  t_c = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) delta_max/v = 2.94327518432470 delta_max/v,  t_max = t_c/2\n\
                  a_max = sqrt(R* delta_max),  p_0 = 2 E* a_max/(pi R*),  e = 1",
        symbols: &[
            ("m*", "effective mass, 1/m* = 1/m1 + 1/m2", "kg"),
            ("R*", "effective radius, 1/R* = 1/R1 + 1/R2", "m"),
            ("E*", "effective modulus, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2", "Pa"),
            ("v", "speed at first touch", "m/s"),
            ("t_c", "duration", "s"),
            ("p_0", "pressure at the centre of contact", "Pa"),
        ],
        holds: "exact for the law `hertz` without damping; the law itself needs delta << R* and a duration long against the travel time of a wave",
        source: "Hertz 1881, J. reine angew. Math. 92, 156; Johnson 1985, Contact Mechanics, eqs. 4.22 to 4.24 and section 11.4",
        known_as: &[],
    },
    &[
        Observable::Duration,
        Observable::DurationToZeroForce,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
        Observable::ContactRadius,
        Observable::PeakPressure,
        Observable::Restitution,
    ],
    |scene| predict(scene).into(),
);

/// Closed forms of theory for spheres of effective `E_star`, `R_star`, `m_star` that meet at `speed`.
pub fn impact(E_star: f64, R_star: f64, m_star: f64, speed: f64) -> ElasticImpact {
    let max_overlap = (15.0 * m_star * speed * speed / (16.0 * E_star * R_star.sqrt())).powf(0.4);
    let duration = 0.8 * PI.sqrt() * gamma(0.4) / gamma(0.9) * max_overlap / speed;
    let max_force = 4.0 / 3.0 * E_star * (R_star * max_overlap).sqrt() * max_overlap;
    ElasticImpact { duration, max_overlap, max_force }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    if !matches!(scene.contact.normal, Normal::Hertz(_)) {
        return Err("the normal law is not `hertz`".into());
    }
    if !undamped(&scene.contact) {
        return Err("the contact is damped".into());
    }
    let SpringImpact { m, v, .. } = SpringImpact::of(scene)?;
    let Effective { R_star, E_star, .. } = Effective::at(scene);
    let E_star = E_star.ok_or("the bodies have no effective modulus E*")?;
    let elastic = impact(E_star, R_star, m, v);
    let mut values = elastic.values().to_vec();
    values.push((Observable::Restitution, Estimate::exact(1.0)));
    values.extend(contact_circle(scene, elastic.max_overlap));
    Ok(values)
}
