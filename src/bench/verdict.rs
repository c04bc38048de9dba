//! What was observed against what is expected.

use super::calibration;
use super::convergence::Convergence;
use super::execute::Collision;
use super::observed::{Observed, Variant, reading};
use super::plan::{Abscissa, Asked, Expected, PlannedCase, PlannedCheck, PlannedExpect, Point};
use crate::judge::{Allowed, Asymptotic, Check, Course, CurveWord, Deviation, Swept, Verdict, compare, known_gap};
use crate::observe::Observable;
use crate::scene::Scene;
use crate::trajectory::Estimate;
use crate::units::Dimension;

/// Judges a case, in the order of its expectations.
pub(super) fn case(planned: &PlannedCase, collisions: &[Collision]) -> (Vec<Check>, Vec<Convergence>) {
    let mut all = planned.case.calibration.as_deref().map(calibration::skipped).unwrap_or_default();
    let mut convergences = Vec::new();
    for expect in &planned.expects {
        let mut checks = Vec::new();
        for check in &expect.checks {
            let of = |run: usize, scene: usize| collisions.iter().find(|c| c.run == run && c.scene == scene);
            let judge = Judge { planned, expect, check };
            match of(expect.run, check.scene).map(|c| &c.result) {
                Some(Ok(observed)) => judge.rows(observed, &of, &mut checks, &mut convergences),
                Some(Err(error)) => checks.push(judge.unable(Verdict::Error, error.clone())),
                None => checks.push(judge.unable(Verdict::Error, "the collision was not computed".to_string())),
            }
        }
        if let Some(reason) = &expect.known_gap {
            note_gap(&mut checks, reason);
        }
        all.extend(checks);
    }
    (all, convergences)
}

fn note_gap(checks: &mut [Check], reason: &str) {
    let mut verdicts: Vec<Verdict> = checks.iter().map(|c| c.outcome).collect();
    known_gap(&mut verdicts);
    for (check, verdict) in checks.iter_mut().zip(verdicts) {
        if matches!(verdict, Verdict::Gap | Verdict::Closed) {
            check.reason = Some(reason.to_string());
        }
        check.outcome = verdict;
    }
}

/// One planned check, about to be made.
struct Judge<'a> {
    planned: &'a PlannedCase,
    expect: &'a PlannedExpect,
    check: &'a PlannedCheck,
}

impl Judge<'_> {
    fn rows<'c>(
        &self,
        observed: &Observed,
        of: &dyn Fn(usize, usize) -> Option<&'c Collision>,
        checks: &mut Vec<Check>,
        convergences: &mut Vec<Convergence>,
    ) {
        if let Asked::Order(observable) = self.check.asked {
            match Convergence::new(self.expect.run, self.check.scene, observed, observable) {
                Some(convergence) => {
                    checks.push(self.order(&convergence));
                    convergences.push(convergence);
                }
                None => {
                    checks.push(self.unable(Verdict::Fail, format!("the exact collision has no {}", observable.word())))
                }
            }
            return;
        }
        for variant in &observed.variants {
            let expected = match (&self.check.expected, self.check.asked) {
                (Expected::Solver(run), Asked::Number(observable)) => match of(*run, self.check.scene)
                    .map(|c| &c.result)
                {
                    Some(Ok(other)) => {
                        match other.variants.first().and_then(|v| reading(v.phases.first()?, observable)) {
                            Some(estimate) => &Expected::Value(estimate),
                            None => &Expected::Nothing(format!("{} has no {}", self.expect.against, observable.word())),
                        }
                    }
                    _ => &Expected::Nothing(format!("{} was not computed", self.expect.against)),
                },
                (expected, _) => expected,
            };
            checks.push(self.row(variant, expected, of));
        }
    }

    /// The reading nearest to a measured value within the uncertainty of the abscissa it was measured at, from the runs of
    /// all scenes that differ in it only.
    fn moved<'c>(
        &self,
        expected: f64,
        observable: Observable,
        of: &dyn Fn(usize, usize) -> Option<&'c Collision>,
    ) -> Option<f64> {
        let Abscissa { parameter, uncertainty } = self.check.abscissa.as_ref()?;
        let scenes = &self.planned.case.scenes;
        let here = &scenes[self.check.scene];
        let same = |other: &Scene| {
            here.parameters.iter().zip(&other.parameters).all(|(a, b)| {
                let abscissa = a.path == *parameter || a.path.rsplit('.').next() == Some(parameter);
                abscissa || !a.swept || a.value == b.value
            })
        };
        let points = (0..scenes.len()).filter(|&scene| same(&scenes[scene])).filter_map(|scene| {
            let observed = of(self.expect.run, scene)?.result.as_ref().ok()?;
            let variant = observed.variants.first()?;
            Some((scenes[scene].number(parameter)?, reading(variant.phases.first()?, observable)?.value))
        });
        Swept::new(points.collect()).nearest(here.number(parameter)?, *uncertainty, expected)
    }

    /// One variant of one run against one expectation.
    fn row<'c>(
        &self,
        variant: &Variant,
        expected: &Expected,
        of: &dyn Fn(usize, usize) -> Option<&'c Collision>,
    ) -> Check {
        let mut row = self.blank(variant.called("worst"));
        let compared = match (expected, self.check.asked) {
            (Expected::Nothing(why), _) => Err((Verdict::Skip, why.clone())),
            (Expected::Value(expected), Asked::Number(observable)) => {
                expects(&mut row, *expected);
                let worst = variant.worst(observable, expected.value);
                // Only the reference has one number a scene, and so a curve to move along.
                let exact = variant.count.is_none();
                let moved = exact.then(|| self.moved(expected.value, observable, of)).flatten();
                worst
                    .map(|w| moved.map_or(w, |value| Estimate::new(value, w.uncertainty)))
                    .map(|w| (*expected, w))
                    .ok_or_else(|| (Verdict::Fail, format!("{} has no {}", row.who, row.observable)))
            }
            (Expected::Points(points), Asked::Curve(curve)) => Ok(worst_point(points, variant, curve)),
            _ => Err((Verdict::Error, "a curve cannot be held against a number".to_string())),
        };
        match compared {
            Ok((expected, observed)) => match self.check.allowed.refusal(expected) {
                // A prediction was checked when it was made; what a solver states is known only now.
                Some(why) => row.reason = Some(why),
                None => settle(
                    &mut row,
                    expected,
                    observed,
                    &compare(expected, observed, self.check.allowed, self.dimension()),
                ),
            },
            Err((verdict, why)) => {
                row.outcome = verdict;
                row.reason = Some(why);
            }
        }
        row
    }

    fn order(&self, convergence: &Convergence) -> Check {
        let count = |rung: Option<&super::ErrorAt>| rung.map_or(f64::NAN, |r| r.count);
        let (first, last) = (count(convergence.rungs.first()), count(convergence.rungs.last()));
        let mut row = self.blank(format!("steps={first:.2} .. {last:.2}"));
        row.unit = String::new();
        let Expected::Value(expected) = self.check.expected else { return row };
        expects(&mut row, expected);
        match &convergence.order {
            Ok(order) => {
                let observed = Estimate::new(order.slope, order.uncertainty);
                settle(
                    &mut row,
                    expected,
                    observed,
                    &compare(expected, observed, self.check.allowed, Dimension::Number),
                );
                if let Some(why) = unsettled(order.asymptotic) {
                    row.reason = Some(why);
                    if matches!(self.check.allowed, Allowed::Order(_)) {
                        row.outcome = Verdict::Fail;
                    }
                }
            }
            Err(why) => {
                row.outcome = Verdict::Fail;
                row.reason = Some(why.to_string());
            }
        }
        row
    }

    fn unable(&self, verdict: Verdict, why: String) -> Check {
        let mut row = self.blank(String::new());
        row.outcome = verdict;
        row.reason = Some(why);
        row
    }

    fn dimension(&self) -> Dimension {
        match self.check.asked {
            Asked::Number(observable) | Asked::Order(observable) => observable.dimension(),
            Asked::Curve(curve) => curve.dimension(),
        }
    }

    fn blank(&self, variant: String) -> Check {
        let case = &self.planned.case;
        Check {
            scene: case.scenes[self.check.scene].name.clone(),
            who: case.runs[self.expect.run].solver.text.clone(),
            variant,
            against: self.expect.against.clone(),
            comparison: self.expect.comparison,
            observable: self.check.asked.word().to_string(),
            unit: self.dimension().si().to_string(),
            expected: None,
            expected_uncertainty: None,
            observed: None,
            observed_uncertainty: None,
            deviation: None,
            allowed: None,
            deviation_unit: String::new(),
            outcome: Verdict::Error,
            reason: self.check.note.clone(),
            line: self.expect.line,
        }
    }
}

/// Why a slope is not an order yet.
fn unsettled(asymptotic: Asymptotic) -> Option<String> {
    match asymptotic {
        Asymptotic::Yes => None,
        Asymptotic::Bending { coarse, fine } => {
            Some(format!("not asymptotic: the slope is {coarse:.2} at coarse and {fine:.2} at fine steps"))
        }
        Asymptotic::Scattered { jump } => Some(format!("not asymptotic: neighbouring slopes differ by {jump:.2}")),
        Asymptotic::Rounding { error } => Some(format!("the finest error, {error:.0e}, is rounding")),
    }
}

fn expects(row: &mut Check, expected: Estimate) {
    row.expected = Some(expected.value);
    row.expected_uncertainty = Some(expected.uncertainty);
}

fn settle(row: &mut Check, expected: Estimate, observed: Estimate, deviation: &Deviation) {
    expects(row, expected);
    row.observed = Some(observed.value);
    row.observed_uncertainty = Some(observed.uncertainty);
    row.deviation = Some(deviation.amount);
    row.allowed = Some(deviation.allowed);
    row.deviation_unit.clone_from(&deviation.unit);
    row.outcome = if deviation.met() { Verdict::Pass } else { Verdict::Fail };
}

/// The point of a published curve that the computed one misses by most. A point may be moved along the abscissa by the
/// uncertainty it was read with: what is left then is its distance.
fn worst_point(points: &[Point], variant: &Variant, curve: CurveWord) -> (Estimate, Estimate) {
    let course = Course::new(&variant.course, curve);
    let mut worst = (Estimate::new(f64::NAN, 0.0), Estimate::new(f64::NAN, 0.0));
    let mut largest = f64::NEG_INFINITY;
    for &Point { x, y } in points {
        let computed = course.nearest(x, y.value);
        let off = (computed - y.value).abs();
        // What is not a number is the worst there is, and must not be lost in a comparison.
        if off.is_nan() || off > largest {
            worst = (y, Estimate::new(computed, 0.0));
            largest = if off.is_nan() { f64::INFINITY } else { off };
        }
    }
    worst
}
