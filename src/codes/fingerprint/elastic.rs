//! Energy that is lost where no damping is asked for, and what takes it.
//!
//! An engine that makes every force larger by a part `a` while it brakes, and smaller while it drives (local or Cundall damping),
//! has `e = sqrt((1 - a)/(1 + a))` at every speed, with any elastic law. With Hertz the time over the largest overlap then
//! distinguishes a force that differs between loading and unloading from a dashpot: `T v/delta = 1.4716 (1 + 1/e)`.

use super::probes::{Reading, StepPair, reading};
use super::{Hypothesis, Inference, Place, Trust, choose, largest};
use crate::collide::bounce::Bounce;
use crate::collide::reference::{Approach, collide};
use crate::collide::stepper::undamped_duration;
use crate::law::achieved::damping_ratio;
use crate::law::scene::Scene;
use crate::law::{Ends, PowerForce};

/// Title of the line.
pub(super) const ELASTIC: &str = "elastic restitution";

pub(super) const NOTHING_LOST: &str = "1: no energy is lost without a dashpot";

/// The restitution of an undamped impact differs from 1 by less, and that of one law at two speeds.
const SAME: f64 = 2e-3;

/// Error of a restitution that is read from free flight.
const EXACT: f64 = 2e-5;

/// Relative error of a duration times the speed over the overlap, and of a stiffness from the overlap.
const FLOOR: f64 = 1e-3;
const DEEP: f64 = 5e-3;
/// The same of an impact that loses energy, over the square of what it loses of its speed: it depends on the phase of the onset.
const PHASE: f64 = 2e-2;

/// `T v/delta` of Hertz: `2 B(2/5, 1/2) 2/5`.
const HERTZ: f64 = 2.943_275_184;

/// What takes the energy of impacts without damping.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Loss {
    Nothing,
    /// Every force is larger against the motion, and smaller along it, by this part.
    Local(f64),
    /// The force is that of Hertz on the way in, and less on the way out.
    Unloading,
    /// A dashpot `delta^(1/4) v`, with this end of contact.
    Dashpot(Ends),
    /// Something else: no stiffness can be derived from a duration.
    Unknown,
}

impl Loss {
    /// `K/m*` over that of Hertz, from the duration of a contact (s) whose restitution is `e`, and that of Hertz.
    pub(super) fn stiffness(self, hertz: f64, duration: f64, e: f64) -> Option<f64> {
        let (longer, also) = match self {
            Self::Nothing => (1.0, 1.0),
            // 1 + a of its own restitution.
            Self::Local(_) => (0.5 * (1.0 + 1.0 / e), 2.0 / (1.0 + e * e)),
            Self::Unloading => (0.5 * (1.0 + 1.0 / e), 1.0),
            Self::Dashpot(ends) => (dashpot(e, ends)?[0], 1.0),
            Self::Unknown => return None,
        };
        Some(libm::pow(longer * hertz / duration, 2.5) / also)
    }
}

/// Duration and largest overlap of a Hertz contact with a dashpot `delta^(1/4) v` of this restitution, over those without.
fn dashpot(e: f64, ends: Ends) -> Option<[f64; 2]> {
    let z = damping_ratio(e.clamp(1e-6, 1.0 - 1e-9), ends);
    let law = PowerForce { K: 1.0, alpha: 1.5, C: z * 5f64.sqrt(), beta: 0.25, reference_gap: 0.0, ends };
    let elastic = PowerForce { C: 0.0, ..law };
    let exact = collide(&law, None, &Approach::head_on(1.0, 1.0), 1e-9).ok()?;
    let hertz = undamped_duration(&elastic, 1.0, 1.0);
    Some([exact.zero_overlap?.time.value / hertz, exact.turning?.overlap.value * HERTZ / hertz])
}

/// One undamped impact.
struct Impact {
    e: Reading,
    /// `T v/delta`
    lasts: Option<Reading>,
    /// `(delta_Hertz/delta)^(5/2)`: the stiffness of loading over that of Hertz.
    loading: Option<Reading>,
    /// ln e at twice the steps over that at once.
    grows: f64,
    /// Part of the velocity that is taken in each step of contact.
    per_step: f64,
}

fn impact(scene: &Scene, twice: &StepPair) -> Option<Impact> {
    let force = scene.force?;
    let deepest = scene.speed * undamped_duration(&force, scene.pair.m_star, scene.speed) / HERTZ;
    let overlap = |bounce: &Bounce| bounce.seen.measured.max_overlap_interpolated;
    let duration = |bounce: &Bounce| bounce.seen.measured.duration_to_zero_overlap;
    // What is lost is off by a part of it, with the phase of the onset.
    let lost = 1.0 - twice[1].first()?.seen.restitution;
    let relative = |of: Option<Reading>, floor: f64| {
        of.map(|reading| Reading { off: reading.off + (floor + PHASE * lost * lost) * reading.value.abs(), ..reading })
    };
    let lasts = reading(twice, 0.0, |bounce| Some(duration(bounce)? * scene.speed / overlap(bounce)?));
    let loading = reading(twice, 0.0, |bounce| Some(libm::pow(deepest / overlap(bounce)?, 2.5)));
    let mean = |run: usize| twice[run].iter().map(|b| b.seen.restitution).sum::<f64>() / twice[run].len() as f64;
    let fine = twice[1].first()?;
    // Steps in contact, of an engine that writes its trajectory.
    let step = fine.course.get(1).zip(fine.course.first()).map(|(one, first)| one.time - first.time);
    let steps = duration(fine)? / step.unwrap_or(f64::NAN);
    Some(Impact {
        e: reading(twice, EXACT, |bounce| Some(bounce.seen.restitution))?,
        lasts: relative(lasts, FLOOR),
        loading: relative(loading, DEEP),
        grows: libm::log(mean(1)) / libm::log(mean(0)),
        per_step: 1.0 - libm::pow(fine.seen.restitution, 1.0 / steps),
    })
}

/// Judges undamped impacts at some speeds (m/s); `pairs` is what was found of two spheres, at walls.
pub(super) fn judge(place: Place, of: &[(&Scene, &StepPair)], pairs: Option<Loss>) -> (Inference, Loss) {
    let all: Option<Vec<Impact>> = of.iter().map(|(scene, twice)| impact(scene, twice)).collect();
    let Some(all) = all.filter(|all| !all.is_empty()) else {
        let unknown = Inference::unknown(ELASTIC, place, "an impact without damping did not part");
        return (unknown, Loss::Unknown);
    };
    let of_speeds = |number: &dyn Fn(&Impact) -> f64| {
        let said = all.iter().zip(of).map(|(one, (scene, _))| format!("{:.4} at {} m/s", number(one), scene.speed));
        said.collect::<Vec<_>>().join(", ")
    };
    let said = of_speeds(&|one| one.e.value);
    let mut evidence = format!("undamped impacts: {said}");
    if all.iter().all(|one| one.lasts.is_some()) {
        let [lasts, loading] = [|one: &Impact| one.lasts, |one: &Impact| one.loading];
        let value = |of: Option<Reading>| of.map_or(f64::NAN, |of| of.value);
        evidence += &format!(
            "; duration times speed over overlap, {HERTZ:.4} with Hertz: {}",
            of_speeds(&|one| value(lasts(one)))
        );
        evidence += &format!("; stiffness of loading over that of Hertz: {}", of_speeds(&|one| value(loading(one))));
    }
    let differs = |one: &Impact| (one.e.value - 1.0).abs() > SAME.max(3.0 * one.e.off);
    if !all.iter().any(differs) {
        let says = NOTHING_LOST.to_string();
        return (Inference { convention: ELASTIC, place, strength: Trust::Certain, says, evidence }, Loss::Nothing);
    }
    let number = |says: String, evidence: String| (Inference::number(ELASTIC, place, says, evidence), Loss::Unknown);
    let worse = |one: &Impact| one.grows > 1.5 && one.e.value < 1.0 - SAME;
    if all.iter().all(worse) {
        let part = all.iter().map(|one| one.per_step).sum::<f64>() / all.len() as f64;
        let says = format!(
            "not elastic, and it loses more with shorter steps: about {part:.2e} of the velocity in each step of contact"
        );
        return number(says, evidence);
    }
    if all.iter().any(|one| one.e.value > 1.0 + SAME) {
        return number(format!("not elastic: it gains energy, {said}"), evidence);
    }
    let mean = all.iter().map(|one| one.e.value).sum::<f64>() / all.len() as f64;
    let same = all.iter().all(|one| (one.e.value - mean).abs() <= SAME.min(0.1 * (1.0 - mean)) + 3.0 * one.e.off)
        && mean > 1e-3;
    if !same {
        return number(format!("not elastic without damping: {said}"), evidence);
    }
    let part = (1.0 - mean * mean) / (1.0 + mean * mean);
    let (laws, two) = laws(&all, (mean, part), pairs);
    let hypotheses: Vec<Hypothesis> = laws.iter().map(|(_, hypothesis)| hypothesis.clone()).collect();
    let found = choose(ELASTIC, place, &hypotheses, &evidence);
    let named = laws.iter().filter(|(_, law)| law.says == found.says && law.off.is_finite());
    if let Some((loss, _)) = named.min_by(|a, b| a.1.off.total_cmp(&b.1.off)) {
        // Impacts at one speed cannot distinguish a drag from damping of a constant part.
        let kind = std::mem::discriminant(loss);
        return match pairs.is_none_or(|pairs| std::mem::discriminant(&pairs) == kind) {
            true => (found, *loss),
            false => number(format!("{mean:.4}, without damping, and other than that of two spheres"), found.evidence),
        };
    }
    if two <= super::FITS {
        let says = format!(
            "{mean:.4} at every speed: local (Cundall) damping of {part:.4}, or a force that is {:.4} of that on the way in on the way out",
            mean * mean
        );
        return number(says, found.evidence);
    }
    number(format!("{mean:.4} at every speed, without damping, and by no listed loss"), found.evidence)
}

/// What may take a part of the energy that is the same at every speed, and how far a force that differs on the way in and out is off.
fn laws(all: &[Impact], (mean, part): (f64, f64), pairs: Option<Loss>) -> (Vec<(Loss, Hypothesis)>, f64) {
    let lasts =
        |predicted: f64| largest(all.iter().map(|one| one.lasts.map_or(f64::NAN, |seen| seen.distance(predicted))));
    let loads =
        |predicted: f64| largest(all.iter().map(|one| one.loading.map_or(f64::NAN, |seen| seen.distance(predicted))));
    let two = lasts(0.5 * HERTZ * (1.0 + 1.0 / mean));
    let as_pairs = matches!(pairs, Some(Loss::Local(of_pairs)) if (of_pairs - part).abs() < 2.0 * SAME);
    let local = format!("{mean:.4} at every speed: local (Cundall) damping of {part:.4}, e = sqrt((1 - a)/(1 + a))");
    let unloading =
        format!("{mean:.4} at every speed: the force on the way out is {:.4} of that on the way in", mean * mean);
    let mut laws = vec![
        (
            Loss::Local(part),
            Hypothesis { says: local, off: if as_pairs { two } else { largest([two, loads(1.0 + part)]) } },
        ),
        (
            Loss::Unloading,
            Hypothesis { says: unloading, off: if as_pairs { f64::INFINITY } else { largest([two, loads(1.0)]) } },
        ),
    ];
    for ends in [Ends::ZeroOverlap, Ends::ForceClamped] {
        let says = format!("{mean:.4} at every speed: a dashpot delta^(1/4) v acts where none is asked for");
        let seen = dashpot(mean, ends).map(|[time, deep]| [lasts(HERTZ * time / deep), loads(libm::pow(deep, -2.5))]);
        laws.push((Loss::Dashpot(ends), Hypothesis { says, off: seen.map_or(f64::NAN, largest) }));
    }
    (laws, two)
}
