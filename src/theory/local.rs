//! Local damping: an elastic impact that loads against more than its force, and unloads under less.

use super::elastic::power_law_impact;
use super::scales::{SpringImpact, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::damping::Strength;
use crate::law::scene::Scene;
use crate::law::{Card, Damping};

/// An elastic law under Cundall's local damping: closed forms throughout.
pub static LOCAL_DAMPING_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "local-damping",
        title: "An elastic law under local damping",
        formula: "e = sqrt((1-a)/(1+a))\n\
                  delta_max = d/(1+a)^(1/(n+1)),  F_max = (1+a) K delta_max^n\n\
                  t_c = (t/2) (1+a)^(-1/(n+1)) (1 + sqrt((1+a)/(1-a)))      d, t: overlap and duration without damping",
        symbols: &[
            ("a", "share of the force that opposes the motion", "-"),
            ("K, n", "stiffness and exponent of the elastic law", "N/m^n, -"),
            ("e", "restitution", "-"),
        ],
        holds: "exact for `local-damping` beside `hertz`, `hooke` and `power-law`; against a wall, or in the frame of the centre of mass",
        source: "work and energy: (1+a) W on loading, (1-a) W on unloading; W = m* v^2/(2 (1+a))",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Duration,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::EnergyPlastic,
        Observable::EnergyLost,
    ],
    local_damping,
);

fn local_damping(scene: &Scene) -> Values {
    let Damping::LocalDamping(law) = &scene.contact.damping else {
        return Err(format!("the damping `{}` is not `local-damping`", scene.contact.damping.card().name));
    };
    let a = match law.strength {
        Strength::Coefficient(a) => a,
        Strength::Restitution(e) => (1.0 - e) * (1.0 + e) / (1.0 + e * e),
    };
    let impact = SpringImpact::of(scene)?;
    let e = ((1.0 - a) / (1.0 + a)).sqrt();
    // The rebound is the second half of an elastic impact at the speed of the rebound, against the softer spring.
    let loading = power_law_impact(&SpringImpact { K: (1.0 + a) * impact.K, ..impact });
    let unloading = power_law_impact(&SpringImpact { K: (1.0 - a) * impact.K, v: e * impact.v, ..impact });
    let condition = 4.0 / (1.0 - a);
    let duration = rounded(0.5 * (loading.duration + unloading.duration), condition);
    let lost = Estimate::new(impact.energy() * 2.0 * a / (1.0 + a), 32.0 * f64::EPSILON * impact.energy());
    Ok(vec![
        (Observable::Restitution, rounded(e, condition)),
        (Observable::Duration, duration),
        (Observable::DurationToZeroOverlap, duration),
        (Observable::TimeOfMaxOverlap, rounded(0.5 * loading.duration, 0.0)),
        (Observable::MaxOverlap, rounded(loading.max_overlap, 0.0)),
        (Observable::MaxForce, rounded(loading.max_force, 0.0)),
        (Observable::EnergyPlastic, lost),
        (Observable::EnergyLost, lost),
    ])
}
