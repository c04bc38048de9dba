//! The end of a damped contact, and whether the dashpot is `C delta^(1/4) v`.

use super::normal::SPEEDS;
use super::probes::{Reading, StepPair, reading};
use super::{Hypothesis, Inference, Place, choose};
use crate::collide::reference::collide;
use crate::law::achieved::damping_ratio;
use crate::law::scene::Scene;
use crate::law::{Ends, PowerForce};

pub(super) const END: &str = "end of contact";

/// Error of a restitution that is read from free flight.
pub(super) const FLOOR: f64 = 1e-4;

/// The end of contact, and the damping ratio for a requested restitution of one half.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law {
    pub ends: Ends,
    pub ratio: f64,
}

/// The damping ratio `z` of a restitution, with its error.
pub(super) fn ratio(e: Reading, ends: Ends) -> Reading {
    let within = |e: f64| e.clamp(1e-9, 1.0);
    let z = |e: f64| damping_ratio(within(e), ends);
    let off = 0.5 * (z(e.value - e.off) - z(e.value + e.off)).abs();
    Reading { value: z(e.value), off }
}

pub(super) fn restitution(twice: &StepPair) -> Option<Reading> {
    reading(twice, FLOOR, |bounce| Some(bounce.restitution))
}

/// Whether a restitution is the same at every speed; with Hertz only a dashpot `delta^(1/4) v` makes it so.
pub(super) fn same_at_every_speed(of: &[Reading; 3]) -> Result<(), String> {
    let differ = |a: &Reading, b: &Reading| (a.value - b.value).abs() > 2.0 * (a.off + b.off);
    if !of[1..].iter().any(|other| differ(&of[0], other)) {
        return Ok(());
    }
    let said: Vec<String> = of
        .iter()
        .zip(SPEEDS)
        .map(|(e, part)| format!("{:.4} at {} m/s", e.value, part * super::probes::SPEED))
        .collect();
    Err(format!("restitution depends on the speed: requested 0.5, {}", said.join(", ")))
}

/// Determines the end of contact from duration and largest overlap, since a restitution does not determine it.
pub(super) fn end(scene: &Scene, twice: &StepPair, stiffness: f64) -> (Inference, Option<Law>) {
    let unknown = |why: String| (Inference::unknown(END, Place::Pairs, why), None);
    let m_star = scene.pair.m_star;
    let e = restitution(twice);
    let Some(e) = e.filter(|e| e.value > 1e-3 && e.value < 0.99) else {
        return unknown(format!(
            "requested 0.5, achieved {:.4}: no damping to examine",
            e.map_or(f64::NAN, |e| e.value)
        ));
    };
    let Some(duration) = reading(twice, 0.0, |bounce| bounce.duration_to_zero_overlap) else {
        return unknown("requested 0.5, the bodies do not separate".to_string());
    };
    let overlap = reading(twice, 0.0, |bounce| bounce.max_overlap_interpolated);
    let predict = |ends| {
        let K = stiffness * scene.force?.K;
        let z = damping_ratio(e.value, ends);
        let law = PowerForce { K, alpha: 1.5, C: z * (5.0 * m_star * K).sqrt(), beta: 0.25, reference_gap: 0.0, ends };
        let exact = collide(&law, m_star, scene.speed, 1e-10).ok()?;
        Some((exact.zero_overlap?.time.value, exact.turning?.overlap.value))
    };
    // Relative, as far as the two step sizes differ.
    let off = |seen: Reading, exact: f64| (seen.value / exact - 1.0).abs() / (seen.off / seen.value.abs() + 1e-3);
    let mut evidence =
        format!("requested 0.5, e = {:.5}, and the bodies separate after {:.6e} s", e.value, duration.value);
    let mut all = Vec::new();
    for (ends, says) in [
        (Ends::ZeroOverlap, "zero-overlap: may pull until the overlap is zero"),
        (
            Ends::ForceClamped,
            "force-clamped: never pulls (a head-on impact is the same when it is deleted at zero force)",
        ),
    ] {
        let predicted = predict(ends);
        let off = predicted.map_or(f64::NAN, |(time, deep)| {
            evidence += &format!("; {} would take {time:.6e} s", ends.word());
            off(duration, time).max(overlap.map_or(0.0, |seen| off(seen, deep)))
        });
        all.push((ends, Hypothesis { says: says.to_string(), off }));
    }
    let least = twice[1].iter().flat_map(|bounce| &bounce.course).map(|seen| seen.force).reduce(f64::min);
    if let Some(least) = least {
        let largest = twice[1].first().and_then(|bounce| bounce.max_force).unwrap_or(f64::NAN);
        evidence += &format!("; its least force is {:.1e} of its largest", least / largest);
    }
    let hypotheses: Vec<Hypothesis> = all.iter().map(|(_, hypothesis)| hypothesis.clone()).collect();
    let finding = choose(END, Place::Pairs, &hypotheses, &evidence);
    let found = all.into_iter().find(|(_, hypothesis)| hypothesis.says == finding.says);
    let law = found.map(|(ends, _)| Law { ends, ratio: ratio(e, ends).value });
    (finding, law)
}
