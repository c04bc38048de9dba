//! Accepted numbers: the results of a case that a user has reviewed and accepted.
//!
//! A baseline is one text file per case. A later run is compared with it by [`compare()`]: a number has moved when it
//! is farther off than both the drift that is allowed and the uncertainty of the two numbers together.

pub mod compare;
pub mod file;
pub mod tube;

use std::collections::{BTreeMap, BTreeSet};

use crate::collide::estimate::Estimate;

pub use compare::{Change, DiffRow, agree, compare, scale};
pub use file::{LARGEST_BASELINE, read, sampling, text};
pub use tube::{farthest, from_first_touch, thinned};

/// The layout of a baseline file; raised when a key changes its meaning.
pub const FORMAT: u32 = 4;

/// Default of the allowed relative drift: the rounding error of some thousand operations in double precision, and a
/// thousandth of the smallest change that has to be detected.
pub const DRIFT: f64 = 1e-12;

/// Radius of the tube round an accepted curve, in parts of its duration and its largest force.
pub const TUBE: f64 = 2e-3;

/// Largest deviation of a thinned curve from the original, relative to duration and largest force.
pub const THINNED: f64 = 5e-4;

/// The accepted numbers of one case, or those of today's run in the same form.
#[derive(Debug, Clone, PartialEq)]
pub struct Baseline {
    /// `normal/elastic/glass-head-on`
    pub case: String,
    /// Why these numbers are right.
    pub why: String,
    /// `collisionbench 0.1.0`
    pub program: String,
    /// When, where the caller said so.
    pub date: Option<String>,
    /// Relative drift that is allowed.
    pub drift: f64,
    /// The first of every so many scenes is stored: 1 stores all.
    pub every: usize,
    /// SHA-256 of what the numbers follow from: [`PHYSICS`] for the case without its words, the folder of each dataset
    /// for its numbers and what they are, every other file by its name.
    pub inputs: BTreeMap<String, String>,
    /// Grouped by collision in the order of the run, sorted by observable within a collision.
    pub values: Vec<BaseValue>,
    pub curves: Vec<BaseCurve>,
}

/// The input that is the case without title, source, comments and reasons.
pub const PHYSICS: &str = "physics";

/// Identifies a collision of a case: its scene, the solver that computed it and the variant of that solver.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CollisionId {
    pub scene: String,
    pub by: String,
    pub variant: String,
}

impl CollisionId {
    /// `velocity-verlet (steps=50.37)`
    pub fn who(&self) -> String {
        if self.variant.is_empty() { self.by.clone() } else { format!("{} ({})", self.by, self.variant) }
    }
}

/// One number of a collision, SI, as accepted or as computed now.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseValue {
    pub of: CollisionId,
    pub observable: String,
    /// Empty for a plain number.
    pub unit: String,
    pub value: Estimate,
}

/// Force over time of one collision.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseCurve {
    pub of: CollisionId,
    /// Time since first touch, s, and force, N.
    pub points: Vec<[f64; 2]>,
}

impl Baseline {
    /// Names of the inputs ([`Baseline::inputs`]) whose hashes differ between the two.
    pub fn inputs_that_differ(&self, now: &Self) -> Vec<String> {
        let all: BTreeSet<&String> = self.inputs.keys().chain(now.inputs.keys()).collect();
        all.into_iter().filter(|name| self.inputs.get(*name) != now.inputs.get(*name)).cloned().collect()
    }
}
