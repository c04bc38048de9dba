//! From measurements to the data of a fit: rows with their error components, correlations, and the groups of drops that share an effect.

use std::collections::HashMap;
use std::ops::Range;

use super::law::sticking_speed;
use super::result::{Fate, Measurement, Rebound};
use crate::case::experiment::{CLOCK, HEIGHT_SIGMA, SCALE, SPEED};
use crate::case::{Calibration, ExcludedRows, Experiment, ExperimentKind, HeightSet, RatioOf};
use crate::data::measure::{ObliqueImpact, Uncertain};
use crate::error::Diagnostic;
use crate::fit::drop_impacts::{DropImpact, Effects, Reduction, held_out, impacts, readings};
use crate::fit::estimate::BestFit;
use crate::fit::models::log_slope;
use crate::fit::problem::{Datum, Problem, Scatter, StickingRow, Target};
use crate::fit::statistics::chi2;
use crate::number::median;

/// All measurements of a case, and the data among them.
pub(super) struct Data {
    pub measurements: Vec<Measurement>,
    /// The measured quantity of each index.
    pub targets: Vec<Target>,
    pub problem: Problem,
    /// Index of the measurement of each datum.
    pub used: Vec<usize>,
    /// The held-out data, with the index of their measurements.
    pub kept: Vec<(Datum, usize)>,
    /// The impacts behind the measurements; empty where nothing flies.
    pub impacts: Vec<DropImpact>,
    /// The quantities without a stated reading error.
    pub unread: Vec<bool>,
    /// Where each experiment is.
    pub spans: Vec<ExperimentSpan>,
    /// The groups of drops that share an effect, for one experiment.
    pub grouping: Option<Grouping>,
    pub notes: Vec<String>,
}

impl Data {
    /// Index of the experiment that measured a quantity.
    pub(super) fn part_of(&self, quantity: usize) -> usize {
        self.spans.iter().position(|span| span.quantities.contains(&quantity)).unwrap_or(0)
    }

    /// Refuses a fit of numbers without a stated uncertainty and without scatter.
    ///
    /// # Errors
    /// When an interval would have no basis.
    pub(super) fn uncertain(&self, calibration: &Calibration, estimate: &BestFit) -> Result<(), Diagnostic> {
        for (quantity, target) in self.targets.iter().enumerate() {
            let part = self.part_of(quantity);
            let of = self.problem.data.iter().filter(|datum| datum.quantity == quantity);
            let sigma = of.map(|datum| datum.sigma).fold(0.0, f64::max);
            let scattered = estimate.scatter.get(quantity).is_some_and(|scatter| *scatter > sigma);
            if self.unread.get(quantity) == Some(&true) && !scattered {
                let experiment = calibration.experiments().nth(part).unwrap_or(&calibration.experiment);
                return Err(no_errors(experiment, *target, estimate));
            }
        }
        Ok(())
    }

    /// Refuses numbers without a standard deviation at speeds with one. Where neither error is held, those of the speeds explain whatever
    /// the numbers scatter, and their own errors cannot be estimated: errors in both variables need one of them (Fuller 1987,
    /// Measurement Error Models, section 1.1).
    ///
    /// # Errors
    /// When an interval would have no basis.
    pub(super) fn beside_speeds(&self, calibration: &Calibration) -> Result<(), Diagnostic> {
        let of = |datum: &&Datum| datum.speed_sigma > 0.0 && self.unread.get(datum.quantity) == Some(&true);
        let Some(datum) = self.problem.data.iter().find(of) else { return Ok(()) };
        let experiment = calibration.experiments().nth(self.part_of(datum.quantity));
        let target = self.targets.get(datum.quantity).copied().unwrap_or(Target::Restitution);
        Err(beside_speeds(experiment.unwrap_or(&calibration.experiment), target))
    }
}

/// Index ranges of the measurements, impacts and quantities of one experiment.
#[derive(Debug, Clone)]
pub(super) struct ExperimentSpan {
    pub measurements: Range<usize>,
    pub impacts: Range<usize>,
    pub quantities: Range<usize>,
    pub grouping: Option<Grouping>,
}

/// One measurement with its error components.
pub(super) struct Row {
    pub measurement: Measurement,
    /// Standard deviation of the speed, m/s, if it is not included in that of the value.
    pub speed_sigma: Option<f64>,
    /// Index of each reading, the one before the impact first, and the effect of its standard deviation.
    pub parts: Vec<(usize, f64)>,
    /// The exponent with which the standard deviation follows the value.
    pub follows: f64,
}

impl From<Measurement> for Row {
    /// A measurement that shares no reading with others.
    fn from(measurement: Measurement) -> Self {
        Self { measurement, speed_sigma: None, parts: Vec::new(), follows: 0.0 }
    }
}

impl Row {
    /// Counts what an uncertain reading before the impact does to the law's own value, through the speed it gives:
    /// `slope = d ln e/d ln v`, and sees how the errors follow the value. A reading before the impact moves the
    /// restitution in proportion to it; a height after it in inverse proportion, a time after it by the same whatever it is.
    pub(super) fn weigh(&mut self, slope: f64) {
        let Some(rebound) = &self.measurement.rebound else { return };
        let exponents = [1.0, if rebound.timed { 0.0 } else { -1.0 }];
        if let Some((_, before)) = self.parts.first_mut() {
            *before *= 1.0 + slope;
        }
        let squares = self.parts.iter().map(|(_, part)| part * part);
        let all: f64 = squares.clone().sum();
        if all > 0.0 {
            self.follows = squares.zip(exponents).map(|(square, exponent)| square * exponent).sum::<f64>() / all;
        }
    }

    /// What the height that a ball was dropped from does to its first restitution: one standard deviation.
    pub(super) fn setting(&self) -> f64 {
        let first = self.measurement.number == 1 && self.measurement.height.is_some();
        self.parts.first().filter(|_| first).map_or(0.0, |(_, part)| part.abs())
    }

    /// One standard deviation of the misfit.
    pub(super) fn sigma(&self) -> Option<f64> {
        let all: f64 = self.parts.iter().map(|(_, part)| part * part).sum();
        if all > 0.0 { Some(all.sqrt()) } else { self.measurement.sigma }
    }
}

/// The error for numbers without a standard deviation at speeds with one.
fn beside_speeds(experiment: &Experiment, target: Target) -> Diagnostic {
    let what = target.word().replace('_', " ");
    let problem = format!("the speeds have a standard deviation, and the numbers at these speeds ({what}) have none");
    let help = format!(
        "add a column `{what} sigma`: one standard deviation of a {what} at one speed, differences between impacts included"
    );
    Diagnostic::new(problem).help(help).at(&experiment.origin)
}

/// The error for numbers without a stated uncertainty that show no scatter.
fn no_errors(experiment: &Experiment, target: Target, estimate: &BestFit) -> Diagnostic {
    let what = target.word().replace('_', " ");
    let bound = estimate.unknowns.iter().zip(&estimate.at_bound).find(|(_, at)| **at).map(|(unknown, _)| &unknown.name);
    let shown = match (bound, estimate.drops) {
        (Some(name), _) => format!("their scatter is not found where the best fit lies beyond a bound of {name}"),
        (None, 1) => format!("1 {} shows no scatter", experiment.kind.units().trim_end_matches('s')),
        (None, several) => format!("{several} {} show no scatter", experiment.kind.units()),
    };
    let message =
        format!("the uncertainty of these numbers is not given ({what}): no standard deviation is stated, and {shown}");
    if let Some(name) = bound {
        let help = format!("widen the bounds:  {name} = {{ fit = ..., between = [..., ...] }}");
        return Diagnostic::new(message).help(help).at(&experiment.origin);
    }
    let column = format!("add a column of them to the table:  {what} sigma");
    let help = match experiment.kind {
        ExperimentKind::DropHeight => {
            "add to the experiment:  height_sigma = \"1 mm\"      one standard deviation of a reading"
        }
        ExperimentKind::BounceTimes | ExperimentKind::Phyphox => {
            "add to the experiment:  time_sigma = \"1 ms\"      one standard deviation of an interval"
        }
        _ => return Diagnostic::new(message).help(column).at(&experiment.origin),
    };
    Diagnostic::new(message).help(help).at(&experiment.origin)
}

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
    join(calibration, found?).ok_or_else(|| Diagnostic::new("there is no experiment"))
}

fn of_one(
    calibration: &Calibration,
    theta: &[f64],
    inputs: &[(usize, f64)],
    asked: &Reduction,
) -> Result<Data, Diagnostic> {
    let flies = calibration.experiment.kind.flies();
    let mut impacts = if flies { impacts(calibration, theta, inputs, asked)? } else { Vec::new() };
    let kept = calibration.fit.hold_out.as_ref().map(|hold_out| held_out(hold_out, &impacts));
    let rows: Vec<Row> = if flies {
        let kept = |at: usize| kept.as_ref().and_then(|kept| kept.get(at)).copied().unwrap_or(false);
        let mut rows: Vec<Row> = impacts.iter_mut().enumerate().map(|(at, impact)| flown(impact, kept(at))).collect();
        let used = rows.iter().filter(|row| row.measurement.fate == Fate::Used);
        let slope = log_slope(
            &used.map(|row| (row.measurement.speed.unwrap_or(0.0), row.measurement.value)).collect::<Vec<_>>(),
        );
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

/// The parts of its error are taken out of the impact.
fn flown(impact: &mut DropImpact, kept: bool) -> Row {
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
    Row { measurement, speed_sigma, parts: std::mem::take(&mut impact.parts), follows: 0.0 }
}

fn assemble(calibration: &Calibration, rows: Vec<Row>) -> Result<Data, Diagnostic> {
    let stuck = stuck(calibration, &rows)?;
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
    let mut problem = Problem { data, stuck, scatter: Scatter::None };
    notes.extend(scatter(&mut problem, calibration.unknowns.len(), calibration.experiment.kind.units()));
    let measurements: Vec<Measurement> = rows.into_iter().map(|row| row.measurement).collect();
    let grouping = assign(calibration, &measurements, &used, &targets, &mut problem);
    let unread = typical.iter().map(Option::is_none).collect();
    let (impacts, spans) = (Vec::new(), Vec::new());
    Ok(Data { measurements, targets, problem, used, kept, impacts, unread, spans, grouping, notes })
}

/// Sets what scatters: drops, or their impacts if there are no more drops than unknowns, with a note then.
fn scatter(problem: &mut Problem, unknowns: usize, units: &str) -> Option<String> {
    let one = problem.data.iter().all(|datum| datum.quantity == 0);
    let apart = one && problem.drops().len() < unknowns + SCATTERED;
    problem.data.iter_mut().for_each(|datum| datum.apart = apart);
    if problem.scattering() < unknowns + SCATTERED {
        return Some(format!(
            "there are too few {units} to see how they scatter: the errors of the readings are all there is"
        ));
    }
    problem.scatter = Scatter::BetweenDrops;
    apart.then(|| {
        format!(
            "there are too few {units} to see how they scatter: how their impacts scatter is estimated instead, as if each were \
             independent"
        )
    })
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
        data.measurements[*at].sigma_used = Some(libm::hypot(datum.sigma, scatter));
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
             the median of the others, and their scatter adds to it"
        ),
        None => format!(
            "no standard deviation is known of the {count} numbers ({what}): all of it is taken from how they scatter"
        ),
    }
}

/// Adds the effect of one standard deviation of each input of the experiment on all values, which shift together.
pub(super) fn share(calibration: &Calibration, theta: &[f64], found: &mut Data) {
    if !matches!(found.problem.scatter, Scatter::BetweenGroups | Scatter::BetweenExperiments) {
        return;
    }
    let inputs = calibration.inputs.iter().enumerate();
    for (index, input) in inputs.filter(|(_, input)| input.path.starts_with("experiment.") && !input.example) {
        let moved = [(index, input.value + input.sigma)];
        let Ok(moved) = data(calibration, theta, &moved, &Reduction::PLAIN) else { continue };
        if moved.used == found.used {
            for (datum, there) in found.problem.data.iter_mut().zip(&moved.problem.data) {
                datum.shared.push(there.value - datum.value);
            }
        }
    }
}

/// Largest tangential speed of the contact point, relative to the impact speed, that counts as rolling.
const ROLLS: f64 = 1e-3;
/// Number of loops from which whole loops are the unit of scatter.
const LOOPS: usize = 5;

/// The measured numbers of a calibration without flights, in the order of the table; `inputs` as in
/// [`Calibration::experiment_with`].
///
/// A height ratio is read as the square of a restitution.
pub(super) fn observed(calibration: &Calibration, inputs: &[(usize, f64)]) -> Vec<Row> {
    let experiment = calibration.experiment_with(inputs);
    let (speed, clock) = (experiment.number(&SPEED), experiment.number(&CLOCK).unwrap_or(1.0));
    let measured = &experiment.measured;
    let make = |quantity, row, reading| measurement(&experiment, quantity, row, reading);
    let mut found: Vec<Row> = Vec::new();
    // A track has ratios of its impacts as well.
    let radius = calibration.nominal.bodies[0].radius();
    for oblique in measured.obliques.iter().filter(|_| experiment.kind == ExperimentKind::Oblique) {
        let speed = oblique.speed.or(speed);
        let (oblique, why) = match (speed, oblique.spin) {
            (Some(speed), Some(spin)) => without_spin(oblique, speed, spin, radius),
            _ => (ObliqueImpact { speed, ..oblique.clone() }, None),
        };
        let readings = [
            (Target::TangentialRestitution, oblique.tangential_restitution),
            (Target::ReboundSpin, oblique.rebound_spin),
            (Target::ReboundAngle, oblique.rebound_angle),
        ];
        found.extend(readings.into_iter().filter_map(|(target, reading)| {
            let made = make(target, oblique.row, reading?);
            let fate = match (&made.fate, why) {
                (Fate::Used, Some(why)) => Fate::LeftOut(why.to_string()),
                (fate, _) => fate.clone(),
            };
            Some(Row::from(Measurement { speed: oblique.speed, angle: Some(oblique.angle.value), fate, ..made }))
        }));
    }
    found.extend(measured.timed.iter().map(|timed| {
        let value = timed.duration.value * clock;
        let reading = Uncertain { value, sigma: timed.duration.sigma.map(|s| s * clock) };
        Measurement { speed: Some(timed.speed.value), ..make(Target::Duration, timed.row, reading) }.into()
    }));
    let scale = experiment.number(&SCALE).unwrap_or(1.0);
    for rolled in &measured.rolled {
        let readings =
            [(Target::RollingDistance, rolled.distance, 2.0, scale), (Target::RollingTime, rolled.time, 1.0, clock)];
        found.extend(readings.into_iter().filter_map(|(target, reading, power, factor)| {
            let Uncertain { value, sigma } = reading?;
            // The prediction goes with a power of the speed, which is read as well.
            let of_speed = rolled.speed.sigma.map(|sigma| power * value * sigma / rolled.speed.value);
            let sigma = sigma.or(of_speed).map(|_| libm::hypot(sigma.unwrap_or(0.0), of_speed.unwrap_or(0.0)) * factor);
            let speed = Some(rolled.speed.value * scale / clock);
            let made = make(target, rolled.row, Uncertain { value: value * factor, sigma });
            Some(Row::from(Measurement { speed, ..made }))
        }));
    }
    let mut loops: HashMap<&str, usize> = HashMap::new();
    for point in &measured.points {
        let next = loops.len();
        loops.entry(&point.name).or_insert(next);
    }
    found.extend(measured.points.iter().map(|point| {
        let name = format!("loop {}, row {}", point.name, point.row);
        // Few loops do not show how loops scatter: their points stand for themselves.
        let whole = loops.get(point.name.as_str()).filter(|_| loops.len() >= LOOPS);
        let drop = whole.copied().unwrap_or(drop_of(point.row));
        let made = make(Target::Force, point.row, point.force);
        Measurement { name, drop, overlap: Some(point.overlap.value), ..made }.into()
    }));
    found.extend(measured.ratios.iter().filter_map(|ratio| {
        let of = experiment.of?;
        let mut reading = of.reading(ratio)?;
        if of == RatioOf::HeightRatio {
            let e = reading.value.sqrt();
            let sigma = reading.sigma.filter(|_| e > 0.0).map(|sigma| sigma / (2.0 * e));
            reading = Uncertain { value: e, sigma };
        }
        let made = make(Target::Restitution, ratio.row, reading);
        let measurement = Measurement { speed: ratio.speed.map(|speed| speed.value).or(speed), ..made };
        Some(Row { speed_sigma: ratio.speed.and_then(|speed| speed.sigma), ..measurement.into() })
    }));
    found
}

/// A measurement from one row, independent of the others.
fn measurement(
    experiment: &Experiment,
    quantity: Target,
    row: u64,
    Uncertain { value, sigma }: Uncertain,
) -> Measurement {
    Measurement {
        name: format!("row {row}"),
        drop: drop_of(row),
        number: 1,
        row,
        quantity,
        height: None,
        speed: experiment.number(&SPEED),
        angle: None,
        overlap: None,
        value,
        sigma,
        sigma_used: None,
        predicted: None,
        rebound: None,
        effects: Effects::default(),
        fate: match left_out(experiment, row) {
            Some(reason) => Fate::LeftOut(reason),
            None if quantity == Target::Restitution && value == 0.0 => Fate::Stuck,
            None => Fate::Used,
        },
        doubt: None,
    }
}

/// The number of a drop for an independent row.
fn drop_of(row: u64) -> usize {
    usize::try_from(row).unwrap_or(usize::MAX).saturating_sub(1)
}

/// The impact without spin whose contact point moves as this one's, `v_t - r omega`: what friction does to speed and spin is the
/// same, as long as nothing resists rolling. And why it is none, if it is none.
///
/// `e_t' = 1 + v_t (e_t - 1)/(v_t - r omega)`, and the spin that is gained. The angle of a rebound has no such form.
fn without_spin(
    oblique: &ObliqueImpact,
    speed: f64,
    spin: Uncertain,
    radius: f64,
) -> (ObliqueImpact, Option<&'static str>) {
    let (v_t, v_n) = (speed * libm::sin(oblique.angle.value), speed * libm::cos(oblique.angle.value));
    let slides = v_t - radius * spin.value;
    let off = spin.sigma.map_or(0.0, |sigma| radius * sigma / slides.abs());
    let ratio = |of: Uncertain| Uncertain {
        value: 1.0 + v_t * (of.value - 1.0) / slides,
        sigma: of.sigma.map(|sigma| libm::hypot(sigma * v_t / slides, off)),
    };
    let gained = |of: Uncertain| Uncertain {
        value: (of.value - spin.value) * slides.signum(),
        sigma: of.sigma.map(|sigma| libm::hypot(sigma, spin.sigma.unwrap_or(0.0))),
    };
    let why = match () {
        () if slides.abs() < ROLLS * v_n => {
            Some("the ball comes rolling: its contact point hardly moves along the wall")
        }
        () if oblique.rebound_angle.is_some() => Some("the rebound angle of a ball that comes with spin is not fitted"),
        () => None,
    };
    let like = ObliqueImpact {
        angle: Uncertain { value: libm::atan2(slides.abs(), v_n), ..oblique.angle },
        speed: Some(libm::hypot(slides, v_n)),
        tangential_restitution: oblique.tangential_restitution.map(ratio),
        rebound_spin: oblique.rebound_spin.map(gained),
        ..oblique.clone()
    };
    (like, why)
}

fn left_out(experiment: &Experiment, row: u64) -> Option<String> {
    let by_case = experiment.left_out.iter().find(|left| left.which == ExcludedRows::Row(row)).map(|left| &left.reason);
    let by_data = experiment.measured.left_out.iter().find(|left| left.row as u64 + 1 == row).map(|left| &left.reason);
    by_case.or(by_data).cloned()
}

/// Significance level for readings that differ too little to be independent.
const ALIKE: f64 = 0.05;

/// Drops that share an effect.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grouping {
    /// `height`, or the header of the column the case names.
    pub name: String,
    /// Whether the heights were set anew before every drop: only a misfit of the law makes groups differ then.
    pub anew: bool,
    /// Whether the case states that all drops of a height share its setting.
    pub once: bool,
    /// Whether the drops of a height differ by less than their stated errors, so that they share a part of them.
    pub alike: bool,
}

impl Grouping {
    /// `heights`, `values of session`
    pub fn plural(&self) -> String {
        if self.name == "height" { "heights".to_string() } else { format!("values of {}", self.name) }
    }
}

/// Groups the drops by the column that the case names, else by the setting of the drop height; else every drop is its own.
/// `None` if there would be no more groups than unknowns.
pub(super) fn assign(
    calibration: &Calibration,
    measurements: &[Measurement],
    used: &[usize],
    targets: &[Target],
    problem: &mut Problem,
) -> Option<Grouping> {
    let experiment = &calibration.experiment;
    if !experiment.kind.flies()
        || targets.len() != 1
        || problem.scatter == Scatter::None
        || problem.data.iter().any(|datum| datum.apart)
    {
        return None;
    }
    problem.scatter = Scatter::BetweenGroups;
    let column = experiment.groups.and_then(|at| experiment.measured.besides.columns.get(at));
    let used_ones = || used.iter().filter_map(|at| measurements.get(*at));
    let settings = settings(used_ones().filter_map(|m| m.height).collect(), experiment.number(&HEIGHT_SIGMA));
    let setting = |height: f64| settings.partition_point(|low| *low <= height) as u64;
    let key =
        |m: &Measurement| -> Option<u64> { column.map_or_else(|| m.height.map(setting), |column| column.key(m.row)) };
    // A drop is in the group of its first number.
    let mut of_drops: HashMap<usize, usize> = HashMap::new();
    let mut groups: HashMap<u64, usize> = HashMap::new();
    for measurement in used_ones() {
        let next = groups.len();
        let group = *groups.entry(key(measurement)?).or_insert(next);
        of_drops.entry(measurement.drop).or_insert(group);
    }
    let k = groups.len();
    if k <= calibration.unknowns.len() || k == of_drops.len() {
        return None;
    }
    for datum in &mut problem.data {
        datum.group = *of_drops.get(&datum.drop)?;
    }
    let name = column.map_or_else(|| "height".to_string(), |column| column.header.clone());
    let set = experiment.height_set.filter(|_| column.is_none());
    let (anew, once) = (set == Some(HeightSet::EachDrop), set == Some(HeightSet::Once));
    Some(Grouping { name, anew, once, alike: false })
}

/// The lowest height of each setting. Heights that are read again at one setting differ by their reading errors: neighbours within three
/// standard deviations, and all of a setting within eight.
fn settings(mut heights: Vec<f64>, sigma: Option<f64>) -> Vec<f64> {
    let drops = heights.len();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let sigma = sigma.unwrap_or(0.0);
    let mut lowest = Vec::new();
    for near in heights.chunk_by(|low, high| high - low <= 3.0 * sigma) {
        let one = near[near.len() - 1] - near[0] <= 8.0 * sigma;
        lowest.extend(&near[..if one { 1 } else { near.len() }]);
    }
    // Many heights, of which some happen to lie close together, are no few that were read again.
    if 2 * lowest.len() <= drops { lowest } else { heights }
}

/// Whether the numbers of a group (one per drop) differ significantly less than their stated errors: the readings are
/// rounded alike, or the stated error is too large.
pub(super) fn alike(problem: &Problem, residuals: &[f64]) -> bool {
    let mut of: Vec<(usize, f64, f64)> =
        problem.data.iter().zip(residuals).map(|(datum, r)| (datum.group, *r, datum.sigma.powi(-2))).collect();
    of.sort_by_key(|(group, ..)| *group);
    let (mut squares, mut dof) = (0.0, 0.0);
    for group in of.chunk_by(|a, b| a.0 == b.0) {
        let weight: f64 = group.iter().map(|(.., w)| w).sum();
        let mean = group.iter().map(|(_, r, w)| w * r).sum::<f64>() / weight;
        squares += group.iter().map(|(_, r, w)| w * (r - mean).powi(2)).sum::<f64>();
        dof += group.len() as f64 - 1.0;
    }
    problem.drops().len() == problem.data.len() && dof > 0.0 && chi2::below(squares, dof) < ALIKE
}

/// Makes every drop of the selected data its own group.
pub(super) fn ungroup(problem: &mut Problem, of: impl Fn(&Datum) -> bool) {
    problem.data.iter_mut().filter(|datum| of(datum)).for_each(|datum| datum.group = datum.drop);
}

/// Copies groups and shared errors from another fit of the same table.
pub(super) fn take_over(problem: &mut Problem, from: &Problem) {
    regroup(problem, from);
    if problem.data.len() == from.data.len() {
        problem.data.iter_mut().zip(&from.data).for_each(|(datum, other)| datum.shared.clone_from(&other.shared));
    }
}

/// Copies groups alone.
pub(super) fn regroup(problem: &mut Problem, from: &Problem) {
    if problem.data.len() == from.data.len() {
        problem.data.iter_mut().zip(&from.data).for_each(|(datum, other)| datum.group = other.group);
    }
}

/// The data of all experiments of a case: each keeps its drops, groups and quantities.
fn join(calibration: &Calibration, found: Vec<Data>) -> Option<Data> {
    let mut names = calibration.experiments().map(Experiment::name);
    let mut found = found.into_iter();
    let mut all = found.next()?;
    let name = |data: &mut Data, name: &str| {
        data.measurements.iter_mut().for_each(|measurement| measurement.name = format!("{name}: {}", measurement.name));
        data.notes.iter_mut().for_each(|note| *note = format!("{name}: {note}"));
    };
    name(&mut all, &names.next()?);
    all.spans.iter_mut().for_each(|span| span.grouping.clone_from(&all.grouping));
    all.grouping = None;
    for (part, (mut own, word)) in found.zip(names).enumerate() {
        name(&mut own, &word);
        let drops = all.measurements.iter().map(|measurement| measurement.drop);
        let drop = 1 + drops.chain(all.problem.data.iter().map(|datum| datum.group)).max().unwrap_or(0);
        let (first, impacts, quantity) = (all.measurements.len(), all.impacts.len(), all.targets.len());
        own.measurements.iter_mut().for_each(|measurement| measurement.drop += drop);
        own.problem.stuck.iter_mut().for_each(|row| row.part = part + 1);
        for datum in own.problem.data.iter_mut().chain(own.kept.iter_mut().map(|(datum, _)| datum)) {
            datum.part = part + 1;
            datum.drop += drop;
            datum.group += drop;
            datum.quantity += quantity;
        }
        let moved = |range: &Range<usize>, by: usize| range.start + by..range.end + by;
        all.spans.extend(own.spans.iter().map(|span| ExperimentSpan {
            measurements: moved(&span.measurements, first),
            impacts: moved(&span.impacts, impacts),
            quantities: moved(&span.quantities, quantity),
            grouping: own.grouping.clone(),
        }));
        all.used.extend(own.used.iter().map(|at| at + first));
        all.kept.extend(own.kept.into_iter().map(|(datum, at)| (datum, at + first)));
        all.problem.data.append(&mut own.problem.data);
        all.problem.stuck.append(&mut own.problem.stuck);
        all.measurements.append(&mut own.measurements);
        all.impacts.append(&mut own.impacts);
        all.targets.append(&mut own.targets);
        all.unread.append(&mut own.unread);
        all.notes.append(&mut own.notes);
    }
    all.problem.scatter = Scatter::BetweenExperiments;
    Some(all)
}

/// The sticking rows of a case.
///
/// # Errors
/// When the law has no sticking, or the speed of a row or its error is unknown.
fn stuck(calibration: &Calibration, rows: &[Row]) -> Result<Vec<StickingRow>, Diagnostic> {
    let at = |problem: String| Diagnostic::new(problem).at(&calibration.experiment.origin);
    let mut found = Vec::new();
    for Row { measurement, speed_sigma, .. } in rows.iter().filter(|row| row.measurement.fate == Fate::Stuck) {
        let row = measurement.row;
        if found.is_empty() && sticking_speed(&calibration.nominal).map_err(at)? == 0.0 {
            let problem = at(format!("in row {row} the ball did not come back, and under this law nothing sticks"));
            return Err(problem.help("fit a law with adhesion, such as `jkr`, or leave the row out"));
        }
        let Some(speed) = measurement.speed else {
            let problem = at(format!("in row {row} the ball did not come back, and its speed is not known"));
            return Err(problem.help("give `speed`, a column or in the experiment, or leave the row out"));
        };
        let Some(sigma) = speed_sigma.filter(|sigma| *sigma > 0.0) else {
            let problem =
                at(format!("in row {row} the ball did not come back, and the uncertainty of its speed is not known"));
            let help = if calibration.experiment.kind.flies() { "`height_sigma`" } else { "a column `speed sigma`" };
            return Err(problem.help(format!("give {help}: one standard deviation")));
        };
        found.push(StickingRow { part: 0, speed, sigma });
    }
    Ok(found)
}
