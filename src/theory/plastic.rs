//! Undamped collisions with springs and spheres that deform for good: closed forms, and by energy.

use std::f64::consts::{FRAC_PI_2, PI};

use super::adhesive::Spheres;
use super::numerics::{Powers, integral, time_from_rest};
use super::scales::{Effective, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::normal::{BreaksAt, Unloading};
use crate::law::scene::Scene;
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
    walton_braun,
);

fn walton_braun(scene: &Scene) -> Values {
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

/// Observables of an undamped plastic impact without sticking.
const YIELDING: &[Observable] = &[
    Observable::Restitution,
    Observable::Sticks,
    Observable::MaxOverlap,
    Observable::MaxForce,
    Observable::TimeOfMaxOverlap,
    Observable::Duration,
    Observable::ResidualOverlap,
    Observable::EnergyPlastic,
];

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
    luding,
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
    let until = libm::asin(d_p * (k1 / m).sqrt() / v) * (m / k1).sqrt();
    let beyond = libm::atan(u / stretch * (m / k_p).sqrt()) * (m / k_p).sqrt();
    let zero = (k_p - k1) / k_p * d_p;
    Loaded { deepest: zero + most, force: k_p * most, largest: d_p, k2: k_p, time: until + beyond }
}

fn luding(scene: &Scene) -> Values {
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
        (_, ratio) => libm::atanh(ratio * (k_c / m).sqrt()) / (k_c / m).sqrt(),
    };
    let duration = time + libm::acos(-pulled / rest) / w2 + pulling;
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

/// Thornton's impact.
pub static THORNTON_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "thornton-impact",
        title: "The collision of elastic, perfectly plastic spheres (Thornton)",
        formula: "delta_y = pi^2 p_y^2 R*/(4 E*^2),  F_y = pi^3 p_y^3 R*^2/(6 E*^2),  V_y = sqrt(4 F_y delta_y/(5 m*)),  x = V_y/V\n\
                  e = sqrt(6 sqrt(3)/5) sqrt(1 - x^2/6) (x/(x + 2 sqrt(6/5 - x^2/5)))^(1/4)  for V > V_y, else 1\n\
                  F_max^2 = F_y^2 + pi p_y R* m* (V^2 - V_y^2),  delta_max = delta_y + (F_max - F_y)/(pi p_y R*)\n\
                  t = integral to delta_y + sqrt(m*/s) arctan(sqrt(V^2 - V_y^2) sqrt(m* s)/F_y) + 1.47164 (delta_max - delta_p)/(e V),  s = pi p_y R*\n\
                  second impact, memory kept:  elastic up to the rebound energy of the first",
        symbols: &[
            ("p_y", "limiting contact pressure", "Pa"),
            ("V_y", "speed at which the bodies first yield", "m/s"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "exact for `thornton` without a dashpot",
        source: "Thornton 1997, J. Appl. Mech. 64, 383, eq. 27",
        known_as: &[],
    },
    YIELDING,
    thornton,
);

fn thornton(scene: &Scene) -> Values {
    let Normal::Thornton(law) = &scene.contact.normal else { return Err("the normal law is not `thornton`".into()) };
    let [m, R, E] = Effective::undamped_elastic(scene)?;
    let p = law.yield_pressure;
    // Those of Thornton & Ning without adhesion.
    let mut values = Spheres::yielding([E, R, 0.0], p).impact(scene, m, BreaksAt::ZeroOverlap)?;
    values.retain(|(observable, _)| YIELDING.contains(observable));
    let (delta_y, F_y) = (PI * PI * p * p * R / (4.0 * E * E), PI.powi(3) * p.powi(3) * R * R / (6.0 * E * E));
    let x = (0.8 * F_y * delta_y / m).sqrt() / scene.speed;
    if scene.before.is_none() && x < 1.0 {
        let e = (1.2 * 3.0_f64.sqrt()).sqrt()
            * (1.0 - x * x / 6.0).sqrt()
            * libm::pow(x / (x + 2.0 * (1.2 - x * x / 5.0).sqrt()), 0.25);
        values[0] = (Observable::Restitution, rounded(e, 32.0));
    }
    Ok(values)
}

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
    eepa,
);

fn eepa(scene: &Scene) -> Values {
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
    let rest = libm::pow(f0 / k1, 0.5 / n);
    let deepest = loading.reached(rest, kinetic - loading.rise(0.0, rest));
    let largest = deepest * deepest;
    let grown = libm::pow(largest, n);
    let part = |share: f64| libm::pow(share, 1.0 / n) * largest;
    let (zero, least) = (part(law.plasticity_ratio), part((k2 - k1) / (k2 + k_adh)));
    let pulled = k_adh * (k2 - k1) / (k2 + k_adh) * grown;
    // The spring of unloading alone, and with f0.
    let spring = |f0: f64| Powers(vec![(k2 / (n + 1.0), N), (-(k2 - k1) * grown - f0, 2)]);
    let floor = k_adh * libm::pow(least, n + 1.0) / (n + 1.0);
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
