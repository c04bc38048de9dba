//! Damping: its normalisation, and the effective mass it uses for pairs and walls.
//!
//! What is seen is a damping ratio, `z = f(e) sqrt(m_used/m*)`: a formula times the root of a mass. Formula and masses are
//! chosen together, and of combinations that fit the one with the fewest departures from the plain one is taken.

use super::contact_end::{Law, ratio, restitution};
use super::probes::{Reading, StepPair};
use super::{FITS, Hypothesis, Inference, Place, choose, grouped, largest};
use crate::contact::Ends;
use crate::contact::achieved::damping_ratio;
use crate::contact::contract::line;
use crate::system::restitution::{full_force_ratio, lammps_tsuji_alpha, thornton_gamma};

pub(super) const NORMALISATION: &str = "damping normalisation";
pub(super) const PAIRS: &str = "effective mass";
pub(super) const WALLS: &str = "mass at walls";
pub(super) const REDUCED: &str = "m* = m1 m2/(m1 + m2)";

const FULL: &str = "2 sqrt(5/6) beta sqrt(m* k_tangent) with the beta of the full force, -ln e/sqrt(ln^2 e + pi^2)";

/// The density of body 2 over that of body 1, and the reverse, in the pairs of unlike masses.
pub(super) const DENSITIES: [[f64; 2]; 2] = [[1.0, 4.0], [4.0, 1.0]];

/// `m_used/m*` of like masses, of 1 : 4, of 4 : 1.
const MASSES: [(&str, [f64; 3]); 11] = [
    (REDUCED, [1.0; 3]),
    ("m* = 2 m1 m2/(m1 + m2)", [2.0; 3]),
    ("m* = m1 m2/(m1 + m2)/2", [0.5; 3]),
    ("m* = m1", [2.0, 1.25, 5.0]),
    ("m* = m2", [2.0, 5.0, 1.25]),
    ("m* = (m1 + m2)/2", [2.0, 3.125, 3.125]),
    ("m* = m1 + m2", [4.0, 6.25, 6.25]),
    ("m* = the smaller mass", [2.0, 1.25, 1.25]),
    ("m* = the larger mass", [2.0, 5.0, 5.0]),
    ("m* = sqrt(m1 m2)", [2.0, 2.5, 2.5]),
    ("m* = (m1 + m2)/4", [1.0, 1.5625, 1.5625]),
];

/// `m_used` over the free mass.
const WALL_MASSES: [(&str, f64); 4] = [
    (line::FREE_MASS, 1.0),
    ("m* is half the free mass", 0.5),
    ("m* is twice the free mass", 2.0),
    ("no damping at a wall", 0.0),
];

/// A formula in words, and the damping ratio it gives for a requested restitution.
type Formula = (&'static str, fn(f64) -> f64);

/// The ratio `z` of what was requested, as one code or another makes it.
fn formulas(ends: Ends) -> Vec<Formula> {
    let mut all: Vec<Formula> = vec![
        (FULL, full_force_ratio),
        ("2 beta sqrt(m* k_tangent): sqrt(5/6) is missing", |e| (6.0f64 / 5.0).sqrt() * full_force_ratio(e)),
        ("2 sqrt(5/6) beta sqrt(m* k_secant): the secant stiffness instead of the tangent", |e| {
            (2.0f64 / 3.0).sqrt() * full_force_ratio(e)
        }),
        ("2 beta sqrt(m* k_secant): the secant stiffness instead of the tangent, and sqrt(5/6) is missing", |e| {
            2.0 / 5f64.sqrt() * full_force_ratio(e)
        }),
        ("sqrt 2 below that of the full force: Tsuji's polynomial for the mass of a whole particle", |e| {
            lammps_tsuji_alpha(e) / 5f64.sqrt()
        }),
        ("Thornton's fit of the clamped contact, F_d = 2 gamma sqrt(m* k_tangent) v", |e| {
            thornton_gamma(e).map_or(f64::NAN, |gamma| 1.2f64.sqrt() * gamma)
        }),
        ("that of the full force, for the square of the requested restitution", |e| full_force_ratio(e * e)),
        ("that of the full force, for the square root of the requested restitution", |e| full_force_ratio(e.sqrt())),
        ("none: the requested restitution is not used", |_| 0.0),
    ];
    if ends == Ends::ForceClamped {
        all.push(("the ratio that meets the request exactly, for a contact that never pulls", |e| {
            damping_ratio(e, Ends::ForceClamped)
        }));
    }
    all
}

/// Requested restitutions with the runs.
pub(super) type DampedRuns = Vec<(f64, StepPair)>;

/// The impacts from which masses are inferred.
pub(super) struct Impacts<'a> {
    /// Of like spheres, at several requests.
    pub like: &'a DampedRuns,
    /// Of unlike masses, in the order of [`DENSITIES`].
    pub unlike: Result<DampedRuns, String>,
    pub wall: Result<DampedRuns, String>,
}

/// One measured ratio, its request, and which of [`MASSES`] it belongs to.
struct Ratio {
    asked: f64,
    z: Reading,
    probe: usize,
}

fn ratios(ran: &DampedRuns, ends: Ends, probe: impl Fn(usize) -> usize) -> Option<Vec<Ratio>> {
    let one = |(i, (asked, twice)): (usize, &(f64, StepPair))| {
        let z = ratio(restitution(twice)?, ends);
        Some(Ratio { asked: *asked, z: Reading { off: z.off + 5e-5, ..z }, probe: probe(i) })
    };
    ran.iter().enumerate().map(one).collect()
}

/// Normalisation, effective mass of pairs, mass at walls.
pub(super) fn judge(impacts: &Impacts<'_>, law: Law) -> Vec<Inference> {
    let ends = law.ends;
    let place = |title| if title == WALLS { Place::Walls } else { Place::Pairs };
    let unknown = |title, why: &str| Inference::unknown(title, place(title), why);
    let Some(like) = ratios(impacts.like, ends, |_| 0) else {
        return [NORMALISATION, PAIRS, WALLS].map(|title| unknown(title, "a pair was lost")).to_vec();
    };
    let missing =
        |ran: &Result<DampedRuns, String>| ran.as_ref().err().cloned().unwrap_or_else(|| "a pair was lost".into());
    let unlike = impacts.unlike.as_ref().ok().and_then(|ran| ratios(ran, ends, |i| i + 1));
    let wall = impacts.wall.as_ref().ok().and_then(|ran| ratios(ran, ends, |_| 0));
    let pairs: Vec<&Ratio> = like.iter().chain(unlike.iter().flatten()).collect();
    let asked: Vec<String> = impacts
        .like
        .iter()
        .map(|(e, twice)| format!("{e} gives {:.5}", restitution(twice).map_or(f64::NAN, |e| e.value)))
        .collect();
    let of = |ratios: &Option<Vec<Ratio>>| {
        let said = ratios.iter().flatten().map(|r| format!("{:.4}", r.z.value / full_force_ratio(r.asked)));
        said.collect::<Vec<_>>().join(", ")
    };
    let evidence = [
        format!("asked for {}", asked.join(", ")),
        format!("damping ratio over that of the full force, masses 1:4, 4:1: {}", of(&unlike)),
        format!("damping ratio over that of the full force, at a wall: {}", of(&wall)),
    ];
    let off = |ratios: &[&Ratio], z: fn(f64) -> f64, masses: [f64; 3]| {
        largest(ratios.iter().map(|r| r.z.distance(z(r.asked) * masses[r.probe].sqrt())))
    };
    let mut all = Vec::new();
    for (formula, z) in formulas(ends) {
        let walls = WALL_MASSES.map(|(says, mass)| {
            (says, wall.as_ref().map_or(0.0, |wall| off(&wall.iter().collect::<Vec<_>>(), z, [mass; 3])))
        });
        for (mass, factors) in MASSES {
            let pair = off(&pairs, z, factors);
            for (at_wall, off) in walls {
                let departures = [formula != FULL, mass != REDUCED, at_wall != line::FREE_MASS];
                let departures = departures.into_iter().filter(|departs| *departs).count();
                all.push(([formula, mass, at_wall], largest([pair, off]), departures));
            }
        }
    }
    let fewest = all.iter().filter(|(_, off, _)| *off <= FITS).map(|(.., departures)| *departures).min();
    let kept = || all.iter().filter(|(.., departures)| fewest.is_none_or(|fewest| *departures <= fewest.max(1)));
    let by = |i: usize, title: &'static str| {
        let hypotheses: Vec<Hypothesis> = grouped(kept().map(|(says, off, _)| (says[i], *off)));
        choose(title, place(title), &hypotheses, &evidence[i])
    };
    let mut findings = vec![by(0, NORMALISATION), by(1, PAIRS), by(2, WALLS)];
    if fewest.is_none() {
        findings[0] = number(&like, &evidence[0]).unwrap_or_else(|| findings[0].clone());
    }
    if unlike.is_none() {
        findings[1] = unknown(PAIRS, &missing(&impacts.unlike));
    }
    if wall.is_none() {
        findings[2] = unknown(WALLS, &missing(&impacts.wall));
    }
    findings
}

/// One ratio to the formula of the full force at every request.
fn number(like: &[Ratio], evidence: &str) -> Option<Inference> {
    let over = |r: &Ratio| (r.z.value / full_force_ratio(r.asked), r.z.off / full_force_ratio(r.asked));
    let mean = like.iter().map(|r| over(r).0).sum::<f64>() / like.len() as f64;
    let one = like.iter().all(|r| (over(r).0 - mean).abs() <= 2.0 * over(r).1);
    one.then(|| {
        let says = format!("{mean:.4} of 2 sqrt(5/6) beta sqrt(m* k_tangent) at every request");
        Inference::number(NORMALISATION, Place::Pairs, says, evidence)
    })
}
