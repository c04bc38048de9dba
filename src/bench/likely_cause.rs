//! The likely mistake of a code with a wrong result, recognised by a characteristic factor.

use crate::codes::restitution::thornton_gamma;
use crate::collide::observe::Observable;
use crate::law::Ends;
use crate::law::achieved::{damping_ratio, restitution_of_ratio};
use crate::law::scene::Scene;

/// Relative tolerance for recognising a factor.
const NEAR: f64 = 1e-3;

/// Default damping of YADE's `NewtonIntegrator`.
const GLOBAL: f64 = 0.2;

/// Tolerance for recognising a restitution: the formulas of codes are fits.
const NEAR_RESTITUTION: f64 = 4e-3;

/// Factors that differ from 1 by less than this are not attributed to a cause.
const TELLING: f64 = 3.0 * NEAR;

/// The likely cause of an observed number that is not the expected one.
///
/// Duration and largest overlap of an elastic impact are proportional to `E*^(-2/5) R*^(-1/5)` (Landau & Lifshitz,
/// section 9): a wrong effective modulus or radius at a wall changes both by a known factor.
pub fn likely_cause(scene: &Scene, observable: Observable, expected: f64, observed: f64) -> Option<String> {
    use Observable::{Duration, DurationToZeroOverlap, MaxOverlap, MaxOverlapInterpolated, Restitution};
    let (wall, force) = (scene.bodies[1].is_wall(), scene.force?);
    match observable {
        Duration | DurationToZeroOverlap | MaxOverlap | MaxOverlapInterpolated if wall && force.alpha == 1.5 => {
            let ratio = observed / expected;
            let is = |factor: f64| (factor - 1.0).abs() > TELLING && (ratio / factor - 1.0).abs() < NEAR;
            let nu = scene.bodies[0].material.as_ref().and_then(|material| material.poisson_ratio);
            if nu.is_some_and(|nu| is((1.0 + nu).powf(-0.4))) {
                return Some(format!(
                    "the value is {ratio:.5} of the expected one, equal to (1 + nu)^-0.4: the wall stiffness probably uses 1 - nu instead of 1 - nu^2"
                ));
            }
            is(2f64.powf(0.2)).then(|| {
                format!(
                    "the value is {ratio:.5} of the expected one, equal to 2^0.2: the wall is probably treated as a sphere of the same size, R* = r/2 instead of r"
                )
            })
        }
        // Without damping nothing may be lost or gained.
        Restitution if force.C == 0.0 && expected == 1.0 => {
            if observed > 1.0 + NEAR {
                return Some(
                    "it gains energy: the scheme probably uses the force of an earlier step, as forward Euler does"
                        .to_string(),
                );
            }
            // Every force is made larger by a fifth while it brakes and smaller while it drives.
            let damped = ((1.0 - GLOBAL) / (1.0 + GLOBAL)).sqrt();
            ((observed - damped).abs() < NEAR_RESTITUTION).then(|| {
                format!(
                    "it is sqrt((1 - {GLOBAL})/(1 + {GLOBAL})) = {damped:.4}: a damping of every force by {GLOBAL}, the default of YADE's NewtonIntegrator, is probably switched on"
                )
            })
        }
        Restitution => {
            let asked = scene.restitution_requested().filter(|&e| e > 0.0 && e < 1.0)?;
            let ends = if force.ends == Ends::ZeroOverlap { Ends::ZeroOverlap } else { Ends::ForceClamped };
            let weak = restitution_of_ratio(damping_ratio(asked, ends) / 2f64.sqrt(), ends);
            let near = (observed - weak).abs() < NEAR_RESTITUTION && (expected - weak).abs() > 2.0 * NEAR_RESTITUTION;
            let fitted = thornton_gamma(asked).map(|gamma| restitution_of_ratio(1.2f64.sqrt() * gamma, ends)).ok()?;
            if asked > 0.9 && (observed - fitted).abs() < NEAR && (expected - fitted).abs() > 2.0 * NEAR {
                return Some(format!(
                    "it is {observed:.4}, the value of Thornton's fit of the clamped contact for {asked}: above 0.9 the fit is inaccurate"
                ));
            }
            near.then(|| {
                "the coefficient is probably too small by sqrt(2): it is meant for the mass of one particle and used with the effective mass"
                    .to_string()
            })
        }
        _ => None,
    }
}
