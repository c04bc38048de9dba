//! Extracts the numbers of a run that can be accepted, and compares a run with accepted numbers.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::fits::{FIT, FIT_DRIFT, fit_values, fits};
use super::{CaseRecord, Curve, Maker, Record};
use crate::bench::{CONSERVED, CaseRun, ExecutedPlan, NoResult, Plan, PlannedCase};
use crate::case::canonical;
use crate::collide::estimate::Estimate;
use crate::data::sha256;
use crate::distinct::enter;
use crate::error::Exit;
use crate::fit::calibrate::Calibrated;
use crate::judge::baseline::{
    BaseCurve, BaseValue, Baseline, Change, CollisionId, DRIFT, DiffRow, PHYSICS, THINNED, TUBE, compare,
    from_first_touch, thinned,
};
use crate::judge::{Check, Tally, Verdict};

/// Observables that follow from others or from the input, and are not accepted separately.
const DERIVED: [&str; 3] = ["restitution_requested", "contact_radius", "peak_pressure"];

/// The current numbers of every case of a run, in the order of the plan. Calibrations are fitted again, with the
/// intervals that a verdict does not need.
///
/// `why` and `date` are the caller's; nothing here looks at a clock.
pub fn baselines(plan: &Plan, run: &ExecutedPlan, record: &Record, why: &str, date: Option<&str>) -> Vec<RunNumbers> {
    let cases = plan.cases.iter().zip(&run.cases).zip(&record.cases).zip(fits(plan));
    cases
        .map(|(((planned, run), case), fit)| RunNumbers {
            baseline: Baseline {
                case: case.name.clone(),
                why: why.to_string(),
                program: program(record, case),
                date: date.map(String::from),
                drift: if fit.is_some() { FIT_DRIFT } else { DRIFT },
                every: 1,
                inputs: inputs(planned),
                values: values(case, fit.as_ref()),
                curves: curves(case),
            },
            scenes: scenes(planned, fit.as_ref()),
            absent: absent(planned, run, fit.as_ref()),
            violated: violated(planned, case),
            own: run.own,
            nothing_checked: run.unchecked.nothing,
        })
        .collect()
}

/// The programs that computed a case: this one, and the engines with their full versions.
fn program(record: &Record, case: &CaseRecord) -> String {
    let runs = |name: &str| case.observations.iter().any(|seen| seen.maker == Maker::Solver && seen.by == name);
    let engines = record.engines.iter().filter(|engine| runs(&engine.name));
    let engines: Vec<String> =
        engines.map(|engine| format!("{} {}", engine.name, engine.full_version).trim_end().to_string()).collect();
    if engines.is_empty() { record.program.clone() } else { format!("{}{WITH}{}", record.program, engines.join("; ")) }
}

/// Separator between this program and the engines.
const WITH: &str = " with ";

/// The numbers of one case, and its collisions without numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct RunNumbers {
    pub baseline: Baseline,
    /// All scenes of the case, in its order.
    pub scenes: Vec<String>,
    pub absent: Vec<MissingCollision>,
    /// Violated conservation laws of its engines, which cannot be accepted.
    pub violated: Vec<Check>,
    /// Of the checks that the case itself asks for.
    pub own: Tally,
    /// Whether none of them was made.
    pub nothing_checked: bool,
}

impl RunNumbers {
    /// The numbers of the first of every so many scenes, for a smaller baseline.
    pub fn sampled(&self, every: usize) -> Baseline {
        let kept: BTreeSet<&str> = self.scenes.iter().step_by(every.max(1)).map(String::as_str).collect();
        let mut sampled = Baseline { every: every.max(1), ..self.baseline.clone() };
        sampled.values.retain(|value| kept.contains(value.of.scene.as_str()));
        sampled.curves.retain(|curve| kept.contains(curve.of.scene.as_str()));
        sampled
    }
}

/// A collision that was not computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingCollision {
    pub scene: String,
    pub by: String,
    /// Whether the engine is not installed or does not run it; otherwise it failed.
    pub skipped: bool,
    pub why: String,
}

/// Failing checks of what an engine conserves: nobody can accept them.
fn violated(planned: &PlannedCase, case: &CaseRecord) -> Vec<Check> {
    let engine = |check: &&Check| planned.case.runs.iter().any(|run| run.is_engine() && run.solver.text == check.who);
    let failing = case.checks.iter().filter(|check| check.against == CONSERVED && check.outcome == Verdict::Fail);
    failing.filter(engine).cloned().collect()
}

/// The case and the datasets by their physics, every other file by its text.
fn inputs(planned: &PlannedCase) -> BTreeMap<String, String> {
    let mut inputs: BTreeMap<String, String> = planned.numbers().collect();
    let dataset = |file: &str| file.strip_suffix("/data.csv").or(file.strip_suffix("/source.toml")).map(str::to_string);
    let other = |(file, _): &(String, String)| dataset(file).is_none_or(|name| !inputs.contains_key(&name));
    let others: Vec<_> = planned.inputs().into_iter().filter(other).collect();
    inputs.extend(others);
    inputs.insert(PHYSICS.to_string(), sha256(&canonical(&planned.case.file.text)));
    inputs
}

/// A calibration with its intervals, or why there is none.
type Fit = Result<Calibrated, NoResult>;

/// Names of the scenes of a case, then names for the numbers of its fit.
fn scenes(planned: &PlannedCase, fit: Option<&Fit>) -> Vec<String> {
    let mut scenes: Vec<String> = planned.case.scenes.iter().map(|scene| scene.name.clone()).collect();
    fit.into_iter().flatten().flat_map(fit_values).for_each(|kept| enter(&mut scenes, kept.of.scene));
    scenes
}

/// The numbers of solvers, engines and fits; theories and measurements are not accepted.
fn values(case: &CaseRecord, fit: Option<&Fit>) -> Vec<BaseValue> {
    let mut values: Vec<BaseValue> = Vec::new();
    for seen in case.observations.iter().filter(|seen| seen.maker == Maker::Solver) {
        let (Some(value), Some(uncertainty)) = (seen.value, seen.uncertainty) else { continue };
        if value.is_finite() && uncertainty.is_finite() && !DERIVED.contains(&seen.observable) {
            let [scene, by, variant] = [seen.scene, seen.by, seen.variant].map(str::to_string);
            values.push(BaseValue {
                of: CollisionId { scene, by, variant },
                observable: seen.observable.to_string(),
                unit: seen.unit.to_string(),
                value: Estimate::new(value, uncertainty),
            });
        }
    }
    values.extend(fit.into_iter().flatten().flat_map(fit_values));
    // A collision after the other as they came; in one, by name.
    let mut order: BTreeMap<CollisionId, usize> = BTreeMap::new();
    for kept in &values {
        let next = order.len();
        order.entry(kept.of.clone()).or_insert(next);
    }
    let place = |kept: &BaseValue| order.get(&kept.of).copied();
    values.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.observable.cmp(&b.observable)));
    values
}

/// The first curve of every solver.
fn curves(case: &CaseRecord) -> Vec<BaseCurve> {
    let mut kept: Vec<BaseCurve> = Vec::new();
    for curve in case.curves.iter().filter(|curve| curve.maker == Maker::Solver) {
        let (Some(time), Some(force)) = (curve.column("time"), curve.column("force")) else { continue };
        let Curve { scene, by, variant, .. } = curve;
        let same = |other: &BaseCurve| other.of.by == *by && (other.of.scene != *scene || other.of.variant == *variant);
        if kept.iter().any(same) {
            continue;
        }
        let points = from_first_touch(time.iter().zip(force).map(|(t, F)| [*t, *F]));
        if points.len() > 1 {
            let of = CollisionId { scene: scene.clone(), by: by.clone(), variant: variant.clone() };
            kept.push(BaseCurve { of, points: thinned(&points, THINNED) });
        }
    }
    kept
}

/// The collisions of a case that were not computed.
pub fn absent(planned: &PlannedCase, run: &CaseRun, fit: Option<&Fit>) -> Vec<MissingCollision> {
    let case = &planned.case;
    let lost = |scene: &str, by: &str, error: &NoResult| {
        let (skipped, why) = match error {
            NoResult::Skipped(why) => (true, why.as_str()),
            NoResult::Failed(why) => (false, why.as_str()),
            NoResult::Unfinished => (false, "the run was not finished"),
        };
        let [scene, by, why] = [scene, by, why].map(str::to_string);
        MissingCollision { scene, by, skipped, why }
    };
    let of_collisions = run.collisions.iter().filter_map(|collision| {
        let (scene, run) = (case.scenes.get(collision.scene)?, case.runs.get(collision.run)?);
        Some(lost(&scene.name, &run.solver.text, collision.result.as_ref().err()?))
    });
    let of_fit = fit.and_then(|fit| fit.as_ref().err()).map(|error| lost("-", FIT, error));
    of_collisions.chain(of_fit).collect()
}

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

/// Compares the current numbers with the accepted ones; `drift` replaces that of the baseline.
pub fn gate(today: &RunNumbers, accepted: Option<&Baseline>, drift: Option<f64>, tube: f64) -> GatedCase {
    let now = &today.baseline;
    let none = || Cow::Owned(Baseline { values: Vec::new(), curves: Vec::new(), ..now.clone() });
    let then = accepted.map_or_else(none, Cow::Borrowed);
    let differ = then.inputs_that_differ(now);
    let mut rows = compare(&then, &today.sampled(then.every), drift.unwrap_or(then.drift), tube);
    let lost: BTreeMap<(&str, &str), &str> =
        today.absent.iter().rev().map(|lost| ((lost.scene.as_str(), lost.by.as_str()), lost.why.as_str())).collect();
    for row in rows.iter_mut().filter(|row| row.now.is_none()) {
        let why = lost.get(&(row.of.scene.as_str(), row.of.by.as_str()));
        row.reason = why.map(|why| why.to_string()).or(row.reason.take());
    }
    let across = across_versions(&then, now, drift.unwrap_or(then.drift), tube, &mut rows);
    let standing = match accepted {
        None => BaselineStatus::NeverAccepted,
        Some(_) if !differ.is_empty() => BaselineStatus::Changed(differ),
        Some(accepted) => {
            missing_blocks(accepted, &mut rows);
            BaselineStatus::Compared
        }
    };
    GatedCase {
        case: now.case.clone(),
        standing,
        rows,
        absent: today.absent.clone(),
        violated: today.violated.clone(),
        engines: other_engines(&then.program, &now.program),
        limits: GateLimits {
            drift: [drift.unwrap_or(then.drift), now.drift],
            tube,
            left_out: [today.scenes.len() - today.scenes.len().div_ceil(then.every.max(1)), today.scenes.len()],
            own: today.own,
        },
        across,
    }
}

/// The collisions of `rows` that are gone with one version of an engine and new with another, compared all the same: the
/// version is what stands first in a variant.
fn across_versions(then: &Baseline, now: &Baseline, drift: f64, tube: f64, rows: &mut [DiffRow]) -> Vec<DiffRow> {
    let Some([engines, _]) = other_engines(&then.program, &now.program) else { return Vec::new() };
    let is_engine = |by: &str| engines.split("; ").any(|engine| engine.split(' ').next() == Some(by));
    let key = |of: &CollisionId| {
        let rest = of.variant.split_once(", ").map(|(_, rest)| rest.to_string());
        (of.scene.clone(), of.by.clone(), rest)
    };
    let are = |change| rows.iter().filter(move |row| row.change == change && is_engine(&row.of.by)).map(|row| &row.of);
    let gone: BTreeMap<_, &CollisionId> = are(Change::Gone).map(|of| (key(of), of)).collect();
    let earlier = |of: &CollisionId| Some((of.clone(), (*gone.get(&key(of))?).clone()));
    let earlier: BTreeMap<CollisionId, CollisionId> = are(Change::New).filter_map(earlier).collect();
    if earlier.is_empty() {
        return Vec::new();
    }
    let mut today = now.clone();
    let of_values = today.values.iter_mut().map(|kept| &mut kept.of);
    for of in of_values.chain(today.curves.iter_mut().map(|kept| &mut kept.of)) {
        if let Some(was) = earlier.get(of) {
            of.clone_from(was);
        }
    }
    let known: BTreeSet<&CollisionId> = earlier.values().collect();
    for row in rows.iter_mut().filter(|row| row.change == Change::Gone && known.contains(&row.of)) {
        row.reason = Some("its engine has another version now, see above".to_string());
    }
    let all = compare(then, &today, drift, tube).into_iter();
    all.filter(|row| known.contains(&row.of) && matches!(row.change, Change::Moved | Change::Unchanged)).collect()
}

/// A collision of an unchanged case without a single accepted number is not new: the case had it when it was accepted.
fn missing_blocks(accepted: &Baseline, rows: &mut [DiffRow]) {
    let known: BTreeSet<(&str, &str)> =
        accepted.values.iter().map(|kept| (kept.of.scene.as_str(), kept.of.by.as_str())).collect();
    let missing =
        |row: &&mut DiffRow| row.change == Change::New && !known.contains(&(row.of.scene.as_str(), row.of.by.as_str()));
    for row in rows.iter_mut().filter(missing) {
        row.change = Change::Gone;
        row.reason = Some("the baseline has no number of this collision, although the case is unchanged".to_string());
    }
}

/// The engines of two programs, where both have some and they differ.
fn other_engines(then: &str, now: &str) -> Option<[String; 2]> {
    let [(_, then), (_, now)] = [then.split_once(WITH)?, now.split_once(WITH)?];
    (then != now).then(|| [then.to_string(), now.to_string()])
}

impl GatedCase {
    /// A case that no longer exists: all of its accepted numbers are gone.
    pub fn gone(accepted: &Baseline) -> Self {
        let now = Baseline { values: Vec::new(), curves: Vec::new(), ..accepted.clone() };
        Self {
            case: accepted.case.clone(),
            standing: BaselineStatus::CaseGone,
            rows: compare(accepted, &now, accepted.drift, TUBE),
            absent: Vec::new(),
            violated: Vec::new(),
            engines: None,
            limits: GateLimits { drift: [accepted.drift; 2], tube: TUBE, ..GateLimits::default() },
            across: Vec::new(),
        }
    }

    /// Whether a row is missing because no engine here runs it.
    pub fn is_skipped(&self, row: &DiffRow) -> bool {
        row.now.is_none()
            && row.change == Change::Gone
            && self.absent.iter().any(|lost| lost.skipped && lost.scene == row.of.scene && lost.by == row.of.by)
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
                    Change::Unchanged => &mut changes.unchanged,
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
