//! The matrix in words.

use std::fmt;

use super::{Caught, Matrix, MutantOutcome};
use crate::judge::baseline::{self, CollisionId};

impl Matrix {
    /// `61 mutants, 83 cases: 61 caught (51 by a check, 10 by accepted numbers alone), 0 missed, 0 not reached: score 100 %`
    pub fn summary(&self) -> String {
        let score = match self.score() {
            Some(score) => format!("{:.0} %", (100.0 * score).floor()),
            None => "none".to_string(),
        };
        format!(
            "{} mutants, {} cases: {} caught ({} by a check, {} by accepted numbers alone), {} missed, {} not reached: \
             score {score}",
            self.rows.len(),
            self.cases.len(),
            self.count(MutantOutcome::Caught),
            self.rows.iter().filter(|row| row.by_check()).count(),
            self.rows.iter().filter(|row| row.outcome() == MutantOutcome::Caught && !row.by_check()).count(),
            self.count(MutantOutcome::Missed),
            self.count(MutantOutcome::NotReached),
        )
    }
}

impl super::Lost {
    /// What would no longer be noticed, in a sentence.
    pub fn sentence(&self) -> String {
        let Self { mutants, shared, checks, .. } = self;
        let mut parts = Vec::new();
        if !mutants.is_empty() {
            parts.push(format!("no longer caught: {}", mutants.join(", ")));
        }
        if !checks.is_empty() {
            parts.push(format!("no longer held: {}", checks.join(", ")));
        }
        if parts.is_empty() {
            return format!("none: all {shared} mutants it catches are caught by other cases too");
        }
        parts.push(format!("{shared} more are caught by others too"));
        parts.join("; ")
    }
}

/// `max_force of reference against hertz-impact`
impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scene: &str = match self {
            Self::Check(check) => {
                write!(f, "{} of {} against {}", check.observable, check.who, check.against)?;
                &check.scene
            }
            Self::Accepted(row) => {
                let baseline::DiffRow { observable, of: CollisionId { scene, by, variant }, .. } = &**row;
                let part = if variant.is_empty() { "" } else { ", " };
                write!(f, "{observable}{part}{variant} of {by} against its accepted number")?;
                scene
            }
        };
        if scene == "-" { Ok(()) } else { write!(f, " at {scene}") }
    }
}
