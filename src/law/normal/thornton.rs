//! Elastic, perfectly plastic spheres: Thornton.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::hertz::Hertz;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};
use crate::units::Dimension;

pub(super) const YIELD_PRESSURE: Key = Key::number(
    "yield_pressure",
    Dimension::Pressure,
    "p_y, the limiting contact pressure; neither the uniaxial yield stress nor the hardness",
);

/// Thornton: Hertz up to the yield overlap, then `F_y + pi p_y R* (delta - delta_y)`; unloads with a larger Hertz radius, in N.
///
/// Thornton 1997, J. Appl. Mech. 64, 383, eqs 9, 11 and 13.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thornton {
    /// p_y, Pa: the limiting contact pressure.
    pub yield_pressure: f64,
}

impl Thornton {
    pub const CARD: Card = Card {
        name: "thornton",
        title: "Elastic, perfectly plastic spheres (Thornton)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2)  up to delta_y = pi^2 p_y^2 R*/(4 E*^2)\n\
                  F = F_y + pi p_y R* (delta - delta_y)  beyond\n\
                  otherwise  F = 4/3 E* sqrt(R_p) (delta - delta_p)^(3/2)\n\
                  R_p = 4 E*/(3 F_max) ((2 F_max + F_y)/(2 pi p_y))^(3/2);  the contact ends where F = 0",
        symbols: &[
            ("p_y", "limiting contact pressure: 1.60 times the yield stress at first yield (von Mises, nu = 0.3)", "Pa"),
            ("delta_y, F_y", "overlap and force at first yield", "m, N"),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "e = 1 up to V_y = sqrt(4 F_y delta_y/(5 m*)), falls as V^(-1/4) far above; a << R*",
        source: "Thornton 1997, J. Appl. Mech. 64, 383",
        known_as: &[("LIGGGHTS", "thornton_ning without adhesion (keeps R_p = R*)")],
    };
    pub const KEYS: &[Key] = &[YIELD_PRESSURE];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { yield_pressure: numbers.positive("yield_pressure", "thornton")? })
    }
}

impl NormalLaw for Thornton {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![("yield_pressure", self.yield_pressure)])
    }

    /// A dashpot acts as for the Hertz contact of first loading.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("thornton")?;
        let elastic = Hertz::default().elastic(pair)?;
        let dashpot = damping.beside_branches(&elastic, pair, "thornton")?;
        let contact = ThorntonContact::new(self.yield_pressure, pair.R_star, E_star);
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// First loading, elastic.
const LOADING: usize = 0;
/// First loading beyond yield, plastic.
const YIELDING: usize = 1;
/// Unloading and reloading of a contact that has yielded.
const UNLOADING: usize = 2;

/// Thornton's contact between two bodies. The chart is `delta = q^2` on first loading and `delta - delta_p = q^2` afterwards:
/// with it the Hertz force is a polynomial, and touch and end are regular points.
#[derive(Debug, Clone, Copy)]
struct ThorntonContact {
    /// p_y, Pa
    pressure: f64,
    R_star: f64,
    E_star: f64,
    /// delta_y, m
    yield_overlap: f64,
    /// F_y, N
    yield_force: f64,
    /// `pi p_y R*`, N/m
    slope: f64,
}

impl ThorntonContact {
    fn new(pressure: f64, R_star: f64, E_star: f64) -> Self {
        let yield_overlap = (PI * pressure / (2.0 * E_star)).powi(2) * R_star;
        let yield_force = 4.0 / 3.0 * E_star * R_star.sqrt() * yield_overlap.powf(1.5);
        Self { pressure, R_star, E_star, yield_overlap, yield_force, slope: PI * pressure * R_star }
    }

    /// `F_y + pi p_y R* (delta - delta_y)`, N.
    fn yielding(&self, overlap: f64) -> f64 {
        self.yield_force + self.slope * (overlap - self.yield_overlap)
    }

    /// `R_p = 4 E*/(3 F) ((2 F + F_y)/(2 pi p_y))^(3/2)`, m.
    fn flattened(&self, F: f64) -> f64 {
        4.0 * self.E_star / (3.0 * F) * ((2.0 * F + self.yield_force) / (2.0 * PI * self.pressure)).powf(1.5)
    }

    /// Hertz stiffness `4/3 E* sqrt(R_p)` on unloading from a largest overlap, N/m^(3/2), and the elastic part of that overlap,
    /// `(F_max/K_p)^(2/3)`, m.
    fn unloading(&self, largest: f64) -> [f64; 2] {
        let F = self.yielding(largest);
        let K_p = 4.0 / 3.0 * self.E_star * self.flattened(F).sqrt();
        [K_p, (F / K_p).powf(2.0 / 3.0)]
    }

    /// delta_p of a branch, m: 0 before yield.
    fn zero(&self, branch: &Branch) -> f64 {
        if branch.kind == UNLOADING { branch.largest - self.unloading(branch.largest)[1] } else { 0.0 }
    }

    fn chart(&self, depth: f64) -> f64 {
        depth.max(0.0).sqrt()
    }
}

impl Branches for ThorntonContact {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        (Branch { kind: if largest > 0.0 { UNLOADING } else { LOADING }, largest, ..Branch::ONLY }, 0.0)
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let (depth, rate) = (q * q, 2.0 * q);
        let hertz = |K: f64, zero: f64| Spot {
            overlap: zero + depth,
            rate,
            force: K * depth * q,
            slope: 3.0 * K * depth,
        };
        match branch.kind {
            LOADING => hertz(4.0 / 3.0 * self.E_star * self.R_star.sqrt(), 0.0),
            YIELDING => Spot { overlap: depth, rate, force: self.yielding(depth), slope: self.slope * rate },
            _ => {
                let [K, elastic] = self.unloading(branch.largest);
                hertz(K, branch.largest - elastic)
            }
        }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.chart(overlap - self.zero(branch))
    }

    /// No separation occurs on the plastic branch: a reversal changes to the unloading branch first.
    fn below(&self, branch: &Branch) -> Exit {
        match branch.kind {
            YIELDING => {
                let at = self.chart(self.yield_overlap);
                Exit { at, next: Some((Branch { kind: LOADING, ..Branch::ONLY }, at)) }
            }
            _ => Exit { at: 0.0, next: None },
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let yields = |at: f64, overlap: f64| {
            let next = Branch { kind: YIELDING, ..Branch::ONLY };
            Some(Exit { at, next: Some((next, self.chart(overlap))) })
        };
        match branch.kind {
            LOADING => yields(self.chart(self.yield_overlap), self.yield_overlap),
            YIELDING => None,
            _ => yields(self.chart(self.unloading(branch.largest)[1]), branch.largest),
        }
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        if branch.kind != YIELDING {
            return (*branch, q);
        }
        let largest = q * q;
        (Branch { kind: UNLOADING, largest, ..Branch::ONLY }, self.chart(self.unloading(largest)[1]))
    }

    fn remembers(&self) -> bool {
        true
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let depth = q * q;
        match branch.kind {
            LOADING => 0.4 * 4.0 / 3.0 * self.E_star * self.R_star.sqrt() * depth.powf(2.5),
            YIELDING => {
                let beyond = depth - self.yield_overlap;
                0.4 * self.yield_force * self.yield_overlap
                    + beyond * (self.yield_force + 0.5 * self.slope * beyond)
            }
            _ => 0.4 * self.unloading(branch.largest)[0] * depth.powf(2.5),
        }
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.zero(branch))
    }
}
