//! Judges the observables of a case against its expectations.

use crate::distinct::distinct;
use std::sync::Arc;

use super::computed::{Collision, NoResult};
use super::convergence::Convergence;
use super::engine_invariants;
use super::fitted;
use super::index::{CollisionIndex, begun};
use super::likely_cause::likely_cause;
use super::observed::{Observed, Variant, reading};
use super::planned::{Abscissa, CheckedQuantity, Expected, PlannedCase, PlannedCheck, PlannedExpect, PublishedPoint};
use super::sweep_curves::{SweepCurves, family};
use crate::case::{ENGINE_PHASES, KnownGap};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::collide::schemes::VelocityVerlet;
use crate::collide::{How, Steps, collide};
use crate::fit::calibrate::Calibrated;
use crate::judge::judged::{Computed, judge, judge_computed, note_gap, too_coarse};
use crate::judge::{Allowed, Asymptotic, Check, CurveWord, Divergence, Interpolant, Verdict};
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
            match Convergence::new(self.expect.run, self.check.scene, observed, observable) {
                Some(mut convergence) => {
                    convergence.installation = installation.to_string();
                    checks.push(self.order(&convergence));
                    convergences.push(convergence);
                }
                None => {
                    let why = format!("the exact collision has no {}", observable.word());
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
        let count = |rung: Option<&super::ErrorAt>| rung.map_or(f64::NAN, |r| r.count);
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
