//! The duration of an elastic impact in the form that goes by Landau & Lifshitz.

use std::f64::consts::PI;

use super::scales::{Effective, rounded, undamped};
use super::special::gamma;
use super::{Oracle, Prediction};
use crate::collide::observe::Observable;
use crate::law::scene::{Body, Scene, Shape};
use crate::law::{Card, Normal};

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
    |scene| predict(scene).unwrap_or_else(Prediction::DoesNotCover),
);

/// Largest relative difference of two densities that still count as equal: far above rounding, far below any tolerance.
const SAME_DENSITY: f64 = 1e-13;

/// `A (rho/E*)^(2/5) (r1+r2)/v^(1/5)`, s.
pub fn duration(density: f64, E_star: f64, radii: f64, speed: f64) -> f64 {
    coefficient() * (density / E_star).powf(0.4) * radii / speed.powf(0.2)
}

/// `A = 2.21421010414349413...`: half of `C (8 pi^2/9)^(1/5)` of two equal spheres.
pub fn coefficient() -> f64 {
    0.4 * PI.sqrt() * gamma(0.4) / gamma(0.9) * 0.9375_f64.powf(0.4) * (8.0 * PI * PI / 9.0).powf(0.2)
}

/// The form over the true duration for radii in the ratio `q`, densities equal: 1 at `q = 1`, larger elsewhere.
pub fn excess(q: f64) -> f64 {
    ((1.0 + q).powi(4) * (1.0 + q * q * q).powi(2) / (64.0 * q.powi(5))).powf(0.2)
}

fn predict(scene: &Scene) -> Result<Prediction, String> {
    if !matches!(scene.contact.normal, Normal::Hertz(_)) || !undamped(&scene.contact) {
        return Err("the contact is not `hertz` without damping".into());
    }
    let [(r1, rho1), (r2, rho2)] = [sphere(&scene.bodies[0])?, sphere(&scene.bodies[1])?];
    if (rho1 - rho2).abs() > SAME_DENSITY * rho1.max(rho2) {
        return Err("the two spheres differ in density".into());
    }
    let E_star = Effective::at(scene).E_star.ok_or("the bodies have no effective modulus E*")?;
    let duration = rounded(duration(rho1, E_star, r1 + r2, scene.speed), 16.0);
    let q = r2.max(r1) / r2.min(r1);
    let note = (r1 != r2).then(|| {
        format!(
            "the form in common use; for radii 1 : {} it is exactly {:.6} times the true duration",
            shown(q),
            excess(q)
        )
    });
    Ok(Prediction::Covers { values: vec![(Observable::Duration, duration)], note })
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
