//! What of a run is kept as accepted numbers, and a run held against them.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::{CaseRecord, Curve, Maker, Record};
use crate::bench::{CaseRun, NoResult, Plan, PlannedCase, Run};
use crate::judge::baseline::{
    Baseline, Change, DRIFT, Kept, KeptCurve, Row, THINNED, compare, from_first_touch, thinned,
};
use crate::trajectory::Estimate;

/// What follows from other observables by a formula, or is put in: it would say everything twice.
const DERIVED: [&str; 3] = ["restitution_requested", "contact_radius", "peak_pressure"];

/// Today's numbers of every case of a run, ready to be accepted, in the order of the plan.
///
/// `why` and `date` are the caller's; nothing here looks at a clock.
pub fn baselines(plan: &Plan, run: &Run, record: &Record, why: &str, date: Option<&str>) -> Vec<Today> {
    let cases = plan.cases.iter().zip(&run.cases).zip(&record.cases);
    cases
        .map(|((planned, run), case)| Today {
            baseline: Baseline {
                case: case.name.clone(),
                why: why.to_string(),
                program: record.program.clone(),
                date: date.map(String::from),
                drift: DRIFT,
                every: 1,
                inputs: inputs(planned),
                values: values(case),
                curves: curves(case),
            },
            scenes: planned.case.scenes.iter().map(|scene| scene.name.clone()).collect(),
            absent: absent(planned, run),
        })
        .collect()
}

/// The numbers of one case, and the collisions that there are none of.
#[derive(Debug, Clone, PartialEq)]
pub struct Today {
    pub baseline: Baseline,
    /// All scenes of the case, in its order.
    pub scenes: Vec<String>,
    pub absent: Vec<Absent>,
}

impl Today {
    /// The numbers of the first of every so many scenes, as a baseline that is not to be large keeps them.
    pub fn sampled(&self, every: usize) -> Baseline {
        let kept: BTreeSet<&str> = self.scenes.iter().step_by(every.max(1)).map(String::as_str).collect();
        let mut sampled = Baseline { every: every.max(1), ..self.baseline.clone() };
        sampled.values.retain(|value| kept.contains(value.scene.as_str()));
        sampled.curves.retain(|curve| kept.contains(curve.scene.as_str()));
        sampled
    }
}

/// A collision that was not computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    pub scene: String,
    pub by: String,
    /// An engine is not there; otherwise it failed.
    pub skipped: bool,
    pub why: String,
}

fn inputs(planned: &PlannedCase) -> BTreeMap<String, String> {
    let text = planned.case.file.text.as_bytes();
    let mut inputs = BTreeMap::from([("case".to_string(), format!("{:x}", Sha256::digest(text)))]);
    for dataset in &planned.datasets {
        let [data, source] = dataset.hashes.clone();
        inputs.insert(format!("{}/data.csv", dataset.path), data);
        inputs.insert(format!("{}/source.toml", dataset.path), source);
    }
    inputs
}

/// What solvers and engines computed; theories and measurements are not ours to accept.
fn values(case: &CaseRecord) -> Vec<Kept> {
    let mut values: Vec<Kept> = Vec::new();
    for seen in case.observations.iter().filter(|seen| seen.maker == Maker::Solver) {
        let (Some(value), Some(uncertainty)) = (seen.value, seen.uncertainty) else { continue };
        if value.is_finite() && uncertainty.is_finite() && !DERIVED.contains(&seen.observable.as_str()) {
            values.push(Kept {
                scene: seen.scene.clone(),
                by: seen.by.clone(),
                variant: seen.variant.clone(),
                observable: seen.observable.clone(),
                unit: seen.unit.clone(),
                value: Estimate::new(value, uncertainty),
            });
        }
    }
    // A collision after the other as they came; in one, by name.
    let mut order: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for kept in &values {
        let next = order.len();
        order.entry((kept.scene.clone(), kept.by.clone(), kept.variant.clone())).or_insert(next);
    }
    let place = |kept: &Kept| order.get(&(kept.scene.clone(), kept.by.clone(), kept.variant.clone())).copied();
    values.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.observable.cmp(&b.observable)));
    values
}

/// The first course of every solver.
fn curves(case: &CaseRecord) -> Vec<KeptCurve> {
    let mut kept: Vec<KeptCurve> = Vec::new();
    for curve in case.curves.iter().filter(|curve| curve.maker == Maker::Solver) {
        let column = |word: &str| curve.columns.iter().position(|c| c == word).and_then(|i| curve.values.get(i));
        let (Some(time), Some(force)) = (column("time"), column("force")) else { continue };
        let same = |other: &KeptCurve| {
            let Curve { scene, by, variant, .. } = curve;
            other.by == *by && (other.scene != *scene || other.variant == *variant)
        };
        if kept.iter().any(same) {
            continue;
        }
        let points = from_first_touch(time.iter().zip(force).map(|(t, F)| [*t, *F]));
        if points.len() > 1 {
            kept.push(KeptCurve {
                scene: curve.scene.clone(),
                by: curve.by.clone(),
                variant: curve.variant.clone(),
                points: thinned(&points, THINNED),
            });
        }
    }
    kept
}

fn absent(planned: &PlannedCase, run: &CaseRun) -> Vec<Absent> {
    let case = &planned.case;
    let lost = run.collisions.iter().filter_map(|collision| {
        let (skipped, why) = match collision.result.as_ref().err()? {
            NoResult::Skipped(why) => (true, why),
            NoResult::Failed(why) => (false, why),
        };
        Some(Absent {
            scene: case.scenes.get(collision.scene)?.name.clone(),
            by: case.runs.get(collision.run)?.solver.text.clone(),
            skipped,
            why: why.clone(),
        })
    });
    lost.collect()
}

/// How a case stands to its baseline as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// The same case as when it was accepted.
    Compared,
    /// The case, or a dataset it uses, is not what it was: these inputs differ. Its numbers are compared, and do not
    /// count as met.
    Changed(Vec<String>),
    /// It has no baseline.
    NeverAccepted,
    /// It has a baseline, and is not there any more.
    CaseGone,
}

/// One case against its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Gated {
    pub case: String,
    pub standing: Standing,
    pub rows: Vec<Row>,
    pub absent: Vec<Absent>,
    /// What was allowed.
    pub drift: f64,
}

/// Holds today's numbers against the accepted ones; `drift` for that of the baseline.
pub fn gate(today: &Today, accepted: Option<&Baseline>, drift: Option<f64>, tube: f64) -> Gated {
    let now = &today.baseline;
    let Some(accepted) = accepted else {
        let nothing = Baseline { values: Vec::new(), curves: Vec::new(), ..now.clone() };
        return Gated {
            case: now.case.clone(),
            standing: Standing::NeverAccepted,
            rows: compare(&nothing, now, DRIFT, tube),
            absent: today.absent.clone(),
            drift: DRIFT,
        };
    };
    let drift = drift.unwrap_or(accepted.drift);
    let differ = accepted.inputs_that_differ(now);
    let mut rows = compare(accepted, &today.sampled(accepted.every), drift, tube);
    for row in rows.iter_mut().filter(|row| row.now.is_none()) {
        let lost = today.absent.iter().find(|lost| lost.scene == row.scene && lost.by == row.by);
        row.reason = lost.map(|lost| lost.why.clone()).or(row.reason.take());
    }
    Gated {
        case: now.case.clone(),
        standing: if differ.is_empty() { Standing::Compared } else { Standing::Changed(differ) },
        rows,
        absent: today.absent.clone(),
        drift,
    }
}

impl Gated {
    /// A baseline whose case is not there any more.
    pub fn case_gone(case: &str) -> Self {
        Self {
            case: case.to_string(),
            standing: Standing::CaseGone,
            rows: Vec::new(),
            absent: Vec::new(),
            drift: DRIFT,
        }
    }

    /// Whether a row is not there because its engine is not.
    pub fn is_skipped(&self, row: &Row) -> bool {
        row.now.is_none()
            && row.change == Change::Gone
            && self.absent.iter().any(|lost| lost.skipped && lost.scene == row.scene && lost.by == row.by)
    }
}

/// How many numbers and courses changed in which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Changes {
    pub moved: usize,
    pub unchanged: usize,
    pub new: usize,
    pub gone: usize,
    pub skipped: usize,
}

impl Changes {
    pub fn of<'a>(cases: impl IntoIterator<Item = &'a Gated>) -> Self {
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

/// 0 nothing moved or is gone, and no case has changed; 1 otherwise; 3 when a collision could not be computed, or with
/// `no_skip` an engine is missing. With `no_new` a number that nobody has accepted counts as moved.
pub fn gate_exit_code(cases: &[Gated], no_skip: bool, no_new: bool) -> u8 {
    let changes = Changes::of(cases);
    let failed = cases.iter().flat_map(|case| &case.absent).any(|lost| !lost.skipped || no_skip);
    let invalid = cases.iter().any(|case| matches!(case.standing, Standing::Changed(_) | Standing::CaseGone));
    if failed {
        3
    } else if invalid || changes.moved + changes.gone > 0 || (no_new && changes.new > 0) {
        1
    } else {
        0
    }
}
