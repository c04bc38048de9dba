//! From a plan to the record of its run: parts become records as soon as they are judged, and are kept in a journal.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::events::Listener;
use super::journal::{Journal, Kept, RowsFile, key};
use super::partition::Partition;
use super::plan::Plan;
use super::planned::PlannedCase;
use super::record::large::{Block, joined};
use super::record::{CaseRecord, PartialRecord, Record, case};
use super::run::{CaseRun, Executed, Part, Work, execute_parts};
use crate::collide::Collide;
use crate::error::Error;

/// The record of a run, and what it does not hold.
#[derive(Debug)]
pub struct Recorded {
    pub record: Record,
    /// Of each large case the rows of its tables, in the order of its scenes.
    pub rows: BTreeMap<String, Vec<RowsFile>>,
    /// How far the run came.
    pub reached: PartialRecord,
    /// Collisions that an earlier run had computed.
    pub found: usize,
}

/// Where finished parts of a run are, and which of them it is about.
#[derive(Debug, Clone, Copy, Default)]
pub struct Store<'a> {
    /// Keeps every part that is finished.
    pub journal: Option<&'a Journal>,
    /// What is found here is not computed again.
    pub earlier: &'a [Journal],
    /// Only what this partition has is computed.
    pub partition: Option<Partition>,
    /// Everything has to be found.
    pub is_complete: bool,
}

/// Computes a plan and records it. Of an interrupted run, only the cases with a finished collision or fit are on record.
///
/// # Errors
/// [`Error::Write`] of the journal, what is wrong with a scene of a large case, and a part that has to be found and is not.
pub fn record(plan: &Plan, compute: &Collide, listener: &dyn Listener, store: Store<'_>) -> Result<Recorded, Error> {
    let found = AtomicUsize::new(0);
    let search = |planned: &PlannedCase, scenes: &Range<usize>| {
        if store.earlier.is_empty() {
            return Ok(None);
        }
        let key = key(plan, planned, scenes);
        let Some(kept) = store.earlier.iter().find_map(|journal| journal.find(&key)) else {
            return if store.is_complete { Err(lacking(planned, scenes)) } else { Ok(None) };
        };
        found.fetch_add(scenes.len() * planned.case.runs.len(), Ordering::Relaxed);
        let tally = kept.case.tally();
        Ok(Some((Some(kept), tally)))
    };
    let make = |part: &Part<'_>, run| made(plan, part, run, store.journal);
    let has = |planned: &PlannedCase, scenes: &Range<usize>| {
        store.partition.is_none_or(|partition| partition.has(planned, scenes))
    };
    let work: Work<'_, Option<Kept>> = Work { has: &has, found: &search, make: &make };
    let Executed { cases, computed, planned, interrupted } = execute_parts(plan, compute, listener, &work)?;
    let reached = PartialRecord { computed, planned };
    let mut rows = BTreeMap::new();
    let mut records: Vec<CaseRecord> = Vec::new();
    for (planned, parts) in plan.cases.iter().zip(cases) {
        let mut parts: Vec<Kept> = parts.into_iter().flatten().collect();
        if planned.case.sweeps.is_none() {
            records.extend(parts.pop().map(|kept| kept.case));
            continue;
        }
        let files: Vec<RowsFile> = parts.iter_mut().filter_map(|kept| kept.rows.take()).collect();
        records.extend(joined(parts.into_iter().map(|kept| kept.case).collect()));
        rows.insert(planned.case.name.clone(), files);
    }
    let partial = interrupted.then(|| reached.clone());
    let record = Record { partial, ..Record::of_cases(plan, records) };
    Ok(Recorded { record, rows, reached, found: found.into_inner() })
}

fn lacking(planned: &PlannedCase, scenes: &Range<usize>) -> Error {
    let name = &planned.case.name;
    let what = match planned.case.sweeps {
        Some(_) => format!("scenes {} to {} of `{name}`", scenes.start + 1, scenes.end),
        None => format!("case `{name}`"),
    };
    let help = "its file is missing, damaged or of another engine: run that partition again, into the same folder";
    Error::with_help(format!("{what}: no partition has it"), help)
}

/// The record of a part, kept in the journal where it is whole; `None` where nothing of it was computed, and of a block that was not finished.
fn made(plan: &Plan, part: &Part<'_>, mut run: CaseRun, journal: Option<&Journal>) -> Result<Option<Kept>, Error> {
    if !part.is_whole && (part.sweeps.is_some() || !run.is_begun()) {
        return Ok(None);
    }
    let case = case(part.planned, &mut run);
    let block = match part.sweeps {
        Some(sweeps) => Block::of(case, sweeps, part.scenes.clone(), &part.planned.drawn),
        None => Block { case, collisions: String::new(), checks: String::new() },
    };
    let Some(journal) = journal.filter(|_| part.is_whole) else {
        return Ok(Some(Kept { case: block.case, rows: None }));
    };
    let whole = plan.cases.iter().find(|planned| planned.case.name == part.planned.case.name);
    journal.keep(&key(plan, whole.unwrap_or(part.planned), &part.scenes), block).map(Some)
}
