//! Wrong formulas in the documentation of three codes, as printed.
//!
//! Letter and number of each are those of the code's errata. They are no theories: a shipped case uses them in a `known_gap`,
//! or in the range in which they happen to be right. They cover scenes in the parameters of their code.

use std::f64::consts::PI;

use super::elastic::power_law_impact;
use super::scales::{Effective, SpringImpact, rounded, undamped};
use super::{Oracle, Values};
use crate::collide::observe::Observable;
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Card, Normal};

/// Observables of one scene, SI.
type Printed = Result<Vec<(Observable, f64)>, String>;

/// A printed formula, for a contact that is given in the parameters of that code.
fn printed_formula(system: &str, scene: &Scene, formula: impl FnOnce() -> Printed) -> Values {
    if scene.system.as_ref().is_none_or(|contact| contact.system != system) {
        return Err(format!("the contact is not given by the parameters of {system}"));
    }
    Ok(formula()?.into_iter().map(|(o, value)| (o, rounded(value, 16.0))).collect())
}

const WOO: &str = "Woo documentation, Hertzian contact models";
const HYBIRD: &str = "HYBIRD wiki, Normal contact";

/// W2: `K = 3/4 E` in `a = cbrt(F R/K)`; it is `4/3 E`.
pub static W2: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w2",
        title: "Woo's documentation: the contact radius with K = 3/4 E",
        formula: "a = (F_max R/K)^(1/3),  K = 3/4 E      correct: K = 4/3 E",
        symbols: &[("K", "effective modulus of the page", "Pa"), ("E, R", "E*, R* of this program", "Pa, m")],
        holds: "never: the printed K is 9/16 of F R/a^3, so the radius is (16/9)^(1/3) times too large",
        source: WOO,
        known_as: &[],
    },
    &[Observable::ContactRadius],
    |scene| {
        printed_formula("woo", scene, || {
            let (impact, R_star) = spheres(scene)?;
            let E_star = 0.75 * impact.K / R_star.sqrt();
            let force = impact.K * libm::pow(power_law_impact(&impact).max_overlap, 1.5);
            Ok(vec![(Observable::ContactRadius, libm::cbrt(force * R_star / (0.75 * E_star)))])
        })
    },
);

/// W3: `dP/d(delta)` taken for the secant stiffness; it is the tangent, 3/2 of it.
pub static W3: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w3",
        title: "Woo's documentation: the collision whose secant stiffness is dP/d(delta)",
        formula: "P = k_n delta,  k_n = dP/d(delta) = 3/2 k_n0 sqrt(delta)      correct: P = k_n0 delta^(3/2)",
        symbols: &[("k_n", "stiffness of the page", "N/m"), ("k_n0", "4/3 E* sqrt(R*)", "N/m^(3/2)")],
        holds: "never: the derivative is the tangent stiffness",
        source: WOO,
        known_as: &[],
    },
    &[Observable::MaxForce, Observable::MaxOverlap],
    |scene| printed_formula("woo", scene, || stiffer(scene, 1.5)),
);

/// W4: restitution as speed before over speed after.
pub static W4: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w4",
        title: "Woo's documentation: restitution from speeds",
        formula: "e = v0/v1      correct: v1/v0",
        symbols: &[("v0, v1", "relative speed before and after", "m/s")],
        holds: "without loss only",
        source: WOO,
        known_as: &[],
    },
    &[Observable::Restitution],
    |scene| printed_formula("woo", scene, || Ok(vec![(Observable::Restitution, 1.0 / asked(scene)?)])),
);

/// W5: restitution from the energy that is dissipated, not from what is left.
pub static W5: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w5",
        title: "Woo's documentation: restitution from energies",
        formula: "e = sqrt(E_d/E_k0)      correct: sqrt(1 - E_d/E_k0)",
        symbols: &[("E_d", "energy dissipated", "J"), ("E_k0", "kinetic energy before", "J")],
        holds: "at e = 1/sqrt(2) only",
        source: WOO,
        known_as: &[],
    },
    &[Observable::Restitution],
    |scene| {
        printed_formula("woo", scene, || {
            let e = asked(scene)?;
            Ok(vec![(Observable::Restitution, ((1.0 - e) * (1.0 + e)).sqrt())])
        })
    },
);

/// W6: mass zero for a blocked body makes `m* = 0`, and no damping.
pub static W6: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w6",
        title: "Woo's documentation: a blocked body has mass zero",
        formula: "m_2 = 0  ->  m* = 0,  alpha sqrt(m* k_n0) = 0,  e = 1      correct: m* is the free mass",
        symbols: &[("m*", "effective mass in the dashpot", "kg")],
        holds: "without damping only",
        source: WOO,
        known_as: &[],
    },
    &[Observable::Restitution],
    |scene| {
        printed_formula("woo", scene, || {
            let blocked = |body: &Body| body.held || matches!(body.shape, Shape::Wall { .. });
            if !scene.bodies.iter().any(blocked) {
                return Err("no body is blocked".into());
            }
            Ok(vec![(Observable::Restitution, 1.0)])
        })
    },
);

/// W9: the contact radius as the circle in which the undeformed spheres cut each other.
pub static W9: Oracle = Oracle::of_impacts(
    Card {
        name: "woo-page-w9",
        title: "Woo's documentation: the contact radius from geometry",
        formula: "a^2 = r1^2 - x^2,  x = (d^2 + r1^2 - r2^2)/(2d),  d = r1 + r2 - delta;  a^2 = 2 R delta nearly\n\
                  correct: a^2 = R delta, by the pressure of Hertz, not by geometry",
        symbols: &[("delta", "largest overlap", "m"), ("R", "R* of this program", "m")],
        holds: "never: the circle has twice the area of the contact",
        source: WOO,
        known_as: &[],
    },
    &[Observable::ContactRadius],
    |scene| {
        printed_formula("woo", scene, || {
            let (impact, _) = spheres(scene)?;
            let [(r1, _), (r2, _)] = both_spheres(scene)?;
            let delta = power_law_impact(&impact).max_overlap;
            let d = r1 + r2 - delta;
            // (r1 + r2 - d)(r1 + r2 + d)(d + r1 - r2)(d - r1 + r2)/(4 d^2), without cancellation.
            let square = delta * (r1 + r2 + d) * (d + r1 - r2) * (d - r1 + r2);
            Ok(vec![(Observable::ContactRadius, square.sqrt() / (2.0 * d))])
        })
    },
);

/// H1: the collision time as printed, `1.1 (M rho)^(2/5) r~/u^(1/5)`: not a time.
pub static H1: Oracle = Oracle::of_impacts(
    Card {
        name: "hybird-page-h1",
        title: "HYBIRD's documentation: the collision time as printed",
        formula: "t = 1.1 (M rho)^(2/5) r~/u^(1/5),  M = E/(1-nu^2)      correct: 11.687 (rho/M)^(2/5) r~/u^(1/5)",
        symbols: &[("r~", "R* of this program", "m"), ("u", "speed", "m/s"), ("rho", "density", "kg/m3")],
        holds: "never: the printed formula does not have the unit of time",
        source: HYBIRD,
        known_as: &[],
    },
    &[Observable::Duration],
    |scene| printed_formula("hybird", scene, || collision_time(scene, |M, density| M * density)),
);

/// H2: the same with its ratio put right, `1.1 (rho/M)^(2/5) r~/u^(1/5)`.
pub static H2: Oracle = Oracle::of_impacts(
    Card {
        name: "hybird-page-h2",
        title: "HYBIRD's documentation: the collision time with the corrected ratio",
        formula: "t = 1.1 (rho/M)^(2/5) r~/u^(1/5),  M = E/(1-nu^2)      correct: 11.687 for 1.1",
        symbols: &[("r~", "R* of this program", "m"), ("u", "speed", "m/s"), ("rho", "density", "kg/m3")],
        holds: "never: 10.62 times too short for two equal spheres",
        source: HYBIRD,
        known_as: &[],
    },
    &[Observable::Duration],
    |scene| printed_formula("hybird", scene, || collision_time(scene, |M, density| density / M)),
);

/// H4: `2/3 E/(1-nu^2) sqrt(r~ xi)` taken for the tangent stiffness; it is the secant.
pub static H4: Oracle = Oracle::of_impacts(
    Card {
        name: "hybird-page-h4",
        title: "HYBIRD's documentation: the collision whose tangent stiffness is k_H",
        formula: "dF/d(xi) = k_H = 2/3 M sqrt(r~ xi)  ->  F = 2/3 k_H xi      correct: F = k_H xi",
        symbols: &[("k_H", "stiffness of the page", "N/m"), ("M", "E/(1-nu^2), two equal spheres", "Pa")],
        holds: "never: k_H is the secant stiffness",
        source: HYBIRD,
        known_as: &[],
    },
    &[Observable::MaxForce, Observable::MaxOverlap],
    |scene| printed_formula("hybird", scene, || stiffer(scene, 2.0 / 3.0)),
);

/// H6: collision time of the linear dashpot, for a force that may pull.
pub static H6: Oracle = Oracle::of_impacts(
    Card {
        name: "hybird-page-h6",
        title: "HYBIRD's documentation: the collision time of the linear dashpot",
        formula: "t = pi/sqrt(omega_L^2 - gamma_L^2),  gamma_L = alpha_L omega_L,  omega_L = sqrt(k_L/m~)",
        symbols: &[
            ("alpha_L", "-ln zeta/sqrt(ln^2 zeta + pi^2)", "-"),
            ("k_L", "linearStiff", "N/m"),
            ("m~", "m* of this program", "kg"),
        ],
        holds: "for a force that may pull; the code clamps it",
        source: HYBIRD,
        known_as: &[],
    },
    &[Observable::Duration],
    |scene| {
        printed_formula("hybird", scene, || {
            let impact = SpringImpact::of(scene)?;
            if impact.n != 1.0 {
                return Err("the contact is not linear".into());
            }
            let L = -libm::log(asked(scene)?);
            let alpha = L / libm::hypot(L, PI);
            let omega = (impact.K / impact.m).sqrt();
            let gamma = alpha * omega;
            Ok(vec![(Observable::Duration, PI / ((omega - gamma) * (omega + gamma)).sqrt())])
        })
    },
);

/// P3: active by the surface gap, the force from the contact gap.
pub static P3: Oracle = Oracle::of_impacts(
    Card {
        name: "pfc-page-p3",
        title: "PFC's documentation: a reference gap missing from the force",
        formula: "active from g_s = g_c - g_r = 0 on,  F = h_n |g_c|^(3/2) from g_c = 0 on\n\
                  t_c = 2 g_r/v + t_Hertz,  delta_max = g_r + delta_Hertz      correct: F = h_n |g_s|^(3/2)",
        symbols: &[("g_r", "rgap, above zero", "m"), ("g_c", "contact gap", "m"), ("g_s", "surface gap", "m")],
        holds: "without a reference gap only",
        source: "PFC documentation, Hertz model, eqs. (2) to (4)",
        known_as: &[],
    },
    &[Observable::Duration, Observable::MaxOverlap],
    |scene| {
        printed_formula("pfc", scene, || {
            let impact = SpringImpact::of(scene)?;
            let gap = match &scene.contact.normal {
                Normal::PowerLaw(law) if law.exponent == 1.5 && law.reference_gap > 0.0 => law.reference_gap,
                _ => return Err("the contact has no reference gap above zero, or is not of spheres".into()),
            };
            if !undamped(&scene.contact) {
                return Err("the contact is damped".into());
            }
            let hertz = power_law_impact(&impact);
            Ok(vec![
                (Observable::Duration, 2.0 * gap / impact.v + hertz.duration),
                (Observable::MaxOverlap, gap + hertz.max_overlap),
            ])
        })
    },
);

/// Every printed formula, in the order of the codes.
pub static PRINTED_FORMULAS: &[&Oracle] = &[&W2, &W3, &W4, &W5, &W6, &W9, &H1, &H2, &H4, &H6, &P3];

/// The requested restitution, above 0.
fn asked(scene: &Scene) -> Result<f64, String> {
    scene.restitution_requested().filter(|&e| e > 0.0).ok_or_else(|| "the case has no requested restitution".into())
}

/// The undamped collision of a Hertzian contact, and R* in m.
fn spheres(scene: &Scene) -> Result<(SpringImpact, f64), String> {
    if !matches!(scene.contact.normal, Normal::Hertz(_)) || !undamped(&scene.contact) {
        return Err("the contact is not `hertz` without damping".into());
    }
    Ok((SpringImpact::of(scene)?, Effective::of(&scene.bodies).R_star))
}

/// Largest force and overlap with a spring `factor` times as stiff.
fn stiffer(scene: &Scene, factor: f64) -> Printed {
    let (impact, _) = spheres(scene)?;
    let impact = SpringImpact { K: factor * impact.K, ..impact };
    let delta = power_law_impact(&impact).max_overlap;
    Ok(vec![(Observable::MaxForce, impact.K * libm::pow(delta, 1.5)), (Observable::MaxOverlap, delta)])
}

/// Radius, m, and mean density, kg/m3, of both bodies.
fn both_spheres(scene: &Scene) -> Result<[(f64, f64); 2], String> {
    let sphere = |body: &Body| match body.shape {
        Shape::Sphere { radius, .. } => Ok((radius, body.mass / (4.0 / 3.0 * PI * radius.powi(3)))),
        Shape::Wall { .. } => Err("one body is a wall".to_string()),
    };
    let [one, two] = &scene.bodies;
    Ok([sphere(one)?, sphere(two)?])
}

/// `1.1 x^(2/5) r~/u^(1/5)` of two equal spheres, `x` made of `M = E/(1-nu^2)` and the density.
fn collision_time(scene: &Scene, x: fn(f64, f64) -> f64) -> Printed {
    let (impact, R_star) = spheres(scene)?;
    let [one, two] = both_spheres(scene)?;
    if one != two {
        return Err("the page assumes two equal spheres".into());
    }
    let M = 1.5 * impact.K / R_star.sqrt();
    Ok(vec![(Observable::Duration, 1.1 * libm::pow(x(M, one.1), 0.4) * R_star / libm::pow(impact.v, 0.2))])
}
