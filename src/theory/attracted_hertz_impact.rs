//! The undamped collision of Hertzian spheres with an attraction without hysteresis, by energy.

use std::f64::consts::PI;

use super::Oracle;
use super::powers::{Powers, time_from_rest};
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// The elastic impact of spheres under `B delta^b`.
pub static ATTRACTED_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "attracted-hertz-impact",
        title: "The collision of spheres with an attraction that begins and ends at zero overlap, without damping",
        formula: "k = 4/3 E* sqrt(R*);  B delta^b: dmt 2 pi w R*, b = 0; sjkr 2 pi R* k_c, b = 1;\n\
                  jkr-hertz-radius sqrt(8 pi w E*) R*^(3/4), b = 3/4\n\
                  2/5 k delta_max^(5/2) - B delta_max^(b+1)/(b+1) = m* V^2/2,  F_max = k delta_max^(3/2) - B delta_max^b\n\
                  largest attraction: dmt 2 pi w R*, sjkr 4/27 B^3/k^2, jkr-hertz-radius 3/2 pi w R*\n\
                  e = 1, the bodies never stick;  t = 2 integral of d delta/v",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("k_c", "cohesion energy density", "J/m3"),
            ("B, b", "attraction B delta^b", "N/m^b, -"),
        ],
        holds: "exact for `dmt`, `sjkr` and `jkr-hertz-radius` without damping: all energy is returned",
        source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314; conservation of energy",
        known_as: &[],
    },
    OBSERVABLES,
    |scene| predict(scene).into(),
);

/// The observables of an adhesive contact without loss.
pub(super) const OBSERVABLES: &[Observable] = &[
    Observable::Restitution,
    Observable::Sticks,
    Observable::StickingSpeed,
    Observable::PullOffForce,
    Observable::MaxOverlap,
    Observable::MaxForce,
    Observable::TimeOfMaxOverlap,
    Observable::Duration,
];

/// Their values from the largest attraction (N), overlap (m), force (N), and half the duration in `unit` (s).
pub(super) fn values([pull, overlap, force]: [f64; 3], half: Estimate, unit: f64) -> Vec<(Observable, Estimate)> {
    let half = Estimate::new(unit * half.value, unit * (half.uncertainty + 64.0 * f64::EPSILON * half.value));
    vec![
        (Observable::Restitution, Estimate::exact(1.0)),
        (Observable::Sticks, Estimate::new(0.0, 0.0)),
        (Observable::StickingSpeed, Estimate::new(0.0, 0.0)),
        (Observable::PullOffForce, rounded(pull, 16.0)),
        (Observable::MaxOverlap, rounded(overlap, 64.0)),
        (Observable::MaxForce, rounded(force, 128.0)),
        (Observable::TimeOfMaxOverlap, half),
        (Observable::Duration, Estimate::new(2.0 * half.value, 2.0 * half.uncertainty)),
    ]
}

/// Attraction `B delta^b` in N, the power of `q` in `delta^(b+1)` where `delta ~ q^4`, and the largest attraction, N.
fn attraction(normal: &Normal, E: f64, R: f64) -> Result<(f64, f64, i32, f64), String> {
    let k = 4.0 / 3.0 * E * R.sqrt();
    match normal {
        Normal::Dmt(law) => {
            let B = 2.0 * PI * law.work_of_adhesion * R;
            Ok((B, 0.0, 4, B))
        }
        Normal::JkrHertzRadius(law) => {
            let w = law.work_of_adhesion;
            Ok(((8.0 * PI * w * E).sqrt() * R.powf(0.75), 0.75, 7, 1.5 * PI * w * R))
        }
        Normal::Sjkr(law) => {
            let B = 2.0 * PI * R * law.cohesion_energy_density;
            Ok((B, 1.0, 8, 4.0 / 27.0 * B.powi(3) / (k * k)))
        }
        _ => Err("the normal law is none of `dmt`, `sjkr` and `jkr-hertz-radius`".into()),
    }
}

pub(super) fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let (B, b, n, pull) = attraction(&scene.contact.normal, E, R)?;
    // The overlap in units of that at rest, delta = (B/k)^(1/(3/2 - b)) q^4; energies in units of F delta of either part there.
    let (k, v) = (4.0 / 3.0 * E * R.sqrt(), scene.speed);
    let length = (B / k).powf(1.0 / (1.5 - b));
    let force = k * length.powf(1.5);
    let kinetic = 0.5 * m * v * v / (force * length);
    let part = 1.0 / (b + 1.0);
    let energy = Powers(vec![(0.4, 10), (-part, n)]);
    let far = 2.0 + (20.0 * (kinetic + 20.0)).powf(0.1);
    let deepest = increasing_root(|q| (energy.rise(0.0, q) - kinetic, energy.slope(q)), 1.0, far);
    let half = time_from_rest(&energy, |q| 4.0 * q.powi(3), m / (force * length), deepest, 0.0);
    let force = force * (deepest.powi(6) - deepest.powi(n - 4));
    Ok(values([pull, length * deepest.powi(4), force], half, length))
}
