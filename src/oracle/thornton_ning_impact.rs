//! The collision of adhesive elastic, perfectly plastic spheres, by energy.

use std::f64::consts::PI;

use super::Oracle;
use super::powers::{Powers, time_from_rest};
use super::quadrature::integral;
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use crate::contact::normal::BreaksAt;
use crate::contact::{Card, Normal};
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;

/// Thornton and Ning's impact.
pub static THORNTON_NING_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "thornton-ning-impact",
        title: "The collision of adhesive elastic, perfectly plastic spheres (Thornton and Ning)",
        formula: "U: integral of F d delta, a polynomial in sqrt(a) on each branch of `thornton-ning`\n\
                  a_max from U_JKR(a_y) + U_plastic(a_max) = m* V^2/2,  then R_p and F_max\n\
                  m* (e V)^2/2 = U_p(a_max) - U_p(end),  U_p: JKR with R_p; sticks where that is not above 0\n\
                  lost to plasticity: m* V^2/2 - U_p(a_max) + U_p(zero overlap of R_p);  to adhesion: W = U_p(end) - U_p(zero overlap)\n\
                  t = integral of d delta/v",
        symbols: &[
            ("a", "contact radius", "m"),
            ("a_y", "contact radius at first yield", "m"),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("W", "energy lost to adhesion, 7.09220 (w^5 R_p^4/E*^2)^(1/3) at the smallest overlap", "J"),
        ],
        holds: "exact for `thornton-ning`; e^2 = e_plastic^2 - (V_s/V)^2, in print, leaves out that W goes as R_p^(4/3)",
        source: "Thornton & Ning 1998, Powder Technology 99, 154; conservation of energy",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Sticks,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::PullOffForce,
        Observable::ResidualOverlap,
        Observable::EnergyPlastic,
        Observable::EnergyAdhesive,
        Observable::TimeOfMaxOverlap,
        Observable::Duration,
    ],
    |scene| predict(scene).into(),
);

/// The energy of JKR: `F = 4 E* q^6/(3 R) - 2 E* s q^3`, `delta = q^4/R - s q`.
fn jkr(E: f64, R: f64, s: f64) -> Powers {
    Powers(vec![(8.0 * E / (15.0 * R * R), 10), (-4.0 * E * s / (3.0 * R), 7), (0.5 * E * s * s, 4)])
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::ThorntonNing(law) = &scene.contact.normal else {
        return Err("the normal law is not `thornton-ning`".into());
    };
    if scene.before.is_some() {
        return Err("the contact is flattened by an earlier impact".into());
    }
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let (w, p, v) = (law.work_of_adhesion, law.yield_pressure, scene.speed);
    let (s, kinetic) = ((2.0 * PI * w / E).sqrt(), 0.5 * m * v * v);
    let made = |R: f64| (s * R).cbrt();
    // The pressure in the middle of a JKR contact, E*/pi (2 a/R* - s/sqrt(a)), times pi sqrt(a)/E*.
    let far = (0.5 * PI * p * R / E).sqrt() + (s * R).cbrt();
    let pressure = |q: f64| (2.0 * q.powi(3) / R - s - PI * p / E * q, 6.0 * q * q / R - PI * p / E);
    let yields = increasing_root(|q| if q * q < 0.5 * PI * p * R / E { (-1.0, 1.0) } else { pressure(q) }, 0.0, far);
    let first = jkr(E, R, s);
    let force = |q: f64, R: f64| 2.0 * E * q.powi(3) * (2.0 * q.powi(3) / (3.0 * R) - s);
    let (A, B) = (PI * p, 2.0 * E * s * yields * yields);
    let c = force(yields, R) - A * yields.powi(4) + B * yields;
    let plastic =
        Powers(vec![(0.5 * A / R, 8), (-0.2 * A * s - 0.8 * B / R, 5), (0.5 * B * s, 2), (c / R, 4), (-c * s, 1)]);
    let to_yield = first.rise(made(R), yields);
    let elastic = kinetic <= to_yield;
    // Deeper than at rest, where q^3 = 3 s R/2, the energy rises.
    let (curve, from, left) = if elastic {
        (&first, (1.5 * s * R).cbrt(), kinetic - first.rise(made(R), (1.5 * s * R).cbrt()))
    } else {
        (&plastic, yields, kinetic - to_yield)
    };
    let mut beyond = 2.0 * from;
    while curve.rise(from, beyond) < left {
        beyond *= 2.0;
    }
    let deepest = increasing_root(|q| (curve.rise(from, q) - left, curve.slope(q)), from, beyond);
    let largest = if elastic { force(deepest, R) } else { A * deepest.powi(4) - B * deepest + c };
    let q3 = deepest.powi(3);
    let R_p = if elastic { R } else { 4.0 * E * q3 * q3 / (3.0 * (largest + 2.0 * E * s * q3)) };
    let back = jkr(E, R_p, s);
    // a^3 = part w R_p^2/E*.
    let end = match law.breaks_at {
        BreaksAt::Displacement => 0.25_f64.cbrt(),
        BreaksAt::Force => 0.75_f64.cbrt(),
        BreaksAt::ZeroOverlap => 1.0,
    } * made(R_p);
    let overlap = deepest * (q3 / R - s);
    let known =
        16.0 * f64::EPSILON * (kinetic + back.size(deepest) + first.size(yields.min(deepest)) + curve.size(deepest));
    let after = back.rise(end, deepest);
    let e = (after.max(0.0) / kinetic).sqrt();
    let sticks = after <= 0.0;
    let doubt = if sticks { 0.0 } else { known / (2.0 * kinetic * e) + 8.0 * f64::EPSILON };
    let mut values = vec![
        (Observable::Restitution, Estimate::new(e, doubt)),
        (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
        (Observable::MaxOverlap, rounded(overlap, 128.0)),
        (Observable::MaxForce, rounded(largest, 256.0)),
    ];
    let approach = approach([R, s, m], &first, &plastic, [made(R), yields, deepest], elastic);
    values.push((Observable::TimeOfMaxOverlap, approach));
    if !sticks {
        let apart = time_from_rest(&back, |q| 4.0 * q.powi(3) / R_p - s, m, deepest, end);
        let duration = approach.value + apart.value;
        let doubt = approach.uncertainty + apart.uncertainty + 64.0 * f64::EPSILON * duration;
        let adhesive = back.rise(made(R_p), end);
        let energy = |value: f64| Estimate::new(value, known);
        values.extend([
            (Observable::Duration, Estimate::new(duration, doubt)),
            (Observable::PullOffForce, pull_off(law.breaks_at, w, R_p)),
            (
                Observable::ResidualOverlap,
                Estimate::new(deepest.powi(4) * (1.0 / R - 1.0 / R_p), 64.0 * f64::EPSILON * overlap),
            ),
            (Observable::EnergyPlastic, energy(kinetic - back.rise(made(R_p), deepest))),
            (Observable::EnergyAdhesive, energy(adhesive)),
        ]);
    }
    Ok(values)
}

/// The largest tension, passed on the way out unless the contact ends before: there it is 8/9 of it.
fn pull_off(breaks_at: BreaksAt, w: f64, R: f64) -> Estimate {
    let part = if breaks_at == BreaksAt::ZeroOverlap { 8.0 / 9.0 } else { 1.0 };
    rounded(part * 1.5 * PI * w * R, 256.0)
}

/// Time from first touch to the largest overlap.
fn approach(
    [R, s, m]: [f64; 3],
    first: &Powers,
    plastic: &Powers,
    [made, yields, deepest]: [f64; 3],
    elastic: bool,
) -> Estimate {
    let rate = |q: f64| 4.0 * q.powi(3) / R - s;
    if elastic {
        return time_from_rest(first, rate, m, deepest, made);
    }
    let yielding = time_from_rest(plastic, rate, m, deepest, yields);
    // What is left to go at first yield goes on top of the energy up to there.
    let rest = plastic.rise(yields, deepest);
    let slope = |q: f64, to_yield: f64| rate(q) / (2.0 / m * (rest + to_yield * first.divided(yields, q))).sqrt();
    let loading = integral(|from, to| slope(made + from, to), yields - made);
    let value = yielding.value + loading.value;
    Estimate::new(value, yielding.uncertainty + loading.uncertainty + 64.0 * f64::EPSILON * value)
}
