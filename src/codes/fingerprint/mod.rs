//! Infers the conventions of an engine from about a dozen small batches of two-body runs.
//!
//! Each line is a choice among hypotheses, for pairs of spheres and for walls apart. What a hypothesis predicts comes from
//! theory or from our own solvers, run with that convention. Every number is read at two step sizes: it is extrapolated to
//! short steps, and what the two sizes differ by says how far it may be off.

mod adhesion;
mod conserved;
mod damping;
mod elastic;
mod normal;
mod oblique;
mod own;
mod precision;
mod probes;
mod sliding;
mod springs;
mod steps;
mod tangential;
mod verdict;

use std::fmt;

use crate::codes::engine::{Engine, Folders};
use crate::words::worded;

pub use probes::Bench;
pub use verdict::{undeclared, verdict};

worded! {
    /// Reliability of an inferred convention.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Trust {
        /// One hypothesis fits to the error of the runs, every other one was computed and is far off.
        Certain = "certain",
        /// The best one fits, but another is not far, could not be computed, or makes the same motion.
        Likely = "likely",
        /// A measured number that no hypothesis of the list explains.
        Number = "number",
        /// Every hypothesis of the list was computed, and all are far off.
        NoMatch = "no match",
        /// Several fit, the best fits badly, or the engine does not run the impacts that would decide.
        CannotTell = "cannot tell",
    }
}

worded! {
    /// Pairs of spheres or walls, whose conventions are inferred separately.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Place {
        Pairs = "pairs",
        Walls = "walls",
    }
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One inferred convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inference {
    /// Title of the line.
    pub convention: &'static str,
    pub place: Place,
    pub strength: Trust,
    /// The convention in words; empty if it was not determined.
    pub says: String,
    /// The numbers behind it, or why there are none.
    pub evidence: String,
}

impl Inference {
    fn unknown(convention: &'static str, place: Place, why: impl Into<String>) -> Self {
        Self { convention, place, strength: Trust::CannotTell, says: String::new(), evidence: why.into() }
    }

    fn number(convention: &'static str, place: Place, says: String, evidence: impl Into<String>) -> Self {
        Self { convention, place, strength: Trust::Number, says, evidence: evidence.into() }
    }
}

/// One hypothesis with the deviation of its prediction.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    pub says: String,
    /// Largest deviation in units of the measurement error; NaN if the prediction failed.
    pub off: f64,
}

/// Largest deviation of a hypothesis that fits, in units of the measurement error.
const FITS: f64 = 1.0;

/// Smallest deviation of all other hypotheses for a certain inference.
const APART: f64 = 3.0;

/// Chooses among hypotheses: the best fits up to `FITS`, and is certain when every other that says something else was
/// computed and is off by `APART` or more.
pub fn choose(convention: &'static str, place: Place, all: &[Hypothesis], evidence: &str) -> Inference {
    let Some(best) = all.iter().filter(|h| h.off.is_finite()).min_by(|a, b| a.off.total_cmp(&b.off)) else {
        return Inference::unknown(convention, place, evidence);
    };
    let others = || all.iter().filter(|h| h.says != best.says);
    let next = others().filter(|h| h.off.is_finite()).min_by(|a, b| a.off.total_cmp(&b.off));
    let behind = next.map_or(f64::INFINITY, |next| next.off);
    let mut evidence = format!("{evidence}; deviation {:.2} of the tolerance", best.off);
    if best.off > FITS {
        evidence += &format!(": {}", best.says);
    }
    if let Some(next) = next {
        evidence += &format!("; next, {:.1}: {}", next.off, next.says);
    }
    let unknown: Vec<&str> = others().filter(|h| h.off.is_nan()).map(|h| h.says.as_str()).collect();
    if !unknown.is_empty() {
        evidence += &format!("; could not be computed, so not excluded: {}", unknown.join(", "));
    }
    if best.off > FITS || behind <= FITS {
        let strength = if best.off >= APART && unknown.is_empty() { Trust::NoMatch } else { Trust::CannotTell };
        return Inference { strength, ..Inference::unknown(convention, place, evidence) };
    }
    let clear = behind >= APART && unknown.is_empty();
    let strength = if clear { Trust::Certain } else { Trust::Likely };
    Inference { convention, place, strength, says: best.says.clone(), evidence }
}

/// Largest of some distances; not a number when one of them is not.
fn largest(distances: impl IntoIterator<Item = f64>) -> f64 {
    distances.into_iter().fold(0.0, |a: f64, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) })
}

/// Groups combinations by one of their conventions, with the smallest deviation of each group.
fn grouped<'a>(all: impl Iterator<Item = (&'a str, f64)>) -> Vec<Hypothesis> {
    let mut found: Vec<Hypothesis> = Vec::new();
    for (says, off) in all {
        match found.iter_mut().find(|h| h.says == says) {
            // One that could not be computed leaves the others of its group.
            Some(known) => known.off = known.off.min(off),
            None => found.push(Hypothesis { says: says.to_string(), off }),
        }
    }
    found
}

/// Everything that can be inferred of an engine, in the order it is shown. `stop` is asked whether to give up.
pub fn fingerprint(engine: &dyn Engine, folders: &Folders, stop: &dyn Fn() -> bool) -> Vec<Inference> {
    let bench = Bench::new(engine, folders, stop);
    let normal = normal::find(&bench);
    let motion = conserved::find(&bench);
    let damped = damping::find(&bench, &normal);
    let along = tangential::find(&bench, &normal, damped.law);
    let steps = steps::find(&bench, &normal, &along, damped.law);
    let balanced = motion.balanced;
    let mut findings = motion.findings(&along.energies);
    findings.extend(normal.losses.iter().cloned());
    findings.extend(damped.findings);
    findings.extend(normal.findings);
    findings.extend(along.findings);
    findings.extend(steps);
    findings.push(precision::find(engine, *bench.digits.borrow()));
    if !balanced {
        verdict::leave_pairs_open(&mut findings);
    }
    verdict::settle(&mut findings);
    own::restate(engine, &along.scenes, &mut findings);
    findings.extend(adhesion::find(&bench));
    findings.push(damped.promise);
    findings
}

/// Small engines with one quirk each that `cargo test --test fingerprint_zoo` runs. No line of any may be wrong and certain.
pub const ZOO: u32 = 95;

/// Upper bound (95 %) of the share of engines with a wrong `certain`, after none in [`ZOO`]: `1 - 0.05^(1/N)`.
pub const WRONG_AT_MOST: fn(u32) -> f64 = |engines| 1.0 - libm::pow(0.05f64, 1.0 / f64::from(engines));
