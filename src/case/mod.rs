//! Reads case files and turns them into scenes.
//!
//! [`Case::read`] turns one file into named scenes, the solvers to run and what is expected of them. Words that belong
//! to later stages (observables, oracles) keep their [`Origin`] and are resolved there.
//!
//! - `[material.*]`, `[body.*]`, `[impact]`: two bodies and how they meet, head-on or not. A sweep over a value makes
//!   scenes. `[path]` drives the contact slowly instead of `[impact]`.
//! - `[contact.normal.*]` with `[contact.damping.*]` and `ends`, or the parameters of one code, `[contact.pfc]`, in
//!   place of all of it. `[contact.tangential.*]` and `[contact.rolling.*]` are friction and rolling resistance.
//!   `reading` is required exactly where the documentation of a code has a mathematical error.
//! - `[run.reference]` integrates the law as written; a scheme,
//!   `[run.velocity-verlet]`, steps through it. A sweep over its step makes a ladder and no scenes. An engine,
//!   `[run.lammps]`, is set in the same way. `[run.recorded]` reads what a code left that cannot be run here.
//! - `[[expect]]`: `agrees_with` a theory, a dataset or another run, `{ within = "1 %" }`; or `converges_to` the
//!   reference, `{ order = 2.0, give_or_take = 0.1 }`.
//! - `[experiment.*]` in place of `[impact]` makes a calibration: any value may be `{ fit = ..., between = [...] }` or
//!   `{ value = ..., sigma = ... }`, `[fit]` says how it is done, `[export]` for whom, and `that = "fit"` is judged.

pub mod batch;
mod bodies;
mod by_path;
mod calibration;
pub mod condition;
mod contact;
mod distribution;
pub mod edit;
pub mod engines_toml;
pub mod expect;
pub mod experiment;
mod measurements;
mod mixing;
mod motion;
pub mod reader;
mod rebound;
mod run;
mod sample;
pub mod scalar;
mod scenes;
mod schema;
pub mod sweep;
mod template;
mod values;

use std::sync::Arc;

use crate::data::Files;
use crate::error::{Error, Origin, SourceFile};
use crate::keys::{Key, Keys, Takes};
use crate::law::scene::Scene;
use distribution::Sample;
use motion::MotionDraft;
use reader::Reader;
use scenes::Draft;

pub use by_path::scene_of;
pub use calibration::{Calibration, FitSettings, HoldOut, RESIDUALS, SoughtValue, UncertainInput};
pub use edit::{CaseValue, canonical, examples, mark_examples, values};
pub use expect::{Expect, KnownGap, ObservableTolerance, Relation, Seen, Tolerance};
pub use experiment::{Experiment, ExperimentKind, HeightTo, RatioOf};
pub use measurements::{Excluded, ExcludedRows, HeightSet};
pub use run::{ENGINE_PHASES, RECORDED, RECORDED_TITLE, RecordedRun, Run, Settings};
pub use scenes::{BLOCK, SweepPlace, Sweeps};
pub use schema::{ExplainedKey, explained, explained_of, schema};
pub use template::{FitTemplate, Template, TemplateEngine, own_engine, suited, template};
pub use values::StatedQuantity;

/// A word in a file that is resolved later, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub origin: Origin,
}

/// One file of `cases/`.
#[derive(Debug, Clone)]
pub struct Case {
    /// Path under the folder it was found in, without `.toml`: `normal/glass-head-on`.
    pub name: String,
    pub file: Arc<SourceFile>,
    pub title: String,
    /// Where the case comes from.
    pub source: Option<String>,
    /// Paths of the swept parameters, in the order of the file.
    pub swept: Vec<String>,
    /// All of them; of a large case some in which every swept value occurs.
    pub scenes: Vec<Scene>,
    /// The sweeps of a large case, from which the others are built.
    pub sweeps: Option<Arc<Sweeps>>,
    pub runs: Vec<Run>,
    pub expects: Vec<Expect>,
    /// The calibration of a case with measurements, which makes its own scenes: the lists above are empty then.
    pub calibration: Option<Box<Calibration>>,
}

impl Case {
    /// Reads one case file. `name` is what the case is called; datasets it names are read from `files`.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place and what to write instead.
    pub fn read(file: Arc<SourceFile>, name: &str, files: &Files) -> Result<Self, Error> {
        read(&file, name, files, &[], true)
    }

    /// [`Case::read`] with the names of a user's own `engines`, which the case may use.
    ///
    /// # Errors
    /// As [`Case::read`].
    pub fn read_with(file: Arc<SourceFile>, name: &str, files: &Files, engines: &[String]) -> Result<Self, Error> {
        read(&file, name, files, engines, true)
    }

    /// The same of a case that is not judged: its `[[expect]]` may be missing.
    ///
    /// # Errors
    /// As [`Case::read`].
    pub fn read_unjudged(file: Arc<SourceFile>, name: &str, files: &Files, engines: &[String]) -> Result<Self, Error> {
        read(&file, name, files, engines, false)
    }

    /// Number of its scenes.
    pub fn count(&self) -> usize {
        self.sweeps.as_ref().map_or(self.scenes.len(), |sweeps| sweeps.count)
    }

    /// A case of these scenes of a large one alone, with what is expected of them.
    ///
    /// # Errors
    /// What is wrong with one of the scenes.
    pub fn part(&self, numbers: impl Iterator<Item = usize>) -> Result<Self, Error> {
        let Some(sweeps) = &self.sweeps else { return Ok(self.clone()) };
        let scenes = sweeps.scenes(numbers)?;
        let mut expects = self.expects.clone();
        expects.iter_mut().for_each(|expect| expect.scenes = expect.selection.of(&scenes));
        let Self { name, file, title, source, swept, runs, .. } = self;
        let (name, file, title, source) = (name.clone(), Arc::clone(file), title.clone(), source.clone());
        let (swept, runs) = (swept.clone(), runs.clone());
        Ok(Self { name, file, title, source, swept, scenes, sweeps: None, runs, expects, calibration: None })
    }
}

const TITLE: Key = Key::new("title", Takes::Line, "what the case shows").required("\"Two glass spheres meet head on\"");
const SOURCE: Key =
    Key::new("source", Takes::Line, "where the case comes from").example("\"Author year, journal volume, page\"");

/// The tables of a case; the keys of each are declared where it is read.
pub(super) static KEYS: Keys =
    Keys::new("", "Two bodies meet; the collision is computed and compared with what is known.")
        .keys(&[
            TITLE,
            SOURCE,
            Key::new("material", Takes::Named(&bodies::MATERIALS), "materials by name"),
            Key::new("body", Takes::Named(&bodies::BODY), "two spheres, or a sphere and, second, a wall").required(""),
            Key::new("impact", Takes::Table(&motion::IMPACT), "how the bodies meet"),
            Key::new("path", Takes::Table(&motion::PATH), "a contact driven slowly, instead of an impact"),
            Key::new("contact", Takes::Table(&contact::KEYS), "the laws of the contact").required(""),
            Key::new("experiment", OF_A_KIND, "what was measured, in place of an impact"),
            Key::new("sample", Takes::Table(&sample::KEYS), "how many samples of the values that have a distribution"),
            Key::new("fit", Takes::Table(&calibration::FIT), "how the parameters are found"),
            Key::new("export", Takes::Table(&calibration::EXPORT), "codes the result is written for"),
            Key::new("run", OF_A_KIND, "solvers of the collision"),
            Key::new("expect", Takes::List(&expect::KEYS), "what is expected of the runs").required(""),
        ])
        .rules(
            r#"{
        "if": {"required": ["experiment"]},
        "then": {"not": {"anyOf": [{"required": ["impact"]}, {"required": ["path"]}, {"required": ["run"]}]}},
        "else": {
            "required": ["run"],
            "oneOf": [{"required": ["impact"]}, {"required": ["path"]}],
            "not": {"anyOf": [{"required": ["fit"]}, {"required": ["export"]}]}
        }
    }"#,
        );

/// A table with one table for each kind: experiments, solvers.
const OF_A_KIND: Takes = Takes::Other("a table of one of its kinds", r#"{"type": "object"}"#);

/// Reads a case; all errors are collected and reported together. `judged`: that it has no check is one.
fn read(file: &Arc<SourceFile>, name: &str, files: &Files, engines: &[String], judged: bool) -> Result<Case, Error> {
    let mut reader = Reader::new(file, files);
    let Some(root) = reader::parse(&mut reader) else {
        return Err(reader.finish().err().unwrap_or_else(|| Error::wrong("this is not TOML")));
    };
    root.only(&mut reader, &KEYS.names());
    let title = root.line(&mut reader, &TITLE);
    let source = root.line(&mut reader, &SOURCE);

    let materials = bodies::materials(&mut reader, &root);
    let bodies = bodies::bodies(&mut reader, &root, &materials);
    let motion = match motion::path(&mut reader, &root, bodies.as_ref()) {
        Some(path) => Some(MotionDraft::Path(path)),
        None => motion::impact(&mut reader, &root).map(MotionDraft::Impact),
    };
    let contact = contact::contact(&mut reader, &root);
    let mut runs = run::read(&mut reader, &root, engines, judged);
    let draught = calibration::read(&mut reader, &root);
    if let Some(law) = contact.as_ref().and_then(|contact| contact.of_engine(&reader)) {
        run::only_engines(&mut reader, &runs, &law);
    }

    // Scenes of a case that is wrong already would only repeat what is wrong.
    let sound = reader.count() == 0;
    let draft = match (bodies, motion, contact) {
        (Some(bodies), Some(motion), Some(contact)) if sound => Some(Draft { materials, bodies, contact, motion }),
        _ => None,
    };
    let sample = Sample::read(&mut reader, &root);
    let sweeps = draft.as_ref().and_then(|draft| Sweeps::read(&mut reader, draft, sample));
    let is_large = sweeps.as_ref().is_some_and(Sweeps::is_large);
    let built = sweeps.as_ref().and_then(|sweeps| sweeps.built(&mut reader));
    if let Some(scenes) = &built {
        run::tables(&mut reader, &mut runs, scenes, is_large);
    }
    let scenes = built.as_ref().map(|scenes| (scenes.as_slice(), !is_large));
    let expects =
        if judged || root.has("expect") { expect::expects(&mut reader, &root, &runs, scenes) } else { Vec::new() };
    if let Some(draught) = &draught {
        draught.check(&mut reader, &expects);
    }
    let nominal = built.as_ref().and_then(|scenes| scenes.first());
    let calibration = draught.zip(draft).zip(nominal).map(|((draught, draft), nominal)| {
        Box::new(calibration::finish(&reader, draught, draft, nominal.clone(), expects.clone()))
    });
    reader.finish()?;
    let (Some(title), Some(sweeps), Some(scenes)) = (title, sweeps, built) else {
        return Err(Error::wrong(format!("{}: this case cannot be read", file.name)));
    };
    let swept = sweeps.paths.clone();
    let sweeps = is_large.then(|| Arc::new(sweeps));
    // The scenes of a calibration are made as it asks for them, and its claims are about the fit.
    let (scenes, runs, expects) = if calibration.is_some() { Default::default() } else { (scenes, runs, expects) };
    let (name, file) = (name.to_string(), Arc::clone(file));
    Ok(Case { name, file, title, source, swept, scenes, sweeps, runs, expects, calibration })
}
