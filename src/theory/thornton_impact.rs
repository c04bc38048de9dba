//! Elastic, perfectly plastic spheres: Thornton's restitution, and what follows from the areas under his force.

use std::f64::consts::PI;

use super::quadrature::integral;
use super::scales::{Effective, rounded};
use super::{Oracle, YIELDING};
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// Thornton's impact.
pub static THORNTON_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "thornton-impact",
        title: "The collision of elastic, perfectly plastic spheres (Thornton)",
        formula: "delta_y = pi^2 p_y^2 R*/(4 E*^2),  F_y = pi^3 p_y^3 R*^2/(6 E*^2),  V_y = sqrt(4 F_y delta_y/(5 m*)),  x = V_y/V\n\
                  e = sqrt(6 sqrt(3)/5) sqrt(1 - x^2/6) (x/(x + 2 sqrt(6/5 - x^2/5)))^(1/4)  for V > V_y, else 1\n\
                  F_max^2 = F_y^2 + pi p_y R* m* (V^2 - V_y^2),  delta_max = delta_y + (F_max - F_y)/(pi p_y R*)\n\
                  t = integral to delta_y + sqrt(m*/s) arctan(sqrt(V^2 - V_y^2) sqrt(m* s)/F_y) + 1.47164 (delta_max - delta_p)/(e V),  s = pi p_y R*\n\
                  second impact, memory kept:  elastic up to the rebound energy of the first",
        symbols: &[
            ("p_y", "limiting contact pressure", "Pa"),
            ("V_y", "speed at which the bodies first yield", "m/s"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "exact for `thornton` without a dashpot",
        source: "Thornton 1997, J. Appl. Mech. 64, 383, eq. 27",
        known_as: &[],
    },
    YIELDING,
    |scene| predict(scene).into(),
);

/// `(2/5) B(2/5, 1/2)`: time of a Hertz spring from its largest overlap to zero, over that overlap and speed at zero.
const UNLOADS: f64 = 1.471_637_592_162_352_3;

/// The law for one pair.
struct Yields {
    m: f64,
    E: f64,
    R: f64,
    p: f64,
    delta_y: f64,
    F_y: f64,
    V_y: f64,
    /// `pi p_y R*`
    s: f64,
}

impl Yields {
    /// Force that is reached when `work` (J) is done from a place of the plastic line where the force is `from`, N.
    fn reaches(&self, from: f64, work: f64) -> f64 {
        (from * from + 2.0 * self.s * work).sqrt()
    }

    fn overlap(&self, F: f64) -> f64 {
        self.delta_y + (F - self.F_y) / self.s
    }

    /// `delta_max - delta_p = F_max^2/(...)`: the elastic part of the largest overlap, m.
    fn recovers(&self, F: f64) -> f64 {
        // 3 F/(4 E* sqrt(R_p)) with R_p = (4 E*/(3 F)) ((2 F + F_y)/(2 pi p_y))^(3/2).
        let area = (2.0 * F + self.F_y) / (2.0 * PI * self.p);
        let R_p = 4.0 * self.E / (3.0 * F) * area * area.sqrt();
        (0.75 * F / (self.E * R_p.sqrt())).powf(2.0 / 3.0)
    }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::Thornton(law) = &scene.contact.normal else { return Err("the normal law is not `thornton`".into()) };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let p = law.yield_pressure;
    let (delta_y, F_y) = (PI * PI * p * p * R / (4.0 * E * E), PI.powi(3) * p.powi(3) * R * R / (6.0 * E * E));
    let pair = Yields { m, E, R, p, delta_y, F_y, V_y: (0.8 * F_y * delta_y / m).sqrt(), s: PI * p * R };
    match scene.before.filter(|before| *before > pair.V_y) {
        Some(before) => Ok(second(&pair, before, scene.speed)),
        None => Ok(first(&pair, scene.speed)),
    }
}

fn values(pair: &Yields, v: f64, e: f64, deepest: f64, F: f64, residual: f64) -> Vec<(Observable, Estimate)> {
    let energy = 0.5 * pair.m * v * v;
    vec![
        (Observable::Restitution, rounded(e, 32.0)),
        (Observable::Sticks, Estimate::new(0.0, 0.0)),
        (Observable::MaxOverlap, rounded(deepest, 64.0)),
        (Observable::MaxForce, rounded(F, 64.0)),
        (Observable::ResidualOverlap, Estimate::new(residual, 64.0 * f64::EPSILON * deepest)),
        (Observable::EnergyPlastic, Estimate::new(energy * (1.0 - e) * (1.0 + e), 64.0 * f64::EPSILON * energy)),
    ]
}

fn first(pair: &Yields, v: f64) -> Vec<(Observable, Estimate)> {
    let Yields { m, E, R, F_y, V_y, s, .. } = *pair;
    // A Hertz contact of this speed would reach this overlap; in parts of it, z = q^2 with q = 1 - u^2.
    let hertz = (15.0 * m * v * v / (16.0 * E * R.sqrt())).powf(0.4);
    let slope = |u: f64| {
        let q = 1.0 - u * u;
        4.0 * q / (1.0 + q * (1.0 + q * (1.0 + q * (1.0 + q)))).sqrt()
    };
    let until = |u: f64| integral(|s, _| slope(s), u);
    let whole = until(1.0);
    if v <= V_y {
        let mut list = values(pair, v, 1.0, hertz, 4.0 / 3.0 * E * R.sqrt() * hertz.powf(1.5), 0.0);
        let half = Estimate::new(hertz / v * whole.value, hertz / v * (whole.uncertainty + 64.0 * f64::EPSILON));
        list.push((Observable::TimeOfMaxOverlap, half));
        list.push((Observable::Duration, Estimate::new(2.0 * half.value, 2.0 * half.uncertainty)));
        return list;
    }
    let x = V_y / v;
    let e = (1.2 * 3.0_f64.sqrt()).sqrt()
        * (1.0 - x * x / 6.0).sqrt()
        * (x / (x + 2.0 * (1.2 - x * x / 5.0).sqrt())).powf(0.25);
    let quick = ((v - V_y) * (v + V_y)).sqrt();
    let F = pair.reaches(F_y, 0.5 * m * quick * quick);
    let (deepest, elastic) = (pair.overlap(F), pair.recovers(F));
    let mut list = values(pair, v, e, deepest, F, deepest - elastic);
    let rest = until((1.0 - x.powf(0.4)).sqrt());
    let approach = hertz / v * (whole.value - rest.value) + (m / s).sqrt() * (quick * (m * s).sqrt() / F_y).atan();
    let doubt = hertz / v * (whole.uncertainty + rest.uncertainty) + 64.0 * f64::EPSILON * approach;
    let duration = approach + UNLOADS * elastic / (e * v);
    list.push((Observable::TimeOfMaxOverlap, Estimate::new(approach, doubt)));
    list.push((Observable::Duration, Estimate::new(duration, doubt + 64.0 * f64::EPSILON * duration)));
    list
}

/// After an impact that has yielded: its contact reloads along the line of its unloading.
fn second(pair: &Yields, before: f64, v: f64) -> Vec<(Observable, Estimate)> {
    let work = 0.5 * pair.m * (before - pair.V_y) * (before + pair.V_y);
    let F_1 = pair.reaches(pair.F_y, work);
    let (overlap, elastic) = (pair.overlap(F_1), pair.recovers(F_1));
    let (back, energy) = (0.4 * F_1 * elastic, 0.5 * pair.m * v * v);
    if energy <= back {
        let part = (energy / back).powf(0.4);
        let residual = overlap - elastic;
        return values(pair, v, 1.0, residual + part * elastic, F_1 * part.powf(1.5), residual);
    }
    let F = pair.reaches(F_1, energy - back);
    let (deepest, elastic) = (pair.overlap(F), pair.recovers(F));
    values(pair, v, (0.4 * F * elastic / energy).sqrt(), deepest, F, deepest - elastic)
}
