//! Undamped collisions of spheres that attract each other, by energy: without hysteresis, JKR, and JKR that yields.

use std::f64::consts::PI;

use super::numerics::{Powers, increasing_root, integral, time_from_rest};
use super::scales::{Effective, rounded};
use super::{Oracle, Values};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::law::normal::{BreaksAt, OverlapArea};
use crate::law::scene::{Body, Scene};
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
                  sjkr with the lens: B delta - C delta^2, C = pi k_c at a wall, pi k_c/4 of like spheres; largest at\n\
                  sqrt(delta) = (sqrt((3k/2)^2 + 8 B C) - 3k/2)/(4C)\n\
                  e = 1, the bodies never stick;  t = 2 integral of d delta/v",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("k_c", "cohesion energy density", "J/m3"),
            ("B, b", "attraction B delta^b", "N/m^b, -"),
        ],
        holds: "exact for `dmt`, `sjkr` and `jkr-hertz-radius` without damping, the lens of unlike spheres excepted: all energy is returned",
        source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314; conservation of energy",
        known_as: &[],
    },
    LOSSLESS,
    attracted,
);

/// The observables of an adhesive contact without loss.
pub(super) const LOSSLESS: &[Observable] = &[
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
pub(super) fn lossless([pull, overlap, force]: [f64; 3], half: Estimate, unit: f64) -> Vec<(Observable, Estimate)> {
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

/// An attraction `B delta^b - C delta^2`, N.
struct Attraction {
    B: f64,
    b: f64,
    /// The power of `q` in `delta^(b+1)` where `delta ~ q^4`.
    n: i32,
    /// N/m2
    C: f64,
    /// The largest attraction, N.
    pull: f64,
}

/// `C/(pi k_c)` of a lens: 1 at a wall, 1/4 of like spheres.
fn lens(scene: &Scene) -> Result<f64, String> {
    let radii: Vec<f64> = scene.bodies.iter().filter(|body| !body.is_wall()).map(Body::radius).collect();
    match radii[..] {
        [_] => Ok(1.0),
        [one, other] if one == other => Ok(0.25),
        _ => Err("the area of the lens of unlike spheres is no polynomial of the overlap".into()),
    }
}

fn attraction(scene: &Scene, E: f64, R: f64) -> Result<Attraction, String> {
    let k = 4.0 / 3.0 * E * R.sqrt();
    match &scene.contact.normal {
        Normal::Dmt(law) => {
            let B = 2.0 * PI * law.work_of_adhesion * R;
            Ok(Attraction { B, b: 0.0, n: 4, C: 0.0, pull: B })
        }
        Normal::JkrHertzRadius(law) => {
            let w = law.work_of_adhesion;
            let B = (8.0 * PI * w * E).sqrt() * libm::pow(R, 0.75);
            Ok(Attraction { B, b: 0.75, n: 7, C: 0.0, pull: 1.5 * PI * w * R })
        }
        Normal::Sjkr(law) => {
            let B = 2.0 * PI * R * law.cohesion_energy_density;
            let first = Attraction { B, b: 1.0, n: 8, C: 0.0, pull: 4.0 / 27.0 * B.powi(3) / (k * k) };
            if law.area == OverlapArea::FirstOrder {
                return Ok(first);
            }
            let C = PI * law.cohesion_energy_density * lens(scene)?;
            if C * (B / k).powi(2) > 0.3 * B {
                return Err("the overlap at rest is not small against the radius".into());
            }
            // The root of B - 2 C x^2 - 3/2 k x, without the difference of near numbers.
            let x = 2.0 * B / (1.5 * k + ((1.5 * k).powi(2) + 8.0 * B * C).sqrt());
            Ok(Attraction { C, pull: x * x * (B - C * x * x - k * x), ..first })
        }
        _ => Err("the normal law is none of `dmt`, `sjkr` and `jkr-hertz-radius`".into()),
    }
}

pub(super) fn attracted(scene: &Scene) -> Values {
    let [m, R, E] = Effective::undamped_elastic(scene)?;
    let Attraction { B, b, n, C, pull } = attraction(scene, E, R)?;
    // The overlap in units of that at rest, delta = (B/k)^(1/(3/2 - b)) q^4; energies in units of F delta of either part there.
    let (k, v) = (4.0 / 3.0 * E * R.sqrt(), scene.speed);
    let length = libm::pow(B / k, 1.0 / (1.5 - b));
    let force = k * libm::pow(length, 1.5);
    let kinetic = 0.5 * m * v * v / (force * length);
    let (part, second) = (1.0 / (b + 1.0), C * length * length / force);
    let mut terms = vec![(0.4, 10), (-part, n)];
    if second > 0.0 {
        terms.push((second / 3.0, 12));
    }
    let energy = Powers(terms);
    let deepest = energy.reached(1.0, kinetic - energy.rise(0.0, 1.0));
    let half = time_from_rest(&energy, |q| 4.0 * q.powi(3), m / (force * length), deepest, 0.0);
    let force = force * (deepest.powi(6) - deepest.powi(n - 4) + second * deepest.powi(8));
    Ok(lossless([pull, length * deepest.powi(4), force], half, length))
}

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
    LOSSLESS,
    popov,
);

/// `(b^8 - a^8)/(b^3 - a^3)` of cube roots `a`, `b`: what `x^(8/3)` rises by, over `x`.
fn divided(a: f64, b: f64) -> f64 {
    let power = |n: i32| (0..n).map(|k| a.powi(k) * b.powi(n - 1 - k)).sum::<f64>();
    power(8) / power(3)
}

fn popov(scene: &Scene) -> Values {
    let Normal::PopovJkr(law) = &scene.contact.normal else { return Err("the normal law is not `popov-jkr`".into()) };
    let [m, R, E] = Effective::undamped_elastic(scene)?;
    let (w, v) = (law.work_of_adhesion, scene.speed);
    let F_a = 1.5 * PI * w * R;
    let s = libm::cbrt(0.4626 * (w / E).powi(2) * R);
    // Overlaps in units of s, energies in units of F_a s.
    let kinetic = 0.5 * m * v * v / (F_a * s);
    let energy = |d: f64| d * (0.045 * divided(1.0, libm::cbrt(1.0 + d)) - 1.0);
    let force = |d: f64| 0.12 * (1.0 + d) * libm::cbrt(1.0 + d).powi(2) - 1.0;
    let rest = libm::pow(0.12_f64, -0.6) - 1.0;
    let mut far = 2.0 * rest;
    while energy(far) < kinetic {
        far *= 2.0;
    }
    let deepest = increasing_root(|d| (energy(d) - kinetic, force(d)), rest, far);
    // At deepest - u^2 the speed is u sqrt(2 (U_max - U)/u^2/m*).
    let top = libm::cbrt(1.0 + deepest);
    let slope = |u: f64| 2.0 / (2.0 * (0.045 * divided(libm::cbrt(1.0 + deepest - u * u), top) - 1.0)).sqrt();
    let half = integral(|u, _| slope(u), deepest.sqrt());
    Ok(lossless([0.88 * F_a, s * deepest, F_a * force(deepest)], half, (m * s / F_a).sqrt()))
}

/// JKR's elastic impact: energies are elementary, times one integral.
pub static JKR_IMPACT: Oracle = Oracle::of_impacts(
    Card {
        name: "jkr-impact",
        title: "The collision of adhesive spheres without damping (JKR)",
        formula: "with y = sqrt(a/a_c),  a_c^3 = pi w R*^2/(8 E*):\n\
                  delta = (a_c^2/R*) (y^4 - 4 y),  U = (8 E* a_c^5/(3 R*^2)) (y^10/5 - 2 y^7 + 3 y^4)\n\
                  W = U(end) - U(2^(2/3)),  end: y = 1 displacement, 3^(1/3) force, 2^(2/3) zero-overlap\n\
                  V_s = sqrt(2 W/m*),  e = sqrt(1 - (V_s/V)^2) above V_s, sticks at or below it\n\
                  delta_max from U = m* V^2/2,  t = integral of d delta/v",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("a", "contact radius", "m"),
            ("W", "energy lost in every collision", "J"),
            ("V_s", "largest speed at which the bodies stick", "m/s"),
        ],
        holds: "exact for `jkr` without damping; W = 7.09220 (w^5 R*^4/E*^2)^(1/3) where the contact breaks at the smallest overlap",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301; Johnson & Pollock 1994, J. Adhes. Sci. Technol. 8, 1323",
        known_as: &[],
    },
    &[
        Observable::Restitution,
        Observable::Sticks,
        Observable::StickingSpeed,
        Observable::PullOffForce,
        Observable::EnergyAdhesive,
        Observable::MaxOverlap,
        Observable::MaxForce,
        Observable::TimeOfMaxOverlap,
        Observable::Duration,
    ],
    jkr,
);

pub(super) fn jkr(scene: &Scene) -> Values {
    let Normal::Jkr(law) = &scene.contact.normal else { return Err("the normal law is not `jkr`".into()) };
    let [m, R, E] = Effective::undamped_elastic(scene)?;
    let spheres = Spheres::elastic([E, R, law.work_of_adhesion]);
    let lost = spheres.jkr(R).rise(spheres.made(R), spheres.end(law.breaks_at, R));
    let mut values = spheres.impact(scene, m, law.breaks_at)?;
    values.push((Observable::StickingSpeed, rounded((2.0 * lost / m).sqrt(), 64.0)));
    values.retain(|(observable, _)| JKR_IMPACT.predicts.contains(observable));
    Ok(values)
}

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
    thornton_ning,
);

fn thornton_ning(scene: &Scene) -> Values {
    let Normal::ThorntonNing(law) = &scene.contact.normal else {
        return Err("the normal law is not `thornton-ning`".into());
    };
    let [m, R, E] = Effective::undamped_elastic(scene)?;
    Spheres::yielding([E, R, law.work_of_adhesion], law.yield_pressure).impact(scene, m, law.breaks_at)
}

/// Two spheres in contact over the radius `a = q^2`: JKR, and `F = A q^4 - B q + c` while they yield.
pub(super) struct Spheres {
    E: f64,
    R: f64,
    w: f64,
    /// `sqrt(2 pi w/E*)`
    s: f64,
    /// `q` at first yield; infinite of spheres that never do.
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
    /// Of `E*`, `R*` and work of adhesion; they never yield.
    fn elastic([E, R, w]: [f64; 3]) -> Self {
        let s = (2.0 * PI * w / E).sqrt();
        Self { E, R, w, s, yields: f64::INFINITY, line: [0.0; 3], plastic: Powers(Vec::new()) }
    }

    /// That yield where the pressure in the middle reaches `p`.
    pub(super) fn yielding(moduli: [f64; 3], p: f64) -> Self {
        let elastic = Self::elastic(moduli);
        let Self { E, R, s, .. } = elastic;
        // The pressure in the middle of a JKR contact, E*/pi (2 a/R* - s/sqrt(a)), times pi sqrt(a)/E*.
        let far = (0.5 * PI * p * R / E).sqrt() + libm::cbrt(s * R);
        let pressure = |q: f64| (2.0 * q.powi(3) / R - s - PI * p / E * q, 6.0 * q * q / R - PI * p / E);
        let yields =
            increasing_root(|q| if q * q < 0.5 * PI * p * R / E { (-1.0, 1.0) } else { pressure(q) }, 0.0, far);
        let (A, B) = (PI * p, 2.0 * E * s * yields * yields);
        let c = elastic.force(yields, R) - A * yields.powi(4) + B * yields;
        let plastic =
            Powers(vec![(0.5 * A / R, 8), (-0.2 * A * s - 0.8 * B / R, 5), (0.5 * B * s, 2), (c / R, 4), (-c * s, 1)]);
        Self { yields, line: [A, B, c], plastic, ..elastic }
    }

    fn force(&self, q: f64, R: f64) -> f64 {
        2.0 * self.E * q.powi(3) * (2.0 * q.powi(3) / (3.0 * R) - self.s)
    }

    /// `q` where a JKR contact is made: `a^3 = 2 pi w R^2/E*`.
    fn made(&self, R: f64) -> f64 {
        libm::cbrt(self.s * R)
    }

    /// `q` where a JKR contact ends: `a^3 = part 2 pi w R^2/E*`.
    fn end(&self, breaks_at: BreaksAt, R: f64) -> f64 {
        let part = match breaks_at {
            BreaksAt::Displacement => libm::cbrt(0.25_f64),
            BreaksAt::Force => libm::cbrt(0.75_f64),
            BreaksAt::ZeroOverlap => 1.0,
        };
        part * self.made(R)
    }

    /// The energy of JKR: `F = 4 E* q^6/(3 R) - 2 E* s q^3`, `delta = q^4/R - s q`.
    fn jkr(&self, R: f64) -> Powers {
        let Self { E, s, .. } = *self;
        Powers(vec![(8.0 * E / (15.0 * R * R), 10), (-4.0 * E * s / (3.0 * R), 7), (0.5 * E * s * s, 4)])
    }

    /// delta_p of a contact that was flattened at `top`, m.
    fn residual(&self, Meets { R, top }: Meets) -> f64 {
        if R == self.R { 0.0 } else { top.powi(4) * (1.0 / self.R - 1.0 / R) }
    }

    fn turned(&self, Meets { R, top }: Meets, kinetic: f64) -> Turned {
        let (meets, made, rest) = (self.jkr(R), self.made(R), libm::cbrt(1.5 * self.s * R));
        let to_yield = if top.is_finite() { meets.rise(made, top) } else { f64::INFINITY };
        if kinetic <= to_yield {
            // Deeper than at rest, where q^3 = 3 s R/2, the energy rises.
            let deepest = meets.reached(rest, kinetic - meets.rise(made, rest));
            return Turned { deepest, force: self.force(deepest, R), yielded: false, R_p: R };
        }
        let deepest = self.plastic.reached(top, kinetic - to_yield);
        let ([A, B, c], q3) = (self.line, deepest.powi(3));
        let force = A * deepest.powi(4) - B * deepest + c;
        let R_p = 4.0 * self.E * q3 * q3 / (3.0 * (force + 2.0 * self.E * self.s * q3));
        Turned { deepest, force, yielded: true, R_p }
    }

    /// The contact on which spheres meet that an impact of the energy `before` has parted.
    fn meets(&self, breaks_at: BreaksAt, before: Option<f64>) -> Result<Meets, String> {
        let fresh = Meets { R: self.R, top: self.yields };
        let Some(before) = before else { return Ok(fresh) };
        let Turned { deepest, yielded, R_p, .. } = self.turned(fresh, before);
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

    /// The impact of a scene with the effective mass `m`.
    pub(super) fn impact(&self, scene: &Scene, m: f64, breaks_at: BreaksAt) -> Values {
        let energy = |v: f64| 0.5 * m * v * v;
        let before = scene.before.filter(|_| self.yields.is_finite()).map(energy);
        let (kinetic, meets) = (energy(scene.speed), self.meets(breaks_at, before)?);
        let turned = self.turned(meets, kinetic);
        let Turned { deepest, yielded, R_p, .. } = turned;
        let back = self.jkr(R_p);
        let [made, end] = [self.made(R_p), self.end(breaks_at, R_p)];
        let lost = back.rise(made, end);
        // Where nothing yields the loss alone tells the energy after, however deep the bodies were.
        let (flat, after, sizes) = if yielded {
            let sizes = self.jkr(meets.R).size(meets.top) + self.plastic.size(deepest) + back.size(deepest);
            (Meets { R: R_p, top: deepest }, back.rise(end, deepest), sizes)
        } else {
            (meets, kinetic - lost, lost)
        };
        let known = 16.0 * f64::EPSILON * (kinetic + sizes);
        let plastic = if yielded { kinetic - back.rise(made, deepest) } else { 0.0 };
        let residual = self.residual(flat);
        // While it yields the overlap is that of the spheres as they were.
        let overlap = match yielded {
            true => deepest * (deepest.powi(3) / self.R - self.s),
            false => deepest * (deepest.powi(3) / R_p - self.s) + residual,
        };
        let e = (after.max(0.0) / kinetic).sqrt();
        let sticks = after <= 0.0;
        let doubt = if sticks { 0.0 } else { known / (2.0 * kinetic * e) + 8.0 * f64::EPSILON };
        let approach = self.approach(m, meets, &turned);
        let mut values = vec![
            (Observable::Restitution, Estimate::new(e, doubt)),
            (Observable::Sticks, Estimate::new(f64::from(u8::from(sticks)), 0.0)),
            (Observable::MaxOverlap, rounded(overlap, 128.0)),
            (Observable::MaxForce, rounded(turned.force, 256.0)),
            (Observable::TimeOfMaxOverlap, approach),
        ];
        if !sticks {
            let apart = time_from_rest(&back, |q| 4.0 * q.powi(3) / R_p - self.s, m, deepest, end);
            let duration = approach.value + apart.value;
            let doubt = approach.uncertainty + apart.uncertainty + 64.0 * f64::EPSILON * duration;
            // The largest tension is passed on the way out unless the contact ends before: there it is 8/9 of it.
            let part = if breaks_at == BreaksAt::ZeroOverlap { 8.0 / 9.0 } else { 1.0 };
            values.extend([
                (Observable::Duration, Estimate::new(duration, doubt)),
                (Observable::PullOffForce, rounded(part * 1.5 * PI * self.w * R_p, 256.0)),
                (Observable::ResidualOverlap, Estimate::new(residual, 64.0 * f64::EPSILON * overlap)),
                (Observable::EnergyPlastic, Estimate::new(plastic, known)),
                (
                    Observable::EnergyAdhesive,
                    Estimate::new(lost, if yielded { known } else { rounded(lost, 64.0).uncertainty }),
                ),
            ]);
        }
        // At a speed that is nothing beside those in the well the time of approach is rounding.
        values.retain(|(_, estimate)| estimate.value.is_finite());
        Ok(values)
    }
}
