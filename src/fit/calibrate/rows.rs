//! Measurements with their error components, and the data of a fit made from them.

use std::ops::Range;

use super::grouping::Grouping;
use super::result::Measurement;
use crate::case::{Calibration, Experiment, ExperimentKind};
use crate::error::Diagnostic;
use crate::fit::drop_impacts::DropImpact;
use crate::fit::estimate::BestFit;
use crate::fit::observations::Target;
use crate::fit::problem::{Datum, Problem};

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
        (None, 1) => "1 drop shows no scatter".to_string(),
        (None, drops) => format!("{drops} drops show no scatter"),
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
