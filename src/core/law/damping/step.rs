//! A dashpot that grows over a depth, as the IMPACT function of multibody programs has it.

use std::sync::Arc;

use super::DampingLaw;
use crate::law::branches::{Branch, Branched, Branches, Exit, Spot};
use crate::law::card::{Card, Key, LawError, NOT_NEGATIVE, POSITIVE, law};
use crate::law::{Dashpot, Elastic, Ends, Pair};
use crate::units::Dimension;

law! {
    /// A dashpot `c s(delta/d) v`, `s = x^2 (3 - 2x)` up to the depth `d` and 1 beyond, beside an elastic force; never pulls. In N.
    ///
    /// The force starts without the jump of a linear dashpot. MSC Adams, IMPACT function and STEP function.
    pub struct StepDashpot {
        /// `c`, N s/m
        pub coefficient: f64 = NOT_NEGATIVE[Key::number("coefficient", Dimension::Damping, "c, of the full dashpot")],
        /// `d`, m
        pub depth: f64 = POSITIVE[Key::number("depth", Dimension::Length, "d, the overlap from which on it is full")],
    }
}

impl StepDashpot {
    pub const CARD: Card = Card {
        name: "step-dashpot",
        title: "A dashpot that grows over a depth (STEP, IMPACT)",
        formula: "F = max(0, K delta^n + c s(delta/d) v)\n\
                  s(x) = x^2 (3 - 2x) below 1, 1 beyond",
        symbols: &[
            ("c", "coefficient of the full dashpot", "N s/m"),
            ("d", "overlap from which on it is full", "m"),
            ("K, n", "stiffness and exponent of the elastic law", "N/m^n, -"),
        ],
        holds: "a modelling choice; between a linear dashpot (d far below the largest overlap) and 3 c (delta/d)^2 v (far above). Computed head-on",
        source: "MSC Adams documentation, IMPACT and STEP",
        known_as: &[("Adams", "IMPACT(x, x', x1, k, e, cmax, d)"), ("virtualbow", "the contact of string and limb")],
    };
}

impl DampingLaw for StepDashpot {
    fn dashpot(&self, _: &Elastic, _: &Pair, _: Ends) -> Result<Dashpot, LawError> {
        Err(LawError::table("the coefficient of `step-dashpot` is not a power of the overlap"))
    }

    fn branches(&self, elastic: &Elastic, _: &Pair, _: Ends) -> Result<Option<Branched>, LawError> {
        let Self { coefficient: c, depth: d } = *self;
        if elastic.reference_gap != 0.0 {
            return Err(LawError::table("`step-dashpot` beside a force that begins at a gap is not supported")
                .help("leave `reference_gap` out"));
        }
        // As it begins at touch.
        let dashpot = Dashpot { C: 3.0 * c / (d * d), beta: 2.0 };
        Ok(Some(Branched { law: Arc::new(Stepped { elastic: *elastic, coefficient: c, depth: d }), dashpot }))
    }
}

/// The dashpot grows.
const SHALLOW: usize = 0;
/// It is full.
const DEEP: usize = 1;

/// An elastic force with that dashpot. `q` is the overlap.
#[derive(Debug, Clone, Copy)]
struct Stepped {
    elastic: Elastic,
    coefficient: f64,
    depth: f64,
}

impl Branches for Stepped {
    fn spot(&self, _: &Branch, q: f64) -> Spot {
        let Elastic { K, alpha: n, .. } = self.elastic;
        let depth = q.max(0.0);
        Spot { overlap: q, rate: 1.0, force: K * libm::pow(depth, n), slope: n * K * libm::pow(depth, n - 1.0) }
    }

    fn place(&self, _: &Branch, overlap: f64) -> f64 {
        overlap
    }

    fn below(&self, branch: &Branch) -> Exit {
        match branch.kind {
            DEEP => Exit { at: self.depth, next: Some((Branch { kind: SHALLOW, ..Branch::ONLY }, self.depth)) },
            _ => Exit { at: 0.0, next: None },
        }
    }

    fn above(&self, branch: &Branch) -> Option<Exit> {
        let next = Some((Branch { kind: DEEP, ..Branch::ONLY }, self.depth));
        (branch.kind == SHALLOW).then_some(Exit { at: self.depth, next })
    }

    fn energy(&self, _: &Branch, q: f64) -> f64 {
        let Elastic { K, alpha: n, .. } = self.elastic;
        K * libm::pow(q.max(0.0), n + 1.0) / (n + 1.0)
    }

    fn drag(&self, branch: &Branch, q: f64, v: f64) -> Option<[f64; 3]> {
        let Self { coefficient: c, depth: d, .. } = *self;
        let x = (q / d).max(0.0);
        Some(match branch.kind {
            DEEP => [c * v, 0.0, c],
            _ => {
                let grown = c * x * x * (3.0 - 2.0 * x);
                [grown * v, 6.0 * c * x * (1.0 - x) / d * v, grown]
            }
        })
    }

    fn never_pulls(&self) -> bool {
        true
    }
}
