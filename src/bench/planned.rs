//! A planned case: its runs, what theories predict of its scenes, and every check that is to be made.

use std::sync::Arc;

use super::check::{Allowed, Comparison};
use super::curve::CurveWord;
use crate::case::{Case, KnownGap, Settings};
use crate::collide::estimate::Estimate;
use crate::collide::observe::Observable;
use crate::data::{Dataset, sha256};
use crate::units::Dimension;

/// A case with what is expected of it.
#[derive(Debug)]
pub struct PlannedCase {
    pub case: Case,
    pub expects: Vec<PlannedExpect>,
    /// What the oracles of this case predict: scene, oracle, values, note.
    pub predictions: Vec<PlannedPrediction>,
    pub datasets: Vec<Arc<Dataset>>,
    /// Scenes whose curves are recorded besides those that stand for the sweep.
    pub drawn: Vec<usize>,
    /// Number of the runs that the case itself has.
    pub(super) own_runs: usize,
    /// Whether its scenes are all of the case.
    pub(super) is_all: bool,
    /// Where it has every so many scenes of a large case: how many, and of how many.
    pub thinned: Option<[usize; 2]>,
    /// The engine in whose conventions its scenes are, where they are not those of the case.
    pub in_conventions_of: Option<String>,
}

#[derive(Debug)]
pub struct PlannedPrediction {
    pub scene: usize,
    pub oracle: &'static str,
    pub values: Vec<(Observable, Estimate)>,
    pub note: Option<String>,
}

/// One `[[expect]]`, resolved.
#[derive(Debug)]
pub struct PlannedExpect {
    /// Index into the runs of the case.
    pub run: usize,
    pub against: String,
    pub comparison: Comparison,
    pub known_gap: Option<KnownGap>,
    /// Line in the case file.
    pub line: usize,
    pub checks: Vec<PlannedCheck>,
}

#[derive(Debug)]
pub struct PlannedCheck {
    pub scene: usize,
    pub asked: CheckedQuantity,
    pub expected: Expected,
    pub allowed: Allowed,
    pub note: Option<String>,
    /// Whether the deviation of velocity Verlet at this time step is added to the tolerance.
    pub beside_steps: bool,
    /// The abscissa of a measured value, within whose uncertainty it is compared.
    pub abscissa: Option<Abscissa>,
}

impl PlannedCheck {
    /// A check without a note, of a value whose abscissa is exact.
    pub(super) fn new(scene: usize, asked: CheckedQuantity, expected: Expected, allowed: Allowed) -> Self {
        Self { scene, asked, expected, allowed, note: None, beside_steps: false, abscissa: None }
    }
}

/// A swept parameter at which a measurement was made, with the uncertainty of its value there.
#[derive(Debug, Clone, PartialEq)]
pub struct Abscissa {
    /// Path of the parameter, or its last word.
    pub parameter: String,
    /// Standard uncertainty, SI.
    pub uncertainty: f64,
    /// Whether it is stated to be as large as the value itself, so that the value is unknown.
    pub unknown: bool,
}

/// The quantity that a check compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckedQuantity {
    Number(Observable),
    Curve(CurveWord),
    /// The order at which a number converges.
    Order(Observable),
}

/// One point of a published curve, with the standard uncertainty of both coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedPoint {
    pub x: Estimate,
    pub y: Estimate,
}

/// The expected value of a check.
#[derive(Debug)]
pub enum Expected {
    Value(Estimate),
    Points(Vec<PublishedPoint>),
    /// The value from another run of the case for the same scene.
    Solver(usize),
    /// No value is expected for this scene, for this reason.
    Nothing(String),
}

impl PlannedCase {
    pub(super) fn of(case: Case) -> Self {
        let (expects, predictions, datasets, drawn) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            own_runs: case.runs.len(),
            is_all: case.sweeps.is_none(),
            thinned: None,
            in_conventions_of: None,
            case,
            expects,
            predictions,
            datasets,
            drawn,
        }
    }

    /// Reduces the case to one scene, which becomes scene 0.
    pub(super) fn only(&mut self, scene: usize) {
        self.case.scenes = self.case.scenes.drain(..).skip(scene).take(1).collect();
        self.predictions.retain(|prediction| prediction.scene == scene);
        self.predictions.iter_mut().for_each(|prediction| prediction.scene = 0);
        for expect in &mut self.expects {
            expect.checks.retain(|check| check.scene == scene);
            expect.checks.iter_mut().for_each(|check| check.scene = 0);
        }
    }

    /// Names of the engines that the case needs, with repetitions.
    pub fn engines(&self) -> Vec<String> {
        let runs =
            self.case.runs.iter().filter(|run| run.is_engine() && !matches!(run.settings, Settings::Recorded(_)));
        runs.map(|run| run.solver.text.clone()).collect()
    }

    /// Every file that was read for the case, with its SHA-256.
    pub(super) fn read(&self) -> Vec<(String, String)> {
        let file = &self.case.file;
        let mut all = vec![(file.name.clone(), sha256(&file.text))];
        all.extend(self.inputs());
        all
    }

    /// Every file that was read beside the case itself, with its SHA-256: measurements, recordings, datasets.
    pub fn inputs(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if let Some(calibration) = &self.case.calibration {
            all.extend(calibration.experiments().flat_map(|experiment| experiment.measured.hashes.iter().cloned()));
        }
        for run in &self.case.runs {
            if let Settings::Recorded(recorded) = &run.settings {
                all.push((recorded.recording.file.clone(), recorded.recording.sha256.clone()));
            }
        }
        for dataset in &self.datasets {
            let [csv, source] = dataset.hashes.clone();
            all.push((format!("{}/data.csv", dataset.path), csv));
            all.push((format!("{}/source.toml", dataset.path), source));
        }
        all
    }

    /// The datasets it reads, with the SHA-256 of their numbers and of what these are.
    pub fn numbers(&self) -> impl Iterator<Item = (String, String)> {
        let experiments = self.case.calibration.iter().flat_map(|calibration| calibration.experiments());
        let measured = experiments.map(|experiment| &experiment.measured);
        let fitted = measured.filter_map(|measured| Some((measured.name.clone(), measured.physics.clone()?)));
        fitted.chain(self.datasets.iter().map(|dataset| (dataset.path.clone(), dataset.physics.clone())))
    }
}

impl CheckedQuantity {
    /// Dimension of the quantity; an order is a plain number.
    pub fn dimension(self) -> Dimension {
        match self {
            Self::Number(observable) | Self::Order(observable) => observable.dimension(),
            Self::Curve(curve) => curve.dimension(),
        }
    }

    /// The word in case files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Number(observable) | Self::Order(observable) => observable.word(),
            Self::Curve(curve) => curve.word(),
        }
    }
}
