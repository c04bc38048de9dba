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
    Mutant::new(TSUJI, "secant-in-dashpot", Hook::Force(|s, f| harder(s, f, (2.0_f64 / 3.0).sqrt())))
        .breaks("secant instead of tangent stiffness in the dashpot")
        .seen("MercuryDPM's page (M2): restitution 0.57 where 0.5 was requested"),
    Mutant::new(TSUJI, "tangent-in-dashpot", Hook::Force(|s, f| harder(s, f, 1.5_f64.sqrt())))
        .breaks("tangent stiffness with the factor sqrt(5), which belongs to the secant stiffness")
        .seen("the inverse of MercuryDPM's M2"),
    Mutant::new(TSUJI, "root-five-sixths-lost", Hook::Force(|s, f| harder(s, f, 1.2_f64.sqrt())))
        .breaks("sqrt(5/6) lost from the dashpot")
        .seen("PFC's dp_nratio taken as a critical damping ratio (P6)"),
    Mutant::new(TSUJI, "whole-mass-in-dashpot", Hook::Force(|_, f| f.C *= 2.0_f64.sqrt()))
        .breaks("the mass of one particle in the dashpot")
        .seen("LAMMPS tsuji until July 2025: restitution 0.616 where 0.5 was requested"),
    Mutant::new(TSUJI, "dashpot-halved", Hook::Force(|_, f| f.C *= 0.5))
        .breaks("factor 2 lost from the dashpot")
        .seen(SLIP),
    Mutant::new(TSUJI, "dashpot-doubled", Hook::Force(|_, f| f.C *= 2.0))
        .breaks("factor 2 too much in the dashpot")
        .seen("HYBIRD's page (H3): restitution 0.22 where 0.5 was requested"),
    Mutant::new(TSUJI, "dashpot-sign", Hook::Force(|_, f| f.C = -f.C))
        .breaks("damping reversed: the dashpot adds energy")
        .seen("MercuryDPM's page (M1): restitution 1.75 where 0.5 was requested"),
    Mutant::new(TSUJI, "dashpot-left-out", Hook::Force(|_, f| f.C = 0.0))
        .breaks("no dashpot")
        .seen("Woo's page (W6): a blocked body gets m* = 0 and no damping"),
    Mutant::new(
        TSUJI,
        "dashpot-exponent",
        Hook::Force(|s, f| {
            if f.beta == 0.25 {
                let largest = undamped_overlap(f, s.pair.m_star, s.speed);
                f.C /= largest.powf(0.25);
                f.beta = 0.5;
            }
        }),
    )
    .breaks("dashpot exponent 1/2 instead of 1/4, the same at the largest elastic overlap")
    .seen("PFC's page (P1): the quarter counted twice"),
    Mutant::new(
        TSUJI,
        "linear-dashpot-beside-hertz",
        Hook::Force(|s, f| {
            if matches!(s.contact.normal, Normal::Hertz(_)) && f.beta != 0.0 && f.C != 0.0 {
                f.C *= undamped_overlap(f, s.pair.m_star, s.speed).powf(f.beta);
                f.beta = 0.0;
            }
        }),
    )
    .breaks("a linear dashpot beside Hertz, the same at the largest elastic overlap")
    .seen("codes with one dashpot for all springs"),
    Mutant::new(
        TSUJI,
        "full-force-alpha-when-clamped",
        Hook::Force(|s, f| {
            if !f.ends.pulls() {
                f.C *= ratio_of(s, Ends::ZeroOverlap) / ratio_of(s, f.ends);
            }
        }),
    )
    .breaks("the coefficient of the full force in a contact that cannot pull")
    .seen("Woo's default (W8), LIGGGHTS limitForce on: restitution 0.55 where 0.5 was requested"),
    Mutant::new(
        TSUJI,
        "clamped-alpha-when-pulling",
        Hook::Force(|s, f| {
            if f.ends.pulls() {
                f.C *= ratio_of(s, Ends::ForceClamped) / ratio_of(s, Ends::ZeroOverlap);
            }
        }),
    )
    .breaks("the coefficient of the clamped force in a contact that may pull")
    .seen("YADE's en and Kratos' fit, taken to another code"),
    Mutant::new(
        LINEAR,
        "decimal-logarithm",
        Hook::Force(|s, f| {
            if let Some(e) = same_at_every_speed(s) {
                let ratio = |l: f64| l / l.hypot(std::f64::consts::PI);
                f.C *= ratio(-e.log10()) / ratio(-e.ln());
            }
        }),
    )
    .breaks("lg e instead of ln e in the damping ratio")
    .seen(SLIP),
    Mutant::new(
        LINEAR,
        "pi-lost-from-damping-ratio",
        Hook::Force(|s, f| {
            if let Some(e) = same_at_every_speed(s) {
                let l = e.ln();
                f.C *= l.hypot(std::f64::consts::PI) / l.hypot(1.0);
            }
        }),
    )
    .breaks("ln e/sqrt(1 + ln^2 e) instead of ln e/sqrt(pi^2 + ln^2 e)")
    .seen(SLIP),
    Mutant::new(
        TSUJI,
        "attraction-kept",
        Hook::Force(|_, f| exchange(&mut f.ends, Ends::ForceClamped, Ends::ZeroOverlap)),
    )
    .breaks("attraction kept where the force is clamped")
    .seen("a force limiter that is off by default: LIGGGHTS, LAMMPS"),
    Mutant::new(
        TSUJI,
        "clamped-where-it-pulls",
        Hook::Force(|_, f| exchange(&mut f.ends, Ends::ZeroOverlap, Ends::ForceClamped)),
    )
    .breaks("the force clamped where it may pull")
    .seen("Woo's noAttraction, on by default"),
    Mutant::new(
        ALPHA,
        "lives-on-after-force",
        Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends == Ends::ZeroForce) {
                trajectory.end = trajectory.zero_overlap;
            }
        }),
    )
    .breaks("duration to zero overlap where the contact ends with the force")
    .seen("the two ends of contact of Schwager & Poeschel 2007 confused"),
    Mutant::new(
        ALPHA,
        "ends-with-force",
        Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends == Ends::ForceClamped) && trajectory.zero_force.is_some() {
                trajectory.end = trajectory.zero_force;
            }
        }),
    )
    .breaks("duration to zero force where the contact lasts to zero overlap")
    .seen("the two ends of contact of Schwager & Poeschel 2007 confused"),
    Mutant::new(
        TSUJI,
        "pull-cut-from-restitution",
        Hook::Course(|s, trajectory| {
            if s.force.is_some_and(|force| force.ends.pulls()) && trajectory.zero_force.is_some() {
                trajectory.end = trajectory.zero_force;
            }
        }),
    )
    .breaks("restitution taken when the force changes sign, in a contact that remains closed")
    .seen("post-processing that ends a contact at the first force that is not positive"),
    Mutant::new(TSUJI, "dashpot-one-in-a-billion", Hook::Force(|_, f| f.C *= 1.0 + 1e-9))
        .breaks("dashpot off by 1e-9")
        .seen("a constant that was rounded"),
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
