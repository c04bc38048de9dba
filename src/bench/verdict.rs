//! Judges the observables of a case against its expectations.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::bench::check::{Allowed, Check, Verdict};
use crate::bench::check::{Computed, judge, judge_computed, note_gap, too_coarse};
use crate::bench::curve::{CurveWord, Interpolant, SweepCurve};
use crate::bench::divergence::Divergence;
use crate::bench::expectations::ITSELF;
use crate::bench::observed::{Collision, CollisionIndex, NoResult, begun};
use crate::bench::observed::{Convergence, Observed, Variant, reading};
use crate::bench::order::Asymptotic;
use crate::bench::planned::{
    Abscissa, CheckedQuantity, Expected, PlannedCase, PlannedCheck, PlannedExpect, PublishedPoint,
};
use crate::bench::{engine_invariants, fitted};
use crate::case::{ENGINE_PHASES, KnownGap};
use crate::codes::restitution::thornton_gamma;
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::schemes::VelocityVerlet;
use crate::collide::{How, Steps, collide};
use crate::distinct::distinct;
use crate::fit::calibrate::Calibrated;
use crate::law::Ends;
use crate::law::achieved::{damping_ratio, restitution_of_ratio};
use crate::law::scene::{ParameterValue, Scene};
use crate::number::brief;
use crate::units::Dimension;

/// Judges a case, in the order of its expectations. A calibration comes with its fit. The last number is that of the checks
/// it asks for; those that every engine has follow.
pub fn case(
    planned: &PlannedCase,
    collisions: &[Collision],
    fit: Option<&Result<Calibrated, NoResult>>,
) -> (Vec<Check>, Vec<Convergence>, usize) {
    let mut all = Vec::with_capacity(planned.expects.iter().map(|expect| expect.checks.len()).sum());
    if let (Some(calibration), Some(fit)) = (&planned.case.calibration, fit) {
        all.extend(fitted::all(&planned.datasets, calibration, fit.as_ref()));
    }
    let mut convergences = Vec::new();
    let found = CollisionIndex::new(collisions, planned.case.runs.len(), planned.case.scenes.len());
    let families = SweepCurves::default();
    let begun = begun(collisions, planned.case.scenes.len());
    let names: Vec<Arc<str>> = planned.case.scenes.iter().map(|scene| scene.name.as_str().into()).collect();
    for expect in &planned.expects {
        let first = all.len();
        // The installation each check is about.
        let mut whose: Vec<&str> = Vec::new();
        for check in expect.checks.iter().filter(|check| begun[check.scene]) {
            let judge = Judge { planned, expect, check, names: &names, found: &found, families: &families };
            let mine = found.all(expect.run, check.scene);
            if mine.is_empty() {
                all.push(judge.unable((Verdict::Error, "the collision was not computed")));
            }
            for collision in mine {
                let installation = collision.installation.as_str();
                match &collision.result {
                    Ok(observed) => judge.rows(observed, installation, &mut all, &mut convergences),
                    Err(lost) => all.push(judge.unable(lost.verdict())),
                }
                whose.resize(all.len() - first, installation);
            }
            whose.resize(all.len() - first, "");
        }
        if let Some(gap) = &expect.known_gap {
            let whole = expect.checks.iter().all(|check| begun[check.scene]);
            note_gaps(&mut all[first..], &whose, gap, whole);
        }
    }
    let asked = all.len();
    all.extend(engine_invariants::checks(planned, collisions, &all));
    (all, convergences, asked)
}

/// Applies a known gap to each installation separately, or only to the one it names.
pub fn note_gaps(checks: &mut [Check], whose: &[&str], gap: &KnownGap, whole: bool) {
    let meant = |installation: &&str| gap.engine.as_deref().is_none_or(|only| only == *installation);
    for installation in distinct(whose.iter().copied().filter(meant)) {
        let mine = checks.iter_mut().zip(whose).filter(|(_, who)| **who == installation);
        note_gap(mine.map(|(check, _)| check).collect(), gap, whole);
    }
}

/// Deviation of velocity Verlet, in tolerances, above which a time step is too coarse for a comparison.
const COARSEST: f64 = 30.0;

/// The data for one planned check.
struct Judge<'a> {
    planned: &'a PlannedCase,
    expect: &'a PlannedExpect,
    check: &'a PlannedCheck,
    /// Of the scenes.
    names: &'a [Arc<str>],
    found: &'a CollisionIndex<'a>,
    families: &'a SweepCurves,
}

impl Judge<'_> {
    fn rows(
        &self,
        observed: &Observed,
        installation: &str,
        checks: &mut Vec<Check>,
        convergences: &mut Vec<Convergence>,
    ) {
        if let CheckedQuantity::Order(observable) = self.check.asked {
            let of_itself = self.expect.against == ITSELF;
            let errors = if of_itself { Convergence::of_itself } else { Convergence::new };
            match errors(self.expect.run, self.check.scene, observed, observable) {
                Some(mut convergence) => {
                    convergence.installation = installation.to_string();
                    checks.push(self.order(&convergence));
                    convergences.push(convergence);
                }
                None => {
                    let who = if of_itself {
                        self.planned.case.runs[self.expect.run].solver.text.as_str()
                    } else {
                        "the exact collision"
                    };
                    let why = format!("{who} has no {}", observable.word());
                    checks.push(self.unable((Verdict::Error, &why)));
                }
            }
            return;
        }
        let sticks = reading(&observed.exact, Observable::Restitution).is_some_and(|e| e.value == 0.0);
        for (step, variant) in observed.variants.iter().enumerate() {
            let expected = match (&self.check.expected, self.check.asked) {
                (Expected::Solver(run), CheckedQuantity::Number(observable)) => {
                    match self.found.first(*run, self.check.scene).map(|c| &c.result) {
                        Some(Ok(other)) => {
                            match other.variants.first().and_then(|v| reading(v.phases.first()?, observable)) {
                                Some(estimate) => &Expected::Value(estimate),
                                None => {
                                    &Expected::Nothing(format!("{} has no {}", self.expect.against, observable.word()))
                                }
                            }
                        }
                        _ => &Expected::Nothing(format!("{} was not computed", self.expect.against)),
                    }
                }
                (expected, _) => expected,
            };
            let mut row = self.row(variant, expected, sticks);
            if self.check.beside_steps && row.outcome == Verdict::Fail {
                self.allow_steps(&mut row, step);
            }
            if !installation.is_empty() && row.outcome == Verdict::Fail {
                row.reason = self.diagnosis(&row, variant).map(Arc::from).or(row.reason);
            }
            checks.push(row);
        }
    }

    /// Adds to the tolerance of a failing row the deviation of velocity Verlet with the same law and time step, unless that is so
    /// large that any result would pass.
    fn allow_steps(&self, row: &mut Check, step: usize) -> Option<()> {
        let CheckedQuantity::Number(observable) = self.check.asked else { return None };
        let (case, expected) = (&self.planned.case, row.expected?);
        let scene = &case.scenes[self.check.scene];
        let ladder = vec![case.runs[self.expect.run].settings.ladder().get(step)?.clone()];
        let steps = Steps { ladder, onset_phases: ENGINE_PHASES };
        let how = How::Stepped { scheme: &VelocityVerlet, steps };
        let scheme = Observed::new(scene, collide(scene, &how).ok()?);
        let unit = if row.deviation_unit == "relative" { expected.abs() } else { 1.0 };
        let off = (scheme.variants.first()?.worst(observable, expected)?.value - expected).abs() / unit;
        let allowed = row.allowed?;
        if off > COARSEST * allowed {
            let by = brief(off / allowed);
            let why = format!("velocity Verlet is off by {by} tolerances with this time step");
            if row.deviation <= Some(allowed + off) {
                row.outcome = Verdict::Skip;
                row.reason = Some(format!("{why}, too coarse to tell an engine: use a smaller one").into());
            } else {
                row.reason = Some(format!("{why}, and the engine by more").into());
            }
            return None;
        }
        row.allowed = Some(allowed + off);
        if row.deviation <= row.allowed {
            row.outcome = Verdict::Pass;
            row.reason = Some("the tolerance has the deviation of velocity Verlet with this time step".into());
        }
        Some(())
    }

    /// The computed value closest to a measured one within the uncertainty of its abscissa, interpolated between the
    /// scenes that differ only in that parameter.
    fn moved(&self, expected: f64, observable: Observable) -> Option<f64> {
        let Abscissa { parameter, uncertainty, .. } = self.check.abscissa.as_ref()?;
        let here = &self.planned.case.scenes[self.check.scene];
        let swept = self.families.swept(self.planned, self.expect.run, parameter, observable, self.found);
        swept.get(&family(here, parameter))?.nearest(here.number(parameter)?, *uncertainty, expected)
    }

    /// Why a check that passes could not have failed: its tolerance is as wide as what is compared, or the abscissa of the
    /// measured value is unknown.
    fn coarse(&self, row: &Check) -> Option<String> {
        let CheckedQuantity::Number(observable) = self.check.asked else { return None };
        let unknown = self.check.abscissa.as_ref().filter(|abscissa| abscissa.unknown && row.shifted.is_some());
        let of_abscissa = unknown.map(|abscissa| {
            format!("too coarse to fail: `{}` is uncertain by as much as its value", abscissa.parameter)
        });
        of_abscissa.or_else(|| too_coarse(row, observable))
    }

    /// One variant of one run against one expectation; `exactly_sticks` if the bodies stick by the reference.
    fn row(&self, variant: &Variant, expected: &Expected, exactly_sticks: bool) -> Check {
        let mut row = self.blank(variant.called("worst"));
        let compared = match (expected, self.check.asked) {
            (Expected::Nothing(why), _) => Err((Verdict::Skip, why.clone())),
            _ if variant.lost.is_some() => Err((Verdict::Error, variant.lost.clone().unwrap_or_default())),
            (Expected::Value(expected), CheckedQuantity::Number(observable)) => {
                row.expects(*expected);
                let worst = variant.worst(observable, expected.value);
                // Only the reference has one number a scene, and so a curve to move along.
                let exact = variant.count.is_none();
                let moved = exact.then(|| self.moved(expected.value, observable)).flatten();
                worst.map(|w| (*expected, Computed { at_point: w, compared: moved.unwrap_or(w.value) })).ok_or_else(
                    || {
                        let why = if variant.sticks() { ": the bodies stick" } else { "" };
                        // The balance of bodies that stick is unknown; the reference knows whether they do.
                        let verdict = if observable.is_residual() && exactly_sticks && variant.sticks() {
                            Verdict::Skip
                        } else if variant.sticks() || variant.diverges() {
                            Verdict::Fail
                        } else {
                            Verdict::Error
                        };
                        (verdict, format!("{} has no {}{why}", row.who, row.observable))
                    },
                )
            }
            (Expected::Points(points), CheckedQuantity::Curve(curve)) => Ok(worst_point(points, variant, curve)),
            _ => Err((Verdict::Error, "a curve cannot be compared with a number".to_string())),
        };
        match compared {
            // A prediction was checked when it was made; what a solver states is known only now.
            Ok((expected, computed)) => {
                // Of bodies that stick the restitution is compared with the speed before.
                let allowed = match self.check.allowed {
                    Allowed::Relative(part) if self.check.beside_steps && expected.value == 0.0 => {
                        Allowed::Absolute(part)
                    }
                    allowed => allowed,
                };
                judge_computed(&mut row, expected, computed, allowed, self.check.asked.dimension());
                if let (Verdict::Pass, Some(why)) = (row.outcome, self.coarse(&row)) {
                    row = row.could_not_fail(why);
                }
            }
            Err((verdict, why)) => {
                row = row.unable(verdict, why);
            }
        }
        row
    }

    /// For an engine that fails a check: the likely cause, and its first divergence from the reference.
    fn diagnosis(&self, row: &Check, variant: &Variant) -> Option<String> {
        let case = &self.planned.case;
        let scene = case.scenes.get(self.check.scene)?;
        let cause = match (self.check.asked, row.expected, row.observed) {
            (CheckedQuantity::Number(observable), Some(expected), Some(observed)) => {
                likely_cause(scene, observable, expected, observed)
            }
            _ => None,
        };
        let reference = case.runs.iter().position(|run| run.solver.text == "reference");
        let exact =
            reference.and_then(|run| self.found.first(run, self.check.scene)?.result.as_ref().ok()?.variants.first());
        let within = row.allowed.filter(|_| row.deviation_unit == "relative").unwrap_or(1e-3);
        let parting =
            exact.and_then(|exact| Divergence::find(variant.series(), exact.series(), &exact.changes, within));
        let said: Vec<String> = row
            .reason
            .as_deref()
            .map(String::from)
            .into_iter()
            .chain(cause)
            .chain(parting.map(|p| format!("diverges from the reference {p}")))
            .collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    fn order(&self, convergence: &Convergence) -> Check {
        let count = |rung: Option<&crate::bench::ErrorAt>| rung.map_or(f64::NAN, |r| r.count);
        let (first, last) = (count(convergence.rungs.first()), count(convergence.rungs.last()));
        let who = &self.planned.case.runs[self.expect.run].solver.text;
        let version = convergence.version(who);
        let before = if version.is_empty() { String::new() } else { format!("{version}, ") };
        let mut row = self.blank(format!("{before}steps={first:.2} .. {last:.2}"));
        row.unit = "".into();
        let Expected::Value(expected) = self.check.expected else { return row };
        row.expects(expected);
        match &convergence.order {
            Ok(order) => {
                let observed = Estimate::new(order.slope, order.uncertainty);
                judge(&mut row, expected, observed, self.check.allowed, Dimension::Number);
                if matches!(self.check.allowed, Allowed::Order(room) if room >= expected.value) {
                    let why = "too coarse to fail: with this `give_or_take` a scheme that does not converge would pass";
                    row = row.could_not_fail(why);
                }
                if let Some(why) = not_asymptotic(order.asymptotic) {
                    row.reason = Some(why.into());
                    // An error that falls more and more slowly has another limit.
                    let stops = matches!(order.asymptotic, Asymptotic::Bending { coarse, fine }
                        if fine < coarse && fine < expected.value);
                    if matches!(self.check.allowed, Allowed::Order(_)) || stops {
                        row.outcome = Verdict::Fail;
                    }
                }
            }
            Err(why) => {
                row = row.unable(Verdict::Fail, why.to_string());
            }
        }
        row
    }

    fn unable(&self, (outcome, why): (Verdict, &str)) -> Check {
        self.blank(String::new()).unable(outcome, why)
    }

    fn blank(&self, variant: String) -> Check {
        let who = self.planned.case.runs[self.expect.run].solver.text.as_str();
        Check {
            variant: variant.into(),
            comparison: self.expect.comparison,
            observable: self.check.asked.word().into(),
            unit: self.check.asked.dimension().si().into(),
            line: self.expect.line,
            reason: self.check.note.as_deref().map(Arc::from),
            ..Check::blank(Arc::clone(&self.names[self.check.scene]), who, self.expect.against.as_str())
        }
    }
}

/// Why a slope is not asymptotic.
fn not_asymptotic(asymptotic: Asymptotic) -> Option<String> {
    match asymptotic {
        Asymptotic::Yes => None,
        Asymptotic::Bending { coarse, fine } => {
            Some(format!("not asymptotic: the slope is {coarse:.2} at coarse and {fine:.2} at fine steps"))
        }
        Asymptotic::Scattered { jump } => Some(format!("not asymptotic: neighbouring slopes differ by {jump:.2}")),
        Asymptotic::Rounding { error } => Some(format!("the finest error, {error:.0e}, is rounding")),
    }
}

/// The point of a published curve with the largest distance to the computed one, within the uncertainty of its
/// abscissa: expected and computed ordinate.
fn worst_point(points: &[PublishedPoint], variant: &Variant, curve: CurveWord) -> (Estimate, Computed) {
    let course = Interpolant::new(&variant.course, curve);
    let nothing = Estimate::new(f64::NAN, 0.0);
    let mut worst = (nothing, Computed::exact(nothing));
    let mut largest = f64::NEG_INFINITY;
    for &PublishedPoint { x, y } in points {
        let computed = course.nearest(x, y.value);
        let off = (computed - y.value).abs();
        // What is not a number is the worst there is, and must not be lost in a comparison.
        if off.is_nan() || off > largest {
            worst = (y, Computed { at_point: Estimate::new(course.at(x.value), 0.0), compared: computed });
            largest = if off.is_nan() { f64::INFINITY } else { off };
        }
    }
    worst
}

/// The values of the other swept parameters of a scene, as text that is equal for equal values.
type OtherValues = Vec<String>;

/// Run, swept parameter and observable.
type CurveKey = (usize, String, &'static str);

/// Cache of the curves, each computed once for all checks that use it.
#[derive(Debug, Default)]
pub(super) struct SweepCurves(RefCell<BTreeMap<CurveKey, Rc<BTreeMap<OtherValues, SweepCurve>>>>);

impl SweepCurves {
    /// An observable of a run against a swept parameter: one curve for each combination of the other swept values.
    pub(super) fn swept(
        &self,
        planned: &PlannedCase,
        run: usize,
        parameter: &str,
        observable: Observable,
        found: &CollisionIndex<'_>,
    ) -> Rc<BTreeMap<OtherValues, SweepCurve>> {
        let asked = (run, parameter.to_string(), observable.word());
        if let Some(known) = self.0.borrow().get(&asked) {
            return Rc::clone(known);
        }
        let mut points: BTreeMap<OtherValues, Vec<(f64, f64)>> = BTreeMap::new();
        for (at, scene) in planned.case.scenes.iter().enumerate() {
            let point = || {
                let observed = found.first(run, at)?.result.as_ref().ok()?;
                let phase = observed.variants.first()?.phases.first()?;
                Some((scene.number(parameter)?, reading(phase, observable)?.value))
            };
            if let Some(point) = point() {
                points.entry(family(scene, parameter)).or_default().push(point);
            }
        }
        let made = Rc::new(points.into_iter().map(|(key, points)| (key, SweepCurve::new(points))).collect());
        self.0.borrow_mut().insert(asked, Rc::clone(&made));
        made
    }
}

/// The swept values of a scene except that of `parameter`, given by its path or the last word of it.
pub(super) fn family(scene: &Scene, parameter: &str) -> OtherValues {
    let others = scene.parameters.iter().filter(|other| {
        let abscissa = other.path == parameter || other.path.rsplit('.').next() == Some(parameter);
        other.swept && !abscissa
    });
    let value = |value: &ParameterValue| match value {
        // -0 and 0 are equal.
        ParameterValue::Number(value, _) => format!("{:?}", value + 0.0),
        ParameterValue::Word(word) => word.clone(),
    };
    others.map(|other| value(&other.value)).collect()
}

/// Relative tolerance for recognising a factor.
const NEAR: f64 = 1e-3;

/// Default damping of YADE's `NewtonIntegrator`.
const GLOBAL: f64 = 0.2;

/// Tolerance for recognising a restitution: the formulas of codes are fits.
const NEAR_RESTITUTION: f64 = 4e-3;

/// Factors that differ from 1 by less than this are not attributed to a cause.
const TELLING: f64 = 3.0 * NEAR;

/// The likely cause of an observed number that is not the expected one.
///
/// Duration and largest overlap of an elastic impact are proportional to `E*^(-2/5) R*^(-1/5)` (Landau & Lifshitz,
/// section 9): a wrong effective modulus or radius at a wall changes both by a known factor.
pub fn likely_cause(scene: &Scene, observable: Observable, expected: f64, observed: f64) -> Option<String> {
    use Observable::{Duration, DurationToZeroOverlap, MaxOverlap, MaxOverlapInterpolated, Restitution};
    let (wall, force) = (scene.bodies[1].is_wall(), scene.force?);
    match observable {
        Duration | DurationToZeroOverlap | MaxOverlap | MaxOverlapInterpolated if wall && force.alpha == 1.5 => {
            let ratio = observed / expected;
            let is = |factor: f64| (factor - 1.0).abs() > TELLING && (ratio / factor - 1.0).abs() < NEAR;
            let nu = scene.bodies[0].material.as_ref().and_then(|material| material.poisson_ratio);
            if nu.is_some_and(|nu| is(libm::pow(1.0 + nu, -0.4))) {
                return Some(format!(
                    "the value is {ratio:.5} of the expected one, equal to (1 + nu)^-0.4: the wall stiffness probably uses 1 - nu instead of 1 - nu^2"
                ));
            }
            is(libm::pow(2f64, 0.2)).then(|| {
                format!(
                    "the value is {ratio:.5} of the expected one, equal to 2^0.2: the wall is probably treated as a sphere of the same size, R* = r/2 instead of r"
                )
            })
        }
        // Without damping nothing may be lost or gained.
        Restitution if force.C == 0.0 && expected == 1.0 => {
            if observed > 1.0 + NEAR {
                return Some(
                    "it gains energy: the scheme probably uses the force of an earlier step, as forward Euler does"
                        .to_string(),
                );
            }
            // Every force is made larger by a fifth while it brakes and smaller while it drives.
            let damped = ((1.0 - GLOBAL) / (1.0 + GLOBAL)).sqrt();
            ((observed - damped).abs() < NEAR_RESTITUTION).then(|| {
                format!(
                    "it is sqrt((1 - {GLOBAL})/(1 + {GLOBAL})) = {damped:.4}: a damping of every force by {GLOBAL}, the default of YADE's NewtonIntegrator, is probably switched on"
                )
            })
        }
        Restitution => {
            let asked = scene.restitution_requested().filter(|&e| e > 0.0 && e < 1.0)?;
            let ends = if force.ends == Ends::ZeroOverlap { Ends::ZeroOverlap } else { Ends::ForceClamped };
            let weak = restitution_of_ratio(damping_ratio(asked, ends) / 2f64.sqrt(), ends);
            let near = (observed - weak).abs() < NEAR_RESTITUTION && (expected - weak).abs() > 2.0 * NEAR_RESTITUTION;
            let fitted = thornton_gamma(asked).map(|gamma| restitution_of_ratio(1.2f64.sqrt() * gamma, ends)).ok()?;
            if asked > 0.9 && (observed - fitted).abs() < NEAR && (expected - fitted).abs() > 2.0 * NEAR {
                return Some(format!(
                    "it is {observed:.4}, the value of Thornton's fit of the clamped contact for {asked}: above 0.9 the fit is inaccurate"
                ));
            }
            near.then(|| {
                "the coefficient is probably too small by sqrt(2): it is meant for the mass of one particle and used with the effective mass"
                    .to_string()
            })
        }
        _ => None,
    }
}

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
