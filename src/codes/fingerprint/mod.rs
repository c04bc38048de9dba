//! Infers the conventions of an engine from about a dozen small batches of two-body runs.
//!
//! Each line is a choice among hypotheses, for pairs of spheres and for walls apart. What a hypothesis predicts comes from
//! theory or from our own solvers, run with that convention. Every number is read at two step sizes: it is extrapolated to
//! short steps, and what the two sizes differ by says how far it may be off.

mod adhesion;
mod damping;
mod normal;
mod probes;
mod steps;
mod tangential;

use std::fmt;

use crate::codes::engine::{Engine, Folders};
use crate::law::contract::line;
use crate::words::worded;

pub use probes::Bench;

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
    let bench = Bench { engine, folders, stop };
    let normal = normal::find(&bench);
    let damped = damping::find(&bench, &normal);
    let mut findings = damped.findings;
    findings.extend(normal.findings.iter().cloned());
    findings.extend(tangential::find(&bench, &normal, damped.law));
    findings.extend(steps::find(&bench, normal.like, damped.law));
    findings.extend(adhesion::find(&bench));
    findings.push(damped.promise);
    findings
}

/// Small engines with one quirk each that `cargo test --test fingerprint_zoo` runs. No line of any may be wrong and certain.
pub const ZOO: u32 = 56;

/// Upper bound (95 %) of the share of engines with a wrong `certain`, after none in [`ZOO`]: `1 - 0.05^(1/N)`.
pub const WRONG_AT_MOST: fn(u32) -> f64 = |engines| 1.0 - libm::pow(0.05f64, 1.0 / f64::from(engines));

/// The conventions of the plain model, by the title of a line.
const PLAIN: [(&str, &str); 7] = [
    ("normal force", normal::HERTZ),
    ("effective radius", normal::HARMONIC),
    ("radius at walls", normal::WALL_RADIUS),
    ("effective modulus", normal::OWN_MODULI),
    ("modulus at walls", line::OWN_MODULUS),
    ("effective mass", damping::REDUCED),
    ("mass at walls", line::FREE_MASS),
];

/// Summary: number of inferred conventions, differences from the plain model, bare numbers and unknowns.
pub fn verdict(findings: &[Inference]) -> String {
    let named = |finding: &Inference| format!("{} ({})", finding.convention, finding.place);
    let of = |strength: Trust| findings.iter().filter(move |finding| finding.strength == strength);
    let inferred = of(Trust::Certain).chain(of(Trust::Likely)).chain(of(Trust::Number));
    let departs =
        inferred.filter(|finding| PLAIN.iter().any(|(t, says)| *t == finding.convention && *says != finding.says));
    let departures: Vec<String> =
        departs.map(|finding| format!("{}: {} ({})", named(finding), finding.says, finding.strength)).collect();
    let list = |strength: Trust| of(strength).map(named).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "verdict: {} of {} lines certain, {} likely; ",
        of(Trust::Certain).count(),
        findings.len(),
        of(Trust::Likely).count()
    );
    let decided =
        findings.iter().any(|f| matches!(f.strength, Trust::Certain | Trust::Likely)) || !departures.is_empty();
    text += &match departures.is_empty() {
        true if !decided => "no convention of this engine could be determined".to_string(),
        true => "no listed deviation from Hertz and the standard effective quantities".to_string(),
        false => format!("deviates from Hertz and the standard effective quantities in {}", departures.join("; ")),
    };
    let rest =
        [("only a number", Trust::Number), ("no listed rule fits", Trust::NoMatch), ("not decided", Trust::CannotTell)];
    for (what, which) in rest.map(|(what, strength)| (what, list(strength))) {
        if !which.is_empty() {
            text += &format!("; {what}: {which}");
        }
    }
    text
}

/// The lines in which an engine is not as it is declared, one sentence each: what was found, or that no listed rule fits.
pub fn undeclared(engine: &dyn Engine, findings: &[Inference]) -> Vec<String> {
    let against = |finding: &Inference| {
        let Inference { convention, place, strength, says, .. } = finding;
        let declared = engine.declares(*place == Place::Walls).into_iter().find(|(title, _)| title == convention)?.1;
        let found = match strength {
            Trust::Certain | Trust::Likely => format!("{says} ({strength})"),
            // Levers are looked for with each rule: without one there is none of them.
            Trust::NoMatch if *convention == tangential::LEVER => return None,
            Trust::NoMatch => "no listed rule".to_string(),
            Trust::Number | Trust::CannotTell => return None,
        };
        let met = *strength != Trust::NoMatch && declared.iter().any(|text| says.starts_with(text.as_ref()));
        (!met).then(|| format!("{convention} ({place}): declared {}, found {found}", declared.join(" or ")))
    };
    findings.iter().filter_map(against).collect()
}
