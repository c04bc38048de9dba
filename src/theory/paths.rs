//! Loading paths: springs and spheres that are pressed, pulled apart or slid back and forth.

use std::f64::consts::PI;

use super::partial_slip::spheres;
use super::rigid_body::shear_modulus;
use super::scales::{Effective, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::normal::{BreaksAt, Unloading};
use crate::law::scene::Scene;
use crate::law::scene::path::{Leg, LoadingPath, Press, Shear};
use crate::law::shear::{Form, FrictionLimit};
use crate::law::{Card, Normal, Tangential};

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
    walton_braun,
);

fn walton_braun(scene: &Scene) -> Values {
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

/// Luding's spring along a path of overlaps.
pub static LUDING_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "luding-path",
        title: "A plastic spring with adhesion, loaded and unloaded",
        formula: "D the largest overlap remembered:  F = max(k2 delta - (k2 - k1) D, -k_c delta)  up to D,  k1 delta beyond\n\
                  while F = -k_c delta:  D = delta (k2 + k_c)/(k2 - k1)\n\
                  work: areas under the lines",
        symbols: &[("k1, k2", "loading and unloading stiffness", "N/m"), ("k_c", "adhesion stiffness", "N/m")],
        holds: "exact for `luding` with a constant unloading stiffness along a path of overlaps",
        source: "Luding 2008, Granular Matter 10, 235; areas of trapezoids",
        known_as: &[],
    },
    &[Observable::NormalForce, Observable::WorkIn, Observable::LoopEnergy, Observable::PullOffForce],
    luding,
);

fn luding(scene: &Scene) -> Values {
    let Normal::Luding(law) = &scene.contact.normal else { return Err("the normal law is not `luding`".into()) };
    let Unloading::Constant(k2) = law.unloading else { return Err("the unloading stiffness is not constant".into()) };
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let (k1, k_c) = (law.loading_stiffness, law.adhesion_stiffness);
    let (mut at, mut force, mut remembered, mut work, mut turnover) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0, 0.0);
    let (mut began, mut cycle, mut tension) = (0.0, None, 0.0_f64);
    for (number, (leg, closes)) in path.driven().enumerate() {
        let Leg::Drive { press: Some(Press::Overlap(to)), .. } = leg else {
            return Err("a leg drives something else than the overlap".into());
        };
        let mut last = at;
        let mut straight = |to: f64, F: f64| {
            let area = 0.5 * (F + force) * (to - last);
            work += area;
            turnover += area.abs();
            tension = tension.max(-F);
            (last, force) = (to, F);
        };
        let line = |delta: f64, remembered: f64| k2 * delta - (k2 - k1) * remembered;
        if to > at {
            let end = to.min(remembered);
            if at < end {
                straight(end, line(end, remembered));
            }
            if to > end {
                straight(to, k1 * to);
                remembered = to;
            }
        } else {
            let meets = (k2 - k1) / (k2 + k_c) * remembered;
            let end = to.max(meets);
            if at > end {
                straight(end, line(end, remembered));
            }
            if to < meets {
                straight(to, -k_c * to);
                remembered = to * (k2 + k_c) / (k2 - k1);
            }
        }
        at = to;
        if closes {
            cycle = Some(work - began);
        }
        if closes || number + 1 == path.legs.len() {
            began = work;
        }
    }
    let scale = k2 * remembered.max(at);
    let energy = |value: f64| Estimate::new(value, rounded(turnover, 64.0).uncertainty);
    let mut values = vec![
        (Observable::NormalForce, Estimate::new(force, 64.0 * f64::EPSILON * scale)),
        (Observable::WorkIn, energy(work)),
    ];
    values.extend(cycle.map(|work| (Observable::LoopEnergy, energy(work))));
    if tension > 0.0 {
        values.push((Observable::PullOffForce, Estimate::new(tension, 64.0 * f64::EPSILON * scale)));
    }
    Ok(values)
}

/// JKR and DMT along a path of overlaps that ends apart.
pub static ADHESIVE_PATH: Oracle = Oracle::of_paths(
    Card {
        name: "adhesive-path",
        title: "Adhesive spheres, pressed together and pulled apart",
        formula: "JKR breaks at delta_c = -c (w^2 R*/E*^2)^(1/3), c = 1.608772 displacement, 0.773417 force, 0 zero-overlap\n\
                  largest tension 3/2 pi w R*, at zero overlap 8/9 of it; each pull-off loses\n\
                  W = c_W (w^5 R*^4/E*^2)^(1/3),  c_W = 7.092196 displacement, 3.502602 force, 0 zero-overlap\n\
                  DMT breaks at zero overlap, with 2 pi w R*, and loses no energy",
        symbols: &[("w", "work of adhesion of the pair", "J/m2")],
        holds: "exact for `jkr` and `dmt` along a path of overlaps, pulled slowly at a given distance",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301; Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
        known_as: &[],
    },
    &[Observable::PullOffForce, Observable::EnergyAdhesive, Observable::WorkIn, Observable::NormalForce],
    adhesive,
);

/// Overlap at pull-off in (w^2 R*/E*^2)^(1/3), pull-off force in pi w R*, and lost energy in (w^5 R*^4/E*^2)^(1/3).
fn breaks(scene: &Scene) -> Result<([f64; 3], f64), String> {
    Ok(match &scene.contact.normal {
        Normal::Dmt(law) => ([0.0, 2.0, 0.0], law.work_of_adhesion),
        Normal::Jkr(law) => {
            let at = match law.breaks_at {
                BreaksAt::Displacement => [-1.608_772_047_833_269_2, 1.5, 7.092_195_971_863_959],
                BreaksAt::Force => [-0.773_416_931_570_03, 1.5, 3.502_601_971_835_290_4],
                BreaksAt::ZeroOverlap => [0.0, 4.0 / 3.0, 0.0],
            };
            (at, law.work_of_adhesion)
        }
        _ => return Err("the normal law is neither `jkr` nor `dmt`".into()),
    })
}

fn adhesive(scene: &Scene) -> Values {
    let ([end, tension, lost], w) = breaks(scene)?;
    let path = scene.path.as_ref().ok_or("valid for loading paths only")?;
    let [_, R, E] = Effective::undamped_elastic(scene)?;
    let end = end * libm::cbrt(w * w * R / (E * E));
    let (mut holds, mut broken, mut deepest) = (false, 0, 0.0_f64);
    for (leg, _) in path.driven() {
        let Leg::Drive { press: Some(Press::Overlap(to)), .. } = leg else {
            return Err("a leg drives something else than the overlap".into());
        };
        deepest = deepest.max(to);
        let breaks = holds && to <= end;
        broken += u32::from(breaks);
        holds = (holds || to > 0.0) && !breaks;
    }
    if holds || broken == 0 {
        return Err("the bodies are not pulled apart at the end".into());
    }
    let each = lost * libm::cbrt(w.powi(5) * R.powi(4) / (E * E));
    // The work of the largest overlap comes back.
    let turnover = E * R.sqrt() * libm::pow(deepest, 2.5) + each;
    let energy = Estimate::new(f64::from(broken) * each, 64.0 * f64::EPSILON * f64::from(broken) * turnover);
    Ok(vec![
        (Observable::PullOffForce, rounded(tension * PI * w * R, 64.0)),
        (Observable::EnergyAdhesive, energy),
        (Observable::WorkIn, energy),
        (Observable::NormalForce, Estimate::new(0.0, 0.0)),
    ])
}

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
    slid,
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
    let mut low = libm::cbrt(PI * w * R * R / (8.0 * E));
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
            let (F_po, repulsive) =
                (2.0 * PI * law.work_of_adhesion * R, 4.0 / 3.0 * E()? * R.sqrt() * libm::pow(last, 1.5));
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

fn slid(scene: &Scene) -> Values {
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

/// Elata & Berryman: sheared at a high load, unloaded at a held displacement, unsheared at a low one, loaded again.
pub static ELATA_BERRYMAN: Oracle = Oracle::of_paths(
    Card {
        name: "elata-berryman",
        title: "The loading cycle in which a Mindlin spring creates or destroys energy",
        formula: "incremental:              T^2/2 (1/k_2 - 1/k_1) per cycle\n\
                  rescaled, total-spring:  -T^2/(2 k_1) (1 - k_2/k_1) per cycle\n\
                  k = 8 G* a at the high (1) and at the low load (2)",
        symbols: &[
            ("T", "tangential force at the high load", "N"),
            ("k", "tangential stiffness", "N/m"),
            ("G*", "1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"),
        ],
        holds: "`mindlin` in the cycle: shear to T, press to the low load, shear to 0, press to the high one; T below mu N at both",
        source: "Elata & Berryman 1996, Mech. Mater. 24, 229",
        known_as: &[],
    },
    &[Observable::EnergyCreated, Observable::LoopEnergy, Observable::EnergySlip],
    elata_berryman,
);

const ROUNDING: f64 = 1e-13;

fn elata_berryman(scene: &Scene) -> Values {
    let other = || "valid for one loading cycle only: shear to T, unload, shear to 0, load".to_string();
    let path = scene.path.as_ref().ok_or_else(other)?;
    let law = scene.contact.friction.as_ref().map(|friction| &friction.tangential);
    let Some(Tangential::Mindlin(law)) = law else { return Err("valid for `mindlin` only".to_string()) };
    let contact = spheres(scene)?;
    let press = |leg: &Leg| match *leg {
        Leg::Drive { press: Some(Press::Overlap(delta)), shear: None } => Ok(delta),
        Leg::Drive { press: Some(Press::Force(N)), shear: None } => Ok(contact.overlap(N)),
        _ => Err(other()),
    };
    let shear = |leg: &Leg| match *leg {
        Leg::Drive { press: None, shear: Some(Shear::Force(T)) } => Ok(T),
        _ => Err(other()),
    };
    let ([first], [out, fall, back, rise]) = (&path.legs[..], &path.cycle[..]) else { return Err(other()) };
    let (high, low) = (press(first)?, press(fall)?);
    let T = shear(out)?;
    if press(rise)? != high || shear(back)? != 0.0 || low > high {
        return Err(other());
    }
    if T.abs() >= contact.limit(low, law.friction) {
        return Err("the spring slips during the cycle, and the formula is valid without slip only".to_string());
    }
    let (k_1, k_2) = (contact.stiffness(high), contact.stiffness(low));
    let each = match law.form {
        Form::Incremental => 0.5 * T * T * (1.0 / k_2 - 1.0 / k_1),
        _ => -0.5 * T * T / k_1 * (1.0 - k_2 / k_1),
    };
    let made = each * path.cycles as f64;
    Ok(vec![
        (Observable::EnergyCreated, Estimate::new(made, ROUNDING * made.abs())),
        (Observable::LoopEnergy, Estimate::new(-each, ROUNDING * each.abs())),
        (Observable::EnergySlip, Estimate::new(0.0, 0.0)),
    ])
}
