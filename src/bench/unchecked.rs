//! What of a case is computed and compared with nothing: a green that nobody has earned.

use std::collections::BTreeSet;

use super::computed::{Collision, NoResult};
use super::planned::{Expected, PlannedCase};
use crate::judge::{Check, Verdict};

/// What no check of a case looks at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unchecked {
    /// A sentence each.
    pub notes: Vec<String>,
    /// Whether it was computed, and none of the checks that the case asks for was made.
    pub nothing: bool,
}

/// Whether the checks that a case asks for look at its runs and scenes; `asked` are without those that every engine has.
pub(super) fn unchecked(planned: &PlannedCase, collisions: &[Collision], asked: &[Check]) -> Unchecked {
    if collisions.iter().any(|collision| collision.result == Err(NoResult::Unfinished)) {
        return Unchecked::default();
    }
    let is_computed = |run: usize| collisions.iter().any(|c| c.run == run && c.result.is_ok());
    let mut notes = Vec::new();
    let skipped = asked.iter().filter(|check| check.outcome == Verdict::Skip).count();
    let computed = planned.expects.iter().any(|expect| is_computed(expect.run));
    let nothing = computed && skipped > 0 && skipped == asked.len();
    if nothing {
        notes.push(format!("none of the checks it asks for was made ({skipped} skipped): nothing was tested"));
    }
    let checks = || planned.expects.iter().flat_map(|expect| &expect.checks);
    for (index, run) in
        planned.case.runs.iter().enumerate().filter(|(index, run)| run.is_engine() && is_computed(*index))
    {
        let is_expected = |expected: &Expected| matches!(expected, Expected::Solver(other) if *other == index);
        let named = planned.expects.iter().any(|expect| expect.run == index);
        if !named && !checks().any(|check| is_expected(&check.expected)) {
            let name = &run.solver.text;
            notes.push(format!("{name} is in no [[expect]]: its results are compared with nothing but conservation"));
        }
    }
    let seen: BTreeSet<usize> = checks().map(|check| check.scene).collect();
    let all = planned.case.scenes.len();
    if seen.len() < all && !seen.is_empty() {
        notes.push(format!("{} of {all} scenes are in no check", all - seen.len()));
    }
    Unchecked { notes, nothing }
}
