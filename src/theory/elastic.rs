//! Undamped springs `K delta^n`: spheres of Hertz, a free exponent, and the duration in the form of Landau & Lifshitz.

use std::f64::consts::PI;

use super::constant_restitution::{damping_ratio, restitution};
use super::numerics::gamma;
use super::scales::{Effective, SpringImpact, contact_circle, rounded, undamped};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Card, Normal};

/// Hertz's elastic impact: a power law of exponent 3/2, and the contact circle.
pub static HERTZ_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "hertz-impact",
        title: "The elastic collision of spheres",
        formula: "delta_max = (15 m* v^2/(16 E* sqrt(R*)))^(2/5)\n\
                  F_max = 4/3 E* sqrt(R*) delta_max^(3/2)\n\
                  t_c = 4/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) delta_max/v = 2.94327518432470 delta_max/v,  t_max = t_c/2\n\
                  a_max = sqrt(R* delta_max),  p_0 = 2 E* a_max/(pi R*),  e = 1",
        symbols: &[
            ("m*", "effective mass, 1/m* = 1/m1 + 1/m2", "kg"),
            ("R*", "effective radius, 1/R* = 1/R1 + 1/R2", "m"),
            ("E*", "effective modulus, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2", "Pa"),
            ("v", "speed at first touch", "m/s"),
            ("t_c", "duration", "s"),
            ("p_0", "pressure at the centre of contact", "Pa"),
        ],
        holds: "exact for the law `hertz` without damping; the law itself needs delta << R* and a duration long against the travel time of a wave",
        source: "Hertz 1881, J. reine angew. Math. 92, 156; Johnson 1985, Contact Mechanics, eqs. 4.22 to 4.24 and section 11.4",
        known_as: &[],
    },
    &[
        Observable::Duration,
        Observable::DurationToZeroForce,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
        Observable::ContactRadius,
        Observable::PeakPressure,
        Observable::Restitution,
    ],
    hertz,
);

fn hertz(scene: &Scene) -> Values {
    if !matches!(scene.contact.normal, Normal::Hertz(_)) {
        return Err("the normal law is not `hertz`".into());
    }
    if !undamped(&scene.contact) {
        return Err("the contact is damped".into());
    }
    let elastic = power_law_impact(&SpringImpact::of(scene)?);
    let mut values = elastic.values();
    values.extend(contact_circle(scene, elastic.max_overlap));
    Ok(values)
}

/// `F = K delta^n`: elastic duration, overlap and force; restitution where the damping gives one for every speed.
pub static POWER_LAW_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "power-law-impact",
        title: "The collision with a spring of free exponent",
        formula: "F = K delta^n\n\
                  delta_max = ((n+1) m* v^2/(2 K))^(1/(n+1)),  F_max = K delta_max^n\n\
                  t_c = 2 sqrt(pi)/(n+1) Gamma(1/(n+1))/Gamma(1/2 + 1/(n+1)) delta_max/v,  t_max = t_c/2\n\
                  beside C delta^((n-1)/2) v:  z = C/sqrt(2(n+1) m* K),  e(z) as for the linear dashpot",
        symbols: &[
            ("K", "stiffness", "N/m^n"),
            ("n", "exponent: 1 hooke, 3/2 hertz", "-"),
            ("m*", "effective mass", "kg"),
            ("v", "speed at first touch", "m/s"),
            ("C", "damping coefficient", "N s/m^((n+1)/2)"),
            ("z", "damping ratio", "-"),
        ],
        holds: "exact for every elastic law K delta^n; damped, restitution only, and only where it is the same at every speed",
        source: "energy integral, as Landau & Lifshitz, Theory of Elasticity, section 9, for n = 3/2; restitution as Antypov & Elliott 2011",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Duration,
        Observable::DurationToZeroForce,
        Observable::DurationToZeroOverlap,
        Observable::TimeOfMaxOverlap,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::MaxForceElastic,
    ],
    power_law,
);

/// An elastic collision, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticImpact {
    /// s
    pub duration: f64,
    /// m
    pub max_overlap: f64,
    /// N
    pub max_force: f64,
}

impl ElasticImpact {
    /// Restitution, times, overlap and forces; loading and unloading take as long.
    fn values(&self) -> Vec<(Observable, Estimate)> {
        let Self { duration, max_overlap, max_force } = *self;
        vec![
            (Observable::Restitution, Estimate::exact(1.0)),
            (Observable::Duration, rounded(duration, 0.0)),
            (Observable::DurationToZeroForce, rounded(duration, 0.0)),
            (Observable::DurationToZeroOverlap, rounded(duration, 0.0)),
            (Observable::TimeOfMaxOverlap, rounded(0.5 * duration, 0.0)),
            (Observable::MaxOverlap, rounded(max_overlap, 0.0)),
            (Observable::MaxForce, rounded(max_force, 0.0)),
            (Observable::MaxForceElastic, rounded(max_force, 0.0)),
        ]
    }
}

/// Closed forms for a mass that meets `K delta^n`.
pub fn power_law_impact(impact: &SpringImpact) -> ElasticImpact {
    let SpringImpact { m, K, n, v } = *impact;
    let root = 1.0 / (n + 1.0);
    let max_overlap = libm::pow(0.5 * (n + 1.0) * m * v * v / K, root);
    let duration = 2.0 * PI.sqrt() * root * gamma(root) / gamma(0.5 + root) * max_overlap / v;
    // K d^n = (n+1) m v^2/(2 d): one power fewer.
    let max_force = 0.5 * (n + 1.0) * m * v * v / max_overlap;
    ElasticImpact { duration, max_overlap, max_force }
}

fn power_law(scene: &Scene) -> Values {
    let impact = SpringImpact::of(scene)?;
    if !undamped(&scene.contact) {
        let ratio = damping_ratio(scene, &impact)?;
        let ends = scene.contact.ends;
        return Ok(vec![(Observable::Restitution, restitution(&ratio, ends))]);
    }
    Ok(power_law_impact(&impact).values())
}

/// `t_c = A (rho/E*)^(2/5) (r1+r2)/v^(1/5)`: exact for equal spheres, in common use for all.
pub static LANDAU_LIFSHITZ: Oracle = Oracle::of_impacts(
    Card {
        name: "landau-lifshitz",
        title: "Duration of an elastic impact, in the form with the sum of the radii (equal spheres only)",
        formula: "t_c = A (rho/E*)^(2/5) (r1+r2)/v^(1/5)\n\
                  A = 2/5 sqrt(pi) Gamma(2/5)/Gamma(9/10) (15/16)^(2/5) (8 pi^2/9)^(1/5) = 2.21421010414349\n\
                  ratio to the exact duration, q = r2/r1:  [(1+q)^4 (1+q^3)^2/(64 q^5)]^(1/5)",
        symbols: &[
            ("rho", "density of both spheres", "kg/m3"),
            ("E*", "effective modulus of the two, not Young's modulus", "Pa"),
            ("r1, r2", "radii", "m"),
            ("v", "speed at first touch", "m/s"),
        ],
        holds: "exact for equal radii and equal densities; over-estimates for unequal radii (q = 2: 26 %, q = 10: 370 %); diverges for a wall",
        source: "Landau & Lifshitz, Theory of Elasticity, section 9; Woo documentation, duration of a collision",
        known_as: &[("Woo", "2.214 (rho/E)^(2/5) (r1+r2)/v^(1/5)")],
    },
    &[Observable::Duration],
    landau_lifshitz,
)
.noting(unequal_radii);

/// Largest relative difference of two densities that still count as equal: far above rounding, far below any tolerance.
const SAME_DENSITY: f64 = 1e-13;

/// `A (rho/E*)^(2/5) (r1+r2)/v^(1/5)`, s.
pub fn landau_lifshitz_duration(density: f64, E_star: f64, radii: f64, speed: f64) -> f64 {
    landau_lifshitz_coefficient() * libm::pow(density / E_star, 0.4) * radii / libm::pow(speed, 0.2)
}

/// `A = 2.21421010414349413...`: half of `C (8 pi^2/9)^(1/5)` of two equal spheres.
pub fn landau_lifshitz_coefficient() -> f64 {
    0.4 * PI.sqrt() * gamma(0.4) / gamma(0.9) * libm::pow(0.9375_f64, 0.4) * libm::pow(8.0 * PI * PI / 9.0, 0.2)
}

/// The form over the true duration for radii in the ratio `q`, densities equal: 1 at `q = 1`, larger elsewhere.
pub fn landau_lifshitz_excess(q: f64) -> f64 {
    libm::pow((1.0 + q).powi(4) * (1.0 + q * q * q).powi(2) / (64.0 * q.powi(5)), 0.2)
}

fn landau_lifshitz(scene: &Scene) -> Values {
    if !matches!(scene.contact.normal, Normal::Hertz(_)) || !undamped(&scene.contact) {
        return Err("the contact is not `hertz` without damping".into());
    }
    let [(r1, rho1), (r2, rho2)] = [sphere(&scene.bodies[0])?, sphere(&scene.bodies[1])?];
    if (rho1 - rho2).abs() > SAME_DENSITY * rho1.max(rho2) {
        return Err("the two spheres differ in density".into());
    }
    let E_star = Effective::at(scene).E_star.ok_or("the bodies have no effective modulus E*")?;
    let duration = rounded(landau_lifshitz_duration(rho1, E_star, r1 + r2, scene.speed), 16.0);
    Ok(vec![(Observable::Duration, duration)])
}

fn unequal_radii(scene: &Scene) -> Option<String> {
    let [r1, r2] = [scene.bodies[0].radius(), scene.bodies[1].radius()];
    let q = r2.max(r1) / r2.min(r1);
    (r1 != r2).then(|| {
        format!(
            "the form in common use; for radii 1 : {} it is exactly {:.6} times the true duration",
            shown(q),
            landau_lifshitz_excess(q)
        )
    })
}

/// Radius and mean density.
fn sphere(body: &Body) -> Result<(f64, f64), String> {
    match body.shape {
        Shape::Wall { .. } => Err("one body is a wall: the form diverges".into()),
        Shape::Sphere { .. } if body.held => Err("one body is held: the form takes both masses to move".into()),
        Shape::Sphere { radius, .. } => Ok((radius, body.mass / (4.0 / 3.0 * PI * radius.powi(3)))),
    }
}

/// A ratio in at most seven digits.
fn shown(q: f64) -> String {
    let text = format!("{q:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
