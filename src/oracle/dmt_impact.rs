//! The collision of spheres under a constant adhesion, without damping, by energy.

use std::f64::consts::PI;

use super::quadrature::integral;
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use super::{Oracle, Prediction};
use crate::contact::{Card, Normal};
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// DMT's elastic impact.
#[derive(Debug)]
pub struct DmtImpact;

const CARD: Card = Card {
    name: "dmt-impact",
    title: "The collision of spheres under a constant adhesion, without damping (DMT)",
    formula: "k = 4/3 E* sqrt(R*),  F_a = 2 pi w R*\n\
              2/5 k delta_max^(5/2) - F_a delta_max = m* V^2/2,  F_max = k delta_max^(3/2) - F_a\n\
              e = 1, never sticks;  t = 2 integral of d delta/v",
    symbols: &[("w", "work of adhesion of the pair", "J/m2"), ("F_a", "adhesion", "N")],
    holds: "exact for `dmt` without damping: made and broken at zero overlap, it gives back all energy",
    source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314; conservation of energy",
    known_as: &[],
};

impl Oracle for DmtImpact {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn predicts(&self) -> &'static [Observable] {
        &[
            Observable::Restitution,
            Observable::Sticks,
            Observable::MaxOverlap,
            Observable::MaxForce,
            Observable::TimeOfMaxOverlap,
            Observable::Duration,
        ]
    }

    fn predict(&self, scene: &Scene) -> Prediction {
        Prediction::from(predict(scene))
    }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Dmt(law) = &scene.contact.normal else { return Err("the normal law is not `dmt`".into()) };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    // The overlap in units of that at rest, delta = (F_a/k)^(2/3) q^2; energies in units of F_a delta.
    let (k, pull, v) = (4.0 / 3.0 * E * R.sqrt(), 2.0 * PI * law.work_of_adhesion * R, scene.speed);
    let length = (pull / k).powf(2.0 / 3.0);
    let kinetic = 0.5 * m * v * v / (pull * length);
    let energy = |q: f64| (0.4 * q.powi(5) - q * q - kinetic, 2.0 * q.powi(4) - 2.0 * q);
    let deepest = increasing_root(energy, 1.0, 3.0 + (5.0 * kinetic).powf(0.2));
    let divided = |q: f64| {
        let power = |n: i32| (0..n).map(|k| deepest.powi(k) * q.powi(n - 1 - k)).sum::<f64>();
        0.4 * power(5) - power(2)
    };
    let slope = |s: f64| {
        let q = deepest - s * s;
        2.0 * 2.0 * q / (2.0 * pull * length / m * divided(q)).sqrt()
    };
    let half = integral(|s, _| slope(s), deepest.sqrt());
    let half = Estimate::new(length * half.value, length * (half.uncertainty + 64.0 * f64::EPSILON * half.value));
    Ok(vec![
        (Observable::Restitution, Estimate::exact(1.0)),
        (Observable::Sticks, Estimate::new(0.0, 0.0)),
        (Observable::MaxOverlap, rounded(length * deepest * deepest, 32.0)),
        (Observable::MaxForce, rounded(pull * (deepest.powi(3) - 1.0), 64.0)),
        (Observable::TimeOfMaxOverlap, half),
        (Observable::Duration, Estimate::new(2.0 * half.value, 2.0 * half.uncertainty)),
    ])
}
