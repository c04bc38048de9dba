//! The contents of `engines.toml`: a user's own programs as engines, and further installations of built-in ones.

use std::path::PathBuf;
use std::time::Duration;

use super::user::{Covers, FloatPrecision};
use super::version::Counts;

/// The contents of an `engines.toml`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// In the order of the file.
    pub engines: Vec<Declared>,
    /// Programs of built-in engines, by the engine's name.
    pub installed: Vec<(String, Vec<PathBuf>)>,
}

/// A user's program, as the file declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    pub time_limit: Duration,
    /// Of its version commands: they take as long as a start.
    pub version_limit: Duration,
    pub version: Version,
    /// The part of it that counts for accepted numbers.
    pub version_counts: Counts,
    /// Of a driver between the protocol and another program.
    pub driver_version: Version,
    pub covers: Covers,
    pub environment: Vec<(String, String)>,
    /// The code whose parameters are also passed for a contact.
    pub dialect: Option<String>,
    /// Of the numbers it computes with.
    pub precision: FloatPrecision,
}

/// How the version of a program is determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Version {
    Unknown,
    Given(String),
    /// The first line this command prints.
    Asked(Vec<String>),
}

impl Config {
    /// Names of the engines it declares.
    pub fn names(&self) -> Vec<String> {
        self.engines.iter().map(|declared| declared.name.clone()).collect()
    }
}
