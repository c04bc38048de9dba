//! Adhesive normal laws: Hertz with an attraction that is a power of the overlap (DMT, SJKR, JKR's force without its neck), Popov's fit of
//! JKR, and JKR itself.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::elastic::Hertz;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Given, Key, LawError, POSITIVE, law, positive};
use crate::law::{Damping, Pair};
use crate::numerics::{Power, halved, regular_power};
use crate::units::Dimension;
use crate::words::worded;

pub(super) const WORK: Key = Key::number("work_of_adhesion", Dimension::SurfaceEnergy, "w of the pair");

pub(super) const MIXING: Key = Key::word(
    "mixing_rule",
    &["arithmetic", "geometric"],
    "instead of work_of_adhesion: how w follows from the `surface_energy` of the materials, gamma1 + gamma2 or 2 sqrt(gamma1 gamma2)",
);

pub const SEPARATION: Key = Key::number(
    "equilibrium_separation",
    Dimension::Length,
    "z0, about 0.3 nm, for Tabor's number in the validity table",
)
.example("\"0.3 nm\"");

/// Work of adhesion of two surfaces, J/m2: `gamma1 + gamma2` (arithmetic) or `2 sqrt(gamma1 gamma2)` (geometric), each `2 gamma`
/// for like surfaces. The second is Girifalco & Good 1957 with an interaction parameter of 1, for dispersion forces.
pub fn work_of_adhesion(rule: &str, [gamma1, gamma2]: [f64; 2]) -> f64 {
    if rule == "arithmetic" { gamma1 + gamma2 } else { 2.0 * (gamma1 * gamma2).sqrt() }
}

/// w, J/m2. A separation enters no force: it is only checked here, and the validity check takes it from the scene.
pub(super) const ADHESION: Given<f64> = Given {
    read: |numbers, keys, law| {
        numbers.get(SEPARATION.name).map_or(Ok(0.0), |z0| positive(SEPARATION.name, z0))?;
        numbers.positive(keys[0].name, law)
    },
    write: POSITIVE.write,
};

law! {
    /// DMT: `F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*` for `delta > 0`, in N.
    ///
    /// The contact forms and breaks at `delta = 0`: without damping no energy is lost. Derjaguin, Muller & Toporov 1975.
    pub struct Dmt besides [SEPARATION] {
        /// w, J/m2, of the pair.
        pub work_of_adhesion: f64 = ADHESION[WORK, MIXING],
    }
}

impl Dmt {
    pub const CARD: Card = Card {
        name: "dmt",
        title: "Adhesive elastic spheres, long-ranged adhesion (Derjaguin, Muller and Toporov)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2) - 2 pi w R*,  delta > 0\nthe contact forms and breaks at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
            ("delta", "overlap", "m"),
        ],
        holds: "adhesion that acts outside the contact circle: Tabor's number below about 0.1; undamped e = 1: the bodies never stick",
        source: "Derjaguin, Muller & Toporov 1975, J. Colloid Interface Sci. 53, 314",
        known_as: &[
            ("LAMMPS", "granular dmt, w = 2 gamma"),
            ("Kratos", "DEM_D_DMT_Cohesive_Law, w = PARTICLE_COHESION"),
            ("YADE", "includeAdhesion, w = 2 gamma"),
            ("Woo", "HertzMat, w = 2 surfEnergy"),
        ],
    };
}

impl NormalLaw for Dmt {
    /// A dashpot acts on the Hertz part of the force.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        attracted(2.0 * PI * self.work_of_adhesion * pair.R_star, 0.0, pair, damping, "dmt").map(Some)
    }
}

worded! {
    /// The area in which two bodies of SJKR overlap.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum OverlapArea {
        /// `2 pi R* delta`, to first order in `delta/R*`.
        FirstOrder = "first-order",
        /// Of the circle in which the surfaces meet.
        Lens = "lens",
    }
}

/// `area` of a table: that of the first order unless given.
const AREA: Given<OverlapArea> = Given {
    read: |numbers, keys, _| {
        Ok(numbers.word(keys[0].name).and_then(OverlapArea::from_word).unwrap_or(OverlapArea::FirstOrder))
    },
    write: |area, keys, numbers| {
        if *area != OverlapArea::FirstOrder {
            numbers.set_word(keys[0].name, area.word());
        }
    },
};

law! {
    /// SJKR: `F = 4/3 E* sqrt(R*) delta^(3/2) - k A` for `delta > 0`, in N, `A = 2 pi R* delta` or that of the lens.
    ///
    /// The contact forms and breaks at `delta = 0`: without damping no energy is lost.
    pub struct Sjkr {
        /// k, J/m3, of the pair.
        pub cohesion_energy_density: f64 =
            POSITIVE[Key::number("cohesion_energy_density", Dimension::EnergyDensity, "k of the pair")],
        pub area: OverlapArea = AREA[Key::word(
            "area",
            OverlapArea::WORDS,
            "A: 2 pi R* delta unless given, or that of the circle in which the two spheres, or sphere and wall, meet",
        )],
    }
}

impl Sjkr {
    pub const CARD: Card = Card {
        name: "sjkr",
        title: "Cohesion in proportion to the area of overlap (simplified JKR)",
        formula: "F = 4/3 E* sqrt(R*) delta^(3/2) - k A,  delta > 0\n\
                  first-order:  A = 2 pi R* delta\n\
                  lens:         A = pi/4 delta (2L-delta) (2r1-delta) (2r2-delta)/(L-delta)^2,  L = r1+r2;  at a wall pi delta (2r-delta)\n\
                  the contact forms and breaks at delta = 0",
        symbols: &[
            ("k", "cohesion energy density of the pair", "J/m3"),
            ("A", "area in which two bodies overlap", "m2"),
            ("r1, r2", "radii", "m"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "k is fitted to bulk flow and is not a surface energy; undamped e = 1: the bodies never stick; first-order: delta << R*",
        source: "LIGGGHTS-PUBLIC 3.8.0, source of cohesion_model sjkr and sjkr2",
        known_as: &[(
            "LIGGGHTS",
            "sjkr has the lens; sjkr2 has 4 pi R* delta between spheres and 2 pi R* delta at a wall",
        )],
    };

    /// The largest attraction, N: `4/27 B^3/K^2` with `B = 2 pi R* k`, of the lens where its force is least.
    ///
    /// # Errors
    /// When the bodies lack a modulus.
    pub fn largest_pull(&self, pair: &Pair) -> Result<f64, LawError> {
        let K = 4.0 / 3.0 * pair.require_E_star("sjkr")? * pair.R_star.sqrt();
        let B = 2.0 * PI * pair.R_star * self.cohesion_energy_density;
        if self.area == OverlapArea::FirstOrder {
            return Ok(4.0 / 27.0 * B.powi(3) / (K * K));
        }
        let lens = LensContact { K, k: self.cohesion_energy_density, radii: pair.radii };
        // Not deeper than with the larger area of the first order.
        let [q, _] = halved([0.0, 2.0 * B / (3.0 * K)], HALVINGS, |q| lens.spot(&Branch::ONLY, q).slope > 0.0);
        Ok(-lens.spot(&Branch::ONLY, q).force)
    }
}

impl NormalLaw for Sjkr {
    /// A dashpot acts on the Hertz part of the force.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let k = self.cohesion_energy_density;
        if self.area == OverlapArea::FirstOrder {
            return attracted(2.0 * PI * pair.R_star * k, 1.0, pair, damping, "sjkr").map(Some);
        }
        pair.require_E_star("sjkr")?;
        let hertz = Hertz::default().elastic(pair)?;
        let dashpot = damping.beside_branches(&hertz, pair, "sjkr")?;
        let contact = LensContact { K: hertz.K, k, radii: pair.radii };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// Halvings after which a root is exact to rounding.
const HALVINGS: usize = 60;

/// `F = K delta^(3/2) - k A` with the area of the lens; the chart is `delta = q^2`.
#[derive(Debug)]
struct LensContact {
    /// N/m^(3/2)
    K: f64,
    /// J/m3
    k: f64,
    /// m
    radii: [f64; 2],
}

impl LensContact {
    /// The area over the overlap, m, and its derivative by the overlap. One sphere inside the other meets it nowhere.
    fn width(&self, delta: f64) -> [f64; 2] {
        let [r1, r2] = self.radii;
        if delta >= 2.0 * r1.min(r2) {
            return [0.0; 2];
        }
        if r1.is_infinite() || r2.is_infinite() {
            return [PI * (2.0 * r1.min(r2) - delta), -PI];
        }
        let L = r1 + r2;
        let d = L - delta;
        let width = 0.25 * PI * (L + d) * (2.0 * r1 - delta) * (2.0 * r2 - delta) / (d * d);
        let falls = 2.0 / d - 1.0 / (L + d) - 1.0 / (2.0 * r1 - delta) - 1.0 / (2.0 * r2 - delta);
        [width, width * falls]
    }

    /// The integral of the area over the overlap, m3: `pi/4 delta^2 (L - delta/3 - (r1-r2)^2/(L-delta))`.
    fn volume(&self, delta: f64) -> f64 {
        let [r1, r2] = self.radii;
        let delta = delta.min(2.0 * r1.min(r2));
        let length = if r1.is_infinite() || r2.is_infinite() {
            4.0 * r1.min(r2) - delta
        } else if r1 == r2 {
            r1 + r2
        } else {
            (4.0 * r1 * r2 - (r1 + r2) * delta) / (r1 + r2 - delta)
        };
        0.25 * PI * delta * delta * (length - delta / 3.0)
    }
}

impl Branches for LensContact {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        let overlap = q * q;
        let [width, slope] = self.width(overlap);
        Spot {
            overlap,
            rate: 2.0 * q,
            force: self.K * q * overlap - self.k * width * overlap,
            slope: 3.0 * self.K * overlap - self.k * (width + slope * overlap) * 2.0 * q,
        }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap.max(0.0).sqrt()
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        0.4 * self.K * q.powi(5) - self.k * self.volume(q * q)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let [width, slope] = self.width(q * q);
        Some([self.k * width * q * q, self.k * (width + slope * q * q) * 2.0 * q])
    }

    /// Depth at equilibrium, `K sqrt(delta) = k A/delta`: not deeper than at a width that does not fall.
    fn well(&self) -> f64 {
        let far = self.k * self.width(0.0)[0] / self.K;
        let [q, _] = halved([0.0, far], HALVINGS, |q| self.K * q > self.k * self.width(q * q)[0]);
        -self.energy(&Branch::ONLY, q)
    }
}

law! {
    /// The JKR force with the contact radius `a = sqrt(R* delta)`: `F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)`, in N.
    ///
    /// The contact forms and breaks at `delta = 0`, without a neck: without damping no energy is lost.
    pub struct JkrHertzRadius besides [SEPARATION] {
        /// w, J/m2, of the pair.
        pub work_of_adhesion: f64 = ADHESION[WORK, MIXING],
    }
}

impl JkrHertzRadius {
    pub const CARD: Card = Card {
        name: "jkr-hertz-radius",
        title: "JKR's force at the contact radius of Hertz: no neck",
        formula: "F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3),  a = sqrt(R* delta),  delta > 0\nthe contact forms and breaks at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("a", "contact radius of Hertz", "m"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "pull-off force 3/2 pi w R* as JKR, but undamped e = 1: the bodies never stick; at rest 3 times the overlap of JKR",
        source: "Kratos DEMApplication, source of DEM_D_JKR_Cohesive_Law",
        known_as: &[("Kratos", "DEM_D_JKR_Cohesive_Law, w = PARTICLE_COHESION"), ("MUSEN", "JKR, w = surface energy")],
    };
}

impl NormalLaw for JkrHertzRadius {
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("jkr-hertz-radius")?;
        let B = (8.0 * PI * self.work_of_adhesion * E_star).sqrt() * libm::pow(pair.R_star, 0.75);
        attracted(B, 0.75, pair, damping, "jkr-hertz-radius").map(Some)
    }
}

/// `F = 4/3 E* sqrt(R*) delta^(3/2) - B delta^b` for `delta > 0`, in N, `b < 3/2`; a dashpot acts on the Hertz part.
///
/// # Errors
/// When the bodies lack a modulus, or the damping cannot be combined with `law`.
fn attracted(B: f64, b: f64, pair: &Pair, damping: &Damping, law: &str) -> Result<Branched, LawError> {
    pair.require_E_star(law)?;
    let hertz = Hertz::default().elastic(pair)?;
    let dashpot = damping.beside_branches(&hertz, pair, law)?;
    let p = regular_power(&[hertz.alpha, b]);
    let contact = Attracted {
        K: hertz.K,
        B,
        b,
        p,
        depth: Power::new(p),
        rate: Power::new(p - 1.0),
        elastic: [Power::new(1.5 * p), Power::new(1.5 * p - 1.0)],
        pull: [Power::new(b * p), Power::new((b * p - 1.0).max(0.0))],
    };
    Ok(Branched { law: Arc::new(contact), dashpot })
}

/// The contact with the chart `delta = q^p`.
#[derive(Debug)]
struct Attracted {
    /// N/m^(3/2)
    K: f64,
    /// N/m^b
    B: f64,
    b: f64,
    p: f64,
    depth: Power,
    rate: Power,
    /// Powers of `q` in the force, then in its slope: for the elastic part and for the attraction.
    elastic: [Power; 2],
    pull: [Power; 2],
}

impl Branches for Attracted {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        Spot {
            overlap: self.depth.of(q),
            rate: self.p * self.rate.of(q),
            force: self.K * self.elastic[0].of(q) - self.B * self.pull[0].of(q),
            slope: self.p * (1.5 * self.K * self.elastic[1].of(q) - self.b * self.B * self.pull[1].of(q)),
        }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        libm::pow(overlap.max(0.0), 1.0 / self.p)
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.depth.of(q) * (0.4 * self.K * self.elastic[0].of(q) - self.B / (self.b + 1.0) * self.pull[0].of(q))
    }

    /// Defined for an attraction that is largest at zero overlap, `b = 0`.
    fn pull_off(&self) -> Option<f64> {
        (self.b == 0.0).then_some(self.B)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let [pull, rate] = &self.pull;
        Some([self.B * pull.of(q), self.p * self.b * self.B * rate.of(q)])
    }

    /// Depth at equilibrium, `K delta^(3/2) = B delta^b`.
    fn well(&self) -> f64 {
        let rest = libm::pow(self.B / self.K, 1.0 / (1.5 - self.b));
        self.K * libm::pow(rest, 2.5) * (1.0 / (self.b + 1.0) - 0.4)
    }
}

law! {
    /// Popov's fit of JKR: `F = F_a (0.12 (delta/s + 1)^(5/3) - 1)` for `delta > 0`, in N, `F_a = 3/2 pi w R*`,
    /// `s = (0.4626 (w/E*)^2 R*)^(1/3)`.
    ///
    /// The contact forms and breaks at `delta = 0`, without the neck of the fit down to `-s`: without damping no energy is lost.
    pub struct PopovJkr {
        /// w, J/m2, of the pair.
        pub work_of_adhesion: f64 = ADHESION[WORK],
    }
}

impl PopovJkr {
    pub const CARD: Card = Card {
        name: "popov-jkr",
        title: "Popov's fit of JKR, cut off at zero overlap",
        formula: "F = F_a (0.12 (delta/s + 1)^(5/3) - 1),  delta > 0\n\
                  F_a = 3/2 pi w R*,  s = (0.4626 (w/E*)^2 R*)^(1/3)\n\
                  the contact forms and breaks at delta = 0",
        symbols: &[
            ("w", "work of adhesion of the pair", "J/m2"),
            ("F_a", "pull-off force of JKR", "N"),
            ("s", "overlap of JKR at its largest tension", "m"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "0.88 of the pull-off force of JKR, at touch; undamped e = 1: the bodies never stick",
        source: "MUSEN, source of the model Popov-JKR; Popov, Contact Mechanics and Friction, chapter 6",
        known_as: &[("MUSEN", "Popov-JKR, w = surface tension")],
    };
}

impl NormalLaw for PopovJkr {
    /// A dashpot acts as for Hertz.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let (w, R, E_star) = (self.work_of_adhesion, pair.R_star, pair.require_E_star("popov-jkr")?);
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "popov-jkr")?;
        let contact = PopovContact { F_a: 1.5 * PI * w * R, s: libm::cbrt(0.4626 * (w / E_star).powi(2) * R) };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// The coefficient of the power in `F/F_a`.
const FIT: f64 = 0.12;

/// The contact; the chart is the overlap, as the force is smooth where the bodies touch.
#[derive(Debug)]
struct PopovContact {
    /// N
    F_a: f64,
    /// m
    s: f64,
}

impl Branches for PopovContact {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        let x = q / self.s + 1.0;
        let root = libm::cbrt(x * x);
        let force = self.F_a * (FIT * x * root - 1.0);
        Spot { overlap: q, rate: 1.0, force, slope: self.F_a * FIT * 5.0 / 3.0 * root / self.s }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap.max(0.0)
    }

    /// `F_a (3/8 0.12 s (x^(8/3) - 1) - delta)`, `x = delta/s + 1`.
    fn energy(&self, _: &Branch, delta: f64) -> f64 {
        let rise = libm::expm1(8.0 / 3.0 * libm::log1p(delta / self.s));
        self.F_a * (0.375 * FIT * self.s * rise - delta)
    }

    /// The pull-off force, at zero overlap.
    fn pull_off(&self) -> Option<f64> {
        Some((1.0 - FIT) * self.F_a)
    }

    /// Depth at equilibrium, `0.12 x^(5/3) = 1`.
    fn well(&self) -> f64 {
        let rest = self.s * (libm::pow(FIT, -0.6) - 1.0);
        -self.energy(&Branch::ONLY, rest)
    }
}

worded! {
    /// Where a JKR contact breaks on separation.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum BreaksAt {
        /// At the smallest overlap, `d delta/da = 0`: a free collision.
        Displacement = "displacement",
        /// At the largest tension, `dF/da = 0`.
        Force = "force",
        /// At zero overlap.
        ZeroOverlap = "zero-overlap",
    }
}

/// `breaks_at` of a table.
pub(super) const BREAKS_AT: Given<BreaksAt> = Given {
    read: |numbers, keys, law| {
        let word = numbers.require_word(keys[0].name, BreaksAt::WORDS, law)?;
        Ok(BreaksAt::from_word(word).unwrap_or(BreaksAt::ZeroOverlap))
    },
    write: |breaks_at, keys, numbers| numbers.set_word(keys[0].name, breaks_at.word()),
};

law! {
    /// JKR: `delta = a^2/R* - sqrt(2 pi w a/E*)`, `F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)`.
    ///
    /// The contact forms at `delta = 0` with `a > 0`. Johnson, Kendall & Roberts 1971.
    pub struct Jkr besides [SEPARATION] {
        /// w, J/m2, of the pair.
        pub work_of_adhesion: f64 = ADHESION[WORK, MIXING],
        pub breaks_at: BreaksAt = BREAKS_AT[Key::word(
            "breaks_at",
            BreaksAt::WORDS,
            "end of contact: smallest overlap, largest tension, or zero overlap",
        )],
    }
}

impl Jkr {
    pub const CARD: Card = Card {
        name: "jkr",
        title: "Adhesive elastic spheres, short-ranged adhesion (Johnson, Kendall and Roberts)",
        formula: "delta = a^2/R* - sqrt(2 pi w a/E*)\n\
                  F = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3)\n\
                  the contact forms at delta = 0, a^3 = 2 pi w R*^2/E*\n\
                  breaks_at = displacement: a^3 = pi w R*^2/(8 E*);  force: a^3 = 9 pi w R*^2/(8 E*);  zero-overlap: the radius at which it formed",
        symbols: &[
            ("a", "contact radius", "m"),
            ("delta", "overlap, negative across a neck", "m"),
            ("w", "work of adhesion of the pair; 2 gamma for two surfaces of surface energy gamma", "J/m2"),
            ("E*", "effective modulus", "Pa"),
            ("R*", "effective radius", "m"),
        ],
        holds: "adhesion that acts over a distance much smaller than the height of the neck: Tabor's number above about 5; a << R*",
        source: "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
        known_as: &[
            ("LAMMPS", "granular jkr, w = 2 gamma, breaks_at = force"),
            ("Lethe", "jkr"),
            ("Woo", "HertzMat, alpha = 1, w = surfEnergy"),
            ("EDEM", "Hertz-Mindlin with JKR, w = 2 gamma"),
        ],
    };
}

impl NormalLaw for Jkr {
    /// A dashpot acts as for Hertz, at the contact radius of JKR.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let E_star = pair.require_E_star("jkr")?;
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "jkr")?;
        let curve = JkrCurve::new(pair.R_star, E_star, self.work_of_adhesion);
        let contact = JkrContact { curve, breaks: curve.breaks(self.breaks_at) };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// JKR between two bodies, with the chart `q = sqrt(a)`.
#[derive(Debug)]
struct JkrContact {
    curve: JkrCurve,
    /// `q` at which the contact breaks.
    breaks: f64,
}

impl Branches for JkrContact {
    fn touch(&self, _: f64) -> (Branch, f64) {
        (Branch::ONLY, self.curve.made())
    }

    fn spot(&self, _: &Branch, q: f64) -> Spot {
        self.curve.spot(q)
    }

    fn hertz_overlap(&self, _: &Branch, q: f64) -> [f64; 2] {
        let q3 = q * q * q / self.curve.R;
        [q * q3, 4.0 * q3]
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        self.curve.place(overlap, self.breaks, f64::NAN)
    }

    fn place_near(&self, _: &Branch, overlap: f64, near: f64) -> f64 {
        self.curve.place(overlap, self.breaks, near)
    }

    fn below(&self, _: &Branch) -> Exit {
        Exit { at: self.breaks, next: None }
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        self.curve.energy(q)
    }

    /// `3/2 pi w R*`
    fn pull_off(&self) -> Option<f64> {
        Some(1.5 * PI * self.curve.w * self.curve.R)
    }

    fn attraction(&self, _: &Branch, q: f64) -> Option<[f64; 2]> {
        let per = 2.0 * self.curve.E_star * self.curve.s * q * q;
        Some([per * q, 3.0 * per])
    }

    fn well(&self) -> f64 {
        self.curve.well()
    }
}

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
        libm::pow(part * PI * self.w * self.R * self.R / self.E_star, 1.0 / 6.0)
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
            let bound = libm::cbrt(s * R) + (overlap.max(0.0) * R).sqrt().sqrt();
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
        let rest = libm::pow(4.5 * PI * self.R * self.R * self.s * self.s / (2.0 * PI), 1.0 / 6.0);
        -self.energy(rest)
    }
}
