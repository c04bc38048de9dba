//! Mistakes in the elastic force, the effective quantities, the speed, the dashpot and the end of contact.

use std::f64::consts::PI;

use collisionbench::collide::stepper::undamped_overlap;
use collisionbench::law::achieved::damping_ratio;
use collisionbench::law::scene::{Scene, Shape};
use collisionbench::law::{Damping, Ends, Normal, PowerForce, Stiffness};

use super::Made::{Course, Force, Scene as Wrong};
use super::{Mistake, exchange, mistakes};

const GLASS: &str = "normal/elastic/glass-head-on";
const PLATE: &str = "normal/elastic/steel-on-glass-plate";
const BENDS: &str = "normal/damped/steel-ball-on-glass-plates";
const RIGID: &str = "normal/elastic/al-alloy-on-rigid-wall";
const UNEQUAL: &str = "normal/elastic/unequal-radii";
const TSUJI: &str = "normal/damped/tsuji-restitution";
const ALPHA: &str = "normal/damped/tsuji-alpha";
const LINEAR: &str = "normal/damped/linear-restitution";

pub const MISTAKES: &[Mistake] = mistakes! {
    "exponent", GLASS, "exponent 8/5 for 3/2, with the same stiffness number",
        Force(|s, f| f.alpha += if is_hertz(s) { 0.1 } else { 0.0 });
    "linear-spring", GLASS, "a linear spring with Hertz's secant stiffness at the largest overlap",
        Force(|s, f| if is_hertz(s) { f.K *= largest(s, f).sqrt(); f.alpha = 1.0; });
    "half-effective-radius", GLASS, "R* halved (PFC's R-bar is 2 R*)",
        Force(|s, f| stiffer(s, f, 0.5_f64.sqrt()));
    "mean-radius", UNEQUAL, "R* as the mean of the radii (mixing rules)",
        Force(|s, f| radii(s).into_iter().for_each(|[one, two]| stiffer(s, f, ((one + two) / 2.0 / s.pair.R_star).sqrt())));
    "equal-spheres-radius", UNEQUAL, "R* as half the radius of body 1, right for equal spheres only (HYBIRD's page, H4)",
        Force(|s, f| radii(s).into_iter().for_each(|[one, _]| stiffer(s, f, (0.5 * one / s.pair.R_star).sqrt())));
    "wall-half-radius", PLATE, "R* = r/2 for a sphere on a wall (Woo's Wall, YADE's ScGeom with hertzian=False)",
        Force(|s, f| if s.bodies[1].is_wall() { stiffer(s, f, 0.5_f64.sqrt()) });
    "rigid-wall-own-modulus", RIGID, "a rigid wall with the sphere's own modulus (PFC 4 and PFC 5 differ by it)",
        Force(|s, f| if s.bodies[1].rigid { stiffer(s, f, 0.5) });
    "four-thirds-lost", GLASS, "4/3 lost from the stiffness",
        Force(|s, f| stiffer(s, f, 0.75));
    "three-quarters-for-four-thirds", GLASS, "3/4 for 4/3 in the stiffness (Woo's page, W2)",
        Force(|s, f| stiffer(s, f, 0.5625));
    "tangent-for-secant-stiffness", GLASS, "the tangent stiffness 2 E* a times the overlap as the force (Woo W3, HYBIRD H4)",
        Force(|s, f| stiffer(s, f, 1.5));
    "nu-unsquared", GLASS, "E* with 1 - nu for 1 - nu^2 (LAMMPS 29Sep2021, fix wall/gran)",
        Force(|s, f| with_modulus(s, f, |young, nu| (1.0 - nu) / young));
    "nu-left-out", GLASS, "E* from Young's moduli alone",
        Force(|s, f| with_modulus(s, f, |young, _| 1.0 / young));
    "shear-modulus-for-young", GLASS, "the shear modulus for Young's (PFC and LAMMPS hertz take G)",
        Force(|s, f| with_modulus(s, f, |young, nu| 2.0 * (1.0 + nu) * (1.0 - nu * nu) / young));
    "first-body-modulus", PLATE, "the modulus of body 1 for both bodies (HYBIRD's page, H4)",
        Force(|s, f| if let (Stiffness::Elastic { young_modulus: E, poisson_ratio: nu }, Some(right)) = (s.bodies[0].side().stiffness, s.pair.E_star) {
            stiffer(s, f, E / (2.0 * (1.0 - nu * nu)) / right);
        });
    "mass-of-one-body", GLASS, "m* as the mass of body 1 (LAMMPS tsuji until July 2025)",
        Wrong(|s| s.pair.m_star = s.bodies[0].mass);
    "wall-half-mass", RIGID, "m* = m/2 against a wall, as if it were another particle",
        Wrong(|s| s.pair.m_star *= 0.5);
    "diameter-for-radius", GLASS, "the diameter for the radius, in R* only (data files of LAMMPS and LIGGGHTS take it)",
        Force(|s, f| stiffer(s, f, 2.0_f64.sqrt()));
    "speed-of-one-body", GLASS, "the speed of one body for that of approach",
        Wrong(|s| s.speed *= 0.5);
    "reference-length", "normal/elastic/power-law", "the stiffness of a power law with half its unit of length (PFC's dashpot, P1)",
        Force(|s, f| if matches!(s.contact.normal, Normal::PowerLaw(_)) && f.alpha != 1.0 { f.K *= 2.0_f64.powf(f.alpha - 1.0) });
    "stiffness-one-in-a-billion", GLASS, "stiffness off by 1e-9: a rounded constant",
        Force(|_, f| f.K *= 1.0 + 1e-9);

    "secant-in-dashpot", TSUJI, "secant for tangent stiffness in the dashpot (MercuryDPM's page, M2: 0.57 for 0.5)",
        Force(|s, f| harder(s, f, (2.0_f64 / 3.0).sqrt()));
    "tangent-in-dashpot", TSUJI, "tangent stiffness with the factor sqrt(5) of the secant stiffness",
        Force(|s, f| harder(s, f, 1.5_f64.sqrt()));
    "root-five-sixths-lost", TSUJI, "sqrt(5/6) lost from the dashpot (PFC's dp_nratio, P6)",
        Force(|s, f| harder(s, f, 1.2_f64.sqrt()));
    "whole-mass-in-dashpot", TSUJI, "the mass of one particle in the dashpot (LAMMPS tsuji until July 2025: 0.616 for 0.5)",
        Force(|_, f| f.C *= 2.0_f64.sqrt());
    "dashpot-halved", TSUJI, "factor 2 lost from the dashpot",
        Force(|_, f| f.C *= 0.5);
    "dashpot-doubled", TSUJI, "factor 2 too much in the dashpot (HYBIRD's page, H3: 0.22 for 0.5)",
        Force(|_, f| f.C *= 2.0);
    "dashpot-sign", TSUJI, "damping reversed (MercuryDPM's page, M1: 1.75 for 0.5)",
        Force(|_, f| f.C = -f.C);
    "dashpot-left-out", TSUJI, "no dashpot (Woo's page, W6: a blocked body)",
        Force(|_, f| f.C = 0.0);
    "dashpot-exponent", TSUJI, "dashpot exponent 1/2 for 1/4, the same at the largest overlap (PFC's page, P1)",
        Force(|s, f| if f.beta == 0.25 { f.C /= largest(s, f).powf(0.25); f.beta = 0.5; });
    "linear-dashpot-beside-hertz", TSUJI, "a linear dashpot beside Hertz, the same at the largest overlap",
        Force(|s, f| if is_hertz(s) && f.beta != 0.0 { f.C *= largest(s, f).powf(f.beta); f.beta = 0.0; });
    "full-force-alpha-when-clamped", TSUJI, "the coefficient of the full force in a contact that cannot pull (Woo W8, LIGGGHTS: 0.55 for 0.5)",
        Force(|s, f| if !f.ends.pulls() { f.C *= ratio_of(s, Ends::ZeroOverlap) / ratio_of(s, f.ends) });
    "clamped-alpha-when-pulling", TSUJI, "the coefficient of the clamped force in a contact that may pull (YADE's en, Kratos' fit)",
        Force(|s, f| if f.ends.pulls() { f.C *= ratio_of(s, Ends::ForceClamped) / ratio_of(s, Ends::ZeroOverlap) });
    "decimal-logarithm", LINEAR, "lg e for ln e in the damping ratio",
        Force(|s, f| if let Some(e) = same_at_every_speed(s) {
            let ratio = |l: f64| l / l.hypot(PI);
            f.C *= ratio(-e.log10()) / ratio(-e.ln());
        });
    "pi-lost-from-damping-ratio", LINEAR, "ln e/sqrt(1 + ln^2 e) for ln e/sqrt(pi^2 + ln^2 e)",
        Force(|s, f| if let Some(e) = same_at_every_speed(s) { f.C *= e.ln().hypot(PI) / e.ln().hypot(1.0) });
    "attraction-kept", TSUJI, "attraction kept where the force is clamped (limiters of LIGGGHTS and LAMMPS, off by default)",
        Force(|_, f| exchange(&mut f.ends, Ends::ForceClamped, Ends::ZeroOverlap));
    "clamped-where-it-pulls", TSUJI, "the force clamped where it may pull (Woo's noAttraction, on by default)",
        Force(|_, f| exchange(&mut f.ends, Ends::ZeroOverlap, Ends::ForceClamped));
    "lives-on-after-force", ALPHA, "duration to zero overlap where the contact ends with the force",
        Course(|s, t| if ends(s, Ends::ZeroForce) { t.end = t.zero_overlap });
    "ends-with-force", ALPHA, "duration to zero force where the contact lasts to zero overlap",
        Course(|s, t| if ends(s, Ends::ForceClamped) && t.zero_force.is_some() { t.end = t.zero_force });
    "pull-cut-from-restitution", TSUJI, "restitution where the force changes sign, of a contact that remains closed",
        Course(|s, t| if s.force.is_some_and(|f| f.ends.pulls()) && t.zero_force.is_some() { t.end = t.zero_force });
    "dashpot-one-in-a-billion", TSUJI, "dashpot off by 1e-9: a rounded constant",
        Force(|_, f| f.C *= 1.0 + 1e-9);

    "plate-rigidity-of-six", BENDS, "E h^3/(6 (1 - nu^2)) for the bending stiffness E h^3/(12 (1 - nu^2))",
        Force(|s, f| plate(s, f, |_, _| 0.5_f64.sqrt()));
    "plate-without-lateral-contraction", BENDS, "E h^3/12 for the bending stiffness: the formula of a beam",
        Force(|s, f| plate(s, f, |_, nu| 1.0 / (1.0 - nu * nu).sqrt()));
    "plate-both-sides", BENDS, "a mobility of 1/(16 sqrt(D rho h)): waves counted on both faces",
        Force(|s, f| plate(s, f, |_, _| 0.5));
    "plate-mass-per-volume", BENDS, "rho for rho h in the mobility",
        Force(|s, f| plate(s, f, |thickness, _| thickness.sqrt()));
};

fn is_hertz(scene: &Scene) -> bool {
    matches!(scene.contact.normal, Normal::Hertz(_))
}

fn largest(scene: &Scene, force: &PowerForce) -> f64 {
    undamped_overlap(force, scene.pair.m_star, scene.speed)
}

fn stiffer(scene: &Scene, force: &mut PowerForce, factor: f64) {
    force.K *= if is_hertz(scene) { factor } else { 1.0 };
}

fn harder(scene: &Scene, force: &mut PowerForce, factor: f64) {
    force.C *= if is_hertz(scene) { factor } else { 1.0 };
}

/// Of two spheres.
fn radii(scene: &Scene) -> Option<[f64; 2]> {
    match scene.bodies.each_ref().map(|body| body.shape) {
        [Shape::Sphere { radius: one, .. }, Shape::Sphere { radius: two, .. }] => Some([one, two]),
        _ => None,
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

/// The restitution a law was given that has the same at every speed.
fn same_at_every_speed(scene: &Scene) -> Option<f64> {
    let own = matches!(scene.contact.damping, Damping::Tsuji(_) | Damping::LinearDashpot(_)) && scene.system.is_none();
    scene.restitution_requested().filter(|e| own && *e < 1.0)
}

/// Damping ratio of the restitution that is asked for, at an end of contact; 1 where none is asked for.
fn ratio_of(scene: &Scene, ends: Ends) -> f64 {
    same_at_every_speed(scene).map_or(1.0, |e| damping_ratio(e, ends))
}

fn ends(scene: &Scene, ends: Ends) -> bool {
    scene.force.is_some_and(|force| force.ends == ends)
}

/// What a plate does goes with its mobility, which is handed over as a dashpot.
fn plate(scene: &Scene, force: &mut PowerForce, factor: fn(f64, f64) -> f64) {
    if let Damping::ZenerPlate(plate) = &scene.contact.damping {
        force.C *= factor(plate.thickness, plate.poisson_ratio);
    }
}
