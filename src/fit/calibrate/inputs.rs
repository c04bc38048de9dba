//! Uncertainty that comes from the inputs: each is moved by its standard deviation, and the fit repeated.

use std::ops::Range;

use super::{FittedLaw, Watch, go_on};
use crate::case::{Calibration, HeightTo};
use crate::error::Error;
use crate::fit::problem::{Datum, Model};
use crate::fit::spread::{BudgetLine, ErrorSource, Evaluation, Interval, UncertaintyBudget, budget as draw_up};
use crate::fit::statistics::student;

/// The inputs of a case as sources of uncertainty.
fn sources(calibration: &Calibration) -> Vec<ErrorSource> {
    let of = |input: &crate::case::UncertainInput| ErrorSource {
        name: input.path.clone(),
        unit: input.dimension.si().to_string(),
        kind: Evaluation::B,
        value: input.value,
        sigma: input.sigma,
        example: input.example,
    };
    calibration.inputs.iter().map(of).collect()
}

/// Repeats the fit of a calibration with other values of some inputs.
pub(super) type Refit<'r> = &'r dyn Fn(&Calibration, &[(usize, f64)]) -> Result<Vec<f64>, String>;

/// Smallest share of the variance with which an example value is a line of a budget.
const WORTH: f64 = 1e-6;

/// The lines of a budget: `refit` gets each input moved by one standard deviation; `data` is the uncertainty from the data. Of the point of the ball
/// that heights are read to, where that is an example, it is half of the difference between both.
///
/// # Errors
/// When a fit with a moved input fails, or the work was stopped.
pub(super) fn moved(
    (calibration, found, watch): (&Calibration, &FittedLaw<'_>, &dyn Watch),
    what: &'static str,
    theta: &[f64],
    data: Vec<f64>,
    refit: Refit<'_>,
) -> Result<Vec<BudgetLine>, Error> {
    let all = sources(calibration);
    let counts = |(at, source): &(usize, &ErrorSource)| !source.example || matters(calibration, found, *at, source);
    let sources: Vec<ErrorSource> = all.iter().enumerate().filter(counts).map(|(_, source)| source.clone()).collect();
    watch.begins(what, 2 * sources.len());
    let of_data =
        ErrorSource { name: "data".to_string(), unit: String::new(), kind: Evaluation::A, ..ErrorSource::default() };
    let drawn = draw_up(theta, (of_data, data), &sources, |source, by| {
        watch.piece();
        go_on(watch).map_err(|error| error.to_string())?;
        let at = all.iter().position(|other| other == source).ok_or("an unknown source")?;
        let to = |by: f64| refit(calibration, &[(at, source.value + by)]);
        match to(by) {
            // Half of an example more may be what no ball has, such as a restitution above 1: the other side says as much.
            Err(_) if source.example => {
                Ok(theta.iter().zip(to(-by)?).map(|(best, there)| 2.0 * best - there).collect())
            }
            found => found,
        }
    });
    go_on(watch)?;
    let mut lines = drawn.map_err(Error::wrong)?.lines;
    lines.extend(point_of_the_ball(calibration, theta, refit));
    Ok(lines)
}

/// The budget of some of the unknowns, with the example values that matter to them.
pub(super) fn budget_of(lines: &[BudgetLine], unknowns: Range<usize>) -> UncertaintyBudget {
    let part = |of: &Vec<f64>| of.get(unknowns.clone()).map(<[f64]>::to_vec).unwrap_or_default();
    let of = |line: &BudgetLine| BudgetLine {
        source: line.source.clone(),
        sensitivity: part(&line.sensitivity),
        contribution: part(&line.contribution),
        share: Vec::new(),
        asymmetry: part(&line.asymmetry),
    };
    let budget = UncertaintyBudget::of(lines.iter().map(of).collect());
    let counts = |line: &BudgetLine| !line.source.example || line.share.iter().any(|share| *share > WORTH);
    UncertaintyBudget::of(budget.lines.into_iter().filter(counts).collect())
}

/// Whether an example value is anything to a fit: to the flights of the ball, to its contact where that is taken off them, or to the law.
fn matters(calibration: &Calibration, found: &FittedLaw<'_>, at: usize, source: &ErrorSource) -> bool {
    let (theta, input) = (&found.estimate.theta, [(at, source.value - source.sigma)]);
    let timed = found.data.impacts.iter().any(|impact| impact.timed);
    let ball = |inputs: &[(usize, f64)]| {
        let scene = calibration.scene_at(theta, 1.0, 0.0, inputs).ok()?;
        Some((scene.bodies[0].radius(), scene.bodies[0].mass))
    };
    if timed || calibration.experiments().any(|of| of.gravity_during_contact) || ball(&[]) != ball(&input) {
        return true;
    }
    let law = found.law.moved(&input);
    let data = &found.data.problem.data;
    let differs = |datum: &Datum| law.predict(theta, datum).ok() != found.law.predict(theta, datum).ok();
    // Readings of flights are of the ball and the law alone; others are as the table has them.
    source.name.starts_with("experiment.") || data.first().into_iter().chain(data.last()).any(differs)
}

/// The point of the ball that heights are read to, where that is an example.
fn point_of_the_ball(calibration: &Calibration, theta: &[f64], refit: Refit<'_>) -> Option<BudgetLine> {
    let example = calibration.examples.iter().find(|example| example.path.ends_with(".height_to"))?;
    let other = |point: HeightTo| if point == HeightTo::Bottom { HeightTo::Centre } else { HeightTo::Bottom };
    let mut elsewhere = calibration.clone();
    elsewhere.experiment.height_to = elsewhere.experiment.height_to.map(|points| points.map(other));
    let there = refit(&elsewhere, &[]).ok()?;
    let half: Vec<f64> = theta.iter().zip(there).map(|(here, there)| 0.5 * (there - here)).collect();
    Some(BudgetLine {
        source: ErrorSource {
            name: example.path.clone(),
            kind: Evaluation::B,
            sigma: 1.0,
            example: true,
            ..ErrorSource::default()
        },
        contribution: half.iter().map(|half| half.abs()).collect(),
        asymmetry: vec![0.0; half.len()],
        sensitivity: half,
        share: Vec::new(),
    })
}

/// Standard uncertainty of an unknown that comes from the inputs.
pub(super) fn of_inputs(budget: &UncertaintyBudget, unknown: usize) -> f64 {
    let inputs = budget.lines.iter().filter(|line| !line.sensitivity.is_empty());
    inputs.filter_map(|line| line.contribution.get(unknown)).map(|u| u * u).sum::<f64>().sqrt()
}

/// Widens each side of an interval at a level with `dof` degrees of freedom in quadrature by the input uncertainties, which are
/// stated and not estimated: the sum has more degrees of freedom (Welch and Satterthwaite). No side becomes shorter: of two
/// drops a small input would make it so.
pub(super) fn widened(interval: Interval, value: f64, inputs: f64, (level, dof): (f64, f64)) -> Interval {
    let t = student::two_sided(level, dof);
    let side = |end: f64| {
        let data = (end - value).abs() / t;
        // Without degrees of freedom, or inputs, it stays as it is.
        if !(data > 0.0 && inputs > 0.0 && data.is_finite()) {
            return libm::hypot(end - value, student::two_sided(level, f64::INFINITY) * inputs);
        }
        student::combined(level, (data, dof), inputs)
    };
    Interval { low: value - side(interval.low), high: value + side(interval.high) }
}
