//! Mistakes in the elastic force, the effective quantities and the speed.

use super::{Hook, Mutant};
use crate::contact::{Normal, PowerForce, Stiffness};
use crate::scene::{Scene, Shape};
use crate::solve::stepper::undamped_overlap;

const GLASS: &str = "normal/elastic/glass-head-on";
const PLATE: &str = "normal/elastic/steel-on-glass-plate";
const RIGID: &str = "normal/elastic/al-alloy-on-rigid-wall";
const SLIP: &str = "an easily made mistake";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(GLASS, "exponent", Hook::Force(|s, f| f.alpha += if is_hertz(s) { 0.1 } else { 0.0 }))
        .breaks("exponent 8/5 instead of 3/2, with the same stiffness number")
        .seen(SLIP),
    Mutant::new(
        GLASS,
        "linear-spring",
        Hook::Force(|s, f| {
            if is_hertz(s) {
                f.K *= undamped_overlap(f, s.pair.m_star, s.speed).sqrt();
                f.alpha = 1.0;
            }
        }),
    )
    .breaks("a linear spring with Hertz's secant stiffness at the largest overlap, instead of Hertz")
    .seen("linear contacts that are calibrated to one speed"),
    Mutant::new(GLASS, "half-effective-radius", Hook::Force(|s, f| stiffer(s, f, 0.5_f64.sqrt())))
        .breaks("R* halved")
        .seen("R* = r/2 and r confused: PFC's R-bar is 2 R*"),
    Mutant::new(
        "normal/elastic/unequal-radii",
        "mean-radius",
        Hook::Force(|s, f| {
            if let [Shape::Sphere { radius: one, .. }, Shape::Sphere { radius: two, .. }] =
                s.bodies.each_ref().map(|b| b.shape)
            {
                stiffer(s, f, ((one + two) / 2.0 / s.pair.R_star).sqrt());
            }
        }),
    )
    .breaks("R* as the mean of the radii")
    .seen("mixing rules that average; alike for equal spheres but for a factor"),
    Mutant::new(
        "normal/elastic/unequal-radii",
        "equal-spheres-radius",
        Hook::Force(|s, f| {
            if !s.bodies[1].is_wall() {
                stiffer(s, f, (0.5 * s.bodies[0].radius() / s.pair.R_star).sqrt());
            }
        }),
    )
    .breaks("R* as half the radius of body 1, which is right for equal spheres only")
    .seen("HYBIRD's page (H4): identical particles only"),
    Mutant::new(
        PLATE,
        "wall-half-radius",
        Hook::Force(|s, f| {
            if s.bodies[1].is_wall() {
                stiffer(s, f, 0.5_f64.sqrt())
            }
        }),
    )
    .breaks("R* = r/2 for a sphere on a wall")
    .seen("Woo's Wall; YADE's Ig2_Wall_Sphere_ScGeom with hertzian=False"),
    Mutant::new(
        RIGID,
        "rigid-wall-own-modulus",
        Hook::Force(|s, f| {
            if s.bodies[1].rigid {
                stiffer(s, f, 0.5)
            }
        }),
    )
    .breaks("a rigid wall with the sphere's own modulus")
    .seen("PFC 4 and PFC 5 differ by it; MercuryDPM wants E* doubled by hand"),
    Mutant::new(GLASS, "four-thirds-lost", Hook::Force(|s, f| stiffer(s, f, 0.75)))
        .breaks("4/3 lost from the stiffness")
        .seen(SLIP),
    Mutant::new(GLASS, "three-quarters-for-four-thirds", Hook::Force(|s, f| stiffer(s, f, 0.5625)))
        .breaks("3/4 instead of 4/3 in the stiffness")
        .seen("Woo's page (W2): K = 3/4 E is the inverse"),
    Mutant::new(GLASS, "tangent-for-secant-stiffness", Hook::Force(|s, f| stiffer(s, f, 1.5)))
        .breaks("the tangent stiffness 2 E* a times the overlap as the force")
        .seen("Woo's page (W3) and HYBIRD's (H4) name one for the other"),
    Mutant::new(GLASS, "nu-unsquared", Hook::Force(|s, f| with_modulus(s, f, |young, nu| (1.0 - nu) / young)))
        .breaks("E* with 1 - nu instead of 1 - nu^2")
        .seen("LAMMPS 29Sep2021, fix wall/gran hertz/material: off by (1+nu)^-0.4"),
    Mutant::new(GLASS, "nu-left-out", Hook::Force(|s, f| with_modulus(s, f, |young, _| 1.0 / young)))
        .breaks("E* from Young's moduli alone")
        .seen("simplified Hertz springs"),
    Mutant::new(
        GLASS,
        "shear-modulus-for-young",
        Hook::Force(|s, f| with_modulus(s, f, |young, nu| 2.0 * (1.0 + nu) * (1.0 - nu * nu) / young)),
    )
    .breaks("the shear modulus instead of Young's")
    .seen("PFC and LAMMPS hertz take G, others take E"),
    Mutant::new(
        PLATE,
        "first-body-modulus",
        Hook::Force(|s, f| {
            let E_star = match s.bodies[0].side().stiffness {
                Stiffness::Elastic { young_modulus, poisson_ratio } if !s.bodies[1].rigid => {
                    Some(young_modulus / (2.0 * (1.0 - poisson_ratio * poisson_ratio)))
                }
                _ => None,
            };
            if let (Some(wrong), Some(right)) = (E_star, s.pair.E_star) {
                stiffer(s, f, wrong / right);
            }
        }),
    )
    .breaks("the modulus of body 1 for both bodies")
    .seen("HYBIRD's page (H4): identical materials only"),
    Mutant::new(GLASS, "mass-of-one-body", Hook::Scene(|s| s.pair.m_star = s.bodies[0].mass))
        .breaks("m* as the mass of body 1")
        .seen("Tsuji's own convention; LAMMPS tsuji until July 2025"),
    Mutant::new(
        RIGID,
        "wall-half-mass",
        Hook::Scene(|s| {
            if s.bodies[1].is_wall() || s.bodies[1].held {
                s.pair.m_star *= 0.5;
            }
        }),
    )
    .breaks("m* = m/2 against a wall or a held body")
    .seen("code that treats a wall as another particle of the same kind"),
    Mutant::new(GLASS, "diameter-for-radius", Hook::Force(|s, f| stiffer(s, f, 2.0_f64.sqrt())))
        .breaks("the diameter instead of the radius, in R* only")
        .seen("data files of LAMMPS and LIGGGHTS take the diameter"),
    Mutant::new(GLASS, "speed-of-one-body", Hook::Scene(|s| s.speed *= 0.5))
        .breaks("the speed of one body instead of that of approach")
        .seen("10 m/s each and 20 m/s together, in benchmark set-ups"),
    Mutant::new(
        "normal/elastic/power-law",
        "reference-length",
        Hook::Force(|s, f| {
            if matches!(s.contact.normal, Normal::PowerLaw(_)) && f.alpha != 1.0 {
                f.K *= 2.0_f64.powf(f.alpha - 1.0);
            }
        }),
    )
    .breaks("the stiffness of a power law with half its unit of length")
    .seen("a coefficient without the unit of length it was meant in: PFC's dashpot (P1)"),
    Mutant::new(GLASS, "stiffness-one-in-a-billion", Hook::Force(|_, f| f.K *= 1.0 + 1e-9))
        .breaks("stiffness off by 1e-9")
        .seen("a constant that was rounded"),
];

fn is_hertz(scene: &Scene) -> bool {
    matches!(scene.contact.normal, Normal::Hertz(_))
}

fn stiffer(scene: &Scene, force: &mut PowerForce, factor: f64) {
    if is_hertz(scene) {
        force.K *= factor;
    }
}

/// The stiffness with another compliance a body in `1/E*`.
fn with_modulus(scene: &Scene, force: &mut PowerForce, compliance: fn(f64, f64) -> f64) {
    let part = |side: Stiffness| match side {
        Stiffness::Rigid => Some(0.0),
        Stiffness::Elastic { young_modulus, poisson_ratio } => Some(compliance(young_modulus, poisson_ratio)),
        Stiffness::Unknown => None,
    };
    let parts = scene.bodies.each_ref().map(|body| part(body.side().stiffness));
    if let ([Some(one), Some(two)], Some(right)) = (parts, scene.pair.E_star) {
        stiffer(scene, force, 1.0 / (one + two) / right);
    }
}
