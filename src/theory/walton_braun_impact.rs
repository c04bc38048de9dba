//! A spring that is stiffer on unloading: closed forms of one impact, of a second one and of a loading path.

use std::f64::consts::FRAC_PI_2;

use super::scales::{Effective, rounded};
use super::{Oracle, YIELDING};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, Press};
use crate::law::{Card, Normal};

/// Walton and Braun's impact.
pub static WALTON_BRAUN_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "walton-braun-impact",
        title: "The collision with a spring that is stiffer on unloading (Walton and Braun)",
        formula: "delta_max = V sqrt(m*/k1),  F_max = V sqrt(k1 m*),  k2 = k20 + S F_max,  delta_0 = (1 - k1/k2) delta_max\n\
                  e = sqrt(k1/k2) = sqrt(w0/(S V + w0 k20/k1)),  w0 = sqrt(k1/m*)\n\
                  t_c = (pi/2) (sqrt(m*/k1) + sqrt(m*/k2))\n\
                  second impact, memory kept, F_1 the largest force before, at k2 = k20 + S F_1:\n\
                  m* V^2 k2 <= F_1^2:  e = 1;  else F_2^2 = F_1^2 + k1 (m* V^2 - F_1^2/k2),  e^2 = F_2^2/(k2(F_2) m* V^2)",
        symbols: &[
            ("k1", "loading stiffness", "N/m"),
            ("k20, S", "unloading stiffness k20 + S F_max", "N/m, 1/m"),
            ("delta_0", "residual overlap", "m"),
        ],
        holds: "exact for `walton-braun` without a dashpot",
        source: "Walton & Braun 1986, J. Rheology 30, 949; the second impact follows from the areas of its triangles",
        known_as: &[],
    },
    YIELDING,
    |scene| predict(scene).into(),
);

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::WaltonBraun(law) = &scene.contact.normal else {
        return Err("the normal law is not `walton-braun`".into());
    };
    let m = Effective::undamped(scene)?.m_star;
    let (k1, v) = (law.loading_stiffness, scene.speed);
    let k2 = |F: f64| law.unloading_stiffness + law.stiffening * F;
    let first = scene.before.map_or(0.0, |before| before * (k1 * m).sqrt());
    // Twice the energy of the impact, and of the elastic reloading up to the first force.
    let (energy, elastic) = (m * v * v, first * first / k2(first));
    let harder = energy > elastic;
    let F_max = if harder { (first * first + k1 * (energy - elastic)).sqrt() } else { (energy * k2(first)).sqrt() };
    let set = F_max.max(first);
    let (largest, k) = (set / k1, k2(set));
    let e = if harder { F_max / (k * energy).sqrt() } else { 1.0 };
    let residual = (k - k1) / k * largest;
    let mut values = vec![
        (Observable::Restitution, rounded(e, 16.0)),
        (Observable::Sticks, Estimate::new(0.0, 0.0)),
        (Observable::MaxOverlap, rounded(if harder { largest } else { residual + F_max / k }, 16.0)),
        (Observable::MaxForce, rounded(F_max, 16.0)),
        (Observable::ResidualOverlap, Estimate::new(residual, 32.0 * f64::EPSILON * largest)),
        (Observable::EnergyPlastic, Estimate::new(0.5 * energy * (1.0 - e) * (1.0 + e), 32.0 * f64::EPSILON * energy)),
    ];
    if first == 0.0 {
        let (load, unload) = (FRAC_PI_2 * (m / k1).sqrt(), FRAC_PI_2 * (m / k).sqrt());
        values.push((Observable::TimeOfMaxOverlap, rounded(load, 0.0)));
        values.push((Observable::Duration, rounded(load + unload, 0.0)));
    }
    Ok(values)
}

/// Walton and Braun's spring, pressed and let go.
pub static WALTON_BRAUN_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "walton-braun-path",
        title: "A spring that is stiffer on unloading, loaded and unloaded",
        formula: "F_max the largest force so far, k2 = k20 + S F_max:\n\
                  delta = F/k1 where F = F_max,  delta_0 + F/k2 below,  delta_0 = F_max/k1 - F_max/k2\n\
                  strain = F^2/(2 k2),  plastic = F_max^2 (1/k1 - 1/k2)/2,  work = strain + plastic",
        symbols: &[("k1", "loading stiffness", "N/m"), ("k20, S", "unloading stiffness k20 + S F_max", "N/m, 1/m")],
        holds: "exact for `walton-braun`; bodies that separate touch again at the same overlap",
        source: "Walton & Braun 1986, J. Rheology 30, 949; areas of triangles",
        known_as: &[],
    },
    &[
        Observable::NormalForce,
        Observable::ResidualOverlap,
        Observable::EnergyPlastic,
        Observable::EnergyStrain,
        Observable::WorkIn,
        Observable::LoopEnergy,
    ],
    |scene| pressed(scene).into(),
);

fn pressed(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::WaltonBraun(law) = &scene.contact.normal else {
        return Err("the normal law is not `walton-braun`".into());
    };
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let k1 = law.loading_stiffness;
    let k2 = |F: f64| law.unloading_stiffness + law.stiffening * F;
    let (mut F, mut F_max, mut began, mut cycle) = (0.0_f64, 0.0_f64, 0.0, None);
    let energies = |F: f64, F_max: f64| {
        let k = k2(F_max);
        [0.5 * F * F / k, 0.5 * F_max * F_max * (k - k1) / (k * k1)]
    };
    for (number, (leg, closes)) in path.driven().enumerate() {
        F = match leg {
            Leg::Drive { press: Some(Press::Force(N)), .. } => N,
            Leg::Drive { press: Some(Press::Overlap(delta)), .. } if k1 * delta >= F_max => k1 * delta,
            Leg::Drive { press: Some(Press::Overlap(delta)), .. } => F_max - k2(F_max) * (F_max / k1 - delta),
            _ => F,
        };
        F = F.max(0.0);
        F_max = F_max.max(F);
        let [strain, plastic] = energies(F, F_max);
        if closes {
            cycle = Some(strain + plastic - began);
        }
        if closes || number + 1 == path.legs.len() {
            began = strain + plastic;
        }
    }
    if F == 0.0 {
        return Err("the bodies are apart at the end".into());
    }
    let ([strain, plastic], k) = (energies(F, F_max), k2(F_max));
    let looped = cycle.map(|work| (Observable::LoopEnergy, Estimate::new(work, rounded(plastic, 256.0).uncertainty)));
    let values = vec![
        (Observable::NormalForce, rounded(F, 64.0 * F_max / F)),
        (Observable::ResidualOverlap, rounded(F_max * (k - k1) / (k * k1), 64.0)),
        (Observable::EnergyPlastic, rounded(plastic, 64.0)),
        (Observable::EnergyStrain, rounded(strain, 128.0 * F_max / F)),
        (Observable::WorkIn, rounded(strain + plastic, 128.0)),
    ];
    Ok(values.into_iter().chain(looped).collect())
}
