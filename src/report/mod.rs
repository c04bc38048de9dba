//! Reports: files made only from the [`Record`] of a run.
//!
//! One reporter writes one kind of file. [`REPORTERS`] is the list that `collisionbench list` shows and that
//! [`compose::write`] walks; `manifest.txt` is written after all of them. Only `environment.toml` knows the clock
//! and the host, so that the same inputs give the same bytes everywhere else.

use std::collections::BTreeMap;
use std::path::Path;

use crate::bench::journal::RowsFile;
use crate::bench::record::Record;
use crate::error::Error;
pub use crate::output::OutputFolder;
pub use crate::quantity;

pub mod block;
mod caption;
pub mod columns;
pub mod compared;
pub mod compose;
pub mod curves;
pub mod deck;
pub mod environment;
pub mod expectation;
pub mod files;
pub mod findings;
pub mod fit;
pub mod fit_text;
pub mod gate;
pub mod html;
pub mod junit;
mod large;
mod markup;
pub mod numbers;
pub mod pictures;
pub mod plausible;
pub mod run;
mod run_jsonl;
pub mod sheet;
pub mod table;
pub mod tables;

pub use environment::Environment;
pub use pictures::Pictures;

/// The input of a report.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub record: &'a Record,
    /// Clock and host: written to `environment.toml`, and read by no other reporter.
    pub environment: &'a Environment,
    pub pictures: Pictures,
    /// Whether the user has asked to stop: looked at between reporters and between pictures.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Whether a skipped check counts as an error.
    pub no_skip: bool,
    /// Of each large case the rows of its tables, in the order of its scenes.
    pub rows: &'a BTreeMap<String, Vec<RowsFile>>,
}

/// Of a record without a large case.
static NO_ROWS: BTreeMap<String, Vec<RowsFile>> = BTreeMap::new();

impl<'a> Context<'a> {
    /// The context of a report that cannot be interrupted.
    pub fn new(record: &'a Record, environment: &'a Environment, pictures: Pictures) -> Self {
        Self { record, environment, pictures, stop: &|| false, no_skip: false, rows: &NO_ROWS }
    }

    /// # Errors
    /// [`Error::Interrupted`] once the user has asked to stop.
    pub fn go_on(&self) -> Result<(), Error> {
        if (self.stop)() { Err(Error::Interrupted) } else { Ok(()) }
    }
}

/// One kind of file.
pub struct Reporter {
    /// The file, or the kind of file: `summary.csv`, `pictures`.
    pub name: &'static str,
    /// What the file is for, one line without a full stop.
    pub about: &'static str,
    /// Writes into a folder and returns the names of the files written, relative to it, with `/`: [`Error::Write`] when a
    /// file cannot be written, [`Error::Wrong`] when a case name cannot be a folder, [`Error::Interrupted`] when the user
    /// has asked to stop.
    pub write: fn(&Context<'_>, &Path) -> Result<Vec<String>, Error>,
}

/// Every reporter, in the order they write. The page comes after the pictures it shows.
pub const REPORTERS: &[Reporter] = &[
    tables::SUMMARY_CSV,
    tables::FINDINGS_CSV,
    tables::OBSERVATIONS_CSV,
    tables::SCENES_CSV,
    large::LARGE_TABLES,
    run_jsonl::RUN_JSONL,
    junit::JUNIT,
    run::SUMMARY_MD,
    environment::ENVIRONMENT_TOML,
    curves::CURVES,
    pictures::PICTURES,
    html::FRONT,
    html::PAGES,
];
