//! Edinburgh elasto-plastic adhesion: the collision by energy.

use super::Oracle;
use super::powers::{Powers, time_from_rest};
use super::quadrature::integral;
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// The impact of EEPA.
pub static EEPA_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "eepa-impact",
        title: "The collision with Edinburgh elasto-plastic adhesion (EEPA)",
        formula: "k1 delta_max^(n+1)/(n+1) - f0 delta_max = m* V^2/2,  delta_p^n = (1 - k1/k2) delta_max^n\n\
                  delta_min^n = (k2 - k1)/(k2 + k_adh) delta_max^n,  largest attraction f0 + k_adh delta_min^n\n\
                  lost: k1 delta_max^(n+1)/(n+1) - U(delta_max) to plasticity,  U(delta_min) + k_adh delta_min^(n+1)/(n+1) to adhesion,\n\
                  U = k2 integral from delta_p of (delta^n - delta_p^n) d delta;  e^2 = 1 - lost/(m* V^2/2), the bodies stick where it is not positive\n\
                  t = integral of d delta/v",
        symbols: &[
            ("k1, k2", "loading and unloading stiffness", "N/m^n"),
            ("k_adh", "adhesion stiffness", "N/m^n"),
            ("f0", "constant pull-off force", "N"),
        ],
        holds: "exact for `eepa` without a dashpot; with f0 = 0 the restitution is the same at every speed",
        source: "Thakur, Morrissey, Sun, Chen & Ooi 2014, Granular Matter 16, 383; conservation of energy",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Sticks,
        Observable::PullOffForce,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::TimeOfMaxOverlap,
        Observable::Duration,
        Observable::ResidualOverlap,
        Observable::EnergyPlastic,
        Observable::EnergyAdhesive,
    ],
    |scene| predict(scene).into(),
);

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Eepa(law) = &scene.contact.normal else { return Err("the normal law is not `eepa`".into()) };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    // delta = q^2, delta^(n+1) = q^N.
    let (k1, n, N) = match law.loading_stiffness {
        Some(k1) => (k1, 1.0, 4),
        None => (4.0 / 3.0 * E_star.ok_or("the bodies have no effective modulus E*")? * R.sqrt(), 1.5, 5),
    };
    let (k2, k_adh, f0) = (k1 / (1.0 - law.plasticity_ratio), law.adhesion_ratio * k1, law.pull_off_force);
    let kinetic = 0.5 * m * scene.speed * scene.speed;
    let loading = Powers(vec![(k1 / (n + 1.0), N), (-f0, 2)]);
    // Deeper than at rest, where k1 delta^n = f0.
    let rest = (f0 / k1).powf(0.5 / n);
    let left = kinetic - loading.rise(0.0, rest);
    let mut beyond = rest + (kinetic * (n + 1.0) / k1).powf(1.0 / f64::from(N));
    while loading.rise(rest, beyond) < left {
        beyond *= 2.0;
    }
    let deepest = increasing_root(|q| (loading.rise(rest, q) - left, loading.slope(q)), rest, beyond);
    let largest = deepest * deepest;
    let grown = largest.powf(n);
    let part = |share: f64| share.powf(1.0 / n) * largest;
    let (zero, least) = (part(law.plasticity_ratio), part((k2 - k1) / (k2 + k_adh)));
    let pulled = k_adh * (k2 - k1) / (k2 + k_adh) * grown;
    // The spring of unloading alone, and with f0.
    let spring = |f0: f64| Powers(vec![(k2 / (n + 1.0), N), (-(k2 - k1) * grown - f0, 2)]);
    let floor = k_adh * least.powf(n + 1.0) / (n + 1.0);
    let plastic = k1 * grown * largest / (n + 1.0) - spring(0.0).rise(zero.sqrt(), deepest);
    let adhesive = spring(0.0).rise(zero.sqrt(), least.sqrt()) + floor;
    let parting = kinetic - plastic - adhesive;
    let (sticks, known) = (parting <= 0.0, 64.0 * f64::EPSILON * (kinetic + k2 * grown * largest));
    let e = (parting.max(0.0) / kinetic).sqrt();
    let doubt = if sticks { 0.0 } else { known / (2.0 * kinetic * e) };
    let rate = |q: f64| 2.0 * q;
    let approach = time_from_rest(&loading, rate, m, deepest, 0.0);
    let mut values = vec![
        (Observable::Restitution, Estimate::new(e, doubt)),
        (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
        (Observable::MaxOverlap, rounded(largest, 64.0)),
        (Observable::MaxForce, Estimate::new(k1 * grown - f0, 128.0 * f64::EPSILON * (k1 * grown + f0))),
        (Observable::TimeOfMaxOverlap, approach),
    ];
    if sticks {
        return Ok(values);
    }
    let unloading = time_from_rest(&spring(f0), rate, m, deepest, least.sqrt());
    let speed = |q: f64| (2.0 / m * (parting + k_adh * q.powi(N) / (n + 1.0) + f0 * q * q)).sqrt();
    let pulling = integral(|q, _| rate(q) / speed(q), least.sqrt());
    let duration = approach.value + unloading.value + pulling.value;
    let doubt = approach.uncertainty + unloading.uncertainty + pulling.uncertainty + known / parting * pulling.value;
    values.extend([
        (Observable::Duration, Estimate::new(duration, doubt + 32.0 * f64::EPSILON * duration)),
        (Observable::PullOffForce, rounded(f0 + pulled, 128.0)),
        (Observable::ResidualOverlap, rounded(zero, 128.0)),
        (Observable::EnergyPlastic, Estimate::new(plastic, known)),
        (Observable::EnergyAdhesive, Estimate::new(adhesive, known)),
    ]);
    Ok(values)
}
