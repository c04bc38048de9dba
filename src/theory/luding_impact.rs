//! A plastic spring with adhesion: the collision by its trigonometric pieces.

use std::f64::consts::FRAC_PI_2;

use super::Oracle;
use super::scales::{Effective, rounded};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::Unloading;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// Luding's impact.
pub static LUDING_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "luding-impact",
        title: "The collision with a plastic spring with adhesion (Luding)",
        formula: "delta_max = V sqrt(m*/k1) up to d_p, beyond it on the line of k_p;  delta_0 = (1 - k1/k2) delta_m, delta_m = min(delta_max, d_p)\n\
                  delta_min = (k2 - k1) delta_m/(k2 + k_c),  largest attraction k_c delta_min\n\
                  m* v_m^2 = k2 ((delta_max - delta_0)^2 - (delta_0 - delta_min)^2),  e^2 = (m* v_m^2 - k_c delta_min^2)/(m* V^2)\n\
                  constant k2:  e^2 = k1/k2 - k_c (k2 - k1)^2/(k1 k2 (k2 + k_c));  the bodies stick where it is not positive\n\
                  t = pi/2 sqrt(m*/k1) + arccos((delta_min - delta_0)/(delta_max - delta_0)) sqrt(m*/k2)\n\
                  + artanh(delta_min sqrt(k_c/m*)/v_m) sqrt(m*/k_c)",
        symbols: &[
            ("k1", "loading stiffness", "N/m"),
            ("k2", "unloading stiffness at the largest overlap", "N/m"),
            ("k_c", "adhesion stiffness", "N/m"),
            ("v_m", "speed where the spring has its largest attraction", "m/s"),
        ],
        holds: "exact for `luding` without a dashpot; zero overlap erases its memory, so that an earlier impact changes nothing",
        source: "Luding 2008, Granular Matter 10, 235; motion on piecewise linear springs",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Sticks,
        Observable::PullOffForce,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::TimeOfMaxOverlap,
        Observable::DurationToZeroForce,
        Observable::Duration,
        Observable::ResidualOverlap,
        Observable::EnergyPlastic,
        Observable::EnergyAdhesive,
    ],
    |scene| predict(scene).into(),
);

/// First loading: largest overlap and force, stored overlap, unloading stiffness k2, and time.
struct Loaded {
    deepest: f64,
    force: f64,
    largest: f64,
    k2: f64,
    time: f64,
}

fn loaded(k1: f64, unloading: Unloading, R: f64, m: f64, v: f64) -> Loaded {
    let deepest = v * (m / k1).sqrt();
    let time = FRAC_PI_2 * (m / k1).sqrt();
    let (k_p, depth) = match unloading {
        Unloading::Constant(k2) => return Loaded { deepest, force: k1 * deepest, largest: deepest, k2, time },
        Unloading::Grows { limit, depth, .. } => (limit, depth),
    };
    let d_p = 2.0 * R * depth * k_p / (k_p - k1);
    if deepest <= d_p {
        let k2 = k1 + (k_p - k1) * deepest / d_p;
        return Loaded { deepest, force: k1 * deepest, largest: deepest, k2, time };
    }
    // Beyond d_p the line of k_p, on which the bodies arrive at d_p with the speed u.
    let u = ((v - d_p * (k1 / m).sqrt()) * (v + d_p * (k1 / m).sqrt())).sqrt();
    let stretch = k1 * d_p / k_p;
    let most = (stretch * stretch + m * u * u / k_p).sqrt();
    let until = (d_p * (k1 / m).sqrt() / v).asin() * (m / k1).sqrt();
    let beyond = (u / stretch * (m / k_p).sqrt()).atan() * (m / k_p).sqrt();
    let zero = (k_p - k1) / k_p * d_p;
    Loaded { deepest: zero + most, force: k_p * most, largest: d_p, k2: k_p, time: until + beyond }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Luding(law) = &scene.contact.normal else { return Err("the normal law is not `luding`".into()) };
    let Effective { m_star: m, R_star: R, .. } = Effective::undamped(scene)?;
    let (k1, k_c, v) = (law.loading_stiffness, law.adhesion_stiffness, scene.speed);
    let Loaded { deepest, force, largest, k2, time } = loaded(k1, law.unloading, R, m, v);
    let zero = (k2 - k1) / k2 * largest;
    let least = (k2 - k1) / (k2 + k_c) * largest;
    // On the line of k2, from where its force is zero: at rest, and where the pull is largest.
    let (rest, pulled) = (force / k2, k_c / k2 * least);
    let quick = k2 * (rest - pulled) * (rest + pulled);
    let left = quick - k_c * least * least;
    let energy = m * v * v;
    let sticks = pulled >= rest || left <= 0.0;
    let doubt = 64.0 * f64::EPSILON;
    let e = (left.max(0.0) / energy).sqrt();
    let whole = (k2 * rest * rest + k_c * least * least) / energy;
    let restitution = Estimate::new(e, if sticks { 0.0 } else { doubt * whole / e });
    let mut values = vec![
        (Observable::Restitution, restitution),
        (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
        (Observable::MaxOverlap, rounded(deepest, 32.0)),
        (Observable::MaxForce, rounded(force, 32.0)),
        (Observable::TimeOfMaxOverlap, rounded(time, 32.0)),
    ];
    if sticks {
        return Ok(values);
    }
    // What is lost between the lines of loading and unloading, and to the pull.
    let plastic = 0.5 * (energy - k2 * rest * rest);
    let adhesive = 0.5 * (k2 * pulled * pulled + k_c * least * least);
    let w2 = (k2 / m).sqrt();
    let pulling = match (k_c, least * (m / quick).sqrt()) {
        (0.0, coasting) => coasting,
        (_, ratio) => (ratio * (k_c / m).sqrt()).atanh() / (k_c / m).sqrt(),
    };
    let duration = time + (-pulled / rest).acos() / w2 + pulling;
    // The last piece answers to what is left of the energy.
    let slow = doubt * (duration + pulling * whole * energy / left);
    values.extend([
        (Observable::PullOffForce, Estimate::new(k_c * least, doubt * force)),
        (Observable::DurationToZeroForce, rounded(time + FRAC_PI_2 / w2, 32.0)),
        (Observable::Duration, Estimate::new(duration, slow)),
        (Observable::ResidualOverlap, Estimate::new(zero, doubt * deepest)),
        (Observable::EnergyPlastic, Estimate::new(plastic, doubt * energy)),
        (Observable::EnergyAdhesive, Estimate::new(adhesive, doubt * energy)),
    ]);
    Ok(values)
}
