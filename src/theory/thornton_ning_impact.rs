//! The collision of adhesive elastic, perfectly plastic spheres, by energy.

use std::f64::consts::PI;

use super::Oracle;
use super::powers::{Powers, time_from_rest};
use super::quadrature::integral;
use super::scales::{Effective, rounded};
use super::special::increasing_root;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::normal::BreaksAt;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// Thornton and Ning's impact.
pub static THORNTON_NING_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "thornton-ning-impact",
        title: "The collision of adhesive elastic, perfectly plastic spheres (Thornton and Ning)",
        formula: "U: integral of F d delta, a polynomial in sqrt(a) on each branch of `thornton-ning`\n\
                  a_max from U_JKR(a_y) + U_plastic(a_max) = m* V^2/2,  then R_p and F_max\n\
                  m* (e V)^2/2 = U_p(a_max) - U_p(end),  U_p: JKR with R_p; the bodies stick where that is not above 0\n\
                  lost to plasticity: m* V^2/2 - U_p(a_max) + U_p(zero overlap of R_p);  to adhesion: W = U_p(end) - U_p(zero overlap)\n\
                  t = integral of d delta/v\n\
                  second impact: JKR with R_p up to the a_max of the first impact, plastic beyond",
        symbols: &[
            ("a", "contact radius", "m"),
            ("a_y", "contact radius at first yield", "m"),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("W", "energy lost to adhesion, 7.09220 (w^5 R_p^4/E*^2)^(1/3) at the smallest overlap", "J"),
        ],
        holds: "exact for `thornton-ning`; the published e^2 = e_plastic^2 - (V_s/V)^2 neglects that W is proportional to R_p^(4/3)",
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

/// Two spheres: `F = A q^4 - B q + c` while they yield.
struct Spheres {
    E: f64,
    R: f64,
    s: f64,
    /// `q` at first yield.
    yields: f64,
    line: [f64; 3],
    /// The energy along that line.
    plastic: Powers,
}

/// The JKR contact on which bodies meet: its radius, and the `q` from which on it yields.
#[derive(Clone, Copy)]
struct Meets {
    R: f64,
    top: f64,
}

/// Where the bodies turn round.
struct Turned {
    deepest: f64,
    force: f64,
    yielded: bool,
    /// Radius of the contact on which they part.
    R_p: f64,
}

impl Spheres {
    fn new([E, R, s, p]: [f64; 4]) -> Self {
        // The pressure in the middle of a JKR contact, E*/pi (2 a/R* - s/sqrt(a)), times pi sqrt(a)/E*.
        let far = (0.5 * PI * p * R / E).sqrt() + (s * R).cbrt();
        let pressure = |q: f64| (2.0 * q.powi(3) / R - s - PI * p / E * q, 6.0 * q * q / R - PI * p / E);
        let yields =
            increasing_root(|q| if q * q < 0.5 * PI * p * R / E { (-1.0, 1.0) } else { pressure(q) }, 0.0, far);
        let (A, B) = (PI * p, 2.0 * E * s * yields * yields);
        let mut spheres = Self { E, R, s, yields, line: [A, B, 0.0], plastic: Powers(Vec::new()) };
        let c = spheres.force(yields, R) - A * yields.powi(4) + B * yields;
        spheres.line[2] = c;
        spheres.plastic =
            Powers(vec![(0.5 * A / R, 8), (-0.2 * A * s - 0.8 * B / R, 5), (0.5 * B * s, 2), (c / R, 4), (-c * s, 1)]);
        spheres
    }

    fn force(&self, q: f64, R: f64) -> f64 {
        2.0 * self.E * q.powi(3) * (2.0 * q.powi(3) / (3.0 * R) - self.s)
    }

    /// `q` where a JKR contact is made: `a^3 = 2 pi w R^2/E*`.
    fn made(&self, R: f64) -> f64 {
        (self.s * R).cbrt()
    }

    /// `q` where a JKR contact ends: `a^3 = part 2 pi w R^2/E*`.
    fn end(&self, breaks_at: BreaksAt, R: f64) -> f64 {
        let part = match breaks_at {
            BreaksAt::Displacement => 0.25_f64.cbrt(),
            BreaksAt::Force => 0.75_f64.cbrt(),
            BreaksAt::ZeroOverlap => 1.0,
        };
        part * self.made(R)
    }

    fn jkr(&self, R: f64) -> Powers {
        jkr(self.E, R, self.s)
    }

    /// delta_p of a contact that was flattened at `top`, m.
    fn residual(&self, Meets { R, top }: Meets) -> f64 {
        if R == self.R { 0.0 } else { top.powi(4) * (1.0 / self.R - 1.0 / R) }
    }

    fn turned(&self, Meets { R, top }: Meets, kinetic: f64) -> Turned {
        let (meets, made, rest) = (self.jkr(R), self.made(R), (1.5 * self.s * R).cbrt());
        let to_yield = meets.rise(made, top);
        let yielded = kinetic > to_yield;
        // Deeper than at rest, where q^3 = 3 s R/2, the energy rises.
        let (curve, from, left) = if yielded {
            (&self.plastic, top, kinetic - to_yield)
        } else {
            (&meets, rest, kinetic - meets.rise(made, rest))
        };
        let mut beyond = 2.0 * from;
        while curve.rise(from, beyond) < left {
            beyond *= 2.0;
        }
        let deepest = increasing_root(|q| (curve.rise(from, q) - left, curve.slope(q)), from, beyond);
        if !yielded {
            return Turned { deepest, force: self.force(deepest, R), yielded, R_p: R };
        }
        let ([A, B, c], q3) = (self.line, deepest.powi(3));
        let force = A * deepest.powi(4) - B * deepest + c;
        let R_p = 4.0 * self.E * q3 * q3 / (3.0 * (force + 2.0 * self.E * self.s * q3));
        Turned { deepest, force, yielded, R_p }
    }

    /// The contact on which spheres meet again that an impact of this energy has parted.
    fn again(&self, breaks_at: BreaksAt, kinetic: f64) -> Result<Meets, String> {
        let fresh = Meets { R: self.R, top: self.yields };
        let Turned { deepest, yielded, R_p, .. } = self.turned(fresh, kinetic);
        if self.jkr(R_p).rise(self.end(breaks_at, R_p), deepest) <= 0.0 {
            return Err("the bodies stick in the first impact".into());
        }
        Ok(if yielded { Meets { R: R_p, top: deepest } } else { fresh })
    }

    /// Time from first touch to the largest overlap.
    fn approach(&self, m: f64, meets: Meets, turned: &Turned) -> Estimate {
        let (curve, made, deepest) = (self.jkr(meets.R), self.made(meets.R), turned.deepest);
        let rate = |q: f64, R: f64| 4.0 * q.powi(3) / R - self.s;
        if !turned.yielded {
            return time_from_rest(&curve, |q| rate(q, meets.R), m, deepest, made);
        }
        let yielding = time_from_rest(&self.plastic, |q| rate(q, self.R), m, deepest, meets.top);
        // What is left to go where it yields goes on top of the energy up to there.
        let rest = self.plastic.rise(meets.top, deepest);
        let slope = |q: f64, to_yield: f64| {
            rate(q, meets.R) / (2.0 / m * (rest + to_yield * curve.divided(meets.top, q))).sqrt()
        };
        let loading = integral(|from, to| slope(made + from, to), meets.top - made);
        let value = yielding.value + loading.value;
        Estimate::new(value, yielding.uncertainty + loading.uncertainty + 64.0 * f64::EPSILON * value)
    }
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let Normal::ThorntonNing(law) = &scene.contact.normal else {
        return Err("the normal law is not `thornton-ning`".into());
    };
    let Effective { m_star: m, R_star: R, E_star } = Effective::undamped(scene)?;
    let E = E_star.ok_or("the bodies have no effective modulus E*")?;
    let w = law.work_of_adhesion;
    let spheres = Spheres::new([E, R, (2.0 * PI * w / E).sqrt(), law.yield_pressure]);
    let energy = |v: f64| 0.5 * m * v * v;
    let meets = match scene.before {
        Some(before) => spheres.again(law.breaks_at, energy(before))?,
        None => Meets { R, top: spheres.yields },
    };
    let kinetic = energy(scene.speed);
    let turned = spheres.turned(meets, kinetic);
    let (deepest, R_p) = (turned.deepest, turned.R_p);
    let parts = if turned.yielded { Meets { R: R_p, top: deepest } } else { meets };
    let residual = spheres.residual(parts);
    let overlap = if turned.yielded {
        deepest * (deepest.powi(3) / R - spheres.s)
    } else {
        deepest * (deepest.powi(3) / R_p - spheres.s) + residual
    };
    let back = spheres.jkr(R_p);
    let [made, end] = [spheres.made(R_p), spheres.end(law.breaks_at, R_p)];
    let line = if turned.yielded { spheres.plastic.size(deepest) } else { 0.0 };
    let sizes = spheres.jkr(meets.R).size(meets.top.min(deepest)) + line + back.size(deepest);
    let known = 16.0 * f64::EPSILON * (kinetic + sizes);
    let after = back.rise(end, deepest);
    let e = (after.max(0.0) / kinetic).sqrt();
    let sticks = after <= 0.0;
    let doubt = if sticks { 0.0 } else { known / (2.0 * kinetic * e) + 8.0 * f64::EPSILON };
    let approach = spheres.approach(m, meets, &turned);
    let mut values = vec![
        (Observable::Restitution, Estimate::new(e, doubt)),
        (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
        (Observable::MaxOverlap, rounded(overlap, 128.0)),
        (Observable::MaxForce, rounded(turned.force, 256.0)),
        (Observable::TimeOfMaxOverlap, approach),
    ];
    if !sticks {
        let apart = time_from_rest(&back, |q| 4.0 * q.powi(3) / R_p - spheres.s, m, deepest, end);
        let duration = approach.value + apart.value;
        let doubt = approach.uncertainty + apart.uncertainty + 64.0 * f64::EPSILON * duration;
        values.extend([
            (Observable::Duration, Estimate::new(duration, doubt)),
            (Observable::PullOffForce, pull_off(law.breaks_at, w, R_p)),
            (Observable::ResidualOverlap, Estimate::new(residual, 64.0 * f64::EPSILON * overlap)),
            (Observable::EnergyPlastic, Estimate::new(kinetic - back.rise(made, deepest), known)),
            (Observable::EnergyAdhesive, Estimate::new(back.rise(made, end), known)),
        ]);
    }
    Ok(values)
}

/// The largest tension, passed on the way out unless the contact ends before: there it is 8/9 of it.
fn pull_off(breaks_at: BreaksAt, w: f64, R: f64) -> Estimate {
    let part = if breaks_at == BreaksAt::ZeroOverlap { 8.0 / 9.0 } else { 1.0 };
    rounded(part * 1.5 * PI * w * R, 256.0)
}
