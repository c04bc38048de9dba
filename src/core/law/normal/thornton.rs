//! Elastic, perfectly plastic spheres: Thornton and Ning with adhesion, Thornton without.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::adhesive::{ADHESION, BREAKS_AT, BreaksAt, JkrCurve, MIXING, SEPARATION, WORK};
use super::elastic::Hertz;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Key, LawError, POSITIVE, law};
use crate::law::{Damping, Dashpot, Pair};
use crate::units::Dimension;

const YIELD_PRESSURE: Key = Key::number(
    "yield_pressure",
    Dimension::Pressure,
    "p_y, the limiting contact pressure; neither the uniaxial yield stress nor the hardness",
);

law! {
    /// Thornton and Ning: JKR until the pressure at the centre of the contact is `p_y`, then plastic; unloads as JKR with a larger
    /// radius, in N.
    pub struct ThorntonNing besides [SEPARATION] {
        /// w, J/m2, of the pair.
        pub work_of_adhesion: f64 = ADHESION[WORK, MIXING],
        /// p_y, Pa: the limiting contact pressure.
        pub yield_pressure: f64 = POSITIVE[YIELD_PRESSURE],
        pub breaks_at: BreaksAt = BREAKS_AT[Key::word(
            "breaks_at",
            BreaksAt::WORDS,
            "end of contact: smallest overlap, largest tension, or the residual overlap",
        )],
    }
}

impl ThorntonNing {
    pub const CARD: Card = Card {
        name: "thornton-ning",
        title: "Adhesive elastic, perfectly plastic spheres (Thornton and Ning)",
        formula: "first loading: JKR up to a_y,  2 E* a_y/(pi R*) - sqrt(2 w E*/(pi a_y)) = p_y\n\
                  beyond: delta = a^2/R* - sqrt(2 pi w a/E*),  dF/da = 2 pi p_y a - a_y sqrt(2 pi w E*/a)\n\
                  otherwise: JKR with R_p = 4 E* a_max^3/(3 (F_max + sqrt(8 pi w E* a_max^3))),\n\
                  \x20          delta = delta_p + a^2/R_p - sqrt(2 pi w a/E*),  delta_p = a_max^2 (1/R* - 1/R_p)\n\
                  breaks_at = displacement: a^3 = pi w R_p^2/(8 E*);  force: a^3 = 9 pi w R_p^2/(8 E*);  zero-overlap: delta = delta_p",
        symbols: &[
            ("a", "contact radius; a_max, F_max at the largest overlap", "m"),
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            (
                "p_y",
                "limiting contact pressure: 1.60 times the yield stress at first yield (von Mises, nu = 0.3)",
                "Pa",
            ),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "p_y above the pressure at first touch, (2 w E*^2/(pi^2 R*))^(1/3); a << R*",
        source: "Thornton & Ning 1998, Powder Technology 99, 154",
        known_as: &[("LIGGGHTS", "thornton_ning (p_y by yieldRatio = a_y over the radius)")],
    };
}

impl NormalLaw for ThorntonNing {
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("thornton-ning")?;
        if damping.constant() != Some(0.0) {
            let message = format!("`{}` cannot be combined with `thornton-ning`", damping.card().name);
            return Err(LawError::table(message).help("leave the damping out: yielding and adhesion take the energy"));
        }
        let first = JkrCurve::new(pair.R_star, E_star, self.work_of_adhesion);
        let contact = ThorntonNingContact::new(first, self.yield_pressure, self.breaks_at);
        if contact.yields < contact.first.made() {
            let least = libm::cbrt(2.0 * self.work_of_adhesion * E_star * E_star / (PI * PI * pair.R_star));
            let message = format!("the contact would yield at first touch: its pressure there is {least:.4e} Pa");
            return Err(LawError::key("yield_pressure", message).help("write a larger yield_pressure"));
        }
        Ok(Some(Branched { law: Arc::new(contact), dashpot: Dashpot { C: 0.0, beta: 0.0 } }))
    }
}

law! {
    /// Thornton: Hertz up to the yield overlap, then `F_y + pi p_y R* (delta - delta_y)`; unloads with a larger Hertz radius, in N.
    ///
    /// Thornton & Ning's law without adhesion: with `w = 0` the contact radius beyond yield is `a^2 = (2 F + F_y)/(2 pi p_y)`.
    /// Thornton 1997, J. Appl. Mech. 64, 383, eqs 9, 11 and 13.
    pub struct Thornton {
        /// p_y, Pa: the limiting contact pressure.
        pub yield_pressure: f64 = POSITIVE[YIELD_PRESSURE],
    }
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
            (
                "p_y",
                "limiting contact pressure: 1.60 times the yield stress at first yield (von Mises, nu = 0.3)",
                "Pa",
            ),
            ("delta_y, F_y", "overlap and force at first yield", "m, N"),
            ("R_p", "effective radius of the flattened contact", "m"),
            ("delta_p", "residual overlap", "m"),
        ],
        holds: "e = 1 up to V_y = sqrt(4 F_y delta_y/(5 m*)), falls as V^(-1/4) far above; a << R*",
        source: "Thornton 1997, J. Appl. Mech. 64, 383",
        known_as: &[("LIGGGHTS", "thornton_ning without adhesion (keeps R_p = R*)")],
    };
}

impl NormalLaw for Thornton {
    /// A dashpot acts as for the Hertz contact of first loading.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let first = JkrCurve::new(pair.R_star, pair.require_E_star("thornton")?, 0.0);
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "thornton")?;
        let contact = ThorntonNingContact::new(first, self.yield_pressure, BreaksAt::ZeroOverlap);
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// First loading, elastic.
const LOADING: usize = 0;
/// First loading beyond yield, plastic.
const YIELDING: usize = 1;
/// Unloading and reloading of a contact that has yielded.
const UNLOADING: usize = 2;

/// The contact between two bodies, with the chart `q = sqrt(a)` on all branches. Without adhesion (`w = 0`, Thornton's) it begins and ends
/// at `q = 0`, where `delta = q^4/R` and the equations of motion by `q` are as regular as anywhere.
#[derive(Debug, Clone, Copy)]
pub struct ThorntonNingContact {
    /// The JKR curve for R*.
    pub first: JkrCurve,
    /// p_y, Pa
    pub pressure: f64,
    /// `q` at first yield.
    pub yields: f64,
    pub breaks_at: BreaksAt,
}

impl ThorntonNingContact {
    pub fn new(first: JkrCurve, pressure: f64, breaks_at: BreaksAt) -> Self {
        // Root of 2 q^3/R* - s = (pi p_y/E*) q: Newton's method from above the root of a convex function.
        let rise = PI * pressure / first.E_star;
        let mut yields = (0.5 * rise * first.R).sqrt() + libm::cbrt(0.5 * first.s * first.R);
        for _ in 0..100 {
            let excess = yields * (2.0 * yields * yields / first.R - rise) - first.s;
            let next = yields - excess / (6.0 * yields * yields / first.R - rise);
            if next >= yields {
                break;
            }
            yields = next;
        }
        Self { first, pressure, yields, breaks_at }
    }

    /// `R_p = 4 E* a^3/(3 (F + sqrt(8 pi w E* a^3)))`, m.
    fn flattened(&self, force: f64, q: f64) -> f64 {
        let (JkrCurve { E_star: E, s, .. }, q3) = (self.first, q.powi(3));
        4.0 * E * q3 * q3 / (3.0 * (force + 2.0 * E * s * q3))
    }

    /// Coefficients of the force on the plastic branch, `A q^4 - B q + c`.
    fn plastic(&self) -> [f64; 3] {
        let JkrCurve { E_star: E, s, .. } = self.first;
        let (A, B, q) = (PI * self.pressure, 2.0 * E * s * self.yields * self.yields, self.yields);
        [A, B, self.first.spot(q).force - q * (A * q.powi(3) - B)]
    }

    fn yielding(&self, q: f64) -> Spot {
        let [A, B, c] = self.plastic();
        let q3 = q.powi(3);
        Spot { force: q * (A * q3 - B) + c, slope: 4.0 * A * q3 - B, ..self.first.spot(q) }
    }

    /// `int F d delta` from `q = 0` along the plastic branch, J.
    fn potential(&self, q: f64) -> f64 {
        let ([A, B, c], JkrCurve { R, s, .. }) = (self.plastic(), self.first);
        let (q3, q5) = (q.powi(3), q.powi(5));
        A * q5 * (0.5 * q3 / R - 0.2 * s) - B * q * q * (0.8 * q3 / R - 0.5 * s) + c * q * (q3 / R - s)
    }

    /// The unloading branch for the largest overlap `largest` (m), reached at `q`.
    fn yielded(largest: f64, q: f64) -> Branch {
        Branch { kind: UNLOADING, largest, beside: q }
    }

    /// `q` at the largest overlap of a branch, and the JKR curve along which it unloads.
    fn unloading(&self, branch: &Branch) -> (f64, JkrCurve) {
        let q = branch.beside;
        (q, JkrCurve { R: self.flattened(self.yielding(q).force, q), ..self.first })
    }

    /// The JKR curve of a branch, and the overlap delta_p at which its own overlap is zero, m: 0 before yield.
    fn shifted(&self, branch: &Branch) -> (JkrCurve, f64) {
        if branch.kind != UNLOADING {
            return (self.first, 0.0);
        }
        let (q, curve) = self.unloading(branch);
        (curve, q.powi(4) * (1.0 / self.first.R - 1.0 / curve.R))
    }
}

impl Branches for ThorntonNingContact {
    fn touch(&self, largest: f64) -> (Branch, f64) {
        if largest == 0.0 {
            return (Branch::ONLY, self.first.made());
        }
        let branch = Self::yielded(largest, self.first.place(largest, 0.0, f64::NAN));
        (branch, self.unloading(&branch).1.made())
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        match branch.kind {
            LOADING => self.first.spot(q),
            YIELDING => self.yielding(q),
            _ => {
                let (curve, zero) = self.shifted(branch);
                let spot = curve.spot(q);
                Spot { overlap: spot.overlap + zero, ..spot }
            }
        }
    }

    /// Without adhesion the overlap itself: a dashpot and a tangential spring act as for the Hertz contact of first loading.
    fn hertz_overlap(&self, branch: &Branch, q: f64) -> [f64; 2] {
        if self.first.w == 0.0 {
            let Spot { overlap, rate, .. } = self.spot(branch, q);
            return [overlap, rate];
        }
        let q3 = q * q * q / self.first.R;
        [q * q3, 4.0 * q3]
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        self.place_near(branch, overlap, f64::NAN)
    }

    fn place_near(&self, branch: &Branch, overlap: f64, near: f64) -> f64 {
        let (curve, zero) = self.shifted(branch);
        curve.place(overlap - zero, curve.breaks(self.breaks_at), near)
    }

    /// No separation occurs on the plastic branch: a reversal changes to the unloading branch first.
    fn below(&self, branch: &Branch) -> Exit {
        match branch.kind {
            YIELDING => Exit { at: self.yields, next: Some((Branch::ONLY, self.yields)) },
            LOADING => Exit { at: self.first.breaks(self.breaks_at), next: None },
            _ => Exit { at: self.unloading(branch).1.breaks(self.breaks_at), next: None },
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let yields = |at: f64| Some(Exit { at, next: Some((Branch { kind: YIELDING, ..Branch::ONLY }, at)) });
        match branch.kind {
            LOADING => yields(self.yields),
            YIELDING => None,
            _ => yields(self.unloading(branch).0),
        }
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        if branch.kind != YIELDING {
            return (*branch, q);
        }
        (Self::yielded(self.first.spot(q).overlap, q), q)
    }

    fn remembers(&self) -> bool {
        true
    }

    /// For the flattened contact counted from the first touch of its own JKR curve.
    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        match branch.kind {
            LOADING => self.first.energy(q),
            YIELDING => self.first.energy(self.yields) + (self.potential(q) - self.potential(self.yields)),
            _ => self.unloading(branch).1.energy(q),
        }
    }

    fn well(&self) -> f64 {
        self.first.well()
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.shifted(branch).1)
    }
}
