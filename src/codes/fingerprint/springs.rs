//! The tangential spring: its history, its stiffness and its levers.

use super::oblique::{ANGLES, FRICTION, Force, Measured, distance, mindlin};
use super::sliding::Sliding;
use super::{APART, FITS, Hypothesis, Inference, Place, Trust, choose, grouped};
use crate::law::contract::lever;
use crate::law::shear::{Arm, Form, Levers, ShearForce};

pub(super) const HISTORY: &str = "history rule";

pub(super) const LEVER: &str = "lever";

/// Possible levers of slip velocity and torque.
pub(super) const ARMS: [(Arm, Arm); 7] = [
    (Arm::Radius, Arm::Radius),
    (Arm::HalfOverlap, Arm::HalfOverlap),
    (Arm::Overlap, Arm::Overlap),
    (Arm::Radius, Arm::HalfOverlap),
    (Arm::Radius, Arm::Overlap),
    (Arm::Overlap, Arm::Radius),
    (Arm::HalfOverlap, Arm::Radius),
];

/// More of them between spheres; at a wall they are among the others.
const BETWEEN_SPHERES: [(Arm, Arm); 3] =
    [(Arm::Proportional, Arm::Radius), (Arm::Proportional, Arm::Proportional), (Arm::Plane, Arm::Plane)];

/// The spring of an engine.
pub(super) struct Springs {
    /// History and lever.
    pub lines: [Inference; 2],
    /// The tangential forces that explain its undamped impacts.
    pub fits: Vec<Force>,
    /// What friction is, where it is not what was asked for.
    pub friction: Option<String>,
}

/// A friction in words, its coefficient, and what it is after the first slip over what it was.
type Rubs = (Option<String>, f64, Option<f64>);

/// Frictions that have this part of the one asked for in gross sliding.
fn rubs(part: f64, as_asked: bool) -> Vec<Rubs> {
    if as_asked {
        return vec![(None, FRICTION, None)];
    }
    let slides = part * FRICTION;
    let sliding = format!("{part:.4} mu in gross sliding: friction of {slides:.4} where {FRICTION} is asked for");
    let mut all = vec![(Some(format!("{sliding}, before and after the first slip")), slides, None)];
    if part > 0.0 && part < 1.0 {
        let says = format!("{part:.4} mu from the first slip on, and mu before it: static and dynamic friction");
        all.push((Some(says), FRICTION, Some(part)));
    }
    all
}

/// A candidate with how far it is off.
struct Candidate {
    history: String,
    lever: String,
    friction: Option<String>,
    force: Force,
    off: f64,
}

/// Infers the history rule and the levers from three impacts. `stiffness` is the relative normal stiffness, whose
/// deviation may or may not apply to the tangential spring; `part` is friction over that asked for.
pub(super) fn find(measured: &[Measured], (place, stiffness): (Place, f64), sliding: &Sliding, part: f64) -> Springs {
    let as_asked = sliding.findings[0].strength == Trust::Certain;
    let said: Vec<String> =
        measured.iter().zip(ANGLES).map(|(one, angle)| format!("{angle} deg {:.5}", one.fine[0])).collect();
    let evidence = format!("tangential velocity after over before, elastic, mu = {FRICTION}: {}", said.join(", "));
    let spins: Vec<String> = measured.iter().map(|one| format!("{:.5} {:.5}", one.fine[1], one.fine[2])).collect();
    let with_spin = format!("{evidence}; surface speeds by spin {}", spins.join(", "));
    let odd = (stiffness - 1.0).abs() > 1e-3;
    let scales: &[f64] = if odd { &[1.0, stiffness] } else { &[1.0] };
    let springs = [Form::Total, Form::Incremental, Form::Rescaled];
    let springs = springs.into_iter().flat_map(|form| [8.0, 16.0 / 3.0].map(|factor| (form, factor)));
    let springs = springs.flat_map(|(form, factor)| scales.iter().map(move |scale| (form, factor, *scale)));
    let springs: Vec<_> = springs.chain([(Form::Coulomb, 0.0, 1.0), (Form::Frictionless, 0.0, 1.0)]).collect();
    let rubs = rubs(part, as_asked);
    let mut all: Vec<Candidate> = Vec::new();
    for (form, factor, scale) in springs {
        let history = match form {
            Form::Frictionless => "no tangential force".to_string(),
            Form::Coulomb => "none: friction without a spring".to_string(),
            _ => format!("{}, k_t = {} G* a", form.meaning(), if factor == 8.0 { "8" } else { "16/3" }),
        };
        for levers in arms(place) {
            for rub in &rubs {
                let shear = spring(measured, (form, factor * scale, levers), rub);
                all.push(candidate(measured, shear, history.clone(), (sliding, rub)));
            }
        }
    }
    let best = all.iter().map(|one| one.off).fold(f64::NAN, f64::min);
    let friction = (!as_asked)
        .then(|| {
            choose("", place, &grouped(all.iter().map(|one| (one.friction.as_deref().unwrap_or(""), one.off))), "")
        })
        .map(|found| found.says)
        .filter(|says| !says.is_empty());
    let lines = [
        choose(HISTORY, place, &grouped(all.iter().map(|one| (one.history.as_str(), one.off))), &evidence),
        choose(LEVER, place, &grouped(all.iter().map(|one| (one.lever.as_str(), one.off))), &with_spin),
    ];
    let fits: Vec<Force> = all.iter().filter(|one| one.off <= FITS).map(|one| one.force).collect();
    if (best.is_nan() || best > FITS)
        && let Some(found) = of_a_stiffness(measured, place, sliding, &rubs, [&evidence, &with_spin])
    {
        return found;
    }
    Springs { lines, fits, friction }
}

fn arms(place: Place) -> Vec<Levers> {
    let more: &[(Arm, Arm)] = if place == Place::Pairs { &BETWEEN_SPHERES } else { &[] };
    ARMS.iter().chain(more).map(|&(slip, torque)| Levers { slip, torque }).collect()
}

fn spring(measured: &[Measured], (form, factor, levers): (Form, f64, Levers), rub: &Rubs) -> Option<Force> {
    let shear = mindlin(&measured.first()?.scene, form, (factor, levers), rub.1)?;
    Some(Force { shear, after_slip: rub.2.filter(|_| form.is_spring()) })
}

fn candidate(
    measured: &[Measured],
    force: Option<Force>,
    history: String,
    (sliding, rub): (&Sliding, &Rubs),
) -> Candidate {
    let force = force.unwrap_or_else(|| ShearForce::new(Form::Frictionless, 0.0).into());
    // Of a torque that is not that of the radius its own line has it.
    let words = match sliding.own_arms {
        true => lever(force.shear.levers),
        false => format!("{} for the slip velocity", force.shear.levers.slip.meaning()),
    };
    Candidate { history, lever: words, friction: rub.0.clone(), force, off: distance(measured, force) }
}

/// Stiffnesses over Mindlin's among which a spring is looked for, and the number of them: a spring that swings several times in a contact
/// has several of them at which it ends alike.
const STIFFNESSES: [f64; 2] = [0.03, 4.0];
const GRID: usize = 44;
const BASINS: usize = 2;
const SECTIONS: usize = 11;

/// A history with the stiffness over Mindlin's that suits it best, and how far it is off.
struct Suited<'a> {
    form: Form,
    part: f64,
    rub: &'a Rubs,
    off: f64,
}

/// One stiffness of each history that makes it fit, where the others are far off.
fn of_a_stiffness(
    measured: &[Measured],
    place: Place,
    sliding: &Sliding,
    rubs: &[Rubs],
    [evidence, with_spin]: [&str; 2],
) -> Option<Springs> {
    let radius = Levers::both(Arm::Radius);
    let mut best: Vec<Suited<'_>> = Vec::new();
    for form in [Form::Incremental, Form::Rescaled, Form::Total] {
        let of_form = rubs.iter().filter_map(|rub| {
            let off = |part: f64| {
                spring(measured, (form, 8.0 * part, radius), rub).map_or(f64::NAN, |force| distance(measured, force))
            };
            let (part, off) = least(&off)?;
            Some(Suited { form, part, rub, off })
        });
        best.extend(of_form.min_by(|a, b| a.off.total_cmp(&b.off)));
    }
    let fit: Vec<&Suited<'_>> = best.iter().filter(|one| one.off <= FITS).collect();
    let others = best.iter().filter(|one| one.off > FITS).map(|one| one.off).fold(f64::INFINITY, f64::min);
    let first = *fit.first()?;
    if others < APART || fit.iter().any(|one| one.rub.0 != first.rub.0) {
        return None;
    }
    let says = |one: &Suited<'_>| {
        format!("{}, k_t = {:.3} G* a: {:.4} of Mindlin's", one.form.meaning(), 8.0 * one.part, one.part)
    };
    let all: Vec<String> = fit.iter().map(|one| says(one)).collect();
    let evidence = format!("{evidence}; deviation {:.2} of the tolerance; other histories {others:.1}", first.off);
    let mut levers: Vec<Candidate> = Vec::new();
    for one in &fit {
        for levers_of in arms(place) {
            let force = spring(measured, (one.form, 8.0 * one.part, levers_of), one.rub);
            levers.push(candidate(measured, force, says(one), (sliding, one.rub)));
        }
    }
    let hypotheses: Vec<Hypothesis> = grouped(levers.iter().map(|one| (one.lever.as_str(), one.off)));
    let mut lever = choose(LEVER, place, &hypotheses, with_spin);
    if lever.strength == Trust::Certain {
        lever.strength = Trust::Likely;
    }
    let fits = levers.iter().filter(|one| one.off <= FITS).map(|one| one.force).collect();
    let history = Inference::number(HISTORY, place, all.join("; or "), evidence);
    Some(Springs { lines: [history, lever], fits, friction: first.rub.0.clone() })
}

/// The place of the least of a function over [`STIFFNESSES`], and its value there: the best places of a grid, then golden sections.
fn least(of: &dyn Fn(f64) -> f64) -> Option<(f64, f64)> {
    let [low, high] = STIFFNESSES.map(libm::log);
    let step = (high - low) / (GRID - 1) as f64;
    let at = |x: f64| of(libm::exp(x));
    let grid: Vec<f64> = (0..GRID).map(|i| at(low + step * i as f64)).collect();
    let lower = |i: usize, other: Option<usize>| other.and_then(|j| grid.get(j)).is_none_or(|y| grid[i] <= *y);
    let mut basins: Vec<usize> =
        (0..GRID).filter(|&i| grid[i].is_finite() && lower(i, i.checked_sub(1)) && lower(i, Some(i + 1))).collect();
    basins.sort_by(|&a, &b| grid[a].total_cmp(&grid[b]));
    let refined = basins.into_iter().take(BASINS).map(|i| {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let middle = low + step * i as f64;
        let (mut left, mut right) = (middle - step, middle + step);
        for _ in 0..SECTIONS {
            let [one, two] = [right - GOLDEN * (right - left), left + GOLDEN * (right - left)];
            if at(one) < at(two) { right = two } else { left = one }
        }
        let x = 0.5 * (left + right);
        (libm::exp(x), at(x))
    });
    refined.min_by(|a, b| a.1.total_cmp(&b.1))
}
