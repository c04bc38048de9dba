//! The force-overlap curve of JKR, shared by several laws.

use std::f64::consts::PI;

use super::BreaksAt;
use crate::law::branches::Spot;

/// A step of Newton's method that is short, over `q`: beyond it the start that needs no place before is as near.
const SHORT: f64 = 0.1;

/// JKR for one radius with the chart `q = sqrt(a)`:
///
/// `delta = q^4/R - s q`, `F = 4 E* q^6/(3 R) - 2 E* s q^3`, `s = sqrt(2 pi w/E*)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JkrCurve {
    /// m
    pub R: f64,
    pub E_star: f64,
    /// J/m2
    pub w: f64,
    /// `sqrt(2 pi w/E*)`
    pub s: f64,
}

impl JkrCurve {
    pub fn new(R: f64, E_star: f64, w: f64) -> Self {
        Self { R, E_star, w, s: (2.0 * PI * w / E_star).sqrt() }
    }

    /// `q` where `a^3 = part pi w R^2/E*`.
    pub fn root(&self, part: f64) -> f64 {
        (part * PI * self.w * self.R * self.R / self.E_star).powf(1.0 / 6.0)
    }

    /// `q` at first touch: zero overlap with `q > 0`.
    pub fn made(&self) -> f64 {
        self.root(2.0)
    }

    /// `q` where the contact breaks; a^3 at first touch is 16 times a^3 at the smallest overlap.
    pub fn breaks(&self, breaks_at: BreaksAt) -> f64 {
        match breaks_at {
            BreaksAt::Displacement => self.root(1.0 / 8.0),
            BreaksAt::Force => self.root(9.0 / 8.0),
            BreaksAt::ZeroOverlap => self.made(),
        }
    }

    pub fn spot(&self, q: f64) -> Spot {
        let Self { R, E_star: E, s, .. } = *self;
        let (q2, q3) = (q * q, q * q * q);
        Spot {
            overlap: q * (q3 / R - s),
            rate: 4.0 * q3 / R - s,
            force: 2.0 * E * q3 * (2.0 * q3 / (3.0 * R) - s),
            slope: E * q2 * (8.0 * q3 / R - 6.0 * s),
        }
    }

    /// `q` of an overlap, not below `least`: Newton's method from above the larger root of a convex function. One step from a place
    /// `near` it, where that is short, leads there; else it starts from `q = (R (delta + s q))^(1/4)` with an upper bound for `q`.
    /// `near` may be no number.
    pub fn place(&self, overlap: f64, least: f64, near: f64) -> f64 {
        let Self { R, s, .. } = *self;
        let step = |q: f64| {
            let steep = q * q * q / R;
            (q * (steep - s) - overlap) / (4.0 * steep - s)
        };
        let first = step(near);
        let mut q = if near > least && first.abs() < SHORT * near {
            (near - first).max(least)
        } else {
            let bound = (s * R).cbrt() + (overlap.max(0.0) * R).sqrt().sqrt();
            (R * (overlap.max(0.0) + s * bound)).sqrt().sqrt()
        };
        for _ in 0..100 {
            let next = q - step(q);
            if !(next < q && next > least) {
                return if next >= q { q } else { least };
            }
            q = next;
        }
        q
    }

    /// `int F d delta` from first touch, J.
    pub fn energy(&self, q: f64) -> f64 {
        self.potential(q) - self.potential(self.made())
    }

    /// `int F d delta` from `q = 0`, J: `E* (8 q^10/(15 R^2) - 4 s q^7/(3 R) + s^2 q^4/2)`.
    fn potential(&self, q: f64) -> f64 {
        let (R, s) = (self.R, self.s);
        let q4 = q.powi(4);
        self.E_star * q4 * (8.0 * q4 * q * q / (15.0 * R * R) - 4.0 * s * q.powi(3) / (3.0 * R) + 0.5 * s * s)
    }

    /// How far the energy falls below its value at first touch, J: at equilibrium, `a^3 = 9 pi w R^2/(2 E*)`.
    pub fn well(&self) -> f64 {
        let rest = (4.5 * PI * self.R * self.R * self.s * self.s / (2.0 * PI)).powf(1.0 / 6.0);
        -self.energy(rest)
    }
}
