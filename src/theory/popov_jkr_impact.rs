//! The undamped collision of spheres with Popov's approximation of JKR, by energy.

use std::f64::consts::PI;

use super::Oracle;
use super::attracted_hertz_impact::{OBSERVABLES, values};
use super::quadrature::integral;
use super::scales::Effective;
use super::special::increasing_root;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// The elastic impact of spheres under `F_a (0.12 x^(5/3) - 1)`.
pub static POPOV_JKR_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "popov-jkr-impact",
        title: "The collision of spheres under Popov's fit of JKR, cut off at zero overlap, without damping",
        formula: "x = delta/s + 1,  F_a = 3/2 pi w R*,  s = (0.4626 (w/E*)^2 R*)^(1/3)\n\
                  F_a s (0.045 (x_max^(8/3) - 1) - x_max + 1) = m* V^2/2,  F_max = F_a (0.12 x_max^(5/3) - 1)\n\
                  largest attraction 0.88 F_a;  e = 1, the bodies never stick;  t = 2 integral of d delta/v",
        symbols: &[("w", "work of adhesion of the pair", "J/m2"), ("F_a", "pull-off force of JKR", "N")],
        holds: "exact for `popov-jkr` without damping: all energy is returned",
        source: "MUSEN, source of the model Popov-JKR; conservation of energy",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).into(),
);

/// `(b^8 - a^8)/(b^3 - a^3)` of cube roots `a`, `b`: what `x^(8/3)` rises by, over `x`.
fn divided(a: f64, b: f64) -> f64 {
    let power = |n: i32| (0..n).map(|k| a.powi(k) * b.powi(n - 1 - k)).sum::<f64>();
    power(8) / power(3)
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::PopovJkr(law) = &scene.contact.normal else { return Err("the normal law is not `popov-jkr`".into()) };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let (w, v) = (law.work_of_adhesion, scene.speed);
    let F_a = 1.5 * PI * w * R;
    let s = (0.4626 * (w / E).powi(2) * R).cbrt();
    // Overlaps in units of s, energies in units of F_a s.
    let kinetic = 0.5 * m * v * v / (F_a * s);
    let energy = |d: f64| d * (0.045 * divided(1.0, (1.0 + d).cbrt()) - 1.0);
    let force = |d: f64| 0.12 * (1.0 + d) * (1.0 + d).cbrt().powi(2) - 1.0;
    let rest = 0.12_f64.powf(-0.6) - 1.0;
    let mut far = 2.0 * rest;
    while energy(far) < kinetic {
        far *= 2.0;
    }
    let deepest = increasing_root(|d| (energy(d) - kinetic, force(d)), rest, far);
    // At deepest - u^2 the speed is u sqrt(2 (U_max - U)/u^2/m*).
    let top = (1.0 + deepest).cbrt();
    let slope = |u: f64| 2.0 / (2.0 * (0.045 * divided((1.0 + deepest - u * u).cbrt(), top) - 1.0)).sqrt();
    let half = integral(|u, _| slope(u), deepest.sqrt());
    Ok(values([0.88 * F_a, s * deepest, F_a * force(deepest)], half, (m * s / F_a).sqrt()))
}
