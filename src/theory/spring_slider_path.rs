//! A tangential spring with a slider under cyclic shear, on a contact with adhesion or plastic deformation.

use std::f64::consts::PI;

use super::Oracle;
use super::oblique::shear_modulus;
use super::scales::{Effective, rounded};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::Unloading;
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, LoadingPath, Press, Shear};
use crate::law::shear::FrictionLimit;
use crate::law::{Card, Normal, Tangential};

/// A contact that is pressed and let go first, and slid at a constant overlap then.
pub static SPRING_SLIDER_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "spring-slider-path",
        title: "A spring with a slider on a contact that pulls or has yielded",
        formula: "while it sticks:  T = k_t s,  k_t = 8 G* a or constant;  slipping:  T = mu N\n\
                  N: max(F, 0) total, |F| absolute, F + 2 F_po pull-off, F without its attraction repulsive\n\
                  a loop of width 2 s:  4 mu N (s - mu N/k_t)",
        symbols: &[
            ("T", "tangential force", "N"),
            ("s", "slide", "m"),
            ("F", "normal force", "N"),
            ("F_po", "pull-off force: 3/2 pi w R* of JKR, 2 pi w R* of DMT", "N"),
            ("a", "contact radius", "m"),
        ],
        holds: "exact for `jkr`, `dmt`, `walton-braun` and `luding` with constant unloading stiffness, loaded before they are slid",
        source: "Cundall & Strack 1979, Geotechnique 29, 47; Mindlin 1949, J. Appl. Mech. 16, 259; Thornton 1991, J. Phys. D 24, 1942",
        known_as: &[],
    },
    &[
        Observable::NormalForce,
        Observable::TangentialForce,
        Observable::EnergySlip,
        Observable::LoopEnergy,
        Observable::EnergyCreated,
    ],
    |scene| slid(scene).into(),
);

/// A contact at rest under its normal load.
struct Loaded {
    /// Normal force, N.
    F: f64,
    /// Overlap of Hertz's spheres with the same contact radius, m.
    width: f64,
    /// Pull-off force, N, and what the force is without its attraction, N; of a law without one `None`.
    pulls: Option<[f64; 2]>,
    /// What rounding is relative to, N.
    scale: f64,
}

/// Overlaps of the legs that come before the slides, and the slides: first and of one cycle.
fn split(path: &LoadingPath) -> Result<[Vec<f64>; 3], String> {
    let loaded = "valid for a contact that is pressed first, by overlaps, and slid then";
    let slide = |leg: &Leg| match leg {
        Leg::Drive { press: None, shear: Some(Shear::Slide(u)) } => Ok(*u),
        _ => Err(loaded.to_string()),
    };
    let pressed = |leg: &Leg| match leg {
        Leg::Drive { press: Some(Press::Overlap(delta)), shear: None } => Some(*delta),
        _ => None,
    };
    let overlaps: Vec<f64> = path.legs.iter().map_while(pressed).collect();
    let slides = path.legs[overlaps.len()..].iter().map(slide).collect::<Result<Vec<_>, _>>()?;
    let cycle = path.cycle.iter().map(slide).collect::<Result<Vec<_>, _>>()?;
    if overlaps.is_empty() { Err(loaded.to_string()) } else { Ok([overlaps, slides, cycle]) }
}

/// `a` of a JKR contact at an overlap, on the branch that holds, m: `delta = a^2/R - sqrt(2 pi w a/E)`.
fn jkr_radius(delta: f64, [w, R, E]: [f64; 3]) -> Option<f64> {
    let overlap = |a: f64| a * a / R - (2.0 * PI * w * a / E).sqrt();
    let mut low = (PI * w * R * R / (8.0 * E)).cbrt();
    if delta < overlap(low) {
        return None;
    }
    let mut high = 2.0 * low;
    while overlap(high) < delta {
        high *= 2.0;
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return Some(middle);
        }
        if overlap(middle) < delta { low = middle } else { high = middle }
    }
}

/// The normal side after these overlaps.
fn loaded(scene: &Scene, overlaps: &[f64]) -> Result<Loaded, String> {
    let Effective { R_star: R, E_star, .. } = Effective::undamped(scene)?;
    let E = || E_star.ok_or("the bodies have no effective modulus E*");
    let last = overlaps.last().copied().unwrap_or(0.0);
    let apart = || "the contact ends before it is slid".to_string();
    match &scene.contact.normal {
        Normal::Jkr(law) => {
            let (w, E) = (law.work_of_adhesion, E()?);
            let radius = |delta: &f64| jkr_radius(*delta, [w, R, E]).ok_or_else(apart);
            let all = overlaps.iter().map(radius).collect::<Result<Vec<f64>, _>>()?;
            let a = all.last().copied().unwrap_or(0.0);
            let repulsive = 4.0 * E * a.powi(3) / (3.0 * R);
            let attraction = (8.0 * PI * w * E * a.powi(3)).sqrt();
            let pulls = Some([1.5 * PI * w * R, repulsive]);
            Ok(Loaded { F: repulsive - attraction, width: a * a / R, pulls, scale: repulsive + attraction })
        }
        Normal::Dmt(law) => {
            if overlaps.iter().any(|delta| *delta <= 0.0) {
                return Err(apart());
            }
            let (F_po, repulsive) = (2.0 * PI * law.work_of_adhesion * R, 4.0 / 3.0 * E()? * R.sqrt() * last.powf(1.5));
            Ok(Loaded { F: repulsive - F_po, width: last, pulls: Some([F_po, repulsive]), scale: repulsive + F_po })
        }
        Normal::WaltonBraun(law) if law.stiffening == 0.0 => {
            let [k1, k2] = [law.loading_stiffness, law.unloading_stiffness];
            plastic(overlaps, [k1, k2, 0.0]).filter(|loaded| loaded.F > 0.0).ok_or_else(apart)
        }
        Normal::Luding(law) => {
            let Unloading::Constant(k2) = law.unloading else {
                return Err("the unloading stiffness is not constant".into());
            };
            plastic(overlaps, [law.loading_stiffness, k2, law.adhesion_stiffness]).ok_or_else(apart)
        }
        _ => Err("the normal law is not `jkr`, `dmt`, `luding` or `walton-braun` without stiffening".into()),
    }
}

/// Three straight lines: `k1 delta` loading, `k2` to and fro, `-k_c delta` where that is more; `None` where they end.
fn plastic(overlaps: &[f64], [k1, k2, k_c]: [f64; 3]) -> Option<Loaded> {
    let (mut remembered, mut F) = (0.0_f64, 0.0);
    for &delta in overlaps {
        remembered = remembered.max(delta);
        let line = k2 * delta - (k2 - k1) * remembered;
        if line < -k_c * delta {
            remembered = delta * (k2 + k_c) / (k2 - k1);
        }
        F = line.max(-k_c * delta);
        if delta <= 0.0 {
            return None;
        }
    }
    Some(Loaded { F, width: overlaps.last().copied()?, pulls: None, scale: k2 * remembered })
}

fn slid(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let [overlaps, slides, cycle] = split(path)?;
    let loaded = loaded(scene, &overlaps)?;
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential law")?;
    let (k_t, mu) = match &friction.tangential {
        Tangential::CundallStrack(law) => (law.stiffness, law.friction),
        Tangential::Mindlin(law) => {
            let G = shear_modulus(&scene.bodies).ok_or("the bodies have no effective shear modulus G*")?;
            (8.0 * G * (Effective::of(&scene.bodies).R_star * loaded.width).sqrt(), law.friction)
        }
        _ => return Err("the tangential law is neither `mindlin` nor `cundall-strack`".into()),
    };
    let pulls = || loaded.pulls.ok_or("the normal law has no attraction");
    let N = match friction.limit {
        FrictionLimit::Total => loaded.F.max(0.0),
        FrictionLimit::Absolute => loaded.F.abs(),
        FrictionLimit::PullOff => loaded.F + 2.0 * pulls()?[0],
        FrictionLimit::Repulsive => pulls()?[1],
        FrictionLimit::Elastic => return Err("not valid for `friction_limit` = \"elastic\"".into()),
    };
    // A force that grows along k_t until it slips.
    let (limit, mut at, mut T, mut slip, mut travelled) = (mu * N, 0.0, 0.0_f64, 0.0, 0.0);
    let mut drive = |u: f64| {
        let (before, trial) = (T, T + k_t * (u - at));
        T = trial.clamp(-limit, limit);
        let slipped = limit * ((trial - T) / k_t).abs();
        let work = 0.5 * (T + before) * (T - before) / k_t + slipped;
        (slip, travelled, at) = (slip + slipped, travelled + (u - at).abs(), u);
        work
    };
    for &u in &slides {
        drive(u);
    }
    let mut over_cycle = None;
    for _ in 0..path.cycles {
        let work = cycle.iter().map(|&u| drive(u)).sum::<f64>();
        over_cycle = (!cycle.is_empty()).then_some(work);
    }
    let scale = (mu * (loaded.scale + 2.0 * loaded.pulls.map_or(0.0, |[F_po, _]| F_po))).max(limit);
    let energy = |value: f64| Estimate::new(value, rounded(scale * travelled, 64.0).uncertainty);
    let force = |value: f64, scale: f64| Estimate::new(value, 64.0 * f64::EPSILON * scale);
    let mut values = vec![
        (Observable::NormalForce, force(loaded.F, loaded.scale)),
        (Observable::TangentialForce, force(T, scale)),
        (Observable::EnergySlip, energy(slip)),
        (Observable::EnergyCreated, Estimate::new(0.0, 0.0)),
    ];
    values.extend(over_cycle.map(|work| (Observable::LoopEnergy, energy(work))));
    Ok(values)
}
