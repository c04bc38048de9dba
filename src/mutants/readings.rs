//! Mistakes in what is read off a collision.

use super::{Hook, Mutant};
use crate::bench::Readings;
use crate::observe::Observable;
use crate::trajectory::{Estimate, Moment};

const GLASS: &str = "normal/elastic/glass-head-on";
const TSUJI: &str = "normal/damped/tsuji-restitution";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        TSUJI,
        "restitution-of-energy",
        Hook::Course(|s, trajectory| {
            let square = |moment: &mut Moment| moment.speed.value *= (moment.speed.value / s.speed).abs();
            trajectory.end.iter_mut().for_each(square);
        }),
    )
    .breaks("the ratio of energies instead of the ratio of speeds")
    .seen("restitutions of energy, of heights and of speeds have the same name"),
    Mutant::new(
        TSUJI,
        "restitution-of-energy-lost",
        Hook::Reading(|_, r| scale(r, Observable::Restitution, |e| ((1.0 - e) * (1.0 + e)).max(0.0).sqrt())),
    )
    .breaks("sqrt of the energy lost instead of sqrt of the energy left")
    .seen("Woo's page (W5): 0.9 gives 0.436"),
    Mutant::new(
        TSUJI,
        "restitution-inverted",
        Hook::Reading(|_, r| scale(r, Observable::Restitution, |e| if e == 0.0 { 0.0 } else { 1.0 / e })),
    )
    .breaks("speed before over speed after")
    .seen("Woo's page (W4)"),
    Mutant::new(
        "dialects/woo/restitution-as-documented",
        "restitution-as-requested",
        Hook::Reading(|_, readings| {
            let asked = readings.iter().find(|(o, _)| *o == Observable::RestitutionRequested).map(|(_, e)| e.value);
            if let Some(asked) = asked {
                scale(readings, Observable::Restitution, |_| asked);
            }
        }),
    )
    .breaks("the requested restitution reported as the achieved one")
    .seen("tables of benchmark reports that print the input"),
    Mutant::new(
        TSUJI,
        "force-at-largest-overlap",
        Hook::Course(|_, trajectory| trajectory.max_force = trajectory.turning),
    )
    .breaks("the largest force taken at the largest overlap")
    .seen("right without damping only"),
    Mutant::new(
        TSUJI,
        "elastic-force-for-total",
        Hook::Course(|_, trajectory| {
            if let Some(peak) = &mut trajectory.max_force {
                peak.force = peak.force_elastic;
            }
        }),
    )
    .breaks("the elastic part of the largest force printed instead of the force")
    .seen("codes that dump the spring and not the dashpot"),
    Mutant::new(GLASS, "overlap-of-one-body", Hook::Reading(|_, r| scale(r, Observable::MaxOverlap, |x| 0.5 * x)))
        .breaks("half the overlap: the indentation of one of two equal bodies")
        .seen("approach of the centres and indentation of one body confused"),
    Mutant::new(
        GLASS,
        "geometric-contact-radius",
        Hook::Reading(|_, r| scale(r, Observable::ContactRadius, |x| x * 2.0_f64.sqrt())),
    )
    .breaks("a^2 = 2 R* delta of two intersecting spheres instead of Hertz's a^2 = R* delta")
    .seen("Woo's page (W9)"),
    Mutant::new(
        GLASS,
        "mean-for-peak-pressure",
        Hook::Reading(|_, r| scale(r, Observable::PeakPressure, |x| x * 2.0 / 3.0)),
    )
    .breaks("the mean pressure, 2/3 of the largest")
    .seen(SLIP),
    Mutant::new(
        TSUJI,
        "duration-of-compression",
        Hook::Course(|_, trajectory| {
            if let (Some(turning), Some(end)) = (trajectory.turning, &mut trajectory.end) {
                end.time.value = 2.0 * turning.time.value;
            }
        }),
    )
    .breaks("twice the time to the largest overlap instead of the duration")
    .seen("right without damping only"),
    Mutant::new(TSUJI, "work-of-dashpot-sign", Hook::Course(|_, trajectory| trajectory.energy_dashpot.value *= -1.0))
        .breaks("the work of the dashpot with the wrong sign")
        .seen("PFC's page (P4), for the tangential half"),
    Mutant::new(
        TSUJI,
        "strain-energy-forgotten",
        Hook::Course(|_, trajectory| {
            if trajectory.energy_strain.value != 0.0 {
                trajectory.energy_strain = Estimate::new(0.0, 0.0);
            }
        }),
    )
    .breaks("the elastic energy that is deleted with the contact left out of the ledger")
    .seen("contacts that are removed with their spring compressed"),
    Mutant::new(GLASS, "impulse-of-compression", Hook::Course(|_, trajectory| trajectory.impulse.value *= 0.5))
        .breaks("half the impulse: that of compression only")
        .seen(SLIP),
    Mutant::new(
        "normal/elastic/al-alloy-on-rigid-wall",
        "curve-clock",
        Hook::Course(|_, trajectory| trajectory.samples.iter_mut().for_each(|s| s.time *= 1.01)),
    )
    .breaks("the times of the force curve off by 1 %")
    .seen("a curve whose first point is not first touch"),
];

/// Changes one number of a set of readings.
pub(super) fn scale(readings: &mut Readings, observable: Observable, change: impl Fn(f64) -> f64) {
    for (_, estimate) in readings.iter_mut().filter(|(o, _)| *o == observable) {
        estimate.value = change(estimate.value);
    }
}
