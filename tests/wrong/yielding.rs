//! Thornton's and Thornton and Ning's contact written once more, so that its parts can be changed. Thornton's is the one without
//! adhesion.

use std::f64::consts::PI;
use std::sync::Arc;

use collisionbench::law::branches::{Branch, Branches, Exit, Spot};
use collisionbench::law::normal::BreaksAt;
use collisionbench::law::scene::Scene;

use super::branched::yields;

const LOADING: usize = 0;
const YIELDING: usize = 1;
const UNLOADING: usize = 2;

/// `q` is the root of the contact radius: `delta = q^4/R - s q`, `F = 4 E q^6/(3 R) - 2 E s q^3` of JKR, and
/// `F = A q^4 - 2 E s q_y^2 q + c` beyond yield.
#[derive(Debug, Clone, Copy)]
pub struct Yielding {
    pub R: f64,
    pub E: f64,
    /// `sqrt(2 pi w/E)`
    pub s: f64,
    /// `pi p_y`
    pub A: f64,
    /// `q` at first yield.
    pub yields: f64,
    breaks_at: BreaksAt,
    /// The radius of the flattened contact, of the largest force and the largest `q`.
    pub flattened: fn(&Self, f64, f64) -> f64,
}

impl Yielding {
    /// The contact of a scene whose law yields, changed.
    pub fn of(scene: &Scene, change: impl Fn(&mut Self)) -> Option<Arc<dyn Branches>> {
        let (pressure, w, breaks_at) = yields(scene)?;
        let (R, E) = (scene.pair.R_star, scene.pair.E_star?);
        let (s, A) = ((2.0 * PI * w / E).sqrt(), PI * pressure);
        // 2 E a/(pi R) - sqrt(2 w E/(pi a)) = p_y
        let excess = |q: f64| 2.0 * q.powi(3) / R - s - A / E * q;
        let (mut low, mut high) = ((0.5 * A * R / E).sqrt(), (0.5 * A * R / E).sqrt() + (s * R).cbrt());
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            *(if excess(middle) > 0.0 { &mut high } else { &mut low }) = middle;
        }
        let flattened = |law: &Self, force: f64, q: f64| {
            4.0 * law.E * q.powi(6) / (3.0 * (force + 2.0 * law.E * law.s * q.powi(3)))
        };
        let mut law = Self { R, E, s, A, yields: low, breaks_at, flattened };
        change(&mut law);
        Some(Arc::new(law))
    }

    /// Force and its slope on the JKR curve of `R`.
    pub fn loading(&self, q: f64) -> [f64; 2] {
        let spot = self.curve(self.R, q);
        [spot.force, spot.slope]
    }

    fn curve(&self, R: f64, q: f64) -> Spot {
        let Self { E, s, .. } = *self;
        Spot {
            overlap: q.powi(4) / R - s * q,
            rate: 4.0 * q.powi(3) / R - s,
            force: 4.0 * E * q.powi(6) / (3.0 * R) - 2.0 * E * s * q.powi(3),
            slope: 8.0 * E * q.powi(5) / R - 6.0 * E * s * q * q,
        }
    }

    /// `A`, `B` and `c` of the plastic branch.
    fn plastic(&self) -> [f64; 3] {
        let (q, B) = (self.yields, 2.0 * self.E * self.s * self.yields * self.yields);
        [self.A, B, self.loading(q)[0] - self.A * q.powi(4) + B * q]
    }

    /// The radius of a branch and the residual overlap.
    fn shifted(&self, branch: &Branch) -> (f64, f64) {
        let (q, [A, B, c]) = (branch.beside, self.plastic());
        if branch.kind != UNLOADING {
            return (self.R, 0.0);
        }
        let R = (self.flattened)(self, A * q.powi(4) - B * q + c, q);
        (R, q.powi(4) * (1.0 / self.R - 1.0 / R))
    }

    /// `q` where the contact of this radius is made, and where it breaks.
    fn ends(&self, R: f64) -> [f64; 2] {
        let made = (self.s * R).cbrt();
        let part: f64 = match self.breaks_at {
            BreaksAt::Displacement => 1.0 / 16.0,
            BreaksAt::Force => 9.0 / 16.0,
            BreaksAt::ZeroOverlap => 1.0,
        };
        [made, made * part.powf(1.0 / 6.0)]
    }

    /// `int F d delta` along the JKR curve, from its first touch.
    fn along(&self, R: f64, q: f64) -> f64 {
        let from_zero = |q: f64| {
            8.0 * q.powi(10) / (15.0 * R * R) - 4.0 * self.s * q.powi(7) / (3.0 * R) + 0.5 * (self.s * q * q).powi(2)
        };
        self.E * (from_zero(q) - from_zero(self.ends(R)[0]))
    }
}

impl Branches for Yielding {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, self.ends(self.R)[0])
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let ((R, zero), [A, B, c]) = (self.shifted(branch), self.plastic());
        let spot = self.curve(R, q);
        match branch.kind {
            YIELDING => Spot { force: A * q.powi(4) - B * q + c, slope: 4.0 * A * q.powi(3) - B, ..spot },
            _ => Spot { overlap: spot.overlap + zero, ..spot },
        }
    }

    fn place(&self, _: &Branch, _: f64) -> f64 {
        unreachable!("an impact follows q")
    }

    fn below(&self, branch: &Branch) -> Exit {
        match branch.kind {
            YIELDING => Exit { at: self.yields, next: Some((Branch::ONLY, self.yields)) },
            _ => Exit { at: self.ends(self.shifted(branch).0)[1], next: None },
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let at = match branch.kind {
            LOADING => self.yields,
            YIELDING => return None,
            _ => branch.beside,
        };
        Some(Exit { at, next: Some((Branch { kind: YIELDING, ..Branch::ONLY }, at)) })
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match branch.kind {
            YIELDING => (Branch { kind: UNLOADING, largest: self.curve(self.R, q).overlap, beside: q }, q),
            _ => (*branch, q),
        }
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let ((R, _), [A, B, c]) = (self.shifted(branch), self.plastic());
        let plastic = |q: f64| {
            A * (0.5 * q.powi(8) / R - 0.2 * self.s * q.powi(5)) - B * (0.8 * q.powi(5) / R - 0.5 * self.s * q * q)
                + c * (q.powi(4) / R - self.s * q)
        };
        match branch.kind {
            YIELDING => self.along(R, self.yields) + plastic(q) - plastic(self.yields),
            _ => self.along(R, q),
        }
    }

    /// At equilibrium, where the force is zero.
    fn well(&self) -> f64 {
        -self.along(self.R, (1.5 * self.s * self.R).cbrt())
    }

    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.shifted(branch).1)
    }
}
