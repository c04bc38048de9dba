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

    /// The score, the mutants with the cases that catch them, and what each case is needed for.
    pub fn markdown(&self) -> String {
        let mut text = format!("# Mutants\n\n{}\n\n", self.summary());
        text.push_str(
            "| mutant | defect | origin | outcome | cases | first failing check, or else accepted number |\n",
        );
        text.push_str("|---|---|---|---|---|---|\n");
        for row in &self.rows {
            let by = row.by();
            let first = by.first().and_then(|&case| Some((&self.cases[case], row.caught[case].as_ref()?)));
            let first = first.map(|(case, caught)| format!("{case}: {caught}")).unwrap_or_default();
            let cells =
                [row.name, row.breaks, row.seen, row.outcome().word(), &by.len().to_string(), &first].map(plain);
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push_str("\n## Which case catches which\n\nMutants by number, in the order of the table.\n\n");
        text.push_str("| case | catches | alone |\n|---|---|---|\n");
        for (at, case) in self.cases.iter().enumerate() {
            let catches = |alone: bool| {
                let rows = self.rows.iter().enumerate();
                let rows = rows.filter(|(_, row)| row.caught[at].is_some() && (!alone || row.by().len() == 1));
                rows.map(|(number, _)| (number + 1).to_string()).collect::<Vec<_>>().join(" ")
            };
            let _ = writeln!(text, "| {} | {} | {} |", plain(case), catches(false), catches(true));
        }
        text.push_str("\n## Without a case\n\n");
        for case in &self.cases {
            if let Ok(lost) = self.without(case) {
                let _ = writeln!(text, "- `{case}`: {}", lost.sentence());
            }
        }
        text
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

    /// A line a case and a column a mutant, by its number: `x` caught by a check, `a` by accepted numbers, `1` by this case
    /// alone, `.` not noticed.
    pub fn grid(&self) -> String {
        let wide = self.cases.iter().map(|case| case.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        let tens: String = (1..=self.rows.len()).map(|n| if n % 10 == 0 { digit(n / 10) } else { ' ' }).collect();
        let ones: String = (1..=self.rows.len()).map(digit).collect();
        let _ = writeln!(text, "  {:wide$}  {}\n  {:wide$}  {ones}", "", tens.trim_end(), "");
        let alone: Vec<bool> = self.rows.iter().map(|row| row.by().len() == 1).collect();
        for (at, case) in self.cases.iter().enumerate() {
            let cells = self.rows.iter().zip(&alone).map(|(row, alone)| match (&row.caught[at], alone) {
                (None, _) => '.',
                (Some(_), true) => '1',
                (Some(Caught::Check(_)), false) => 'x',
                (Some(Caught::Accepted(_)), false) => 'a',
            });
            let _ = writeln!(text, "  {case:wide$}  {}", cells.collect::<String>());
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

/// The last digit of a number.
fn digit(number: usize) -> char {
    char::from_digit((number % 10) as u32, 10).unwrap_or(' ')
}

/// A cell of a Markdown table.
fn plain(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
