//! A case with measurements: its unknowns, its uncertain inputs, and scenes for any values of them.

use std::sync::Arc;

use super::build::{Draft, MotionDraft, build_with};
use super::entry::{Choice, Entry, FitRole};
use super::example::{CaseValue, examples};
use super::experiment::{self, Experiment};
use super::fit::{self, FitSettings};
use super::impact::{ANGLE, SPEED};
use super::reader::{Reader, Table, quoted, suggestion};
use super::unknown::StatedQuantity;
use super::{Expect, Word};
use crate::error::{Diagnostic, Origin};
use crate::keys::Key;
use crate::law::scene::{ParameterValue, Scene};
use crate::units::Dimension;

/// A value that is fitted.
#[derive(Debug, Clone, PartialEq)]
pub struct SoughtValue {
    /// `contact.damping.tsuji.restitution`
    pub path: String,
    /// Last part of the path, or the whole path if two unknowns share that part.
    pub name: String,
    pub dimension: Dimension,
    /// Start value of the search, SI.
    pub start: f64,
    pub low: f64,
    pub high: f64,
    pub origin: Origin,
}

/// A number that is known to a standard deviation.
#[derive(Debug, Clone, PartialEq)]
pub struct UncertainInput {
    /// `body.ball.radius`, `experiment.gravity`
    pub path: String,
    pub dimension: Dimension,
    /// SI
    pub value: f64,
    /// One standard deviation, SI.
    pub sigma: f64,
    /// Whether it is an example, not measured: it is taken to be known to half of its value.
    pub example: bool,
    pub origin: Origin,
}

/// The contents of `[experiment.*]`, `[fit]` and `[export]`.
#[derive(Debug, Clone)]
pub struct Calibration {
    pub unknowns: Vec<SoughtValue>,
    /// Everything with a `sigma` and every number that is an example, in the order of the file; those of the experiment last.
    pub inputs: Vec<UncertainInput>,
    pub experiment: Experiment,
    /// Further experiments with the same pair that are fitted together.
    pub others: Vec<Experiment>,
    pub fit: FitSettings,
    /// Systems the result is written for.
    pub export: Vec<Word>,
    /// What is expected of the fit: `that = "fit"`.
    pub expects: Vec<Expect>,
    /// Values of the case that are examples, not measured.
    pub examples: Vec<CaseValue>,
    /// The scene at the start values and 1 m/s.
    pub nominal: Scene,
    factory: Factory,
}

/// The data from which the scenes of a calibration are built.
#[derive(Debug, Clone)]
struct Factory {
    entries: Arc<[Entry]>,
    draft: Draft,
    /// Entries of the unknowns, and of the inputs that belong to bodies and contact.
    unknowns: Vec<usize>,
    inputs: Vec<usize>,
}

impl Calibration {
    /// The scene for these values of the unknowns (SI, in their order) and this speed of impact (m/s).
    ///
    /// Nothing is read again: it takes about a microsecond. The scene has no list of parameters.
    ///
    /// # Errors
    /// When a law has no meaning for these values.
    pub fn scene(&self, theta: &[f64], speed: f64) -> Result<Scene, Diagnostic> {
        self.scene_at(theta, speed, 0.0, &[])
    }

    /// As [`Self::scene`], at an angle from the normal (rad), which only an oblique experiment has, and with other values for
    /// some of [`Self::inputs`] (their index, SI); those of the experiment have no part in a scene and are passed over.
    ///
    /// # Errors
    /// As [`Self::scene`], and when there are not as many values as unknowns.
    pub fn scene_at(
        &self,
        theta: &[f64],
        speed: f64,
        angle: f64,
        inputs: &[(usize, f64)],
    ) -> Result<Scene, Diagnostic> {
        let Factory { entries, draft, unknowns, inputs: own } = &self.factory;
        if theta.len() != unknowns.len() {
            let message = format!("{} values for {} unknowns", theta.len(), unknowns.len());
            return Err(Diagnostic::new(message));
        }
        let mut given: Vec<(usize, f64)> = unknowns.iter().copied().zip(theta.iter().copied()).collect();
        given.extend(inputs.iter().filter_map(|&(index, value)| Some((*own.get(index)?, value))));
        if let MotionDraft::Impact(impact) = &draft.motion {
            let of = |(key, value): (Key, f64)| Some((impact.given.find(key.name)?, value));
            given.extend([(SPEED, speed), (ANGLE, angle)].into_iter().filter_map(of));
        }
        build_with(entries, draft, &given).map_err(|problem| *problem)
    }

    /// The start values.
    pub fn start(&self) -> Vec<f64> {
        self.unknowns.iter().map(|unknown| unknown.start).collect()
    }

    /// Values of bodies, materials and the contact that are examples.
    pub fn examples_of_the_pair(&self) -> impl Iterator<Item = &CaseValue> {
        self.examples.iter().filter(|example| !example.path.starts_with("experiment."))
    }

    /// Its experiments, in the order of the file.
    pub fn experiments(&self) -> impl Iterator<Item = &Experiment> {
        std::iter::once(&self.experiment).chain(&self.others)
    }

    /// Each experiment on its own, with the unknowns and inputs of all.
    pub fn apart(&self) -> Vec<Self> {
        let alone = Self { others: Vec::new(), ..self.clone() };
        self.experiments().map(|experiment| Self { experiment: experiment.clone(), ..alone.clone() }).collect()
    }

    /// The experiment with other values for some of [`Self::inputs`]; those of bodies and contact are passed over.
    pub fn experiment_with(&self, inputs: &[(usize, f64)]) -> Experiment {
        let mut experiment = self.experiment.clone();
        for &(index, value) in inputs {
            let Some(input) = self.inputs.get(index) else { continue };
            for (name, quantity) in &mut experiment.numbers {
                if [common(name), own(&self.experiment.place(), name)].contains(&input.path) {
                    quantity.value = value;
                }
            }
        }
        experiment
    }
}

/// Standard deviation of a value that is an example, not measured, over the value.
const UNKNOWN_TO: f64 = 0.5;

/// Inputs that belong to the laboratory: experiments that state the same value share one.
const OF_THE_PLACE: [&str; 5] = ["gravity", "air.density", "air.viscosity", "drag", "drag_factor"];

/// Path of an input of the one experiment, or of all of them.
fn common(name: &str) -> String {
    format!("experiment.{name}")
}

/// Path of an input of one of several experiments.
fn own(place: &str, name: &str) -> String {
    format!("experiment.{place}.{name}")
}

/// The uncertain numbers of the experiments. One experiment has its own paths; of several each has, but for what belongs to
/// the place: that is one input where all that state it state the same.
fn inputs_of(experiments: &[Experiment], is_example: &dyn Fn(&str) -> bool) -> Vec<UncertainInput> {
    let several = experiments.len() > 1;
    let all = experiments.iter().flat_map(|experiment| {
        let place = experiment.place();
        experiment.numbers.iter().map(move |(name, quantity)| (name.as_str(), own(&place, name), quantity))
    });
    let all: Vec<(&str, String, &StatedQuantity)> = all.collect();
    let same = |name: &str| {
        let mut of = all.iter().filter(|(other, ..)| *other == name).map(|(.., of)| (of.value, of.sigma));
        let first = of.next();
        of.all(|other| Some(other) == first)
    };
    let mut found: Vec<UncertainInput> = Vec::new();
    for (name, own, StatedQuantity { value, sigma, dimension, origin, .. }) in &all {
        let shared = !several || (OF_THE_PLACE.contains(name) && same(name));
        let path = if shared { common(name) } else { own.clone() };
        // How exact a reading is moves no value by itself.
        let example = sigma.is_none() && !name.ends_with("sigma") && is_example(own);
        let sigma = sigma.or(example.then_some(UNKNOWN_TO * value.abs()));
        if let Some(sigma) = sigma
            && !found.iter().any(|input| input.path == path)
        {
            let (dimension, value) = (*dimension, *value);
            found.push(UncertainInput { path, dimension, value, sigma, example, origin: origin.clone() });
        }
    }
    found
}

/// The tables of a calibration before its scene is built.
#[derive(Debug)]
pub(super) struct CalibrationDraft {
    experiments: Vec<Experiment>,
    fit: FitSettings,
    export: Vec<Word>,
}

/// Reads the tables of a calibration; `None` when the case is none, or its experiment is wrong, which is then reported.
pub(super) fn read(reader: &mut Reader, root: &Table) -> Option<CalibrationDraft> {
    if !root.has("experiment") {
        fit::refuse_without_experiment(reader, root);
        if let Some(entry) = reader.entries.iter().find(|entry| entry.free.is_some()) {
            let word = if let Some(FitRole::Unknown { .. }) = entry.free { "fit" } else { "sigma" };
            let message = format!("`{word}` is only valid in a calibration: this case has no [experiment.*]");
            let span = entry.origin.span.clone();
            reader.wrong(&span, message, &["add:  [experiment.drop-height]      # or another kind of experiment"]);
        }
        return None;
    }
    let experiments = experiment::read(reader, root);
    let kinds = experiments.iter().flatten().map(|experiment| experiment.kind).collect::<Vec<_>>();
    let fit = fit::read(reader, root, &kinds, experiments.as_deref());
    let export = fit::export(reader, root);
    if let Some(entry) = reader.entries.iter().find(|entry| entry.sweep.is_some()) {
        let (span, path) = (entry.origin.span.clone(), entry.path.clone());
        let message = format!("{} is swept, but a calibration has exactly one scene", quoted(&path));
        reader.wrong(&span, message, &["give it a value, or fit it:  { fit = ..., between = [...] }"]);
    }
    if reader.count() == 0 && !reader.entries.iter().any(|entry| matches!(entry.free, Some(FitRole::Unknown { .. }))) {
        let help = "mark at least one, for example:  restitution = { fit = 0.8, between = [0.5, 1] }";
        reader.absent("no parameter to fit", &[help]);
    }
    Some(CalibrationDraft { experiments: experiments?, fit, export })
}

/// The calibration, once its scene can be built.
pub(super) fn finish(
    reader: &Reader,
    draught: CalibrationDraft,
    draft: Draft,
    nominal: Scene,
    expects: Vec<Expect>,
) -> Calibration {
    let mut experiments = draught.experiments;
    let examples = examples(&reader.file.text);
    let is_example = |path: &str| examples.iter().any(|example| example.path == path);
    let mut order: Vec<usize> = (0..reader.entries.len()).collect();
    order.sort_by_key(|&id| reader.entries[id].origin.span.start);
    let (mut ids, mut own) = (Vec::new(), Vec::new());
    let (mut unknowns, mut inputs): (Vec<SoughtValue>, Vec<UncertainInput>) = (Vec::new(), Vec::new());
    for id in order {
        let Entry { path, origin, choices, free, .. } = &reader.entries[id];
        let value = choices.first().and_then(Choice::number).unwrap_or(f64::NAN);
        let number = |choice: &Choice| choice.number().unwrap_or(f64::NAN);
        match free {
            Some(FitRole::Unknown { low, high, dimension }) => {
                ids.push(id);
                let name = path.rsplit('.').next().unwrap_or_default().to_string();
                unknowns.push(SoughtValue {
                    path: path.clone(),
                    name,
                    dimension: *dimension,
                    start: value,
                    low: number(low),
                    high: number(high),
                    origin: origin.clone(),
                });
            }
            Some(FitRole::Sigma { sigma, dimension }) => {
                own.push(id);
                let (dimension, sigma) = (*dimension, number(sigma));
                let (path, origin) = (path.clone(), origin.clone());
                inputs.push(UncertainInput { path, dimension, value, sigma, example: false, origin });
            }
            None => {
                if let Some(ParameterValue::Number(value, dimension)) = choices.first().map(|choice| &choice.value)
                    && *value != 0.0
                    && is_example(path)
                {
                    own.push(id);
                    let (path, origin, sigma) = (path.clone(), origin.clone(), UNKNOWN_TO * value.abs());
                    let (dimension, value) = (*dimension, *value);
                    inputs.push(UncertainInput { path, dimension, value, sigma, example: true, origin });
                }
            }
        }
    }
    let names: Vec<String> = unknowns.iter().map(|unknown| unknown.name.clone()).collect();
    for unknown in &mut unknowns {
        if names.iter().filter(|name| **name == unknown.name).count() > 1 {
            unknown.name = unknown.path.clone();
        }
    }
    inputs.extend(inputs_of(&experiments, &is_example));
    let others = experiments.split_off(1);
    Calibration {
        unknowns,
        inputs,
        experiment: experiments.remove(0),
        others,
        fit: draught.fit,
        export: draught.export,
        expects,
        examples,
        nominal,
        factory: Factory { entries: reader.entries.clone().into(), draft, unknowns: ids, inputs: own },
    }
}

/// The references of a fit other than datasets.
const AGAINST: [&str; 2] = ["hold-out", RESIDUALS];
/// The word in `agrees_with` for the residuals of the fit.
pub const RESIDUALS: &str = "residuals";

impl CalibrationDraft {
    /// Refuses expectations about results that the fit does not have, and those that no measurement could fail.
    pub(super) fn check(&self, reader: &mut Reader, expects: &[Expect]) {
        for expect in expects {
            let (against, place) = (expect.against.text.as_str(), expect.against.origin.span.clone());
            if against == "hold-out" && self.fit.hold_out.is_none() {
                let help = "add to [fit]:  hold_out = \"one height in five\"";
                reader.wrong(&place, "no data are held out of this fit", &[help]);
            } else if !against.contains('/') && !AGAINST.contains(&against) {
                let message = format!(
                    "a fit cannot be checked against {}{}: a theory of the fitted law agrees with any measurements, so the check is vacuous",
                    quoted(against),
                    suggestion(against, AGAINST)
                );
                let help = [
                    "write:  agrees_with = \"residuals\", with  runs = { within_sigma = 3 }  or  birge_ratio = { within_sigma = 3 }",
                    "or:     agrees_with = \"hold-out\"      # the heights that [fit] holds out",
                    "or:     agrees_with = \"reference-data/...\"      # measurements or a fitted value from another source",
                ];
                reader.wrong(&place, message, &help);
            }
        }
    }
}
