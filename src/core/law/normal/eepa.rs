//! Edinburgh elasto-plastic adhesion.

use std::sync::Arc;

use super::NormalLaw;
use super::elastic::Hertz;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Given, Key, LawError, NOT_NEGATIVE, OR_ZERO, POSITIVE, law};
use crate::law::{Damping, Elastic, Pair};
use crate::numerics::{Power, raised, regular_power};
use crate::units::Dimension;

law! {
    /// EEPA: load `k1 delta^n - f0`, unload and reload `k2 (delta^n - delta_p^n) - f0`, not below `-k_adh delta^n - f0`, in N.
    ///
    /// The contact ends at zero overlap. Thakur et al. 2014, Granular Matter 16, 383.
    pub struct Eepa with finite_unloading {
        /// k1 of a linear slope, N/m; `None` for the Hertz slope, `4/3 E* sqrt(R*)`, with `n = 3/2`.
        pub loading_stiffness: Option<f64> = SLOPE[
            Key::word("slope", SLOPES, "n = 1 (linear) or 3/2 (hertz)"),
            Key::number("loading_stiffness", Dimension::Stiffness, "k1 of slope = linear"),
        ],
        /// `1 - k1/k2`
        pub plasticity_ratio: f64 =
            POSITIVE[Key::number("plasticity_ratio", Dimension::Number, "1 - k1/k2, between 0 and 1")],
        /// `k_adh/k1`
        pub adhesion_ratio: f64 = NOT_NEGATIVE[Key::number("adhesion_ratio", Dimension::Number, "k_adh/k1")],
        /// f0, N
        pub pull_off_force: f64 = OR_ZERO[Key::number(
            "pull_off_force",
            Dimension::Force,
            "f0, a constant attraction while in contact; 0 unless given",
        )],
    }
}

impl Eepa {
    pub const CARD: Card = Card {
        name: "eepa",
        title: "Edinburgh elasto-plastic adhesion (EEPA)",
        formula: "first loading   F = k1 delta^n - f0\n\
                  otherwise       F = max(k2 (delta^n - delta_p^n), -k_adh delta^n) - f0,  delta_p^n = (1 - k1/k2) delta_max^n\n\
                  along -k_adh delta^n:  delta_max^n := delta^n (k2 + k_adh)/(k2 - k1);  the contact ends at delta = 0\n\
                  slope = linear: n = 1;  hertz: n = 3/2, k1 = 4/3 E* sqrt(R*)",
        symbols: &[
            ("k1, k2", "loading and unloading stiffness", "N/m^n"),
            ("k_adh", "adhesion stiffness", "N/m^n"),
            ("f0", "constant pull-off force", "N"),
            ("delta_max", "largest overlap remembered", "m"),
            ("delta_p", "overlap at which the force of the unloading spring is zero", "m"),
        ],
        holds: "cohesive powders; only with a constant k_adh and the exponent n on the adhesive branch; a k_adh computed from a surface energy is not covered",
        source: "Thakur, Morrissey, Sun, Chen & Ooi 2014, Granular Matter 16, 383; Morrissey 2013, PhD thesis, Edinburgh",
        known_as: &[
            ("LIGGGHTS", "edinburgh with fixKc on, cex = dex = n"),
            ("EDEM", "Edinburgh Elasto-Plastic Adhesion"),
        ],
    };

    fn finite_unloading(&self) -> Result<(), LawError> {
        if self.plasticity_ratio < 1.0 {
            return Ok(());
        }
        let message = format!("`plasticity_ratio` must be below 1, not {}", self.plasticity_ratio);
        Err(LawError::key("plasticity_ratio", message).help("it is 1 - k1/k2"))
    }

    /// The branch of first loading, `k1 delta^n`, N: with `k1` as given, N/m, or that of Hertz.
    ///
    /// # Errors
    /// When neither `k1` nor the moduli of both materials are given.
    pub fn loading(&self, pair: &Pair) -> Result<Elastic, LawError> {
        match self.loading_stiffness {
            Some(K) => Ok(Elastic { K, alpha: 1.0, reference_gap: 0.0 }),
            None => {
                pair.require_E_star("eepa")?;
                Hertz::default().elastic(pair)
            }
        }
    }
}

const SLOPES: &[&str] = &["linear", "hertz"];

/// `slope`, with the stiffness of a linear one.
const SLOPE: Given<Option<f64>> = Given {
    read: |numbers, keys, law| {
        let (linear, key) = (numbers.require_word(keys[0].name, SLOPES, law)? == "linear", keys[1].name);
        if linear {
            return numbers.positive(key, law).map(Some);
        }
        if numbers.get(key).is_none() {
            return Ok(None);
        }
        let message = "`loading_stiffness` is only valid with slope = \"linear\"";
        Err(LawError::key(key, message).help("leave it out: the stiffness of Hertz follows from the bodies"))
    },
    write: |k1, keys, numbers| {
        numbers.set_word(keys[0].name, if k1.is_some() { "linear" } else { "hertz" });
        numbers.set_given(keys[1].name, *k1);
    },
};

impl NormalLaw for Eepa {
    /// A dashpot acts in parallel with the loading spring.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let loading = self.loading(pair)?;
        let dashpot = damping.beside_branches(&loading, pair, "eepa")?;
        Ok(Some(Branched { law: Arc::new(EepaContact::new(self, &loading)), dashpot }))
    }
}

/// First loading, along k1.
const LOADING: usize = 0;
/// Unloading and reloading, along k2.
const UNLOADING: usize = 1;
/// The spring is attractive, along `-k_adh delta^n`.
const PULLING: usize = 2;

/// The contact between two bodies, with the chart `delta = q^p`.
#[derive(Debug, Clone, Copy)]
struct EepaContact {
    k1: f64,
    k2: f64,
    k_adh: f64,
    /// f0, N
    pull: f64,
    n: f64,
    p: f64,
}

impl EepaContact {
    fn new(law: &Eepa, loading: &Elastic) -> Self {
        let (k1, n) = (loading.K, loading.alpha);
        let k2 = k1 / (1.0 - law.plasticity_ratio);
        Self { k1, k2, k_adh: law.adhesion_ratio * k1, pull: law.pull_off_force, n, p: regular_power(&[n]) }
    }

    /// Coefficients `[k, c]` of the force `k delta^n - c` on a branch, without f0.
    fn line(&self, branch: &Branch) -> [f64; 2] {
        match branch.kind {
            LOADING => [self.k1, 0.0],
            UNLOADING => [self.k2, (self.k2 - self.k1) * raised(branch.largest, self.n)],
            _ => [-self.k_adh, 0.0],
        }
    }

    /// `int (k delta^n - c) d delta` from zero overlap, J.
    fn work(&self, [k, c]: [f64; 2], overlap: f64) -> f64 {
        (k * raised(overlap, self.n) / (self.n + 1.0) - c) * overlap
    }

    /// delta_p of a branch, m: the overlap at which the unloading force is zero, without f0.
    fn zero(&self, branch: &Branch) -> f64 {
        raised((self.k2 - self.k1) / self.k2, 1.0 / self.n) * branch.largest
    }

    /// Overlap at which the k2 line meets the k_adh line, m.
    fn meets(&self, branch: &Branch) -> f64 {
        raised((self.k2 - self.k1) / (self.k2 + self.k_adh), 1.0 / self.n) * branch.largest
    }

    fn unloading(&self, branch: &Branch, overlap: f64) -> f64 {
        let line = self.line(&Branch { kind: UNLOADING, ..*branch });
        self.work(line, overlap) - self.work(line, self.zero(branch))
    }
}

impl Branches for EepaContact {
    fn pulls(&self) -> bool {
        self.k_adh > 0.0 || self.pull > 0.0
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let Self { n, p, .. } = *self;
        let [k, c] = self.line(branch);
        let power = |exponent: f64| Power::new(exponent).of(q);
        Spot {
            overlap: power(p),
            rate: p * power(p - 1.0),
            force: k * power(p * n) - c - self.pull,
            slope: p * n * k * power(p * n - 1.0),
        }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        let overlap = overlap.max(0.0);
        if self.p == 2.0 { overlap.sqrt() } else { raised(overlap, 1.0 / self.p) }
    }

    fn below(&self, branch: &Branch) -> Exit {
        if branch.kind == UNLOADING {
            let at = self.place(branch, self.meets(branch));
            return Exit { at, next: Some((Branch { kind: PULLING, ..*branch }, at)) };
        }
        Exit { at: 0.0, next: None }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let at = self.place(branch, branch.largest);
        let next = Some((Branch { kind: LOADING, ..Branch::ONLY }, at));
        (branch.kind == UNLOADING).then_some(Exit { at, next })
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match branch.kind {
            LOADING => (Branch { kind: UNLOADING, largest: raised(q, self.p), ..Branch::ONLY }, q),
            _ => (*branch, q),
        }
    }

    /// Reloading from `-k_adh delta^n`: the remembered largest overlap decreases with the overlap at the reversal.
    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        if branch.kind != PULLING {
            return (*branch, q);
        }
        let grows = raised((self.k2 + self.k_adh) / (self.k2 - self.k1), 1.0 / self.n);
        (Branch { kind: UNLOADING, largest: raised(q, self.p) * grows, ..*branch }, q)
    }

    /// For the unloading spring counted from the overlap at which its force is zero.
    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        let overlap = raised(q, self.p);
        let spring = match branch.kind {
            LOADING => self.work(self.line(branch), overlap),
            UNLOADING => self.unloading(branch, overlap),
            _ => {
                let (line, meets) = (self.line(branch), self.meets(branch));
                self.unloading(branch, meets) + (self.work(line, overlap) - self.work(line, meets))
            }
        };
        spring - self.pull * overlap
    }

    /// Depth at equilibrium on first loading, `k1 delta^n = f0`.
    fn well(&self) -> f64 {
        self.n / (self.n + 1.0) * self.pull * raised(self.pull / self.k1, 1.0 / self.n)
    }

    /// The overlap at which the force of the unloading spring is zero.
    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.zero(branch))
    }
}
