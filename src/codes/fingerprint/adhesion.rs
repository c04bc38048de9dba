//! Adhesion: which law an engine has, the meaning of its parameter, and where the contact breaks.
//!
//! The engine is asked for `jkr`, `dmt` and the others under our names, as far as it runs them, and its undamped impacts, from below the
//! sticking speed to four times it, are held against every form of the pull with the work of adhesion once, twice and half, and none.
//! Largest overlap and restitution together tell them apart: the first sees the pull on the way in, the second what is lost.

use super::probes::{Bench, Reading, StepPair, like_spheres, pulling, reading};
use super::{Hypothesis, Inference, Place, choose, grouped, largest};
use crate::collide::bounce::Bounce;
use crate::collide::trajectory::Sample;
use crate::law::damping::{Damping, Undamped};
use crate::law::normal::{BreaksAt, Dmt, Hertz, Jkr, JkrHertzRadius, OverlapArea, PopovJkr, Sjkr};
use crate::law::scene::Scene;
use crate::law::{Contact, Ends, Normal, Pair, undamped};

/// Requested work of adhesion, J/m2, or energy density, J/m3: attraction equals repulsion at the speeds below.
const WORK: f64 = 10.0;
const DENSITY: f64 = 1e6;
/// Speeds, in parts of the sticking speed of JKR, which is `WORK`'s.
const SPEEDS: [f64; 4] = [0.85, 1.2, 2.0, 4.0];
/// Steps in the shortest duration of Hertz, and twice as many.
const STEPS: f64 = 1500.0;
const PHASES: [f64; 3] = [0.2, 0.5, 0.8];
/// Errors of a restitution and of an overlap, in parts of it, that are read from free flight and a parabola.
const FLOOR: f64 = 2e-3;
/// Possible meanings of the parameter, as factors on the work of adhesion.
const MEANINGS: [(f64, &str); 3] = [
    (1.0, "as given"),
    (2.0, "twice the number: it is taken for the surface energy of one surface"),
    (0.5, "half the number"),
];
const NOTHING_LOST: &str = "zero overlap: nothing is lost";

/// A requested law with the titles of its three lines.
struct Probe {
    titles: [&'static str; 3],
    ways: fn() -> Vec<Normal>,
}

const PROBES: [Probe; 5] = [
    Probe {
        titles: ["jkr: form of the pull", "jkr: work of adhesion", "jkr: end of the pull"],
        ways: || [BreaksAt::Displacement, BreaksAt::Force, BreaksAt::ZeroOverlap].map(|at| jkr(1.0, at)).to_vec(),
    },
    Probe {
        titles: ["dmt: form of the pull", "dmt: work of adhesion", "dmt: end of the pull"],
        ways: || vec![dmt(1.0)],
    },
    Probe {
        titles: [
            "jkr-hertz-radius: form of the pull",
            "jkr-hertz-radius: work of adhesion",
            "jkr-hertz-radius: end of the pull",
        ],
        ways: || vec![hertz_radius(1.0)],
    },
    Probe {
        titles: ["popov-jkr: form of the pull", "popov-jkr: work of adhesion", "popov-jkr: end of the pull"],
        ways: || vec![popov(1.0)],
    },
    Probe {
        titles: ["sjkr: form of the pull", "sjkr: energy density", "sjkr: end of the pull"],
        ways: || vec![sjkr(1.0)],
    },
];

fn jkr(factor: f64, breaks_at: BreaksAt) -> Normal {
    Normal::Jkr(Jkr { work_of_adhesion: factor * WORK, breaks_at })
}

fn dmt(factor: f64) -> Normal {
    Normal::Dmt(Dmt { work_of_adhesion: factor * WORK })
}

fn hertz_radius(factor: f64) -> Normal {
    Normal::JkrHertzRadius(JkrHertzRadius { work_of_adhesion: factor * WORK })
}

fn popov(factor: f64) -> Normal {
    Normal::PopovJkr(PopovJkr { work_of_adhesion: factor * WORK })
}

fn sjkr(factor: f64) -> Normal {
    Normal::Sjkr(Sjkr { cohesion_energy_density: factor * DENSITY, area: OverlapArea::FirstOrder })
}

/// A possible law, in words: form, meaning of the parameter, and end of the attraction.
struct Candidate {
    says: [&'static str; 3],
    law: Normal,
}

fn candidates() -> Vec<Candidate> {
    let mut all = Vec::new();
    for (factor, means) in MEANINGS {
        let mut put = |form, end, law| all.push(Candidate { says: [form, means, end], law });
        const NECK: &str = "JKR: the contact radius follows from the overlap, with a neck";
        put(NECK, "the smallest overlap of the neck", jkr(factor, BreaksAt::Displacement));
        put(NECK, "the largest tension of the neck", jkr(factor, BreaksAt::Force));
        put(NECK, NOTHING_LOST, jkr(factor, BreaksAt::ZeroOverlap));
        put("DMT: a constant pull, 2 pi w R*", NOTHING_LOST, dmt(factor));
        put("JKR's force at the contact radius of Hertz, no neck", NOTHING_LOST, hertz_radius(factor));
        put("Popov's fit of JKR, no neck", NOTHING_LOST, popov(factor));
        // An energy density is of no surface.
        let means = means.split(':').next().unwrap_or(means);
        const SJKR: &str = "SJKR: an energy density times the area of contact";
        all.push(Candidate { says: [SJKR, means, NOTHING_LOST], law: sjkr(factor) });
    }
    let none = "no pull: Hertz";
    all.push(Candidate { says: [none, "none", NOTHING_LOST], law: Normal::Hertz(Hertz { effective_modulus: None }) });
    all
}

/// The lines of each law with adhesion that the engine runs; one line where it runs none.
pub(super) fn find(bench: &Bench<'_>) -> Vec<Inference> {
    let bodies = like_spheres();
    let mut why = String::new();
    let mut findings = Vec::new();
    for probe in &PROBES {
        let scenes = (probe.ways)().into_iter().filter_map(|normal| pulling(&bodies, contact(normal), 1.0));
        match bench.first(scenes) {
            Ok(scene) => findings.extend(judged(bench, probe, &scene)),
            Err(because) if why.is_empty() => why = because,
            Err(_) => {}
        }
    }
    if findings.is_empty() {
        findings.push(Inference::unknown("adhesion", Place::Pairs, format!("it runs no law with adhesion: {why}")));
    }
    findings
}

fn contact(normal: Normal) -> Contact {
    Contact { normal, damping: Damping::Undamped(Undamped), ends: Ends::ZeroOverlap, friction: None }
}

/// Sticking speed of JKR with [`WORK`], `sqrt(2 W/m*)`, `W = 7.0922 (w^5 R*^4/E*^2)^(1/3)`, m/s.
fn sticking_speed(pair: &Pair) -> Option<f64> {
    let W = 7.092_195_971_863_958_8 * libm::cbrt(WORK.powi(5) * pair.R_star.powi(4) / pair.E_star?.powi(2));
    Some((2.0 * W / pair.m_star).sqrt())
}

/// Restitution and largest overlap, m, at a speed.
fn predicted(law: &Normal, pair: &Pair, speed: f64) -> Option<[f64; 2]> {
    match contact(law.clone()).branches(pair).ok()? {
        Some(contact) => {
            let course = undamped::collide(&*contact.law, pair.m_star, speed, None)?;
            Some([course.restitution, course.overlap])
        }
        None => {
            let k = 4.0 / 3.0 * pair.E_star? * pair.R_star.sqrt();
            Some([1.0, libm::pow(1.25 * pair.m_star * speed * speed / k, 0.4)])
        }
    }
}

fn judged(bench: &Bench<'_>, probe: &Probe, scene: &Scene) -> Vec<Inference> {
    let unknown = |why: &str| probe.titles.map(|title| Inference::unknown(title, Place::Pairs, why)).to_vec();
    let Some(sticks) = sticking_speed(&scene.pair) else { return unknown("the probe has no modulus") };
    let scenes: Vec<Scene> = SPEEDS.map(|part| Scene { speed: part * sticks, ..scene.clone() }).to_vec();
    let twice = match bench.twice(probe.titles[0].split(':').next().unwrap_or("adhesion"), &scenes, STEPS, &PHASES) {
        Ok(twice) => twice,
        Err(why) => return unknown(&why),
    };
    let read: Option<Vec<[Reading; 2]>> =
        scenes.iter().zip(&twice).map(|(scene, twice)| measured(scene, twice)).collect();
    let Some(read) = read else { return unknown("it reports no course of the overlap") };
    let numbers: Vec<String> = read.iter().map(|[e, d]| format!("{:.4}, {:.4} um", e.value, 1e6 * d.value)).collect();
    let evidence =
        format!("restitution and largest overlap at {SPEEDS:?} of the sticking speed of JKR: {}", numbers.join("; "));
    let off = |candidate: &Candidate| {
        largest(scenes.iter().zip(&read).flat_map(|(scene, [e, d])| {
            let exact = predicted(&candidate.law, &scene.pair, scene.speed);
            let [restitution, overlap] = exact.unwrap_or([f64::NAN; 2]);
            // Near sticking a restitution falls steeply: an error of the loss is one of its square.
            let e_off = (e.value * e.value - restitution * restitution).abs() / (2.0 * e.off);
            [e_off, d.distance(overlap)]
        }))
    };
    let all: Vec<(Candidate, f64)> = candidates()
        .into_iter()
        .map(|c| {
            let off = off(&c);
            (c, off)
        })
        .collect();
    let line = |i: usize| {
        let hypotheses: Vec<Hypothesis> = grouped(all.iter().map(|(c, off)| (c.says[i], *off)));
        choose(probe.titles[i], Place::Pairs, &hypotheses, &evidence)
    };
    vec![line(0), line(1), line(2)]
}

/// Mean restitution and largest overlap over the onset phases.
fn measured(scene: &Scene, twice: &StepPair) -> Option<[Reading; 2]> {
    let touching: f64 = scene.bodies.iter().map(|body| body.radius()).sum();
    // Bodies that still hang together at a neck may move apart when the run is over: they have parted where they are far from each
    // other, where the engine has no force left, or where it ended its report of the contact before the run was over.
    let parted = |bounce: &Bounce| {
        let [one, two] = bounce.end.map(|state| state.position);
        let apart = (0..3).map(|i| (one[i] - two[i]).powi(2)).sum::<f64>().sqrt();
        let far = apart - touching > bounce.seen.measured.max_overlap.unwrap_or(0.0);
        let over = |[first, last]: [&Sample; 2]| {
            let step = (last.time - first.time) / bounce.course.len() as f64;
            last.force == 0.0 || last.time < 0.9 * bounce.steps as f64 * step
        };
        let ends = bounce.course.first().zip(bounce.course.last());
        bounce.separated() && (far || ends.is_none_or(|(first, last)| over([first, last])))
    };
    let e = reading(twice, FLOOR, |bounce| Some(if parted(bounce) { bounce.seen.restitution } else { 0.0 }))?;
    let d = reading(twice, 0.0, |bounce| bounce.seen.measured.max_overlap_interpolated)?;
    Some([e, Reading { off: d.off + FLOOR * d.value, ..d }])
}
