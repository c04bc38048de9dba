//! Checks of a fit: against held-out data, against other datasets, and of its residuals.

use std::sync::Arc;

use super::events::Listener;
use super::expected_of_fit::{HOLD_OUT, check_calibration};
use super::observed::NoResult;
use super::planned::PlannedCase;
use crate::bench::check::{Allowed, Check, Comparison, Verdict};
use crate::bench::check::{judge, note_gap, too_coarse};
use crate::case::experiment::SPEED;
use crate::case::{Calibration, Case, Expect, ObservableTolerance, RESIDUALS, Tolerance};
use crate::collide::estimate::Estimate;
use crate::collide::observe::{Observable, observe};
use crate::collide::reference;
use crate::data::{Dataset, Files};
use crate::error::Error;
use crate::fit::calibrate::result::{Calibrated, Consistency, Fate, Parameter};
use crate::fit::calibrate::{Depth, Watch, calibrate};
use crate::fit::problem::measured_name;
use crate::law::scene::Scene;
use crate::units::Dimension;

/// Tolerance of the collisions computed with a fitted law.
const TOLERANCE: f64 = 1e-12;

/// Heights within this part of one another are one height.
const SAME_HEIGHT: f64 = 5e-3;

/// A [`Watch`] that passes on only the request to stop.
struct StopOnly<'a>(&'a dyn Listener);

impl Watch for StopOnly<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

/// Fits a planned calibration to the depth that its verdict needs.
pub(super) fn fit(planned: &PlannedCase, listener: &dyn Listener) -> Result<Calibrated, NoResult> {
    fit_to(Depth::Quick, &planned.case, &StopOnly(listener))
}

/// Fits a calibration to a given depth.
///
/// # Errors
/// When the fit fails.
pub fn fit_to(depth: Depth, case: &Case, watch: &dyn Watch) -> Result<Calibrated, NoResult> {
    let found = calibrate(case, depth, watch);
    found.map_err(|error| NoResult::Failed(error.to_string()))
}

/// What a run would find of a fit: the checks of its case.
///
/// # Errors
/// When a dataset cannot be read.
pub fn checks_of(case: &Case, data: &Files, found: &Calibrated) -> Result<Vec<Check>, Error> {
    let Some(calibration) = &case.calibration else { return Ok(Vec::new()) };
    let datasets = check_calibration(calibration, data)?;
    Ok(all(&datasets, calibration, Ok(found)))
}

/// Checks all expectations about a fit.
pub(super) fn all(
    datasets: &[Arc<Dataset>],
    calibration: &Calibration,
    fit: Result<&Calibrated, &NoResult>,
) -> Vec<Check> {
    let of = |expect: &Expect| {
        let mut found = checks(datasets, calibration, expect, fit);
        if let Some(gap) = &expect.known_gap {
            note_gap(found.iter_mut().collect(), gap, true);
        }
        found
    };
    calibration.expects.iter().flat_map(of).collect()
}

/// Checks one expectation about a fit.
fn checks(
    datasets: &[Arc<Dataset>],
    calibration: &Calibration,
    expect: &Expect,
    fit: Result<&Calibrated, &NoResult>,
) -> Vec<Check> {
    let mut checks = Vec::new();
    for wanted in &expect.wanted {
        let blank = blank(expect, wanted);
        let found = match fit {
            Ok(found) => found,
            Err(NoResult::Failed(why)) => {
                checks.push(unable(blank, format!("the fit failed: {why}")));
                continue;
            }
            Err(lost) => {
                let (outcome, why) = lost.verdict();
                checks.push(blank.unable(outcome, why));
                continue;
            }
        };
        let claim = Claim { calibration, wanted, found, blank };
        let against = expect.against.text.trim_end_matches('/');
        let before = checks.len();
        if against == HOLD_OUT {
            claim.hold_out(&mut checks);
        } else if against.contains('/') {
            if let Some(dataset) = datasets.iter().find(|dataset| dataset.path == against) {
                claim.dataset(dataset, &mut checks);
            }
        } else if against == RESIDUALS {
            claim.residuals(&mut checks);
        }
        if checks.len() == before {
            checks.push(unable(claim.blank, format!("{against} has no value of {} here", wanted.observable.text)));
        }
    }
    checks
}

/// One observable of one expectation about a fit.
struct Claim<'a> {
    calibration: &'a Calibration,
    wanted: &'a ObservableTolerance,
    found: &'a Calibrated,
    blank: Check,
}

impl Claim<'_> {
    /// Compares the measured with the predicted mean restitution of each held-out height.
    fn hold_out(&self, checks: &mut Vec<Check>) {
        for height in &self.found.held_out {
            let measured = Estimate::new(height.measured, height.measured_sigma);
            let predicted = Estimate::new(height.predicted, height.predicted_sigma);
            let scene = format!("height={} m", short(height.height));
            let check = self.compared(scene, measured, predicted, Dimension::Number);
            checks.push(match self.fitted_height(height.height) {
                Some(fitted) => {
                    let why = format!("not held out: {} m is one of the fitted heights, measured again", short(fitted));
                    check.could_not_fail(why)
                }
                None => check,
            });
        }
    }

    /// The fitted height that a held-out one is, to half a percent.
    fn fitted_height(&self, height: f64) -> Option<f64> {
        let fitted = self.found.measurements.iter().filter(|measured| measured.fate == Fate::Used);
        fitted.filter_map(|measured| measured.height).find(|fitted| (fitted - height).abs() < SAME_HEIGHT * height)
    }

    /// Whether a dataset of another name has the numbers that the fit was made from.
    fn is_fitted(&self, dataset: &Dataset, values: &[Option<f64>]) -> bool {
        let own = self.calibration.experiments().any(|experiment| experiment.measured.name == dataset.path);
        let known = |value: &f64| self.found.measurements.iter().any(|measured| measured.value == *value);
        !own && values.iter().flatten().count() > 1 && values.iter().flatten().all(known)
    }

    /// What the data were made with, or what others measured: of an unknown its value, of an observable what the fitted
    /// law makes of it at the speed and angle of each row.
    fn dataset(&self, dataset: &Dataset, checks: &mut Vec<Check>) {
        let word = self.wanted.observable.text.as_str();
        let Some(column) = dataset.column(word) else { return };
        let spread = |value: f64| dataset.uncertainty.get(word).map_or(0.0, |spread| spread.of(value));
        let at =
            |row: usize, key: &str| dataset.column(key).and_then(|column| column.values.get(row).copied().flatten());
        let mut told: Vec<f64> = Vec::new();
        let first = checks.len();
        let is_copy = self.is_fitted(dataset, &column.values);
        for (row, value) in column.values.iter().enumerate() {
            let Some(value) = value.filter(|_| dataset.left_out(row).is_none()) else { continue };
            let expected = Estimate::new(value, spread(value));
            if let Some(parameter) = self.parameter(word) {
                // One number, however many rows repeat it.
                if !told.contains(&value) {
                    told.push(value);
                    checks.push(self.compared("-".into(), expected, estimate(parameter), column.dimension));
                }
                continue;
            }
            // What the table does not say is that of the experiment.
            let own = || self.calibration.experiment.number(&SPEED);
            let (Some(observable), Some(speed)) = (Observable::from_word(word), at(row, "speed").or_else(own)) else {
                continue;
            };
            let at_angle = at(row, "angle").or_else(|| at(row, "impact_angle"));
            let angle = at_angle.unwrap_or(0.0);
            let scene = place(Some(speed), at_angle);
            checks.push(match self.observed(speed, angle, observable) {
                Ok(observed) => self.compared(scene, expected, observed, observable.dimension()),
                Err(why) => unable(Check { scene: scene.into(), ..self.blank.clone() }, why),
            });
        }
        if is_copy {
            for check in &mut checks[first..] {
                check.outcome = Verdict::Skip;
                check.reason = Some("no validation: these are the numbers that the fit was made from".into());
            }
        }
    }

    /// Checks the residuals: the runs test along each abscissa, or the Birge ratio.
    fn residuals(&self, checks: &mut Vec<Check>) {
        if self.wanted.observable.text == "birge_ratio" {
            checks.push(match &self.found.consistency {
                Some(Consistency { birge, .. }) => {
                    // Of normal errors, to first order.
                    let expected = Estimate::new(1.0, (2.0 * birge.dof).sqrt().recip());
                    self.compared("-".into(), expected, Estimate::new(birge.ratio, 0.0), Dimension::Number)
                }
                None => {
                    unable(self.blank.clone(), "one reading per drop: the reading error cannot be estimated".into())
                }
            });
            return;
        }
        for order in &self.found.orders {
            let (mean, sigma) = order.runs.expected();
            let observed = Estimate::new(order.runs.runs as f64, 0.0);
            let of = measured_name(&order.quantity, order.experiment.as_deref());
            let scene = format!("{of} against {}", order.abscissa);
            let check = self.compared(scene, Estimate::new(mean, sigma), observed, Dimension::Number);
            // The fewest runs there can be are two.
            let cannot_fail = matches!(self.wanted.tolerance, Tolerance::Sigma(most) if mean - 2.0 <= most * sigma);
            let few = format!("vacuous: {} residuals are too few for a runs test", order.runs.above + order.runs.below);
            checks.push(if cannot_fail { unable(check, few) } else { check });
        }
        if self.found.orders.is_empty() {
            let why = "too few residuals, or no abscissa: the runs test cannot be applied";
            checks.push(unable(self.blank.clone(), why.into()));
        }
    }

    fn parameter(&self, word: &str) -> Option<&Parameter> {
        self.found.parameters.iter().find(|parameter| parameter.name == word || parameter.path == word)
    }

    fn scene(&self, theta: &[f64], speed: f64, angle: f64) -> Result<Scene, String> {
        self.calibration.scene_at(theta, speed, angle, &[]).map_err(|problem| problem.message)
    }

    /// An observable predicted by the fitted law, with the uncertainty that follows from that of the fit.
    fn observed(&self, speed: f64, angle: f64, observable: Observable) -> Result<Estimate, String> {
        let theta: Vec<f64> = self.found.parameters.iter().map(|parameter| parameter.value).collect();
        let at = |theta: &[f64]| -> Result<f64, String> {
            let scene = self.scene(theta, speed, angle)?;
            let trajectory = reference::solve(&scene, TOLERANCE);
            let seen = observe(&scene, &trajectory.map_err(|error| error.to_string())?.collision(&scene));
            let value = seen.into_iter().find(|(known, _)| *known == observable).map(|(_, value)| value.value);
            value.ok_or_else(|| format!("the fitted law has no {}", observable.word()))
        };
        let value = at(&theta)?;
        let mut slopes = Vec::new();
        for (k, parameter) in self.found.parameters.iter().enumerate() {
            let sigma = parameter.sigma_data.unwrap_or(0.0);
            let unknown = self.found.estimate.unknowns.get(k);
            let moved = |by: f64| {
                let mut theta = theta.clone();
                if let (Some(place), Some(unknown)) = (theta.get_mut(k), unknown) {
                    *place = (*place + by).clamp(unknown.low, unknown.high);
                }
                at(&theta)
            };
            slopes.push(moved(0.5 * sigma)? - moved(-0.5 * sigma)?);
        }
        let rho = |i: usize, j: usize| {
            let known = self.found.covariance.as_ref().and_then(|of| of.correlations.get(i)?.get(j).copied());
            known.unwrap_or(if i == j { 1.0 } else { 0.0 })
        };
        let all =
            slopes.iter().enumerate().flat_map(|(i, a)| slopes.iter().enumerate().map(move |(j, b)| (i, j, a * b)));
        let variance: f64 = all.map(|(i, j, product)| rho(i, j) * product).sum();
        Ok(Estimate::new(value, variance.max(0.0).sqrt()))
    }

    fn compared(&self, scene: String, expected: Estimate, observed: Estimate, dimension: Dimension) -> Check {
        let mut row = Check { scene: scene.into(), ..self.blank.clone() };
        row.unit = dimension.si().into();
        match Allowed::new(&self.wanted.tolerance, dimension) {
            Ok(allowed) => {
                judge(&mut row, expected, observed, allowed, dimension);
                let observable = Observable::from_word(&self.wanted.observable.text);
                let why = observable.and_then(|observable| too_coarse(&row, observable));
                if let (Verdict::Pass, Some(why)) = (row.outcome, why) {
                    row = row.could_not_fail(why);
                }
                row
            }
            Err(why) => unable(row, why),
        }
    }
}

/// A number of a name: four digits are enough to tell places apart.
fn short(value: f64) -> String {
    let text = format!("{value:.3e}");
    text.parse::<f64>().map_or(text, |rounded| rounded.to_string())
}

fn estimate(parameter: &Parameter) -> Estimate {
    Estimate::new(parameter.value, parameter.sigma_data.unwrap_or(0.0))
}

/// As scenes are named: `speed=1.2 m/s, angle=20 deg`.
fn place(speed: Option<f64>, angle: Option<f64>) -> String {
    let speed = speed.map(|speed| format!("speed={} m/s", short(speed)));
    let angle = angle.map(|angle| format!("angle={} deg", short(angle.to_degrees())));
    [speed, angle].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn unable(row: Check, why: String) -> Check {
    row.unable(Verdict::Error, why)
}

fn blank(expect: &Expect, wanted: &ObservableTolerance) -> Check {
    let against = expect.against.text.as_str();
    let data = against.contains('/') || [HOLD_OUT, RESIDUALS].contains(&against);
    let allowed = match wanted.tolerance {
        Tolerance::Relative(part) => Some(part),
        Tolerance::Sigma(sigmas) => Some(sigmas),
        _ => None,
    };
    Check {
        allowed,
        comparison: if data { Comparison::Validation } else { Comparison::Verification },
        observable: wanted.observable.text.clone().into(),
        deviation_unit: match &wanted.tolerance {
            Tolerance::Sigma(_) => "sigma".into(),
            Tolerance::Absolute { unit, .. } => unit.clone().into(),
            _ => "relative".into(),
        },
        line: expect.origin.line(),
        ..Check::blank("-", expect.that.text.as_str(), against)
    }
}
