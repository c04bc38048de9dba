//! Case files: as written in, as meant out.
//!
//! [`Case::read`] turns one file into named scenes, the solvers to run and what is expected of them. Words that belong
//! to later stages (observables, oracles) keep their [`Origin`] and are resolved there.

mod body;
mod build;
mod condition;
mod contact;
mod expect;
mod impact;
mod material;
mod read;
mod reader;
mod run;
mod sweep;
mod syntax;
mod template;
#[cfg(test)]
mod tests;
mod tolerance;
mod unroll;
mod value;
mod words;

use std::sync::Arc;

use crate::data::Files;
use crate::error::{Error, Origin, SourceFile};
use crate::scene::Scene;

pub use template::{SCHEMA, template};

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
    pub scenes: Vec<Scene>,
    pub runs: Vec<Run>,
    pub expects: Vec<Expect>,
}

/// One solver to run.
#[derive(Debug, Clone)]
pub struct Run {
    /// `reference`
    pub solver: Word,
    pub settings: Settings,
}

/// How a solver is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Settings {
    /// The law as written, integrated exactly.
    Reference {
        /// Relative tolerance of the integrator.
        tolerance: f64,
    },
}

/// One `[[expect]]`.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The table header.
    pub origin: Origin,
    /// Who is judged: the name of a solver of this case.
    pub that: Word,
    /// An oracle, or a dataset under `reference-data/`.
    pub agrees_with: Word,
    /// Indices of the scenes it is about, `where` applied; never empty.
    pub scenes: Vec<usize>,
    /// Whether a `where` chose them.
    pub narrowed: bool,
    pub wanted: Vec<Wanted>,
    /// Why this is known not to hold.
    pub known_gap: Option<String>,
}

/// `max_force = { within = "1 %" }`
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    pub observable: Word,
    pub tolerance: Tolerance,
    /// Of the tolerance.
    pub origin: Origin,
}

/// How far two values may be apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Tolerance {
    /// Part of the expected value: `"1 %"`, `"1e-12 relative"`.
    Relative(f64),
    /// A number and its unit, `"10 rad/s"`; plain numbers say `"1e-12 absolute"` and have an empty unit.
    Absolute { number: String, unit: String },
    /// Multiples of the uncertainty of both together.
    Sigma(f64),
}

impl Case {
    /// Reads one case file. `name` is what the case is called; datasets it names are read from `files`.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place and what to write instead.
    pub fn read(file: Arc<SourceFile>, name: &str, files: &Files) -> Result<Self, Error> {
        read::case(&file, name, files)
    }
}
