//! A case with measurements: its unknowns, its uncertain inputs, scenes for any values of them, and `[fit]` and `[export]`,
//! how it is done and for which codes its result is written.

use std::sync::Arc;

use toml::de::DeValue;

use super::Word;
use super::edit::{CaseValue, examples};
use super::expect::Expect;
use super::experiment::{self, DROP_HEIGHT, Experiment, ExperimentKind};
use super::motion::{ANGLE, MotionDraft, SPEED};
use super::reader::{Entry, FitRole, Node, Reader, Table, kind, quoted, shown, suggestion};
use super::scenes::{Draft, build_with};
use super::values::StatedQuantity;
use crate::codes;
use crate::data::measure::Measurements;
use crate::error::{Diagnostic, Origin, cut};
use crate::keys::{Key, Keys, Takes};
use crate::law::scene::{ParameterValue, Scene};
use crate::limits::{ANY, POSITIVE};
use crate::units::{self, Dimension};

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
        let help = "add:  [experiment.drop-height]      # or another kind of experiment";
        let message = |key: &str| format!("{key} is only valid in a calibration: this case has no [experiment.*]");
        for key in ["fit", "export"] {
            root.bars(reader, key, message(&format!("`[{key}]`")), &[help]);
        }
        if let Some(entry) = reader.entries.iter().find(|entry| entry.free.is_some()) {
            let word = if let Some(FitRole::Unknown { .. }) = entry.free { "`fit`" } else { "`sigma`" };
            let span = entry.origin.span.clone();
            reader.wrong(&span, message(word), &[help]);
        }
        return None;
    }
    let experiments = experiment::read(reader, root);
    let kinds = experiments.iter().flatten().map(|experiment| experiment.kind).collect::<Vec<_>>();
    let fit = fit(reader, root, &kinds, experiments.as_deref());
    let export = export(reader, root);
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
        let Some(ParameterValue::Number(value, dimension)) = choices.first().map(|choice| &choice.value) else {
            continue;
        };
        let (path, origin, value, dimension) = (path.clone(), origin.clone(), *value, *dimension);
        if let Some(FitRole::Unknown { low, high }) = *free {
            ids.push(id);
            let name = path.rsplit('.').next().unwrap_or_default().to_string();
            unknowns.push(SoughtValue { path, name, dimension, start: value, low, high, origin });
            continue;
        }
        let (sigma, example) = match free {
            Some(FitRole::Sigma(sigma)) => (*sigma, false),
            _ if value != 0.0 && is_example(&path) => (UNKNOWN_TO * value.abs(), true),
            _ => continue,
        };
        own.push(id);
        inputs.push(UncertainInput { path, dimension, value, sigma, example, origin });
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

/// The data that are held out of the fit to test its predictions.
#[derive(Debug, Clone, PartialEq)]
pub enum HoldOut {
    /// One drop height in this many, with all its drops.
    OneHeightIn(usize),
    /// These drop heights, m.
    Heights(Vec<f64>),
}

/// The keys of `[fit]`.
#[derive(Debug, Clone, PartialEq)]
pub struct FitSettings {
    pub hold_out: Option<HoldOut>,
    /// Probability of the intervals: 0.95.
    pub level: f64,
    /// Largest misfit of the law, a standard deviation of the restitution, below which it describes the data.
    pub misfit_tolerance: Option<f64>,
}

const HOLD_OUT: Key = Key::of(
    "hold_out",
    Takes::Other(
        "\"one height in five\", or a list of heights",
        r#"{"anyOf": [
            {"type": "string",
             "pattern": "^\\s*one\\s+height\\s+in\\s+([0-9]+|two|three|four|five|six|seven|eight|nine|ten)\\s*$"},
            {"type": "array", "items": {"type": "string"}}
        ]}"#,
    ),
)
.doc("drop heights, whole, that judge a fit of the others; the value comes from all");
const MISFIT_TOLERANCE: Key = Key::of("misfit_tolerance", Takes::Setting(POSITIVE.below(1.0).because("a restitution")))
    .doc("largest difference of restitution at which the law still describes the data");

pub(super) static FIT: Keys =
    Keys::new("[fit]", "how the parameters are found").keys(&[HOLD_OUT, LEVEL, MISFIT_TOLERANCE]);

const LEVEL: Key =
    Key::new("level", Takes::Setting(ANY.at_least(0.5).below(1.0)), "probability of the intervals").or(0.95);

const TO: Key = Key::of(
    "to",
    Takes::Other("a list of codes", r##"{"type": "array", "uniqueItems": true, "items": {"$ref": "#/$defs/system"}}"##),
)
.doc("the codes the result is written for")
.required("[\"lammps\", \"yade\"]");

pub(super) static EXPORT: Keys = Keys::new("[export]", "codes the result is written for").keys(&[TO]);

const NUMBERS: &[&str] = &["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Reads `[fit]`.
pub(super) fn fit(
    reader: &mut Reader,
    root: &Table,
    kinds: &[ExperimentKind],
    experiments: Option<&[Experiment]>,
) -> FitSettings {
    let table = root.get("fit").and_then(|node| node.keyed(reader, FIT.header, &FIT)).unwrap_or_default();
    if !kinds.is_empty() && !kinds.iter().any(|kind| kind.flies()) {
        let message = "`hold_out` is only valid with drop heights, and these measurements have none";
        table.bars(reader, HOLD_OUT.name, message, &["leave it out: only drops have heights"]);
    }
    FitSettings {
        hold_out: table.get(HOLD_OUT.name).and_then(|node| hold_out(reader, &node, experiments)),
        level: table.setting(reader, &LEVEL),
        misfit_tolerance: table.stated(reader, &MISFIT_TOLERANCE),
    }
}

/// `"one height in five"`, or the heights themselves.
fn hold_out(reader: &mut Reader, node: &Node, experiments: Option<&[Experiment]>) -> Option<HoldOut> {
    let example = "\"one height in five\"";
    let list = "or the heights:  hold_out = [\"0.65 m\", \"0.80 m\"]";
    match node.value.get_ref() {
        DeValue::String(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let count = text.strip_prefix("one height in ").and_then(|word| {
                NUMBERS.iter().position(|number| *number == word).map(|at| at + 2).or_else(|| word.parse().ok())
            });
            let found = count.filter(|count| (2..=1000).contains(count)).map(HoldOut::OneHeightIn);
            if found.is_none() {
                let message = format!("{} is not a hold-out rule", quoted(&text));
                reader.wrong(&node.span(), message, &[&format!("write:  hold_out = {example}"), list]);
            }
            found
        }
        DeValue::Array(items) => {
            let there = experiments.map(heights_of);
            let mut heights = Vec::new();
            for item in items {
                let height = item.get_ref().as_str().map(|text| units::parse(text, Dimension::Length));
                match height {
                    Some(Ok(height)) if height > 0.0 => {
                        let known = |there: &Vec<f64>| there.contains(&height);
                        if let Some(there) = there.as_ref().filter(|there| !known(there)) {
                            let all: Vec<String> = there.iter().map(|height| format!("{height} m")).collect();
                            let help = format!("the heights are:  {}", cut(&all.join(", "), 160));
                            reader.wrong(&item.span(), format!("no drop is from {height} m"), &[&help]);
                        }
                        heights.push(height);
                    }
                    Some(Err(error)) => reader.wrong(&item.span(), format!("`hold_out`: {error}"), &[]),
                    _ => reader.wrong(&item.span(), "`hold_out` must list heights above zero", &[list]),
                }
            }
            Some(HoldOut::Heights(heights))
        }
        _ => node.should_be(reader, "a text or a list", &[&format!("write:  hold_out = {example}"), list]),
    }
}

/// The drop heights of the tables, as they were read, in their order.
fn heights_of(experiments: &[Experiment]) -> Vec<f64> {
    let of = |experiment: &Experiment| {
        let Measurements { drops, throws, .. } = &experiment.measured;
        let for_all = experiment.number(&DROP_HEIGHT);
        let thrown = throws.iter().filter_map(|throw| throw.drop.or(for_all));
        drops.iter().map(|drop| drop.drop).chain(thrown).collect::<Vec<f64>>()
    };
    let mut heights: Vec<f64> = experiments.iter().flat_map(of).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    heights
}

/// Reads `[export]`.
pub(super) fn export(reader: &mut Reader, root: &Table) -> Vec<Word> {
    let table = root.get("export").and_then(|node| node.keyed(reader, "[export]", &EXPORT));
    let Some(table) = table else { return Vec::new() };
    let Some(node) = table.needs(reader, &TO) else { return Vec::new() };
    let DeValue::Array(items) = node.value.get_ref() else {
        let how = format!("write:  to = {}", TO.example);
        return node.should_be(reader, "a list", &[&how]).unwrap_or_default();
    };
    let mut found: Vec<Word> = Vec::new();
    for item in items {
        let Some(text) = item.get_ref().as_str() else {
            reader.wrong(&item.span(), format!("a system is named by a text, not {}", kind(item.get_ref())), &[]);
            continue;
        };
        if codes::find(text).is_none() {
            let message = format!("there is no input writer for {}{}", quoted(text), suggestion(text, codes::names()));
            let help = format!("use some of: {}", codes::names().collect::<Vec<_>>().join(", "));
            reader.wrong(&item.span(), message, &[&help]);
        } else if found.iter().any(|other| other.text == text) {
            reader.wrong(&item.span(), format!("duplicate key {}", shown(text)), &["leave one out"]);
        } else {
            found.push(Word { text: text.to_string(), origin: reader.origin(item.span()) });
        }
    }
    found
}
