//! Turns measurements into the data of a fit, with errors and correlations.

use super::rows::{Data, ExperimentSpan, Row};
use std::collections::HashMap;

use super::grouping;
use super::joined;
use super::observed::observed;
use super::result::{Fate, Measurement, Rebound};
use super::sticking;
use crate::case::{Calibration, ExperimentKind};
use crate::error::Diagnostic;
use crate::fit::drop_impacts::{DropImpact, Reduction, held_out, impacts, readings};
use crate::fit::loss::{HUBER, Loss, REACH, slope};
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Problem, Scatter};
use crate::number::median;

/// Drops from which their scatter is estimated, beyond the unknowns: one degree of freedom, and Student's t of it.
const SCATTERED: usize = 1;
/// Relative reading error used when none is known; the scatter between drops dominates then.
const NOTHING: f64 = 1e-5;
/// Speed of impacts whose law does not depend on speed, m/s.
pub(super) const ANY_SPEED: f64 = 1.0;

/// Reads the measurements of a case with these values of the unknowns and inputs.
///
/// # Errors
/// When a measurement has no possible flight, or no measurement is used.
pub(super) fn data(
    calibration: &Calibration,
    theta: &[f64],
    inputs: &[(usize, f64)],
    asked: &Reduction,
) -> Result<Data, Diagnostic> {
    if calibration.others.is_empty() {
        return of_one(calibration, theta, inputs, asked);
    }
    let each = calibration.apart();
    let found: Result<Vec<Data>, Diagnostic> = each.iter().map(|one| of_one(one, theta, inputs, asked)).collect();
    joined::join(calibration, found?).ok_or_else(|| Diagnostic::new("there is no experiment"))
}

fn of_one(
    calibration: &Calibration,
    theta: &[f64],
    inputs: &[(usize, f64)],
    asked: &Reduction,
) -> Result<Data, Diagnostic> {
    let flies = calibration.experiment.kind.flies();
    let impacts = if flies { impacts(calibration, theta, inputs, asked)? } else { Vec::new() };
    let kept = calibration.fit.hold_out.as_ref().map(|hold_out| held_out(hold_out, &impacts));
    let rows: Vec<Row> = if flies {
        let kept = |at: usize| kept.as_ref().and_then(|kept| kept.get(at)).copied().unwrap_or(false);
        let mut rows: Vec<Row> = impacts.iter().enumerate().map(|(at, impact)| flown(impact, kept(at))).collect();
        let used = rows.iter().filter(|row| row.measurement.fate == Fate::Used);
        let slope =
            slope(&used.map(|row| (row.measurement.speed.unwrap_or(0.0), row.measurement.value)).collect::<Vec<_>>());
        rows.iter_mut().for_each(|row| row.weigh(slope));
        rows
    } else {
        observed(calibration, inputs)
    };
    let mut data = assemble(calibration, rows)?;
    let (measurements, quantities) = (0..data.measurements.len(), 0..data.targets.len());
    data.spans = vec![ExperimentSpan { measurements, impacts: 0..impacts.len(), quantities, grouping: None }];
    data.impacts = impacts;
    Ok(data)
}

fn flown(impact: &DropImpact, kept: bool) -> Row {
    let fate = match &impact.left_out {
        Some(reason) => Fate::LeftOut(reason.clone()),
        None if impact.restitution == 0.0 => Fate::Stuck,
        None if kept => Fate::HeldOut,
        None => Fate::Used,
    };
    // Of a ball that did not come back nothing was read but the speed before.
    let stuck = impact.restitution == 0.0;
    let speed_sigma = impact.sigma.filter(|_| stuck).map(|part| part * impact.before);
    let measurement = Measurement {
        name: impact.name.clone(),
        drop: impact.drop,
        number: impact.number,
        row: impact.row,
        quantity: Target::Restitution,
        height: impact.height,
        speed: Some(impact.before),
        angle: None,
        overlap: None,
        value: impact.restitution,
        sigma: impact.sigma.filter(|_| !stuck),
        sigma_used: None,
        predicted: None,
        rebound: (!stuck).then_some(Rebound { timed: impact.timed, measured: impact.reading, predicted: None }),
        effects: impact.effects,
        fate,
        doubt: impact.doubt.clone(),
    };
    Row { measurement, speed_sigma, parts: impact.parts.clone(), follows: 0.0 }
}

fn assemble(calibration: &Calibration, rows: Vec<Row>) -> Result<Data, Diagnostic> {
    let stuck = sticking::rows(calibration, &rows)?;
    let mut notes = Vec::new();
    let mut targets: Vec<Target> = Vec::new();
    for row in &rows {
        if !targets.contains(&row.measurement.quantity) {
            targets.push(row.measurement.quantity);
        }
    }
    // What is not known of one reading is taken from the others of its kind.
    let typical: Vec<Option<f64>> = targets.iter().map(|target| typical(&rows, *target)).collect();
    let mut guessed = vec![0usize; targets.len()];
    let ways = ways_of_loops(&rows);
    let (mut data, mut used, mut kept): (Vec<Datum>, Vec<usize>, Vec<(Datum, usize)>) = Default::default();
    for (at, row) in rows.iter().enumerate() {
        let measurement = &row.measurement;
        if let Fate::LeftOut(_) | Fate::Stuck = measurement.fate {
            continue;
        }
        let quantity = targets.iter().position(|target| *target == measurement.quantity).unwrap_or(0);
        let sigma = match (row.sigma(), typical.get(quantity).copied().flatten()) {
            (Some(sigma), _) if sigma > 0.0 => sigma,
            (_, typical) => {
                guessed[quantity] += 1;
                typical.unwrap_or(NOTHING * measurement.value.abs().max(1e-3))
            }
        };
        let speed = measurement.speed.unwrap_or(ANY_SPEED);
        let way = if ways.get(at).copied().unwrap_or(true) { 1.0 } else { -1.0 };
        let place = measurement.angle.or(measurement.overlap.map(|overlap| way * overlap)).unwrap_or(0.0);
        let mut datum =
            Datum { at: place, ..Datum::alone(measurement.drop, quantity, speed, measurement.value, sigma) };
        datum.follows = row.follows;
        datum.speed_sigma = row.speed_sigma.unwrap_or(0.0);
        datum.setting = row.setting();
        if measurement.fate == Fate::HeldOut {
            kept.push((datum, at));
            continue;
        }
        datum.correlations = correlations(&rows, &used, row);
        data.push(datum);
        used.push(at);
    }
    for (target, (count, typical)) in targets.iter().zip(guessed.iter().zip(&typical)) {
        if *count > 0 {
            notes.push(unknown_errors(*target, *count, *typical));
        }
    }
    if data.is_empty() {
        let problem = Diagnostic::new(match stuck.is_empty() {
            true => "nothing is left to be fitted: every measurement is left out or held out",
            false => "no ball came back: that bounds the sticking speed from below, and fits nothing",
        });
        return Err(problem.at(&calibration.experiment.origin));
    }
    notes.extend(rolled(&targets, &mut data));
    if calibration.experiment.kind == ExperimentKind::ForceOverlap && ways.iter().all(|inward| *inward) {
        notes.push("the force only rises in these data: nothing is known of the way out".to_string());
    }
    let loss = match calibration.fit.loss {
        crate::case::LossChoice::Squares => Loss::Squares,
        crate::case::LossChoice::Huber => Loss::Huber { constant: HUBER, reach: REACH },
    };
    let mut problem = Problem { data, stuck, scatter: Scatter::None, loss };
    notes.extend(scatter(&mut problem, calibration.unknowns.len()).map(str::to_string));
    let measurements: Vec<Measurement> = rows.into_iter().map(|row| row.measurement).collect();
    let grouping = grouping::assign(calibration, &measurements, &used, &targets, &mut problem);
    let unread = typical.iter().map(Option::is_none).collect();
    let (impacts, spans) = (Vec::new(), Vec::new());
    Ok(Data { measurements, targets, problem, used, kept, impacts, unread, spans, grouping, notes })
}

/// Sets what scatters: drops, or their impacts if there are no more drops than unknowns, with a note then.
fn scatter(problem: &mut Problem, unknowns: usize) -> Option<&'static str> {
    let one = problem.loss == Loss::Squares && problem.data.iter().all(|datum| datum.quantity == 0);
    let apart = one && problem.drops().len() < unknowns + SCATTERED;
    problem.data.iter_mut().for_each(|datum| datum.apart = apart);
    if problem.scattering() < unknowns + SCATTERED {
        return Some("there are too few drops to see how they scatter: the errors of the readings are all there is");
    }
    problem.scatter = Scatter::BetweenDrops;
    apart.then_some(
        "there are too few drops to see how they scatter: how their impacts scatter is estimated instead, as if each were \
         independent",
    )
}

/// Sets the scatter of rolling distances and times proportional to `v^2` or `v`: rolling friction scatters relatively.
fn rolled(targets: &[Target], data: &mut [Datum]) -> Option<String> {
    let power = |datum: &Datum| match targets.get(datum.quantity) {
        Some(Target::RollingDistance) => 2,
        Some(Target::RollingTime) => 1,
        _ => 0,
    };
    let middle = median(data.iter().map(|datum| datum.speed).collect());
    data.iter_mut().for_each(|datum| datum.scatters = (datum.speed / middle).powi(power(datum)));
    let differ = data.iter().any(|datum| datum.scatters != 1.0);
    differ.then(|| {
        format!("rolls scatter in proportion to their distance or time: the scatter is given at {middle:.3} m/s")
    })
}

/// Whether each point of a loading loop belongs to loading: before the largest overlap of its loop.
fn ways_of_loops(rows: &[Row]) -> Vec<bool> {
    let mut inward = vec![true; rows.len()];
    let same = |a: &Row, b: &Row| loop_of(a) == loop_of(b);
    let mut start = 0;
    for part in rows.chunk_by(same) {
        let deepest =
            part.iter().enumerate().max_by(|a, b| overlap(a.1).total_cmp(&overlap(b.1))).map_or(0, |(at, _)| at);
        for (at, way) in inward.iter_mut().skip(start).take(part.len()).enumerate() {
            *way = at <= deepest;
        }
        start += part.len();
    }
    inward
}

fn loop_of(row: &Row) -> Option<&str> {
    row.measurement.overlap.and_then(|_| row.measurement.name.split(", row ").next())
}

fn overlap(row: &Row) -> f64 {
    row.measurement.overlap.unwrap_or(0.0)
}

/// Correlations with the earlier data of the same drop, nearest first: `sum of products over common readings`.
fn correlations(rows: &[Row], used: &[usize], row: &Row) -> Vec<f64> {
    let square = |row: &Row| row.parts.iter().map(|(_, part)| part * part).sum::<f64>();
    let own = square(row);
    let before = used.iter().rev().filter_map(|&at| rows.get(at)).take_while(|other| {
        other.measurement.drop == row.measurement.drop && other.measurement.quantity == row.measurement.quantity
    });
    let mut found: Vec<f64> = before
        .map(|other| {
            let common = |(reading, part): &(usize, f64)| {
                other.parts.iter().filter(|(known, _)| known == reading).map(|(_, there)| part * there).sum::<f64>()
            };
            let covariance: f64 = row.parts.iter().map(common).sum();
            let scale = (own * square(other)).sqrt();
            if scale > 0.0 { covariance / scale } else { 0.0 }
        })
        .collect();
    while found.last() == Some(&0.0) {
        found.pop();
    }
    found
}

/// Adds the predictions of the fit to every measurement and to the flights after them.
///
/// # Errors
/// When the law has no meaning for these values.
pub(super) fn tell(
    calibration: &Calibration,
    theta: &[f64],
    data: &mut Data,
    predict: &dyn Fn(&Datum) -> Option<f64>,
    scatter: &[f64],
) -> Result<(), Diagnostic> {
    let ways = data.problem.data.iter().zip(&data.used).map(|(datum, at)| (*at, datum.at));
    let places: HashMap<usize, f64> = ways.collect();
    let spans = data.spans.clone();
    let quantity = |at: usize, target: Target| {
        let of = spans.iter().find(|span| span.measurements.contains(&at))?.quantities.clone();
        of.into_iter().find(|quantity| data.targets.get(*quantity) == Some(&target))
    };
    for (at, measurement) in data.measurements.iter_mut().enumerate() {
        let quantity = quantity(at, measurement.quantity).unwrap_or(0);
        let place = places.get(&at).copied().or(measurement.angle).or(measurement.overlap).unwrap_or(0.0);
        let speed = measurement.speed.unwrap_or(ANY_SPEED);
        let datum = Datum { at: place, ..Datum::alone(measurement.drop, quantity, speed, measurement.value, 1.0) };
        measurement.predicted = predict(&datum);
    }
    let kept = data.kept.iter().map(|(datum, at)| (datum, at));
    for (datum, at) in data.problem.data.iter().zip(&data.used).chain(kept) {
        let scatter = datum.scatters * scatter.get(datum.quantity).copied().unwrap_or(0.0);
        data.measurements[*at].sigma_used = Some(datum.sigma.hypot(scatter));
    }
    let each = if calibration.others.is_empty() { Vec::new() } else { calibration.apart() };
    for (part, span) in spans.iter().enumerate().filter(|(_, span)| !span.impacts.is_empty()) {
        let (Some(of), Some(impacts)) =
            (data.measurements.get_mut(span.measurements.clone()), data.impacts.get(span.impacts.clone()))
        else {
            continue;
        };
        let restitutions: Vec<Option<f64>> = of.iter().map(|m| m.predicted).collect();
        let read = readings(each.get(part).unwrap_or(calibration), theta, impacts, &restitutions)?;
        for (measurement, predicted) in of.iter_mut().zip(read) {
            if let Some(rebound) = &mut measurement.rebound {
                rebound.predicted = predicted;
            }
        }
    }
    Ok(())
}

pub(super) fn typical(rows: &[Row], target: Target) -> Option<f64> {
    let of = rows.iter().filter(|row| row.measurement.quantity == target);
    let mut known: Vec<f64> = of.filter_map(|row| row.measurement.sigma).filter(|sigma| *sigma > 0.0).collect();
    known.sort_by(f64::total_cmp);
    known.get(known.len() / 2).copied()
}

/// A note on numbers without a stated uncertainty.
fn unknown_errors(target: Target, count: usize, typical: Option<f64>) -> String {
    let what = target.word().replace('_', " ");
    match typical {
        Some(_) => format!(
            "numbers ({what}) without a standard deviation, since one of their readings has none: {count}; such a number gets \
             the median of the others, and the scatter between drops adds to it"
        ),
        None => format!(
            "no standard deviation is known of the {count} numbers ({what}): all of it is taken from how they scatter"
        ),
    }
}

/// Adds the effect of one standard deviation of each input of the experiment on all values, which shift together.
pub(super) fn share(calibration: &Calibration, theta: &[f64], asked: &Reduction, found: &mut Data) {
    if !matches!(found.problem.scatter, Scatter::BetweenGroups | Scatter::BetweenExperiments) {
        return;
    }
    let inputs = calibration.inputs.iter().enumerate();
    for (index, input) in inputs.filter(|(_, input)| input.path.starts_with("experiment.")) {
        let Ok(moved) = data(calibration, theta, &[(index, input.value + input.sigma)], asked) else { continue };
        if moved.used == found.used {
            for (datum, there) in found.problem.data.iter_mut().zip(&moved.problem.data) {
                datum.shared.push(there.value - datum.value);
            }
        }
    }
}
