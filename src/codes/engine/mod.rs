//! Engines: production codes outside this program that compute the same collisions.
//!
//! An engine is handed a [`Batch`]: many separate pairs, one time step. Each run is a process of its own in a folder of
//! its own, under a time limit, and nothing of it is left running. What comes back is read, extrapolated to the end of
//! contact ([`Bounce`]) and judged like any other solver.

pub mod bounce;
pub(crate) mod box_of_spheres;
mod columns;
mod conventions;
mod failure;
pub mod folders;
mod group;
pub mod installed;
pub mod process;
pub mod protocol;
pub(crate) mod python;
pub mod recorded;
pub mod user;

pub use crate::collide::bounce::Bounce;
pub use box_of_spheres::{Atom, DUMP, HEAD_ON, read as read_dump, snapshots};
pub use columns::Digits;
pub use conventions::{Conventions, in_its_own, limit};
pub use failure::{Cause, Failure, NoAnswer};
pub use folders::Folders;
pub use group::adopt;
pub use installed::{Config, Counts, Engines};
pub use process::Quota;
pub use protocol::read as read_output;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::collide::flight::{BodyState, states};
use crate::law::scene::Scene;
use installed::on_path;

/// Many separate pairs that are run together, with one time step.
#[derive(Debug, Clone)]
pub struct Batch<'a> {
    /// Path of the case they come from.
    pub case: &'a str,
    /// s
    pub time_step: f64,
    /// Number of steps, after which every pair should have separated.
    pub steps: u64,
    /// Whether time series are requested, or only final states.
    pub trajectory: bool,
    pub pairs: Vec<BatchPair<'a>>,
}

impl<'a> Batch<'a> {
    /// The scenes of its pairs, each once.
    pub fn scenes(&self) -> Vec<&'a Scene> {
        let mut scenes: Vec<&Scene> = Vec::new();
        for pair in &self.pairs {
            if !scenes.iter().any(|scene| std::ptr::eq(*scene, pair.scene)) {
                scenes.push(pair.scene);
            }
        }
        scenes
    }
}

/// One pair of a batch.
#[derive(Debug, Clone, Copy)]
pub struct BatchPair<'a> {
    pub scene: &'a Scene,
    /// Part of the first step that passes before the bodies touch, in [0, 1).
    pub onset_phase: f64,
}

/// What an installation is called, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Installation {
    /// The word after `run.` in a case file.
    pub name: String,
    /// The part of its version that counts, see [`Counts`]: `29Sep2021`; empty when it is unknown. Accepted numbers and
    /// known gaps are those of this version.
    pub version: String,
    /// The whole version, as the installation prints it: `29Sep2021, Update 2`.
    pub full_version: String,
    /// The version of the driver between this program and the engine; empty when it is unknown.
    #[serde(rename = "driver_version")]
    pub driver: String,
    /// As a user would name it; not on record.
    #[serde(skip)]
    pub place: String,
}

impl Installation {
    /// As it is on record.
    pub(crate) fn recorded(&self) -> Self {
        Self { place: String::new(), ..self.clone() }
    }

    /// A program whose driver is part of this one.
    pub(crate) fn built_in(name: &str, version: &str, full_version: &str, place: &Path) -> Self {
        Self {
            name: name.to_string(),
            version: version.to_string(),
            full_version: full_version.to_string(),
            driver: concat!("collisionbench ", env!("CARGO_PKG_VERSION")).to_string(),
            place: place.display().to_string(),
        }
    }
}

/// One installation of an engine.
pub trait Engine: Send + Sync {
    /// What it is called, and where it is.
    fn installation(&self) -> &Installation;

    /// See [`Installation::name`].
    fn name(&self) -> &str {
        &self.installation().name
    }

    /// See [`Installation::version`].
    fn version(&self) -> &str {
        &self.installation().version
    }

    /// See [`Installation::full_version`].
    fn full_version(&self) -> &str {
        &self.installation().full_version
    }

    /// The installation with another variant, `[run.kratos] variant = "Forward_Euler"`; `None` for an unknown variant.
    fn variant(&self, _name: &str) -> Option<Box<dyn Engine>> {
        None
    }

    /// Relative rounding error of the numbers it computes with.
    fn epsilon(&self) -> f64 {
        f64::EPSILON
    }

    /// Most rows of time series that are requested if no check needs them.
    fn spare_rows(&self) -> u64 {
        400_000
    }

    /// Checks that the engine has the law of a scene and can run its bodies.
    ///
    /// # Errors
    /// The reason as reports print it: `it has no kuwabara-kono damping`.
    fn covers(&self, scene: &Scene) -> Result<(), String>;

    /// What is declared of it: the title of a line of a contract, and what the text of that line may begin with. Nothing
    /// where nothing is declared.
    fn declares(&self, _wall: bool) -> Vec<(&'static str, Vec<Cow<'static, str>>)> {
        Vec::new()
    }

    /// The code whose parameters it is handed in place of the laws of a scene: that of a built-in driver.
    fn own_parameters(&self) -> Option<&'static crate::codes::Code> {
        crate::codes::find(self.name())
    }

    /// The conventions in which it computes a contact: those of its code.
    fn conventions(&self, wall: bool) -> Conventions {
        conventions::of_code(self.name(), wall)
    }

    /// Whether it has no normal law that this program has, so that there is nothing to try it with.
    fn has_own_laws_only(&self) -> bool {
        false
    }

    /// Why this version is too old for a scene that a later one runs; `None` where it is not.
    fn too_old(&self, _scene: &Scene) -> Option<String> {
        None
    }

    /// Writes everything that a run of `batch` reads into `folder`, which is empty, and runs nothing: program and arguments
    /// that run it there. A batch that takes several processes is the first of them.
    ///
    /// # Errors
    /// What could not be written, or why the engine does not run the batch.
    fn write(&self, batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, Cause>;

    /// Runs a batch in `folder`, which is empty, and reads what comes of it: one [`Bounce`] a pair, in order. `stop` is
    /// asked again and again whether to give up.
    ///
    /// # Errors
    /// What went wrong with the run as a whole.
    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause>;
}

/// `lammps 29Sep2021`, or the name alone where there is no version.
pub fn called(engine: &dyn Engine) -> String {
    format!("{} {}", engine.name(), engine.version()).trim_end().to_string()
}

/// An engine, or why the program of one does not answer; `Ok(None)` where the program is something else.
pub type DriverAnswer = Result<Option<Box<dyn Engine>>, NoAnswer>;

/// An engine whose driver is part of this program.
pub struct Driver {
    /// Description in one line.
    pub title: &'static str,
    /// How to install it: names of packages.
    pub get: &'static str,
    /// Its usual programs.
    pub programs: &'static [&'static str],
    /// Asks a program who it is.
    pub ask: fn(&Path) -> DriverAnswer,
    /// The engine of an installation, which need not be there for its input to be written.
    pub written: fn(Installation) -> Box<dyn Engine>,
}

impl Driver {
    /// Every program that is there: the usual ones on the path, then `places`, each file once and all at the same time, because
    /// a program may take most of a second to say who it is. A usual program that is something else is passed over.
    pub fn locate(&self, places: &[PathBuf]) -> Vec<EngineLocation> {
        let usual = self.programs.iter().filter_map(|name| on_path(Path::new(name))).map(|place| (place, false));
        let mut wanted: Vec<(PathBuf, bool)> = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        for (place, named) in usual.chain(places.iter().map(|place| (place.clone(), true))) {
            // A link to an interpreter is an installation of its own, so links are not followed.
            let file = std::path::absolute(&place).unwrap_or_else(|_| place.clone());
            if !seen.contains(&file) {
                seen.push(file);
                wanted.push((place, named));
            }
        }
        let answer = |(place, named): (PathBuf, bool)| {
            let there = if place.is_file() { (self.ask)(&place) } else { Err(NoAnswer::no_program(&place)) };
            let engine = match there {
                Ok(Some(engine)) => Ok(engine),
                Ok(None) if named => Err(NoAnswer::because("there is no such engine")),
                Ok(None) => return None,
                Err(why) => Err(why),
            };
            Some(EngineLocation { place, engine })
        };
        wanted.into_par_iter().filter_map(answer).collect()
    }
}

/// A location where an engine was found.
pub struct EngineLocation {
    pub place: PathBuf,
    /// The installation, or why it does not work.
    pub engine: Result<Box<dyn Engine>, NoAnswer>,
}

impl BatchPair<'_> {
    /// Both bodies at the start of a run with a time step, s.
    pub fn start(&self, time_step: f64) -> [BodyState; 2] {
        states(self.scene, self.onset_phase * time_step)
    }
}

/// Requires that all bodies move freely and, if it matters, are homogeneous spheres.
///
/// # Errors
/// The property of the scene that is not supported.
pub(super) fn free(scene: &Scene) -> Result<(), String> {
    if scene.bodies.iter().any(|body| body.held && !body.is_wall()) {
        return Err("the engine has no held spheres".to_string());
    }
    if scene.turns_hollow() { Err("the engine has solid spheres only".to_string()) } else { Ok(()) }
}
