//! Damping: its normalisation, and the effective mass it uses for pairs and walls.
//!
//! What is seen is a damping ratio, `z = f(e) sqrt(m_used/m*)`: a formula times the root of a mass. Formula and masses are
//! chosen together, and of combinations that fit the one with the fewest departures from the plain one is taken. If none
//! fits, the masses follow from the ratios over those of like spheres at the same request, whatever the formula is.

use super::contact_end::{Law, ratio, restitution};
use super::probes::{Reading, StepPair};
use super::{FITS, Hypothesis, Inference, Place, Trust, choose, grouped, largest};
use crate::codes::restitution::{full_force_ratio, lammps_tsuji_alpha, thornton_gamma};
use crate::law::Ends;
use crate::law::achieved::damping_ratio;
use crate::law::contract::line;

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
    all.push(match ends {
        Ends::ForceClamped => (CLAMPED, clamped),
        _ => ("the ratio that meets the request in a contact that never pulls, but this one pulls", clamped),
    });
    all
}

const CLAMPED: &str = "the ratio that meets the request exactly, for a contact that never pulls";

fn clamped(e: f64) -> f64 {
    damping_ratio(e, Ends::ForceClamped)
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
    /// The bodies do not part: the ratio is `z` or any above it.
    sticks: bool,
}

impl Ratio {
    fn distance(&self, predicted: f64) -> f64 {
        if self.sticks && predicted > self.z.value { 0.0 } else { self.z.distance(predicted) }
    }

    /// The ratio over that of like spheres at the same request.
    fn over(&self, like: &[Self]) -> Option<Reading> {
        let like = like.iter().find(|like| like.asked == self.asked && !like.sticks && !self.sticks)?;
        let value = self.z.value / like.z.value;
        Some(Reading { value, off: value * (self.z.off / self.z.value + like.z.off / like.z.value) })
    }
}

fn ratios(ran: &DampedRuns, ends: Ends, probe: impl Fn(usize) -> usize) -> Option<Vec<Ratio>> {
    let one = |(i, (asked, twice)): (usize, &(f64, StepPair))| {
        let e = restitution(twice)?;
        let z = ratio(e, ends);
        let sticks = e.value <= e.off;
        Some(Ratio { asked: *asked, z: Reading { off: z.off + 5e-5, ..z }, probe: probe(i), sticks })
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
        largest(ratios.iter().map(|r| r.distance(z(r.asked) * masses[r.probe].sqrt())))
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
    let kept = || all.iter().filter(|(.., departures)| fewest.is_some_and(|fewest| *departures <= fewest.max(1)));
    let by = |i: usize, title: &'static str| {
        let hypotheses: Vec<Hypothesis> = grouped(kept().map(|(says, off, _)| (says[i], *off)));
        choose(title, place(title), &hypotheses, &evidence[i])
    };
    let mut findings = match fewest {
        Some(_) => [by(0, NORMALISATION), by(1, PAIRS), by(2, WALLS)],
        None => apart(&like, unlike.iter().flatten(), wall.iter().flatten(), ends, &evidence),
    };
    if unlike.is_none() {
        findings[1] = unknown(PAIRS, &missing(&impacts.unlike));
    }
    if wall.is_none() {
        findings[2] = unknown(WALLS, &missing(&impacts.wall));
    }
    findings.to_vec()
}

/// Each line apart, where no combination fits: the normalisation from like spheres, the masses from the ratios over theirs.
/// No mass is certain then, since a factor of it and one of the formula make the same motion.
fn apart<'a>(
    like: &[Ratio],
    unlike: impl Iterator<Item = &'a Ratio>,
    wall: impl Iterator<Item = &'a Ratio>,
    ends: Ends,
    evidence: &[String; 3],
) -> [Inference; 3] {
    let formula = |(says, z): (&str, fn(f64) -> f64)| Hypothesis {
        says: says.to_string(),
        off: largest(like.iter().map(|r| r.distance(z(r.asked)))),
    };
    let formulas: Vec<Hypothesis> = formulas(ends).into_iter().map(formula).collect();
    let listed = choose(NORMALISATION, Place::Pairs, &formulas, &evidence[0]);
    let over = |ratio: &Ratio| (ratio.probe, ratio.over(like));
    let (unlike, wall): (Vec<_>, Vec<_>) = (unlike.map(over).collect(), wall.map(over).collect());
    let off = |seen: &[(usize, Option<Reading>)], factor: &dyn Fn(usize) -> f64| {
        largest(seen.iter().map(|(probe, z)| z.map_or(f64::NAN, |z| z.distance(factor(*probe).sqrt()))))
    };
    let mut masses: Vec<(Hypothesis, [f64; 2])> = Vec::new();
    for (mass, [same, light, heavy]) in MASSES {
        let shape = [light / same, heavy / same];
        // Those that differ by a factor are one.
        if masses.iter().all(|(_, known)| *known != shape) {
            let says = if mass == REDUCED { mass.to_string() } else { format!("{mass}, times a constant") };
            masses.push((Hypothesis { says, off: off(&unlike, &|probe| shape[probe - 1]) }, shape));
        }
    }
    let masses: Vec<Hypothesis> = masses.into_iter().map(|(mass, _)| mass).collect();
    let walls = WALL_MASSES.map(|(says, factor)| Hypothesis { says: says.to_string(), off: off(&wall, &|_| factor) });
    let mut found =
        [choose(PAIRS, Place::Pairs, &masses, &evidence[1]), choose(WALLS, Place::Walls, &walls, &evidence[2])];
    if found[0].says != REDUCED || (found[1].says.is_empty() && listed.says.is_empty()) {
        let why = format!("{}; the damping of two spheres follows no listed formula and mass", evidence[2]);
        found[1] = Inference::unknown(WALLS, Place::Walls, why);
    }
    let [pairs, walls] = found.map(|found| match found.strength {
        Trust::Certain => Inference { strength: Trust::Likely, ..found },
        _ => found,
    });
    let normalisation = if listed.says.is_empty() { number(like, &evidence[0]).unwrap_or(listed) } else { listed };
    [normalisation, pairs, walls]
}

/// One ratio to the formula of the full force, or of the clamped one, at every request.
fn number(like: &[Ratio], evidence: &str) -> Option<Inference> {
    let shapes: [Formula; 2] = [("2 sqrt(5/6) beta sqrt(m* k_tangent)", full_force_ratio), (CLAMPED, clamped)];
    let separated = || like.iter().filter(|ratio| !ratio.sticks);
    shapes.into_iter().find_map(|(formula, z)| {
        let over = |r: &Ratio| (r.z.value / z(r.asked), r.z.off / z(r.asked));
        let mean = separated().map(|r| over(r).0).sum::<f64>() / separated().count() as f64;
        let one = separated().count() > 1 && separated().all(|r| (over(r).0 - mean).abs() <= 2.0 * over(r).1);
        let says = format!("{mean:.4} of {formula}, at every request");
        one.then(|| Inference::number(NORMALISATION, Place::Pairs, says, evidence))
    })
}
