//! Mistakes in the dashpot and in the end of contact.

use super::tangential::exchange;
use super::{Hook, Mutant};
use crate::contact::achieved::damping_ratio;
use crate::contact::{Damping, Ends, Normal, PowerForce};
use crate::scene::Scene;
use crate::solve::stepper::undamped_overlap;

const TSUJI: &str = "normal/damped/tsuji-restitution";
const ALPHA: &str = "normal/damped/tsuji-alpha";
const LINEAR: &str = "normal/damped/linear-restitution";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "secant-in-dashpot",
        breaks: "secant instead of tangent stiffness in the dashpot",
        seen: "MercuryDPM's page (M2): restitution 0.57 where 0.5 was requested",
        case: TSUJI,
        hook: Hook::Force(|s, f| harder(s, f, (2.0_f64 / 3.0).sqrt())),
    },
    Mutant {
        name: "tangent-in-dashpot",
        breaks: "tangent stiffness with the factor sqrt(5), which belongs to the secant stiffness",
        seen: "the inverse of MercuryDPM's M2",
        case: TSUJI,
        hook: Hook::Force(|s, f| harder(s, f, 1.5_f64.sqrt())),
    },
    Mutant {
        name: "root-five-sixths-lost",
        breaks: "sqrt(5/6) lost from the dashpot",
        seen: "PFC's dp_nratio taken as a critical damping ratio (P6)",
        case: TSUJI,
        hook: Hook::Force(|s, f| harder(s, f, 1.2_f64.sqrt())),
    },
    Mutant {
        name: "whole-mass-in-dashpot",
        breaks: "the mass of one particle in the dashpot",
        seen: "LAMMPS tsuji until July 2025: restitution 0.616 where 0.5 was requested",
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C *= 2.0_f64.sqrt()),
    },
    Mutant {
        name: "dashpot-halved",
        breaks: "factor 2 lost from the dashpot",
        seen: SLIP,
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C *= 0.5),
    },
    Mutant {
        name: "dashpot-doubled",
        breaks: "factor 2 too much in the dashpot",
        seen: "HYBIRD's page (H3): restitution 0.22 where 0.5 was requested",
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C *= 2.0),
    },
    Mutant {
        name: "dashpot-sign",
        breaks: "damping reversed: the dashpot adds energy",
        seen: "MercuryDPM's page (M1): restitution 1.75 where 0.5 was requested",
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C = -f.C),
    },
    Mutant {
        name: "dashpot-left-out",
        breaks: "no dashpot",
        seen: "Woo's page (W6): a blocked body gets m* = 0 and no damping",
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C = 0.0),
    },
    Mutant {
        name: "dashpot-exponent",
        breaks: "dashpot exponent 1/2 instead of 1/4, the same at the largest elastic overlap",
        seen: "PFC's page (P1): the quarter counted twice",
        case: TSUJI,
        hook: Hook::Force(|s, f| {
            if f.beta == 0.25 {
                let largest = undamped_overlap(f, s.pair.m_star, s.speed);
                f.C /= largest.powf(0.25);
                f.beta = 0.5;
            }
        }),
    },
    Mutant {
        name: "linear-dashpot-beside-hertz",
        breaks: "a linear dashpot beside Hertz, the same at the largest elastic overlap",
        seen: "codes with one dashpot for all springs",
        case: TSUJI,
        hook: Hook::Force(|s, f| {
            if matches!(s.contact.normal, Normal::Hertz(_)) && f.beta != 0.0 && f.C != 0.0 {
                f.C *= undamped_overlap(f, s.pair.m_star, s.speed).powf(f.beta);
                f.beta = 0.0;
            }
        }),
    },
    Mutant {
        name: "full-force-alpha-when-clamped",
        breaks: "the coefficient of the full force in a contact that cannot pull",
        seen: "Woo's default (W8), LIGGGHTS limitForce on: restitution 0.55 where 0.5 was requested",
        case: TSUJI,
        hook: Hook::Force(|s, f| {
            if !f.ends.pulls() {
                f.C *= ratio_of(s, Ends::ZeroOverlap) / ratio_of(s, f.ends);
            }
        }),
    },
    Mutant {
        name: "clamped-alpha-when-pulling",
        breaks: "the coefficient of the clamped force in a contact that may pull",
        seen: "YADE's en and Kratos' fit, taken to another code",
        case: TSUJI,
        hook: Hook::Force(|s, f| {
            if f.ends.pulls() {
                f.C *= ratio_of(s, Ends::ForceClamped) / ratio_of(s, Ends::ZeroOverlap);
            }
        }),
    },
    Mutant {
        name: "decimal-logarithm",
        breaks: "lg e instead of ln e in the damping ratio",
        seen: SLIP,
        case: LINEAR,
        hook: Hook::Force(|s, f| {
            if let Some(e) = same_at_every_speed(s) {
                let ratio = |l: f64| l / l.hypot(std::f64::consts::PI);
                f.C *= ratio(-e.log10()) / ratio(-e.ln());
            }
        }),
    },
    Mutant {
        name: "pi-lost-from-damping-ratio",
        breaks: "ln e/sqrt(1 + ln^2 e) instead of ln e/sqrt(pi^2 + ln^2 e)",
        seen: SLIP,
        case: LINEAR,
        hook: Hook::Force(|s, f| {
            if let Some(e) = same_at_every_speed(s) {
                let l = e.ln();
                f.C *= l.hypot(std::f64::consts::PI) / l.hypot(1.0);
            }
        }),
    },
    Mutant {
        name: "attraction-kept",
        breaks: "attraction kept where the force is clamped",
        seen: "a force limiter that is off by default: LIGGGHTS, LAMMPS",
        case: TSUJI,
        hook: Hook::Force(|_, f| exchange(&mut f.ends, Ends::ForceClamped, Ends::ZeroOverlap)),
    },
    Mutant {
        name: "clamped-where-it-pulls",
        breaks: "the force clamped where it may pull",
        seen: "Woo's noAttraction, on by default",
        case: TSUJI,
        hook: Hook::Force(|_, f| exchange(&mut f.ends, Ends::ZeroOverlap, Ends::ForceClamped)),
    },
    Mutant {
        name: "lives-on-after-force",
        breaks: "duration to zero overlap where the contact ends with the force",
        seen: "the two ends of contact of Schwager & Poeschel 2007 confused",
        case: ALPHA,
        hook: Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends == Ends::ZeroForce) {
                trajectory.end = trajectory.zero_overlap;
            }
        }),
    },
    Mutant {
        name: "ends-with-force",
        breaks: "duration to zero force where the contact lasts to zero overlap",
        seen: "the two ends of contact of Schwager & Poeschel 2007 confused",
        case: ALPHA,
        hook: Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends == Ends::ForceClamped) && trajectory.zero_force.is_some() {
                trajectory.end = trajectory.zero_force;
            }
        }),
    },
    Mutant {
        name: "pull-cut-from-restitution",
        breaks: "restitution taken when the force changes sign, in a contact that remains closed",
        seen: "post-processing that ends a contact at the first force that is not positive",
        case: TSUJI,
        hook: Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends.pulls()) && trajectory.zero_force.is_some() {
                trajectory.end = trajectory.zero_force;
            }
        }),
    },
    Mutant {
        name: "dashpot-one-in-a-billion",
        breaks: "dashpot off by 1e-9",
        seen: "a constant that was rounded",
        case: TSUJI,
        hook: Hook::Force(|_, f| f.C *= 1.0 + 1e-9),
    },
];

fn harder(scene: &Scene, force: &mut PowerForce, factor: f64) {
    if matches!(scene.contact.normal, Normal::Hertz(_)) {
        force.C *= factor;
    }
}

/// The restitution a law was given that has the same at every speed.
fn same_at_every_speed(scene: &Scene) -> Option<f64> {
    let own = matches!(scene.contact.damping, Damping::Tsuji(_) | Damping::LinearDashpot(_));
    scene
        .restitution_requested()
        .filter(|e| own && *e < 1.0 && scene.force.is_some_and(|force| force.C != 0.0) && scene.system.is_none())
}

/// Damping ratio of the restitution that is asked for, at an end of contact; 1 where none is asked for.
fn ratio_of(scene: &Scene, ends: Ends) -> f64 {
    same_at_every_speed(scene).map_or(1.0, |e| damping_ratio(e, ends))
}
