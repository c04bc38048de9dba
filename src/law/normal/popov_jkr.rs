//! The power of the overlap that MUSEN uses for JKR.

use std::f64::consts::PI;
use std::sync::Arc;

use super::NormalLaw;
use super::hertz::Hertz;
use super::surface::{WORK, work};
use crate::law::branches::{Branch, Branched, Branches, Spot};
use crate::law::card::{Card, Key, LawError, Numbers};
use crate::law::{Damping, Pair};

/// Popov's fit of JKR: `F = F_a (0.12 (delta/s + 1)^(5/3) - 1)` for `delta > 0`, in N, `F_a = 3/2 pi w R*`,
/// `s = (0.4626 (w/E*)^2 R*)^(1/3)`.
///
/// The contact forms and breaks at `delta = 0`, without the neck of the fit down to `-s`: without damping no energy is lost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PopovJkr {
    /// w, J/m2, of the pair.
    pub work_of_adhesion: f64,
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
    pub const KEYS: &[Key] = &[WORK];

    pub fn build(numbers: &Numbers) -> Result<Self, LawError> {
        Ok(Self { work_of_adhesion: work(numbers, "popov-jkr")? })
    }
}

impl NormalLaw for PopovJkr {
    fn numbers(&self) -> Numbers {
        Numbers::new(vec![(WORK.name, self.work_of_adhesion)])
    }

    /// A dashpot acts as for Hertz.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let (w, R, E_star) = (self.work_of_adhesion, pair.R_star, pair.require_E_star("popov-jkr")?);
        let dashpot = damping.beside_branches(&Hertz::default().elastic(pair)?, pair, "popov-jkr")?;
        let contact = Contact { F_a: 1.5 * PI * w * R, s: (0.4626 * (w / E_star).powi(2) * R).cbrt() };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}

/// The coefficient of the power in `F/F_a`.
const FIT: f64 = 0.12;

/// The contact; the chart is the overlap, as the force is smooth where the bodies touch.
#[derive(Debug)]
struct Contact {
    /// N
    F_a: f64,
    /// m
    s: f64,
}

impl Branches for Contact {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        let x = q / self.s + 1.0;
        let root = (x * x).cbrt();
        let force = self.F_a * (FIT * x * root - 1.0);
        Spot { overlap: q, rate: 1.0, force, slope: self.F_a * FIT * 5.0 / 3.0 * root / self.s }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap.max(0.0)
    }

    /// `F_a (3/8 0.12 s (x^(8/3) - 1) - delta)`, `x = delta/s + 1`.
    fn energy(&self, _: &Branch, delta: f64) -> f64 {
        let rise = (8.0 / 3.0 * (delta / self.s).ln_1p()).exp_m1();
        self.F_a * (0.375 * FIT * self.s * rise - delta)
    }

    /// The pull-off force, at zero overlap.
    fn pull_off(&self) -> Option<f64> {
        Some((1.0 - FIT) * self.F_a)
    }

    /// Depth at equilibrium, `0.12 x^(5/3) = 1`.
    fn well(&self) -> f64 {
        let rest = self.s * (FIT.powf(-0.6) - 1.0);
        -self.energy(&Branch::ONLY, rest)
    }
}
