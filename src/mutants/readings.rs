//! Mistakes in what is read off a collision.

use super::{Hook, Mutant};
use crate::bench::Readings;
use crate::observe::Observable;
use crate::trajectory::{Estimate, Moment};

const GLASS: &str = "normal/elastic/glass-head-on";
const TSUJI: &str = "normal/damped/tsuji-restitution";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "restitution-of-energy",
        breaks: "the ratio of energies instead of the ratio of speeds",
        seen: "restitutions of energy, of heights and of speeds have the same name",
        case: TSUJI,
        hook: Hook::Course(|s, trajectory| {
            let square = |moment: &mut Moment| moment.speed.value *= (moment.speed.value / s.speed).abs();
            trajectory.end.iter_mut().for_each(square);
        }),
    },
    Mutant {
        name: "restitution-of-energy-lost",
        breaks: "sqrt of the energy lost instead of sqrt of the energy left",
        seen: "Woo's page (W5): 0.9 gives 0.436",
        case: TSUJI,
        hook: Hook::Reading(|_, r| scale(r, Observable::Restitution, |e| ((1.0 - e) * (1.0 + e)).max(0.0).sqrt())),
    },
    Mutant {
        name: "restitution-inverted",
        breaks: "speed before over speed after",
        seen: "Woo's page (W4)",
        case: TSUJI,
        hook: Hook::Reading(|_, r| scale(r, Observable::Restitution, |e| if e == 0.0 { 0.0 } else { 1.0 / e })),
    },
    Mutant {
        name: "restitution-as-requested",
        breaks: "the requested restitution reported as the achieved one",
        seen: "tables of benchmark reports that print the input",
        case: "dialects/woo/restitution-as-documented",
        hook: Hook::Reading(|_, readings| {
            let asked = readings.iter().find(|(o, _)| *o == Observable::RestitutionRequested).map(|(_, e)| e.value);
            if let Some(asked) = asked {
                scale(readings, Observable::Restitution, |_| asked);
            }
        }),
    },
    Mutant {
        name: "force-at-largest-overlap",
        breaks: "the largest force taken at the largest overlap",
        seen: "right without damping only",
        case: TSUJI,
        hook: Hook::Course(|_, trajectory| trajectory.max_force = trajectory.turning),
    },
    Mutant {
        name: "elastic-force-for-total",
        breaks: "the elastic part of the largest force printed instead of the force",
        seen: "codes that dump the spring and not the dashpot",
        case: TSUJI,
        hook: Hook::Course(|_, trajectory| {
            if let Some(peak) = &mut trajectory.max_force {
                peak.force = peak.force_elastic;
            }
        }),
    },
    Mutant {
        name: "overlap-of-one-body",
        breaks: "half the overlap: the indentation of one of two equal bodies",
        seen: "approach of the centres and indentation of one body confused",
        case: GLASS,
        hook: Hook::Reading(|_, r| scale(r, Observable::MaxOverlap, |x| 0.5 * x)),
    },
    Mutant {
        name: "geometric-contact-radius",
        breaks: "a^2 = 2 R* delta of two intersecting spheres instead of Hertz's a^2 = R* delta",
        seen: "Woo's page (W9)",
        case: GLASS,
        hook: Hook::Reading(|_, r| scale(r, Observable::ContactRadius, |x| x * 2.0_f64.sqrt())),
    },
    Mutant {
        name: "mean-for-peak-pressure",
        breaks: "the mean pressure, 2/3 of the largest",
        seen: SLIP,
        case: GLASS,
        hook: Hook::Reading(|_, r| scale(r, Observable::PeakPressure, |x| x * 2.0 / 3.0)),
    },
    Mutant {
        name: "duration-of-compression",
        breaks: "twice the time to the largest overlap instead of the duration",
        seen: "right without damping only",
        case: TSUJI,
        hook: Hook::Course(|_, trajectory| {
            if let (Some(turning), Some(end)) = (trajectory.turning, &mut trajectory.end) {
                end.time.value = 2.0 * turning.time.value;
            }
        }),
    },
    Mutant {
        name: "work-of-dashpot-sign",
        breaks: "the work of the dashpot with the wrong sign",
        seen: "PFC's page (P4), for the tangential half",
        case: TSUJI,
        hook: Hook::Course(|_, trajectory| trajectory.energy_dashpot.value *= -1.0),
    },
    Mutant {
        name: "strain-energy-forgotten",
        breaks: "the elastic energy that is deleted with the contact left out of the ledger",
        seen: "contacts that are removed with their spring compressed",
        case: TSUJI,
        hook: Hook::Course(|_, trajectory| {
            if trajectory.energy_strain.value != 0.0 {
                trajectory.energy_strain = Estimate::new(0.0, 0.0);
            }
        }),
    },
    Mutant {
        name: "impulse-of-compression",
        breaks: "half the impulse: that of compression only",
        seen: SLIP,
        case: GLASS,
        hook: Hook::Course(|_, trajectory| trajectory.impulse.value *= 0.5),
    },
    Mutant {
        name: "curve-clock",
        breaks: "the times of the force curve off by 1 %",
        seen: "a curve whose first point is not first touch",
        case: "normal/elastic/al-alloy-on-rigid-wall",
        hook: Hook::Course(|_, trajectory| trajectory.samples.iter_mut().for_each(|s| s.time *= 1.01)),
    },
];

/// Changes one number of a set of readings.
pub(super) fn scale(readings: &mut Readings, observable: Observable, change: impl Fn(f64) -> f64) {
    for (_, estimate) in readings.iter_mut().filter(|(o, _)| *o == observable) {
        estimate.value = change(estimate.value);
    }
}
