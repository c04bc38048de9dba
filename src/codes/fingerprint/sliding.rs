//! Gross sliding without damping: how large friction is, whether it is within a cone, and what spin an impulse makes.
//!
//! While the surfaces slide throughout, the impulse along the contact is `mu` times that across it, whatever the spring is, and the
//! spin of a body over that impulse is `r/I`. A slip between the axes of a code shows whether its components are limited apart.

use super::elastic::Loss;
use super::oblique::{FRICTION, Measured, ObliqueReading, mindlin, predicted, run};
use super::probes::{Bench, Reading};
use super::{FITS, Hypothesis, Inference, Place, Trust, choose, grouped, largest};
use crate::collide::flight::{cross, dot};
use crate::law::scene::{Scene, Shape};
use crate::law::shear::{Arm, Form, Levers};

pub(super) const RATIO: &str = "impulse ratio";
pub(super) const DIAGONAL: &str = "diagonal slip";
pub(super) const INERTIA: &str = "inertia";
pub(super) const TORQUE: &str = "torque";

pub(super) const ASKED: &str = "mu, as asked";
pub(super) const CONE: &str = "along the slip, mu N: a cone of friction";
pub(super) const SOLID: &str = "2/5 m r^2";
pub(super) const OWN_ARM: &str = "of the radius of each body";
pub(super) const AT_WALLS: &str = "of the radius of the sphere";

/// Relative errors: of friction at a wall, between spheres, whose normal turns, and of a spin over an impulse, in which the levers of
/// codes differ.
const FLOOR: f64 = 1e-3;
const TURNS: f64 = 3e-3;
const LEVERS: f64 = 1.2e-2;
/// Of friction where every force is damped.
const BRAKED: f64 = 2e-2;
/// Of the direction of a diagonal impulse, in parts of it.
const ALONG: f64 = 1.5e-2;

/// Direction of the diagonal slip, in parts along the two axes.
const SLIP: [f64; 2] = [0.8, 0.6];

/// What gross sliding shows.
pub(super) struct Sliding {
    /// Impulse ratio, inertia, torque.
    pub findings: Vec<Inference>,
    /// Friction over what was asked for; `None` where there is none.
    pub friction: Option<f64>,
    /// Spin that an impulse makes of each body, over that of a solid sphere with a lever of its radius.
    pub spin: [f64; 2],
    /// Inertia over `m r^2`, where it is known.
    pub inertia: f64,
    /// Whether each torque is that of the radius.
    pub own_arms: bool,
}

impl Sliding {
    fn unknown(place: Place, why: &str) -> Self {
        let findings = [RATIO, INERTIA, TORQUE].map(|line| Inference::unknown(line, place, why)).to_vec();
        Self { findings, friction: None, spin: [1.0; 2], inertia: 0.4, own_arms: true }
    }

    /// The scene with bodies of the inertia that makes these spins.
    pub(super) fn spinning(&self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        for (body, spin) in scene.bodies.iter_mut().zip(self.spin) {
            if let Shape::Sphere { inertia_factor, .. } = &mut body.shape {
                *inertia_factor = if spin == 0.0 { 1e15 } else { 0.4 / spin };
            }
        }
        scene
    }
}

/// The prediction with a friction over that asked for: a total spring, levers of the radius.
fn gross(one: &Measured, friction: f64) -> Option<[Reading; 3]> {
    let levers = Levers::both(Arm::Radius);
    let shear = mindlin(&one.scene, Form::Total, (8.0, levers), friction * FRICTION)?;
    let [coarse, fine] = one.dt.map(|dt| predicted(&one.scene, shear.into(), dt));
    let (coarse, fine): (ObliqueReading, ObliqueReading) = (coarse?, fine?);
    Some(std::array::from_fn(|i| Reading::new(coarse[i], fine[i], 0.0)))
}

/// Friction in gross sliding, and the spin it makes.
pub(super) fn judge(place: Place, one: &Measured, loss: Loss) -> Sliding {
    let seen = one.readings();
    let slowed = Reading { value: 1.0 - seen[0].value, ..seen[0] };
    let why = "the impact with gross sliding cannot be computed";
    if slowed.value.abs() < 1e-6 {
        let mut none = Sliding::unknown(place, "there is no friction");
        none.findings[0] = Inference::number(RATIO, place, "no friction".to_string(), "gross sliding without damping");
        return none;
    }
    // Local damping brakes the motion along the contact more than it brakes and drives that across it, and the spin less.
    let (braked, spun) = match loss {
        Loss::Local(part) => {
            let e2 = (1.0 - part) / (1.0 + part);
            (0.5 * (1.0 + 1.0 / e2.sqrt()), e2)
        }
        Loss::Nothing => (1.0, 1.0),
        _ => return Sliding::unknown(place, "energy is lost without a dashpot, and what takes it is not known here"),
    };
    let mut friction = 1.0;
    let mut exact = None;
    for _ in 0..3 {
        exact = gross(one, friction);
        let Some(exact) = exact else { return Sliding::unknown(place, why) };
        friction *= slowed.value / braked / (1.0 - exact[0].value);
        if !friction.is_finite() || friction.abs() > 10.0 {
            return Sliding::unknown(place, why);
        }
    }
    let Some(exact) = exact else { return Sliding::unknown(place, why) };
    let turns = if place == Place::Pairs { TURNS } else { FLOOR };
    let off = slowed.off / slowed.value.abs() + if loss == Loss::Nothing { turns } else { BRAKED };
    let friction = Reading { value: friction, off: off * friction.abs() };
    let spins: Vec<Reading> = (1..if place == Place::Pairs { 3 } else { 2 })
        .map(|i| {
            let made = |spin: Reading, slowed: f64| spin.value / slowed;
            let value = made(seen[i], slowed.value) / made(exact[i], 1.0 - exact[0].value) / spun;
            let relative = seen[i].off / exact[i].value.abs() + LEVERS;
            Reading { value, off: relative * value.abs().max(1.0) }
        })
        .collect();
    let (mut lines, spin, inertia, own_arms) = turned(place, &spins);
    lines.insert(0, ratio(place, friction));
    Sliding { findings: lines, friction: Some(friction.value), spin, inertia, own_arms }
}

fn ratio(place: Place, friction: Reading) -> Inference {
    let evidence = format!("gross sliding without damping: impulses in the ratio {:.5} mu", friction.value);
    if friction.distance(1.0) <= FITS {
        let (strength, says) = (Trust::Certain, ASKED.to_string());
        return Inference { convention: RATIO, place, strength, says, evidence };
    }
    let says = format!(
        "{:.4} mu in gross sliding: friction of {:.4} where {FRICTION} is asked for",
        friction.value,
        FRICTION * friction.value
    );
    Inference::number(RATIO, place, says, evidence)
}

/// Inertia over `m r^2`.
const INERTIAS: [(&str, f64); 5] = [
    (SOLID, 0.4),
    ("1/2 m r^2: that of a disc", 0.5),
    ("2/3 m r^2: that of a thin shell", 2.0 / 3.0),
    ("m r^2: that of a ring", 1.0),
    ("1/4 m r^2: that of a disc about its diameter", 0.25),
];

/// Torque of each body of the radii 1 : 2 over that of its own radius.
const TORQUES: [(&str, [f64; 2]); 10] = [
    (OWN_ARM, [1.0, 1.0]),
    ("no torque on body 2", [1.0, 0.0]),
    ("no torque on body 1", [0.0, 1.0]),
    ("no torque on either body", [0.0, 0.0]),
    ("of the wrong sign on body 2", [1.0, -1.0]),
    ("of the wrong sign on body 1", [-1.0, 1.0]),
    ("of the wrong sign on both bodies", [-1.0, -1.0]),
    ("of the radius r1 on both bodies", [1.0, 0.5]),
    ("of the radius r2 on both bodies", [2.0, 1.0]),
    ("of the mean radius (r1 + r2)/2 on both bodies", [1.5, 0.75]),
];
const SWAPPED: (&str, [f64; 2]) = ("of the radius of the other body", [2.0, 0.5]);
const WALL_TORQUES: [(&str, [f64; 2]); 3] =
    [(AT_WALLS, [1.0; 2]), ("no torque at walls", [0.0; 2]), ("of the wrong sign", [-1.0; 2])];

/// The lines of inertia and torque, the spin of each body over that of a solid sphere, the inertia, and whether the arms are its own.
fn turned(place: Place, spins: &[Reading]) -> (Vec<Inference>, [f64; 2], f64, bool) {
    let said: Vec<String> = spins.iter().map(|spin| format!("{:.4}", spin.value)).collect();
    let evidence = format!("spin over impulse, of solid spheres with levers of their radius 1: {}", said.join(", "));
    let rules: Vec<(&str, [f64; 2])> = match place {
        Place::Pairs => TORQUES.into_iter().chain([SWAPPED]).collect(),
        Place::Walls => WALL_TORQUES.to_vec(),
    };
    let mut all = Vec::new();
    for (inertia, c) in INERTIAS {
        for (torque, arms) in &rules {
            let off = largest(spins.iter().zip(arms).map(|(spin, arm)| spin.distance(0.4 / c * arm)));
            let departures = usize::from(inertia != SOLID) + usize::from(*torque != rules[0].0);
            all.push((inertia, *torque, off, departures, arms.map(|arm| 0.4 / c * arm), c));
        }
    }
    let of = |i: usize| spins.get(i).map_or(1.0, |spin| spin.value);
    let measured = [of(0), of(1)];
    let best = all.iter().filter(|one| one.2 <= FITS).min_by_key(|one| one.3);
    let Some(&(_, torque, _, fewest, spin, c)) = best else { return numbers(place, spins, measured, &evidence) };
    let kept = || all.iter().filter(|one| one.3 <= fewest.max(1));
    let torques = choose(TORQUE, place, &grouped(kept().map(|one| (one.1, one.2))), &evidence);
    let inertia = match spin.iter().take(spins.len()).all(|spin| *spin == 0.0) {
        true => Inference::unknown(INERTIA, place, format!("{evidence}; there is no torque")),
        false => choose(INERTIA, place, &grouped(kept().map(|one| (one.0, one.2))), &evidence),
    };
    (vec![inertia, torques], spin, c, torque == rules[0].0)
}

/// Where no combination fits: spins that are alike are those of one inertia, which is a number.
fn numbers(
    place: Place,
    spins: &[Reading],
    measured: [f64; 2],
    evidence: &str,
) -> (Vec<Inference>, [f64; 2], f64, bool) {
    let mean = spins.iter().map(|spin| spin.value).sum::<f64>() / spins.len() as f64;
    let alike = spins.iter().all(|spin| (spin.value - mean).abs() <= spin.off) && mean > 0.05;
    if !alike {
        let said: Vec<String> = spins.iter().map(|spin| format!("{:.4}", spin.value)).collect();
        let says = format!("{} of that of each radius, with an inertia of 2/5 m r^2", said.join(" and "));
        let lines =
            vec![Inference::unknown(INERTIA, place, evidence), Inference::number(TORQUE, place, says, evidence)];
        return (lines, measured, 0.4, false);
    }
    let c = 0.4 / mean;
    let lines = vec![
        Inference::number(INERTIA, place, format!("{c:.3} m r^2, or {mean:.3} of the torque"), evidence),
        Inference {
            convention: TORQUE,
            place,
            strength: Trust::Likely,
            says: if place == Place::Pairs { OWN_ARM } else { AT_WALLS }.to_string(),
            evidence: evidence.to_string(),
        },
    ];
    (lines, [mean; 2], c, true)
}

/// Directions of the impulse of a diagonal slip, along it and across, over that of a slip along an axis.
const DIAGONALS: [(&str, [f64; 2]); 5] = [
    (CONE, [1.0, 0.0]),
    (
        "each component of it is limited apart, along the axes x and y: a box of friction, up to sqrt(2) as large on its diagonal",
        [SLIP[0] + SLIP[1], SLIP[0] - SLIP[1]],
    ),
    ("along the larger component alone: the sum of both is limited", [SLIP[0], -SLIP[1]]),
    ("along the slip, with the sum of both components limited", [1.0 / (SLIP[0] + SLIP[1]), 0.0]),
    ("along the slip, with the larger component limited", [1.0 / SLIP[0], 0.0]),
];

/// A slip between the axes of the tangential plane.
pub(super) fn diagonal(bench: &Bench<'_>, place: Place, axial: &Measured, stiffness: f64) -> Inference {
    let mut scene = axial.asked.clone();
    let [n, t, b] = scene.kinematics.frame;
    let turned: [f64; 3] = std::array::from_fn(|i| SLIP[0] * t[i] + SLIP[1] * b[i]);
    scene.kinematics.frame = [n, turned, cross(n, turned)];
    let (measured, bounces) = match run(bench, &format!("diagonal-{place}"), &[scene], stiffness) {
        Ok(run) => run,
        Err(why) => return Inference::unknown(DIAGONAL, place, why),
    };
    let (Some(one), Some([coarse, fine])) = (measured.first(), bounces.first()) else {
        return Inference::unknown(DIAGONAL, place, "the engine lost a pair");
    };
    let unit = one.scene.kinematics.tangential_speed;
    let across = |bounces: &[crate::collide::bounce::Bounce]| {
        let [first, second] = bounces.first()?.end;
        let axis = one.scene.kinematics.frame[2];
        Some((dot(second.velocity, axis) - dot(first.velocity, axis)) / unit)
    };
    let (Some(coarse), Some(fine)) = (across(coarse), across(fine)) else {
        return Inference::unknown(DIAGONAL, place, "the engine lost a pair");
    };
    let [along, slowed] = [one, axial].map(|one| 1.0 - one.readings()[0].value);
    if slowed.abs() < 1e-6 {
        return Inference::unknown(DIAGONAL, place, "there is no friction");
    }
    let across = Reading::new(coarse, fine, 0.0);
    let over = |value: f64| Reading { value: value / slowed, off: ALONG };
    let seen = [over(along), Reading { off: ALONG + across.off / slowed.abs(), ..over(across.value) }];
    let evidence = format!(
        "gross sliding at {:.2} deg from an axis: impulse along the slip {:.4}, across it {:.4}, of that of a slip along the axis",
        libm::atan2(SLIP[1], SLIP[0]).to_degrees(),
        seen[0].value,
        seen[1].value
    );
    let all = DIAGONALS.map(|(says, parts)| Hypothesis {
        says: says.to_string(),
        off: largest(seen.iter().zip(parts).map(|(seen, part)| seen.distance(part))),
    });
    choose(DIAGONAL, place, &all, &evidence)
}
