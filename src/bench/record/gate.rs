//! The numbers of a run against those that were accepted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::accepted::{Accepted, MissingCollision, RunNumbers, other_engines};
use super::diff::{Change, DiffRow, TUBE, Terms, diff};
use super::{CaseRecord, DRIFT, Record};
use crate::bench::{Check, Tally};
use crate::error::Exit;

/// Relation of a case to its baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaselineStatus {
    /// The same case as when it was accepted.
    Compared,
    /// These inputs of the case differ from the accepted ones. Its numbers are compared, but do not count as agreeing.
    Changed(Vec<String>),
    /// It has no baseline.
    NeverAccepted,
    /// It has a baseline but no longer exists.
    CaseGone,
}

/// What the comparison of a case allows and leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct GateLimits {
    /// Relative drift, and that of a baseline which states none.
    pub drift: [f64; 2],
    /// Radius of the tube around a curve.
    pub tube: f64,
    /// Scenes that are not compared, of how many.
    pub left_out: [usize; 2],
    /// Of the checks that the case itself asks for.
    pub own: Tally,
}

/// One case against its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct GatedCase {
    pub case: String,
    pub standing: BaselineStatus,
    pub rows: Vec<DiffRow>,
    pub absent: Vec<MissingCollision>,
    /// Failing checks of what an engine conserves.
    pub violated: Vec<Check>,
    /// The engines, whole versions, with which it was accepted and with which it was computed now, where they differ.
    pub engines: Option<[String; 2]>,
    /// What the comparison allows and leaves out.
    pub limits: GateLimits,
    /// Accepted numbers of an engine whose version counts, against those of its version of today; empty where that is the same.
    pub across: Vec<DiffRow>,
}

/// Compares the current numbers with the accepted ones; `drift` replaces that of the accepted ones.
pub fn gate(today: &RunNumbers, accepted: Option<&Record>, drift: Option<f64>, tube: f64) -> GatedCase {
    let now = today.case();
    let usual = now.accepted.as_ref().map_or(DRIFT, |accepted| accepted.drift);
    let nothing = CaseRecord { inputs: now.inputs.clone(), accepted: now.accepted.clone(), ..CaseRecord::default() };
    let then = accepted.and_then(|record| record.cases.first()).unwrap_or(&nothing);
    let Accepted { drift: stated, every, .. } =
        then.accepted.clone().unwrap_or(Accepted { why: String::new(), date: None, drift: usual, every: 1 });
    let terms = Terms { drift: drift.unwrap_or(stated), tube };
    let differ = then.inputs_that_differ(now);
    let sampled = today.sampled(every);
    let all = today.thinned.map_or(today.scenes.len(), |[_, all]| all);
    let mut rows = Vec::new();
    sampled.cases.iter().for_each(|now| diff(then, now, terms, &mut |row| rows.push(row)));
    let lost: BTreeMap<(&str, &str), &str> =
        today.absent.iter().rev().map(|lost| ((lost.scene.as_str(), lost.by.as_str()), lost.why.as_str())).collect();
    for row in rows.iter_mut().filter(|row| row.now.is_none()) {
        let why = lost.get(&(&*row.scene, &*row.by));
        row.reason = why.map(|why| why.to_string()).or(row.reason.take());
    }
    let programs = [accepted.map_or(&today.record.program, |record| &record.program), &today.record.program];
    let engines = other_engines(programs[0], programs[1]);
    let across =
        engines.as_ref().map(|[engines, _]| across_versions(engines, then, now, terms, &mut rows)).unwrap_or_default();
    let standing = match accepted {
        None => BaselineStatus::NeverAccepted,
        Some(_) if !differ.is_empty() => BaselineStatus::Changed(differ),
        Some(_) => {
            missing_blocks(then, &mut rows);
            BaselineStatus::Compared
        }
    };
    GatedCase {
        case: now.name.clone(),
        standing,
        rows,
        absent: today.absent.clone(),
        violated: today.violated.clone(),
        engines,
        limits: GateLimits {
            drift: [terms.drift, usual],
            tube,
            left_out: [all - all.div_ceil(every.max(1)), all],
            own: today.own,
        },
        across,
    }
}

/// The collisions of `rows` that are gone with one version of an engine and new with another, compared all the same: the
/// version is what stands first in a variant.
fn across_versions(
    engines: &str,
    then: &CaseRecord,
    now: &CaseRecord,
    terms: Terms,
    rows: &mut [DiffRow],
) -> Vec<DiffRow> {
    type Id = (Arc<str>, Arc<str>, Arc<str>);
    let is_engine = |by: &str| engines.split("; ").any(|engine| engine.split(' ').next() == Some(by));
    let id = |row: &DiffRow| -> Id { (row.scene.clone(), row.by.clone(), row.variant.clone()) };
    let rest = |(scene, by, variant): &Id| {
        (scene.clone(), by.clone(), variant.split_once(", ").map(|(_, rest)| rest.to_string()))
    };
    let are = |change| rows.iter().filter(move |row| row.change == change && is_engine(&row.by)).map(id);
    let gone: BTreeMap<_, Id> = are(Change::Gone).map(|of| (rest(&of), of)).collect();
    let earlier: BTreeMap<Id, Id> =
        are(Change::New).filter_map(|of| Some((of.clone(), gone.get(&rest(&of))?.clone()))).collect();
    if earlier.is_empty() {
        return Vec::new();
    }
    let mut today = now.clone();
    for collision in &mut today.collisions {
        let of = (collision.scene.clone(), collision.by.clone(), collision.variant.clone());
        if let Some((_, _, was)) = earlier.get(&of) {
            collision.variant = was.clone();
        }
    }
    for curve in &mut today.curves {
        let of = (curve.scene.as_str().into(), curve.by.as_str().into(), curve.variant.as_str().into());
        if let Some((_, _, was)) = earlier.get(&of) {
            curve.variant = was.to_string();
        }
    }
    let known: BTreeSet<&Id> = earlier.values().collect();
    for row in rows.iter_mut().filter(|row| row.change == Change::Gone && known.contains(&id(row))) {
        row.reason = Some("its engine has another version now, see above".to_string());
    }
    let mut across = Vec::new();
    diff(then, &today, terms, &mut |row| {
        if known.contains(&id(&row)) && !matches!(row.change, Change::Gone | Change::New) {
            across.push(row);
        }
    });
    across
}

/// A collision of an unchanged case without a single accepted number is not new: the case had it when it was accepted.
fn missing_blocks(accepted: &CaseRecord, rows: &mut [DiffRow]) {
    let known: BTreeSet<(&str, &str)> = accepted.collisions.iter().map(|kept| (&*kept.scene, &*kept.by)).collect();
    let missing = |row: &&mut DiffRow| row.change == Change::New && !known.contains(&(&*row.scene, &*row.by));
    for row in rows.iter_mut().filter(missing) {
        row.change = Change::Gone;
        row.reason = Some("the baseline has no number of this collision, although the case is unchanged".to_string());
    }
}

impl GatedCase {
    /// A case that no longer exists: all of its accepted numbers are gone.
    pub fn gone(accepted: &CaseRecord) -> Self {
        let drift = accepted.accepted.as_ref().map_or(DRIFT, |accepted| accepted.drift);
        let mut rows = Vec::new();
        diff(accepted, &CaseRecord::default(), Terms { drift, tube: TUBE }, &mut |row| rows.push(row));
        Self {
            case: accepted.name.clone(),
            standing: BaselineStatus::CaseGone,
            rows,
            absent: Vec::new(),
            violated: Vec::new(),
            engines: None,
            limits: GateLimits { drift: [drift; 2], tube: TUBE, ..GateLimits::default() },
            across: Vec::new(),
        }
    }

    /// Whether a row is missing because no engine here runs it.
    pub fn is_skipped(&self, row: &DiffRow) -> bool {
        row.now.is_none()
            && row.change == Change::Gone
            && self.absent.iter().any(|lost| lost.skipped && *lost.scene == *row.scene && *lost.by == *row.by)
    }
}

/// Counts of numbers and curves by kind of change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Changes {
    pub moved: usize,
    pub unchanged: usize,
    pub new: usize,
    pub gone: usize,
    pub skipped: usize,
}

/// `1 moved, 75 unchanged, 0 new, 0 gone`
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moved, unchanged, new, gone, skipped } = self;
        write!(f, "{moved} moved, {unchanged} unchanged, {new} new, {gone} gone")?;
        if *skipped > 0 { write!(f, ", {skipped} skipped") } else { Ok(()) }
    }
}

impl Changes {
    pub fn total(&self) -> usize {
        self.moved + self.unchanged + self.new + self.gone + self.skipped
    }

    pub fn of<'a>(cases: impl IntoIterator<Item = &'a GatedCase>) -> Self {
        let mut changes = Self::default();
        for case in cases {
            for row in &case.rows {
                *match row.change {
                    Change::Moved => &mut changes.moved,
                    Change::Unchanged | Change::Within => &mut changes.unchanged,
                    Change::New => &mut changes.new,
                    Change::Gone if case.is_skipped(row) => &mut changes.skipped,
                    Change::Gone => &mut changes.gone,
                } += 1;
            }
        }
        changes
    }
}

/// How a gate ends. With `no_skip` what was skipped counts as not computed; with `no_new` a number that nobody has accepted
/// counts as moved.
pub fn gate_exit(cases: &[GatedCase], no_skip: bool, no_new: bool) -> Exit {
    let changes = Changes::of(cases);
    let absent = |skipped: bool| cases.iter().flat_map(|case| &case.absent).any(|lost| lost.skipped == skipped);
    let invalid =
        cases.iter().any(|case| matches!(case.standing, BaselineStatus::Changed(_) | BaselineStatus::CaseGone));
    let compared = changes.moved + changes.unchanged + changes.gone;
    Exit::worst([
        (absent(false) || (absent(true) && (no_skip || compared == 0)), Exit::NoResult),
        // Its numbers were accepted, and it is not here.
        (changes.skipped > 0, Exit::NoResult),
        (cases.iter().any(|case| !case.violated.is_empty()), Exit::Failing),
        (invalid || changes.moved + changes.gone > 0 || (no_new && changes.new > 0), Exit::Failing),
    ])
}
