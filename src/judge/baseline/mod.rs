//! Accepted numbers: what a case gave when somebody last looked at it and said that it is right.
//!
//! A baseline is one readable file a case. A later run is held against it by [`compare`]: a number has moved when it is
//! farther off than both the drift that is allowed and the uncertainty of the two numbers together.

mod compare;
mod file;
mod tube;

use std::collections::BTreeMap;

use crate::trajectory::Estimate;

pub use compare::{Change, Row, blurred, compare, count, scale};
pub use file::{LARGEST_BASELINE, read, text, without_digest};
pub use tube::{farthest, from_first_touch, thinned};

/// The layout of a baseline file; raised when a key changes its meaning.
pub const FORMAT: u32 = 2;

/// The layout before there were counts and digests: `collisionbench accept --upgrade` rewrites it.
pub const WITHOUT_DIGEST: u32 = 1;

/// Relative drift that is allowed unless a baseline or a caller says otherwise: what is left of 16 digits after some
/// thousand operations, and a thousandth of the smallest change that is to be seen.
pub const DRIFT: f64 = 1e-12;

/// Radius of the tube round an accepted curve, in parts of its duration and its largest force.
pub const TUBE: f64 = 2e-3;

/// How much of a curve may be lost when it is thinned for keeping, in the same parts.
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
    /// Of so many scenes of the case the first is kept: 1 keeps all.
    pub every: usize,
    /// SHA-256 of what the numbers follow from: [`PHYSICS`] for the case without its words, and every file of its
    /// datasets. Baselines of earlier versions have [`CASE`] in its place, the case as it was written.
    pub inputs: BTreeMap<String, String>,
    /// Sorted by collision as they came, and by observable in one.
    pub values: Vec<Kept>,
    pub curves: Vec<KeptCurve>,
}

/// The input that is the case without title, source, comments and reasons.
pub const PHYSICS: &str = "physics";

/// The input that is the text of the case.
pub const CASE: &str = "case";

/// One number, SI.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    pub scene: String,
    pub by: String,
    pub variant: String,
    pub observable: String,
    /// Empty for a plain number.
    pub unit: String,
    pub value: Estimate,
}

/// Force over time of one collision.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptCurve {
    pub scene: String,
    pub by: String,
    pub variant: String,
    /// Time since first touch, s, and force, N.
    pub points: Vec<[f64; 2]>,
}

impl Baseline {
    /// What the numbers followed from then and does not stand as it did: names out of [`Baseline::inputs`], of both.
    pub fn inputs_that_differ(&self, now: &Self) -> Vec<String> {
        // Of the two hashes of the case the one that was accepted counts.
        let other = if self.inputs.contains_key(PHYSICS) { CASE } else { PHYSICS };
        let names = self.inputs.keys().chain(now.inputs.keys()).filter(|name| *name != other);
        let mut differ: Vec<String> =
            names.filter(|name| self.inputs.get(*name) != now.inputs.get(*name)).cloned().collect();
        differ.sort();
        differ.dedup();
        differ
    }
}
