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
    Mutant {
        name: "exponent",
        breaks: "exponent 8/5 instead of 3/2, with the same stiffness number",
        seen: SLIP,
        case: GLASS,
        hook: Hook::Force(|s, f| f.alpha += if is_hertz(s) { 0.1 } else { 0.0 }),
    },
    Mutant {
        name: "linear-spring",
        breaks: "a linear spring with Hertz's secant stiffness at the largest overlap, instead of Hertz",
        seen: "linear contacts that are calibrated to one speed",
        case: GLASS,
        hook: Hook::Force(|s, f| {
            if is_hertz(s) {
                f.K *= undamped_overlap(f, s.pair.m_star, s.speed).sqrt();
                f.alpha = 1.0;
            }
        }),
    },
    Mutant {
        name: "half-effective-radius",
        breaks: "R* halved",
        seen: "R* = r/2 and r confused: PFC's R-bar is 2 R*",
        case: GLASS,
        hook: Hook::Force(|s, f| stiffer(s, f, 0.5_f64.sqrt())),
    },
    Mutant {
        name: "mean-radius",
        breaks: "R* as the mean of the radii",
        seen: "mixing rules that average; alike for equal spheres but for a factor",
        case: "normal/elastic/unequal-radii",
        hook: Hook::Force(|s, f| {
            if let [Shape::Sphere { radius: one, .. }, Shape::Sphere { radius: two, .. }] =
                s.bodies.each_ref().map(|b| b.shape)
            {
                stiffer(s, f, ((one + two) / 2.0 / s.pair.R_star).sqrt());
            }
        }),
    },
    Mutant {
        name: "equal-spheres-radius",
        breaks: "R* as half the radius of body 1, which is right for equal spheres only",
        seen: "HYBIRD's page (H4): identical particles only",
        case: "normal/elastic/unequal-radii",
        hook: Hook::Force(|s, f| {
            if !s.bodies[1].is_wall() {
                stiffer(s, f, (0.5 * s.bodies[0].radius() / s.pair.R_star).sqrt());
            }
        }),
    },
    Mutant {
        name: "wall-half-radius",
        breaks: "R* = r/2 for a sphere on a wall",
        seen: "Woo's Wall; YADE's Ig2_Wall_Sphere_ScGeom with hertzian=False",
        case: PLATE,
        hook: Hook::Force(|s, f| {
            if s.bodies[1].is_wall() {
                stiffer(s, f, 0.5_f64.sqrt())
            }
        }),
    },
    Mutant {
        name: "rigid-wall-own-modulus",
        breaks: "a rigid wall with the sphere's own modulus",
        seen: "PFC 4 and PFC 5 differ by it; MercuryDPM wants E* doubled by hand",
        case: RIGID,
        hook: Hook::Force(|s, f| {
            if s.bodies[1].rigid {
                stiffer(s, f, 0.5)
            }
        }),
    },
    Mutant {
        name: "four-thirds-lost",
        breaks: "4/3 lost from the stiffness",
        seen: SLIP,
        case: GLASS,
        hook: Hook::Force(|s, f| stiffer(s, f, 0.75)),
    },
    Mutant {
        name: "three-quarters-for-four-thirds",
        breaks: "3/4 instead of 4/3 in the stiffness",
        seen: "Woo's page (W2): K = 3/4 E is the inverse",
        case: GLASS,
        hook: Hook::Force(|s, f| stiffer(s, f, 0.5625)),
    },
    Mutant {
        name: "tangent-for-secant-stiffness",
        breaks: "the tangent stiffness 2 E* a times the overlap as the force",
        seen: "Woo's page (W3) and HYBIRD's (H4) name one for the other",
        case: GLASS,
        hook: Hook::Force(|s, f| stiffer(s, f, 1.5)),
    },
    Mutant {
        name: "nu-unsquared",
        breaks: "E* with 1 - nu instead of 1 - nu^2",
        seen: "LAMMPS 29Sep2021, fix wall/gran hertz/material: off by (1+nu)^-0.4",
        case: GLASS,
        hook: Hook::Force(|s, f| with_modulus(s, f, |young, nu| (1.0 - nu) / young)),
    },
    Mutant {
        name: "nu-left-out",
        breaks: "E* from Young's moduli alone",
        seen: "simplified Hertz springs",
        case: GLASS,
        hook: Hook::Force(|s, f| with_modulus(s, f, |young, _| 1.0 / young)),
    },
    Mutant {
        name: "shear-modulus-for-young",
        breaks: "the shear modulus instead of Young's",
        seen: "PFC and LAMMPS hertz take G, others take E",
        case: GLASS,
        hook: Hook::Force(|s, f| with_modulus(s, f, |young, nu| 2.0 * (1.0 + nu) * (1.0 - nu * nu) / young)),
    },
    Mutant {
        name: "first-body-modulus",
        breaks: "the modulus of body 1 for both bodies",
        seen: "HYBIRD's page (H4): identical materials only",
        case: PLATE,
        hook: Hook::Force(|s, f| {
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
    },
    Mutant {
        name: "mass-of-one-body",
        breaks: "m* as the mass of body 1",
        seen: "Tsuji's own convention; LAMMPS tsuji until July 2025",
        case: GLASS,
        hook: Hook::Scene(|s| s.pair.m_star = s.bodies[0].mass),
    },
    Mutant {
        name: "wall-half-mass",
        breaks: "m* = m/2 against a wall or a held body",
        seen: "code that treats a wall as another particle of the same kind",
        case: RIGID,
        hook: Hook::Scene(|s| {
            if s.bodies[1].is_wall() || s.bodies[1].held {
                s.pair.m_star *= 0.5;
            }
        }),
    },
    Mutant {
        name: "diameter-for-radius",
        breaks: "the diameter instead of the radius, in R* only",
        seen: "data files of LAMMPS and LIGGGHTS take the diameter",
        case: GLASS,
        hook: Hook::Force(|s, f| stiffer(s, f, 2.0_f64.sqrt())),
    },
    Mutant {
        name: "speed-of-one-body",
        breaks: "the speed of one body instead of that of approach",
        seen: "10 m/s each and 20 m/s together, in benchmark set-ups",
        case: GLASS,
        hook: Hook::Scene(|s| s.speed *= 0.5),
    },
    Mutant {
        name: "reference-length",
        breaks: "the stiffness of a power law with half its unit of length",
        seen: "a coefficient without the unit of length it was meant in: PFC's dashpot (P1)",
        case: "normal/elastic/power-law",
        hook: Hook::Force(|s, f| {
            if matches!(s.contact.normal, Normal::PowerLaw(_)) && f.alpha != 1.0 {
                f.K *= 2.0_f64.powf(f.alpha - 1.0);
            }
        }),
    },
    Mutant {
        name: "stiffness-one-in-a-billion",
        breaks: "stiffness off by 1e-9",
        seen: "a constant that was rounded",
        case: GLASS,
        hook: Hook::Force(|_, f| f.K *= 1.0 + 1e-9),
    },
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
