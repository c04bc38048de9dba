//! The matrix as files and for a terminal.

use std::fmt::{self, Write};

use super::{Caught, Matrix, MutantOutcome};
use crate::judge::baseline::{self, CollisionId};

/// Characters a line of a terminal's table may have before names of cases are counted instead of listed.
const MOST_NAMES: usize = 2;

impl Matrix {
    /// A row a mutant and a column a case: in a cell the first check that fails, empty where none does.
    ///
    /// # Errors
    /// None that a matrix can cause; the CSV writer's own type asks for one.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut out = csv::Writer::from_writer(Vec::new());
        let head = ["mutant", "breaks", "seen", "outcome", "collisions_moved", "cases"];
        out.write_record(head.iter().copied().chain(self.cases.iter().map(String::as_str)))?;
        for row in &self.rows {
            let (moved, cases) = (row.moved.to_string(), row.by().len().to_string());
            let own = [row.name, row.breaks, row.seen, row.outcome().word(), &moved, &cases].map(String::from);
            let cells = row.caught.iter().map(|cell| cell.as_ref().map(Caught::to_string).unwrap_or_default());
            out.write_record(own.into_iter().chain(cells))?;
        }
        out.into_inner().map_err(|e| e.into_error().into())
    }

    /// For a terminal.
    pub fn table(&self) -> String {
        let wide = |column: &dyn Fn(&super::MutantRow) -> usize| self.rows.iter().map(column).max().unwrap_or(0);
        let (name, word) = (wide(&|row| row.name.len()), wide(&|row| row.outcome().word().len()));
        let mut text = String::new();
        for row in &self.rows {
            let by = row.by();
            let named: Vec<&str> = by.iter().take(MOST_NAMES).map(|&case| self.cases[case].as_str()).collect();
            let more = by.len().saturating_sub(MOST_NAMES);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let how =
                if row.outcome() == MutantOutcome::Caught && !row.by_check() { "   (accepted numbers)" } else { "" };
            let _ = writeln!(
                text,
                "  {:<word$}  {:<name$}  {:>3}  {}{more}{how}",
                row.outcome().word(),
                row.name,
                by.len(),
                named.join(", ")
            );
        }
        text.push('\n');
        let idle = self.idle();
        if !idle.is_empty() {
            let _ =
                writeln!(text, "  {} of {} cases catch no mutant that the others miss", idle.len(), self.cases.len());
        }
        text
    }

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
                let baseline::Row { observable, of: CollisionId { scene, by, variant }, .. } = &**row;
                let part = if variant.is_empty() { "" } else { ", " };
                write!(f, "{observable}{part}{variant} of {by} against its accepted number")?;
                scene
            }
        };
        if scene == "-" { Ok(()) } else { write!(f, " at {scene}") }
    }
}
