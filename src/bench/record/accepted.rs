//! Accepted numbers: a record thinned to what a user has reviewed and accepted, one file a case.
//!
//! Numbers of solvers, engines and fits are kept, values to the last bit and uncertainties to two digits, and the force over time of
//! one collision of each solver. Texts, checks and scenes are not: a hash says whether the case is still the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bench::record::diff::{from_first_touch, thinned};
use crate::bench::record::{
    CaseRecord, CollisionRecord, Curve, DRIFT, FORMAT, Maker, Number, Observation, Record, THINNED, file,
};
use crate::bench::{CONSERVED, CaseRun, Check, ExecutedPlan, NoResult, Plan, PlannedCase, Tally, Verdict, fit_to};
use crate::distinct::{distinct, enter};
use crate::error::{Diagnostic, Error, SourceFile, cut};
use crate::fit::calibrate::result::{Count, DropScatter, Measurement};
use crate::fit::calibrate::{Calibrated, Depth, Unwatched};
use crate::fit::drop_impacts::Effects;
use crate::fit::problem::measured_name;
use crate::units::Dimension;

/// Largest file of accepted numbers that is read, bytes: a hundred thousand scenes of one run have some 90 MB.
pub const LARGEST: u64 = 128 << 20;

/// Bytes that a collision takes in the file, about.
const OF_A_COLLISION: u64 = 900;

/// Observables that follow from others or from the input, and are not accepted separately.
const DERIVED: [&str; 3] = ["restitution_requested", "contact_radius", "peak_pressure"];

/// Why numbers were accepted, and what is no change of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    /// Why these numbers are right.
    pub why: String,
    /// When, where the caller said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Relative drift that is allowed.
    pub drift: f64,
    /// The first of every so many scenes is stored; all where it is absent.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub every: usize,
}

fn one() -> usize {
    1
}

fn is_one(every: &usize) -> bool {
    *every == 1
}

/// How many scenes apart numbers have to be accepted for so many collisions to fit into a file that is read; `None` where all
/// of them do.
pub fn sampling(collisions: usize, every: usize) -> Option<usize> {
    let bytes = (collisions as u64).saturating_mul(OF_A_COLLISION);
    let least = usize::try_from(bytes.div_ceil(LARGEST)).unwrap_or(usize::MAX);
    (least > every).then_some(least)
}

/// Reads the accepted numbers of a case.
///
/// # Errors
/// As [`file::read`], and for a file that holds anything else than the accepted numbers of one case.
pub fn read(file: &SourceFile) -> Result<Record, Error> {
    const ANEW: &str = "restore the file as it was committed, or look at the numbers and accept them anew:  \
                        collisionbench accept CASE --why \"...\"";
    let refused = |what: String| Error::from(Diagnostic::new(format!("{}: {what}", file.name)).help(ANEW));
    let record = file::read_lines(&mut file.text.as_bytes(), &file.name, ANEW)?;
    let [case] = &record.cases[..] else {
        return Err(refused(format!("these are {} cases, and not the accepted numbers of one", record.cases.len())));
    };
    let Some(accepted) = &case.accepted else { return Err(refused("these numbers were not accepted".to_string())) };
    if !(accepted.drift > 0.0 && accepted.drift < 1.0) {
        return Err(refused("an allowed drift lies between 0 and 1".to_string()));
    }
    if accepted.every < 1 {
        return Err(refused("`every` must be a whole number from 1".to_string()));
    }
    let even = |curve: &Curve| curve.values.iter().all(|column| column.len() == curve.values[0].len());
    if let Some(curve) = case.curves.iter().find(|curve| !even(curve)) {
        return Err(refused(format!("the curve of {} has columns of different lengths", cut(&curve.by, 80))));
    }
    Ok(record)
}

/// The numbers of one case, and its collisions without numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct RunNumbers {
    /// As they can be accepted: a record of this case alone.
    pub record: Record,
    /// All scenes of the case, in its order; of a large case those that were computed.
    pub scenes: Vec<String>,
    /// Of a large case: every how many scenes were computed, and of how many.
    pub thinned: Option<[usize; 2]>,
    pub absent: Vec<MissingCollision>,
    /// Violated conservation laws of its engines, which cannot be accepted.
    pub violated: Vec<Check>,
    /// Of the checks that the case itself asks for.
    pub own: Tally,
    /// Whether none of them was made.
    pub nothing_checked: bool,
}

/// The current numbers of every case of a run, in the order of the plan. Calibrations are fitted again, with the
/// intervals that a verdict does not need.
///
/// `why` and `date` are the caller's; nothing here looks at a clock.
pub fn numbers(plan: &Plan, run: &ExecutedPlan, record: &Record, why: &str, date: Option<&str>) -> Vec<RunNumbers> {
    let cases = plan.cases.iter().zip(&run.cases).zip(&record.cases).zip(fits(plan));
    cases
        .map(|(((planned, run), case), fit)| {
            let found = fit.as_ref().and_then(|fit| fit.as_ref().ok());
            let fitted: Vec<CollisionRecord> = found.map(fit_values).unwrap_or_default();
            let mut scenes: Vec<String> = planned.case.scenes.iter().map(|scene| scene.name.clone()).collect();
            fitted.iter().for_each(|kept| enter(&mut scenes, kept.scene.to_string()));
            let accepted = Accepted {
                why: why.to_string(),
                date: date.map(String::from),
                drift: if fit.is_some() { FIT_DRIFT } else { DRIFT },
                every: 1,
            };
            RunNumbers {
                record: thin(record, case, accepted, fitted),
                scenes,
                thinned: planned.thinned,
                absent: absent(planned, run, fit.as_ref()),
                violated: violated(planned, case),
                own: run.own,
                nothing_checked: run.unchecked.nothing,
            }
        })
        .collect()
}

/// The part of a case that is accepted; theories and measurements are not. Of several collisions of one name the numbers stand
/// together, by name.
fn thin(record: &Record, case: &CaseRecord, accepted: Accepted, fitted: Vec<CollisionRecord>) -> Record {
    let mut collisions: Vec<CollisionRecord> = Vec::new();
    let mut places = BTreeMap::<[Arc<str>; 3], usize>::new();
    let solved = case.collisions.iter().filter(|collision| collision.maker == Maker::Solver);
    for CollisionRecord { scene, by, variant, numbers, .. } in solved.cloned().chain(fitted) {
        let kept = numbers.into_iter().filter_map(kept);
        let at = *places.entry([&scene, &by, &variant].map(Arc::clone)).or_insert_with(|| {
            let (maker, note, numbers) = (Maker::Solver, None, Vec::new());
            collisions.push(CollisionRecord { scene, by, variant, maker, note, numbers });
            collisions.len() - 1
        });
        collisions[at].numbers.extend(kept);
    }
    collisions.iter_mut().for_each(|collision| collision.numbers.sort_by(|a, b| a.observable.cmp(&b.observable)));
    collisions.retain(|collision| !collision.numbers.is_empty());
    let thinned = CaseRecord {
        name: case.name.clone(),
        accepted: Some(accepted),
        inputs: case.inputs.clone(),
        curves: curves(case),
        collisions,
        ..CaseRecord::default()
    };
    let (format, program) = (FORMAT, program(record, case));
    let (cases_from, partial, criteria) = (String::new(), None, Vec::new());
    Record { format, program, cases_from, partial, criteria, engines: Vec::new(), not_run: None, cases: vec![thinned] }
}

/// A number as it is accepted: a value smaller than its uncertainty is rounding, and has two digits.
fn kept(number: Number) -> Option<Number> {
    let (value, uncertainty) = (number.value?, number.uncertainty?);
    if !value.is_finite() || !uncertainty.is_finite() || DERIVED.contains(&&*number.observable) {
        return None;
    }
    let short = || format!("{value:.1e}").parse().unwrap_or(value);
    let value = if value.abs() < uncertainty { short() } else { value };
    let uncertainty = (uncertainty > 0.0).then(|| rounded_up(uncertainty));
    Some(Number { value: Some(value), uncertainty, ..number })
}

/// An uncertainty rounded up to two significant digits.
pub fn rounded_up(uncertainty: f64) -> f64 {
    let near = format!("{uncertainty:.1e}");
    let short: f64 = near.parse().unwrap_or(uncertainty);
    if short >= uncertainty {
        return short;
    }
    // One more in the last of the two digits, read from its text so that it is the nearest number to it.
    let exponent: i32 = near.rsplit('e').next().and_then(|e| e.parse().ok()).unwrap_or(0);
    let more = format!("{:.1e}", short + 0.1 * 10f64.powi(exponent)).parse().unwrap_or(uncertainty);
    if more >= uncertainty { more } else { uncertainty }
}

/// The first curve of every solver.
fn curves(case: &CaseRecord) -> Vec<Curve> {
    let mut kept: Vec<Curve> = Vec::new();
    for curve in case.curves.iter().filter(|curve| curve.maker == Maker::Solver) {
        let (Some(time), Some(force)) = (curve.column("time"), curve.column("force")) else { continue };
        let Curve { scene, by, variant, maker, .. } = curve;
        let same = |other: &Curve| other.by == *by && (other.scene != *scene || other.variant == *variant);
        if kept.iter().any(same) {
            continue;
        }
        let points = from_first_touch(time.iter().zip(force).map(|(t, F)| [*t, *F]));
        if points.len() > 1 {
            let points = thinned(&points, THINNED);
            kept.push(Curve {
                scene: scene.clone(),
                by: by.clone(),
                maker: *maker,
                variant: variant.clone(),
                columns: ["time", "force"].map(String::from).to_vec(),
                units: ["s", "N"].map(String::from).to_vec(),
                values: [0, 1].map(|column| points.iter().map(|point| point[column]).collect()).to_vec(),
            });
        }
    }
    kept
}

/// The programs that computed a case: this one, and the engines with their full versions.
fn program(record: &Record, case: &CaseRecord) -> String {
    let runs = |name: &str| case.collisions.iter().any(|seen| seen.maker == Maker::Solver && &*seen.by == name);
    let engines = record.engines.iter().filter(|engine| runs(&engine.name));
    let engines: Vec<String> =
        engines.map(|engine| format!("{} {}", engine.name, engine.full_version).trim_end().to_string()).collect();
    if engines.is_empty() { record.program.clone() } else { format!("{}{WITH}{}", record.program, engines.join("; ")) }
}

/// Separator between this program and the engines.
const WITH: &str = " with ";

/// The engines of two programs, where both have some and they differ.
pub(super) fn other_engines(then: &str, now: &str) -> Option<[String; 2]> {
    let [(_, then), (_, now)] = [then.split_once(WITH)?, now.split_once(WITH)?];
    (then != now).then(|| [then.to_string(), now.to_string()])
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

/// The collisions of a case that were not computed.
pub fn absent(
    planned: &PlannedCase,
    run: &CaseRun,
    fit: Option<&Result<Calibrated, NoResult>>,
) -> Vec<MissingCollision> {
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

/// Failing checks of what an engine conserves: nobody can accept them.
fn violated(planned: &PlannedCase, case: &CaseRecord) -> Vec<Check> {
    let engine = |check: &&Check| planned.case.runs.iter().any(|run| run.is_engine() && *run.solver.text == *check.who);
    let failing = case.checks.iter().filter(|check| &*check.against == CONSERVED && check.outcome == Verdict::Fail);
    failing.filter(engine).cloned().collect()
}

impl RunNumbers {
    /// The case with its numbers.
    pub fn case(&self) -> &CaseRecord {
        // A record of accepted numbers has one case.
        &self.record.cases[0]
    }

    /// The numbers of the first of every so many scenes, for a smaller file.
    pub fn sampled(&self, every: usize) -> Record {
        // Of a large case the others were not computed.
        let step = if self.thinned.is_some_and(|[thinned, _]| thinned == every) { 1 } else { every.max(1) };
        let kept: BTreeSet<&str> = self.scenes.iter().step_by(step).map(String::as_str).collect();
        let mut sampled = self.record.clone();
        for case in &mut sampled.cases {
            case.accepted.iter_mut().for_each(|accepted| accepted.every = every.max(1));
            case.collisions.retain(|collision| kept.contains(&*collision.scene));
            case.curves.retain(|curve| kept.contains(curve.scene.as_str()));
        }
        sampled
    }
}

impl CaseRecord {
    /// Names of the inputs whose hashes differ between the two.
    pub fn inputs_that_differ(&self, now: &Self) -> Vec<String> {
        let all: BTreeSet<&String> = self.inputs.keys().chain(now.inputs.keys()).collect();
        all.into_iter().filter(|name| self.inputs.get(*name) != now.inputs.get(*name)).cloned().collect()
    }
}

/// Solver name of the numbers of a fit.
pub const FIT: &str = "fit";

/// Relative drift that is allowed of a fit's numbers: a search ends within some 1e-10 of the least, wherever it began.
pub const FIT_DRIFT: f64 = 1e-9;

/// The calibrations of a plan, with their intervals and corrections, in its order; `None` for the other cases.
pub(super) fn fits(plan: &Plan) -> Vec<Option<Result<Calibrated, NoResult>>> {
    let fit = |case| fit_to(Depth::Accepted, case, &Unwatched);
    plan.cases.par_iter().map(|planned| planned.case.calibration.is_some().then(|| fit(&planned.case))).collect()
}

/// The numbers of a fit that can be accepted: estimates with their intervals, what they rest on, held-out heights, and the
/// corrections. Their uncertainty here is that of the numerics, which the drift allows for: a fit of the same
/// measurements gives the same numbers.
pub(super) fn fit_values(found: &Calibrated) -> Vec<CollisionRecord> {
    let mut kept = Values(CaseRecord::default());
    for parameter in &found.parameters {
        let (name, unit) = (parameter.name.as_str(), parameter.unit.as_str());
        kept.put("-", "", name, unit, Some(parameter.value));
        kept.put("-", "", &format!("{name}_standard_error"), unit, parameter.sigma_data);
        let interval = parameter.interval_data;
        kept.put("-", "", &format!("{name}_low"), unit, interval.map(|interval| interval.low));
        kept.put("-", "", &format!("{name}_high"), unit, interval.map(|interval| interval.high));
    }
    for DropScatter { quantity, experiment, sigma } in &found.scatter {
        let name = measured_name(&format!("{}_between_drops", quantity.word()), experiment.as_deref());
        kept.put("-", "scatter", &name, quantity.dimension().si(), Some(*sigma));
    }
    if let Some(between) = &found.estimate.between {
        kept.put("-", "scatter", "between_groups", "", Some(between.sigma));
        kept.put("-", "counts", "independent", "", Some(between.groups as f64));
    }
    let level = found.parameters.first().map_or(0.95, |parameter| parameter.level);
    kept.put("-", "scatter", "student_t", "", Some(found.estimate.quantile(level)));
    if let Some(consistency) = &found.consistency {
        kept.put("-", "scatter", "birge_ratio", "", Some(consistency.birge.ratio));
        kept.put("-", "scatter", "birge_limit", "", Some(consistency.birge.limit));
    }
    let Count { used, held_out, left_out, .. } = Count::of(found);
    kept.put("-", "counts", "drops", "", Some(found.estimate.drops as f64));
    kept.put("-", "counts", "used", "", Some(used as f64));
    kept.put("-", "counts", "held_out", "", Some(held_out as f64));
    kept.put("-", "counts", "left_out", "", Some(left_out as f64));
    kept.put("-", "counts", "chi_square", "", Some(found.estimate.chi2));
    for height in &found.held_out {
        let scene = format!("height={:.4} m", height.height);
        kept.put(&scene, "", "speed", "m/s", Some(height.speed));
        kept.put(&scene, "", "measured", "", Some(height.measured));
        kept.put(&scene, "", "measured_standard_error", "", Some(height.measured_sigma));
        kept.put(&scene, "", "predicted", "", Some(height.predicted));
        kept.put(&scene, "", "predicted_standard_error", "", Some(height.predicted_sigma));
    }
    measured(found, &mut kept);
    corrections(&found.measurements, &mut kept);
    kept.0.collisions
}

/// Mean values and errors of the measurements of each kind that were not left out.
fn measured(found: &Calibrated, kept: &mut Values) {
    for target in distinct(found.measurements.iter().map(|measurement| measurement.quantity)) {
        let of = |number: fn(&Measurement) -> Option<f64>| {
            let all = found.measurements.iter().filter(|m| m.quantity == target && m.sigma_used.is_some());
            mean(all.filter_map(number))
        };
        let unit = target.dimension().si();
        kept.put("measurements", target.word(), "mean", unit, of(|m| Some(m.value)));
        kept.put("measurements", target.word(), "mean_standard_error", unit, of(|m| m.sigma_used));
        kept.put("measurements", target.word(), "mean_predicted", unit, of(|m| m.predicted));
        kept.put("measurements", target.word(), "mean_speed", Dimension::Speed.si(), of(|m| m.speed));
    }
}

/// The effect of one correction.
type Effect = fn(&Effects) -> Option<f64>;

/// Mean and largest effect of each correction on the restitutions.
fn corrections(measurements: &[Measurement], kept: &mut Values) {
    let all: [(&str, Effect); 4] = [
        ("air", |effects| effects.air),
        ("contact_duration", |effects| effects.contact_duration),
        ("gravity_during_contact", |effects| effects.gravity_during_contact),
        ("height_to", |effects| effects.height_to),
    ];
    for (word, of) in all {
        let effects = || measurements.iter().filter_map(|measurement| of(&measurement.effects));
        kept.put("corrections", word, "mean", "", mean(effects()));
        kept.put("corrections", word, "largest", "", effects().max_by(|a, b| a.abs().total_cmp(&b.abs())));
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let all: Vec<f64> = numbers.collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

struct Values(CaseRecord);

impl Values {
    fn put(&mut self, scene: &str, variant: &str, observable: &str, unit: &str, value: Option<f64>) {
        let Some(value) = value.filter(|value| value.is_finite()) else { return };
        let (by, maker, uncertainty, note) = (FIT, Maker::Solver, Some(0.0), None);
        self.0.observe(Observation {
            scene,
            by,
            maker,
            variant,
            observable,
            value: Some(value),
            unit,
            uncertainty,
            note,
        });
    }
}
