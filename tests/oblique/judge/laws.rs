//! Normal forces of the judge, from the published formulas: the elastic force along a piece of the law, as a function of a coordinate `q`
//! in which it is smooth, and where one piece gives way to the next.

use std::f64::consts::PI;

/// One piece of the force over the overlap.
#[derive(Debug, Clone, Copy)]
pub enum Curve {
    /// `F = c1 x^e1 + c2 x^e2`, `x = delta - zero = unit q^p`.
    Powers { terms: [[f64; 2]; 2], zero: f64, unit: f64, p: f64 },
    /// Johnson, Kendall & Roberts 1971: `delta = a^2/R - sqrt(2 pi w a/E)`, `F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3)`, with
    /// `sqrt(a) = unit q`.
    Neck { E: f64, R: f64, w: f64, unit: f64 },
}

/// Overlap, elastic force and the overlap at which Hertz spheres have this contact radius, with their slopes over `q`.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub overlap: f64,
    pub overlap_q: f64,
    pub force: f64,
    pub force_q: f64,
    /// Sum of the magnitudes of the terms of the force, N.
    pub size: f64,
    pub width: f64,
    pub width_q: f64,
}

/// The least `q` at which a power is taken: a motion begins at zero.
const LEAST: f64 = 1e-30;

impl Curve {
    pub fn at(&self, q: f64) -> Point {
        match *self {
            Self::Powers { terms, zero, unit, p } => {
                let (x, x_q) = if p == 1.0 {
                    (unit * q, unit)
                } else {
                    let q = q.max(LEAST);
                    (unit * q.powf(p), unit * p * q.powf(p - 1.0))
                };
                let (mut force, mut force_q, mut size) = (0.0, 0.0, 0.0);
                for [c, e] in terms {
                    if c == 0.0 {
                        continue;
                    }
                    let (term, slope) = if e == 0.0 {
                        (c, 0.0)
                    } else if e == 1.0 {
                        (c * x, c * x_q)
                    } else {
                        let q = q.max(LEAST);
                        let power = c * unit.powf(e) * q.powf(p * e);
                        (power, power * p * e / q)
                    };
                    force += term;
                    force_q += slope;
                    size += term.abs();
                }
                let overlap = zero + x;
                Point { overlap, overlap_q: x_q, force, force_q, size, width: overlap.max(0.0), width_q: x_q }
            }
            Self::Neck { E, R, w, unit } => {
                let root = unit * q;
                let a = root * root;
                let a_q = 2.0 * root * unit;
                let pull = (2.0 * PI * w / E).sqrt();
                let (push, drag) = (4.0 * E * a.powi(3) / (3.0 * R), (8.0 * PI * w * E).sqrt() * a * root);
                Point {
                    overlap: a * a / R - pull * root,
                    overlap_q: 2.0 * a * a_q / R - pull * unit,
                    force: push - drag,
                    force_q: 4.0 * E * a * a / R * a_q - 1.5 * (8.0 * PI * w * E).sqrt() * root * a_q,
                    size: push + drag,
                    width: a * a / R,
                    width_q: 2.0 * a * a_q / R,
                }
            }
        }
    }
}

/// What a normal law does to a contact: its pieces in the order in which a collision meets them.
#[derive(Debug, Clone, Copy)]
pub enum Law {
    /// One curve in and out, from `q = begins` to `q = ends`.
    Single { curve: Curve, begins: f64, ends: f64 },
    /// Walton & Braun 1986: in along `k1 delta`, out along `k2 (delta - delta_0)` to zero force, `k2 = k20 + S k1 delta_max`.
    WaltonBraun { k1: f64, k20: f64, S: f64, unit: f64 },
    /// Luding 2008 at a constant `k2`: out along `k2 (delta - delta_0)`, then along `-kc delta`, to zero overlap.
    Luding { k1: f64, k2: f64, kc: f64, unit: f64 },
    /// Thornton 1997: Hertz, then at a limited pressure, out along a flatter Hertz.
    Thornton { E: f64, R: f64, pressure: f64, unit: f64 },
}

/// A piece, and which one it is.
#[derive(Debug, Clone, Copy)]
pub struct Leg {
    pub curve: Curve,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    First,
    Yields,
    Back,
    /// Along Luding's limit of the pull.
    Pulls,
}

/// A chart in which quarters of a power of the overlap are whole.
const QUARTERS: f64 = 4.0;

fn line(stiffness: f64, zero: f64, unit: f64, p: f64) -> Curve {
    Curve::Powers { terms: [[stiffness, 1.0], [0.0, 0.0]], zero, unit, p }
}

impl Law {
    /// `K delta^alpha - B delta^b`.
    pub fn powers([K, alpha]: [f64; 2], [B, b]: [f64; 2], unit: f64) -> Self {
        let curve = Curve::Powers { terms: [[K, alpha], [-B, b]], zero: 0.0, unit, p: QUARTERS };
        Self::Single { curve, begins: 0.0, ends: 0.0 }
    }

    /// JKR, breaking where `a^3 = part pi w R^2/E`; made where the overlap is zero, `a^3 = 2 pi w R^2/E`.
    pub fn neck(E: f64, R: f64, w: f64, part: f64, unit: f64) -> Self {
        let root = |part: f64| (part * PI * w * R * R / E).powf(1.0 / 6.0);
        let unit = (unit * R).powf(0.25);
        Self::Single { curve: Curve::Neck { E, R, w, unit }, begins: root(2.0) / unit, ends: root(part) / unit }
    }

    /// The first piece, and `q` where bodies touch.
    pub fn touch(&self) -> (Leg, f64) {
        let first = |curve| Leg { curve, kind: Kind::First };
        match *self {
            Self::Single { curve, begins, .. } => (first(curve), begins),
            Self::WaltonBraun { k1, unit, .. } | Self::Luding { k1, unit, .. } => {
                (first(line(k1, 0.0, unit, QUARTERS)), 0.0)
            }
            Self::Thornton { E, R, unit, .. } => {
                let K = 4.0 / 3.0 * E * R.sqrt();
                (first(Curve::Powers { terms: [[K, 1.5], [0.0, 0.0]], zero: 0.0, unit, p: QUARTERS }), 0.0)
            }
        }
    }

    /// Overlap and force at first yield.
    fn yields(&self) -> Option<[f64; 2]> {
        let Self::Thornton { E, R, pressure, .. } = *self else { return None };
        let overlap = (PI * pressure).powi(2) * R / (4.0 * E * E);
        Some([overlap, 4.0 / 3.0 * E * R.sqrt() * overlap.powf(1.5)])
    }

    /// Where a piece ends on approach: `q`, and the next piece with `q` on it.
    pub fn above(&self, leg: &Leg) -> Option<(f64, Leg, f64)> {
        let Self::Thornton { R, pressure, unit, .. } = *self else { return None };
        let [overlap, force] = self.yields().filter(|_| leg.kind == Kind::First)?;
        let terms = [[PI * pressure * R, 1.0], [force, 0.0]];
        let next = Leg { curve: Curve::Powers { terms, zero: overlap, unit, p: 1.0 }, kind: Kind::Yields };
        Some(((overlap / unit).powf(1.0 / QUARTERS), next, 0.0))
    }

    /// The piece along which a contact parts that turned at `q`, and `q` on it.
    pub fn turned(&self, leg: &Leg, q: f64) -> (Leg, f64) {
        let deepest = leg.curve.at(q).overlap;
        let back = |curve| Leg { curve, kind: Kind::Back };
        match *self {
            Self::WaltonBraun { k1, k20, S, unit } => {
                let k2 = k20 + S * k1 * deepest;
                let zero = (1.0 - k1 / k2) * deepest;
                (back(line(k2, zero, unit, 1.0)), (deepest - zero) / unit)
            }
            Self::Luding { k1, k2, unit, .. } => {
                let zero = (1.0 - k1 / k2) * deepest;
                (back(line(k2, zero, unit, 1.0)), (deepest - zero) / unit)
            }
            Self::Thornton { E, pressure, unit, .. } if leg.kind == Kind::Yields => {
                let most = leg.curve.at(q).force;
                let [_, first] = self.yields().unwrap_or_default();
                let flat = 4.0 * E / (3.0 * most) * ((2.0 * most + first) / (2.0 * PI * pressure)).powf(1.5);
                let K = 4.0 / 3.0 * E * flat.sqrt();
                let depth = (most / K).powf(2.0 / 3.0);
                let curve = Curve::Powers { terms: [[K, 1.5], [0.0, 0.0]], zero: deepest - depth, unit, p: 2.0 };
                (back(curve), (depth / unit).sqrt())
            }
            _ => (*leg, q),
        }
    }

    /// Where a piece ends as the bodies part: `q`, and what follows; `None` where the contact is over.
    pub fn below(&self, leg: &Leg) -> (f64, Option<(Leg, f64)>) {
        match *self {
            Self::Single { ends, .. } => (ends, None),
            Self::Luding { k2, kc, unit, .. } if leg.kind == Kind::Back => {
                let Curve::Powers { zero, .. } = leg.curve else { return (0.0, None) };
                // k2 (delta - delta_0) = -kc delta
                let meets = k2 * zero / (k2 + kc);
                let curve = line(-kc, 0.0, unit, QUARTERS);
                ((meets - zero) / unit, Some((Leg { curve, kind: Kind::Pulls }, (meets / unit).powf(1.0 / QUARTERS))))
            }
            _ => (0.0, None),
        }
    }
}
