//! A fit held against what was kept from it, against what its data were made with, and against theory.

use super::calibration::HOLD_OUT;
use super::events::Listener;
use super::execute::NoResult;
use super::plan::PlannedCase;
use super::verdict::settle;
use crate::case::{Calibration, Expect, Tolerance, Wanted};
use crate::data::Dataset;
use crate::engine::Engines;
use crate::fit::calibrate::result::{Calibrated, Parameter};
use crate::fit::calibrate::{Depth, How, Watch, absent, calibrate_with};
use crate::judge::{Allowed, Check, Comparison, Verdict, compare};
use crate::observe::{Observable, observe};
use crate::oracle::{self, Prediction};
use crate::scene::Scene;
use crate::solve::{oblique, reference};
use crate::trajectory::Estimate;
use crate::units::Dimension;

/// Tolerance of the collisions that a fitted law is judged by.
const TOLERANCE: f64 = 1e-12;

/// A listener who only may end the work.
struct Stops<'a>(&'a dyn Listener);

impl Watch for Stops<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

/// The fit of a planned calibration, as deep as a verdict needs it, or why there is none.
pub(super) fn fit(planned: &PlannedCase, engines: &Engines, listener: &dyn Listener) -> Result<Calibrated, NoResult> {
    if let Some(why) = absent(&planned.case, engines) {
        return Err(NoResult::Skipped(why));
    }
    let how = How { depth: Depth::Quick, resamples: None };
    let found = calibrate_with(&planned.case, how, engines, &Stops(listener));
    found.map_err(|error| NoResult::Failed(error.to_string()))
}

/// One claim, checked wherever it says something.
pub(super) fn checks(
    planned: &PlannedCase,
    calibration: &Calibration,
    expect: &Expect,
    fit: &Result<Calibrated, NoResult>,
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
            Err(NoResult::Skipped(why)) => {
                checks.push(Check { outcome: Verdict::Skip, reason: Some(why.clone()), ..blank });
                continue;
            }
        };
        let claim = Claim { calibration, wanted, found, blank };
        let against = expect.against.text.trim_end_matches('/');
        let before = checks.len();
        if against == HOLD_OUT {
            claim.hold_out(&mut checks);
        } else if against.contains('/') {
            if let Some(dataset) = planned.datasets.iter().find(|dataset| dataset.path == against) {
                claim.dataset(dataset, &mut checks);
            }
        } else {
            claim.theory(against, &mut checks);
        }
        if checks.len() == before {
            checks.push(unable(claim.blank, format!("{against} says nothing of {} here", wanted.observable.text)));
        }
    }
    checks
}

/// One observable of one claim.
struct Claim<'a> {
    calibration: &'a Calibration,
    wanted: &'a Wanted,
    found: &'a Calibrated,
    blank: Check,
}

impl Claim<'_> {
    /// Whole heights: the mean that was measured against the mean that is predicted.
    fn hold_out(&self, checks: &mut Vec<Check>) {
        for height in &self.found.held_out {
            let measured = Estimate::new(height.measured, height.measured_sigma);
            let predicted = Estimate::new(height.predicted, height.predicted_sigma);
            let scene = format!("height={} m", short(height.height));
            checks.push(self.compared(scene, measured, predicted, Dimension::Number));
        }
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
            let (Some(observable), Some(speed)) = (Observable::from_word(word), at(row, "speed")) else { continue };
            let angle = at(row, "angle").unwrap_or(0.0);
            let scene = place(Some(speed), at(row, "angle"));
            checks.push(match self.observed(speed, angle, observable) {
                Ok(observed) => self.compared(scene, expected, observed, observable.dimension()),
                Err(why) => unable(Check { scene, ..self.blank.clone() }, why),
            });
        }
    }

    /// The fitted law at the slowest, the middle and the fastest impact, or at every angle, where the theory covers it.
    fn theory(&self, name: &str, checks: &mut Vec<Check>) {
        let (Some(oracle), Some(observable)) =
            (oracle::find(name), Observable::from_word(&self.wanted.observable.text))
        else {
            return;
        };
        for (speed, angle) in self.places() {
            let theta: Vec<f64> = self.found.parameters.iter().map(|parameter| parameter.value).collect();
            let Ok(scene) = self.scene(&theta, speed, angle.unwrap_or(0.0)) else { continue };
            let Prediction::Covers { values, note } = oracle.predict(&scene) else { continue };
            let Some((_, expected)) = values.into_iter().find(|(known, _)| *known == observable) else { continue };
            let at = place(Some(speed), angle);
            checks.push(match self.observed(speed, angle.unwrap_or(0.0), observable) {
                Ok(observed) => Check { reason: note, ..self.compared(at, expected, observed, observable.dimension()) },
                Err(why) => unable(Check { scene: at, ..self.blank.clone() }, why),
            });
        }
    }

    fn places(&self) -> Vec<(f64, Option<f64>)> {
        let used: Vec<_> = self.found.measurements.iter().filter(|m| m.sigma_used.is_some()).collect();
        let mut angled: Vec<(f64, f64)> = used.iter().filter_map(|m| Some((m.speed?, m.angle?))).collect();
        if !angled.is_empty() {
            angled.sort_by(|a, b| a.1.total_cmp(&b.1));
            angled.dedup();
            return angled.into_iter().map(|(speed, angle)| (speed, Some(angle))).collect();
        }
        let mut speeds: Vec<f64> = used.iter().filter_map(|m| m.speed).collect();
        speeds.sort_by(f64::total_cmp);
        if speeds.is_empty() {
            // No speed is known: such a law is the same at every one.
            speeds.push(1.0);
        }
        let last = speeds.len() - 1;
        let mut chosen: Vec<f64> = [0, last / 2, last].iter().filter_map(|&at| speeds.get(at).copied()).collect();
        chosen.dedup();
        chosen.into_iter().map(|speed| (speed, None)).collect()
    }

    fn parameter(&self, word: &str) -> Option<&Parameter> {
        self.found.parameters.iter().find(|parameter| parameter.name == word || parameter.path == word)
    }

    fn scene(&self, theta: &[f64], speed: f64, angle: f64) -> Result<Scene, String> {
        self.calibration.scene_at(theta, speed, angle, &[]).map_err(|problem| problem.message)
    }

    /// What the fitted law gives, with what the uncertainty of the fit does to it.
    fn observed(&self, speed: f64, angle: f64, observable: Observable) -> Result<Estimate, String> {
        if let Some(through) = &self.found.engine {
            let engine = &through.engine;
            return Err(format!("the value is that of {engine}: the law itself is not what was fitted"));
        }
        let theta: Vec<f64> = self.found.parameters.iter().map(|parameter| parameter.value).collect();
        let at = |theta: &[f64]| -> Result<f64, String> {
            let scene = self.scene(theta, speed, angle)?;
            let trajectory = if scene.shear.is_some() {
                oblique::collide(&scene, TOLERANCE)
            } else {
                reference::collide(&scene.force, scene.pair.m_star, scene.speed, TOLERANCE)
            };
            let seen = observe(&scene, &trajectory.map_err(|error| error.to_string())?);
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
            let known = self.found.correlations.as_ref().and_then(|rows| rows.get(i)?.get(j).copied());
            known.unwrap_or(if i == j { 1.0 } else { 0.0 })
        };
        let all =
            slopes.iter().enumerate().flat_map(|(i, a)| slopes.iter().enumerate().map(move |(j, b)| (i, j, a * b)));
        let variance: f64 = all.map(|(i, j, product)| rho(i, j) * product).sum();
        Ok(Estimate::new(value, variance.max(0.0).sqrt()))
    }

    fn compared(&self, scene: String, expected: Estimate, observed: Estimate, dimension: Dimension) -> Check {
        let mut row = Check { scene, unit: dimension.si().to_string(), ..self.blank.clone() };
        match Allowed::new(&self.wanted.tolerance, dimension) {
            Ok(allowed) => match allowed.refusal(expected) {
                Some(why) => unable(row, why),
                None => {
                    settle(&mut row, expected, observed, &compare(expected, observed, allowed, dimension));
                    row
                }
            },
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
    Check { outcome: Verdict::Error, reason: Some(why), ..row }
}

fn blank(expect: &Expect, wanted: &Wanted) -> Check {
    let data = expect.against.text.contains('/') || expect.against.text == HOLD_OUT;
    Check {
        scene: "-".to_string(),
        who: expect.that.text.clone(),
        variant: String::new(),
        against: expect.against.text.clone(),
        comparison: if data { Comparison::Validation } else { Comparison::Verification },
        observable: wanted.observable.text.clone(),
        unit: String::new(),
        expected: None,
        expected_uncertainty: None,
        observed: None,
        observed_uncertainty: None,
        deviation: None,
        allowed: match wanted.tolerance {
            Tolerance::Relative(part) => Some(part),
            Tolerance::Sigma(sigmas) => Some(sigmas),
            _ => None,
        },
        deviation_unit: match wanted.tolerance {
            Tolerance::Sigma(_) => "sigma".to_string(),
            Tolerance::Absolute { ref unit, .. } => unit.clone(),
            _ => "relative".to_string(),
        },
        outcome: Verdict::Error,
        reason: None,
        line: expect.origin.line(),
    }
}
