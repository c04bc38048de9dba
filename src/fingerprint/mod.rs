//! The convention contract of a black box, inferred from about a dozen small batches of two-body runs.
//!
//! Each line is a choice among hypotheses. What a hypothesis predicts comes from theory or from our own solvers, run with
//! that convention; the best one is named with its numbers, and how far behind the second best is says how strong the
//! evidence is.

mod along;
mod damping;
pub mod explain;
mod normal;
mod probes;
pub mod ran;
mod steps;

use std::fmt;

use crate::engine::{Engine, Folders};

pub use probes::Bench;

/// How much a line can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// One hypothesis fits to the error of the runs, every other one is far off.
    Certain,
    /// The best one fits, but another is not far.
    Likely,
    /// Nothing fits, several do, or the engine does not run what would tell.
    CannotTell,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Certain => "certain",
            Self::Likely => "likely",
            Self::CannotTell => "cannot tell",
        })
    }
}

/// One convention, as far as the runs tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Title of the line, that of a contract where there is one.
    pub convention: &'static str,
    pub strength: Strength,
    /// In words; empty where nothing can be told.
    pub says: String,
    /// The numbers behind it, or why there are none.
    pub evidence: String,
}

impl Finding {
    fn unknown(convention: &'static str, why: impl Into<String>) -> Self {
        Self { convention, strength: Strength::CannotTell, says: String::new(), evidence: why.into() }
    }
}

/// One hypothesis and how far its prediction is from what was measured.
#[derive(Debug, Clone, PartialEq)]
struct Hypothesis {
    says: String,
    /// Largest distance, in the unit of the tolerances.
    off: f64,
}

/// Chooses among hypotheses: the best fits when it is off by at most `fits`, and is certain when every other that says
/// something else is at least `apart` times as far and does not fit.
fn choose(convention: &'static str, all: &[Hypothesis], fits: f64, apart: f64, evidence: &str) -> Finding {
    let Some(best) = all.iter().filter(|h| h.off.is_finite()).min_by(|a, b| a.off.total_cmp(&b.off)) else {
        return Finding::unknown(convention, evidence);
    };
    let next = all.iter().filter(|h| h.says != best.says && h.off.is_finite()).min_by(|a, b| a.off.total_cmp(&b.off));
    let behind = next.map_or(f64::INFINITY, |next| next.off);
    let off = next.map_or(String::new(), |next| format!("; next, {:.1e}: {}", next.off, next.says));
    let evidence = format!("{evidence}; off by {:.1e}{off}", best.off);
    if best.off > fits || (behind <= fits && behind < apart * best.off.max(0.05 * fits)) {
        return Finding::unknown(convention, evidence);
    }
    let clear = behind > fits && behind >= apart * best.off;
    let strength = if clear { Strength::Certain } else { Strength::Likely };
    Finding { convention, strength, says: best.says.clone(), evidence }
}

/// Everything that can be inferred of an engine, in the order it is shown. `stop` is asked whether to give up.
pub fn fingerprint(engine: &dyn Engine, folders: &Folders, stop: &dyn Fn() -> bool) -> Vec<Finding> {
    let bench = Bench { engine, folders, stop };
    let normal = normal::find(&bench);
    let damped = damping::find(&bench, &normal);
    let mut findings = damped.findings;
    findings.push(normal.radius);
    findings.push(damped.wall_mass);
    findings.push(normal.modulus);
    findings.extend(along::find(&bench, damped.ends));
    findings.extend(steps::find(&bench, normal.stiffness));
    findings.push(damped.promise);
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(offs: &[f64]) -> Finding {
        let all: Vec<Hypothesis> =
            offs.iter().enumerate().map(|(i, &off)| Hypothesis { says: format!("h{i}"), off }).collect();
        choose("end of contact", &all, 1e-3, 5.0, "e = 0.5")
    }

    #[test]
    fn evidence_is_weighed() {
        assert_eq!((of(&[1e-4, 1e-1]).strength, of(&[1e-4, 1e-1]).says.as_str()), (Strength::Certain, "h0"));
        // The best one does not fit.
        assert_eq!(of(&[2e-3, 1e-1]).strength, Strength::CannotTell);
        // Two fit.
        assert_eq!(of(&[1e-4, 2e-4]).strength, Strength::CannotTell);
        assert_eq!(of(&[6e-4, 1.2e-3]).strength, Strength::Likely);
        assert_eq!(of(&[f64::NAN]).strength, Strength::CannotTell);
        assert_eq!(of(&[]).strength, Strength::CannotTell);
    }
}
