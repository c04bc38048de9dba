//! Runs what was planned, in parallel, and judges it in order.

use rayon::prelude::*;

use super::events::{Event, Listener};
use super::plan::{Asked, Expected, Plan, PlannedCase, PlannedCheck, PlannedExpect, Point};
use crate::error::Error;
use crate::judge::{Check, Course, CurveWord, Deviation, Tally, Verdict, compare, known_gap};
use crate::observe::{Observable, observe};
use crate::solve::Solver;
use crate::trajectory::{Estimate, Trajectory};

/// A plan, executed.
#[derive(Debug)]
pub struct Run {
    /// In the order of the plan.
    pub cases: Vec<CaseRun>,
}

impl Run {
    pub fn tally(&self) -> Tally {
        Tally::of(self.cases.iter().flat_map(|case| &case.checks))
    }
}

/// One case, computed and judged.
#[derive(Debug)]
pub struct CaseRun {
    pub collisions: Vec<Collision>,
    pub checks: Vec<Check>,
}

/// One collision, observed.
#[derive(Debug)]
pub struct Collision {
    /// Index into the runs of the case.
    pub run: usize,
    /// Index into its scenes.
    pub scene: usize,
    /// Or why there is none.
    pub result: Result<(Trajectory, Vec<(Observable, Estimate)>), String>,
}

/// Executes a plan with the given solvers and judges what comes out.
///
/// The outcome does not depend on the number of threads: collisions are computed in any order and judged in that of the
/// plan.
///
/// # Errors
/// [`Error::Interrupted`] when the listener asks to stop. A collision that cannot be computed is no error but an
/// outcome.
pub fn execute(plan: &Plan, solvers: &[&dyn Solver], listener: &dyn Listener) -> Result<Run, Error> {
    listener.hear(Event::Planned { cases: plan.cases.len(), collisions: plan.collisions(), checks: plan.checks() });
    let mut cases = Vec::with_capacity(plan.cases.len());
    for planned in &plan.cases {
        let collisions = collide(planned, solvers, listener);
        if listener.stop() {
            return Err(Error::Interrupted);
        }
        let checks = judge_case(planned, &collisions);
        listener.hear(Event::Judged { case: &planned.case.name, checks: &checks });
        cases.push(CaseRun { collisions, checks });
    }
    Ok(Run { cases })
}

fn collide(planned: &PlannedCase, solvers: &[&dyn Solver], listener: &dyn Listener) -> Vec<Collision> {
    let case = &planned.case;
    let jobs: Vec<(usize, usize)> =
        (0..case.runs.len()).flat_map(|run| (0..case.scenes.len()).map(move |scene| (run, scene))).collect();
    jobs.into_par_iter()
        .map(|(run, scene)| {
            let wanted = &case.runs[run];
            let result = match solvers.iter().find(|s| s.name() == wanted.solver.text) {
                _ if listener.stop() => Err("interrupted".to_string()),
                Some(solver) => solver.solve(&case.scenes[scene], &wanted.settings).map_err(|e| e.to_string()),
                None => Err(format!("there is no solver `{}`", wanted.solver.text)),
            };
            listener.hear(Event::Collision);
            let result = result.map(|trajectory| {
                let observed = observe(&case.scenes[scene], &trajectory);
                (trajectory, observed)
            });
            Collision { run, scene, result }
        })
        .collect()
}

fn judge_case(planned: &PlannedCase, collisions: &[Collision]) -> Vec<Check> {
    let mut all = Vec::new();
    for expect in &planned.expects {
        let mut checks: Vec<Check> = expect
            .checks
            .iter()
            .map(|check| {
                let collision = collisions.iter().find(|c| c.run == expect.run && c.scene == check.scene);
                judge(planned, expect, check, collision)
            })
            .collect();
        if let Some(reason) = &expect.known_gap {
            let mut verdicts: Vec<Verdict> = checks.iter().map(|c| c.outcome).collect();
            known_gap(&mut verdicts);
            for (check, verdict) in checks.iter_mut().zip(verdicts) {
                if matches!(verdict, Verdict::Gap | Verdict::Closed) {
                    check.reason = Some(reason.clone());
                }
                check.outcome = verdict;
            }
        }
        all.extend(checks);
    }
    all
}

fn judge(planned: &PlannedCase, expect: &PlannedExpect, check: &PlannedCheck, collision: Option<&Collision>) -> Check {
    let dimension = match check.asked {
        Asked::Number(observable) => observable.dimension(),
        Asked::Curve(curve) => curve.dimension(),
    };
    let run = &planned.case.runs[expect.run];
    let mut row = Check {
        scene: planned.case.scenes[check.scene].name.clone(),
        who: run.solver.text.clone(),
        variant: String::new(),
        against: expect.against.clone(),
        comparison: expect.comparison,
        observable: check.asked.word().to_string(),
        unit: dimension.si().to_string(),
        expected: None,
        expected_uncertainty: None,
        observed: None,
        observed_uncertainty: None,
        deviation: None,
        allowed: None,
        deviation_unit: String::new(),
        outcome: Verdict::Error,
        reason: check.note.clone(),
        line: expect.line,
    };
    let (trajectory, observed) = match collision.map(|c| &c.result) {
        Some(Ok(found)) => found,
        Some(Err(error)) => {
            row.reason = Some(error.clone());
            return row;
        }
        None => {
            row.reason = Some("the collision was not computed".to_string());
            return row;
        }
    };
    row.variant.clone_from(&trajectory.variant);
    let compared = match (&check.expected, check.asked) {
        (Expected::Nothing(why), _) => Err((Verdict::Skip, why.clone())),
        (Expected::Value(expected), Asked::Number(observable)) => {
            expects(&mut row, *expected);
            match observed.iter().find(|(o, _)| *o == observable) {
                Some((_, observed)) => Ok((*expected, *observed)),
                None => Err((Verdict::Fail, format!("{} has no {}", row.who, row.observable))),
            }
        }
        (Expected::Points(points), Asked::Curve(curve)) => Ok(worst_point(points, trajectory, curve)),
        _ => Err((Verdict::Error, "a curve cannot be held against a number".to_string())),
    };
    match compared {
        Ok((expected, observed)) => {
            settle(&mut row, expected, observed, &compare(expected, observed, check.allowed, dimension))
        }
        Err((verdict, why)) => {
            row.outcome = verdict;
            row.reason = Some(why);
        }
    }
    row
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
fn worst_point(points: &[Point], trajectory: &Trajectory, curve: CurveWord) -> (Estimate, Estimate) {
    let course = Course::new(trajectory, curve);
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
