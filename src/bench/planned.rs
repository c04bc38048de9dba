//! What a plan holds: cases with their predictions, datasets and checks.

use std::sync::Arc;

use crate::case::{Case, KnownGap, Settings, Tolerance, With};
use crate::data::{Dataset, sha256};
use crate::judge::{Allowed, Comparison, CurveWord};
use crate::observe::Observable;
use crate::trajectory::Estimate;
use crate::units::Dimension;

/// Engines that are run beside what each case names, and held against its reference.
#[derive(Debug, Clone, Default)]
pub struct Also {
    /// Names of engines.
    pub engines: Vec<String>,
    /// How near they have to come; `"1 %"` as case files have it.
    pub within: Option<Tolerance>,
}

#[derive(Debug)]
pub struct PlannedCase {
    pub case: Case,
    pub expects: Vec<PlannedExpect>,
    /// What the oracles of this case predict: scene, oracle, values, note.
    pub predictions: Vec<PlannedPrediction>,
    pub datasets: Vec<Arc<Dataset>>,
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
    pub asked: Asked,
    pub expected: Expected,
    pub allowed: Allowed,
    pub note: Option<String>,
    /// The measured value may be moved along the abscissa it was measured at.
    pub abscissa: Option<Abscissa>,
}

impl PlannedCheck {
    /// Without a note, of a value whose place is known exactly.
    pub(super) fn new(scene: usize, asked: Asked, expected: Expected, allowed: Allowed) -> Self {
        Self { scene, asked, expected, allowed, note: None, abscissa: None }
    }
}

/// A swept parameter that a measurement was made at, and how well it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Abscissa {
    /// Path of the parameter, or its last word.
    pub parameter: String,
    /// Standard uncertainty, SI.
    pub uncertainty: f64,
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
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

/// What it is compared with.
#[derive(Debug)]
pub enum Expected {
    Value(Estimate),
    Points(Vec<PublishedPoint>),
    /// What another run of the case makes of the same scene.
    Solver(usize),
    /// Nothing is expected of this scene, and why.
    Nothing(String),
}

impl PlannedCase {
    /// Leaves one scene, which is scene 0 then; what is known of the others is forgotten.
    pub fn only(&mut self, scene: usize) {
        self.case.scenes = self.case.scenes.drain(..).skip(scene).take(1).collect();
        self.predictions.retain(|prediction| prediction.scene == scene);
        self.predictions.iter_mut().for_each(|prediction| prediction.scene = 0);
        for expect in &mut self.expects {
            expect.checks.retain(|check| check.scene == scene);
            expect.checks.iter_mut().for_each(|check| check.scene = 0);
        }
    }

    /// The engines it cannot be computed without, each as often as it is named.
    pub fn engines(&self) -> Vec<String> {
        let runs = self.case.runs.iter().filter(|run| run.engine && !matches!(run.settings, Settings::Recorded(_)));
        let through = self.case.calibration.iter().filter_map(|calibration| match &calibration.fit.with {
            With::Engine { name, .. } => Some(name.text.clone()),
            With::Reference | With::Scheme { .. } => None,
        });
        runs.map(|run| run.solver.text.clone()).chain(through).collect()
    }

    /// Every file that was read, with its SHA-256.
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

impl Asked {
    /// Of what is asked; of an order that of its number.
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
