//! Plastic springs: Luding's, with adhesion, and Walton and Braun's.

use std::sync::Arc;

use super::NormalLaw;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Given, Key, LawError, NOT_NEGATIVE, OR_ZERO, POSITIVE, law, positive};
use crate::law::{Damping, Elastic, Pair};
use crate::units::Dimension;
use crate::words::worded;

/// The stiffness of the spring on unloading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unloading {
    /// k2, N/m, the same for every largest overlap.
    Constant(f64),
    /// `k2 = k1 + (k_p - k1) delta_max/d_p` up to `d_p = k_p/(k_p - k1) phi_f 2 R*`, and `k_p` above.
    Grows {
        /// k_p, N/m
        limit: f64,
        /// phi_f, as a fraction of 2 R*
        depth: f64,
        reload: Reload,
    },
}

worded! {
    /// The stiffness on reloading after a reversal on the attractive branch `-k_c delta`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Reload {
        /// The stiffness of the previous unloading.
        Kept = "kept",
        /// The stiffness for the largest overlap whose unloading meets `-k_c delta` at the reversal.
        ByOverlap = "by-overlap",
    }
}

law! {
    /// Luding: load `k1 delta`, unload and reload `k2 (delta - delta_0)`, not below `-k_c delta`, in N.
    ///
    /// The contact ends at zero overlap. Luding 2008, Granular Matter 10, 235, eqs 5 to 7.
    pub struct Luding besides [RELOADS] {
        /// k1, N/m
        pub loading_stiffness: f64 = POSITIVE[LOADING_STIFFNESS],
        pub unloading: Unloading = UNLOADS[
            Key::number("unloading_stiffness", Dimension::Stiffness, "k2, constant; at least k1"),
            Key::number(
                "max_unloading_stiffness",
                Dimension::Stiffness,
                "k_p, the largest k2, where k2 grows with the largest overlap; above k1",
            ),
            Key::number(
                "plasticity_depth",
                Dimension::Number,
                "phi_f: residual overlap at k_p over 2 R*; with max_unloading_stiffness",
            ),
        ],
        /// k_c, N/m
        pub adhesion_stiffness: f64 =
            NOT_NEGATIVE[Key::number("adhesion_stiffness", Dimension::Stiffness, "k_c, of the attractive branch")],
    }
}

impl Luding {
    pub const CARD: Card = Card {
        name: "luding",
        title: "A plastic spring with adhesion (Luding)",
        formula: "first loading   F = k1 delta\n\
                  otherwise       F = max(k2 (delta - delta_0), -k_c delta),  delta_0 = (1 - k1/k2) delta_max\n\
                  k2 constant, or k1 + (k_p - k1) delta_max/d_p,  d_p = k_p/(k_p - k1) phi_f 2 R*;\n\
                  beyond d_p  F = k_p (delta - delta_0(d_p))\n\
                  along -k_c delta:  delta_max := delta (k2 + k_c)/(k2 - k1);  the contact ends at delta = 0",
        symbols: &[
            ("k1", "loading stiffness", "N/m"),
            ("k2, k_p", "unloading stiffness, constant or its largest value", "N/m"),
            ("k_c", "adhesion stiffness", "N/m"),
            ("phi_f", "plasticity depth, as a fraction of 2 R*", "-"),
            ("delta_max", "largest overlap remembered", "m"),
        ],
        holds: "the simplest plastic law with adhesion: e^2 = k1/k2 - k_c (k2 - k1)^2/(k1 k2 (k2 + k_c)) with k2 at the largest overlap; where it is negative the bodies stick",
        source: "Luding 2008, Granular Matter 10, 235",
        known_as: &[
            ("MercuryDPM", "LinearPlasticViscoelastic"),
            ("LIGGGHTS", "luding, hooke/hysteresis"),
            ("YADE", "Law2_ScGeom_LudingPhys"),
            ("EDEM", "Hysteretic Spring, constant k2, k_c = 0"),
        ],
    };
}

const LOADING_STIFFNESS: Key = Key::number("loading_stiffness", Dimension::Stiffness, "k1, of the first loading");
const RELOADS: Key = Key::word(
    "reload_stiffness",
    Reload::WORDS,
    "stiffness after a reversal on the attractive branch; `kept` unless given",
);

/// A constant stiffness under the first key, or its largest value and plasticity depth under the others; with [`RELOADS`].
const UNLOADS: Given<Unloading> = Given {
    read: |numbers, keys, law| {
        let [constant, limit, depth] = [0, 1, 2].map(|at: usize| keys[at].name);
        let k1 = numbers.positive(LOADING_STIFFNESS.name, law)?;
        let (key, value) = numbers.exactly_one(&[constant, limit], law)?;
        let k2 = positive(key, value)?;
        if key == limit {
            if k2 <= k1 {
                return Err(softer(key, "above", [k1, k2])
                    .help("use `unloading_stiffness` for a spring that unloads as it loads"));
            }
            let reload = numbers.word(RELOADS.name).and_then(Reload::from_word).unwrap_or(Reload::Kept);
            return Ok(Unloading::Grows { limit: k2, depth: numbers.positive(depth, law)?, reload });
        }
        if k2 < k1 {
            return Err(softer(key, "at least", [k1, k2]).help("a softer spring on unloading would create energy"));
        }
        let only = |key: &'static str| {
            let message = format!("`{key}` is only valid with `max_unloading_stiffness`");
            Err(LawError::key(key, message).help("leave it out"))
        };
        match (numbers.get(depth), numbers.word(RELOADS.name)) {
            (Some(_), _) => only(depth),
            (None, Some(_)) => only(RELOADS.name),
            (None, None) => Ok(Unloading::Constant(k2)),
        }
    },
    write: |unloading, keys, numbers| match *unloading {
        Unloading::Constant(k2) => numbers.set(keys[0].name, k2),
        Unloading::Grows { limit, depth, reload } => {
            numbers.set(keys[1].name, limit);
            numbers.set(keys[2].name, depth);
            numbers.set_word(RELOADS.name, reload.word());
        }
    },
};

/// A spring that is softer on unloading than on loading.
fn softer(key: &'static str, than: &str, [k1, k2]: [f64; 2]) -> LawError {
    LawError::key(key, format!("`{key}` must be {than} `loading_stiffness`, {k1} N/m, not {k2} N/m"))
}

impl NormalLaw for Luding {
    /// A dashpot acts in parallel with the loading spring.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let loading = Elastic { K: self.loading_stiffness, alpha: 1.0, reference_gap: 0.0 };
        let dashpot = damping.beside_branches(&loading, pair, "luding")?;
        Ok(Some(Branched { law: Arc::new(LudingContact::new(self, pair.R_star)), dashpot }))
    }
}

/// First loading, along k1.
const LOADING: usize = 0;
/// Unloading and reloading, along k2.
const UNLOADING: usize = 1;
/// The spring is attractive, along `-k_c delta`.
const PULLING: usize = 2;

/// Luding's spring between two bodies. The chart is the overlap; on the `k2` line it is the overlap minus the overlap of zero
/// force.
#[derive(Debug, Clone, Copy)]
pub struct LudingContact {
    pub k1: f64,
    pub k_c: f64,
    /// k2 at zero overlap, N/m, and its increase per largest overlap, N/m2.
    pub k2: [f64; 2],
    /// d_p, m
    pub limit: f64,
    pub reload: Reload,
    /// Whether the contact ends at zero force on unloading and its memory persists afterwards: Walton & Braun.
    pub remembers: bool,
}

impl LudingContact {
    pub fn new(law: &Luding, R_star: f64) -> Self {
        let k1 = law.loading_stiffness;
        let (k2, limit, reload) = match law.unloading {
            Unloading::Constant(k2) => ([k2, 0.0], f64::INFINITY, Reload::Kept),
            Unloading::Grows { limit, depth, reload } => {
                let d_p = limit / (limit - k1) * depth * 2.0 * R_star;
                ([k1, (limit - k1) / d_p], d_p, reload)
            }
        };
        Self { k1, k_c: law.adhesion_stiffness, k2, limit, reload, remembers: false }
    }

    /// The unloading branch from the largest overlap of a first loading.
    fn unloading(&self, largest: f64) -> Branch {
        Branch { kind: UNLOADING, largest, beside: self.k2[0] + self.k2[1] * largest }
    }

    /// `delta_0 = (k2 - k1)/k2 delta_max`, m.
    fn zero(&self, branch: &Branch) -> f64 {
        (branch.beside - self.k1) / branch.beside * branch.largest
    }

    /// Where the k2 line meets `-k_c delta`: `delta_min = (k2 - k1)/(k2 + k_c) delta_max`, and `delta_min - delta_0`, m.
    fn meets(&self, branch: &Branch) -> [f64; 2] {
        let k2 = branch.beside;
        let at = (k2 - self.k1) / (k2 + self.k_c) * branch.largest;
        [at, -self.k_c / k2 * at]
    }
}

impl Branches for LudingContact {
    fn pulls(&self) -> bool {
        self.k_c > 0.0
    }

    /// A contact with persistent memory is loaded again along the line of its last unloading.
    fn touch(&self, largest: f64) -> (Branch, f64) {
        (if self.remembers && largest > 0.0 { self.unloading(largest) } else { Branch::ONLY }, 0.0)
    }

    fn remembers(&self) -> bool {
        self.remembers
    }

    fn spot(&self, branch: &Branch, q: f64) -> Spot {
        let on = |overlap: f64, k: f64| Spot { overlap, rate: 1.0, force: k * q, slope: k };
        match branch.kind {
            LOADING => on(q, self.k1),
            UNLOADING => on(self.zero(branch) + q, branch.beside),
            _ => on(q, -self.k_c),
        }
    }

    fn place(&self, branch: &Branch, overlap: f64) -> f64 {
        if branch.kind == UNLOADING { overlap - self.zero(branch) } else { overlap }
    }

    fn below(&self, branch: &Branch) -> Exit {
        let [overlap, q] = self.meets(branch);
        match branch.kind {
            UNLOADING if overlap > 0.0 && !self.remembers => {
                Exit { at: q, next: Some((Branch { kind: PULLING, ..*branch }, overlap)) }
            }
            _ => Exit { at: 0.0, next: None },
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let end = |branch: &Branch| self.k1 / branch.beside * branch.largest;
        match branch.kind {
            LOADING if self.limit < f64::INFINITY => {
                let last = self.unloading(self.limit);
                Some(Exit { at: self.limit, next: Some((last, end(&last))) })
            }
            UNLOADING if branch.largest < self.limit => {
                Some(Exit { at: end(branch), next: Some((Branch { kind: LOADING, ..Branch::ONLY }, branch.largest)) })
            }
            _ => None,
        }
    }

    fn turned(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        match branch.kind {
            LOADING => {
                let next = self.unloading(q);
                (next, self.k1 / next.beside * q)
            }
            _ => (*branch, q),
        }
    }

    /// Reloading from `-k_c delta`: the remembered largest overlap decreases with the overlap at the reversal.
    fn turned_back(&self, branch: &Branch, q: f64) -> (Branch, f64) {
        if branch.kind != PULLING {
            return (*branch, q);
        }
        let k2 = branch.beside;
        let next = match self.reload {
            // With k2 = k1 there is no plasticity and no memory.
            Reload::Kept if k2 == self.k1 => *branch,
            Reload::Kept => Branch { largest: q * (k2 + self.k_c) / (k2 - self.k1), ..*branch },
            // (k2 - k1) delta_max = (k2 + k_c) q with k2 = k1 + g delta_max.
            Reload::ByOverlap => {
                let g = self.k2[1];
                self.unloading((0.5 * q + (0.25 * q * q + q * (self.k1 + self.k_c) / g).sqrt()).min(self.limit))
            }
        };
        let next = Branch { kind: UNLOADING, ..next };
        (next, self.meets(&next)[1])
    }

    fn energy(&self, branch: &Branch, q: f64) -> f64 {
        match branch.kind {
            LOADING => 0.5 * self.k1 * q * q,
            UNLOADING => 0.5 * branch.beside * q * q,
            _ => {
                let [overlap, from] = self.meets(branch);
                0.5 * (branch.beside * from * from + self.k_c * (overlap - q) * (overlap + q))
            }
        }
    }

    /// The overlap at which the force of the last unloading is zero.
    fn residual(&self, branch: &Branch) -> Option<f64> {
        Some(self.zero(branch))
    }
}

law! {
    /// Walton & Braun: load `k1 delta`, unload and reload `k2 (delta - delta_0)`, `k2 = k20 + S k1 delta_max`, in N.
    ///
    /// The contact ends at zero force, at `delta_0 = (1 - k1/k2) delta_max`. Walton & Braun 1986.
    pub struct WaltonBraun with stiffer_on_unloading {
        /// k1, N/m
        pub loading_stiffness: f64 = POSITIVE[LOADING_STIFFNESS],
        /// k20, N/m
        pub unloading_stiffness: f64 =
            POSITIVE[Key::number("unloading_stiffness", Dimension::Stiffness, "k20, at least k1")],
        /// S, 1/m
        pub stiffening: f64 =
            OR_ZERO[Key::number("stiffening", Dimension::InverseLength, "S in k2 = k20 + S F_max; 0 unless given")],
    }
}

impl WaltonBraun {
    pub const CARD: Card = Card {
        name: "walton-braun",
        title: "A spring that is stiffer on unloading (Walton and Braun)",
        formula: "first loading   F = k1 delta\n\
                  otherwise       F = k2 (delta - delta_0),  delta_0 = (1 - k1/k2) delta_max\n\
                  k2 = k20 + S F_max,  F_max = k1 delta_max;  the contact ends where F = 0",
        symbols: &[
            ("k1", "loading stiffness", "N/m"),
            ("k20", "unloading stiffness at small forces", "N/m"),
            ("S", "stiffening, 0 unless given", "1/m"),
            ("delta_max", "largest overlap so far", "m"),
            ("delta_0", "residual overlap", "m"),
        ],
        holds: "the simplest plastic law: e = sqrt(k1/k2) at every speed with S = 0, falls with speed above",
        source: "Walton & Braun 1986, J. Rheology 30, 949",
        known_as: &[("Rocky", "Hysteretic Linear Spring")],
    };

    fn stiffer_on_unloading(&self) -> Result<(), LawError> {
        let stiffnesses = [self.loading_stiffness, self.unloading_stiffness];
        if stiffnesses[0] <= stiffnesses[1] {
            return Ok(());
        }
        let error = softer("unloading_stiffness", "at least", stiffnesses);
        Err(error.help("a softer spring on unloading would create energy"))
    }
}

impl NormalLaw for WaltonBraun {
    /// Luding's spring without adhesion; the contact ends at zero force and not at zero overlap. A dashpot acts in parallel with
    /// the loading spring.
    fn branches(&self, pair: &Pair, damping: &Damping) -> Result<Option<Branched>, LawError> {
        let loading = Elastic { K: self.loading_stiffness, alpha: 1.0, reference_gap: 0.0 };
        let dashpot = damping.beside_branches(&loading, pair, "walton-braun")?;
        let contact = LudingContact {
            k1: self.loading_stiffness,
            k_c: 0.0,
            k2: [self.unloading_stiffness, self.stiffening * self.loading_stiffness],
            limit: f64::INFINITY,
            reload: Reload::Kept,
            remembers: true,
        };
        Ok(Some(Branched { law: Arc::new(contact), dashpot }))
    }
}
